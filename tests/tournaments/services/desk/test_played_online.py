"""A match at an online table at the desk: what staff decide, what nobody says anew."""

import pytest

from games.cut_offs import CutOff
from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.irregularities.remedies import Effect
from games.models import Match, TableEvent
from games.selectors.matches import match_record
from games.services.rulings import RulingEntry
from kernel.permissions import ONLINE, Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user
from tests.games.services.online import deal_at, seat_online, write_online
from tests.stock import stocked
from tournaments.services.desk import penalties, results, rulings
from tournaments.services.desk.penalties import PenaltyEntry

pytestmark = pytest.mark.django_db

REFEREE = Actor(via="page", roles=frozenset({Role.REFEREE, Role.ANYONE}))
PLAYER = Actor(via="page", roles=frozenset({Role.PLAYER, Role.ANYONE}))
VOID = RulingEntry([Effect("void_hand")], facts="The line of one of them broke.", n=1)


@pytest.fixture
@stocked
def tournament():
    return make_tournament()


@pytest.fixture
def board(tournament):
    """A match at an online table, nothing of it dealt."""
    board = board_of(tournament, 1, 1)
    seat_online(board.match)
    return board


@pytest.fixture
def played(board):
    """The same with a hand that was played."""
    play(board)
    return board


def play(board, **hand):
    match = Match.objects.get(pk=board.match_id)
    return write_online(record=match_record(match), by=ONLINE, now=NOW, **hand)


def told(service, board, by=DIRECTOR, **fields):
    version = Match.objects.values_list("version", flat=True).get(pk=board.match_id)
    return service(board=board, version=version, by=by, now=NOW, **fields)


def refused(service, board, by=DIRECTOR, **fields):
    with pytest.raises(Refusal) as found:
        told(service, board, by, **fields)
    return found.value.text


def rule(board, entry=VOID, by=DIRECTOR):
    return told(rulings.record_ruling, board, by, entry=entry)


def events(board):
    return list(TableEvent.objects.filter(table__match=board.match_id).order_by("number"))


WALKOVER = {"level": "walkover", "payload": {"walkover": 0}}
WRITES = {
    "a hand": (results.record_hand, {"entry": knock(0, 4, 19)}),
    "a hand anew": (results.correct_hand, {"n": 1, "entry": knock(0, 4, 19), "reason": "x"}),
    "the draw": (results.note_first_deal, {"cards": ["KS", "3D"], "dealer": 0, "reason": "x"}),
    "a result": (results.record_result, WALKOVER | {"reason": "x"}),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("by", [DIRECTOR, PLAYER], ids=["director", "player"])
def test_what_the_table_wrote_is_not_said_anew(played, write, by):
    service, fields = WRITES[write]
    text = refused(service, played, by, **fields)
    assert text.code == "wrong_state"
    assert "online table" in text.template
    assert match_record(Match.objects.get(pk=played.match_id)).games[0].points == (15, 0)


def test_before_the_first_deal_staff_decide_it_without_play(board):
    left = told(results.record_result, board, **WALKOVER)
    assert (left.record.state, left.record.winner) == ("finished", 0)


def test_in_an_online_event_nobody_writes_before_the_table_is_there():
    board = board_of(make_tournament(play="online"), 1, 1)
    assert refused(results.record_hand, board, entry=knock(0, 4, 19)).code == "wrong_state"
    assert refused(results.record_result, board, PLAYER, **WALKOVER).code == "wrong_state"
    assert told(results.record_result, board, **WALKOVER).record.state == "finished"


def test_a_player_reports_no_result(board):
    assert refused(results.record_result, board, PLAYER, **WALKOVER).code == "wrong_state"


def test_with_the_first_deal_it_is_too_late_for_that(board):
    deal_at(board.match.table, NOW)
    assert refused(results.record_result, board, **WALKOVER).code == "wrong_state"


def test_a_ruling_is_said_at_the_table(played):
    left = rule(played)
    assert left.record.games[0].points == (0, 0)
    last = events(played)[-1]
    assert (last.number, last.kind, last.deal) == (2, "ruling", 1)
    assert (last.data, last.role) == ({"said": ["match.ruling"]}, "owner")
    assert last.table.due_at is None
    told(
        rulings.take_back_ruling,
        played,
        ruling_id=left.record.rulings[-1].pk,
        reason="misread",
    )
    assert [event.data for event in events(played)][2:] == [{"said": ["match.take_back_ruling"]}]


def test_a_table_in_a_room_is_told_nothing(tournament):
    told(results.record_hand, board_of(tournament, 1, 1), entry=knock(0, 4, 19))
    assert not TableEvent.objects.exists()


def test_a_penalty_is_said_at_the_table(played):
    entry = played.pairing.sides.order_by("seat").first().entry_id
    told(
        penalties.give_penalty,
        played,
        entry=PenaltyEntry(entry, "T_CONDUCT_MINOR", 1, step="game_loss", facts="shouted"),
    )
    assert events(played)[-1].data == {"said": ["penalty.score"]}


def test_a_hand_that_is_played_is_void_by_a_ruling_and_cut_off(played):
    deal_at(Match.objects.get(pk=played.match_id).table, NOW)
    for number, remedy in ((2, "void_hand"), (3, "redeal")):
        params = {"dealer": "same"} if remedy == "redeal" else {}
        entry = RulingEntry([Effect(remedy, (), params)], facts="a bell rang", n=number)
        fact = rule(played, entry).record.facts[-1]
        assert (fact.hand.deal, fact.kind, fact.cut_off) == (number, "void", CutOff.RULED)
        deal_at(Match.objects.get(pk=played.match_id).table, NOW)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (RulingEntry(effects_of("STOCK_51ST", offender_seat=0), rule="STOCK_51ST", n=1), "rule"),
        (RulingEntry([Effect("lose_next_draw", (0,))], facts="x", n=1), "effects"),
        (RulingEntry([Effect("play_stands")], facts="x", n=1, hand=knock(0, 4, 20)), "hand"),
        (RulingEntry([Effect("void_hand")], facts="x", n=2), "n"),
    ],
)
def test_what_cannot_happen_there_is_not_ruled_on(played, entry, field):
    with pytest.raises(Refusal) as found:
        rule(played, entry)
    assert (found.value.text.code, found.value.field) == ("wrong_state", field)
    assert len(events(played)) == 1


def test_what_can_happen_there_is(played):
    entry = RulingEntry(
        effects_of("MELD_NON_MINIMAL", offender_seat=0, knocker_seat=0),
        rule="MELD_NON_MINIMAL",
        n=1,
        offender=0,
    )
    assert rule(played, entry).record.rulings[-1].rule == "MELD_NON_MINIMAL"


def test_who_plays_in_it_rules_on_nothing(played):
    user = make_user()
    player = Match.objects.get(pk=played.match_id).seats.get(seat=0).player
    player.user = user
    player.save()
    by = Actor(via="page", user_id=user.pk, roles=frozenset({Role.REFEREE, Role.ANYONE}))
    with pytest.raises(Refusal) as found:
        rule(played, VOID, by)
    assert found.value.text.code == "forbidden"


def test_the_audit_names_what_was_ruled(played):
    rule(played)
    assert AuditEntry.objects.filter(action="match.ruling").count() == 1

"""Rulings: recorded at a match, priced by the engine, taken back."""

import pytest

from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.scoring.hand import HandCounts
from games.models import Ruling
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user
from tournaments.selectors.desk.audit import reasons_of
from tournaments.services.desk import results, rulings

pytestmark = pytest.mark.django_db


@pytest.fixture
def board():
    return board_of(make_tournament(), 1, 1)


def ruled(board, rule, option="", *, offender=0, knocker=None, n=1, hand=None, by=DIRECTOR, **more):
    conditions = more.pop("conditions", ())
    cards = more.pop("cards", 0)
    board.match.refresh_from_db()
    effects = effects_of(rule, option, conditions, offender, knocker, cards=cards)
    entry = RulingEntry(
        effects, rule=rule, option=option, offender=offender, n=n, hand=hand, conditions=conditions
    )
    return rulings.record_ruling(
        board=board, version=board.match.version, entry=entry, by=by, now=NOW, **more
    )


def hand(board, entry):
    board.match.refresh_from_db()
    return results.record_hand(
        board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
    ).record


def take_back(board, made):
    board.match.refresh_from_db()
    return rulings.take_back_ruling(
        board=board,
        version=board.match.version,
        ruling_id=made.record.rulings[-1].pk,
        reason="wrong player",
        by=DIRECTOR,
        now=NOW,
    ).record


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value.text.code


ILLEGAL = "KNOCK_ILLEGAL_EARLY"
TWELVE_V_NINE = HandEntry(HandCounts.of("knock", 0, 12, 9))


def test_an_accepted_illegal_knock_is_scored_with_the_real_counts_undercut_included(board):
    left = ruled(
        board, ILLEGAL, "accept_as_legal", hand=TWELVE_V_NINE, conditions=["count_only_fault"]
    ).record
    score = left.sheet.games[0].hands[0].score
    assert (score.kind, score.winner, score.points) == ("undercut", 1, 28)


def test_without_the_ruling_that_knock_is_refused(board):
    assert refused(hand, board, TWELVE_V_NINE) == "illegal_knock"


def test_a_ruling_on_a_running_hand_prices_it_when_it_is_written_down(board):
    ruled(board, "HAND_COUNT_END_FEW", cards=2)
    left = hand(board, knock(0, 5, 40))
    score = left.sheet.games[0].hands[0].score
    assert (score.counts, score.points) == ((25, 40), 15)


def test_a_ruling_on_a_written_hand_changes_its_score_and_can_be_taken_back(board):
    before = hand(board, knock(0, 5, 40)).score
    made = ruled(board, "HAND_COUNT_END_MANY")
    score = made.record.sheet.games[0].hands[0].score
    assert (score.winner, score.points, score.boxes) == (None, 0, 0)
    left = take_back(board, made)
    assert left.score == before
    assert left.sheet.games[0].hands[0].score.points == 35


def test_a_void_running_hand_is_written_down_as_void(board):
    left = ruled(board, "STOCK_51ST").record
    assert [fact.kind for fact in left.facts] == ["void"]
    assert left.sheet.next_dealer == left.facts[0].dealer


def test_with_an_accepted_knock_goes_the_hand_that_was_written_down_by_it(board):
    accepted = {"hand": TWELVE_V_NINE, "conditions": ["count_only_fault"]}
    made = ruled(board, ILLEGAL, "accept_as_legal", **accepted)
    assert take_back(board, made).facts == ()
    left = hand(board, knock(0, 5, 40))
    assert [fact.hand.sequence for fact in left.facts] == [1]
    made = ruled(board, ILLEGAL, "accept_as_legal", n=2, **accepted)
    hand(board, knock(1, 5, 30))
    left = take_back(board, made)
    assert [fact.kind for fact in left.facts] == ["knock", "void", "knock"]
    assert left.games[0].points == (35, 25)


def test_a_hand_that_was_void_by_a_ruling_is_played_on_when_it_is_taken_back(board):
    made = ruled(board, "STOCK_51ST")
    assert take_back(board, made).facts == ()


def test_a_corrected_hand_keeps_its_rulings(board):
    hand(board, knock(0, 5, 40))
    ruled(board, "HAND_COUNT_END_FEW", cards=1)
    board.match.refresh_from_db()
    left = results.correct_hand(
        board=board,
        version=board.match.version,
        n=1,
        entry=knock(0, 4, 30),
        reason="misread",
        by=DIRECTOR,
        now=NOW,
    ).record
    assert left.sheet.games[0].hands[0].score.points == 30 - 14


def test_a_new_deal_leaves_no_hand_behind_and_is_refused_for_one_that_is_over(board):
    left = ruled(board, "DEAL_FACED_CARD", offender=None).record
    assert left.facts == ()
    hand(board, knock(0, 5, 40))
    assert refused(ruled, board, "DEAL_FACED_CARD", offender=None) == "wrong_phase"


def test_only_a_referee_rules(board):
    player = Actor("page", roles=frozenset({Role.PLAYER, Role.ANYONE}))
    assert refused(ruled, board, "LOOK_BACK", by=player) == "forbidden"


def test_nobody_rules_in_their_own_match(board):
    player = board.match.seats.get(seat=0).player
    player.user = make_user("Ruth Referee")
    player.save()
    both = Actor("page", player.user.pk, roles=frozenset({Role.REFEREE, Role.PLAYER}))
    assert refused(ruled, board, "LOOK_BACK", by=both) == "forbidden"


def test_an_old_version_is_told_so(board):
    effects = effects_of("LOOK_BACK", offender_seat=0)
    entry = RulingEntry(effects, rule="LOOK_BACK", offender=0, n=1)
    code = refused(
        rulings.record_ruling, board=board, version=99, entry=entry, by=DIRECTOR, now=NOW
    )
    assert code == "stale"


def test_what_was_ruled_stands_in_the_record(board):
    made = ruled(board, "LOOK_BACK")
    take_back(board, made)
    actions = list(AuditEntry.objects.order_by("-number").values_list("action", flat=True)[:2])
    assert actions == ["match.take_back_ruling", "match.ruling"]
    stored = Ruling.objects.get()
    assert stored.superseded_at == NOW
    assert stored.effects == [{"remedy": "lose_next_draw", "seats": [0]}]


def test_the_record_tells_why_a_ruling_was_taken_back(board):
    take_back(board, ruled(board, "LOOK_BACK"))
    entry = AuditEntry.objects.get(action="match.take_back_ruling")
    assert "reason" not in entry.data
    assert reasons_of([entry]) == {entry.number: "wrong player"}

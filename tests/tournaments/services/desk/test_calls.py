"""A referee is called, goes there, and the table goes on."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.engine.gin.irregularities.effects import effects_of
from games.services.rulings import RulingEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry, Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    team_event,
    win,
)
from tests.stock import stocked
from tournaments.models import Board, Call, CallTaken, Staff, Tournament
from tournaments.selectors.desk.calls import OpenCall, open_calls
from tournaments.selectors.events.access import acting_at, acting_in
from tournaments.services.desk import rulings
from tournaments.services.desk.calls import end_call, make_call, take_call
from tournaments.services.events import entries, setup
from tournaments.services.events.staff import end_staff, issue_pass
from tournaments.services.stages import rounds
from web.db.clock import now

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(seconds=112)


@pytest.fixture
@stocked
def event() -> Tournament:
    """Two matches at two tables."""
    made = make_tournament(start=False)
    do = {"tournament_id": made.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=[(1, ""), (2, "")], **do)
    rounds.start_tournament(**do)
    made.refresh_from_db()
    return made


@pytest.fixture
def board(event: Tournament) -> Board:
    return board_of(event, 1, 1)


def account(board: Board, seat: int) -> Actor:
    """The player of a seat, by an account of their own."""
    player = Player.objects.get(match_seats__match=board.match, match_seats__seat=seat)
    if player.user is None:
        player.user = make_user(player.name)
        player.save()
    return acting_at(Actor("page", player.user.pk), board)


def pass_of(event: Tournament, name: str, board: Board, *tables: int) -> Actor:
    """Somebody with a pass, as they are at this match. It begins when it is asked for."""
    made = issue_pass(tournament_id=event.pk, name=name, tables=tables, by=DIRECTOR, now=now())
    return acting_at(Actor("page", staff_id=made.staff.pk), board)


def call(board: Board, by: Actor | None = None, about: str = "count") -> Call:
    return make_call(board=board, about=about, by=by or account(board, 0), now=NOW)


def take(board: Board, called: Call, by: Actor, *, take_over: bool = False) -> CallTaken:
    return take_call(board=board, call_id=called.pk, by=by, now=LATER, take_over=take_over)


def shown(event: Tournament, by: Actor = DIRECTOR) -> list[OpenCall]:
    return list(open_calls(by, event).values())


def audited(event: Tournament) -> list[str]:
    entries = AuditEntry.objects.filter(scope=f"tournament:{event.pk}", action__startswith="call.")
    return list(entries.order_by("number").values_list("action", flat=True))


def test_a_player_calls_and_the_staff_see_what_for_and_since_when(event, board):
    versions = event.public_version, event.staff_version
    called = call(board)
    (row,) = shown(event)
    assert row == OpenCall(called.pk, board.match_id, "count", NOW, "", False)
    assert row.seconds(LATER) == 112
    event.refresh_from_db()
    assert (event.public_version, event.staff_version) == tuple(each + 1 for each in versions)


def test_the_two_who_press_at_once_have_called_once(event, board):
    called = call(board)
    assert call(board, account(board, 1), "turn") == called
    assert (Call.objects.get().about, audited(event)) == ("count", ["call.make"])


def test_two_standing_calls_at_a_match_do_not_fit_into_the_database(board):
    row = {"board": board, "about": "turn", "at": NOW, "role": Role.PLAYER, "via": "page"}
    Call.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(**row)


def test_who_may_call_and_what_for(event, board):
    other = account(board_of(event, 1, 2), 0)
    stranger = acting_at(Actor("page", other.user_id), board)
    for by, about, code in [(stranger, "count", "forbidden"), (DIRECTOR, "tea", "bad_call")]:
        with pytest.raises(Refusal) as refused:
            call(board, by, about)
        assert refused.value.text.code == code
    assert not Call.objects.exists()


@pytest.mark.parametrize("decided", ["by a result", "without play", "players not known"])
def test_nobody_is_called_to_a_match_that_is_not_played(event, board, decided):
    wanted, code = board, "match_over"
    if decided == "by a result":
        win(board, 0)
    elif decided == "without play":
        leave(event, 1)
    else:
        wanted, code = board_of(event, 2, 1), "not_ready"
    with pytest.raises(Refusal) as refused:
        call(board_of(event, wanted.pairing.round.number, 1), DIRECTOR)
    assert refused.value.text.code == code


def leave(event: Tournament, seed: int) -> None:
    entry = entry_at(event, seed).pk
    entries.withdraw_entry(tournament_id=event.pk, entry_id=entry, by=DIRECTOR, now=LATER)


def test_who_goes_is_named_to_the_two_and_to_the_staff(event, board):
    called = call(board)
    ruth = pass_of(event, "Ruth Okonedo", board, 1)
    assert take(board, called, ruth) == take(board, called, ruth)
    assert audited(event) == ["call.make", "call.take"]
    assert [(row.taker, row.mine) for row in shown(event)] == [("Ruth Okonedo", False)]
    for by, mine in [(acting_in(ruth, event), True), (account(board, 1), False)]:
        assert [(row.taker, row.mine) for row in shown(event, by)] == [("Ruth Okonedo", mine)]


def test_calls_are_shown_to_nobody_else(event, board):
    call(board)
    other = account(board_of(event, 1, 2), 0)
    assert shown(event, acting_in(other, event)) == []
    assert shown(event, Actor("page")) == []


def test_a_second_referee_is_told_who_was_first_and_may_take_over(event, board):
    called = call(board)
    ruth, gerda = pass_of(event, "Ruth", board), pass_of(event, "Gerda", board)
    take(board, called, ruth)
    with pytest.raises(Refusal) as refused:
        take(board, called, gerda)
    assert refused.value.text.code == "taken_already"
    assert refused.value.text.values == {"name": "Ruth"}
    take(board, called, gerda, take_over=True)
    assert [row.taker for row in shown(event)] == ["Gerda"]
    assert CallTaken.objects.filter(superseded_at=LATER).count() == 1


def test_who_has_no_name_any_more_goes_nowhere(event, board):
    called = call(board)
    user = make_user("Rob")
    referee = Actor("page", user.pk, roles=frozenset({Role.REFEREE, Role.ANYONE}))
    take(board, called, referee)
    user.delete()
    assert [row.taker for row in shown(event)] == [""]
    take(board, called, pass_of(event, "Ruth", board))
    assert [row.taker for row in shown(event)] == ["Ruth"]


def test_a_pass_for_other_tables_and_who_plays_there_cannot_go(event, board):
    called = call(board)
    player = account(board, 1)
    playing_referee = Actor("page", player.user_id, roles=player.roles | {Role.REFEREE})
    for by in (pass_of(event, "Ruth", board, 2), player, playing_referee):
        with pytest.raises(Refusal) as refused:
            take(board, called, by)
        assert refused.value.text.code == "forbidden"


def test_sorted_out_it_is_over_for_whoever_was_on_the_way(event, board):
    called = call(board)
    take(board, called, pass_of(event, "Ruth", board))
    for _ in range(2):
        end_call(board=board, call_id=called.pk, by=account(board, 1), now=LATER)
    assert shown(event) == []
    assert not CallTaken.objects.filter(superseded_at__isnull=True).exists()
    assert audited(event) == ["call.make", "call.take", "call.end"]
    end = AuditEntry.objects.get(action="call.end")
    assert end.data == {"match": board.match_id, "call": called.pk, "seconds": 112}


def test_a_call_of_before_is_not_the_one_that_stands(event, board):
    first = call(board)
    end_call(board=board, call_id=first.pk, by=DIRECTOR, now=LATER)
    second = call(board, about="turn")
    end_call(board=board, call_id=first.pk, by=DIRECTOR, now=LATER)
    assert [row.pk for row in shown(event)] == [second.pk]
    with pytest.raises(Refusal) as refused:
        take(board, first, pass_of(event, "Ruth", board))
    assert refused.value.text.code == "call_over"


def test_the_result_of_the_match_ends_it_in_the_same_change(event, board):
    call(board)
    before = Tournament.objects.get(pk=event.pk).staff_version
    win(board, 0)
    assert shown(event) == []
    assert Tournament.objects.get(pk=event.pk).staff_version == before + 1


def rule(board: Board, by: Actor) -> None:
    effects = effects_of("STOCK_51ST", offender_seat=0)
    entry = RulingEntry(effects, rule="STOCK_51ST", offender=0, n=1)
    rulings.record_ruling(board=board, version=board.match.version, entry=entry, by=by, now=LATER)


def test_a_ruling_of_who_came_ends_it(event, board):
    called, other = call(board), call(board_of(event, 1, 2), DIRECTOR)
    ruth = pass_of(event, "Ruth", board)
    take(board, called, ruth)
    rule(board, ruth)
    assert [row.pk for row in shown(event)] == [other.pk]


@pytest.mark.parametrize(("taken", "taker"), [(True, "Ruth"), (False, "")])
def test_a_ruling_of_somebody_else_may_be_about_something_else(event, board, taken, taker):
    called = call(board)
    if taken:
        take(board, called, pass_of(event, "Ruth", board))
    rule(board, DIRECTOR)
    assert [(row.pk, row.taker) for row in shown(event)] == [(called.pk, taker)]


def test_who_took_over_answers_it_by_a_ruling_and_not_who_was_first(event, board):
    called = call(board)
    ruth, gerda = pass_of(event, "Ruth", board), pass_of(event, "Gerda", board)
    take(board, called, ruth)
    take(board, called, gerda, take_over=True)
    rule(board, ruth)
    assert [row.taker for row in shown(event)] == ["Gerda"]


@pytest.mark.parametrize("gone", ["taken back", "run out"])
def test_a_call_of_a_pass_that_holds_no_more_is_open_again(event, board, gone):
    called = call(board)
    ruth = pass_of(event, "Ruth", board)
    take(board, called, ruth)
    if gone == "taken back":
        end_staff(tournament_id=event.pk, staff_id=ruth.staff_id, by=DIRECTOR, now=now())
    else:
        Staff.objects.filter(pk=ruth.staff_id).update(expires_at=now() - timedelta(minutes=1))
    assert [row.taker for row in shown(event)] == [""]
    take(board, called, pass_of(event, "Gerda", board))
    assert [row.taker for row in shown(event)] == ["Gerda"]


def test_who_leaves_the_event_takes_their_call_along(event, board):
    call(board)
    other = call(board_of(event, 1, 2), DIRECTOR)
    leave(event, 1)
    assert [row.pk for row in shown(event)] == [other.pk]


def test_boards_of_one_match_between_teams_call_for_themselves():
    event = team_event()
    first, second = Board.objects.filter(
        pairing__round__number=1, pairing__number=1
    ).select_related("match", "pairing__round__stage")[:2]
    call(first, DIRECTOR)
    call(second, DIRECTOR, "turn")
    assert {row.match: row.about for row in shown(event)} == {
        first.match_id: "count",
        second.match_id: "turn",
    }

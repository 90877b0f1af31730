"""The two of a match agree on an hour: what is proposed, taken, refused, and what stands."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from kernel.permissions import Actor, Role
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, knock, make_user, win
from tests.league import END, EVENING, League
from tests.online import OnlineEvent
from tournaments.domain.windows import Effort, Hour
from tournaments.models import AgreedTime, RoundWindow, TimeProposal
from tournaments.selectors.desk.arranging import Arrangement, arrangement_of, efforts_at
from tournaments.services.desk.arranging import accept_time, propose_times
from tournaments.services.desk.results import record_hand

pytestmark = pytest.mark.django_db

LATER = [EVENING + timedelta(days=day) for day in range(3)]


@pytest.fixture
def league() -> League:
    return League()


def stands(league: League, now: datetime = NOW) -> Arrangement | None:
    return arrangement_of(league.board(), now)


def refused(act) -> str:
    with pytest.raises(Refusal) as raised:
        act()
    return raised.value.text.code


def test_one_proposes_and_the_other_takes_one_of_three(league: League) -> None:
    assert stands(league) == Arrangement(END)
    league.propose(0, reversed(LATER))
    assert stands(league) == Arrangement(END, 0, tuple(LATER))
    assert league.accept(1, LATER[1]) == Arrangement(END, agreed=LATER[1], hour=Hour.AHEAD)
    assert stands(league) == Arrangement(END, agreed=LATER[1], hour=Hour.AHEAD)


def test_doing_it_twice_changes_nothing(league: League) -> None:
    league.propose(0, LATER)
    league.tournament.refresh_from_db()
    before = league.tournament.version
    assert league.propose(0, LATER) == stands(league)
    league.tournament.refresh_from_db()
    assert league.tournament.version == before
    league.accept(1)
    assert league.accept(1) == stands(league)
    assert (TimeProposal.objects.count(), AgreedTime.objects.count()) == (1, 1)


def test_who_can_at_none_of_them_proposes_in_turn(league: League) -> None:
    league.propose(0, LATER[:1])
    league.propose(1, LATER[1:])
    assert stands(league) == Arrangement(END, 1, tuple(LATER[1:]))
    assert refused(lambda: league.accept(1, LATER[1])) == "not_proposed", "their own"
    assert refused(lambda: league.accept(0, LATER[0])) == "not_proposed", "not any more"


def test_what_is_agreed_holds_until_something_else_is(league: League) -> None:
    league.propose(0, LATER[:1])
    league.accept(1, LATER[0])
    league.propose(1, LATER[2:])
    assert stands(league) == Arrangement(END, 1, (LATER[2],), agreed=LATER[0], hour=Hour.AHEAD)
    league.accept(0, LATER[2])
    assert stands(league) == Arrangement(END, agreed=LATER[2], hour=Hour.AHEAD)


def hour_of(league: League, after: timedelta) -> Hour | None:
    found = stands(league, EVENING + after)
    return found.hour if found else None


def test_an_agreed_hour_at_which_nobody_came_is_missed_and_stays_a_fact(league: League) -> None:
    league.propose(0)
    league.accept(1)
    assert hour_of(league, timedelta(minutes=-16)) == Hour.AHEAD
    assert hour_of(league, timedelta(minutes=-15)) == Hour.COME
    assert hour_of(league, timedelta(minutes=59)) == Hour.COME
    assert hour_of(league, timedelta(hours=1)) == Hour.MISSED
    assert AgreedTime.objects.get().superseded_at is None
    board, late, later = league.board(), EVENING + timedelta(hours=2), LATER[1]
    propose_times(board=board, times=[later], by=league.player(1), now=late)
    accept_time(board=board, time=later, by=league.player(0), now=late)
    assert hour_of(league, timedelta(hours=1)) == Hour.AHEAD
    assert AgreedTime.objects.count() == 2


def test_what_was_begun_missed_no_hour(league: League) -> None:
    league.propose(0)
    league.accept(1)
    board = league.board()
    hand = {"version": board.match.version, "entry": knock(0, 3, 20)}
    record_hand(board=board, by=DIRECTOR, now=NOW, **hand)
    assert hour_of(league, timedelta(days=1)) == Hour.COME


def test_cards_that_were_dealt_online_are_a_beginning(league: League) -> None:
    event = OnlineEvent(window_days=7)
    event.sit_down()
    board = event.board
    for seat, act in ((0, propose_times), (1, accept_time)):
        by = Actor("page", user_id=event.users[seat].pk, roles=frozenset({Role.PLAYER}))
        said = {"times": [EVENING]} if seat == 0 else {"time": EVENING}
        act(board=board, by=by, now=NOW, **said)
    found = arrangement_of(board, EVENING + timedelta(hours=2))
    assert found is not None
    assert found.hour == Hour.COME


def test_an_hour_that_is_past_is_proposed_no_more(league: League) -> None:
    league.propose(0, LATER)
    found = stands(league, LATER[1])
    assert found is not None
    assert found.proposed == (LATER[2],)
    board, other = league.board(), league.player(1)
    with pytest.raises(Refusal, match="not proposed any more"):
        accept_time(board=board, time=LATER[0], by=other, now=LATER[1])
    assert stands(league, LATER[2]) == Arrangement(END)


def test_an_hour_behind_a_window_that_was_moved_is_proposed_no_more(league: League) -> None:
    league.propose(0, LATER)
    RoundWindow.objects.update(until=LATER[0])
    assert stands(league) == Arrangement(LATER[0], 0, (LATER[0],))
    assert refused(lambda: league.accept(1, LATER[1])) == "not_proposed"


@pytest.mark.parametrize(
    ("times", "code"),
    [
        ([], "invalid"),
        ([*LATER, EVENING + timedelta(hours=1)], "invalid"),
        ([NOW], "bad_hour"),
        ([END + timedelta(minutes=1)], "bad_hour"),
    ],
)
def test_what_is_no_hour_for_it(league: League, times: list[datetime], code: str) -> None:
    assert refused(lambda: league.propose(0, times)) == code
    assert not TimeProposal.objects.exists()


def test_the_same_hour_in_two_time_zones_is_one(league: League) -> None:
    berlin = EVENING.astimezone(ZoneInfo("Europe/Berlin"))
    assert league.propose(0, [EVENING, berlin]).proposed == (EVENING,)


def test_nobody_else_agrees_on_it(league: League) -> None:
    elsewhere = league.player(0, league.board(2))
    staff = Actor("page", user_id=None, roles=frozenset({Role.DIRECTOR, Role.ANYONE}))
    for other in (elsewhere, staff):
        with pytest.raises(Refusal, match="Only the two"):
            propose_times(board=league.board(), times=[EVENING], by=other, now=NOW)


def test_there_is_nothing_to_agree_on_once_it_is_over(league: League) -> None:
    win(league.board(), 0)
    assert refused(lambda: league.propose(0)) == "match_over"


def test_an_event_at_its_time_has_no_hours_to_agree_on() -> None:
    event = League(window_days=None)
    assert stands(event) is None
    assert refused(lambda: event.propose(0)) == "wrong_state"


def test_what_each_has_done_to_play(league: League) -> None:
    none, spoken = Effort(), Effort(has_spoken=True)
    assert efforts_at(league.board(), END) == (none, none)
    league.propose(0)
    assert efforts_at(league.board(), END) == (Effort(True, True), none)
    soon = NOW + timedelta(hours=23)
    assert efforts_at(league.board(), soon) == (spoken, none), "nobody could answer that"
    league.accept(1)
    assert efforts_at(league.board(), END) == (Effort(True, True), spoken)


def test_who_sits_there_now_has_not_done_what_another_did(league: League) -> None:
    league.propose(0)
    player = league.board().match.seats.select_related("player").get(seat=0).player
    player.user = make_user("Somebody Else")
    player.save()
    assert efforts_at(league.board(), END) == (Effort(), Effort())


def test_the_database_holds_one_proposal_and_one_hour(league: League) -> None:
    league.propose(0)
    row = TimeProposal.objects.get()
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    league.accept(1)
    agreed = AgreedTime.objects.get()
    agreed.pk, agreed.proposal = None, league.propose(0, LATER[1:]) and TimeProposal.objects.last()
    with pytest.raises(IntegrityError), transaction.atomic():
        agreed.save()

"""The worker comes by each second, or once after a long while: the same falls due at the same
instants. Time passes as what was done is moved into the past."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

from games.models import Adjustment, OnlineTable, Outage, TableEvent, WebHeartbeat
from games.services.tables.ticking import AGAIN_AFTER, tick_tables
from games.services.tables.writing import NEVER
from games.services.uptime import beat
from games.tables.records import ms_of
from tests.concurrency import at_once
from tests.games.online import MOVE, OnlineMatch
from web.db import clock

pytestmark = pytest.mark.django_db

TURN = 45_000 + 500
GAME = TURN + 180_000
"""Milliseconds: a turn, and with all of the reserve, with what is forgiven."""


@pytest.fixture
def match() -> OnlineMatch:
    """One in which a seat is to act, as a process that takes actions runs."""
    beat()
    match = OnlineMatch.begun(MOVE, match_n=3)
    match.play_hand_until_turn()
    return match


def pass_time(match: OnlineMatch, **span: float) -> None:
    """Everything was so much earlier, but for the heartbeat, which went on."""
    match.pass_time(**span)
    earlier = timedelta(**span)
    OnlineTable.objects.exclude(due_at=NEVER).update(due_at=F("due_at") - earlier)
    Outage.objects.update(began_at=F("began_at") - earlier, ended_at=F("ended_at") - earlier)


def be_away(match: OnlineMatch, *, after: int, seconds: int) -> None:
    """No process took actions for a while, that long after the running turn began."""
    began = match.events()[-1].at + after
    since = clock.now() + timedelta(milliseconds=began - match.now.now)
    Outage.objects.create(began_at=since, ended_at=since + timedelta(seconds=seconds))


def tick() -> None:
    tick_tables(now=clock.now())


def fallen(match: OnlineMatch, since: int) -> list[tuple[str, int]]:
    """What the table did by itself after the event with that number: how long after it."""
    log = match.events()
    begun = log[since - 1].at
    return [(event.kind, event.at - begun) for event in log[since:]]


@pytest.mark.parametrize("looks", [[600], [224, 0.9, 1, 374.1], [100] * 6])
def test_whenever_it_comes_by_the_same_falls_at_the_same_instants(match, looks):
    """Each in turn loses a game by the clock, and the next is dealt 20 seconds later."""
    version = match.now.state.version
    for seconds in looks:
        pass_time(match, seconds=seconds)
        tick()
    lost = [("flag", GAME), *[(kind, GAME + 20_000) for kind in ("ready", "ready", "deal")]]
    once_more = [(kind, at + GAME + 20_000) for kind, at in lost]
    assert fallen(match, version) == lost + once_more
    assert Adjustment.objects.count() == 2


@pytest.mark.parametrize("looks", [[330], [33] * 10, [45, 1, 45, 1, 238]])
def test_the_clock_plays_the_same_whenever_somebody_looks(looks):
    """Three turns for each, then the game is lost."""
    beat()
    clock_of_turns = {"kind": "move", "seconds": 45, "reserve": 0}
    match = OnlineMatch.begun(clock_of_turns, flag="auto_play", match_n=3)
    match.play_hand_until_turn()
    version = match.now.state.version
    for seconds in looks:
        pass_time(match, seconds=seconds)
        tick()
    found = fallen(match, version)
    played = [at for kind, at in found if kind == "action"]
    assert sorted(set(played)) == [turn * TURN for turn in range(1, 7)]
    assert found[len(played)] == ("flag", 7 * TURN)


@pytest.mark.parametrize("looks", [[600], [60] * 10])
def test_time_in_which_the_web_was_down_is_given_back_once(match, looks):
    version = match.now.state.version
    be_away(match, after=10_000, seconds=100)
    be_away(match, after=200_000, seconds=50)
    be_away(match, after=500_000, seconds=60)
    for seconds in looks:
        pass_time(match, seconds=seconds)
        tick()
    assert fallen(match, version)[0] == ("flag", GAME + 150_000)


def test_an_outage_that_ended_before_the_turn_gives_nothing(match):
    version = match.now.state.version
    be_away(match, after=-20_000, seconds=15)
    pass_time(match, seconds=600)
    tick()
    assert fallen(match, version)[0] == ("flag", GAME)


def test_while_no_process_takes_actions_no_flag_falls(match):
    version = match.now.state.version
    pass_time(match, seconds=600)
    WebHeartbeat.objects.update(at=F("at") - timedelta(seconds=590))
    tick()
    assert fallen(match, version) == []
    beat()
    tick()
    assert fallen(match, version) == []
    lost = Outage.objects.get()
    assert lost.ended_at - lost.began_at >= timedelta(seconds=590)
    pass_time(match, seconds=300)
    tick()
    ((kind, at), *_) = fallen(match, version)
    assert kind == "flag"
    assert at == GAME + ms_of(lost.ended_at) - ms_of(lost.began_at)


def test_where_nothing_is_due_nothing_is_touched(match, django_assert_num_queries):
    now = clock.now()
    with django_assert_num_queries(2):
        tick_tables(now=now)


def test_what_is_wrong_with_one_table_keeps_no_other_waiting(match, caplog):
    other = OnlineMatch.begun(MOVE, match_n=3)
    other.play_hand_until_turn()
    broken = min(match.match, other.match)
    TableEvent.objects.filter(table__match=broken, kind="deal").update(data={})
    TableEvent.objects.update(at=F("at") - timedelta(seconds=600))
    OnlineTable.objects.update(due_at=clock.now() - timedelta(seconds=300))
    tick()
    well = match if broken == other.match else other
    assert "flag" in well.kinds()
    assert f"match {broken} " in caplog.text
    again = OnlineTable.objects.get(match=broken).due_at - clock.now()
    assert timedelta() < again <= AGAIN_AFTER


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_writes_to_is_not_waited_for(match):
    pass_time(match, seconds=600)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_match FOR UPDATE")
        at_once(tick)
    assert "flag" not in match.kinds()
    tick()
    assert "flag" in match.kinds()


@pytest.mark.databases_differ
@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_by_one_does_it(match):
    pass_time(match, seconds=230)
    at_once(tick, match.look, times=4)
    assert match.kinds().count("flag") == 1
    assert Adjustment.objects.count() == 1

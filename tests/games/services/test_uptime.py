"""The heartbeat, and the time that is given back: what happened is written into the past."""

from datetime import datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Outage, WebHeartbeat
from games.selectors.uptime import Newest, is_web_up, uptime_since
from games.services.uptime import KEPT_FOR, beat, purge_outages
from tests.builders import NOW
from tests.concurrency import at_once
from web.db import clock

SECOND = timedelta(seconds=1)


def last_beat(before: timedelta) -> datetime:
    """The last beat was so long ago; gives when."""
    at = clock.now() - before
    WebHeartbeat.objects.update_or_create(pk=1, defaults={"at": at})
    return at


def ms(instant: datetime) -> int:
    return round(instant.timestamp() * 1000)


@pytest.mark.django_db
def test_beats_that_follow_each_other_leave_no_outage() -> None:
    first = last_beat(SECOND)
    for _ in range(2):
        beat()
    assert WebHeartbeat.objects.get().at > first
    assert not Outage.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("before", "is_outage"), [(2 * SECOND, False), (600 * SECOND, True)])
def test_a_gap_of_more_than_three_seconds_is_kept_once(before: timedelta, is_outage: bool) -> None:
    last = last_beat(before)
    beat()
    beat()
    kept = [(outage.began_at, outage.ended_at) for outage in Outage.objects.all()]
    if is_outage:
        ((began, ended),) = kept
        assert began == last
        assert ended - began >= before
    else:
        assert kept == []


@pytest.mark.databases_differ
@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_back_together_one_keeps_it() -> None:
    last = last_beat(600 * SECOND)
    at_once(beat, times=8)
    assert [outage.began_at for outage in Outage.objects.all()] == [last]


@pytest.mark.databases_differ
@pytest.mark.django_db(transaction=True)
def test_the_first_beat_of_all_is_one() -> None:
    at_once(beat, times=8)
    assert WebHeartbeat.objects.count() == 1
    assert not Outage.objects.exists()


@pytest.mark.django_db
def test_on_a_full_disk_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.disk.FULL", 10**18)
    beat()
    assert not WebHeartbeat.objects.exists()


@pytest.mark.django_db
def test_before_the_first_beat_nothing_is_lost() -> None:
    found = uptime_since(NOW - 600 * SECOND, now=NOW)
    assert (found.is_up, found.outages) == (True, ())


@pytest.mark.databases_differ
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("beat_before", "is_up", "goes_on"),
    [(1, True, 0), (3, True, 0), (4, False, 4), (60, False, 60)],
)
def test_what_was_lost_since(
    beat_before: int,
    is_up: bool,
    goes_on: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Outages that ended before don't count, the one that goes on does."""
    for began, ended in [(900, 800), (500, 400), (300, 290)]:
        Outage.objects.create(began_at=NOW - began * SECOND, ended_at=NOW - ended * SECOND)
    WebHeartbeat.objects.create(pk=1, at=NOW - beat_before * SECOND)
    with django_assert_num_queries(1):
        found = uptime_since(NOW - 450 * SECOND, now=NOW)
    spans = [(500, 400), (300, 290)] + ([(goes_on, 0)] if goes_on else [])
    assert found.is_up == is_up == is_web_up(now=NOW)
    assert found.outages == tuple(
        (ms(NOW - began * SECOND), ms(NOW - ended * SECOND)) for began, ended in spans
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("heartbeat", "outage_end", "asks"),
    [(None, None, 0), (1, 451, 0), (3, 450, 0), (1, 449, 1), (4, None, 1)],
)
def test_where_the_newest_says_that_nothing_was_lost_it_is_not_asked_for(
    heartbeat: int | None,
    outage_end: int | None,
    asks: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    newest = Newest(
        *(None if ago is None else NOW - ago * SECOND for ago in (heartbeat, outage_end))
    )
    with django_assert_num_queries(asks):
        uptime_since(NOW - 450 * SECOND, now=NOW, newest=newest)


@pytest.mark.django_db
def test_what_can_count_no_more_is_forgotten() -> None:
    for ended in (NOW - KEPT_FOR - SECOND, NOW - KEPT_FOR + SECOND):
        Outage.objects.create(began_at=ended - 60 * SECOND, ended_at=ended)
    purge_outages(now=NOW)
    assert [outage.ended_at for outage in Outage.objects.all()] == [NOW - KEPT_FOR + SECOND]

"""A round's clock by what was done to it."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.domain.clock import ClockFact, RoundClock, round_clock

START = datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
SEVEN = 7


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def clock(*facts: ClockFact, table: int | None = None) -> RoundClock:
    found = round_clock(50, [ClockFact("start", START), *facts], table)
    assert found is not None
    return found


def test_there_is_none_before_the_start() -> None:
    assert round_clock(50, [], None) is None


def test_it_ends_after_its_minutes() -> None:
    assert clock() == RoundClock(3000, 0, at(50), None)


def test_its_seconds_left_end_at_nothing() -> None:
    assert [clock().left_at(at(minute)) for minute in (0, 49, 50, 60)] == [3000, 60, 0, 0]


def test_what_is_added_is_added_at_that_table_or_at_all() -> None:
    facts = (
        ClockFact("extend", at(5), None, 120),
        ClockFact("extend", at(6), SEVEN, 300),
    )
    assert clock(*facts).ends_at == at(52)
    seven = clock(*facts, table=SEVEN)
    assert (seven.ends_at, seven.added) == (at(57), 420)


def test_a_paused_clock_keeps_what_was_left() -> None:
    paused = clock(ClockFact("pause", at(20)))
    assert paused.ends_at is None
    assert (paused.ends_at, paused.left) == (None, 1800)
    assert paused.left_at(at(45)) == 1800


def test_pausing_again_changes_nothing_and_neither_does_going_on_without_a_pause() -> None:
    facts = (
        ClockFact("resume", at(1)),
        ClockFact("pause", at(20)),
        ClockFact("pause", at(22)),
        ClockFact("resume", at(25)),
        ClockFact("resume", at(30)),
    )
    assert clock(*facts).ends_at == at(55)


@pytest.mark.parametrize(("first", "second"), [(None, SEVEN), (SEVEN, None)])
def test_a_table_stopped_twice_over_goes_on_when_both_have_let_it_go(
    first: int | None, second: int | None
) -> None:
    facts = (
        ClockFact("pause", at(10), first),
        ClockFact("pause", at(12), second),
        ClockFact("resume", at(14), first),
    )
    assert clock(*facts, table=SEVEN).left == 40 * 60
    assert clock(*facts, ClockFact("resume", at(20), second), table=SEVEN).ends_at == at(60)


def test_time_added_during_a_pause_counts() -> None:
    facts = (ClockFact("pause", at(20)), ClockFact("extend", at(21), None, 60))
    assert clock(*facts).left == 31 * 60


def test_its_minutes_since_the_start_leave_pauses_out_and_go_on_after_its_end() -> None:
    facts = (
        ClockFact("extend", at(5), None, 300),
        ClockFact("pause", at(10)),
        ClockFact("resume", at(14)),
    )
    assert [clock(*facts).since_start_at(at(minute)) // 60 for minute in (14, 20, 90)] == [
        10,
        16,
        86,
    ]
    assert clock(*facts[:2]).since_start_at(at(30)) // 60 == 10

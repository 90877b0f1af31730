"""The window of a round, and what becomes of a match that was not played within it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tournaments.domain.windows import Effort, Hour, Settled, Unplayed, hour_at, settled
from tournaments.domain.windows import window_end as end

BERLIN = ZoneInfo("Europe/Berlin")


def test_a_window_ends_with_the_last_day_as_the_club_has_it() -> None:
    late = datetime(2026, 3, 3, 23, 30, tzinfo=UTC)  # the 4th in Berlin
    assert end(late, 7, ZoneInfo("UTC")).isoformat() == "2026-03-10T23:59:00+00:00"
    assert end(late, 7, BERLIN).isoformat() == "2026-03-11T23:59:00+01:00"


def test_a_window_over_the_change_of_the_clock_ends_by_the_wall() -> None:
    before = datetime(2026, 3, 27, 19, tzinfo=UTC)
    assert end(before, 7, BERLIN).isoformat() == "2026-04-03T23:59:00+02:00"


NONE, ANSWERED, IN_TIME = Effort(), Effort(has_spoken=True), Effort(True, True)

ENDS = [
    (Unplayed.DIRECTOR, (IN_TIME, NONE), None),
    (Unplayed.NEITHER, (IN_TIME, NONE), Settled()),
    (Unplayed.WHO_TRIED, (IN_TIME, NONE), Settled(winner=0)),
    (Unplayed.WHO_TRIED, (NONE, IN_TIME), Settled(winner=1)),
    (Unplayed.WHO_TRIED, (IN_TIME, ANSWERED), Settled()),
    (Unplayed.WHO_TRIED, (IN_TIME, IN_TIME), Settled()),
    (Unplayed.WHO_TRIED, (ANSWERED, NONE), Settled()),
    (Unplayed.WHO_TRIED, (NONE, NONE), Settled()),
]


@pytest.mark.parametrize("knows_draws", [True, False])
@pytest.mark.parametrize(("rule", "efforts", "ends"), ENDS)
def test_how_a_match_ends_that_was_not_begun(
    rule: Unplayed, efforts: tuple[Effort, Effort], ends: Settled | None, knows_draws: bool
) -> None:
    assert settled(rule, efforts, knows_draws=knows_draws) == ends


def test_it_is_drawn_where_there_are_drawn_matches() -> None:
    assert settled(Unplayed.DRAWN, (IN_TIME, NONE), knows_draws=True) == Settled(is_drawn=True)
    assert settled(Unplayed.DRAWN, (IN_TIME, NONE), knows_draws=False) == Settled()


@pytest.mark.parametrize(
    ("minutes", "has_begun", "hour"),
    [
        (-16, False, Hour.AHEAD),
        (-15, False, Hour.COME),
        (59, False, Hour.COME),
        (60, False, Hour.MISSED),
        (60, True, Hour.COME),
        (-16, True, Hour.AHEAD),
    ],
)
def test_an_agreed_hour_comes_and_may_be_missed(minutes: int, has_begun: bool, hour: Hour) -> None:
    agreed = datetime(2026, 3, 3, 20, tzinfo=UTC)
    now = agreed + timedelta(minutes=minutes)
    assert hour_at(agreed, now, has_begun=has_begun) == hour

"""A player of an event by days is away for some days, through the API."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.services.tables.writing import settle_table_now
from games.tables.clock import clock_from
from tests.builders import owner_of
from tests.by_days import TWO_DAYS, pass_time
from tests.client import Api
from tests.online import OnlineEvent
from web.db import clock

pytestmark = pytest.mark.django_db

WITH_VACATION = TWO_DAYS | {"vacation": 14}


class Away:
    """A hand is on the table, and it is the turn of `turn`."""

    def __init__(self, **fields: Any) -> None:
        self.event = OnlineEvent(clock=WITH_VACATION, **fields)
        self.event.begin()
        self.turn = int(self.event.view()["turn"])
        self.path = f"tournaments/{self.event.tournament.pk}/vacation/"

    def go(self, seat: int, days: int, status: int = 200) -> Any:
        return self.event.seats[seat].post(self.path, {"days": days}, status)

    def come_back(self, seat: int) -> Any:
        return self.event.seats[seat].delete(self.path, 200)

    @property
    def state(self) -> str:
        return str(self.event.view()["state"])

    def left(self) -> int:
        """Hours of the turn that goes on."""
        return round(self.event.view()["clocks"][self.turn]["left"] / 3_600_000)


@pytest.fixture
def away() -> Away:
    return Away()


def code(answer: Any) -> str:
    return str(answer["error"]["code"])


def test_no_clock_runs_and_nothing_is_played_meanwhile(away: Away) -> None:
    pass_time(hours=8)
    answer = away.go(away.turn, 5)
    assert datetime.fromisoformat(answer["until"]) > clock.now() + timedelta(days=4, hours=23)
    assert answer["days_left"] == 9
    assert away.state == "adjourned"
    pass_time(hours=3 * 24)
    assert away.left() == 40
    legal = "pass"
    assert code(away.event.act(away.turn, legal, 409)) == "adjourned"


def test_back_the_turn_has_what_it_had_left(away: Away) -> None:
    pass_time(hours=8)
    away.go(away.turn, 5)
    pass_time(hours=24)
    assert away.come_back(away.turn)["until"] is None
    assert away.come_back(away.turn)["until"] is None
    assert (away.state, away.left()) == ("playing", 40)
    pass_time(hours=2)
    assert away.left() == 38


def test_it_ends_by_itself(away: Away) -> None:
    away.go(1 - away.turn, 1)
    pass_time(hours=25)
    settle_table_now(match=away.event.board.match_id)  # the worker comes by
    assert away.event.seats[1 - away.turn].get(away.path)["until"] is None
    assert (away.state, away.left()) == ("playing", 47)


def test_while_both_are_away_it_stands_still_until_both_are_back(away: Away) -> None:
    away.go(0, 3)
    away.go(1, 7)
    away.come_back(1)
    assert away.state == "adjourned"
    away.go(1, 6)
    away.come_back(0)
    assert away.state == "adjourned"
    away.come_back(1)
    assert away.state == "playing"


def test_nobody_has_more_days_than_the_event_allows(away: Away) -> None:
    assert code(away.go(0, 15, 400)) == "invalid"
    away.go(0, 10)
    assert code(away.go(0, 2, 409)) == "wrong_state"
    away.come_back(0)
    # A part of a day counts as a whole one.
    assert away.event.seats[0].get(away.path)["days_left"] == 13
    for days in (7, 6):
        away.go(0, days)
        pass_time(hours=24 * days)
    assert away.event.seats[0].get(away.path)["days_left"] == 0
    assert code(away.go(0, 1, 409)) == "too_many_days"
    assert away.event.seats[1].get(away.path)["days_left"] == 14


def test_what_staff_have_stopped_stays_as_they_said(away: Away) -> None:
    staff = Api(owner_of(away.event.tournament.club))
    staff.post(f"{away.event.match}table/pause/", {"reason": "a call"})
    away.go(0, 3)
    assert away.state == "paused"
    away.come_back(0)
    assert away.state == "paused"


def test_only_who_plays_and_only_where_the_event_has_it(away: Away) -> None:
    staff = Api(owner_of(away.event.tournament.club))
    assert code(staff.post(away.path, {"days": 1}, 403)) == "forbidden"
    without = OnlineEvent(clock=TWO_DAYS)
    path = f"tournaments/{without.tournament.pk}/vacation/"
    assert code(without.seats[0].post(path, {"days": 1}, 409)) == "wrong_state"
    assert without.seats[0].get(path)["days_left"] == 0


def test_a_clock_without_vacation_is_shown_as_before() -> None:
    assert clock_from(TWO_DAYS).as_json() == TWO_DAYS
    assert clock_from(TWO_DAYS | {"vacation": 0}).as_json() == TWO_DAYS
    assert clock_from(WITH_VACATION).as_json() == WITH_VACATION

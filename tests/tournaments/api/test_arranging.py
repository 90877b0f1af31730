"""The hour of a match and the window of its round, over the API."""

from datetime import datetime, timedelta

import pytest

from tests.builders import owner_of
from tests.client import Api
from tests.league import League
from tournaments.models import AgreedTime, RoundWindow
from web.db import clock

pytestmark = pytest.mark.django_db


class OpenLeague(League):
    """One whose first round is played these days."""

    def __init__(self) -> None:
        super().__init__()
        self.now = clock.now().replace(microsecond=0)
        self.until = self.now + timedelta(days=7)
        RoundWindow.objects.update(until=self.until)
        self.times = [said(self.now + timedelta(days=day)) for day in (1, 2, 3)]
        self.match = f"matches/{self.board().match_id}/"
        self.round = f"tournaments/{self.tournament.pk}/rounds/1/"
        self.seats = [
            Api(seat.player.user)
            for seat in self.board().match.seats.select_related("player__user")
        ]
        self.owner = Api(owner_of(self.tournament.club))


def said(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


@pytest.fixture
def league() -> OpenLeague:
    return OpenLeague()


def test_two_agree_on_an_hour(league: OpenLeague) -> None:
    first, second = league.seats
    path = f"{league.match}times/"
    answer = {"match": league.board().match_id, "until": said(league.until)}
    nothing = {"agreed": None, "missed": False, "proposer": None, "proposed": []}
    assert first.get(path) == answer | nothing
    proposed = answer | nothing | {"proposer": 0, "proposed": league.times}
    assert first.post(path, {"times": league.times}) == proposed
    assert second.get(path) == league.owner.get(path) == proposed
    assert Api().get(path) == answer | nothing, "what they say to each other"
    agreed = answer | nothing | {"agreed": league.times[1]}
    assert second.post(f"{path}agreed/", {"time": league.times[1]}) == agreed
    assert Api().get(path) == agreed


def test_an_hour_at_which_nobody_came_is_said_to_be_missed(league: OpenLeague) -> None:
    first, second = league.seats
    path = f"{league.match}times/"
    first.post(path, {"times": league.times})
    second.post(f"{path}agreed/", {"time": league.times[0]})
    AgreedTime.objects.update(time=league.now - timedelta(hours=2))
    found = Api().get(path)
    assert (found["agreed"], found["missed"]) == (said(league.now - timedelta(hours=2)), True)
    again = second.post(path, {"times": league.times})
    assert (again["proposer"], again["missed"]) == (1, True)
    agreed = first.post(f"{path}agreed/", {"time": league.times[1]})
    assert (agreed["agreed"], agreed["missed"]) == (league.times[1], False)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"times": []}, 400),
        ({"times": "soon"}, 400),
        ({"times": ["soon"]}, 400),
        ({"times": ["2026-05-01T19:00:00"]}, 400),
        ({"times": ["2026-05-01T19:00:00Z"]}, 400),
    ],
)
def test_what_is_no_hour_is_refused(league: OpenLeague, body: object, status: int) -> None:
    league.seats[0].post(f"{league.match}times/", body, status)


def test_nobody_else_may(league: OpenLeague) -> None:
    path = f"{league.match}times/"
    league.owner.post(path, {"times": league.times}, 403)
    Api().post(path, {"times": league.times}, 401)
    league.seats[0].post(path, {"times": league.times})
    error = league.seats[0].post(f"{path}agreed/", {"time": league.times[0]}, 409)
    assert error["error"]["code"] == "not_proposed"
    league.owner.post(f"{path}agreed/", {"time": league.times[0]}, 403)


def test_a_match_without_a_window_has_no_times(league: OpenLeague) -> None:
    RoundWindow.objects.all().delete()
    league.seats[0].get(f"{league.match}times/", 204)


def test_the_director_moves_the_end_of_a_round(league: OpenLeague) -> None:
    assert Api().get(league.round)["window_until"] == said(league.until)
    until = said(league.until + timedelta(days=2))
    league.seats[0].post(f"{league.round}window/", {"until": until}, 403)
    moved = league.owner.post(f"{league.round}window/", {"until": until})
    assert moved["window_until"] == until
    assert league.owner.post(f"{league.round}window/", {"until": until}) == moved
    second = league.round.replace("rounds/1/", "rounds/2/")
    assert league.owner.get(second)["window_until"] is None
    league.owner.post(f"{second}window/", {"until": until}, 409)


def test_the_event_says_how_long_a_window_is(league: OpenLeague) -> None:
    path = f"tournaments/{league.tournament.pk}/"
    found = league.owner.get(path)
    assert (found["window_days"], found["unplayed"]) == (7, "neither")
    changed = league.owner.patch(path, {"window_days": None, "unplayed": "director"})
    assert (changed["window_days"], changed["unplayed"]) == (None, "director")
    for wrong in ({"window_days": 0}, {"window_days": 61}, {"unplayed": "dice"}):
        league.owner.patch(path, wrong, 400)

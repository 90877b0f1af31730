"""Passing the upcard before it is one's turn, at a table by days, through the API."""

from typing import Any

import pytest

from games.engine.gin.fair.verification import verify_deals
from games.models import Premove, TableEvent
from tests.builders import owner_of
from tests.by_days import TWO_DAYS
from tests.client import Api
from tests.online import NO_CLOCK, OnlineEvent

pytestmark = pytest.mark.django_db


class Ahead:
    """The dealer of the first hand, who waits for what the other one does with the upcard."""

    def __init__(self, **clock: Any) -> None:
        self.event = OnlineEvent(clock=clock or TWO_DAYS)
        self.event.begin()
        self.first = int(self.event.view()["turn"])
        self.dealer = 1 - self.first

    @property
    def path(self) -> str:
        return f"{self.event.match}table/premove/"

    def passes(self, seat: int | None = None, status: int = 200, d: int = 0) -> Any:
        seat = self.dealer if seat is None else seat
        body = {"d": d or self.event.view()["d"]}
        return self.event.seats[seat].post(self.path, body, status)

    def shown(self, seat: int) -> dict[str, Any]:
        found = self.event.seats[seat].get(self.path)
        return {"may_pass": found["may_pass"], "passes": found["passes"]}


@pytest.fixture
def ahead() -> Ahead:
    return Ahead()


def code(answer: Any) -> str:
    return str(answer["error"]["code"])


def test_when_the_other_passes_the_pass_is_done(ahead: Ahead) -> None:
    assert ahead.shown(ahead.dealer) == {"may_pass": True, "passes": False}
    assert ahead.passes()["passes"]
    assert ahead.passes()["passes"]
    view = ahead.event.act(ahead.first, "pass")
    assert (view["phase"], view["turn"]) == ("forced_stock", ahead.first)
    last = TableEvent.objects.order_by("-number").first()
    assert last is not None
    assert (last.seat, last.data["action"]) == (ahead.dealer, "pass")
    assert last.by == ahead.event.users[ahead.dealer]
    assert Premove.objects.get().superseded_at is not None


def test_when_the_other_takes_it_nothing_is_done(ahead: Ahead) -> None:
    ahead.passes()
    view = ahead.event.act(ahead.first, "take")
    assert (view["phase"], view["turn"]) == ("discard", ahead.first)
    ahead.event.step(("discard",))
    assert ahead.event.view()["turn"] == ahead.dealer
    assert ahead.shown(ahead.dealer) == {"may_pass": False, "passes": False}


def test_taken_back_it_is_one_s_own_turn(ahead: Ahead) -> None:
    ahead.passes()
    for _ in range(2):
        ahead.event.seats[ahead.dealer].delete(ahead.path, 200)
    assert ahead.shown(ahead.dealer) == {"may_pass": True, "passes": False}
    view = ahead.event.act(ahead.first, "pass")
    assert (view["phase"], view["turn"]) == ("upcard_d", ahead.dealer)
    assert code(ahead.passes(status=409)) == "wrong_state"


def test_nobody_else_can_tell_that_it_was_said(ahead: Ahead) -> None:
    """Neither the other seat nor staff, from any answer: not even by a version."""
    staff = Api(owner_of(ahead.event.tournament.club))
    readers = (ahead.event.seats[ahead.first], staff)

    def seen() -> list[object]:
        found: list[object] = []
        for api in readers:
            table = api.get(f"{ahead.event.match}table/")
            for clock in table["clocks"]:
                clock.pop("left")
            table.pop("at")
            found += [table, api.get(ahead.event.match), api.get(f"{ahead.event.match}deals/")]
        return found

    before = seen()
    ahead.passes()
    assert seen() == before
    assert ahead.shown(ahead.first) == {"may_pass": False, "passes": False}
    staff.get(ahead.path, 403)


def test_who_is_in_turn_has_nothing_to_say_ahead(ahead: Ahead) -> None:
    assert code(ahead.passes(ahead.first, 409)) == "wrong_state"


def test_another_deal_is_stale(ahead: Ahead) -> None:
    assert code(ahead.passes(d=99, status=409)) == "stale"
    assert not Premove.objects.exists()


def test_only_where_a_turn_takes_days() -> None:
    ahead = Ahead(**NO_CLOCK)
    assert ahead.shown(ahead.dealer) == {"may_pass": False, "passes": False}
    assert code(ahead.passes(status=409)) == "wrong_state"


def test_it_is_of_one_deal_alone(ahead: Ahead) -> None:
    ahead.passes()
    ahead.event.act(ahead.first, "take")
    ahead.event.play_hand()
    for seat in (0, 1):
        ahead.event.ready(seat)
    view = ahead.event.view()
    if view["state"] == "playing" and view["turn"] != ahead.dealer:
        ahead.event.act(view["turn"], "pass")
        assert ahead.event.view()["phase"] == "upcard_d"


def test_the_record_of_the_hand_is_checked_as_any_other(ahead: Ahead) -> None:
    ahead.passes()
    ahead.event.act(ahead.first, "pass")
    ahead.event.play_hand()
    api = ahead.event.seats[0]
    deals = api.get(f"{ahead.event.match}deals/")
    record = api.get(f"{ahead.event.match}hands/1/record/")
    assert "by" not in record["actions"][1]
    assert verify_deals(deals | {"records": [record]})["deals"] == deals["dealt"]

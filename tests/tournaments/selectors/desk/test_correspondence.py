"""Which matches by days somebody plays: those at a table in the room are none."""

import pytest

from kernel.permissions import Actor
from tests.by_days import TWO_DAYS
from tests.hybrid import HybridEvent
from tests.online import OnlineEvent
from tournaments.selectors.desk.correspondence import boards_by_days, days_of
from web.db import clock

pytestmark = pytest.mark.django_db


def waiting(event: OnlineEvent, seat: int) -> list[bool]:
    actor = Actor("page", user_id=event.users[seat].pk)
    return [one.is_waiting for one in days_of(actor, clock.now())]


def test_a_hybrid_match_is_one_while_it_is_online() -> None:
    event = HybridEvent(clock=TWO_DAYS)
    assert waiting(event, 0) == []
    event.go_online()
    assert waiting(event, 0) == waiting(event, 1) == [True]
    event.ready(0)
    assert (waiting(event, 0), waiting(event, 1)) == ([False], [True])
    event.go_back()
    assert waiting(event, 0) == []
    assert not boards_by_days(clock.now()).exists()

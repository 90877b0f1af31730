"""What the pages of an event offer for a match that is played at its online table: nothing that the
desk would refuse."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.acceptance.scripted_match import ScriptedMatch
from tests.builders import owner_of
from tests.online import OnlineEvent
from tests.pages.match.test_match import client_of

pytestmark = pytest.mark.django_db(transaction=True)

REFUSED = ("result/", "report/", "first-deal/")
"""The pages of a match on which somebody would write down what only its table writes."""


def offered(event: OnlineEvent, client: Client) -> set[str]:
    """Every address below the event that its pages name, with their parameters."""
    start = reverse("tournament", args=[event.tournament.club.slug, event.tournament.slug])
    found, waiting = set[str](), [start]
    while waiting:
        shown = client.get(waiting.pop())
        if "text/html" not in shown.get("Content-Type", ""):
            continue
        named = re.findall(r'(?:href|action)="([^"#]+)', shown.content.decode())
        new = {one for one in named if one.startswith(start)} - found
        found |= new
        waiting += new
    return found


def writes(event: OnlineEvent, client: Client) -> set[str]:
    """The pages that are offered on which the first match would be written down."""
    here = f"/matches/{event.board.match_id}/"
    below = {address.partition(here)[2] for address in offered(event, client)}
    return {page for page in below if page.startswith(REFUSED)}


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent(entrants=4, rules={"preset": "club", "target": 10, "match_n": 3})


def test_before_the_first_deal_staff_may_decide_a_match_without_play(event: OnlineEvent) -> None:
    assert writes(event, client_of(owner_of(event.tournament.club)))
    assert writes(event, client_of(event.users[0])) == set()


@pytest.mark.parametrize("hands", [1, 99], ids=["in play", "over"])
def test_once_it_is_played_nobody_is_offered_to_write_it_down(
    event: OnlineEvent, hands: int
) -> None:
    ScriptedMatch(event.board.match_id, event.seats, seed=19).play_hands(hands)
    for user in (owner_of(event.tournament.club), *event.users):
        assert writes(event, client_of(user)) == set()

"""Rounds by days in the wizard: how many days, and what becomes of what was not begun."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Club
from tests.builders import make_club, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, told
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

SWISS = FILLED | {
    "format": "swiss",
    "swiss-first_round": "random",
    "swiss-system": "least_cost",
    "publishing": "",
    "step": "make",
    "key": "k",
}
WAYS = Tournament.Publishing


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.mark.parametrize(
    ("sent", "comes_to"),
    [
        ({}, (None, "director", WAYS.BY_HAND)),
        ({"window_days": "7", "unplayed": "drawn"}, (7, "drawn", WAYS.AUTOMATIC)),
        ({"window_days": "7"}, (7, "director", WAYS.AUTOMATIC)),
        ({"window_days": "7", "publishing": "by_hand"}, (7, "director", WAYS.BY_HAND)),
    ],
)
def test_an_event_is_made_with_its_days(
    owner: Client, club: Club, sent: dict[str, str], comes_to: tuple[object, ...]
) -> None:
    address = reverse("new", args=[club.slug])
    answer = owner.post(address, SWISS | sent)
    assert answer.status_code == 302, told(answer)
    made = Tournament.objects.get()
    assert (made.window_days, made.unplayed, made.publishing) == comes_to


def test_the_last_step_asks_for_them(owner: Client, club: Club) -> None:
    address = reverse("new", args=[club.slug])
    page = told(owner.get(address, FILLED | {"seen": ["1", "2"], "step": "3"}))
    for said in ("Days in which each round is played", "The director decides"):
        assert said in page
    wrong = told(owner.post(address, FILLED | {"window_days": "61", "step": "make", "key": "k"}))
    assert "less than or equal to 60" in wrong
    assert not Tournament.objects.exists()

"""The page of an online table between partners."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.api.test_partners import RULES
from tests.tournaments.api.test_partners_online import FourOnline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def four() -> FourOnline:
    found = FourOnline()
    found.sit_down()
    return found


def page_of(four: FourOnline, seat: int | None) -> str:
    client = Client()
    if seat is not None:
        client.force_login(four.api[seat].user)
    made = four.evening.made
    response = client.get(reverse("online_table", args=(made["club"], made["slug"], four.match)))
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def test_a_seat_sees_its_hand_its_partner_and_that_the_other_hand_goes_on(four: FourOnline) -> None:
    page = page_of(four, 0)
    assert "You play with Player 02." in page
    assert "Player 02 against Player 04" in page
    assert "Being played" in page
    shown = re.findall(r'data-card="(\w\w)"', page)
    assert sorted(shown) == sorted(four.view(0)["hands"][0])


def test_who_is_through_waits_for_the_other_hand() -> None:
    four = FourOnline(rules={**RULES, "target": 500})
    four.sit_down()
    if four.view(0)["state"] == "drawing":
        four.act(four.view(0)["turn"], action="deal_self")
    four.play_hand(0)
    page = page_of(four, 0)
    assert 'id="round-waits"' in page
    assert "Replay of this hand" not in page
    assert 'value="ready"' in page
    four.play_hand(2)
    page = page_of(four, 0)
    assert 'id="round-waits"' not in page
    assert "Replay of this hand" in page


def test_who_looks_on_sees_no_card(four: FourOnline) -> None:
    four.play_hand(0)
    page = page_of(four, None)
    assert "data-card" not in page
    assert "You play with" not in page


def test_before_the_first_deal_all_four_sit_down() -> None:
    four = FourOnline()
    page = page_of(four, 3)
    assert "All players sit down." in page
    assert all(f"Player 0{number}" in page for number in (1, 2, 3, 4))

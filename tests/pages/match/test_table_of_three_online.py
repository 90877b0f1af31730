"""The page of an online table of three: who plays, and who sits out."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.api.test_three_online import LONG, ThreeOnline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def three() -> ThreeOnline:
    found = ThreeOnline()
    found.sit_down()
    return found


def page_of(three: ThreeOnline, seat: int) -> str:
    made = three.evening.made
    path = reverse("online_table", args=(made["club"], made["slug"], three.match))
    response = three.browsers[seat].get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_who_sits_out_reads_who_plays_and_sees_no_card(three: ThreeOnline) -> None:
    names = [player["name"] for player in three.view(0)["players"]]
    first, second = (names[seat] for seat in three.players)
    page = page_of(three, three.idle)
    assert f"You sit out this hand: {first} plays {second}." in page
    assert "data-card" not in page
    assert "To play" not in page
    assert 'id="resign"' not in page
    assert "You play with" not in page


def test_who_plays_sees_their_hand_and_who_sits_out(three: ThreeOnline) -> None:
    seat, out = three.players[0], three.view(0)["players"][three.idle]["name"]
    page = page_of(three, seat)
    shown = re.findall(r'data-card="(\w\w)"', page)
    assert sorted(shown) == sorted(three.view(seat)["hands"][seat])
    round = page[page.index('id="round"') :]
    assert out in round[: round.index("</section>")]
    assert 'id="resign"' in page


def test_who_sat_out_sees_the_hand_that_is_over_and_is_ready(three: ThreeOnline) -> None:
    out = three.idle
    three.play_hand(three.players[0])
    page = page_of(three, out)
    assert "Replay of this hand" in page
    assert 'value="ready"' in page
    assert "You sit out" not in page


def test_who_is_in_the_box_is_marked() -> None:
    chouette = ThreeOnline(size=4, rules=LONG | {"variant": "captain"})
    chouette.sit_down()
    names = [player["name"] for player in chouette.view(0)["players"]]
    page = page_of(chouette, chouette.idle)
    box = page[page.index(f'aria-label="{names[chouette.players[0]]}"') :]
    assert "in the box" in box[: box.index("</section>")]
    assert page.count(">in the box<") == 1


def test_the_deals_can_be_checked(three: ThreeOnline) -> None:
    three.play_hand(three.players[0])
    made = three.evening.made
    path = reverse("deals", args=(made["club"], made["slug"], three.match))
    page = three.browsers[0].get(path).content.decode()
    assert all(f"word {seat}" in page for seat in three.seats)

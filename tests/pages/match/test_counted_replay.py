"""The replay and the deals of a hand that everybody at the table played."""

import pytest
from django.urls import reverse

from tests.tournaments.counted_seats import KNOCK, ROYAL, WILD, CountedOnline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("rules", [WILD, KNOCK, ROYAL], ids=["rummy", "knock", "royal"])
def test_a_hand_is_replayed_step_by_step_from_any_seat(rules) -> None:
    table = CountedOnline(rules)
    table.sit_down()
    while table.view(0)["state"] == "playing":
        table.act(table.view(0)["turn"])
    made = table.evening.made
    where = made["club"], made["slug"], table.match
    steps = len(table.published()["records"][0]["actions"])
    client = table.browsers[0]
    address = reverse("replay", args=(*where, 1))
    for step in (0, 1, steps):
        page = client.get(address, {"step": step, "seat": 2})
        assert page.status_code == 200
        assert page.context["shown"].bottom == 2
        assert len(page.context["shown"].seats) == 3
    assert page.context["end"].words
    assert client.get(address, {"step": steps + 1}).status_code == 404
    assert client.get(address, {"seat": 3}).status_code == 404
    text = client.get(reverse("record_text", args=(*where, 1))).content.decode()
    assert "seat 2: " in text
    assert client.get(reverse("record_json", args=(*where, 1))).json()["seats"] == 3
    assert client.get(reverse("deals", args=where)).status_code == 200

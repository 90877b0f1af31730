"""A spectator's page of the running product, with the real worker behind it."""

import random
import time
from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from tests.acceptance.evening import Client, Evening
from tests.browser.conftest import watch
from tests.services import Worker

pytestmark = pytest.mark.sampled

RESULTS = 5
SWISS = 32


def test_the_winner_comes_to_stand_in_the_next_slot(
    client: Client,
    worker: Worker,
    page: Page,
    figure: Callable[[str, object], None],
) -> None:
    evening = Evening(client, chance=random.Random(11), hand_by_hand=0)
    evening.begin()
    shown = evening.shown()
    watch(page, f"{client.address}/c/{shown['club']}/{shown['slug']}/")
    took = []
    for table in islice(evening.turns(), RESULTS):
        match = table.match
        winner = match["expected"]["winner"]
        # The slots of the next round stand in the order of the matches from which one comes.
        slot = page.locator(f"#round-{match['round'] + 1} .nm").nth(match["match"] - 1)
        assert slot.inner_text() != winner
        began = time.monotonic()
        table.write()
        expect(slot).to_have_text(winner)
        took.append(time.monotonic() - began)
    figure("a result on a spectator's page, slowest of five", f"{max(took) * 1000:.0f} ms")


def test_a_result_shows_in_the_standings_of_a_swiss(
    client: Client,
    worker: Worker,
    page: Page,
    figure: Callable[[str, object], None],
) -> None:
    club = client.post("clubs/", {"name": "Tuesday Gin Club"})["slug"]
    names = "".join(f"Player {number:03}\n" for number in range(1, SWISS + 1))
    client.post(f"clubs/{club}/players/import/", {"text": f"Name\n{names}"})
    players = client.get(f"clubs/{club}/players/")["results"]
    body = {"club": club, "name": "Swiss night", "format": "swiss", "best_of": 3}
    tournament = client.post("tournaments/", body)
    path = f"tournaments/{tournament['id']}/"
    entries = [{"player": player["id"], "seed": seed} for seed, player in enumerate(players, 1)]
    client.post(f"{path}entries/", entries)
    client.post(f"{path}start/")
    watch(page, f"{client.address}/c/{club}/{tournament['slug']}/standings/")
    took = []
    for match in client.get(f"{path}matches/", round=1)["results"][:RESULTS]:
        row = page.locator(".stand tbody tr", has_text=match["players"][0]["name"])
        won = row.locator("td.n").first
        assert won.inner_text() == "0"
        began = time.monotonic()
        body = {"version": match["version"], "games_won": [2, 0]}
        client.post(f"matches/{match['id']}/result/", body)
        expect(won).to_have_text("1")
        took.append(time.monotonic() - began)
    figure(f"a result in the standings of {SWISS}, slowest of five", f"{max(took) * 1000:.0f} ms")

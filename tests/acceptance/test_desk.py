"""The evening once more, with rulings and corrections in it: thirty at full size (UNDERCUT_LONG=1),
else each kind once, in the last three matches."""

import os
import random
from itertools import islice

from django.core.management import call_command
from playwright.sync_api import Page, expect

from games.models import Ruling
from tests.acceptance.desk import INCIDENTS, Referee, score_of
from tests.acceptance.evening import EXPECTED, Client, Evening, Table
from tests.builders import PASSWORD
from tests.services import Worker
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
MANY = 30 if IS_LONG else len(INCIDENTS)
HAND_BY_HAND = 10 if IS_LONG else 3
TURNS = range(20, EXPECTED["hands"] - 60) if IS_LONG else range(10, 110)


def test_the_evening_is_the_same_whatever_was_ruled_and_corrected(
    client: Client, worker: Worker
) -> None:
    chance = random.Random(5)
    evening = Evening(client, chance=random.Random(11), hand_by_hand=HAND_BY_HAND)
    evening.begin()
    referee = Referee(client, evening.tournament)
    when = set(chance.sample(TURNS, MANY))
    incidents = iter(INCIDENTS * (MANY // len(INCIDENTS)))
    for turn, table in enumerate(evening.turns()):
        table.write()
        if turn in when and not table.is_over:
            referee.deal_with(next(incidents), table)
    evening.finish()
    assert referee.rulings + referee.corrections >= MANY * 2 // 3
    is_whole(evening.tournament)


def test_the_evening_goes_on_after_a_ruling_on_its_page(
    client: Client, worker: Worker, page: Page
) -> None:
    evening = Evening(client, chance=random.Random(11))
    evening.begin()
    turns = evening.turns()
    table = next(turns)
    table.write()
    rule_in_a_browser(page, client, evening, table)
    for table in islice(turns, 12):
        table.write()


def rule_in_a_browser(page: Page, client: Client, evening: Evening, table: Table) -> None:
    """A knock above the limit is refused on the page of the match; the hand goes on."""
    shown, before = evening.shown(), score_of(table.seen)
    page.goto(f"{client.address}/sign-in/")
    page.get_by_label("E-mail address").fill(client.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Tonight")).to_be_visible()
    place = f"{client.address}/c/{shown['club']}/{shown['slug']}/matches/{table.seen['id']}/"
    page.goto(f"{place}ruling/")
    page.locator("label", has_text="Illegal knock, opponent has shown nothing").click()
    page.locator('[data-part="offender"] label').first.click()
    page.locator(".opt", has_text="Refuse").click()
    expect(page.locator(".bar-sum")).to_contain_text("Refuse")
    page.get_by_role("button", name="Record the ruling").click()
    expect(page.get_by_text("Recorded:")).to_be_visible()
    table.seen = client.get(f"matches/{table.seen['id']}/")
    assert score_of(table.seen) == before


def is_whole(tournament_id: int) -> None:
    """The record can be proven, and the facts alone give the same evening."""
    tournament = Tournament.objects.get(pk=tournament_id)
    assert Ruling.objects.filter(match__is_ruled_on=True).exists()
    call_command("verify_audit")
    before = snapshot(tournament).splitlines()
    call_command("rebuild", tournament_id)
    tournament.refresh_from_db()
    assert snapshot(tournament).splitlines() == before

"""An evening is prepared on a laptop, from nothing to the published draw."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from config.embedded.options import ROOT
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_accessibility import AXE, TAGS
from tests.builders import (
    DIRECTOR,
    NOW,
    PASSWORD,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    team_event,
)
from tournaments.models import Tournament
from tournaments.services.stages.rounds import draw_stage

pytestmark = pytest.mark.sampled

ROSTER = ROOT / "tests" / "data" / "night-11" / "roster.csv"


def sign_in(page: Page, server: str, email: str) -> None:
    page.goto(f"{server}/sign-in/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def seeds(page: Page) -> Locator:
    return page.locator(".seed .who")


@pytest.fixture
def draft(transactional_db: None, aside: Callable) -> Tournament:
    return aside(lambda: make_tournament(make_club(), entrants=5, start=False))


def test_from_a_new_club_to_the_published_draw(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    user = aside(make_user)
    page = opened(viewport=LAPTOP, timezone_id="Europe/Berlin")
    sign_in(page, server, user.email)
    page.get_by_role("link", name=user.name).click()
    page.get_by_role("link", name="Make a club").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    page.get_by_label("Name of the club").fill("Tuesday Gin Club")
    page.get_by_role("button", name="Make the club").click()

    page.get_by_role("link", name="Paste the list of players first").click()
    page.get_by_label("or a file").set_input_files(ROSTER)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Take in 11 players").click()
    expect(page.locator("#notices")).to_have_text("11 new, 0 changed, 0 known already.")

    page.get_by_role("link", name="Evenings").click()
    page.get_by_role("link", name="Prepare an evening").click()
    page.get_by_label("Name of the tournament").fill("Night 11")
    page.get_by_role("button", name=re.compile("Next")).click()
    expect(page.locator("ol.steps")).to_have_css("list-style-type", "none")  # numbered by hand
    page.get_by_role("group", name="A match is").get_by_label("the best of several games").check()
    page.get_by_label("Games", exact=True).select_option("3")
    expect(page.locator("#outcome")).to_contain_text("Who first wins 2 games")
    page.get_by_label("Games", exact=True).select_option("5")
    page.get_by_role("button", name=re.compile("Next")).click()
    page.get_by_role("radio", name="Swiss").check(force=True)
    swiss = page.get_by_role("group", name="Swiss")
    expect(swiss.get_by_label("Rounds", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Single elimination").check(force=True)
    expect(swiss).to_be_hidden()
    expect(page.get_by_label("A match for third place")).to_be_visible()
    page.get_by_label("Number of tables").fill("5")
    page.go_back()
    expect(page.get_by_role("group", name="A match is")).to_be_visible()
    page.get_by_role("button", name=re.compile("Next")).click()
    page.get_by_label("Number of tables").fill("5")
    page.get_by_role("button", name="Make the tournament").click()

    page.get_by_role("button", name="Enter all 11").click()
    page.get_by_role("button", name="By rating").click()
    expect(seeds(page).first).to_contain_text("Anna Šimek")
    page.get_by_role("link", name="Next: the draw").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("the top 5 seeds have the first round off")).to_be_visible()
    page.get_by_role("button", name="Publish and start").click()
    expect(page.get_by_role("status").first).to_contain_text("Night 11 has begun.")
    page.get_by_role("link", name="Night 11").click()
    expect(page.get_by_role("heading", name="Now playing")).to_be_visible()


def test_seeds_by_drag_by_arrows_and_by_typing(
    server: str, opened: Callable[..., Page], draft: Tournament, aside: Callable
) -> None:
    page = opened(viewport=LAPTOP)
    sign_in(page, server, aside(lambda: owner_of(draft.club).email))
    page.goto(f"{server}/c/{draft.club.slug}/{draft.slug}/entries/")

    handle, target = page.locator(".hdl").nth(4), page.locator(".seed").nth(1)
    handle.scroll_into_view_if_needed()
    handle.hover()
    page.mouse.down()
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=5)
    page.mouse.move(box["x"] + 20, box["y"] + 5, steps=2)
    page.mouse.up()
    expect(page.get_by_role("status").first).to_have_text("Player 0005 is now seed 2.")
    expect(seeds(page).nth(1)).to_contain_text("Player 0005")

    up = page.get_by_role("button", name="Player 0005: one place up")
    up.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Player 0005 is now seed 1.")
    expect(up).to_be_focused()

    place = page.get_by_label("Seed of Player 0005")
    place.fill("3")
    place.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Player 0005 is now seed 3.")
    expect(seeds(page).nth(2)).to_contain_text("Player 0005")


def test_the_pages_of_an_entrant_are_pages_of_their_own(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    """The list of seeds swaps itself alone, and leaves the links in it to the browser."""
    tournament = aside(lambda: team_event(3, 2))
    page = opened(viewport=LAPTOP)
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    entries = f"{server}/c/{tournament.club.slug}/{tournament.slug}/entries/"
    for link, heading in (("Line-up of Team A", "Team A"), ("Withdraw Team A", "Withdraw Team A")):
        page.goto(entries)
        page.get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_the_desk_at_the_door_on_a_phone(
    server: str, opened: Callable[..., Page], draft: Tournament, aside: Callable
) -> None:
    page = opened(viewport=PHONE)
    sign_in(page, server, aside(lambda: owner_of(draft.club).email))
    page.goto(f"{server}/c/{draft.club.slug}/{draft.slug}/check-in/")
    page.get_by_role("button", name="Open check-in").click()
    page.get_by_label("Find a name").fill("0003")
    expect(page.locator(".desk li:visible")).to_have_count(1)
    page.get_by_role("button", name="Player 0003 is here").click()
    expect(page.get_by_role("status").first).to_have_text("Player 0003 is here.")
    expect(page.locator(".desk li:visible")).to_have_count(1)
    page.get_by_role("button", name="Undo Player 0003 is not here").click()
    expect(page.get_by_role("button", name="Player 0003 is here")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_date_with_its_time_is_never_cut(
    opened: Callable[..., Page], server: str, aside: Callable, viewport: dict[str, int]
) -> None:
    """In English of the United States it needs 190 pixels, the picker 30, the edges 26."""

    def swiss() -> Tournament:
        made = make_tournament(make_club(), entrants=4, start=False, format="swiss")
        draw_stage(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        return made

    tournament = aside(swiss)
    page = opened(viewport=viewport, locale="en-US")
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    event = f"{server}/c/{tournament.club.slug}/{tournament.slug}/"
    for path in ("settings/when/", "rounds/", "rounds/1/", "copy/", "../new/"):
        page.goto(event + path)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        fields = page.locator("input[type=datetime-local]").all()
        widths = [box["width"] for field in fields if (box := field.bounding_box())]
        assert min(widths) >= 240, (path, widths)


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    opened: Callable[..., Page],
    server: str,
    draft: Tournament,
    aside: Callable,
    viewport: dict[str, int],
) -> None:
    """A few of the rooms, others each time (the seed of the run chooses them)."""
    page = opened(viewport=viewport, color_scheme=random.choice(["light", "dark"]))
    sign_in(page, server, aside(lambda: owner_of(draft.club).email))
    club, event = f"/c/{draft.club.slug}/", f"/c/{draft.club.slug}/{draft.slug}/"
    player = aside(lambda: draft.club.players.first().pk)
    step = "new/?name=Night&seen=1&step="
    paths = [
        "/clubs/new/",
        *(club + path for path in ("", "new/", step + "2", step + "2&seen=2&step=3", "roster/")),
        *(club + path for path in ("members/", "members/leave/", "settings/", "players/edit/")),
        f"{club}players/{player}/edit/",
        *(event + path for path in ("entries/", "check-in/", "draw/", "copy/")),
        *(event + "settings/" + part for part in ("", "when/", "rules/", "players/", "tables/")),
        *(event + "settings/" + part for part in ("rounds/", "rounds/1/", "public/", "danger/")),
    ]
    for path in random.sample(paths, 4):
        page.goto(server + path)
        is_sound(page)
    page.goto(f"{server}{club}roster/")
    page.get_by_label("The list").fill("player 0001\nPlayer, 0002\nSomebody New\n")
    with page.expect_navigation():
        page.get_by_role("button", name="Preview").click()
    is_sound(page)
    page.goto(f"{server}{event}draw/")
    with page.expect_navigation():
        page.get_by_role("button", name="Draw", exact=True).click()
    is_sound(page)


def is_sound(page: Page) -> None:
    found = AXE.run(page, options={"runOnly": TAGS})
    assert not found.violations_count, page.url + found.generate_report()
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) <= 0, page.url

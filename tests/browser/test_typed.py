"""What is typed and not saved stays on the device, for whoever typed it alone."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_preparation import is_sound
from tests.builders import (
    DIRECTOR,
    NOW,
    PASSWORD,
    board_of,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
)
from tournaments.models import Staff, Tournament
from tournaments.services.events.editing import edit_tournament

pytestmark = pytest.mark.sampled

REFUSED = ("400 (Bad Request)", "403 (Forbidden)")
KEPT = "Object.keys(localStorage).filter((one) => one.startsWith('undercut.typed.')).length"


def holds(page: Page, drafts: int) -> None:
    """Waits until the browser keeps so many: the page's script tidies up after it is shown."""
    page.wait_for_function(f"{KEPT} === {drafts}")


@pytest.fixture
def event(transactional_db: None, aside: Callable) -> Tournament:
    return aside(lambda: make_tournament(make_club(), start=False))


@pytest.fixture
def page(opened: Callable[..., Page], server: str, event: Tournament, aside: Callable) -> Page:
    """A phone on which the club's owner is signed in."""
    page = opened(expected=REFUSED, viewport=PHONE)
    _be(page, server, aside(lambda: _session_of(owner_of(event.club))))
    return page


def _session_of(user: object) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


def _be(page: Page, server: str, session: str) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])


def _at(event: Tournament, name: str) -> str:
    return reverse(name, args=[event.club.slug, event.slug])


def _type_a_place(page: Page, server: str, event: Tournament) -> None:
    page.goto(server + _at(event, "settings_when"))
    page.get_by_label("Place").fill("The Bell")


def test_it_is_offered_after_a_reload_and_after_another_form_was_saved(
    page: Page, server: str, event: Tournament
) -> None:
    _type_a_place(page, server, event)
    page.reload()
    expect(page.get_by_label("Place")).to_have_value("")
    expect(page.locator(".typed")).to_contain_text("did not save it: Place")
    page.goto(server + _at(event, "settings_players"))
    expect(page.locator(".typed")).to_have_count(0)
    page.get_by_label("At most").fill("8")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_have_text("Saved.")
    page.get_by_role("link", name="What and when").click()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Place")).to_have_value("The Bell")
    expect(page.locator(".typed")).to_have_count(0)


def test_it_is_gone_once_it_is_saved_and_stays_where_it_was_refused(
    page: Page, server: str, event: Tournament
) -> None:
    _type_a_place(page, server, event)
    page.get_by_label("Name of the tournament").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    expect(page.locator(".typed")).to_have_count(0)  # it stands in the form
    page.goto(server + _at(event, "settings_when"))
    expect(page.locator(".typed")).to_contain_text("Name of the tournament, Place")
    page.get_by_role("button", name="Put it back").click()
    page.get_by_label("Name of the tournament").fill("Winter Cup")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_have_text("Saved.")
    holds(page, 0)
    expect(page.locator(".typed")).to_have_count(0)


def test_what_others_changed_meanwhile_is_named(
    page: Page, server: str, event: Tournament, aside: Callable
) -> None:
    _type_a_place(page, server, event)
    page.get_by_label("Date and time").fill("2026-12-01T19:30")
    change = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    aside(lambda: edit_tournament(place="The Anchor", **change))
    page.reload()
    offer = page.locator(".typed")
    expect(offer).to_contain_text("did not save it: Date and time, Place")
    expect(offer).to_contain_text("what stands there now: Place (The Anchor)")
    page.get_by_role("button", name="Forget it").click()
    page.reload()
    expect(page.get_by_label("Place")).to_have_value("The Anchor")
    expect(offer).to_have_count(0)


def test_a_session_that_ended_leads_back_to_it(
    page: Page, server: str, event: Tournament, aside: Callable
) -> None:
    email = aside(lambda: owner_of(event.club).email)
    _type_a_place(page, server, event)
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Place")).to_have_value("The Bell")


def test_a_refused_form_says_what_happened_and_loses_nothing(
    page: Page, server: str, event: Tournament
) -> None:
    _type_a_place(page, server, event)
    page.locator("input[name=csrfmiddlewaretoken]").first.evaluate("one => one.value = 'x'")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="This form has expired")).to_be_visible()
    page.get_by_role("link", name="Load the page anew").click()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Place")).to_have_value("The Bell")


def test_nobody_else_at_this_browser_sees_it(
    page: Page, server: str, event: Tournament, aside: Callable
) -> None:
    def director() -> str:
        other = make_user()
        Staff.objects.create(tournament=event, user=other, role=Staff.Roles.DIRECTOR, name="Other")
        return _session_of(other)

    _type_a_place(page, server, event)
    first = page.context.cookies()
    _be(page, server, aside(director))
    page.goto(server + _at(event, "settings_when"))
    expect(page.get_by_label("Place")).to_be_visible()
    page.wait_for_function("document.querySelector('form[data-keep]').autocomplete === 'off'")
    expect(page.locator(".typed")).to_have_count(0)
    page.context.add_cookies(first)
    page.reload()
    expect(page.locator(".typed")).to_contain_text("Place")


def test_what_is_typed_about_a_club_and_a_referee_is_kept_and_gone_once_taken(
    page: Page, server: str, event: Tournament
) -> None:
    settings = f"{server}/c/{event.club.slug}/settings/"
    page.goto(settings)
    page.get_by_label("Name of the club").fill("Wednesday Gin Club")
    page.reload()
    expect(page.locator(".typed")).to_contain_text("did not save it: Name of the club")
    page.goto(server + _at(event, "staff"))
    page.get_by_label("Name of the referee").fill("Robin")
    page.reload()
    page.get_by_role("button", name="Put it back").click()
    page.get_by_role("button", name="Make the pass").click()
    expect(page.get_by_role("heading", name="Pass for Robin")).to_be_visible()
    expect(page.locator(".typed")).to_have_count(0)
    page.goto(settings)
    page.get_by_role("button", name="Put it back").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_have_text("Saved.")
    expect(page.get_by_label("Name of the club")).to_have_value("Wednesday Gin Club")
    holds(page, 0)


def test_a_pasted_list_and_what_a_ruling_says_are_kept(
    page: Page, server: str, event: Tournament, aside: Callable
) -> None:
    page.goto(f"{server}/c/{event.club.slug}/roster/")
    page.get_by_label("The list").fill("Somebody New\nSomebody Else")
    page.reload()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("The list")).to_have_value("Somebody New\nSomebody Else")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Take in 2 players").click()
    expect(page.locator("#notices")).to_contain_text("2 new")
    holds(page, 0)

    running = aside(lambda: make_tournament(event.club))
    match = aside(lambda: board_of(running, 1, 1).match_id)
    ruling = reverse("ruling", args=[event.club.slug, running.slug, match])
    page.goto(f"{server}{ruling}?free=1")
    page.get_by_label("What happened, and why").fill("A card lay on the floor.")
    page.reload()
    expect(page.locator(".typed")).to_be_visible()
    is_sound(page)
    page.get_by_role("button", name="Put it back").click()
    said = page.get_by_label("What happened, and why")
    expect(said).to_have_value("A card lay on the floor.")


def test_signing_out_forgets_it(page: Page, server: str, event: Tournament) -> None:
    _type_a_place(page, server, event)
    holds(page, 1)
    page.goto(f"{server}/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{server}/")
    holds(page, 0)


def test_a_wizard_that_was_left_is_offered_step_by_step(
    page: Page, server: str, event: Tournament
) -> None:
    address = f"{server}/c/{event.club.slug}/new/"
    page.goto(address)
    page.get_by_label("Name of the tournament").fill("Night")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("group", name="A match is").get_by_label("the best of several games").check()
    page.get_by_label("Games", exact=True).select_option("7")
    page.goto(address)
    page.get_by_role("button", name="Put it back").click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".typed")).to_contain_text("did not save it: A match is")
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Games", exact=True)).to_have_value("7")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url("**/night/entries/")
    holds(page, 0)

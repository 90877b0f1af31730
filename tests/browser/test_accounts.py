"""The plain forms in a real browser, which minds cookies, origins and content policies."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from config.clock import now
from players.services.links import create_setup_link
from tests.builders import PASSWORD


def test_from_the_set_up_link_to_signed_in_again(server: str, opened: Callable[..., Page]) -> None:
    page = opened()
    page.goto(server + create_setup_link(now=now()).path)
    page.get_by_label("Name of the club").fill("Gin Club")
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail address").fill("ada@club.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#notices")).to_have_text("Gin Club is set up.")
    page.get_by_role("link", name="Ada Lovelace").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{server}/")
    page.goto(f"{server}/account/")
    page.get_by_label("E-mail address").fill("ada@club.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="My account")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada Lovelace")

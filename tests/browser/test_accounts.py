"""The plain forms in a real browser, which minds cookies, origins and content policies."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from players.services.links import create_setup_link
from tests.builders import PASSWORD, make_user
from web import password_slots
from web.db.clock import now


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


def test_a_busy_server_is_asked_again_by_the_page_itself(
    server: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = make_user()
    monkeypatch.setattr(password_slots, "LONGEST_WAIT", 0.01)
    page = browser.new_page()
    page.goto(f"{server}/sign-in/?next=/account/")
    page.get_by_label("E-mail address").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    with password_slots.SLOTS.one(), password_slots.SLOTS.one():
        page.get_by_role("button", name="Sign in").click()
        told = page.get_by_role("status").filter(has_text="tries again by itself")
        expect(told).to_be_visible()
        expect(page.get_by_label("Password")).to_have_value(PASSWORD)
    expect(page.get_by_role("heading", name="My account")).to_be_visible()
    page.close()


def test_what_is_wrong_is_said_without_a_new_page(server: str, browser: Browser) -> None:
    user = make_user()
    page = browser.new_page()
    page.goto(f"{server}/sign-in/")
    page.get_by_label("E-mail address").fill(user.email)
    page.get_by_label("Password").fill("a guess")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("do not belong together")).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_have_value(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name=user.name)).to_be_visible()
    page.close()

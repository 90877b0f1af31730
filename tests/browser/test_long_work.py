"""What takes a while says so, and is sent once."""

from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.builders import make_tournament, owner_of, sign_in

# An answer that never comes: the form is counted, and stays on its page.
COUNT = """sent = 0; addEventListener("submit", (event) => {
  sent += !event.defaultPrevented;
  event.preventDefault();
})"""


def desk() -> tuple[str, str]:
    """Where a tournament is drawn, and the session of who may."""
    tournament, client = make_tournament(start=False), Client()
    sign_in(client, owner_of(tournament.club))
    address = reverse("draw", args=[tournament.club.slug, tournament.slug])
    return address, client.cookies["sessionid"].value


def test_a_slow_answer_is_announced_and_the_form_sent_once(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    address, session = aside(desk)
    page = opened()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(server + address)
    page.evaluate(COUNT)
    button = page.get_by_role("button", name="Draw", exact=True)
    button.click()
    expect(page.locator("#working")).to_contain_text("Working. You may leave this page")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.dispatch_event("click")
    assert page.evaluate("sent") == 1

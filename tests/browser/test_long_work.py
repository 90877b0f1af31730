"""What takes a while says so, and is sent once."""

from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.builders import make_tournament, owner_of, sign_in

# An answer that never comes: the form is counted, and stays on its page.
COUNT = """sent = 0; addEventListener("submit", (event) => {
  sent += !event.defaultPrevented;
  event.preventDefault();
})"""

# Three presses, the last one when the button says that it is under way.
PRESS = """() => new Promise((done) => {
  const button = document.querySelector("button[value=save]");
  new MutationObserver(() => {
    button.click();
    done(button.textContent);
  }).observe(button, { childList: true });
  button.click();
  button.click();
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
    expect(page.locator("#working")).to_contain_text("Saving. You may leave this page")
    busy = page.get_by_role("button", name="Drawing …")
    expect(busy).to_have_attribute("aria-disabled", "true")
    busy.dispatch_event("click")
    assert page.evaluate("sent") == 1


def test_a_slow_save_is_sent_once_and_is_done(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    address, session = aside(desk)
    page = opened()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(server + address.replace("/draw/", "/settings/when/"))
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/settings/when/", hold)
    page.get_by_label("Place").fill("The Bell")
    assert page.evaluate(PRESS) == "Saving …"
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#notices")).to_have_text("Saved.")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_enabled()
    assert len(held) == 1

"""What a press at an online table does at once, twice, and without a network."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, watch
from tests.builders import sign_in
from tests.online import OnlineEvent

TOP = "name => [...document.querySelectorAll(name)].at(-1)?.getBoundingClientRect().top"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]


class BegunTable:
    """A hand at the first draw, and the session of who is in turn."""

    def __init__(self) -> None:
        event = OnlineEvent()
        event.begin()
        for _ in range(2):
            event.step(("pass",))
        if event.view()["phase"] == "forced_stock":
            event.step(("draw",))
            event.step(("discard",))
        tournament = event.tournament
        place = [tournament.club.slug, tournament.slug, event.board.match_id]
        self.path, self.event = reverse("online_table", args=place), event
        client = Client()
        sign_in(client, event.users[event.view()["turn"]])
        self.session = client.cookies["sessionid"].value

    def kinds(self) -> list[str]:
        """What was done at the table, in its order."""
        events = self.event.table.events.order_by("number")
        return [row.data["action"].split()[0] for row in events if row.kind == "action"]


@pytest.fixture
def table(server: str, aside: Callable) -> BegunTable:
    return aside(BegunTable)


@pytest.fixture
def page(table: BegunTable, server: str, opened: Callable[..., Page]) -> Page:
    # htmx notes what it could not send.
    page = opened(viewport=PHONE, expected=("[object HTMLDivElement]",))
    page.context.add_cookies([{"name": "sessionid", "value": table.session, "url": server}])
    watch(page, server + table.path)
    return page


def draw(page: Page) -> None:
    page.get_by_role("button", name="Draw from the stock").click()
    expect(page.locator(".ot-card")).to_have_count(11)


def throw_last(page: Page) -> None:
    """Choose the last card of the hand, then throw it."""
    page.locator(".ot-card").last.click()
    page.locator(".ot-throw").click()


def top_of(page: Page, name: str) -> float:
    """Where the last of these stands, found and measured at once: looks exchange all of them."""
    return page.wait_for_function(TOP, arg=name).json_value()


def test_who_presses_twice_has_pressed_once(table: BegunTable, page: Page, aside) -> None:
    """Where the second press would hit what has come up there since, too."""
    before = aside(table.kinds)
    button = page.get_by_role("button", name="Draw from the stock")
    button.dblclick()
    expect(page.locator(".ot-card")).to_have_count(11)
    card = page.locator(".ot-card").last
    card.dblclick()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator(".ot-throw").dblclick()
    expect(page.locator("#table-said")).to_contain_text("is to play")
    expect(page.locator("#live [role=alert]:visible")).to_have_count(0)
    assert aside(table.kinds) == [*before, "draw", "discard"]


def test_a_card_moves_before_the_server_has_answered(page: Page) -> None:
    draw(page)
    held = []
    page.route("**/table/", lambda route: held.append(route))
    before = top_of(page, ".ot-card")
    throw_last(page)
    expect(page.locator("[data-going]")).to_have_count(1)
    pile = top_of(page, "[data-pile='discards'] > :first-child")
    page.wait_for_function(
        "top => document.querySelector('[data-going]').getBoundingClientRect().top <= top + 40",
        arg=pile,
    )
    assert before > pile + 100
    held.pop(0).continue_()
    page.unroute_all(behavior="wait")
    expect(page.locator("#table-said")).to_contain_text("is to play")


def test_what_could_not_be_sent_comes_back_and_is_sent_once(
    table: BegunTable, page: Page, aside
) -> None:
    draw(page)
    before = aside(table.kinds)
    page.context.set_offline(True)
    throw_last(page)
    expect(page.get_by_role("alert")).to_contain_text("Not sent")
    expect(page.locator("[data-going]")).to_have_count(0)
    page.context.set_offline(False)
    page.locator(".ot-throw").click()
    expect(page.locator("#table-said")).to_contain_text("is to play")
    assert aside(table.kinds) == [*before, "discard"]


def test_the_title_tells_of_ones_turn(page: Page) -> None:
    assert page.title().startswith("Your turn · ")
    draw(page)
    throw_last(page)
    expect(page.locator("#table-said")).to_contain_text("is to play")
    assert not page.title().startswith("Your turn")


def test_a_hand_is_held_by_hand_and_by_melds_again(page: Page) -> None:
    draw(page)
    cards = page.locator(".ot-hand [data-card]")
    names = "all => all.map((one) => one.dataset.card)"
    before = cards.evaluate_all(names)
    page.locator(".ot-card").last.click()
    page.get_by_role("button", name="Move left").click()
    expect(page.locator(".ot-group")).to_have_count(1)
    assert cards.evaluate_all(names) == [*before[:-2], before[-1], before[-2]]
    page.get_by_role("button", name="By melds").click()
    expect(page.get_by_role("button", name="By melds")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ot-group p").last).to_have_text("Deadwood")
    assert cards.evaluate_all(names) == before


def test_a_press_on_the_stock_draws(table: BegunTable, page: Page, aside) -> None:
    before = aside(table.kinds)
    page.locator("[data-pile='stock'] .ot-reach").click()
    expect(page.locator(".ot-card")).to_have_count(11)
    assert aside(table.kinds) == [*before, "draw"]


def test_a_card_goes_as_many_places_as_it_is_told_to(page: Page) -> None:
    """However quickly."""
    draw(page)
    names = "all => all.map((one) => one.dataset.card)"
    before = page.locator(".ot-hand [data-card]").evaluate_all(names)
    page.locator(".ot-card").last.click()
    button = page.get_by_role("button", name="Move left")
    for _press in range(3):
        button.click()
    after = page.locator(".ot-hand [data-card]").evaluate_all(names)
    assert after.index(before[-1]) == len(before) - 4

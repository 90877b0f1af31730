"""The replay of a hand by key, by thumb and without script, and the check of the deals."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.counted_hands import CarefulMatch
from tests.online import OnlineEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]


class PlayedMatch:
    """A match of which a hand was played to a count, and the addresses of its pages. Spectators
    see a hand when it is over."""

    def __init__(self) -> None:
        event = OnlineEvent()
        event.view()
        n = CarefulMatch(event.board.match_id).play_to_a_count()
        tournament = event.tournament
        place: list[Any] = [tournament.club.slug, tournament.slug, event.board.match_id]
        self.replay = reverse("replay", args=[*place, n])
        self.deals = reverse("deals", args=place)
        self.published = Client().get(reverse("deals_file", args=place)).content.decode()
        self.last = len(event.seats[0].get(f"{event.match}hands/{n}/record/")["actions"])


@pytest.fixture
def match(server: str, aside: Callable) -> PlayedMatch:
    return aside(PlayedMatch)


def said(page: Page) -> str:
    return page.locator("#replay-said").inner_text()


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_by_key_from_the_deal_to_the_end(
    match: PlayedMatch, server: str, opened: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = opened(viewport=viewport)
    page.goto(server + match.replay)
    at, news = page.locator(".rp-at"), page.locator("#news")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"Step 1/ of {match.last}")
    expect(page).to_have_url(re.compile(r"\?step=1&seat=0$"))
    expect(news).to_have_text(said(page))
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"Step 2/ of {match.last}")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(f"Step 1/ of {match.last}")
    page.keyboard.press("End")
    expect(at).to_have_text(f"Step {match.last}/ of {match.last}")
    expect(page.locator("#ending")).to_be_visible()
    assert page.evaluate(
        "() => { const list = document.querySelector('.rp-list ol').getBoundingClientRect();"
        " const step = document.querySelector('[aria-current=step]').getBoundingClientRect();"
        " return step.top >= list.top - 1 && step.bottom <= list.bottom + 1; }"
    )
    page.keyboard.press("ArrowRight")  # there is no more
    page.keyboard.press("Home")
    expect(at).to_have_text(f"Step 0/ of {match.last}")
    expect(page.locator("#ending")).to_have_count(0)


def test_by_thumb_the_focus_stays_and_the_address_shows_the_same(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(viewport=PHONE)
    page.goto(server + match.replay)
    following = page.get_by_role("link", name="Next", exact=True)
    for step in (1, 2, 3):
        following.click()
        expect(page.locator(".rp-at")).to_contain_text(f"Step {step}/")
        expect(following).to_be_focused()
    page.locator("#turn").click()
    expect(page).to_have_url(re.compile(r"\?step=3&seat=1$"))
    names = page.locator(".rp-seat h2").all_inner_texts()
    other = opened(viewport=LAPTOP)
    other.goto(page.url)
    assert other.locator(".rp-seat h2").all_inner_texts() == names
    assert said(other) == said(page)


def test_the_steps_stay_where_they_are(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    """Whoever presses "Next" again and again presses the same place."""
    for viewport in (PHONE, LAPTOP):
        page = opened(viewport=viewport)
        page.goto(server + match.replay)
        places = set()
        for step in range(1, min(12, match.last)):
            page.keyboard.press("ArrowRight")
            expect(page.locator(".rp-at")).to_contain_text(f"Step {step}/")
            box = page.locator("#go-next").bounding_box()
            assert box is not None
            places.add((round(box["x"]), round(box["y"])))
        assert len(places) == 1, places


def test_without_script_each_step_is_a_page(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(viewport=PHONE, java_script_enabled=False)
    page.goto(server + match.replay)
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".rp-at")).to_contain_text("Step 1/")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.locator("#ending")).to_be_visible()
    page.goto(server + match.deals)
    expect(page.get_by_role("button", name="Check these deals")).to_be_hidden()


# The deals --------------------------------------------------------------------------------------


def check(page: Page) -> str:
    page.locator("#told").evaluate("(told) => (told.textContent = '')")
    page.get_by_role("button", name="Check these deals").click()
    expect(page.locator("#told")).not_to_be_empty()
    return page.locator("#told").inner_text()


def test_deals_that_are_fair_fit_row_by_row(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(viewport=PHONE)
    page.goto(server + match.deals)
    assert page.evaluate("isSecureContext") is False
    deals = page.locator("[data-deal]").count()
    assert check(page) == f"Everything fits. Deals that were checked: {deals}; words: 2."
    told = page.locator("[data-told]").all_inner_texts()
    assert told == ["fits"] * (deals + 1)


def exchange_cards(published: dict[str, Any]) -> None:
    hands = published["records"][-1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def turn_the_stock(published: dict[str, Any]) -> None:
    stock = published["records"][-1]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


def other_upcard(published: dict[str, Any]) -> None:
    record = published["records"][-1]
    record["upcard"] = record["stock"][0]


def other_dealer(published: dict[str, Any]) -> None:
    record = published["records"][-1]
    record["dealer"] = 1 - record["dealer"]


def other_word(published: dict[str, Any]) -> None:
    published["seatings"][0]["words"][1] = "another word"


def other_secret(published: dict[str, Any]) -> None:
    for one in (published["deals"][-1], published["records"][-1]):
        one["secret"] = "00" * 32


def other_commitment(published: dict[str, Any]) -> None:
    published["seatings"][0]["commitment"] = "00" * 32


def other_draw(published: dict[str, Any]) -> None:
    published["draw"].reverse()


def skip_a_secret(published: dict[str, Any]) -> None:
    published["deals"][-1]["j"] += 1


def other_hand(published: dict[str, Any]) -> None:
    published["records"].pop()


def leave_out_a_deal(published: dict[str, Any]) -> None:
    del published["deals"][1]
    published["dealt"] += 1


TAMPERED = [
    (exchange_cards, "deal", "the hands are not those"),
    (turn_the_stock, "deal", "the stock is not the one"),
    (other_upcard, "deal", "the upcard is not the one"),
    (other_dealer, "deal", "the hands are not those"),
    (other_word, "seating 1", "a word does not have the hash"),
    (other_secret, "deal", "the secret does not lead back"),
    (other_commitment, "the draw", "the secret does not lead back"),
    (other_draw, "the draw", "the cards that were drawn"),
    (skip_a_secret, "deal", "its secret is not the next one"),
    (other_hand, "deal", "the record of its hand"),
    (leave_out_a_deal, "deal 1", "it is missing"),
]


def answering(published: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=published)


def test_what_was_tampered_with_is_told_at_its_row_and_in_one_sentence(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    page = opened()
    page.goto(server + match.deals)
    for change, row, fault in TAMPERED:
        published = json.loads(match.published)
        change(published)
        page.unroute_all()
        page.route("**/deals.jsonl", answering(published))
        sentence = check(page)
        assert sentence.startswith("Not everything fits: ")
        assert re.search(rf"{row} ?\d* \([^)]*{fault}", sentence), (change, sentence)
        wrong = page.locator("[data-told][data-s=disputed]").all_inner_texts()
        assert any(fault in words for words in wrong), change
    page.unroute_all()
    assert check(page).startswith("Everything fits.")
    assert page.locator("[data-told][data-s=disputed]").count() == 0


SEEN_AT_THE_TABLE = """async ([match, seating, commitment]) => {
  const shown = document.createElement("p");
  Object.assign(shown.dataset, { match, seating, commitment });
  document.body.append(shown);
  await import("/static/js/commitment.js?once=" + Math.random());
  shown.remove();
}"""


def test_the_commitment_that_this_device_saw_first_is_compared(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    published = json.loads(match.published)
    commitment = published["seatings"][0]["commitment"]
    page = opened()
    page.goto(server + match.deals)
    assert "this device saw" not in check(page)
    for seen in (commitment, "00" * 32):  # what is seen later is no other
        page.evaluate(SEEN_AT_THE_TABLE, [published["match"], 1, seen])
        assert check(page).endswith("The commitment is the one that this device saw at the table.")
    other = opened()
    other.goto(server + match.deals)
    other.evaluate(SEEN_AT_THE_TABLE, [published["match"], 1, "00" * 32])
    assert "seating 1 (its commitment is not the one that this device saw" in check(other)


def test_deals_that_can_not_be_read_say_so(
    match: PlayedMatch, server: str, opened: Callable[..., Page]
) -> None:
    page = opened()
    page.goto(server + match.deals)
    page.context.set_offline(True)
    assert "could not be read" in check(page)

"""Doubles at the table: offered, accepted and refused on a referee's phone, offline too."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import HandFact
from players.models import Player
from tests.browser.test_score_pad import (
    address,
    board_of,
    make_tournament,
    opened,
    owner_of,
    phone_of,
    save,
    tournament_of,
    type_count,
)
from tests.builders import DIRECTOR, NOW
from tournaments.models import Board
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]


@pytest.fixture
def board(aside: Callable) -> Board:
    """Anna against Nuño, doubling up to four times."""

    def make() -> Board:
        rules = {"variant": "doubling", "doubling_cap": 4}
        made = make_tournament(rules=rules, entrants=2, start=False)
        for number, name in enumerate(("Anna Šimek", "Nuño García"), 1):
            Player.objects.filter(club=made.club, name=f"Player {number:04}").update(name=name)
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        return board_of(made, 1, 1)

    return aside(make)


def answer(page: Page, name: str, word: str) -> None:
    page.locator(".doubles summary").tap()
    page.locator(".doubles p", has_text=f"{name} doubles").get_by_role("link", name=word).tap()


def may_double(page: Page) -> list[str]:
    rows = page.locator(".doubles [data-seat]:not([hidden]) span").all_text_contents()
    return [row.removesuffix(" doubles:") for row in rows]


def test_the_pad_keeps_who_may_double_next(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    factor = page.locator("#factor")
    page.get_by_label("Anna’s count").fill("7")  # typed already: it must not be lost
    assert may_double(page) == ["Anna", "Nuño"]
    answer(page, "Anna", "Accepted")
    expect(factor).to_have_value("2")
    assert may_double(page) == ["Nuño"]
    expect(page.get_by_label("Anna’s count")).to_have_value("7")

    # The phone was away: the page is loaded anew.
    page.reload()
    expect(factor).to_have_value("2")
    assert may_double(page) == ["Nuño"]
    answer(page, "Nuño", "Accepted")
    expect(factor).to_have_value("4")
    expect(page.locator(".doubles .most")).not_to_have_attribute("hidden", "")
    assert may_double(page) == []
    page.locator(".doubles summary").tap()
    factor.select_option("2")  # a slip, put right by hand
    page.locator(".doubles summary").tap()
    assert may_double(page) == ["Anna", "Nuño"]

    answer(page, "Nuño", "Refused")
    assert may_double(page) == []
    expect(page.get_by_label("Double refused")).to_be_checked()
    page.get_by_label("Anna’s count").tap()
    type_count(page, 30)
    page.get_by_label("Nuño’s count").tap()
    type_count(page, 12)
    expect(page.locator("#verdict")).to_contain_text("(10 + 18) × 2")
    expect(page.locator("#verdict")).to_contain_text("56 to Nuño")
    save(page)
    expect(page.locator("#verdict")).to_contain_text("Saved: Double refused")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()

    # The next hand begins anew, also where it has to wait for the network.
    expect(factor).to_have_value("1")
    assert may_double(page) == ["Anna", "Nuño"]
    page.context.set_offline(True)
    answer(page, "Anna", "Accepted")
    answer(page, "Nuño", "Refused")
    page.get_by_label("Anna’s count").tap()
    type_count(page, 9)
    page.get_by_label("Nuño’s count").tap()
    type_count(page, 5)
    save(page)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(factor).to_have_value("1")
    assert may_double(page) == ["Anna", "Nuño"]
    assert not re.search("factor|refused", page.url)
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_be_empty()
    assert aside(
        lambda: [(fact.kind, fact.factor) for fact in HandFact.objects.order_by("pk")]
    ) == [
        ("refused", 2),
        ("refused", 2),
    ]


def test_who_leaves_the_pad_finds_what_was_offered_when_they_come_back(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))

    def leave_and_come_back() -> None:
        page.goto(address(server, board))
        page.get_by_role("link", name="Score pad").tap()
        expect(page.get_by_role("heading", level=2, name="Hand")).to_be_visible()

    page.goto(address(server, board, "pad/"))
    answer(page, "Anna", "Accepted")
    leave_and_come_back()
    expect(page.locator("#factor")).to_have_value("2")
    assert may_double(page) == ["Nuño"]
    answer(page, "Nuño", "Refused")
    leave_and_come_back()
    expect(page.get_by_label("Double refused")).to_be_checked()
    assert may_double(page) == []
    page.get_by_label("Anna’s count").tap()
    type_count(page, 30)
    page.get_by_label("Nuño’s count").tap()
    type_count(page, 12)
    expect(page.locator("#verdict")).to_contain_text("56 to Nuño")
    save(page)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    leave_and_come_back()
    expect(page.locator("#factor")).to_have_value("1")
    assert may_double(page) == ["Anna", "Nuño"]


def test_without_a_script_the_answers_are_links(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = opened(viewport={"width": 390, "height": 844}, java_script_enabled=False, has_touch=True)
    page.context.add_cookies(
        phone_of(
            opened, server, aside, lambda: owner_of(tournament_of(board).club)
        ).context.cookies()
    )
    page.goto(address(server, board, "pad/"))
    answer(page, "Anna", "Accepted")
    answer(page, "Nuño", "Refused")
    page.get_by_label("Anna’s count").fill("30")
    page.get_by_label("Nuño’s count").fill("12")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#verdict")).to_contain_text("Saved: Double refused")
    expect(page.locator("#verdict")).to_contain_text("56 to Nuño")

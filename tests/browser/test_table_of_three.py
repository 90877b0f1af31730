"""Three and five at a table: written down on a phone, and what axe says of their pages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from games.selectors.matches import match_record
from players.models import Player
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_accessibility import AXE, RULES, WIDER_THAN_THE_WINDOW
from tests.browser.test_score_pad import (
    address,
    hand,
    opened,
    owner_of,
    phone_of,
    save,
    session_of,
    sign_in,
    tournament_of,
    type_hand,
)
from tests.tournaments.tables import CAPTAIN, table_of
from tournaments.models import Board, Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]

NARROW = {"width": 320, "height": 640}
NAMES = ("Anna Šimek", "Bo Ek", "Cem Demir", "Dora Falk", "Egon Dorf", "Nuño Blau")


def make_board(size: int, **knobs: object) -> Board:
    """Anna, Bo, Cem and so on, by seat."""
    board = table_of(size, **knobs)
    for seat, name in zip(board.match.seats.order_by("seat"), NAMES, strict=False):
        Player.objects.filter(pk=seat.player_id).update(name=name)
        Entry.objects.filter(members__player=seat.player_id).update(name=name)
    return board


def test_a_cutthroat_match_on_a_phone(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    board = aside(lambda: make_board(3, target=60))
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    expect(page.locator(".in-hand b")).to_have_text("Anna v Bo")
    expect(page.locator(".table-now")).to_contain_text("Cemsits out, comes in next")
    hand(page, 0, 5, 45)
    expect(page.locator(".in-hand b")).to_have_text("Anna v Cem")
    # Others play than is due.
    page.get_by_text("Others play this hand").tap()
    page.get_by_role("link", name="Bo v Cem", exact=True).tap()
    expect(page.locator(".in-hand b")).to_have_text("Bo v Cem")
    type_hand(page, 1, 5, 25)
    expect(page.locator("#verdict")).to_contain_text("20 to Cem")
    save(page)
    expect(page.locator(".in-hand b")).to_have_text("Anna v Cem")
    hand(page, 0, 5, 25)
    # Anna 60 + 100 + 50, Bo nothing, Cem 20 + 25: 210 + 100 and 165; 45 of Bo.
    expect(page.get_by_role("heading", name="Anna Šimek wins the match")).to_be_visible()
    expect(page.locator(".table-now")).to_contain_text("Bo pays Anna 355.")
    record = aside(lambda: match_record(Board.objects.get(pk=board.pk).match))
    assert (record.state, record.match.tally["accounts"]) == ("finished", [475, -355, -120])


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", LAPTOP), ("light", NARROW)])
@pytest.mark.parametrize(("seats", "knobs"), [(3, {}), (6, CAPTAIN)])
def test_axe_finds_nothing_at_a_table(
    browser: Browser,
    server: str,
    aside: Callable,
    theme: str,
    size: dict[str, int],
    seats: int,
    knobs: dict[str, object],
) -> None:
    board = aside(lambda: make_board(seats, **knobs))
    context = browser.new_context(viewport=size, color_scheme=theme, has_touch=True)
    page = context.new_page()
    sign_in(page, server, aside(lambda: session_of(owner_of(tournament_of(board).club))))
    event = address(server, board).split("matches/")[0]
    ruling = address(server, board, "ruling/?rule=HAND_COUNT_END_MANY&n=2")
    wrong = []
    for number, left in enumerate((20, 30, 40), start=2):
        page.goto(address(server, board, "pad/"))
        hand(page, number % 2, 5, left)
        expect(page.get_by_role("heading", name=f"Hand {number}")).to_be_visible()
    for path in (
        address(server, board),
        address(server, board, "pad/"),
        address(server, board, "pad/?hand=2"),
        address(server, board, "result/"),
        *([ruling] if size != NARROW else []),
        f"{event}print/sheets/",
    ):
        page.goto(path)
        found = AXE.run(page, options=RULES)
        wrong += [f"{path}: {found.generate_report()}"] if found.violations_count else []
        wrong += [f"{path}: scrolls sideways"] if page.evaluate(WIDER_THAN_THE_WINDOW) else []
    context.close()
    assert not wrong, "\n".join(wrong)

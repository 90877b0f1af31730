"""Three and five at a table: written down on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.selectors.matches import match_record
from players.models import Player
from tests.browser.test_score_pad import (
    address,
    hand,
    opened,
    owner_of,
    phone_of,
    save,
    tournament_of,
    type_hand,
)
from tests.tournaments.tables import table_of
from tournaments.models import Board, Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]

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

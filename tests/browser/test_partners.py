"""Partners at the table: a referee writes down a match on their phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import HandFact
from games.selectors.matches import match_record
from players.models import Player
from tests.browser.test_score_pad import (
    address,
    board_of,
    hand,
    opened,
    owner_of,
    phone_of,
    save,
    tournament_of,
    type_hand,
)
from tests.builders import DIRECTOR, NOW, make_club, make_teams
from tournaments.models import Board
from tournaments.services.events import setup, teams
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]

RULES_OF_PAIRS = {
    "preset": "rummy-games",
    "variant": "partnership",
    "target": 50,
    "match_type": "single",
    "dealer_policy": "winner",
    "roodle": True,
}
NAMES = ("Anna Šimek", "Bo Ek", "Cem Demir", "Dora Falk")


def make_board() -> Board:
    """Anna and Bo against Cem and Dora."""
    club = make_club()
    made = setup.create_tournament(
        club=club, name="Pairs", rules=RULES_OF_PAIRS, by=DIRECTOR, now=NOW
    )
    pairs = make_teams(club, 2, 2)
    for player, name in zip(
        (one for pair in pairs for one in pair.players[:2]), NAMES, strict=True
    ):
        Player.objects.filter(pk=player.pk).update(name=name)
    teams.enter_teams(tournament_id=made.pk, teams=pairs, by=DIRECTOR, now=NOW)
    setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, seed="s", by=DIRECTOR, now=NOW)
    return board_of(made, 1, 1)


def test_a_match_of_pairs_on_a_phone(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    board = aside(make_board)
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    expect(page.locator(".in-hand b")).to_have_text("Anna v Cem")

    # The other table is through first.
    page.get_by_role("link", name="Bo v Dora").tap()
    expect(page.locator(".in-hand b")).to_have_text("Bo v Dora")
    type_hand(page, 1, 5, 20)
    expect(page.locator("#verdict")).to_contain_text("The round counts when all its hands")
    save(page)
    expect(page.locator(".in-hand b")).to_have_text("Anna v Cem")
    type_hand(page, 0, 5, 40)
    # 35 less 15: what the round comes to is said before it is saved.
    expect(page.locator("#verdict")).to_contain_text("20 to Team A")
    save(page)
    expect(page.locator(".round-sum")).to_contain_text("Round 1")
    # Others meet now, and the winners deal.
    expect(page.locator(".in-hand b")).to_have_text("Anna v Dora")
    expect(page.get_by_label("Anna", exact=True).first).to_be_checked()

    hand(page, 0, 5, 25)
    expect(page.locator(".in-hand b")).to_have_text("Bo v Cem")
    hand(page, 0, 5, 15)
    expect(page.get_by_role("heading", name="Team A wins the match, 1–0.")).to_be_visible()
    expect(page.locator(".round-sum").last).to_contain_text("roodle, 3 boxes")
    record = aside(lambda: match_record(Board.objects.get(pk=board.pk).match))
    assert (record.state, record.games[0].points) == ("finished", (50, 0))
    players = aside(lambda: list(HandFact.objects.order_by("pk").values_list("players", flat=True)))
    assert players == [[2, 3], [0, 1], [0, 3], [2, 1]]


def test_hands_without_a_network_are_kept_with_who_played_them(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    board = aside(make_board)
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    page.get_by_role("link", name="Bo v Dora").tap()
    expect(page.locator(".in-hand b")).to_have_text("Bo v Dora")
    page.context.set_offline(True)
    type_hand(page, 0, 5, 20)
    page.get_by_role("button", name="Save hand").tap()
    expect(page.locator("#outbox")).to_contain_text("Not saved yet: hand 1 of game 1")
    # The form goes on with the other hand of the round, then with those of the next.
    expect(page.locator(".in-hand")).to_have_text("Anna v Cem")
    expect(page.get_by_label("Cem’s count")).to_be_visible()
    type_hand(page, 1, 5, 15)
    page.get_by_role("button", name="Save hand").tap()
    expect(page.locator(".in-hand")).to_have_text("Anna v Dora")
    type_hand(page, 0, 5, 25)
    page.get_by_role("button", name="Save hand").tap()
    expect(page.locator(".in-hand")).to_have_text("Bo v Cem")
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".in-hand b")).to_have_text("Bo v Cem")
    facts = aside(
        lambda: list(HandFact.objects.order_by("pk").values_list("players", "knocker", "counts"))
    )
    assert facts == [
        ([2, 3], 2, [None, None, 5, 20]),
        ([0, 1], 1, [15, 5, None, None]),
        ([0, 3], 0, [5, None, None, 25]),
    ]

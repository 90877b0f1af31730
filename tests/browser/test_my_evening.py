"""A player's own page: what they wait for comes by itself, and is said."""

from collections.abc import Callable

from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, watch
from tests.builders import board_of, make_tournament, make_user, sign_in, win
from tournaments.models import Tournament


def evening_of_a_player() -> tuple[Tournament, str]:
    """A tournament of four, and the session of its first player."""
    tournament, client = make_tournament(), Client()
    player = tournament.club.players.get(name="Player 0001")
    player.user = make_user(player.name)
    player.save()
    sign_in(client, player.user)
    return tournament, client.cookies["sessionid"].value


def test_the_next_opponent_appears_without_a_reload(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(evening_of_a_player)
    page = opened(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, f"{server}/me/")
    expect(page.get_by_text("You play Player 0004")).to_be_visible()
    aside(lambda: win(board_of(tournament, 1, 1), 0))
    expect(page.locator("#live")).to_contain_text("You wait for")
    aside(lambda: win(board_of(tournament, 1, 2), 0))
    expect(page.locator("#live")).to_contain_text("You play Player 0002")
    expect(page.locator("#news")).to_contain_text("You play Player 0002")

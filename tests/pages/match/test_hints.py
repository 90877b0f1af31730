"""A hint on the page of a table against a computer player."""

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.engine.hints import Hint
from kernel.text import Text
from pages.match.hint_words import hint_words
from tests.builders import make_user
from tests.client import Api
from tests.tournaments.api.test_bots import BotTable

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def test_who_asks_is_told_the_move_and_why(client: Client) -> None:
    user = make_user("mia")
    table = BotTable(Api(user))
    table.sit_down()
    while table.view()["turn"] == 1 or table.view()["state"] == "drawing":
        table.go_on()
    client.force_login(user)
    page = client.get(table.opened["url"]).content.decode()
    assert 'id="ask-hint"' in page
    said = client.post(table.opened["url"], {"act": "hint"})
    assert said.status_code == 200
    page = said.content.decode()
    assert 'id="hint"' in page
    assert page.split('id="hint"')[1].split("</div>")[0].count("<li>") >= 1
    assert 'id="ask-hint"' not in page


def test_the_words_name_cards_as_people_do() -> None:
    values = {"card": "8C", "needed": "7C 9C"}
    reason = Text("completing", "%(card)s: %(needed)s.", values)
    words = hint_words(Hint("discard 8C", (reason,)))
    assert words.move == "Throw the 8 of clubs."
    assert words.reasons == ["8 of clubs: 7 of clubs, 9 of clubs."]
    with translation.override("de"):
        assert hint_words(Hint("discard 8C", ())).move == "Werfen Sie Kreuz 8 ab."


@pytest.mark.parametrize(
    ("action", "move"),
    [
        ("take 7S", "Take the 7 of spades."),
        ("discard JK", "Throw the joker."),
        ("lay_off 8C on 5C6C7C", "Lay off the 8 of clubs."),
        ("knock 9D", "Knock, and throw the 9 of diamonds."),
    ],
)
def test_the_moves_of_other_games_are_named(action: str, move: str) -> None:
    assert hint_words(Hint(action, ())).move == move


@pytest.mark.parametrize(
    "action", ["meld 5S(6S)7S", "free 6S on 5S(6S)7S", "lay_off (8S) on 5S6S7S"]
)
def test_a_joker_in_a_move_has_words(action: str) -> None:
    move = hint_words(Hint(action, ())).move
    assert "(" not in move
    assert move.endswith(".")

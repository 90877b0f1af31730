"""A game against the computer by rules that are set one by one."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.engine.gin.rules import as_dict, rules_from
from games.models import Bot
from pages.parts import single_rules
from tests.builders import make_user, sign_in
from tests.pages.play.test_own_opponents import sent as make_own
from tournaments.models import Friendly
from web.page import new_key

pytestmark = pytest.mark.django_db

PAGE = "/play/opponents/manual/"


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def typed(bot: str = "hush", **knobs: object) -> dict[str, object]:
    """What a browser sends: the club rules, one game, some knobs otherwise."""
    shown = single_rules.typed(rules_from({"preset": "club"}))
    changed = {single_rules.PREFIX + name: value for name, value in knobs.items()}
    form = {"rules": "club", "knobs_of": "club", "length": "best_of", "best_of": "1"}
    return {**form, **shown, **changed, "bot": bot, "key": new_key()}


def test_whoever_is_pressed_plays_by_these_rules() -> None:
    client = Client()
    answer = client.post(PAGE, typed(gin_bonus=40, undercut_bonus=15))
    assert answer.status_code == 302, answer.text
    assert "Mr Hush" in client.get(answer["Location"]).text
    event = Friendly.objects.get().tournament
    expected = {"preset": "club", "gin_bonus": 40, "undercut_bonus": 15, "match_n": 1}
    changed = {k: v for k, v in as_dict(rules_from(expected)).items() if k != "match_type"}
    assert changed.items() <= event.rules.items()
    assert event.clock == {"kind": "none"}
    assert Bot.objects.get().code == "hush"


@pytest.mark.parametrize(
    ("knobs", "field"),
    [
        ({"gin_bonus": "-1"}, "gin_bonus"),
        ({"gin_bonus": ""}, "gin_bonus"),
        ({"knock_limit": "upcard", "upcard_rule": "deal_11"}, "upcard_rule"),
    ],
)
def test_what_cannot_be_played_is_said_at_the_field_and_all_stays(
    knobs: dict[str, object], field: str
) -> None:
    refused = Client().post(PAGE, typed(undercut_bonus=17, **knobs))
    assert refused.status_code == 400
    at = refused.text.index(f'name="knob-{field}"')
    assert "errorlist" in refused.text[at - 1500 : at]
    assert re.search(r'name="knob-undercut_bonus" value="17"', refused.text)
    assert not Friendly.objects.exists()


@pytest.mark.parametrize("bot", ["", "nobody"])
def test_where_nobody_is_pressed_nobody_sits_down(bot: str) -> None:
    answer = Client().post(PAGE, typed(bot, undercut_bonus=17))
    assert answer.status_code == (400 if bot else 200)
    assert 'name="knob-undercut_bonus" value="17"' in answer.text
    form = re.search(r'<form method="post".*?</form>', answer.text, re.DOTALL)
    assert form is not None
    assert " name=" not in re.findall(r"<button[^>]*>", form.group())[0]
    assert not Friendly.objects.exists()


def test_the_same_form_twice_is_one_table_and_another_choice_another() -> None:
    client, first = Client(), typed()
    tables = [client.post(PAGE, first)["Location"] for _ in range(2)]
    assert len(set(tables)) == 1
    again = client.post(PAGE, {**first, "knob-undercut_bonus": 17})["Location"]
    assert again not in tables


def test_ones_own_opponents_are_there_too() -> None:
    client = Client()
    sign_in(client, make_user("Ada"))
    make_own(client)
    code = re.search(r'name="bot" value="(own-\d+)"', client.get(PAGE).text)
    assert code is not None
    assert client.post(PAGE, typed(code[1])).status_code == 302
    assert Bot.objects.get().name == "Aunt Max"
    assert Client().post(PAGE, typed(code[1])).status_code == 400


def test_begins_with_one_game_by_the_club_rules_and_says_so() -> None:
    page = Client().get(PAGE).text
    assert re.search(r'id="outcome"[^>]*>One game', page), re.search(r'id="outcome".*', page)
    assert 'value="club" checked' in page


def test_says_where_the_rules_lead_while_they_are_chosen() -> None:
    page = Client().get(PAGE, {**typed(), "rules": "pagat"}).text
    assert re.search(r'value="pagat" checked', page)
    assert "Play Kit" in page


def test_without_guests_asks_for_an_account(settings: Settings) -> None:
    settings.GUESTS = False
    page = Client().get(PAGE).text
    assert "Here only people with an account play." in page
    assert 'name="bot"' not in page

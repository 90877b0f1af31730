"""A director changes every rule of an event on the page: players read it, and hands, games and
matches go by it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.gin.rule_words import rule_words
from games.engine.gin.rules import Rules, rules_from, words
from games.engine.gin.rules.likeness import most_like
from games.rule_books import GIN
from pages.parts import single_rules
from pages.parts.knob_words import titles_of
from pages.parts.tournament_page import match_words
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_preparation import sign_in
from tests.builders import make_tournament, owner_of
from tests.pages.director.test_lengths import KINDS
from tests.pages.parts.rule_games import refused
from tests.pages.parts.rule_rows import Row
from tests.pages.parts.test_rule_words import ROWS
from tournaments.models import Tournament

pytestmark = pytest.mark.sampled

CLUB = rules_from("club")
TITLES = titles_of(GIN)
# Of several values those with which most other rules are of use: the upcard sets the limit, and
# hands are doubled.
VALUES = {"variant": "doubling", "knock_limit": "upcard", "upcard_rule": "dealer_draws"}


def row_of(knob: str) -> Row:
    """A value of a knob that is not the club's, and what it changes."""
    rows = [row for row in ROWS if row.knob == knob and row.value != getattr(CLUB, knob)]
    return next(row for row in rows if row.value == VALUES.get(knob, row.value))


EFFECTS = {name: row_of(name) for name in TITLES}


def test_every_single_rule_is_set_told_and_played(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    event = aside(lambda: make_tournament(start=False, name="House Cup"))
    page = opened(viewport=PHONE)
    sign_in(page, server, aside(lambda: owner_of(event.club).email))
    place = f"{server}/c/{event.club.slug}/{event.slug}"
    page.goto(f"{place}/settings/rules/")
    page.get_by_text("Change single rules").click()
    for name, row in EFFECTS.items():
        set_knob(page, name, single_rules.written(row.value))
    save(page)

    kept = aside(lambda: Tournament.objects.get(pk=event.pk).rules)
    for name, row in EFFECTS.items():
        check_effect(row, kept[name])
    page.goto(f"{place}/rules/")
    told = page.locator("section", has=page.get_by_role("heading", name="House rules"))
    rule_set, differing = most_like(rules_from(kept))
    expect(told).to_contain_text(f"The rules are “{rule_set.called}” (")
    expect(told).to_contain_text("), changed in what follows.")
    expect(told.get_by_role("listitem")).to_have_count(1 + len(differing))
    for knob in differing:
        expect(told).to_contain_text(f"{TITLES[knob.name]}: ")
    everything = " ".join(page.locator("#live").inner_text().split())
    for sentence in sentences(rules_from(kept)):
        assert sentence in everything


def check_effect(row: Row, value: object) -> None:
    """What the page kept changes a hand or a game, or a sentence where the players cut."""
    there, here = row.rules(row.other), row.rules(value)
    assert sentences(here) != sentences(there)
    if row.plays is None:
        assert row.knob == "first_dealer"
    else:
        assert refused(row.plays, here) == row.told != refused(row.plays, there)


def test_every_length_is_chosen_on_the_page(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    event = aside(lambda: make_tournament(start=False, name="Long Cup"))
    page = opened(viewport=LAPTOP)
    sign_in(page, server, aside(lambda: owner_of(event.club).email))
    place = f"{server}/c/{event.club.slug}/{event.slug}"
    for typed, knobs in KINDS:
        rules = rules_from(knobs)
        page.goto(f"{place}/settings/rules/")
        choose_length(page, typed)
        expect(page.locator("#outcome")).to_contain_text(str(words.of_match(rules)[0]))
        is_race = rules.match_type != "rounds"
        expect(page.get_by_label("Points that end a game")).to_be_visible(visible=is_race)
        save(page)
        kept = aside(lambda: Tournament.objects.get(pk=event.pk).rules)
        assert {name: kept[name] for name in knobs} == knobs
        page.goto(f"{place}/rules/")
        expect(page.locator("#live")).to_contain_text(sentences(rules)[-1])
        page.goto(place)
        expect(page.locator(".fields").first).to_contain_text(match_words(rules))


def choose_length(page: Page, typed: dict[str, str]) -> None:
    kinds = page.get_by_role("group", name="A match is")
    for name, value in {"target": "100", **typed}.items():
        field = kinds.locator(f"[name='{name}']")
        if name == "length":
            field.and_(page.locator(f"[value='{value}']")).check()
        elif field.is_visible():
            set_field(field, value)
    numbers = kinds.locator(".length-numbers:visible")
    expect(numbers).to_have_count(1)  # those of the others are hidden


def sentences(rules: Rules) -> list[str]:
    return [str(one) for chapter in rule_words(rules) for one in chapter.sentences]


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_contain_text("Saved.")


def set_knob(page: Page, name: str, value: str) -> None:
    field = page.locator(f"[name='{single_rules.PREFIX}{name}']")
    if field.count() > 1:
        field.and_(page.locator(f"[value='{value}']")).check()
    else:
        set_field(field, value)


def set_field(field: Locator, value: str) -> None:
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
        field.blur()

"""The rules of a set, changed one by one: on the form, in words, and what is kept."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Knob, Rules, as_dict, rules_from
from games.engine.gin.rules.likeness import most_like
from games.engine.knobs import KnobValue
from games.rule_books import GIN
from pages.parts import single_rules
from pages.parts.knob_words import (
    CERTAINTY,
    GIN_KNOBS,
    house_chapter,
    idle_word,
    sources_of,
    titles_of,
    word_of,
)
from pages.parts.rules_form import RulesForm
from players.models import Club
from tests.builders import make_club, make_tournament, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, at, shown, told
from tournaments.models import Tournament
from web.actors import say

TITLES = titles_of(GIN)


def sent(code: str = "club", **knobs: object) -> dict[str, Any]:
    """The form as a browser sends it, with some of the single rules changed."""
    changed = {single_rules.PREFIX + name: value for name, value in knobs.items()}
    fields = {"boards": "1", "rules": code, "length": "", "target": "", "knobs_of": code}
    return fields | single_rules.typed(rules_from(code)) | changed


def other_value(knob: Knob, base: Rules) -> KnobValue:
    """A value of a knob that is not the base's."""
    if knob.type == "int" or knob.name == "big_gin_bonus":
        return knob.most
    if knob.name == "doubling_cap":
        return 8
    values = single_rules.values_of(knob)
    return next(value for value in values if value != getattr(base, knob.name))


def test_every_knob_that_is_played_can_be_set() -> None:
    assert TITLES.keys() == GIN_KNOBS.keys()


@pytest.mark.parametrize("name", TITLES)
def test_each_knob_is_set_by_itself_and_told(name: str) -> None:
    knob, base = GIN_KNOBS[name], rules_from("club")
    value = other_value(knob, base)
    form = RulesForm(sent(**{name: single_rules.written(value)}))
    assert form.is_valid(), form.errors
    assert form.chosen == replace(base, **{name: value})
    assert form.cleaned_data["rules"] == as_dict(form.chosen)
    assert form.has_own_rules
    house = house_chapter(form.chosen)
    _rule_set, differing = most_like(form.chosen)
    assert house.title.template == ("House rules" if differing else "Rule set")
    told_of = [str(sentence.values.get("rule")) for sentence in house.sentences[1:]]
    assert told_of == [TITLES[one.name] for one in differing]


def test_every_source_has_a_name() -> None:
    for knob in GIN_KNOBS.values():
        assert sources_of(knob), knob.name


def test_every_rule_set_says_how_sure_it_is(client: Client, db: None) -> None:
    club = make_club()
    sign_in(client, owner_of(club))
    page = told(
        client.get(reverse("new", args=[club.slug]), {"step": "2", "seen": "1", "name": "x"})
    )
    for rule_set in PLAYABLE_RULE_SETS:
        assert f"{rule_set.called} {CERTAINTY[rule_set.certainty]}" in page


def test_what_is_left_alone_is_the_rule_set() -> None:
    for rule_set in PLAYABLE_RULE_SETS:
        form = RulesForm(sent(rule_set.code))
        assert form.is_valid(), form.errors
        assert form.cleaned_data["rules"] == as_dict(rule_set.rules)
        assert not form.has_own_rules


def test_left_empty_there_is_no_big_gin() -> None:
    form = RulesForm(sent(big_gin_bonus=""))
    assert form.is_valid()
    assert form.chosen.big_gin_bonus is None


def test_another_rule_set_begins_them_anew() -> None:
    form = RulesForm(sent() | {"rules": "pagat"})
    assert form.is_valid()
    assert form.chosen == rules_from("pagat")
    assert form["knob-gin_bonus"].value() == "20"
    assert form["knobs_of"].value() == "pagat"


def test_what_was_changed_in_another_rule_set_is_not_dropped_without_a_word() -> None:
    form = RulesForm(sent(gin_bonus=40) | {"rules": "pagat"})
    assert not form.is_valid()
    assert "what was changed in another one is gone" in str(form.errors["rules"])
    assert form["knob-gin_bonus"].value() == "20"


def test_two_that_do_not_go_together_are_refused_beside_both() -> None:
    form = RulesForm(sent(knock_limit="upcard", upcard_rule="deal_11"))
    assert not form.is_valid()
    assert form.errors.keys() == {"knob-knock_limit", "knob-upcard_rule"}


@pytest.mark.parametrize("name", ["gin_bonus", "dealer_policy", "discards_open"])
@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30])
def test_what_a_knob_can_not_be_is_refused_at_its_field(name: str, value: str) -> None:
    form = RulesForm(sent(**{name: value}))
    assert not form.is_valid()
    assert form.errors.keys() == {single_rules.PREFIX + name}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_value_has_words(language: str) -> None:
    with translation.override(language):
        for name in TITLES:
            knob = GIN_KNOBS[name]
            values = single_rules.values_of(knob) if knob.type in ("enum", "bool") else ()
            words = [say(word_of(knob, value)) for value in values]
            assert len({*words, ""}) == len(values) + 1, name


@pytest.mark.django_db
class TestOnThePages:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    @pytest.fixture
    def owner(self, club: Club, client: Client) -> Client:
        sign_in(client, owner_of(club))
        return client

    def test_in_the_settings(self, owner: Client, club: Club) -> None:
        event = make_tournament(club, start=False)
        address = at("settings_rules", event)
        data = shown(owner.get(address))
        assert data["knob-gin_bonus"] == "25"
        owner.post(address, data | {"knob-gin_bonus": "30", "knob-dealer_policy": "loser"})
        event.refresh_from_db()
        assert (event.rules["gin_bonus"], event.rules["dealer_policy"]) == (30, "loser")
        data = shown(owner.get(address))
        assert (data["rules"], data["knob-gin_bonus"]) == ("own", "30")
        page = told(owner.get(at("event_rules", event)))
        assert "The rules are “Club default” (our own), changed in what follows." in page
        assert "Gin: 30 (there: 25)" in page
        owner.post(address, data | {"knob-gin_bonus": "25"})
        event.refresh_from_db()
        assert (event.rules["gin_bonus"], event.rules["dealer_policy"]) == (25, "loser")

    def test_in_the_wizard(self, owner: Client, club: Club) -> None:
        address = reverse("new", args=[club.slug])
        rules = sent("pagat", gin_bonus=25, box_bonus=25)
        owner.post(address, FILLED | rules | {"step": "make", "key": "k"})
        event = Tournament.objects.get()
        assert (event.rules["gin_bonus"], event.rules["undercut_bonus"]) == (25, 10)

    def test_rules_as_they_come_are_not_told_as_house_rules(
        self, owner: Client, club: Club
    ) -> None:
        event = make_tournament(club, start=False, rules="pagat")
        page = told(owner.get(at("event_rules", event)))
        assert "House rules" not in page
        assert "Rule set The rules are “Classic (gin 20, undercut 10)” (as published)." in page


def test_what_changes_nothing_says_why() -> None:
    for rules, names in {
        "club": {"oklahoma_ace", "oklahoma_spade", "doubling_cap"},
        "plain": {"box_timing", "extra_boxes_undercut", "extra_boxes_gin", "doubling_cap"},
    }.items():
        idle = {name for name in TITLES if idle_word(GIN_KNOBS[name], rules_from(rules))}
        assert names <= idle
    plain_sheet = idle_word(GIN_KNOBS["hollywood_winner"], rules_from("club"))
    assert str(plain_sheet) == "Changes nothing on a plain sheet."
    straight = rules_from({"knock_limit": 0, "big_gin_bonus": None})
    assert "nobody may knock" in str(idle_word(GIN_KNOBS["undercut_bonus"], straight))
    assert "upcard does not set" in str(idle_word(GIN_KNOBS["oklahoma_ace"], straight))
    assert "no big gin" in str(idle_word(GIN_KNOBS["extra_boxes_big_gin"], straight))


@pytest.mark.django_db
def test_what_changes_nothing_is_said_as_the_rules_are_chosen(client: Client) -> None:
    club = make_club()
    sign_in(client, owner_of(club))
    event = make_tournament(club, start=False)
    for address, more in (
        (reverse("new", args=[club.slug]), {"step": "2", "seen": ["1", "2"], "name": "x"}),
        (at("settings_rules", event), {}),
        (reverse("new_club_rules", args=[club.slug]), {"name": "x"}),
    ):
        before = told(client.get(address, sent() | more))
        assert "{#" not in before
        assert "as long as hands are not doubled" in before
        assert "the upcard does not set the knock limit" in before
        chosen = sent(variant="doubling", knock_limit="upcard")
        after = told(client.get(address, chosen | more))
        assert "as long as hands are not doubled" not in after
        assert "the upcard does not set the knock limit" not in after

    def test_two_that_do_not_go_together_say_so_beside_both(
        self, owner: Client, club: Club
    ) -> None:
        event = make_tournament(club, start=False)
        data = shown(owner.get(at("settings_rules", event)))
        both = {"knob-knock_limit": "upcard", "knob-upcard_rule": "deal_11"}
        page = told(owner.post(at("settings_rules", event), data | both))
        assert page.count("there is no upcard to set the limit") == 2
        assert "deal_11" not in page

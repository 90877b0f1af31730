"""Rummy on the pages: chosen first, told, changed, and named by a club; no page of an event breaks
on it."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.rummy.presets import RULE_SETS
from games.engine.rummy.rules import RummyRules
from games.rule_books import RUMMY, as_dict, rules_from
from pages.parts import single_rules
from pages.parts.book_form import rules_outcome
from pages.parts.knob_words import differences, idle_word, single_knobs, titles_of, word_of
from pages.parts.rummy_form import RummyForm
from players.models import Club
from tests.builders import make_club, make_tournament, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, at, shown, told
from tests.pages.test_privacy import walked
from tournaments.models import Tournament
from web.actors import say

KNOBS = single_knobs(RUMMY)
TABLES = {"format": "table_rounds", "table_rounds-counts": "accounts"}


def sent(code: str = "rummy", **fields: object) -> dict[str, Any]:
    """The form as a browser sends it; what is a single rule's may be named by the knob."""
    given = {single_rules.PREFIX + name if name in KNOBS else name: fields[name] for name in fields}
    base = {"table_size": "4", "rules": code, "length": "", "best_of": "", "knobs_of": code}
    rules = rules_from("rummy" if code.startswith("club-") else code)
    return base | single_rules.typed(rules) | given


def test_every_single_rule_can_be_set_and_has_words() -> None:
    assert titles_of(RUMMY).keys() == KNOBS.keys()
    for language in ("en", "de"):
        with translation.override(language):
            for knob in KNOBS.values():
                values = single_rules.values_of(knob) if knob.type in ("enum", "bool") else ()
                words = [say(word_of(knob, value)) for value in values]
                assert len({*words, ""}) == len(values) + 1, knob.name


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.code)
def test_a_rule_set_is_what_the_form_leads_to(rule_set: Any) -> None:
    form = RummyForm(sent(rule_set.code))
    assert form.is_valid(), form.errors
    assert form.chosen == rule_set.rules
    assert form.cleaned_data == {"boards": 1, "rules": as_dict(rule_set.rules)}


@pytest.mark.parametrize(
    ("fields", "knobs"),
    [
        ({"table_size": "2"}, {"table_size": 2}),
        ({"length": "rounds", "rounds": "7"}, {"end": "rounds", "rounds": 7}),
        ({"length": "target", "target": "50"}, {"target": 50}),
        ({"best_of": "3"}, {"match_type": "best_of", "match_n": 3}),
        ({"jokers": "2", "block": "true"}, {"jokers": 2, "block": True}),
    ],
)
def test_what_is_chosen_beside_it(fields: dict[str, Any], knobs: dict[str, Any]) -> None:
    form = RummyForm(sent(**fields))
    assert form.is_valid(), form.errors
    assert form.chosen == replace(RummyRules(), **knobs)
    assert rules_outcome(form)


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"table_size": "7"}, "table_size"),
        ({"length": "rounds", "rounds": ""}, "rounds"),
        ({"length": "target", "target": "5"}, "target"),
        ({"variant": "knock", "jokers": "1"}, "knob-packs"),
        ({"rules": "club"}, "rules"),
    ],
)
def test_what_can_not_be_is_refused_at_its_field(fields: dict[str, Any], at_fault: str) -> None:
    form = RummyForm(sent(**fields))
    assert not form.is_valid()
    assert at_fault in form.errors
    assert rules_outcome(form) == ""


def test_a_rule_that_changes_nothing_says_why() -> None:
    knock = rules_from("knock-rummy")
    idle = {name for name, knob in KNOBS.items() if idle_word(knob, knock)}
    basic = {"jokers", "melds_per_turn", "layoff_needs_meld", "final_discard", "rummy_doubles"}
    assert idle == basic
    assert "knock rummy" in str(idle_word(KNOBS["jokers"], knock))
    blocked = replace(RummyRules(), block=True)
    assert "do not become the stock" in str(idle_word(KNOBS["max_reuse"], blocked))


def test_in_what_rules_differ_from_a_set() -> None:
    (only,) = differences(replace(RummyRules(), jokers=2, table_size=6, target=300))
    assert str(only) == "Jokers: 2 (there: 0)"


@pytest.mark.django_db
class TestOnThePages:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    @pytest.fixture
    def owner(self, club: Club, client: Client) -> Client:
        sign_in(client, owner_of(club))
        return client

    def make(self, owner: Client, club: Club, **fields: Any) -> Tournament:
        third = TABLES if fields.get("table_size") != "2" else {}
        data = {**FILLED, "game": "rummy", "rules_of": "rummy", **third, **sent(**fields)}
        owner.post(reverse("new", args=[club.slug]), data | {"step": "make", "key": "k"})
        return Tournament.objects.get()

    def test_in_the_wizard(self, owner: Client, club: Club) -> None:
        event = self.make(owner, club, code="knock-rummy", table_size="5", best_of="3")
        assert (event.game, event.rules["variant"]) == ("rummy", "knock")
        assert (event.rules["table_size"], event.rules["match_n"]) == (5, 3)
        assert event.has_tables

    def test_of_two_it_is_played_like_gin(self, owner: Client, club: Club) -> None:
        event = self.make(owner, club, table_size="2")
        assert not event.has_tables
        assert event.stages.get().format == FILLED.get("format", "single_elimination")

    def test_the_second_step_has_the_chosen_game_alone(self, owner: Client, club: Club) -> None:
        address = reverse("new", args=[club.slug])
        page = owner.get(address, {"name": "Cup", "game": "rummy", "seen": "1", "step": "2"})
        text = page.content.decode()
        assert "knob-melds_per_turn" in text
        assert "knob-knock_limit" not in text
        assert "Try these rules" not in text
        assert "Gin Rummy Palace" not in text
        gin = owner.get(address, {"name": "Cup", "seen": "1", "step": "2"}).content.decode()
        assert "knob-melds_per_turn" not in gin

    def test_rules_of_the_other_game_are_forgotten(self, owner: Client, club: Club) -> None:
        """Chosen for gin, before the first step was gone back to."""
        data = {"name": "Cup", "game": "rummy", "seen": ["1", "2"], "rules_of": "gin"}
        gin = {"rules": "pagat", "knob-variant": "standard", "step": "2"}
        page = owner.get(reverse("new", args=[club.slug]), data | gin)
        form = page.context["form"]
        assert isinstance(form, RummyForm)
        assert (form["rules"].value(), form.errors) == ("rummy", {})

    def test_formats_follow_how_many_sit_at_a_table(self, owner: Client, club: Club) -> None:
        address = reverse("new", args=[club.slug])
        first = {"name": "Cup", "game": "rummy", "rules_of": "rummy", "seen": ["1", "2"]}
        for size, has_tables in (("4", True), ("2", False)):
            data = first | sent(table_size=size) | {"step": "3"}
            text = owner.get(address, data).content.decode()
            assert ('value="table_rounds"' in text) == has_tables
            assert ('value="swiss"' in text) != has_tables

    def test_in_the_settings(self, owner: Client, club: Club) -> None:
        event = self.make(owner, club, table_size="5")
        address = at("settings_rules", event)
        data = shown(owner.get(address))
        assert (data["table_size"], data["knob-jokers"]) == ("5", "0")
        owner.post(address, data | {"knob-jokers": "2", "table_size": "6"})
        event.refresh_from_db()
        assert (event.rules["jokers"], event.rules["table_size"]) == (2, 6)
        page = told(owner.get(at("event_rules", event)))
        assert "The rules are “Rummy” (as told among players), changed in what follows." in page
        assert "Jokers: 2 (there: 0)" in page
        assert "6 sit at a table and all play" in page
        record = told(owner.get(at("audit", event)))
        assert "Jokers" in record, record

    def test_a_stage_has_a_length_of_its_own(self, owner: Client, club: Club) -> None:
        event = self.make(owner, club)
        address = reverse("settings_stage", args=[club.slug, event.slug, 1])
        page = owner.get(address)
        sent = {"act": "stage", **TABLES, "length": "rounds", "rounds": "3"}
        owner.post(address, sent | {"stages_were": page.context["stages_were"]})
        assert event.stages.get().rules == {"end": "rounds", "rounds": 3}
        form = owner.get(address).context["form"]
        assert form.match_length.kind == "rounds"
        assert "A game is 3 hands" in told(owner.get(at("event_rules", event)))

    def test_a_club_names_its_rules(self, owner: Client, club: Club) -> None:
        listed = reverse("club_rules", args=[club.slug])
        address = reverse("new_club_rules", args=[club.slug]) + "?game=rummy"
        assert address in owner.get(listed).content.decode()
        owner.post(address, sent(jokers="2") | {"name": "With jokers", "act": "save", "key": "a"})
        assert "Jokers: 2 (there: 0)" in told(owner.get(listed))
        event = self.make(owner, club, code="club-1", jokers="2", knobs_of="club-1")
        assert event.rules["jokers"] == 2
        assert "Club rules “With jokers”." in told(owner.get(at("event_rules", event)))
        one = reverse("one_club_rules", args=[club.slug, 1])
        assert owner.get(one).context["form"]["knob-jokers"].value() == 2
        gin = owner.get(reverse("new_club_rules", args=[club.slug])).content.decode()
        assert "With jokers" not in gin
        whist = reverse("new_club_rules", args=[club.slug]) + "?game=whist"
        assert owner.get(whist).status_code == 404

    @pytest.mark.parametrize(("size", "entrants", "format"), [(5, 10, "table_rounds"), (2, 4, "")])
    def test_every_page_opens(self, owner: Client, size: int, entrants: int, format: str) -> None:
        event = make_tournament(
            entrants=entrants,
            rules={"game": "rummy", "table_size": size},
            **({"format": format} if format else {}),
        )
        staff = Client()
        sign_in(staff, owner_of(event.club))
        for reader in (Client(), staff):
            found = walked(event, reader)
            rules = at("event_rules", event)
            assert "What a hand scores" in found[rules]
            assert "knock limit" not in found[rules].lower()

"""Rules of partners where rules are chosen: in the wizard, the settings, and the club's own."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.rules import rules_from
from kernel.text import Refusal
from pages.parts import single_rules
from pages.parts.book_form import rules_outcome
from pages.parts.rules_form import RulesForm, of_two
from players.models import Club
from tests.builders import DIRECTOR, NOW, make_club, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, at, told
from tests.pages.director.test_single_rules import sent
from tournaments.models import Tournament
from tournaments.selectors.events.rule_sets import rule_sets_of
from tournaments.services.events.rule_sets import add_rule_set
from tournaments.services.events.trials import open_trial

pytestmark = pytest.mark.django_db

RULES = {"preset": "rummy-games", "variant": "partnership", "target": 50, "match_type": "single"}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.mark.parametrize(
    ("size", "target"), [(2, 125), (3, 150), (4, 150), (5, 175), (6, 200), (8, 200)]
)
def test_the_usual_target_is_proposed_for_so_many(size: int, target: int) -> None:
    """4.6: PG, BI and RG; whoever types another one is told of it."""
    form = RulesForm(sent() | {"boards": f"partners-{size}"})
    assert form.is_valid(), form.errors
    assert (form.chosen.side_size, form.chosen.target) == (size, target)
    assert "is usual" not in rules_outcome(form)
    typed = RulesForm(sent() | {"boards": f"partners-{size}", "target": "300"})
    assert typed.is_valid(), typed.errors
    assert typed.chosen.target == 300
    usual = f"With {size} on a side a game to {target} points is usual."
    assert usual in rules_outcome(typed)


def test_who_plays_by_boxes_plays_to_more() -> None:
    form = RulesForm(sent("rummytalk") | {"boards": "partners-2"})
    assert form.is_valid(), form.errors
    assert form.chosen.target == 300


def test_partners_play_no_other_form() -> None:
    form = RulesForm(sent("round-the-corner") | {"boards": "partners-2"})
    assert not form.is_valid()
    assert form.errors.keys() == {"knob-variant"}


def test_when_opponents_change_and_roodles_are_set(owner: Client, club: Club) -> None:
    address = f"/c/{club.slug}/new/"
    single = sent(opponents_change="each_game", roodle="true")
    asked = {**FILLED, **single, "boards": "partners-2"}
    page = owner.get(address, {**asked, "step": "2", "seen": ["1", "2"]})
    assert "Partners change their opponents after every game." in told(page)
    assert "125 points" in told(page)
    assert "no partners play" not in told(page)
    alone = owner.get(address, {**asked, "boards": "1", "step": "2", "seen": ["1", "2"]})
    assert "Changes nothing as long as no partners play." in told(alone)
    owner.post(address, {**asked, "step": "make", "key": "k"})
    made = Tournament.objects.get()
    assert made.rules["opponents_change"] == "each_game"
    assert (made.rules["roodle"], made.rules["target"]) == (True, 125)
    kept = owner.get(at("settings_rules", made)).text
    assert re.search(r'name="knob-roodle" value="true"[^>]*checked', kept)
    assert "Changes nothing as long as no partners play." not in kept
    form = {**single, "act": "save", "key": "l", "rules": "own", "knobs_of": "own"}
    form |= {"boards": "partners-3", "initial-boards": "partners-2", "target": "150"}
    form |= {"knob-roodle": "false", "length": "best_of", "best_of": "1"}
    form |= {"initial-target": "125", "initial-best_of": "5", "initial-knob-roodle": "true"}
    saved = owner.post(at("settings_rules", made), form)
    assert saved.status_code == 302
    made.refresh_from_db()
    assert (made.boards, made.rules["side_size"], made.rules["roodle"]) == (3, 3, False)


class TestRulesOfTheClub:
    def test_they_may_be_of_partners(self, owner: Client, club: Club) -> None:
        address = reverse("new_club_rules", args=[club.slug])
        assert "teams of 3" not in told(owner.get(address))
        form = {"act": "save", "key": "k", "name": "Pairs", "version": "", **sent()}
        owner.post(address, {**form, "boards": "partners-3", "knob-roodle": "true"})
        (kept,) = rule_sets_of(club.pk)
        assert (kept.rules.variant, kept.rules.side_size) == ("partnership", 3)
        assert (kept.rules.roodle, kept.rules.target) == (True, 150)
        page = owner.get(reverse("one_club_rules", args=[club.slug, kept.number]))
        assert '<option value="partners-3" selected>' in page.text

    def test_an_event_that_plays_by_them_says_so(self, owner: Client, club: Club) -> None:
        rules = RULES | {"roodle": True}
        add_rule_set(club_id=club.pk, name="Pairs", rules=rules, by=DIRECTOR, now=NOW)
        single = single_rules.typed(of_two(rules_from(rules)))
        asked = {**FILLED, **single, "rules": "club-1", "knobs_of": "club-1"}
        asked |= {"step": "make", "key": "k", "length": "", "target": ""}
        refused = owner.post(f"/c/{club.slug}/new/", {**asked, "boards": "1"})
        assert refused.status_code == 400
        assert "These are rules of partners: choose how many of them" in told(refused)
        owner.post(f"/c/{club.slug}/new/", {**asked, "boards": "partners-2"})
        made = Tournament.objects.get()
        assert (made.boards, made.has_partners, made.rules["roodle"]) == (2, True, True)
        said = told(owner.get(reverse("event_rules", args=[club.slug, made.slug])))
        assert "Club rules “Pairs”." in said
        page = owner.get(at("settings_rules", made)).text
        assert re.search(r'name="rules" value="club-1"[^>]*checked', page)

    def test_nobody_plays_a_friendly_by_them(self, owner: Client, club: Club) -> None:
        add_rule_set(club_id=club.pk, name="Pairs", rules=RULES, by=DIRECTOR, now=NOW)
        with pytest.raises(Refusal, match="Two can't play the variant partnership"):
            open_trial(club_id=club.pk, rules={"club_rule_set": 1}, by=DIRECTOR, now=NOW)

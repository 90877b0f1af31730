"""The length of a match, chosen by its kind: for an event, and for a stage of it."""

from dataclasses import replace

import pytest
from django.test import Client

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, rules_from
from pages.parts.length_form import initial_of
from pages.parts.rules_form import RulesForm
from players.models import Club
from tests.builders import make_club, make_tournament, owner_of, sign_in
from tests.pages.director.test_rooms import at, shown, told
from tests.pages.director.test_single_rules import sent
from tests.pages.director.test_stages import filled, page_of
from tournaments.models import Tournament
from tournaments.services.stages.plans import plans_of

KINDS = [
    ({"length": "best_of", "best_of": "1"}, {"match_type": "single", "match_n": 1}),
    ({"length": "best_of", "best_of": "7"}, {"match_type": "best_of", "match_n": 7}),
    (
        {"length": "points", "points": "400", "points_by": "net"},
        {"match_type": "points", "match_n": 400},
    ),
    (
        {"length": "points", "points": "400", "points_by": "gross", "target": "150"},
        {"match_type": "points", "match_n": 400, "points_by": "gross", "target": 150},
    ),
    ({"length": "hands", "hands": "3"}, {"match_type": "rounds", "match_n": 3}),
    (
        {"length": "rounds", "rounds": "2"},
        {"match_type": "rounds", "match_n": 2, "round_of": "deal_each"},
    ),
]
of_each_kind = pytest.mark.parametrize(("typed", "knobs"), KINDS, ids=lambda one: str(one))


def form_of(code: str = "club", **typed: str) -> RulesForm:
    return RulesForm(sent(code) | typed)


@of_each_kind
def test_each_kind_sets_its_knobs(typed: dict[str, str], knobs: dict[str, object]) -> None:
    form = form_of(**typed)
    assert form.is_valid(), form.errors
    assert form.chosen == replace(Rules(), **knobs)
    assert not form.has_own_rules


@of_each_kind
def test_what_is_kept_is_shown_as_it_was_chosen(
    typed: dict[str, str], knobs: dict[str, object]
) -> None:
    rules = replace(Rules(), **knobs)
    initial = {name: str(value) for name, value in initial_of(rules).items()}
    assert initial == {"points_by": "net", "target": "100"} | initial | typed


@pytest.mark.parametrize("rule_set", PLAYABLE_RULE_SETS, ids=lambda one: one.code)
def test_where_none_is_chosen_it_is_that_of_the_rule_set(rule_set) -> None:
    form = form_of(rule_set.code)
    assert form.is_valid()
    assert form.chosen == rule_set.rules


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"length": "best_of", "best_of": ""}, "best_of", "Say how many games"),
        ({"length": "best_of", "best_of": "4"}, "best_of", "Select a valid choice"),
        ({"length": "points", "points": ""}, "points", "Say how many points win the match."),
        ({"length": "points", "points": "5001"}, "points", "less than or equal to 5000"),
        ({"length": "points", "points": "x"}, "points", "Enter a whole number."),
        ({"length": "points", "points": "9", "points_by": "x"}, "points_by", "valid choice"),
        ({"length": "hands", "hands": ""}, "hands", "Say how many hands a match has."),
        ({"length": "hands", "hands": "0"}, "hands", "greater than or equal to 1"),
        ({"length": "rounds", "rounds": ""}, "rounds", "Say how many rounds a match has."),
        ({"length": "rounds", "rounds": "-1"}, "rounds", "greater than or equal to 1"),
        ({"length": "ages"}, "length", "valid choice"),
        ({"target": "9"}, "target", "greater than or equal to 10"),
    ],
)
def test_what_can_not_be_is_refused_beside_it(
    typed: dict[str, str], field: str, words: str
) -> None:
    form = form_of(**typed)
    assert not form.is_valid()
    assert form.errors.keys() == {field}
    assert words in str(form.errors[field])
    assert words in " ".join(form.match_length.errors())
    assert form[field].value() == typed[field]


def test_what_does_not_belong_to_the_kind_is_not_looked_at() -> None:
    wrong = {"best_of": "4", "points": "x", "points_by": "x", "rounds": "0", "target": "1"}
    form = form_of(**{**wrong, "length": "hands", "hands": "3"})
    assert form.is_valid(), form.errors
    assert form.chosen == replace(Rules(), match_type="rounds", match_n=3)
    assert form["points"].value() == "x"  # what was typed is there when it is chosen again


def test_a_length_that_the_list_does_not_have_stays() -> None:
    kept = rules_from({"match_n": 21})
    form = RulesForm(sent() | {"length": "best_of", "best_of": "21"}, kept=kept)
    assert form.is_valid(), form.errors
    assert form.chosen == kept


@pytest.mark.django_db
class TestOnThePages:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    @pytest.fixture
    def owner(self, club: Club, client: Client) -> Client:
        sign_in(client, owner_of(club))
        return client

    @of_each_kind
    def test_of_an_event(
        self, owner: Client, club: Club, typed: dict[str, str], knobs: dict[str, object]
    ) -> None:
        event = make_tournament(club, start=False)
        address = at("settings_rules", event)
        owner.post(address, shown(owner.get(address)) | typed)
        event.refresh_from_db()
        assert Rules(**event.rules) == replace(Rules(), **knobs)
        again = shown(owner.get(address))
        assert again.items() >= typed.items()
        owner.post(address, again | {"knob-gin_bonus": "30"})  # the length stays as it is
        event.refresh_from_db()
        assert Rules(**event.rules) == replace(Rules(), gin_bonus=30, **knobs)

    @of_each_kind
    def test_of_a_stage(
        self, owner: Client, club: Club, typed: dict[str, str], knobs: dict[str, object]
    ) -> None:
        event = make_tournament(club, start=False)
        assert self.set_stage(owner, event, typed) == 302
        (plan,) = plans_of(event)
        assert rules_from(event.rules | plan.rules) == replace(Rules(), **knobs)
        assert self.set_stage(owner, event, {}) == 302  # saved untouched
        assert plans_of(event) == [plan]
        page = told(owner.get(at("event_rules", event)))
        assert "In this stage: " in page
        assert self.set_stage(owner, event, {"length": "", "target": ""}) == 302
        assert plans_of(event)[0].rules == {}

    @of_each_kind
    def test_of_the_last_rounds(
        self, owner: Client, club: Club, typed: dict[str, str], knobs: dict[str, object]
    ) -> None:
        event = make_tournament(club, start=False)
        last = {f"last_{name}": value for name, value in typed.items()}
        refused = self.set_stage(owner, event, last)
        assert refused == 400  # for how many rounds?
        assert self.set_stage(owner, event, last | {"final_rounds": "1"}) == 302
        (plan,) = plans_of(event)
        assert plan.rules == {}
        assert rules_from(event.rules | plan.final_rules) == replace(Rules(), **knobs)

    def set_stage(self, client: Client, event: Tournament, typed: dict[str, str]) -> int:
        page = page_of(client, event, 1)
        data = {"act": "stage", "stages_were": page.context["stages_were"]}
        data |= filled(page.context["form"])
        return client.post(at("settings_stage", event, 1), data | typed).status_code

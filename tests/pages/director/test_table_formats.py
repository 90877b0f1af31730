"""Who sits at a table, and the formats for them: in the wizard, the settings and a draft."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Club
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, owner_of, sign_in
from tests.formats import RULES
from tests.pages.director.test_rooms import FILLED, at, told
from tests.pages.director.test_single_rules import sent
from tournaments.models import Tournament
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


def offered(page: object) -> set[str]:
    """The formats to choose from."""
    return set(re.findall(r'name="format" value="(\w+)"', page.text))  # type: ignore[attr-defined]


@pytest.mark.parametrize("who", ["cutthroat-3", "captain-5"])
def test_at_a_table_there_are_formats_for_tables_alone(owner: Client, club: Club, who: str) -> None:
    asked = {**FILLED, **sent(), "boards": who, "format": "table_rounds"}
    asked |= {"table_rounds-rounds": "4", "table_rounds-counts": "table_points"}
    page = owner.get(reverse("new", args=[club.slug]), {**asked, "step": "3", "seen": [1, 2, 3]})
    assert offered(page) == {"table_rounds", "table_knock_out", "table_ladder"}
    owner.post(reverse("new", args=[club.slug]), {**asked, "step": "make", "key": "k"})
    made = Tournament.objects.get()
    variant, size = who.split("-")
    assert (made.rules["variant"], made.rules["table_size"]) == (variant, int(size))
    stage = made.stages.get()
    assert (stage.format, stage.settings["seats"], made.boards) == ("table_rounds", int(size), 1)
    kept = owner.get(at("settings_rules", made))
    assert f'<option value="{who}" selected>' in kept.text
    assert "sit at a table, each alone" in told(kept)


def test_partners_may_stay_or_change(owner: Client, club: Club) -> None:
    asked = {**FILLED, **sent(), "boards": "partners-2", "format": "scramble"}
    page = owner.get(reverse("new", args=[club.slug]), {**asked, "step": "3", "seen": [1, 2, 3]})
    assert {"swiss", "scramble"} <= offered(page)
    assert "table_rounds" not in offered(page)
    owner.post(reverse("new", args=[club.slug]), {**asked, "step": "make", "key": "k"})
    made = Tournament.objects.get()
    assert (made.boards, made.has_partners) == (1, False)
    assert "Partners" not in told(owner.get(at("entries", made)))


def test_between_two_there_is_none_of_them(owner: Client, club: Club) -> None:
    asked = {**FILLED, **sent(), "step": "3", "seen": [1, 2, 3]}
    page = owner.get(reverse("new", args=[club.slug]), asked)
    assert offered(page).isdisjoint({"table_rounds", "scramble"})
    posted = {**FILLED, **sent(), "format": "table_rounds", "step": "make", "key": "k"}
    refused = owner.post(reverse("new", args=[club.slug]), posted)
    assert refused.status_code == 400
    assert not Tournament.objects.exists()


def test_other_rules_bring_the_usual_format_of_theirs(owner: Client, club: Club) -> None:
    event = make_tournament(club, entrants=4, start=False, format="swiss")
    form = {**sent(), "act": "save", "key": "k", "boards": "cutthroat-4"}
    form |= {"initial-boards": "1", "length": "best_of", "best_of": "1"}
    form |= {"initial-best_of": "5"}
    saved = owner.post(at("settings_rules", event), form)
    assert saved.status_code == 302, told(saved)
    stage = event.stages.get()
    assert (stage.format, stage.settings["seats"]) == ("table_rounds", 4)
    form |= {"boards": "cutthroat-3", "initial-boards": "cutthroat-4", "key": "l"}
    form |= {"initial-best_of": "1"}
    assert owner.post(at("settings_rules", event), form).status_code == 302
    assert event.stages.get().settings["seats"] == 3


def test_a_draft_shows_who_sits_together(owner: Client, club: Club) -> None:
    rules = RULES["table"]
    event = make_tournament(club, entrants=7, start=False, format="table_rounds", rules=rules)
    rounds.draw_stage(tournament_id=event.pk, by=DIRECTOR, now=NOW)
    page = owner.get(reverse("round", args=[club.slug, event.slug, 1]))
    assert 'colspan="4"' in page.text
    assert page.text.count('name="entry"') == 7
    assert "Nobody here has met before" in told(page)
    assert "Opponent" not in told(page)


def test_a_knock_out_by_tables_may_follow(owner: Client, club: Club) -> None:
    asked = {**FILLED, **sent(), "boards": "cutthroat-3", "format": "table_rounds"}
    asked |= {"table_rounds-rounds": "4", "table_rounds-counts": "table_points"}
    asked |= {"table_rounds-take": "8"}
    owner.post(reverse("new", args=[club.slug]), {**asked, "step": "make", "key": "k"})
    stages = Tournament.objects.get().stages.order_by("number")
    assert [(stage.format, stage.cut.get("take")) for stage in stages] == [
        ("table_rounds", None),
        ("table_knock_out", 8),
    ]


def test_where_the_rules_seat_exactly_three_nothing_is_asked_of_it(
    owner: Client, club: Club
) -> None:
    rules = {"variant": "battle_royal", "match_type": "single"}
    event = make_tournament(club, entrants=4, start=False, rules=rules)
    page = owner.get(at("settings_stage", event, 1)).text
    assert 'name="table_knock_out-go_on"' in page
    assert 'name="table_knock_out-seats"' not in page
    assert 'name="table_knock_out-uneven"' not in page
    assert event.stages.get().settings == {"seats": 3, "uneven": False}

"""Formats and stages through the API."""

import pytest

from players.models import Club
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, owner_of
from tests.client import Api
from tests.dutch import needs_dutch
from tests.formats import RULES_OF
from tournaments.domain.formats.registry import FORMATS
from tournaments.models import Tournament
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db

SWISS = {"format": "swiss", "format_settings": {"rounds": 3, "draws": True}, "best_of": 3}
KNOCK_OUT = {"format": "single_elimination", "take": 4, "final_rounds": 1, "final_best_of": 7}
BEST_OF_3 = {"match_type": "best_of", "match_n": 3}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Api:
    return Api(owner_of(club))


def make(owner: Api, club: Club, status: int = 201, **fields: object) -> dict:
    return owner.post("tournaments/", {"club": club.slug, "name": "Cup", **fields}, status)


def formats_of(made: dict) -> list[str]:
    return [stage["format"] for stage in made["stages"]]


def test_all_formats_are_told_with_their_settings(owner: Api) -> None:
    told = Api().get("formats/")["formats"]
    assert [told_format["code"] for told_format in told] == [format.code for format in FORMATS]
    swiss = next(row for row in told if row["code"] == "swiss")
    assert swiss["drawn_by_round"]
    of = {setting["name"]: setting for setting in swiss["settings"]}
    assert (of["rounds"]["type"], of["rounds"]["default"], of["rounds"]["most"]) == (
        "number",
        0,
        99,
    )
    assert (of["draws"]["type"], of["draws"]["default"], of["draws"]["most"]) == (
        "flag",
        False,
        None,
    )
    assert "random" in [choice["code"] for choice in of["first_round"]["choices"]]
    assert "takes at most 300 entrants" in of["system"]["says"]
    assert of["tiebreaks"]["default"][0] == "match_points"
    assert "buchholz" in [choice["code"] for choice in of["tiebreaks"]["choices"]]


@needs_dutch
def test_both_systems_of_a_swiss_are_told() -> None:
    told = Api().get("formats/")["formats"]
    swiss = next(row for row in told if row["code"] == "swiss")
    system = next(setting for setting in swiss["settings"] if setting["name"] == "system")
    assert [choice["code"] for choice in system["choices"]] == ["least_cost", "dutch"]


def test_a_tournament_is_made_with_its_stages(owner: Api, club: Club) -> None:
    made = make(owner, club, stages=[SWISS, KNOCK_OUT])
    assert (made["format"], made["third_place"]) == ("swiss", False)
    assert made["stages"] == [
        {
            "number": 1,
            "format": "swiss",
            "format_settings": {"rounds": 3, "draws": True},
            "take": 0,
            "skip": 0,
            "rules": BEST_OF_3,
            "final_rounds": 0,
            "final_rules": {},
            "state": "waiting",
            "would_be_drawn": None,
            "would_be_paired": [],
        },
        {
            "number": 2,
            "format": "single_elimination",
            "format_settings": {},
            "take": 4,
            "skip": 0,
            "rules": {},
            "final_rounds": 1,
            "final_rules": {"match_type": "best_of", "match_n": 7},
            "state": "waiting",
            "would_be_drawn": None,
            "would_be_paired": [],
        },
    ]
    assert owner.get(f"tournaments/{made['id']}/stages/") == {"stages": made["stages"]}
    assert owner.get("tournaments/")["results"][0]["stages"] == made["stages"]


@pytest.mark.parametrize("format", [format.code for format in FORMATS])
def test_every_format_can_be_chosen(owner: Api, club: Club, format: str) -> None:
    made = make(owner, club, format=format, rules=RULES_OF[format])
    assert formats_of(made) == [format]


def test_stages_are_set_as_a_whole(owner: Api, club: Club) -> None:
    made = make(owner, club)
    here = f"tournaments/{made['id']}/"
    assert formats_of(owner.put(here + "stages/", {"stages": [SWISS, KNOCK_OUT]})) == [
        "swiss",
        "single_elimination",
    ]
    assert formats_of(owner.patch(here, {"stages": [KNOCK_OUT | {"take": 0}]})) == [
        "single_elimination"
    ]


def test_another_format_begins_with_the_settings_that_are_given(owner: Api, club: Club) -> None:
    made = make(owner, club, third_place=True)
    here = f"tournaments/{made['id']}/"
    changed = owner.patch(here, {"format": "swiss", "format_settings": {"rounds": 5}})
    assert changed["stages"][0]["format_settings"] == {"rounds": 5}
    changed = owner.patch(here, {"format_settings": {"half_points": 1}})
    assert changed["stages"][0]["format_settings"] == {"rounds": 5, "half_points": 1}
    changed = owner.patch(here, {"format": "single_elimination"})
    assert changed["stages"][0]["format_settings"] == {}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"stages": []}, "stages"),
        ({"stages": [SWISS] * 7}, "stages"),
        ({"stages": [SWISS], "format": "swiss"}, "stages"),
        ({"stages": [SWISS, KNOCK_OUT | {"take": 1}]}, "take"),
        ({"stages": [KNOCK_OUT]}, "take"),
        ({"stages": [SWISS | {"best_of": 2}]}, "best_of"),
        ({"stages": [SWISS | {"rules": {"preset": "pagat"}}]}, "rules"),
        ({"stages": [SWISS | {"rules": {"gin": 20}}]}, "rules"),
        ({"stages": [SWISS | {"final_rounds": 1, "final_best_of": 5}]}, "final_rounds"),
        ({"format": "swiss", "format_settings": {"rounds": 100}}, "rounds"),
        ({"format": "swiss", "format_settings": {"tiebreaks": ["luck"]}}, "tiebreaks"),
        ({"format": "swiss", "format_settings": []}, "format_settings"),
        ({"format": "swiss", "third_place": True}, "third_place"),
    ],
)
def test_what_cannot_be_is_refused(owner: Api, club: Club, fields: dict, field: str) -> None:
    assert field in make(owner, club, 400, **fields)["error"]["fields"]
    assert not Tournament.objects.exists()


def test_a_drawn_stage_stays_and_its_draft_is_not_told_to_visitors(owner: Api, club: Club) -> None:
    tournament = make_tournament(club, start=False)
    tournament.state = "registration"
    tournament.save()
    here = f"tournaments/{tournament.pk}/"
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert [Api().get(here + "stages/")["stages"][0]["state"]] == ["waiting"]
    assert [owner.get(here + "stages/")["stages"][0]["state"]] == ["drawn"]
    assert owner.put(here + "stages/", {"stages": [SWISS]}, 409)["error"]["code"] == "not_ready"
    rounds.publish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)
    assert Api().get(here)["stages"][0]["state"] == "published"
    tournament.state = "finished"
    tournament.save()
    assert Api().get(here)["stages"][0]["state"] == "over"


def test_the_rule_set_that_the_rules_are_most_like(owner: Api, club: Club) -> None:
    made = make(owner, club, rules={"preset": "pagat", "gin_bonus": 30}, best_of=7)
    assert made["rules"]["gin_bonus"] == 30
    assert made["rule_set"] == {
        "code": "pagat",
        "differs": ["gin_bonus"],
        "certainty": "published",
    }
    listed = owner.get(f"tournaments/{made['id']}/")
    assert listed["rule_set"] == made["rule_set"]

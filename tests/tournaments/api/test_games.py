"""The games through the API: what can be agreed of each, and events and rule sets of rummy."""

import json

import pytest

from games.engine import console
from games.rule_books import BOOKS
from kernel.permissions import Actor
from kernel.text import Refusal
from players.models import Club
from tests.builders import DIRECTOR, NOW, make_club, owner_of
from tests.client import Api
from tournaments.models import Tournament
from tournaments.services.events.copying import copy_tournament
from tournaments.services.events.practice_copies import make_practice_copy

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Api:
    return Api(owner_of(club))


def make(owner: Api, club: Club, rules: object, status: int = 201, **more: object) -> dict:
    body = {"club": club.slug, "name": "Cup", "rules": rules, **more}
    return owner.post("tournaments/", body, status)


def by(name: str, rows: list[dict]) -> dict[str, dict]:
    return {row[name]: row for row in rows}


def test_each_game_has_its_own_rules() -> None:
    games = by("game", Api().get("rules/")["games"])
    assert list(games) == ["gin", "rummy"]
    gin, rummy = (by("name", games[game]["knobs"]) for game in ("gin", "rummy"))
    assert "knock_limit" in gin
    assert "knock_limit" not in rummy
    jokers = rummy["jokers"]
    assert (jokers["type"], jokers["min"], jokers["max"], jokers["values"]) == ("int", 0, 4, [])
    assert rummy["ace"]["values"] == ["low", "high_or_low", "around"]
    assert (rummy["block"]["type"], rummy["block"]["min"]) == ("bool", None)
    sets = by("code", games["rummy"]["rule_sets"])
    assert "The winner collects" in sets["knock-rummy"]["short"]
    assert sets["rummy"]["rules"]["game"] == "rummy"
    assert len(sets["rummy"]["chapters"]) == 4


def test_the_command_lists_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    console.main(["rules"])
    listed = json.loads(capsys.readouterr().out)["games"]
    for game in Api().get("rules/")["games"]:
        sheet = listed[game["game"]]
        assert [knob["name"] for knob in game["knobs"]] == list(sheet["knobs"])
        for one in game["rule_sets"]:
            knobs = {name: value for name, value in one["rules"].items() if name != "game"}
            assert sheet["presets"][one["code"]]["knobs"] == knobs
    assert listed.keys() == BOOKS.keys()


@pytest.mark.parametrize(
    ("rules", "rule_set", "differs", "seats"),
    [
        ("rummy", "rummy", [], 4),
        ({"game": "rummy", "jokers": 2, "table_size": 5}, "rummy", ["jokers"], 5),
        ("knock-rummy", "knock-rummy", [], 4),
        ({"preset": "knock-rummy", "table_size": 2}, "knock-rummy", [], 2),
    ],
)
def test_an_event_of_rummy(
    owner: Api, club: Club, rules: object, rule_set: str, differs: list[str], seats: int
) -> None:
    made = make(owner, club, rules)
    assert made["rules"]["game"] == "rummy"
    assert made["rules"]["table_size"] == seats
    assert (made["rule_set"]["code"], made["rule_set"]["differs"]) == (rule_set, differs)
    told = owner.get(f"tournaments/{made['id']}/rules/")
    assert told["game"] == "rummy"
    assert told["rules"] == made["rules"]
    assert [chapter["title"] for chapter in told["chapters"]] == [
        "The hand",
        "What a hand scores",
        "Who deals",
        "Game and match",
    ]
    assert told["match"].startswith("A game goes to 100 points")


def test_its_length_is_changed(owner: Api, club: Club) -> None:
    made = make(owner, club, "rummy", best_of=3, target=50)
    assert (made["best_of"], made["target"]) == (3, 50)
    changed = owner.patch(f"tournaments/{made['id']}/", {"best_of": 1})
    assert (changed["rules"]["match_type"], changed["target"]) == ("single", 50)


@pytest.mark.parametrize(
    ("rules", "code", "says"),
    [
        ({"game": "rummy", "knock_limit": 5}, "bad_rules", "Rummy has no rule knock_limit"),
        ({"game": "gin", "jokers": 2}, "unknown_rules", "jokers"),
        ({"jokers": 2}, "unknown_rules", "jokers"),
        ({"game": "whist"}, "unknown_rules", "whist"),
        ({"game": "rummy", "preset": "pagat"}, "unknown_rules", "pagat"),
        ({"game": "gin", "preset": "rummy"}, "unknown_rules", "rummy"),
        ({"game": "rummy", "table_size": 7}, "bad_rules", "2 to 6"),
        ({"game": "rummy", "variant": "knock", "jokers": 1}, "bad_rules", "no jokers"),
        ({"game": ["rummy"]}, "unknown_rules", "There is no game"),
        ({"preset": ["rummy"]}, "unknown_rules", "There is no rule set"),
    ],
)
def test_what_a_game_does_not_know_is_refused(
    owner: Api, club: Club, rules: object, code: str, says: str
) -> None:
    error = make(owner, club, rules, 400)["error"]
    assert error["code"] == code
    assert says in error["message"]


def test_a_club_names_rules_of_rummy(owner: Api, club: Club) -> None:
    sets = f"clubs/{club.slug}/rule-sets/"
    rules = {"game": "rummy", "jokers": 2}
    made = owner.post(sets, {"name": "Jokers", "rules": rules}, 201)
    assert (made["rule_set"]["code"], made["rule_set"]["differs"]) == ("rummy", ["jokers"])
    event = make(owner, club, {"club_rule_set": 1, "table_size": 6})
    assert (event["rules"]["jokers"], event["rules"]["table_size"]) == (2, 6)
    assert owner.get(sets + "1/")["events"] == 1
    refused = make(owner, club, {"club_rule_set": 1, "knock_limit": 5}, 400)
    assert refused["error"]["code"] == "bad_rules"


def test_rules_of_rummy_are_not_tried(owner: Api, club: Club) -> None:
    body = {"rules": {"game": "rummy", "table_size": 2}}
    error = owner.post(f"clubs/{club.slug}/trials/", body, 400)["error"]
    assert "for gin alone" in error["message"]


def test_no_computer_player_fills_byes_of_rummy(owner: Api, club: Club) -> None:
    rules = {"game": "rummy", "table_size": 2}
    refused = make(owner, club, rules, 400, format="swiss", bye_opponent="beginner")
    assert "events of gin alone" in refused["error"]["message"]


def test_no_practice_copy_of_rummy(owner: Api, club: Club) -> None:
    event = Tournament.objects.get(pk=make(owner, club, "rummy")["id"])
    with pytest.raises(Refusal, match="play gin alone"):
        make_practice_copy(source=event, by=Actor(via="page", user_id=owner.user.pk), now=NOW)


def test_a_copy_is_of_the_same_game(owner: Api, club: Club) -> None:
    rules = {"preset": "knock-rummy", "table_size": 5}
    event = Tournament.objects.get(pk=make(owner, club, rules)["id"])
    made = copy_tournament(
        source=event,
        name="Again",
        starts_at=None,
        place="",
        with_entries=False,
        by=DIRECTOR,
        now=NOW,
    )
    assert made.rules == event.rules
    assert made.stages.get().format == "table_rounds"


def test_a_stage_may_have_another_length_but_not_other_players(owner: Api, club: Club) -> None:
    made = make(owner, club, {"game": "rummy", "table_size": 5})
    stages = f"tournaments/{made['id']}/stages/"
    stage = {"format": "table_rounds", "rules": {"end": "rounds", "rounds": 3}}
    assert owner.put(stages, {"stages": [stage]})["stages"][0]["rules"] == stage["rules"]
    for knobs in ({"table_size": 4}, {"game": "gin"}, {"knock_limit": 5}):
        owner.put(stages, {"stages": [stage | {"rules": knobs}]}, 400)

"""How a computer player plays, written down and read again."""

import json
import random
from dataclasses import fields

import pytest

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.manners import PACES, PARAMETERS, Manner, Parameter, as_dict, manner_from
from games.engine.gin.bots.player import Style
from games.engine.gin.bots.roster import CODES, OWN, manner_of, player_of
from kernel.text import Refusal
from tests.games.engine.gin.bots.hands import played_by
from tests.games.engine.playing import RULES


def test_every_parameter_of_a_style_has_its_place() -> None:
    assert {one.name for one in PARAMETERS} == {field.name for field in fields(Style)}


def test_what_is_left_out_is_nobodys_in_particular() -> None:
    assert manner_from({}) == Manner("club", Style(), "even")


@pytest.mark.parametrize("code", CODES)
def test_everybody_of_the_house_comes_back_as_written(code: str) -> None:
    written = json.loads(json.dumps(as_dict(manner_of(code))))
    assert manner_from(written) == manner_of(code)
    assert manner_from(written).player("s") == player_of(code, "s")
    assert not code.startswith(OWN)


def test_what_is_written_comes_back_as_written() -> None:
    rng = random.Random(11)
    for _ in range(200):
        said = said_at_random(rng)
        assert as_dict(manner_from(said)) == said


def said_at_random(rng: random.Random) -> dict[str, str | int | None]:
    return {
        "level": rng.choice(LEVELS).code,
        "pace": rng.choice(PACES),
        **{one.name: rng.choice([one.least, one.most, usual(one)]) for one in PARAMETERS},
    }


def usual(one: Parameter) -> int | None:
    return None if one.may_be_none else (one.least + one.most) // 2


@pytest.mark.parametrize("one", PARAMETERS, ids=lambda one: one.name)
def test_a_number_has_bounds(one: Parameter) -> None:
    for value in (one.least, one.most):
        assert as_dict(manner_from({one.name: value}))[one.name] == value
    for value in (one.least - 1, one.most + 1, "3", 1.5, True):
        assert refused({one.name: value}) == one.name
    if one.may_be_none:
        assert as_dict(manner_from({one.name: None}))[one.name] is None
    else:
        assert refused({one.name: None}) == one.name


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"level": "master"}, "level"),
        ({"level": None}, "level"),
        ({"level": ["club"]}, "level"),
        ({"pace": "hurried"}, "pace"),
        ({"pace": []}, "pace"),
        ({"cheats": 1}, "cheats"),
    ],
)
def test_what_there_is_not_is_refused_at_its_field(said: dict[str, object], field: str) -> None:
    assert refused(said) == field


def refused(said: dict[str, object]) -> str:
    with pytest.raises(Refusal) as refusal:
        manner_from(said)
    assert refusal.value.text.code == "bad_manner"
    return refusal.value.field


#: What changes something at some levels alone, as the page says; all else does at each.
COUNTS_AT = {
    ("until_turn", 0, 31): {"beginner", "club", "strong"},
    ("gin", 0, 30): {"expert"},
    ("memory", 0, 52): {"strong", "expert"},
    ("caution", 0, 100): {"strong", "expert"},
    ("caution", 100, 300): {"beginner", "club", "strong", "expert"},
}
EVERYWHERE = {
    (one.name, one.least, one.most): {level.code for level in LEVELS}
    for one in PARAMETERS
    if one.name not in {name for name, _, _ in COUNTS_AT}
}


@pytest.mark.parametrize(("between", "levels"), [*COUNTS_AT.items(), *EVERYWHERE.items()])
def test_a_parameter_counts_at_the_levels_that_are_said(
    between: tuple[str, int, int], levels: set[str]
) -> None:
    name, *values = between
    ends = {level.code: [hands_of(level.code, name, value) for value in values] for level in LEVELS}
    assert {code for code, (least, most) in ends.items() if least != most} == levels


def hands_of(level: str, name: str, value: int) -> list[object]:
    """How some hands end that are played so."""
    player = manner_from({"level": level, name: value}).player("s")
    return [played_by([player, player], RULES["club"], seed) for seed in range(20, 32)]


def test_whatever_the_manner_they_play_by_the_rules() -> None:
    """Each choice is refused by the engine where it is not allowed."""
    rng = random.Random(5)
    for seed in range(40):
        players = [manner_from(said_at_random(rng)).player(str(seed)) for _ in range(2)]
        for name in ("club", "straight", "tedesco"):
            played_by(players, RULES[name], seed)

"""Games and matches as JSON: written, read, played again, and refused at the hand that is wrong."""

import json

import pytest

from games.engine.gin.notation.series import read_series, replay_series, series_as_json
from games.engine.gin.notation.text import parse_record, rules_name
from games.engine.records import IllegalStep
from kernel.text import Refusal
from tests.games.engine.gin.notation.test_record import TRANSCRIPTS


def series(name: str = "standard") -> dict:
    rules, hands = parse_record((TRANSCRIPTS / f"{name}.txt").read_text())
    named = rules_name(rules)
    written = series_as_json(json.loads(named) if named.startswith("{") else named, hands)
    return json.loads(json.dumps(written))


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_what_is_written_is_read_again(path) -> None:
    assert read_series(series(path.stem)) == parse_record(path.read_text())


def test_a_game_is_added_up_from_its_cards() -> None:
    answer = replay_series(series() | {"sheet": "game"})
    assert (answer["score"]["winner"], answer["score"]["points"]) == (1, [85, 118])
    assert len(answer["hands"]) == answer["score"]["hands_used"] == 7


def test_a_match_goes_on_over_its_games() -> None:
    match = series()
    answer = replay_series({"rules": match["rules"], "hands": match["hands"] * 3})
    assert (answer["score"]["winner"], answer["score"]["games_won"]) == (1, [0, 3])


def test_the_last_hand_may_be_unfinished_and_no_other() -> None:
    match = series()
    match["hands"][-1]["actions"] = []
    assert replay_series(match | {"sheet": "game"})["score"]["hands_used"] == 6
    match["hands"][2]["actions"] = []
    with pytest.raises(Refusal, match="Hand 3: it is not over"):
        replay_series(match)


def test_a_hand_that_was_cut_off_stands_among_the_others() -> None:
    match = series()
    match["hands"][2] |= {"actions": [], "result": "cut_off"}
    answer = replay_series(match | {"sheet": "game"})
    assert not answer["hands"][2]["finished"]
    assert read_series(match)[1][2].cut_off
    assert answer["score"]["hands_used"] == 6


def test_an_illegal_action_is_found_in_its_hand() -> None:
    match = series()
    match["hands"][1]["actions"][4] = "pass"
    with pytest.raises(IllegalStep, match="Hand 2: ") as wrong:
        replay_series(match)
    assert wrong.value.at == 4


def test_a_hand_that_is_none_is_named() -> None:
    match = series()
    del match["hands"][3]["dealer"]
    with pytest.raises(Refusal, match="Hand 4: "):
        read_series(match)

"""The deals of matches between partners: what was changed is found in the hands of a round, too."""

import json
from copy import deepcopy
from typing import Any

import pytest

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.rules import Rules, rules_from
from tests.games.engine.gin.fair.matches import honest_match
from tests.games.engine.gin.fair.tampering import (
    TAMPERINGS,
    tampered,
    the_dealer_changed_and_the_hands,
)
from tests.games.engine.strategies import refuses

PARTNERS = {
    "preset": "rummy-games",
    "variant": "partnership",
    "first_dealer": "random",
    "match_type": "best_of",
    "match_n": 3,
    "target": 60,
}


def rules_of(**knobs: Any) -> Rules:
    return rules_from(PARTNERS | knobs)


BEST_OF_THREE = honest_match(rules_of(), 5)
HANDS = len(BEST_OF_THREE["records"])


def found(match: dict[str, Any]) -> str:
    refused = refuses(verify_deals, json.loads(json.dumps(match)))
    return "" if refused is None else refused.text.code


def test_a_whole_honest_match() -> None:
    records = sorted(BEST_OF_THREE["records"], key=lambda record: record["d"])
    assert HANDS >= 12
    assert {record["game"] for record in records} >= {1, 2}
    assert [record["n"] for record in records] != sorted(record["n"] for record in records)
    assert verify_deals(BEST_OF_THREE) == {"deals": HANDS}


@pytest.mark.parametrize("at", [0, 1, HANDS // 2, HANDS // 2 + 1])
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_what_was_changed_is_found(tamper, at: int) -> None:
    assert found(tampered(BEST_OF_THREE, tamper, at)) in TAMPERINGS[tamper]


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("policy", ["winner", "loser", "alternate"])
@pytest.mark.parametrize("change", ["each_hand", "each_game", "never"])
def test_who_deals_and_who_meets_by_each_rule(size: int, policy: str, change: str) -> None:
    rules = rules_of(side_size=size, dealer_policy=policy, opponents_change=change)
    match = honest_match(rules, 4, most_hands=4 * size)
    assert found(match) == ""
    for at in range(4 * size):
        assert found(tampered(match, the_dealer_changed_and_the_hands, at)) == "wrong_dealer"
        assert found(tampered(match, others_play_it, at)) == "wrong_players"


def test_a_side_that_did_not_win_deals_at_no_table() -> None:
    """A whole round that the other side has dealt is as much in order as each of its hands."""
    for first in range(2, HANDS, 2):
        match = BEST_OF_THREE
        for at in (first, first + 1):
            match = tampered(match, the_dealer_changed_and_the_hands, at)
        assert found(match) == "wrong_dealer"


def others_play_it(match: dict[str, Any], record: dict[str, Any]) -> None:
    """Whose turn it was at the next table."""
    seats = 2 * record["rules"]["side_size"]
    record["players"][1] = (record["players"][1] + 2) % seats


def test_a_hand_is_nobodys_else() -> None:
    for said in ([], [0], [1, 0], [0, 1, 2], ["0", "1"], [[0], [1]], [0, 2], [0, 9]):
        match = deepcopy(BEST_OF_THREE)
        match["records"][0]["players"] = said
        assert found(match) == "wrong_players", said


def test_two_alone_say_no_players() -> None:
    match = honest_match(Rules(), 1, most_hands=2)
    match["records"][1]["players"] = [0, 1]
    assert found(match) == "wrong_players"


def test_behind_a_ruling_either_side_may_have_dealt() -> None:
    """It may have changed who has won the round; all tables are dealt by the same side anyhow."""
    match = honest_match(rules_of(), 5, most_hands=4)
    match = tampered(match, lambda match, record: record["rulings"].append({"id": 3}), 0)
    for at in (2, 3):
        match = tampered(match, the_dealer_changed_and_the_hands, at)
        assert (found(match) == "wrong_dealer") == (at == 2)


@pytest.mark.parametrize("seed", range(12))
def test_any_honest_match_passes(seed: int) -> None:
    rules = rules_of(side_size=2 + seed % 2, target=40, match_n=1 + seed % 2 * 2)
    match = honest_match(rules, seed, most_hands=8, eventful=True, with_draw=seed % 3 > 0)
    ruled = sorted(record["n"] for record in match["records"] if record["rulings"])
    answer = verify_deals(json.loads(json.dumps(match)))
    assert sorted(answer.pop("ruled", [])) == ruled
    assert answer == {"deals": match["dealt"]}

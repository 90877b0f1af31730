"""What is published of a match is enough to find what was changed in it, and honest ones pass."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.rules import Rules, rules_from
from kernel.text import Refusal
from tests.games.engine.gin.fair.matches import honest_match, honest_match_played_anew
from tests.games.engine.gin.fair.tampering import (
    TAMPERINGS,
    tampered,
    the_dealer_changed_and_the_hands,
)
from tests.games.engine.playing import RULES
from tests.games.engine.strategies import nonsense, refuses

#: A whole match from the draw to the end: best of three short games.
SHORT = rules_from({"match_n": 3, "target": 50})
BEST_OF_THREE = honest_match(SHORT, 3)
HANDS = len(BEST_OF_THREE["records"])


def found(match: dict[str, Any]) -> str:
    refused = refuses(verify_deals, json.loads(json.dumps(match)))
    return "" if refused is None else refused.text.code


def changed(**values: Any) -> dict[str, Any]:
    return deepcopy(BEST_OF_THREE) | values


def test_a_whole_honest_match() -> None:
    assert HANDS > 5
    assert {record["game"] for record in BEST_OF_THREE["records"]} == {1, 2, 3}
    assert BEST_OF_THREE["deals"][0]["d"] == 0
    assert verify_deals(BEST_OF_THREE) == {"deals": HANDS}


@pytest.mark.parametrize("at", [0, HANDS // 2, HANDS - 2])
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_what_was_changed_is_found(tamper, at: int) -> None:
    assert found(tampered(BEST_OF_THREE, tamper, at)) in TAMPERINGS[tamper]


def test_what_was_changed_in_the_last_hand_is_found() -> None:
    codes = {tamper: found(tampered(BEST_OF_THREE, tamper, HANDS - 1)) for tamper in TAMPERINGS}
    left_out = "a_deal_left_out_and_the_others_moved_up"  # as if it had not been dealt yet
    assert {tamper.__name__ for tamper, code in codes.items() if not code} == {left_out}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_any_honest_match_passes(name: str, seed: int, eventful: bool, with_draw: bool) -> None:
    match = honest_match(RULES[name], seed, most_hands=4, eventful=eventful, with_draw=with_draw)
    answer = verify_deals(json.loads(json.dumps(match)))
    ruled = [record["n"] for record in match["records"] if record["rulings"]]
    assert answer == {"deals": match["dealt"]} | ({"ruled": ruled} if ruled else {})


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10**6), st.sampled_from([*TAMPERINGS]))
def test_in_any_match_it_is_found(name: str, seed: int, tamper) -> None:
    match = honest_match(RULES[name], seed, most_hands=2)
    if len(match["records"]) == 2:
        assert found(tampered(match, tamper, 0)) in TAMPERINGS[tamper]


EVENTFUL = [honest_match(Rules(), seed, most_hands=8, eventful=True) for seed in range(6)]


def test_hands_cut_off_dealt_anew_ruled_on_and_new_seatings_are_among_those_that_pass() -> None:
    records = [record for match in EVENTFUL for record in match["records"]]
    assert any(record["result"] == "cut_off" for record in records)
    assert any(record["rulings"] for record in records)
    assert any(deal["why"] == "redeal" for match in EVENTFUL for deal in match["deals"])
    assert any(seating["words"] == [None, None] for m in EVENTFUL for seating in m["seatings"])
    for match in EVENTFUL:
        assert found(match) == ""


@pytest.mark.parametrize("first_dealer", ["high_card_chooses", "low_card_deals", "random"])
def test_a_match_that_is_played_anew_passes_whoever_deals(first_dealer: str) -> None:
    for seed in range(6):
        match = honest_match_played_anew(Rules(first_dealer=first_dealer), seed)
        assert verify_deals(match) == {"deals": match["dealt"]}


def test_a_ruled_hand_keeps_its_cards_and_actions_and_its_points_are_free() -> None:
    match = tampered(BEST_OF_THREE, lambda match, record: record["rulings"].append({"id": 3}), 2)
    match["records"][2]["points"] = [0, 7]
    assert verify_deals(match) == {"deals": HANDS, "ruled": [3]}
    for tamper, codes in TAMPERINGS.items():
        code = found(tampered(match, tamper, 2))
        is_free = codes & {"wrong_points", "wrong_winner", "wrong_result"} and not (
            codes & {"wrong_rules"}
        )
        assert code in ({""} if is_free else codes), tamper


def test_a_hand_that_was_cut_off_must_not_have_been_over() -> None:
    match = next(
        match for match in EVENTFUL for one in match["records"] if one["result"] == "cut_off"
    )
    at = [record["result"] for record in match["records"]].index("cut_off")

    def said_to_be_void(match, record) -> None:
        record["result"] = "void"

    assert found(tampered(match, said_to_be_void, at)) == "wrong_result"


def test_where_the_owner_of_the_high_card_chose_either_may_deal_first() -> None:
    dealers = {
        honest_match(Rules(), seed, most_hands=1)["records"][0]["dealer"] for seed in range(8)
    }
    assert dealers == {0, 1}


@pytest.mark.parametrize("reading", ["low_card_deals", "random"])
def test_where_the_cards_say_who_deals_first_it_is_checked(reading: str) -> None:
    """The hand is whole but dealt by the other seat: the same as without a draw, which passes."""
    rules = rules_from({"first_dealer": reading})
    drawn = [honest_match(rules, seed, most_hands=1) for seed in range(6)]
    assert [found(match) for match in drawn] == [""] * 6
    either = rules_from({"first_dealer": "high_card_chooses"})
    codes = set()
    for seed in range(12):
        match = honest_match(either, seed, most_hands=1)
        match["records"][0]["rules"]["first_dealer"] = reading
        codes.add(found(match))
    assert codes == {"", "wrong_dealer"}


@pytest.mark.parametrize(
    "knobs",
    [
        {"dealer_policy": "winner"},
        {"dealer_policy": "loser"},
        {"dealer_policy": "alternate"},
        {"void_dealer": "alternate"},
        {"match_type": "rounds", "match_n": 6},
    ],
    ids=str,
)
def test_who_deals_next_by_each_rule(knobs: dict[str, Any]) -> None:
    match = honest_match(rules_from(knobs), 4, most_hands=6)
    assert found(match) == ""
    codes = {found(tampered(match, the_dealer_changed_and_the_hands, at)) for at in range(1, 6)}
    assert codes == {"wrong_dealer"}


def with_a_hand_in_the_room(match: dict[str, Any], at: int) -> dict[str, Any]:
    """The match with a hand before this record that was dealt elsewhere: nothing of it is there."""
    changed = deepcopy(match)
    first = changed["records"][at]["n"]
    for one in (*changed["records"], *changed["deals"]):
        if one["n"] is not None and one["n"] >= first:
            one["n"] += 1
    return changed


def test_behind_a_hand_of_the_room_either_seat_may_have_dealt() -> None:
    at = next(at for at in range(HANDS) if BEST_OF_THREE["records"][at]["game"] == 2)
    assert found(with_a_hand_in_the_room(BEST_OF_THREE, at)) == ""
    swapped = BEST_OF_THREE
    for later in range(at, HANDS):
        swapped = tampered(swapped, the_dealer_changed_and_the_hands, later)
    assert found(swapped) == "wrong_dealer"
    assert found(with_a_hand_in_the_room(swapped, at)) == ""


# What is published must be whole.


def test_a_commitment_that_was_never_shown() -> None:
    match = changed()
    match["seatings"][0]["commitment"] = "00" * 32
    assert found(match) == "wrong_secret"


def test_a_seating_left_out() -> None:
    match = next(match for match in EVENTFUL if len(match["seatings"]) > 1)
    match = deepcopy(match)
    del match["seatings"][0]
    assert found(match) == "missing_seating"
    assert found(changed(seatings=[])) == "missing_seating"


def test_words_that_were_not_opened() -> None:
    match = changed()
    match["seatings"][0]["words"] = [None, None]
    assert found(match) == "missing_word"


def test_a_hash_that_is_not_there() -> None:
    match = changed()
    match["seatings"][0]["word_hashes"] = [None, None]
    assert found(match) == "wrong_word"


@pytest.mark.parametrize(
    ("dealt", "code"), [(HANDS + 1, "missing_deal"), (HANDS - 1, "wrong_dealt")]
)
def test_how_many_were_dealt(dealt: int, code: str) -> None:
    assert found(changed(dealt=dealt)) == code


def test_the_draw_cannot_be_left_out() -> None:
    """It used the first secret."""
    assert found(changed(deals=BEST_OF_THREE["deals"][1:])) == "wrong_place"


def test_a_deal_twice() -> None:
    assert (
        found(changed(deals=[*BEST_OF_THREE["deals"], BEST_OF_THREE["deals"][-1]])) == "deal_twice"
    )


def test_a_secret_left_out() -> None:
    """Whoever could choose which secret comes next could choose the cards."""
    match = changed()
    match["deals"][-1]["j"] += 1
    assert found(match) == "wrong_place"


def test_a_record_left_out() -> None:
    assert found(changed(records=BEST_OF_THREE["records"][:-1])) == "missing_record"


def test_a_record_of_no_deal() -> None:
    last = BEST_OF_THREE["records"][-1]
    more = {**last, "n": last["n"] + 1, "d": last["d"] + 1}
    assert found(changed(records=[*BEST_OF_THREE["records"], more])) == "missing_deal"


def test_a_record_of_another_match() -> None:
    match = changed()
    match["records"][1]["match"] += 1
    assert found(match) == "wrong_match"


def test_nothing_dealt_yet_is_fine() -> None:
    assert verify_deals(changed(deals=[], records=[], dealt=0)) == {"deals": 0}


def test_the_order_of_the_lists_says_nothing() -> None:
    match = changed(deals=BEST_OF_THREE["deals"][::-1], records=BEST_OF_THREE["records"][::-1])
    assert found(match) == ""


def test_a_refusal_says_which_hand_it_is_about() -> None:
    match = changed()
    match["records"][4]["stock"].reverse()
    with pytest.raises(Refusal, match=r"^Hand 5: stock: these cards are not those"):
        verify_deals(match)


# Whatever somebody sends is answered.


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every list and object with each of its keys."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [p for key in keys for p in places(value[key])]


SMALL = honest_match(Rules(), 2, most_hands=1)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), nonsense)
def test_nonsense_anywhere_is_refused_or_fine(at: int, value: Any) -> None:
    match = deepcopy(SMALL)
    everywhere = places(match)
    holder, key = everywhere[at % len(everywhere)]
    holder[key] = value
    try:
        text = json.dumps(match)
    except (TypeError, ValueError):
        return  # it can't come as JSON
    refuses(verify_deals, json.loads(text))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_anything_left_out_is_refused_or_fine(at: int) -> None:
    match = deepcopy(SMALL)
    everywhere = places(match)
    holder, key = everywhere[at % len(everywhere)]
    del holder[key]
    refuses(verify_deals, match)

"""Views as JSON: every key of the contract of the online table, cards as texts, and actions that
can be played."""

import json

import pytest

from games.engine.cards import indexes, parse_card, typed_cards
from games.engine.gin import play
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import parse_action
from games.engine.gin.notation.views import VIEW_KEYS, hidden_view_json, view_json
from games.engine.gin.view import disclosed_view, over_view, public_view, seat_view
from tests.games.engine import oracle
from tests.games.engine.melds.test_choice import pairs
from tests.games.engine.playing import RULES, begun, played

KEYS = [
    "phase",
    "turn",
    "limit",
    "upcard",
    "limit_card",
    "hands",
    "held",
    "stock",
    "discards",
    "discarded",
    "taken",
    "factor",
    "may_double",
    "spread",
    "ending",
    "score",
    "deadwood",
    "actions",
]

every_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)

#: Three melds, and 2D is thrown; seat 1 can lay off a jack and a queen, and melds nothing.
HANDS = ("7S7H7D8H9HTHKSKCKDAC2D", "QSQHJH2S2C4D4C6S8C3D")


def cards(text: str) -> int:
    return typed_cards(text).bits


def before_a_knock(first: str = HANDS[0], second: str = HANDS[1], name: str = "club") -> HandState:
    """Seat 0 holds eleven cards; 3S and 5S were discarded."""
    hands = (cards(first), cards(second))
    pile = tuple(indexes(cards("3S5S")))
    known = hands[0] | hands[1] | cards("3S5S")
    stock = tuple(card for card in range(52) if not known >> card & 1)
    state = begun(RULES[name], 1)
    return state._replace(phase="discard", turn=0, hands=hands, stock=stock, discards=pile)


def told(state: HandState, *texts: str) -> HandState:
    for text in texts:
        state = play.apply(state, parse_action(text))
    return state


def test_the_keys() -> None:
    assert list(VIEW_KEYS) == KEYS
    assert list(view_json(public_view(begun(RULES["club"], 0)))) == KEYS
    hidden = hidden_view_json(1)
    assert list(hidden) == KEYS
    assert (hidden.pop("turn"), hidden.pop("actions")) == (1, [])
    assert set(hidden.values()) == {None}
    assert hidden_view_json()["turn"] is None


def test_a_hand_before_its_first_action() -> None:
    state = begun(RULES["club"], 1)
    view = view_json(seat_view(state, 0))
    upcard = view["upcard"]
    assert view == {
        "phase": "upcard_nd",
        "turn": 0,
        "limit": 10,
        "upcard": upcard,
        "limit_card": None,
        "hands": [[str(parse_card(card)) for card in view["hands"][0]], None],
        "held": [10, 10],
        "stock": 31,
        "discards": [upcard],
        "discarded": 1,
        "taken": None,
        "factor": 1,
        "may_double": None,
        "spread": None,
        "ending": None,
        "score": None,
        "deadwood": view["deadwood"],
        "actions": ["pass", "take"],
    }
    in_order = [parse_card(card).index for card in view["hands"][0]]
    assert in_order == sorted(in_order) == list(indexes(state.hands[0]))
    assert view_json(seat_view(state, 1))["actions"] == []
    assert view_json(public_view(state))["hands"] == [None, None]


def test_a_view_that_is_printed_shows_no_card() -> None:
    assert repr(over_view(before_a_knock())) == "<View: void, turn of seat None>"


def test_a_knock_and_what_is_laid_off() -> None:
    assert view_json(seat_view(before_a_knock(), 0))["deadwood"] == 1
    knocked = told(before_a_knock(), "knock 2D")
    view = view_json(seat_view(knocked, 1))
    melds = [["7S", "7H", "7D"], ["KS", "KD", "KC"], ["8H", "9H", "TH"]]
    assert (view["phase"], view["turn"]) == ("layoff", 1)
    assert view["spread"] == {
        "knocker": 0,
        "kind": "knock",
        "melds": melds,
        "count": 1,
        "lying": melds,
        "layoffs": [],
        "own": None,
    }
    assert view["hands"][0] == ["7S", "KS", "7H", "8H", "9H", "TH", "7D", "KD", "AC", "KC"]
    assert (view["discards"], view["discarded"]) == ([None], 3)
    assert view["actions"] == ["done", "lay_off JH on 8H9HTH"]
    laid = told(knocked, "lay_off JH on 8H9HTH", "lay_off QH on 8H9HTHJH")
    public = view_json(public_view(laid))
    assert public["spread"]["melds"] == melds
    assert public["spread"]["lying"] == [*melds[:2], ["8H", "9H", "TH", "JH", "QH"]]
    assert public["spread"]["layoffs"] == [
        {"card": "JH", "onto": ["8H", "9H", "TH"]},
        {"card": "QH", "onto": ["8H", "9H", "TH", "JH"]},
    ]
    assert (public["held"], public["hands"][1]) == ([10, 8], None)
    assert view_json(disclosed_view(laid))["hands"][1] == [
        "2S",
        "6S",
        "QS",
        "3D",
        "4D",
        "2C",
        "4C",
        "8C",
    ]


def test_the_end_of_it() -> None:
    view = view_json(over_view(told(before_a_knock(), "knock 2D", "done"), 1))
    assert view["hands"][1] == ["2S", "6S", "QS", "JH", "QH", "3D", "4D", "2C", "4C", "8C"]
    assert (view["phase"], view["turn"], view["actions"]) == ("scored", None, [])
    assert (view["discards"], view["spread"]["own"]) == (["3S", "5S", "2D"], [])
    assert view["deadwood"] == 59
    assert view["ending"] == {"kind": "knock", "ended_by": 0, "counts": [1, 59]}
    assert view["score"] == {"kind": "knock", "winner": 0, "points": [58, 0], "boxes": [1, 0]}


def test_a_hand_that_is_cut_off() -> None:
    view = view_json(over_view(before_a_knock()))
    assert view["ending"] == {"kind": "void", "ended_by": None, "counts": None}
    assert view["score"] == {"kind": "void", "winner": None, "points": [0, 0], "boxes": [0, 0]}
    assert (view["phase"], view["held"], view["deadwood"]) == ("void", [11, 10], None)


def test_round_the_corner_melds_are_written_as_they_lie() -> None:
    state = before_a_knock("QHKHAH7S7D7C9S9D9CTC2D", "2H3HQSQCJHJD4D4C8S8C", "round-the-corner")
    view = view_json(seat_view(told(state, "knock 2D"), 1))
    assert view["spread"]["melds"][-1] == ["QH", "KH", "AH"]
    assert [text for text in view["actions"] if "H on" in text] == [
        "lay_off 2H on QHKHAH",
        "lay_off JH on QHKHAH",
    ]


@every_rules
def test_every_action_of_a_view_can_be_played(rules) -> None:
    """Sorted, each once, without melds; nobody else has any."""
    for state in played(rules, 3)[0][:-1]:
        actions = view_json(seat_view(state, state.turn))["actions"]
        assert actions == sorted(set(actions))
        assert not any("|" in text for text in actions)
        for text in actions:
            play.apply(state, parse_action(text))
        for view in (seat_view(state, 1 - state.turn), public_view(state), disclosed_view(state)):
            assert view_json(view)["actions"] == []
            json.dumps(view_json(view), allow_nan=False)


@every_rules
def test_the_least_deadwood_of_ones_own_hand(rules) -> None:
    """With eleven cards the least after a discard that is allowed."""
    corner = rules.variant == "round_the_corner"
    for state in played(rules, 2)[0]:
        for seat in (0, 1):
            hand = pairs(state.hands[seat])
            taken = pairs(1 << state.taken) if state.taken is not None else frozenset()
            thrown = [frozenset([card]) for card in hand - taken] if len(hand) == 11 else [set()]
            least = min(oracle.least(hand - card, corner) for card in thrown)
            assert seat_view(state, seat).deadwood == least
        assert public_view(state).deadwood is disclosed_view(state).deadwood is None

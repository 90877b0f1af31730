"""Every sentence on a hand and its score, with the hand that it decides."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games.engine.gin.rules import KNOBS, Rules
from tests.pages.parts.rule_games import (
    GIN,
    HANDS,
    both,
    double_refused,
    doubled,
    judged,
    knocks,
    opening,
    scored,
    seen_of_the_pile,
    to_the_wall,
)


class Row(NamedTuple):
    """A sentence (or several): the knob and value that make it, a game, and what comes of it.

    `opens` are the beginnings of its templates. Under the `other` value the same game goes
    differently, and nobody says the sentence. `also` are further knobs that hold in both.
    """

    opens: tuple[str, ...]
    knob: str
    value: object
    other: object
    plays: Callable[[Rules], object] | None
    told: object
    also: Mapping[str, Any] = {}

    def rules(self, value: object) -> Rules:
        more: dict[str, Any] = {**self.also, self.knob: value}
        if more.get("match_type") == "single":
            more["match_n"] = 1
        if more.get("solo_change") == "per_hand":
            more["match_type"] = "rounds"
        return replace(Rules(), **more)


OKLAHOMA = {"knock_limit": "upcard"}
CORNER = "KSAS2S4H4D4C7H8H9H5C"
ELEVEN = "7S7H7D2C3C4C5C9STSJSQS"
AGAINST_ELEVEN = "KHQDJC9D8D6H5H3D2DAH"
LAID_OFF = "5S6S7STSTDTCQCKCJCJH"
ONE_LAID_OFF = "5S6S7STSTDTCJH2D5D9C"
OPENINGS = next(knob.told for knob in KNOBS if knob.name == "upcard_rule")
OPENING_ND, OPENING_D = OPENINGS["non_dealer_draws"][0], OPENINGS["dealer_draws"][0]
DOUBLING = {"variant": "doubling"}


def tie(rule: str, other: str, told: object, *opens: str) -> Row:
    return Row(opens, "tie_rule", rule, other, scored("knock", 8, 8), told)


def spade(rule: str, other: str, told: object, *opens: str) -> Row:
    plays = scored("knock", 6, 17, upcard="7S")
    return Row(opens, "oklahoma_spade", rule, other, plays, told, OKLAHOMA)


def wall(rule: str, other: str, told: object, *opens: str) -> Row:
    return Row(opens, "wall_rule", rule, other, to_the_wall, told)


def starts(rule: str, other: str, told: object, *opens: str) -> Row:
    return Row(opens, "upcard_rule", rule, other, opening, told)


HAND = (
    Row(
        ("Runs may go round the corner", "Runs round the corner"),
        "variant",
        "round_the_corner",
        "standard",
        judged(CORNER, "3C6S6D9S9DJHJDKHQCQD"),
        ("knock", 78, 83),
    ),
    Row(
        ("A loose ace counts 15.", "Loose ace 15"),
        "variant",
        "round_the_corner",
        "standard",
        judged(HANDS[0], "AD3C6S6D9S9DJHJDQHQD"),
        ("knock", 78, 88),
    ),
    starts("non_dealer_draws", "dealer_draws", ("forced_stock", 1, True), OPENING_ND),
    starts(
        "dealer_draws",
        "non_dealer_draws",
        ("forced_stock", 0, True),
        OPENING_D,
        "The dealer draws after two refusals",
    ),
    starts(
        "deal_11",
        "non_dealer_draws",
        ("begins", 1, 11, True),
        "The non-dealer is dealt eleven cards",
        "Eleven cards for the non-dealer, no upcard",
    ),
    Row(
        ("One may knock with a count", "Knock with %(n)d or less"),
        "knock_limit",
        10,
        5,
        knocks((10, {}), (11, {})),
        ["knock", "illegal_knock"],
    ),
    Row(
        ("There is no knocking", "No knocking, only gin"),
        "knock_limit",
        0,
        10,
        knocks((1, {})),
        ["illegal_knock"],
    ),
    Row(
        ("The upcard says", "The upcard sets the knock limit"),
        "knock_limit",
        "upcard",
        10,
        knocks((7, {"upcard": "7H"}), (8, {"upcard": "7H"})),
        ["knock", "illegal_knock"],
    ),
    Row(
        ("A card turned from a second pack", "A card of a second pack"),
        "knock_limit",
        "second_deck",
        10,
        knocks((7, {"limit_card": "7H"}), (8, {"limit_card": "7H"})),
        ["knock", "illegal_knock"],
    ),
    Row(
        ("An ace as upcard allows a knock", "Ace as upcard: knock with 1"),
        "oklahoma_ace",
        "value",
        "gin_only",
        knocks((1, {"upcard": "AD"}), (2, {"upcard": "AD"})),
        ["knock", "illegal_knock"],
        OKLAHOMA,
    ),
    Row(
        ("An ace as upcard means", "Ace as upcard: only gin"),
        "oklahoma_ace",
        "gin_only",
        "value",
        knocks((1, {"upcard": "AD"})),
        ["illegal_knock"],
        OKLAHOMA,
    ),
    spade("none", "double_hand", (0, 11, 1), "A spade as upcard doubles nothing", "Spades double"),
    spade(
        "double_hand",
        "double_hand_and_boxes",
        (0, 22, 1),
        "A spade as upcard doubles the points of the hand.",
        "Spade as upcard: hand doubled",
    ),
    spade(
        "double_hand_and_boxes",
        "double_hand",
        (0, 22, 2),
        "A spade as upcard doubles the points of the hand and its boxes.",
        "Spade as upcard: hand and boxes doubled",
    ),
    Row(
        ("Everybody may look through", "Discards lie open"),
        "discards_open",
        True,
        False,
        seen_of_the_pile,
        2,
    ),
    Row(
        ("Only the top card of the discard pile",),
        "discards_open",
        False,
        True,
        seen_of_the_pile,
        1,
    ),
    wall(
        "void_at_once",
        "last_discard_action",
        (True, "void", False),
        "When two cards are left in the stock, the hand is void unless",
    ),
    wall(
        "last_discard_action",
        "void_at_once",
        (True, "wall", True),
        "When two cards are left in the stock and",
        "The last discard may be taken",
    ),
    wall(
        "void_before_discard",
        "void_at_once",
        (False, "void", False),
        "When two cards are left in the stock, the hand is void at once",
        "Void as soon as",
    ),
    Row(
        ("Before drawing, a player may double", "Doubling up to %(n)d times"),
        "variant",
        "doubling",
        "standard",
        doubled,
        (22, 1, False, True),
    ),
    Row(
        ("Doubles do not multiply boxes.",),
        "variant",
        "doubling",
        "standard",
        scored("knock", 8, 19, factor=4),
        (0, 44, 1),
    ),
    Row(("Who refuses a double",), "variant", "doubling", "standard", double_refused, (1, 18, 1)),
    Row(
        ("A hand counts at most", "Doubling up to"),
        "doubling_cap",
        4,
        64,
        both(scored("knock", 8, 19, factor=4), scored("knock", 8, 19, factor=8)),
        ((0, 44, 1), "bad_factor"),
        DOUBLING,
    ),
    Row(
        ("There is no limit to doubling", "Doubling, no limit"),
        "doubling_cap",
        None,
        64,
        scored("knock", 8, 19, factor=2048),
        (0, 22528, 1),
        DOUBLING,
    ),
)

SCORING = (
    Row(
        ("A knock with the lower count",), "knock_limit", 10, 0, scored("knock", 8, 32), (0, 24, 1)
    ),
    Row(
        ("Every knock that wins", "Won knock %(n)d more"),
        "knock_base",
        15,
        0,
        scored("knock", 8, 32),
        (0, 39, 1),
    ),
    Row(
        ("An undercut scores", "Undercut %(n)d"),
        "undercut_bonus",
        10,
        25,
        scored("knock", 8, 6),
        (1, 12, 1),
    ),
    tie(
        "undercut", "no_score", (1, 25, 1), "Equal counts are an undercut", "Equal counts: undercut"
    ),
    tie("no_score", "undercut", (None, 0, 0), "On equal counts nobody", "Equal counts: nobody"),
    tie(
        "zero_undercut",
        "undercut",
        (1, 0, 1),
        "On equal counts the defender",
        "Equal counts: a box",
    ),
    Row(
        ("Gin scores %(n)d and the opponent's count.", "Gin %(n)d"),
        "gin_bonus",
        20,
        25,
        scored("gin", 0, 8),
        (0, 28, 1),
    ),
    Row(
        ("The opponent may lay off on gin as well", "Layoffs on gin too"),
        "variant",
        "round_the_corner",
        "standard",
        both(judged(GIN, ONE_LAID_OFF), judged(GIN, LAID_OFF)),
        (("gin", 41, 16), ("tie", 0, 0)),
    ),
    Row(
        ("Nobody lays off on gin.",),
        "variant",
        "standard",
        "round_the_corner",
        judged(GIN, ONE_LAID_OFF),
        ("gin", 51, 26),
    ),
    Row(
        ("Big gin, all eleven cards melded", "Big gin %(n)d"),
        "big_gin_bonus",
        31,
        20,
        judged(ELEVEN, AGAINST_ELEVEN),
        ("big_gin", 95, 64),
    ),
    Row(
        ("There is no big gin", "No big gin"),
        "big_gin_bonus",
        None,
        31,
        judged(ELEVEN, AGAINST_ELEVEN),
        ("gin", 89, 64),
    ),
)

"""The rule sets that a club can name, each as what it changes in the club's own.

rulebook 3.2. A further rule set is one more entry of `RULE_SETS`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine import rule_set
from games.engine.gin.rules.model import KNOBS, Rules, as_dict, is_playable
from games.engine.gin.rules.side_knobs import usual_knobs, usual_target
from games.engine.gin.rules.variants import PARTNERSHIP
from kernel.text import N_, refusal, shown

RuleSet = rule_set.RuleSet[Rules]
"""A rule set of gin; pages tell it by `words.in_short`."""


def _one_game(**knobs: Any) -> Rules:
    """A match of one game, and the last discard ends no hand: so in most books."""
    return Rules(match_type="single", match_n=1, wall_rule="void_at_once", **knobs)


def _by_twenties(**knobs: Any) -> Rules:
    """One game in which gin and a box are worth 20, an undercut 10, big gin no more than gin."""
    worth = {"gin_bonus": 20, "big_gin_bonus": None, "undercut_bonus": 10, "box_bonus": 20}
    return _one_game(**worth | knobs)


def _points_alone(**knobs: Any) -> Rules:
    """One game without boxes and without a bonus for winning it."""
    return _one_game(game_bonus=0, shutout_rule="none", box_bonus=0, **knobs)


_PAGAT = _by_twenties(
    shutout_rule="double_game_bonus", dealer_policy="loser", first_dealer="low_card_deals"
)
_PAID_IN_BOXES = {"extra_boxes_undercut": 1, "extra_boxes_gin": 2, "extra_boxes_big_gin": 2}

RULE_SETS: tuple[RuleSet, ...] = (
    RuleSet(
        "club",
        N_("Club default"),
        (
            "Best of five games to 100: gin and undercut 25, big gin 31, the last discard may still"
            " be used to knock; bonuses only feed the point difference."
        ),
        "REC",
        Rules(),
        certainty="ours",
    ),
    RuleSet(
        "pagat",
        N_("Classic (gin 20, undercut 10)"),
        (
            "The classic book game to 100: gin 20, undercut 10, boxes 20, double game bonus for a "
            "shutout, the loser deals."
        ),
        "S0, PG",
        _PAGAT,
        book_name="Pagat",
    ),
    RuleSet(
        "wikipedia",
        N_("Standard (25, 31, doubling shutout)"),
        (
            "Best of five to 100: gin and undercut 25, big gin 31, boxes 25, hand points doubled "
            "for a shutout."
        ),
        "S0, WP",
        Rules(shutout_rule="double_hand_points", wall_rule="void_at_once"),
        book_name="Wikipedia",
    ),
    RuleSet(
        "german",
        N_("German, classic"),
        (
            "German book rules: eleven cards to the non-dealer and no upcard, gin 20, undercut 10, "
            "boxes 20, settled by the difference."
        ),
        "S0",
        replace(_PAGAT, upcard_rule="deal_11"),
        certainty="told",
    ),
    RuleSet(
        "cardgames",
        N_("Higher total wins"),
        (
            "One game to 100 that the higher total after all bonuses wins, which need not be the "
            "player who ended it."
        ),
        "S1, MW",
        _one_game(shutout_rule="double_hand_points", game_winner_by="grand_total"),
        book_name="Grand total",
        certainty="guess",
    ),
    RuleSet(
        "german-simple",
        N_("German, simple"),
        (
            "Plain points to 100 without boxes or game bonus: gin 25, big gin 50, undercut 10, "
            "equal counts score nothing."
        ),
        "S2",
        _points_alone(big_gin_bonus=50, undercut_bonus=10, tie_rule="no_score"),
    ),
    RuleSet(
        "plain",
        N_("Plain"),
        (
            "The easiest to explain: 25 for gin, big gin and undercut alike, first to 100, no other"
            " bonus."
        ),
        "S3",
        _points_alone(big_gin_bonus=25),
    ),
    RuleSet(
        "rummy-games",
        N_("Match to 500"),
        (
            "Games to 100 with all bonuses, played on until the nets reach 500; equal counts score "
            "nothing, the winner deals."
        ),
        "S4",
        Rules(
            big_gin_bonus=None,
            tie_rule="no_score",
            dealer_policy="winner",
            wall_rule="void_at_once",
            match_type="points",
            match_n=500,
        ),
        book_name="Rummy-Games, to 500",
    ),
    RuleSet(
        "pagat-25",
        N_("Classic with 25s"),
        "As Pagat, but gin, undercut and boxes are worth 25 each.",
        "S0, PG",
        _one_game(big_gin_bonus=None, shutout_rule="double_game_bonus"),
        book_name="Pagat with 25s",
        certainty="told",
    ),
    RuleSet(
        "bicycle",
        N_("Bicycle"),
        (
            "The American card maker's rules: gin 20, undercut 10, boxes 20, 100 more for a "
            "shutout, the winner deals."
        ),
        "BI",
        _by_twenties(dealer_policy="winner"),
    ),
    RuleSet(
        "scarne",
        N_("Scarne"),
        "Gin and undercut 25, boxes 20, a shutout doubles everything, the winner deals.",
        "SC",
        _one_game(
            big_gin_bonus=None, shutout_rule="double_all", box_bonus=20, dealer_policy="winner"
        ),
        certainty="told",
    ),
    RuleSet(
        "ginrummycom",
        N_("GinRummy.com"),
        "Gin and undercut 25, big gin 31, hand points doubled for a shutout, the winner deals.",
        "GC",
        _one_game(shutout_rule="double_hand_points", dealer_policy="winner"),
        certainty="told",
    ),
    RuleSet(
        "oklahoma",
        N_("Oklahoma"),
        (
            "The upcard sets the knock limit, an ace means gin only, spades double the hand; extra "
            "boxes for undercut and gin, target 150."
        ),
        "BI, S0, PG, RG",
        _by_twenties(
            knock_limit="upcard",
            target=150,
            shutout_rule="double_game_bonus",
            dealer_policy="loser",
            **_PAID_IN_BOXES,
        ),
    ),
    RuleSet(
        "straight",
        N_("Straight gin"),
        "No knocking: a hand ends with gin, big gin or void.",
        "S0, WP",
        _one_game(knock_limit=0),
        certainty="told",
    ),
    RuleSet(
        "round-the-corner",
        N_("Round the corner"),
        (
            "Runs may pass king, ace, two, a loose ace costs 15, the discards lie open and one may "
            "lay off even on gin; target 125."
        ),
        "RG",
        _by_twenties(
            variant="round_the_corner",
            target=125,
            undercut_bonus=20,
            dealer_policy="winner",
            discards_open=True,
        ),
    ),
    RuleSet(
        "gra",
        N_("Single hand (Gin Rummy Association)"),
        (
            "One hand as the association plays it: gin and undercut 25, equal counts pay nothing, "
            "the last discard may be used to knock."
        ),
        "OS, RGA",
        Rules(
            oklahoma_spade="none",
            big_gin_bonus=None,
            tie_rule="no_score",
            match_type="rounds",
            match_n=1,
        ),
        book_name="GRA single hand",
        certainty="told",
    ),
    RuleSet(
        "rummytalk",
        N_("Hollywood club (RummyTalk)"),
        (
            "Oklahoma on a Hollywood sheet to 250 where gin and undercut are paid in boxes, spades "
            "double points and boxes, and the third column counts twice."
        ),
        "RT, REC",
        _one_game(
            knock_limit="upcard",
            oklahoma_spade="double_hand_and_boxes",
            target=250,
            gin_bonus=0,
            big_gin_bonus=None,
            undercut_bonus=0,
            shutout_rule="double_all",
            dealer_policy="winner",
            sheet="hollywood",
            hollywood_third_double=True,
            **_PAID_IN_BOXES,
        ),
        book_name="RummyTalk club",
        certainty="guess",
    ),
    RuleSet(
        "palace",
        N_("Gin Rummy Palace"),
        "Gin 25, undercut 20, ten points a box counted at once towards 100, no other bonus.",
        "PAL",
        _one_game(
            big_gin_bonus=None,
            undercut_bonus=20,
            game_bonus=0,
            shutout_rule="none",
            box_bonus=10,
            box_timing="immediate",
            dealer_policy="winner",
        ),
        certainty="told",
    ),
    RuleSet(
        "mobilityware",
        N_("MobilityWare"),
        (
            "The app's hand scoring, gin and undercut 25 and big gin 31; the rest as in the club "
            "default."
        ),
        "MW",
        _one_game(),
        certainty="guess",
    ),
    RuleSet(
        "worldclub",
        N_("World Club Games"),
        (
            "Every won knock earns 15 more, big gin 35, equal counts score nothing; the rest as in "
            "the club default."
        ),
        "WC",
        _one_game(big_gin_bonus=35, tie_rule="no_score", knock_base=15),
        certainty="guess",
    ),
    RuleSet(
        "vegas-1964",
        N_("Las Vegas 1964"),
        (
            "The great casino event: single games to 200, no boxes, no game bonus, no doubling on "
            "spades."
        ),
        "SV, UN",
        _points_alone(oklahoma_spade="none", target=200, big_gin_bonus=None),
        certainty="guess",
    ),
)

#: What a tournament can be played by today.
PLAYABLE_RULE_SETS = tuple(rule_set for rule_set in RULE_SETS if is_playable(rule_set.rules))

_BY_CODE = {rule_set.code: rule_set.rules for rule_set in RULE_SETS}
_KNOB_NAMES = frozenset(knob.name for knob in KNOBS)


def rules_from(value: object) -> Rules:
    """The rules that a client names: a code, or single knobs over the rule set `preset` (or club).

    `"pagat"` or `{"preset": "pagat", "gin_bonus": 25}`. A code or knob that does not exist is
    refused as `unknown_rules`, a value or combination that is not allowed as `bad_rules`. Naming
    `match_type` single alone makes `match_n` 1; over a rule set for two partners play to the points
    that are usual for so many on a side, and three who all play by what is usual in their form, if
    nothing else is said.
    """
    if isinstance(value, str):
        return _preset(value)
    if not isinstance(value, Mapping):
        sentence = N_("Rules are the code of a rule set or an object of single knobs.")
        raise refusal("bad_rules", sentence, "rules")
    knobs: dict[Any, Any] = dict(value)
    code = knobs.pop("preset", "club")
    preset = _preset(code)
    for name in knobs:
        if name not in _KNOB_NAMES:
            sentence = N_("There is no rule called %(knob)s. Its name must be one of %(knobs)s.")
            values = {"knob": shown(name), "knobs": ", ".join(sorted(_KNOB_NAMES))}
            raise refusal("unknown_rules", sentence, "rules", **values)
    if knobs.get("match_type") == "single":
        knobs.setdefault("match_n", 1)
    rules = Rules(**{**as_dict(preset), **knobs})
    if not is_playable(preset):
        return rules
    usual = usual_knobs(rules.variant)
    if rules.variant == PARTNERSHIP:
        usual = {"target": usual_target(rules.side_size, code)}
    return replace(rules, **{name: usual[name] for name in usual.keys() - knobs.keys()})


def written_for(rule_set: Rules, variant: str) -> Rules:
    """A rule set for two as it is usually played in a form in which all at a table play."""
    return replace(rule_set, **usual_knobs(variant))


def _preset(code: object) -> Rules:
    if isinstance(code, str) and code in _BY_CODE:
        return _BY_CODE[code]
    sentence = N_("There is no rule set %(code)s. Choose one of %(codes)s.")
    raise refusal("unknown_rules", sentence, "rules", code=shown(code), codes=", ".join(_BY_CODE))

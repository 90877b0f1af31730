"""A rule set in short: its name, what a match is, and what is scored, made from the knobs.

Phrases for a list, where `rule_words` of the pages tells the same in sentences. What is not spoken
of is as usual: after two refusals the non-dealer draws, only the top discard is seen, a hand is
void at the last discard, a void hand is dealt again by the same player, the high card chooses who
deals first.
"""

from collections.abc import Iterator, Mapping

from games.engine.gin.rules.model import Rules, as_dict
from kernel.text import N_, Text

#: What players call the rule sets, by code.
NAMES: Mapping[str, str] = {
    "club": N_("Club default"),
    "pagat": N_("Classic (gin 20, undercut 10)"),
    "wikipedia": N_("Standard (25, 31, doubling shutout)"),
    "german": N_("German, classic"),
    "cardgames": N_("Higher total wins"),
    "german-simple": N_("German, simple"),
    "plain": N_("Plain"),
    "rummy-games": N_("Match to 500"),
    "pagat-25": N_("Classic with 25s"),
    "bicycle": N_("Bicycle"),
    "scarne": N_("Scarne"),
    "ginrummycom": N_("GinRummy.com"),
    "oklahoma": N_("Oklahoma"),
    "straight": N_("Straight gin"),
    "round-the-corner": N_("Round the corner"),
    "gra": N_("Single hand (Gin Rummy Association)"),
    "rummytalk": N_("Hollywood club (RummyTalk)"),
    "palace": N_("Gin Rummy Palace"),
    "mobilityware": N_("MobilityWare"),
    "worldclub": N_("World Club Games"),
    "vegas-1964": N_("Las Vegas 1964"),
}

_RACE = N_("One game to %(target)d points decides the match.")
_BEST_OF = N_(
    "Who first wins %(needed)d games wins the match: at most %(n)d games, each to %(target)d "
    "points."
)
_POINTS = N_(
    "Games to %(target)d points: who first has %(n)d points from the differences of their own won "
    "games wins the match."
)
_ONE_HAND = N_("One hand decides the match; while it is level, one more is played.")
_HANDS = N_(
    "A match has %(n)d hands, void ones too; the higher total wins it, and while it is level, one "
    "more is played."
)
_GRAND_TOTAL = N_("A game goes to the higher total after all bonuses.")

_KNOCKS: Mapping[object, str] = {
    0: N_("No knocking, only gin"),
    "upcard": N_("The upcard sets the knock limit"),
    "second_deck": N_("A card of a second pack sets the knock limit"),
}
_CHOICES: Mapping[str, Mapping[object, str]] = {
    "oklahoma_ace": {
        "value": N_("Ace as upcard: knock with 1"),
        "gin_only": N_("Ace as upcard: only gin"),
    },
    "oklahoma_spade": {
        "none": N_("Spades double nothing"),
        "double_hand": N_("Spade as upcard: hand doubled"),
        "double_hand_and_boxes": N_("Spade as upcard: hand and boxes doubled"),
    },
    "tie_rule": {
        "undercut": N_("Equal counts: undercut"),
        "no_score": N_("Equal counts: nobody scores"),
        "zero_undercut": N_("Equal counts: a box for the defender, no points"),
    },
    "shutout_rule": {
        "none": N_("No shutout bonus"),
        "add_100": N_("Shutout 100 more"),
        "double_game_bonus": N_("Shutout doubles the game bonus"),
        "double_hand_points": N_("Shutout doubles the points of the hands"),
        "double_excl_boxes": N_("Shutout doubles all but the boxes"),
        "double_all": N_("Shutout doubles everything"),
    },
    "upcard_rule": {
        "dealer_draws": N_("The dealer draws after two refusals"),
        "deal_11": N_("Eleven cards for the non-dealer, no upcard"),
    },
    "wall_rule": {
        "last_discard_action": N_("The last discard may be taken to end the hand"),
        "void_before_discard": N_("Void as soon as two cards are left"),
    },
    "discards_open": {True: N_("Discards lie open")},
    "dealer_policy": {
        "winner": N_("Winner deals"),
        "loser": N_("Loser deals"),
        "alternate": N_("Deal alternates"),
    },
    "void_dealer": {"alternate": N_("After a void hand the other deals")},
    "first_dealer": {
        "low_card_deals": N_("Low card deals first"),
        "random": N_("First deal by lot"),
    },
}
_EXTRA_BOXES: Mapping[str, str] = {
    "extra_boxes_gin": N_("Extra boxes for gin: %(n)d"),
    "extra_boxes_big_gin": N_("Extra boxes for big gin: %(n)d"),
    "extra_boxes_undercut": N_("Extra boxes for an undercut: %(n)d"),
    "extra_boxes_gin_off": N_("Extra boxes for an undercut with nothing left: %(n)d"),
}


def of_match(rules: Rules) -> tuple[Text, ...]:
    """When a match is over, as sentences."""
    if rules.match_type == "rounds":
        sentence = _ONE_HAND if rules.match_n == 1 else _HANDS
    elif rules.match_type == "points":
        sentence = _POINTS
    else:
        sentence = _RACE if is_one_game(rules) else _BEST_OF
    values = {"n": rules.match_n, "needed": (rules.match_n + 1) // 2, "target": rules.target}
    told = [Text("match", sentence, values)]
    if rules.match_type != "rounds" and rules.game_winner_by == "grand_total":
        told.append(Text("match", _GRAND_TOTAL))
    return tuple(told)


def in_short(rules: Rules) -> tuple[Text, ...]:
    """How hands are played and scored, as phrases; what these rules do not use is not spoken of."""
    phrases = [*_hand(rules), *_scoring(rules), *_boxes(rules), *_game(rules), *_deal(rules)]
    return tuple(Text("rule", template, {"n": n}) for template, n in phrases)


def is_one_game(rules: Rules) -> bool:
    """Whether a match has no second game."""
    return rules.match_type != "points" and (rules.match_type != "best_of" or rules.match_n == 1)


def may_tie(rules: Rules) -> bool:
    """Whether a hand that is not void can be nobody's (gin.md 2.3)."""
    equal = rules.tie_rule == "no_score" and rules.knock_limit != 0
    return equal or rules.variant == "round_the_corner"


def unused(rules: Rules) -> set[str]:
    """The knobs that change nothing in a two-handed match on a plain sheet under these rules."""
    idle = set()
    if rules.knock_limit != "upcard":
        idle |= {"oklahoma_ace", "oklahoma_spade"}
    if rules.knock_limit == 0:
        idle |= {"undercut_bonus", "tie_rule", "knock_base"}
        idle |= {"extra_boxes_undercut", "extra_boxes_gin_off"}
    if rules.big_gin_bonus is None:
        idle.add("extra_boxes_big_gin")
    if not rules.box_bonus:
        idle |= {"box_timing", *_EXTRA_BOXES}
    if rules.match_type == "rounds":
        idle |= {"target", "game_bonus", "shutout_rule", "game_winner_by"}
    if rules.variant != "doubling":
        idle.add("doubling_cap")
    return idle


_Phrases = Iterator[tuple[str, object]]


def _hand(rules: Rules) -> _Phrases:
    if rules.variant == "round_the_corner":
        yield N_("Runs round the corner (K-A-2)"), None
        yield N_("Loose ace 15"), None
        yield N_("Layoffs on gin too"), None
    yield from _choice(rules, "upcard_rule")
    yield _KNOCKS.get(rules.knock_limit) or N_("Knock with %(n)d or less"), rules.knock_limit
    yield from _choice(rules, "oklahoma_ace")
    yield from _choice(rules, "oklahoma_spade")
    yield from _choice(rules, "discards_open")
    yield from _choice(rules, "wall_rule")
    if rules.variant == "doubling":
        cap = rules.doubling_cap
        yield N_("Doubling, no limit") if cap is None else N_("Doubling up to %(n)d times"), cap


def _scoring(rules: Rules) -> _Phrases:
    yield N_("Gin %(n)d"), rules.gin_bonus
    big = rules.big_gin_bonus
    yield N_("No big gin") if big is None else N_("Big gin %(n)d"), big
    if rules.knock_limit != 0:
        yield N_("Undercut %(n)d"), rules.undercut_bonus
        yield from _choice(rules, "tie_rule")
        if rules.knock_base:
            yield N_("Won knock %(n)d more"), rules.knock_base


def _boxes(rules: Rules) -> _Phrases:
    if not rules.box_bonus:
        yield N_("No boxes"), None
        return
    at_once = rules.box_timing == "immediate"
    yield N_("Box %(n)d at once") if at_once else N_("Box %(n)d"), rules.box_bonus
    idle, knobs = unused(rules), as_dict(rules)
    for name, phrase in _EXTRA_BOXES.items():
        if knobs[name] and name not in idle:
            yield phrase, knobs[name]


def _game(rules: Rules) -> _Phrases:
    if rules.match_type == "rounds":
        return
    bonus = rules.game_bonus
    yield N_("Game bonus %(n)d") if bonus else N_("No game bonus"), bonus
    yield from _choice(rules, "shutout_rule")


def _deal(rules: Rules) -> _Phrases:
    for knob in ("dealer_policy", "void_dealer", "first_dealer"):
        yield from _choice(rules, knob)


def _choice(rules: Rules, knob: str) -> _Phrases:
    """The phrase of what is chosen, unless it is usual or changes nothing."""
    phrase = _CHOICES[knob].get(as_dict(rules)[knob])
    if phrase and knob not in unused(rules):
        yield phrase, None

"""A rule set in short: its name, what a match is, and what is scored, made from the knobs.

Phrases for a list, where `rule_words` tells the same in sentences. What is not spoken
of is as usual: after two refusals the non-dealer draws, only the top discard is seen, a hand is
void at the last discard, a void hand is dealt again by the same player, the high card chooses who
deals first.
"""

from collections.abc import Iterator
from itertools import chain

from games.engine.gin.rules.model import KNOBS, Rules, all_play, as_dict, has_table
from games.engine.knobs import ANY, SILENT
from kernel.text import N_, Text

_RACE = N_("One game to %(target)d points decides the match.")
_BEST_OF = N_(
    "Who first wins %(needed)d games wins the match: at most %(n)d games, each to %(target)d "
    "points."
)
_POINTS = N_(
    "Games to %(target)d points: who first has %(n)d points from the differences of their own won "
    "games wins the match."
)
_POINTS_GROSS = N_(
    "Games to %(target)d points: each brings both players their whole totals; who first has %(n)d "
    "points wins the match."
)
_FIRST_TO = N_(
    "The match is won by the first with %(needed)d games, each a race to %(target)d points."
)
_POINTS_AT_A_TABLE = N_(
    "Whoever first has %(n)d points of the others, over all games to %(target)d points, wins the "
    "match."
)
_ONE_SERIES = N_("One Hollywood series decides the match, each column to %(target)d points.")
_BEST_OF_SERIES = N_(
    "The match goes to who first wins %(needed)d Hollywood series: at most %(n)d, each column to "
    "%(target)d points."
)
_POINTS_OF_SERIES = N_(
    "Hollywood series, each column to %(target)d points: who first has %(n)d points from the nets "
    "of their own won series wins the match."
)
_GROSS_OF_SERIES = N_(
    "Hollywood series, each column to %(target)d points: each brings both players the totals of "
    "all its columns; who first has %(n)d points wins the match."
)
_ONE_HAND = N_("One hand decides the match; while it is level, one more is played.")
_HANDS = N_(
    "A match has %(n)d hands, void ones too; the higher total wins it, and while it is level, one "
    "more is played."
)
_ONE_ROUND = N_(
    "One round decides the match: each player deals one hand; while it is level, a round more is "
    "played."
)
_ROUNDS = N_(
    "A match has %(n)d rounds, in each of which each player deals one hand, void ones too; the "
    "higher total wins it, and while it is level, a round more is played."
)
_GRAND_TOTAL = N_("A game goes to the higher total after all bonuses.")

_READ_FIRST = (
    *("upcard_rule", "knock_limit", "oklahoma_ace", "oklahoma_spade", "discards_open", "wall_rule"),
    *("doubling_cap", "gin_bonus", "big_gin_bonus", "undercut_bonus", "tie_rule", "knock_base"),
    *("box_bonus", "box_timing", "extra_boxes_gin", "extra_boxes_big_gin", "extra_boxes_undercut"),
    *("extra_boxes_gin_off", "game_bonus", "shutout_rule", "dealer_policy", "void_dealer"),
    "first_dealer",
)
"""The order of the phrases; a knob that is not named here comes after them."""

_FORMS = {
    "cutthroat": N_("Cutthroat: the loser of a hand sits out"),
    "captain": N_("Captain: one in the box against the others"),
    "battle_royal": N_("Battle Royal: three play every hand"),
    "jersey": N_("Jersey: three play every hand, from incomplete sources"),
}
_CORNER = (N_("Runs round the corner (K-A-2)"), N_("Loose ace 15"), N_("Layoffs on gin too"))


def of_match(rules: Rules) -> tuple[Text, ...]:
    """When a match is over, as sentences."""
    if rules.match_type == "rounds":
        one, several = (_ONE_ROUND, _ROUNDS) if rules.deal_goes_round else (_ONE_HAND, _HANDS)
        sentence = one if rules.match_n == 1 else several
    elif has_table(rules) and not is_one_game(rules):
        sentence = _POINTS_AT_A_TABLE if rules.match_type == "points" else _FIRST_TO
    elif rules.match_type == "points":
        by_net = _POINTS_OF_SERIES if is_hollywood(rules) else _POINTS
        by_all = _GROSS_OF_SERIES if is_hollywood(rules) else _POINTS_GROSS
        sentence = by_all if rules.points_by == "gross" else by_net
    elif is_one_game(rules):
        sentence = _ONE_SERIES if is_hollywood(rules) else _RACE
    else:
        sentence = _BEST_OF_SERIES if is_hollywood(rules) else _BEST_OF
    values = {"n": rules.match_n, "needed": (rules.match_n + 1) // 2, "target": rules.target}
    told = [Text("match", sentence, values)]
    if rules.match_type != "rounds" and rules.game_winner_by == "grand_total":
        told.append(Text("match", _GRAND_TOTAL))
    return tuple(told)


def in_short(rules: Rules) -> tuple[Text, ...]:
    """How hands are played and scored, as phrases; what these rules do not use is not spoken of."""
    corner = _CORNER if rules.variant == "round_the_corner" else ()
    others = [knob.name for knob in KNOBS if knob.name not in _READ_FIRST]
    phrases = chain(*[told(rules, name, in_short=True) for name in (*_READ_FIRST, *others)])
    form = [_FORMS[rules.variant]] if rules.variant in _FORMS else []
    return (*[Text("rule", template) for template in (*form, *corner)], *phrases)


# What is so of the hands of two is so of the rounds of partners: by knob and value.
_OF_ROUNDS: dict[tuple[str, object], str] = {
    ("sheet", "hollywood"): N_(
        "A game is a Hollywood series: a sheet of three columns. The first round that a side wins "
        "is entered in the first, the second in the first two, every later one in all three; a "
        "column that is closed takes no more, and who has no entry yet begins in the first that "
        "is open. Each column has boxes and bonuses of its own."
    ),
    ("box_timing", "end"): N_("Every won round is a box, worth %(box_bonus)d at the end."),
    ("box_timing", "immediate"): N_(
        "Every won round is a box, worth %(box_bonus)d that count at once."
    ),
}

# Where three play every hand: by knob, whatever its value.
_OF_THREE: dict[str, dict[str, str]] = {
    "battle_royal": {
        "gin_bonus": N_("Gin scores %(n)d and the counts of both others."),
        "undercut_bonus": N_("A knocker who is undercut loses %(n)d, which nobody gets."),
    },
    "jersey": {
        "gin_bonus": N_("Gin scores, of each of the others, %(n)d and their count."),
        "undercut_bonus": N_(
            "Each of the others who is not above the knocker scores %(n)d and the difference of "
            "their counts."
        ),
    },
}
_NEXT_DEALS = (
    N_("After a void hand the next player deals."),
    N_("After a void hand the next deals"),
)


def told(rules: Rules, name: str, *, in_short: bool = False) -> Iterator[Text]:
    """The sentence, or the phrase, on the value of a knob; none where it changes nothing."""
    knob = next(knob for knob in KNOBS if knob.name == name)
    values = as_dict(rules)
    sentence, phrase = knob.told.get(values[name]) or knob.told.get(ANY, SILENT)
    if rules.variant == "partnership":
        sentence = _OF_ROUNDS.get((name, values[name]), sentence)
    elif all_play(rules):
        sentence = _OF_THREE[rules.variant].get(name, sentence)
        if (name, rules.void_dealer) == ("void_dealer", "alternate"):
            sentence, phrase = _NEXT_DEALS
    template = phrase if in_short else sentence
    if template and knob.used(rules):
        yield Text("rule", template, values | {"n": values[name]})


def is_one_game(rules: Rules) -> bool:
    """Whether a match has no second game."""
    return rules.match_type != "points" and (rules.match_type != "best_of" or rules.match_n == 1)


def is_hollywood(rules: Rules) -> bool:
    """Whether a game of a match is a series of columns."""
    return rules.sheet == "hollywood"


def may_tie(rules: Rules) -> bool:
    """Whether a hand that is not void can be nobody's (rulebook 2.3)."""
    equal = rules.tie_rule == "no_score" and rules.knock_limit != 0
    return equal or rules.variant == "round_the_corner"

"""`Rules`: one agreed way to play, every knob resolved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from games.engine.gin.rules.deal_knobs import DealKnobs
from games.engine.gin.rules.knock_knobs import KnockKnobs
from games.engine.gin.rules.match_knobs import MatchKnobs
from games.engine.gin.rules.score_knobs import ScoreKnobs
from games.engine.gin.rules.side_knobs import SideKnobs
from games.engine.gin.rules.variants import (
    ALL_PLAY,
    KEPT_VARIANTS,
    PLAYABLE_VARIANTS,
    SEATS_OF_ALL,
    TABLE_VARIANTS,
)
from games.engine.knobs import KnobValue, knobs_of
from kernel.text import N_, refusal, shown

LONGEST_BEST_OF = 99


@dataclass(frozen=True, slots=True)
class Rules(
    SideKnobs, MatchKnobs, DealKnobs, ScoreKnobs, KnockKnobs
):  # fields come from the last to the first
    """The rule set that holds for a whole match (rulebook 3.1); the defaults are the club's.

    Whoever holds a `Rules` holds a possible one: a value or a combination that is not allowed is
    refused as `bad_rules`.
    """

    sides: ClassVar[int] = 2  # of a match on a plain sheet, whatever the variant

    def __post_init__(self) -> None:
        for knob in KNOBS:
            knob.check(getattr(self, knob.name))
        for allowed, fields, sentence in _COMBINATIONS:
            if not allowed(self):
                raise refusal("bad_rules", sentence, fields[0], **as_dict(self))

    @property
    def hands_a_round(self) -> int:
        """The hands of a round, where a match is so many rounds."""
        return self.sides if self.round_of == "deal_each" else 1

    @property
    def deal_goes_round(self) -> bool:
        """Whether the deal changes with every hand, whatever came of it: in rounds in which each
        player deals once."""
        return self.match_type == "rounds" and self.round_of == "deal_each"


KNOBS = knobs_of(Rules)

#: The meaning of the stored knobs: it goes up with a knob that came later.
RULES_VERSION = max(knob.since for knob in KNOBS)


_COMBINATIONS: tuple[tuple[Callable[[Rules], bool], tuple[str, ...], str], ...] = (
    (
        lambda rules: rules.match_type != "single" or rules.match_n == 1,
        ("match_n", "match_type"),
        N_("A match of a single game has one game, not %(match_n)s."),
    ),
    (
        lambda rules: rules.match_type != "best_of" or rules.match_n % 2 == 1,
        ("match_n", "match_type"),
        N_("The best of %(match_n)s games can end level: choose an odd number."),
    ),
    (
        lambda rules: rules.upcard_rule != "deal_11" or rules.knock_limit != "upcard",
        ("upcard_rule", "knock_limit"),
        N_("With eleven cards for the non-dealer there is no upcard to set the limit."),
    ),
    (
        lambda rules: rules.doubling_cap is None or rules.doubling_cap.bit_count() == 1,
        ("doubling_cap",),
        N_(
            "Every double is times two: the highest factor is 2, 4, 8, 16 and so on, not "
            "%(doubling_cap)s."
        ),
    ),
    (
        lambda rules: rules.sheet != "hollywood" or rules.match_type != "rounds",
        ("sheet", "match_type"),
        N_(
            "A match of a fixed number of hands is kept on a plain sheet: the columns of a "
            "Hollywood sheet end at their target."
        ),
    ),
    (
        lambda rules: not has_table(rules) or rules.sheet != "hollywood",
        ("sheet", "variant"),
        N_("With three or more at a table a game is kept on a plain sheet."),
    ),
    (
        lambda rules: not has_table(rules) or rules.game_winner_by != "grand_total",
        ("game_winner_by", "variant"),
        N_("With three or more at a table who reaches the target wins the game."),
    ),
    (
        lambda rules: not has_table(rules) or all_play(rules) or not rules.deal_goes_round,
        ("round_of", "variant"),
        N_(
            "With three or more at a table not everybody plays every hand, so that they can't each "
            "deal one: choose that a round is one hand."
        ),
    ),
    (
        lambda rules: not all_play(rules) or not rules.deal_goes_round,
        ("round_of", "variant"),
        N_("Where three play every hand a round is one hand: choose that."),
    ),
    (
        lambda rules: not all_play(rules) or rules.table_size == SEATS_OF_ALL,
        ("table_size", "variant"),
        N_("In this form of the game three sit at a table, not %(table_size)s."),
    ),
    (
        lambda rules: not all_play(rules) or rules.knock_limit != "second_deck",
        ("knock_limit", "variant"),
        N_("Three who all play have a knock limit from their own pack."),
    ),
    (
        lambda rules: not all_play(rules) or rules.upcard_rule != "deal_11",
        ("upcard_rule", "variant"),
        N_("Three who all play are dealt ten cards each, and an upcard."),
    ),
    (
        lambda rules: not has_table(rules) or rules.points_by == "net",
        ("points_by", "variant"),
        N_("With three or more at a table games bring everybody what they settle: choose net."),
    ),
    (
        lambda rules: not _is_captain(rules, "per_hand") or rules.match_type == "rounds",
        ("solo_change", "match_type"),
        N_(
            "Where the box changes from hand to hand no game is a race between it and the others: "
            "choose a match of a number of hands."
        ),
    ),
    (
        lambda rules: (
            rules.match_type != "rounds"
            or rules.variant != "captain"
            or rules.solo_change == "per_hand"
        ),
        ("match_type", "solo_change"),
        N_(
            "A match of a number of hands is one game, in which one player would have the box all "
            "the time: let the box change from hand to hand, or choose games."
        ),
    ),
)


def _is_captain(rules: Rules, solo_change: str) -> bool:
    return rules.variant == "captain" and rules.solo_change == solo_change


def has_table(rules: Rules) -> bool:
    """Whether three or more sit at a table."""
    return rules.variant in TABLE_VARIANTS


def all_play(rules: Rules) -> bool:
    """Whether all who sit at a table play every hand of it."""
    return rules.variant in ALL_PLAY


def together(field: str) -> tuple[str, ...]:
    """The knobs that a refusal at one of them is about; none where it is about no two of them."""
    return next((fields for _allowed, fields, _says in _COMBINATIONS if fields[0] == field), ())


def is_playable(rules: Rules) -> bool:
    """Whether the engine plays by these rules: those for two players."""
    return rules.variant in PLAYABLE_VARIANTS


def playable(rules: Rules) -> None:
    """Refuse (`bad_rules`) rules by which no two can play."""
    if not is_playable(rules):
        sentence = N_("Two can't play the variant %(variant)s here. Choose %(choices)s.")
        _refuse_variant(rules, sentence, PLAYABLE_VARIANTS)


def kept(rules: Rules) -> None:
    """Refuse (`bad_rules`) rules that are known but that tournaments can't keep yet."""
    if rules.variant not in KEPT_VARIANTS:
        sentence = N_(
            "Tournaments of the variant %(variant)s can't be kept yet. Choose %(choices)s."
        )
        _refuse_variant(rules, sentence, KEPT_VARIANTS)


def _refuse_variant(rules: Rules, sentence: str, choices: Sequence[str]) -> NoReturn:
    values = {"variant": rules.variant, "choices": ", ".join(choices)}
    raise refusal("bad_rules", sentence, "variant", **values)


def as_dict(rules: Rules) -> dict[str, KnobValue]:
    """Every knob by name, flat and ready for JSON: how rules are stored, beside `RULES_VERSION`."""
    return {knob.name: getattr(rules, knob.name) for knob in KNOBS}


def from_stored(stored: object, version: int = RULES_VERSION) -> Rules:
    """What `as_dict` gave, by this version of the program or an older one.

    Every knob that the version had must be there: a default of today may not slip in.
    """
    came_later = {knob.name: knob.before for knob in KNOBS if knob.since > version}
    names = {knob.name for knob in KNOBS} - came_later.keys()
    known = 1 <= version <= RULES_VERSION
    if not known or not isinstance(stored, Mapping) or set(stored) != names:
        sentence = N_("These rules were not stored by this version of the program.")
        raise refusal("bad_rules", sentence, "rules")
    return Rules(**stored, **came_later)  # type: ignore[arg-type]


def with_length(rules: Rules, *, best_of: object = None, target: object = None) -> Rules:
    """The same rules with another length of match; what is left out stays the rule set's own.

    `best_of` is an odd number of games, 1 a single game; `target` the points that end a game.
    """
    changes: dict[str, Any] = {}
    if target is not None:
        next(knob for knob in KNOBS if knob.name == "target").check(target)
        changes["target"] = target
    if best_of is not None:
        changes |= length_knobs(best_of)
    return replace(rules, **changes)


def length_knobs(best_of: object) -> dict[str, Any]:
    """The knobs that make a match the best of so many games, an odd number, 1 a single game."""
    if not (type(best_of) is int and 1 <= best_of <= LONGEST_BEST_OF and best_of % 2 == 1):
        sentence = N_(
            "A match is the best of an odd number of games, 1 to %(most)s, not %(value)s."
        )
        raise refusal("bad_rules", sentence, "best_of", most=LONGEST_BEST_OF, value=shown(best_of))
    return {"match_type": "single" if best_of == 1 else "best_of", "match_n": best_of}

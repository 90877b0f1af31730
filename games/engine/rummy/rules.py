"""The rule set of a match of rummy: basic rummy with its house rules (rulebook 4.12)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from games.engine.knobs import ANY, KnobValue, knob, knobs_of
from games.engine.rummy.hand_knobs import HandKnobs
from kernel.text import N_, refusal

FEWEST_SEATS, MOST_SEATS = 2, 6
LONGEST_BEST_OF = 99
RULES_VERSION = 1
_DEALT = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}


@dataclass(frozen=True, slots=True)
class RummyRules(HandKnobs):
    """What is agreed before a match of rummy; the defaults are the base game of S1.

    Whoever holds one holds a possible one: a value or a combination that is not allowed is refused
    as `bad_rules`.
    """

    scoring: Literal["penalty", "winner_collects"] = knob(
        "penalty",
        N_("Each loser adds what their hand counts, or the winner collects it of all."),
        "S1, BI",
        chapter="scoring",
        told={
            "penalty": (N_("Points are penalties: who loses a hand writes them down."), ""),
            "winner_collects": (
                N_("The winner of a hand collects the points of all others."),
                N_("The winner collects"),
            ),
        },
    )
    dealer_policy: Literal["in_turn", "winner"] = knob(
        "in_turn",
        N_("Who deals the next hand: the next round the table, or the winner."),
        "S1, BI",
        chapter="deal",
        told={
            "in_turn": (N_("The deal goes round the table, after every hand."), ""),
            "winner": (
                N_(
                    "The winner of a hand deals the next one; after a hand that nobody wins the "
                    "same player deals again."
                ),
                N_("Winner deals"),
            ),
        },
    )
    end: Literal["target", "rounds"] = knob(
        "target",
        N_("What ends the game: a target, or a number of rounds."),
        "S1",
    )
    target: int = knob(
        100,
        N_("Points at which the game ends."),
        "S1",
        least=10,
        most=2000,
        used=lambda rules: rules.end == "target",
    )
    rounds: int = knob(
        5,
        N_("Rounds after which the game ends."),
        "S1",
        least=1,
        most=99,
        used=lambda rules: rules.end == "rounds",
    )

    match_type: Literal["single", "best_of"] = knob(
        "single", N_("What a match is: one game, or the best of several."), "REC"
    )
    match_n: int = knob(
        1,
        N_("The games of a match at most, an odd number; 1 for a single one."),
        "REC",
        least=1,
        most=LONGEST_BEST_OF,
    )
    table_size: int = knob(
        4,
        N_("How many sit at a table."),
        "S1",
        least=FEWEST_SEATS,
        most=MOST_SEATS,
        chapter="hand",
        told={
            2: (N_("Two play, and each is dealt %(cards)d cards."), ""),
            ANY: (
                N_("%(n)d sit at a table and all play; each is dealt %(cards)d cards."),
                "",
            ),
        },
    )

    def __post_init__(self) -> None:
        for one in KNOBS:
            one.check(getattr(self, one.name))
        for allowed, field, sentence in _COMBINATIONS:
            if not allowed(self):
                raise refusal("bad_rules", sentence, field)

    @property
    def ace_value(self) -> int:
        """What an ace counts in a hand."""
        return 1 if self.ace == "low" else 15


_COMBINATIONS: tuple[tuple[Callable[[RummyRules], bool], str, str], ...] = (
    (
        lambda rules: rules.variant != "knock" or (rules.packs, rules.jokers) == (1, 0),
        "packs",
        N_("Knock rummy is played with one pack and no jokers."),
    ),
    (
        lambda rules: rules.variant != "knock" or rules.ace != "high_or_low",
        "ace",
        N_("In knock rummy aces are low, or stand between king and two as well."),
    ),
    (
        lambda rules: rules.match_type != "single" or rules.match_n == 1,
        "match_n",
        N_("A match of a single game has one game."),
    ),
    (
        lambda rules: rules.match_n % 2 == 1,
        "match_n",
        N_("The best of an even number of games can end level: choose an odd number."),
    ),
)

KNOBS = knobs_of(RummyRules)


def rules_from(knobs: Mapping[str, object]) -> RummyRules:
    """The rules with these knobs, the others as in the base game; a knob that there is not is
    refused (`bad_rules`)."""
    return with_knobs(RummyRules(), knobs)


def with_knobs(rules: RummyRules, knobs: Mapping[str, object]) -> RummyRules:
    """The same rules but for these knobs; a knob that there is not is refused (`bad_rules`).
    Naming `match_type` single alone makes `match_n` 1."""
    unknown = sorted(knobs.keys() - {one.name for one in KNOBS})
    if unknown:
        sentence = N_("Rummy has no rule %(knob)s.")
        raise refusal("bad_rules", sentence, unknown[0], knob=unknown[0])
    of_one = {"match_n": 1} if knobs.get("match_type") == "single" else {}
    return replace(rules, **{**of_one, **knobs})  # type: ignore[arg-type]


def as_dict(rules: RummyRules) -> dict[str, KnobValue]:
    """Every knob by name, flat and ready for JSON."""
    return {one.name: getattr(rules, one.name) for one in KNOBS}


def from_stored(stored: object, version: int = RULES_VERSION) -> RummyRules:
    """What `as_dict` gave. Every knob must be there: a default of today may not slip in."""
    names = {one.name for one in KNOBS}
    if version != RULES_VERSION or not isinstance(stored, Mapping) or set(stored) != names:
        sentence = N_("These rules were not stored by this version of the program.")
        raise refusal("bad_rules", sentence, "rules")
    return RummyRules(**stored)


def with_length(rules: RummyRules, *, best_of: object = None, target: object = None) -> RummyRules:
    """The same rules with another length of match; what is left out stays the rule set's own.
    `best_of` is an odd number of games, 1 a single game; `target` the points that end a game."""
    knobs: dict[str, object] = {}
    if target is not None:
        knobs |= {"end": "target", "target": target}
    if best_of is not None:
        knobs |= {"match_type": "single" if best_of == 1 else "best_of", "match_n": best_of}
    return with_knobs(rules, knobs)


def cards_dealt(seats: int) -> int:
    """How many cards each of so many players is dealt; refused (`bad_rules`) for others than two to
    six."""
    if seats not in _DEALT:
        sentence = N_("Rummy is played by two to six, not by %(seats)s.")
        raise refusal("bad_rules", sentence, "seats", seats=seats)
    return _DEALT[seats]

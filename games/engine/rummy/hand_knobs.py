"""What is agreed of a hand of rummy (rulebook 4.12)."""

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.knobs import ANY, SILENT, knob
from kernel.text import N_


def _is_basic(rules: Any) -> bool:
    return bool(rules.variant == "basic")


def _reuses(rules: Any) -> bool:
    return not rules.block and rules.max_reuse > 0


@dataclass(frozen=True, slots=True)
class HandKnobs:
    """The knobs of it, in the order of the rulebook."""

    variant: Literal["basic", "knock"] = knob(
        "basic",
        N_("Rummy with melds on the table, or knock rummy, in which all are shown at the end."),
        "S0, S1, BI",
        chapter="hand",
        told={
            "basic": (
                N_(
                    "Melds are laid down on the table, where everybody may lay off on any of them. "
                    "Who has no card left is out: the hand is over and they have won it."
                ),
                "",
            ),
            "knock": (
                N_(
                    "Nothing is laid on the table. Who wants to end the hand knocks with the "
                    "discard, whatever they hold; then all show their melds and count the rest."
                ),
                N_("Knock rummy: nothing is laid on the table until somebody knocks"),
            ),
        },
    )
    packs: int = knob(
        1,
        N_("Packs that are shuffled together."),
        "S1",
        least=1,
        most=2,
        chapter="hand",
        told={1: SILENT, 2: (N_("Two packs are shuffled together."), N_("Two packs"))},
    )
    jokers: int = knob(
        0,
        N_("Jokers: wild, 15 points; on the table any player may use them."),
        "S1",
        most=4,
        chapter="hand",
        told={
            0: SILENT,
            ANY: (
                N_(
                    "Jokers are played with, %(n)d of them: each stands for any card, but a meld "
                    "has fewer jokers than other cards, and in a hand a joker counts 15. Who may "
                    "lay off may put the card in its place, and takes the joker."
                ),
                N_("Jokers: %(n)d"),
            ),
        },
        used=_is_basic,
    )
    ace: Literal["low", "high_or_low", "around"] = knob(
        "low",
        N_(
            "Where an ace stands in a run: before the two only, or after the king as well, or "
            "between both; if not low only, it counts 15."
        ),
        "S1",
        chapter="hand",
        told={
            "low": (N_("In a run an ace stands before the two; in a hand it counts 1."), ""),
            "high_or_low": (
                N_(
                    "In a run an ace stands before the two or after the king; in a hand it counts "
                    "15."
                ),
                N_("Aces high or low, 15 points"),
            ),
            "around": (
                N_("Runs may go round the corner: king, ace, two. In a hand an ace counts 15."),
                N_("Runs round the corner (K-A-2), aces 15 points"),
            ),
        },
    )
    melds_per_turn: Literal["one", "any"] = knob(
        "one",
        N_("Melds that may be laid down in one turn."),
        "S1",
        chapter="hand",
        told={
            "one": (N_("In a turn one meld may be laid down."), ""),
            "any": (
                N_("In a turn any number of melds may be laid down."),
                N_("Any number of melds in a turn"),
            ),
        },
        used=_is_basic,
    )
    layoff_needs_meld: bool = knob(
        default=False,
        meaning=N_("Nobody lays off before they have laid down a meld of their own."),
        source="S1",
        chapter="hand",
        told={
            False: (N_("One may lay off without a meld of one's own."), ""),
            True: (
                N_("Nobody lays off before they have laid down a meld of their own."),
                N_("Laying off only after a meld of one's own"),
            ),
        },
        used=_is_basic,
    )
    final_discard: bool = knob(
        default=False,
        meaning=N_("The last turn must end with a discard."),
        source="S1",
        chapter="hand",
        told={
            False: (N_("Whoever lays down their last card is out, without a discard."), ""),
            True: (
                N_("The last card must be a discard: nobody lays down all that they hold."),
                N_("Out only with a discard"),
            ),
        },
        used=_is_basic,
    )
    reuse: Literal["shuffled", "turned"] = knob(
        "shuffled",
        N_("How the discards become the stock again: shuffled, or turned over as they lie."),
        "S1, BI",
        chapter="hand",
        told={
            "shuffled": (
                N_(
                    "When the stock is used up, the discards are shuffled and become the stock; a "
                    "new upcard is turned."
                ),
                "",
            ),
            "turned": (
                N_(
                    "When the stock is used up, the discards below the top one are turned over as "
                    "they lie and become the stock."
                ),
                N_("Discards are turned over unshuffled"),
            ),
        },
        used=_reuses,
    )
    max_reuse: int = knob(
        1,
        N_("How often they do; when the stock is used up after that, the hand is nobody's."),
        "S1",
        most=9,
        chapter="hand",
        told={
            0: (
                N_("When the stock is used up, the hand is void: nobody wins it."),
                N_("Void when the stock is used up"),
            ),
            1: (
                N_(
                    "That happens once in a hand: when the stock is used up again, or only one "
                    "card lies in the discard pile then, the hand is void and nobody wins it."
                ),
                "",
            ),
            ANY: (
                N_(
                    "That happens up to %(n)d times in a hand: when the stock is used up after "
                    "that, or only one card lies in the discard pile then, the hand is void and "
                    "nobody wins it."
                ),
                N_("The stock is renewed up to %(n)d times"),
            ),
        },
        used=lambda rules: not rules.block,
    )
    block: bool = knob(
        default=False,
        meaning=N_("The hand ends when the stock is used up; the lowest count wins the rest."),
        source="S1",
        chapter="hand",
        told={
            False: SILENT,
            True: (
                N_(
                    "When the stock is used up, the hand is blocked and over: the lowest count "
                    "wins what each of the others has more; where two have the lowest, nobody wins."
                ),
                N_("Blocked when the stock is used up: the lowest count wins"),
            ),
        },
    )
    rummy_doubles: bool = knob(
        default=False,
        meaning=N_("Going rummy, the whole hand in one turn, counts double."),
        source="S1",
        chapter="scoring",
        told={
            False: SILENT,
            True: (
                N_(
                    "Who goes out in one turn and has laid nothing down before has gone rummy: "
                    "all pay double."
                ),
                N_("Rummy counts double"),
            ),
        },
        used=_is_basic,
    )

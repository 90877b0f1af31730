"""Where a hand stands: everything on the table, immutable."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.engine.cards import FULL, Deal
from games.engine.gin.hand.actions import Action
from games.engine.gin.rules import Rules, knock_limit_of
from games.engine.melds.arrangements import Melds
from games.engine.melds.form import MeldForm, meld_form
from games.engine.melds.layoffs import Layoff
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal

SpreadKind = Literal["knock", "gin", "big_gin"]

#: rulebook 2.2; `wall_knock` is the rest of WALL once the last discard is taken, `offered` the
#: answer to a double (4.5).
Phase = Literal[
    "upcard_nd",
    "upcard_d",
    "forced_stock",
    "draw",
    "discard",
    "wall",
    "wall_knock",
    "offered",
    "layoff",
    "scored",
    "void",
]


@dataclass(frozen=True, slots=True)
class HandRules:
    """What holds for the whole hand. `limit` 0 means gin only; cards are indexes.

    `form` is how runs go.
    """

    rules: Rules
    variant: "Variant"
    dealer: Seat
    limit: int
    upcard: int | None
    limit_card: int | None
    form: MeldForm


class Doubling(NamedTuple):
    """The cube of the doubling variant. `may_double`: a seat, or null for either.

    `offered_in` is the phase that an offer interrupts.
    """

    factor: int = 1
    may_double: Seat | None = None
    offered_in: Phase | None = None


_NO_DOUBLE = Doubling()


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What lies open after a knock, gin or big gin; `thrown` lies face down.

    `melds` are the knocker's as declared, `lying` the same with what was laid off on them; `own`
    are the defender's, null until declared. `count` is the knocker's.
    """

    knocker: Seat
    kind: SpreadKind
    thrown: int | None = field(repr=False)
    melds: Melds
    count: int
    lying: Melds
    layoffs: tuple[Layoff, ...] = ()
    own: Melds | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the hand ended, in facts: counts are the deadwood by seat.

    `ended_by` knocked, or offered the double that was refused.
    """

    kind: Literal["knock", "gin", "big_gin", "void", "refused"]
    ended_by: Seat | None = None
    counts: tuple[int, int] | None = None


class HandState(NamedTuple):
    """A hand at one moment: a tuple, because one is made for every action.

    Hands are sets of cards, `stock` begins with the next card, `discards` end with the top one.
    `taken` came from the discards this turn and can't be thrown; `takes` counts such draws in a
    row. `drawn` came from the stock this turn. Cards laid off are no longer in the defender's hand.
    Printed, as in a log or a report of an error, it shows no card.
    """

    table: HandRules
    phase: Phase
    turn: Seat
    hands: tuple[int, int]
    stock: tuple[int, ...]
    discards: tuple[int, ...]
    taken: int | None = None
    takes: int = 0
    doubling: Doubling = _NO_DOUBLE
    spread: OpenCards | None = None
    ending: Ending | None = None
    drawn: int | None = None

    def __repr__(self) -> str:
        return f"<HandState: {self.phase}, turn of seat {self.turn}>"


def with_cards(state: HandState, seat: Seat, cards: int) -> tuple[int, int]:
    """Both hands, with that of one seat changed."""
    return (cards, state.hands[1]) if seat == 0 else (state.hands[0], cards)


LegalActions = Callable[[HandState], tuple[Action, ...]]


class PhaseRules(NamedTuple):
    """One phase: what may be done in it, and what comes of it."""

    legal: LegalActions
    apply: Callable[[HandState, Action], HandState]


@dataclass(frozen=True, slots=True)
class Variant:
    """A form of the game: the hooks in which it differs (rulebook 4)."""

    code: str
    phases: Mapping[Phase, PhaseRules]
    round_the_corner: bool = False
    lays_off_on_gin: bool = False


def begin(rules: Rules, dealer: Seat, deal: Deal, variant: Variant) -> HandState:
    """A dealt hand before its first action; refused (`bad_deal`) unless it has all 52 cards."""
    upcard, limit_card = deal.upcard, deal.limit_card
    if rules.knock_limit != "second_deck":
        limit_card = None
    limit = knock_limit_of(
        rules,
        str(upcard) if upcard and rules.knock_limit == "upcard" else None,
        str(limit_card) if limit_card else None,
    )
    form = meld_form(round_the_corner=variant.round_the_corner)
    table = HandRules(
        rules,
        variant,
        dealer,
        limit,
        upcard.index if upcard else None,
        limit_card.index if limit_card else None,
        form,
    )
    hands = (deal.hands[0].bits, deal.hands[1].bits)
    stock = tuple(card.index for card in deal.stock)
    state = HandState(
        table,
        "upcard_nd" if upcard else "discard",
        opponent(dealer),
        hands,
        stock,
        (upcard.index,) if upcard else (),
    )
    _check_numbers(state)
    check_cards(state)
    return state


def _check_numbers(state: HandState) -> None:
    eleven = state.table.rules.upcard_rule == "deal_11"
    held = [hand.bit_count() for hand in state.hands]
    needed = [10, 10]
    needed[opponent(state.table.dealer)] += eleven
    if held != needed or (state.table.upcard is None) != eleven or len(state.stock) != 31:
        sentence = N_("The deal does not have the numbers of cards of these rules.")
        raise refusal("bad_deal", sentence, "hands")


def check_cards(state: HandState) -> None:
    """Refuse (`bad_deal`) a state in which not every card of the pack is somewhere once."""
    laid = [layoff.card for layoff in state.spread.layoffs] if state.spread else []
    piles = [1 << card for card in (*state.stock, *state.discards)]
    parts = [*state.hands, *laid, *piles]
    total = 0
    for part in parts:
        total |= part
    if total != FULL or sum(part.bit_count() for part in parts) != 52:
        sentence = N_("Not every card of the pack is there exactly once.")
        raise refusal("bad_deal", sentence, "hands")

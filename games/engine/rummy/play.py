"""The facade over a hand of rummy: deal, what may be done, do it, and what it is worth."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.rummy import hand
from games.engine.rummy.basic import BASIC
from games.engine.rummy.hand import (
    DRAW,
    TAKE,
    Action,
    Ending,
    EndingKind,
    HandState,
    check_cards,
    draw,
    refuse,
)
from games.engine.rummy.knock import KNOCK
from games.engine.rummy.rules import RummyRules
from kernel.seats import PerSeat, Seat, credited, nothing

VARIANTS = {variant.code: variant for variant in (BASIC, KNOCK)}


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand is worth. `winner` is null where it is nobody's; `points` are what each player
    writes down by the scoring of the rules."""

    kind: EndingKind
    winner: Seat | None
    points: PerSeat


def begin(rules: RummyRules, seats: int, dealer: Seat, seed: bytes) -> HandState:
    """A hand dealt by a seed of 32 bytes; refused (`bad_rules`) for others than two to six."""
    return hand.begin(rules, VARIANTS[rules.variant], seats, dealer, seed)


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """All that the player in turn may do. Empty when the hand is over."""
    if state.phase == "over":
        return ()
    return (DRAW, TAKE) if state.phase == "draw" else state.table.variant.legal(state)


def apply(state: HandState, action: Action) -> HandState:
    """The state after this action of the player in turn; refused is what the rules forbid:
    `illegal_action`, `bad_meld`, `bad_layoff`."""
    if state.phase == "over":
        refuse(action)
    if state.phase == "draw":
        return draw(state, action)
    return state.table.variant.apply(state, action)


def replay(state: HandState, actions: Iterable[Action]) -> HandState:
    """One action after the other, with the cards counted after each."""
    for action in actions:
        state = apply(state, action)
        check_cards(state)
    return state


def result(state: HandState) -> HandScore | None:
    """What a finished hand is worth; None while it is played."""
    if state.ending is None:
        return None
    return price(state.table.rules, state.ending, counts_of(state))


def counts_of(state: HandState) -> PerSeat:
    """What everybody's hand counts."""
    return tuple(state.table.variant.count(state.table.rules, hand) for hand in state.hands)


def price(rules: RummyRules, ending: Ending, counts: PerSeat) -> HandScore:
    """What a hand is worth that ended like this, by what everybody's hand counts."""
    none = nothing(len(counts))
    pays = VARIANTS[rules.variant].pays(rules, ending, counts)
    if pays is None:
        return HandScore(ending.kind, None, none)
    winner = ending.ended_by if ending.kind in ("out", "rummy") else pays.index(0)
    assert winner is not None
    if rules.scoring == "penalty":
        return HandScore(ending.kind, winner, pays)
    return HandScore(ending.kind, winner, credited(none, winner, sum(pays)))

"""A hand that is over, action by action, with both hands open: what its replay shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.cards import DECK, Card
from games.engine.gin import play
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.record import PlayedAction, read_record, steps
from games.engine.gin.own_hand import layouts
from games.engine.gin.view import seat_view
from games.engine.melds.arrangements import Melds, deadwood_of
from games.tables.course import Done
from kernel.seats import Pair, Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """A hand after so many actions; `number` 0 is as it was dealt.

    `done` is the last of these actions, null at the deal; `left` what its seat then had left of the
    turn in milliseconds, null without a clock. `counts` are the deadwood by seat: of eleven cards
    the least after a discard that is allowed, of what was laid down what it leaves.
    """

    number: int
    state: HandState
    counts: Pair
    done: Done | None = None
    left: int | None = None


class Lying(NamedTuple):
    """The cards of a seat as they lie: melds, on the knocker's what was laid off (`laid_off`), and
    the deadwood."""

    melds: Melds
    laid_off: int
    deadwood: int


def moments(record: Mapping[str, Any]) -> list[Moment]:
    """The moments of a hand, from its record (the contract of the online table)."""
    hand = read_record(record)
    dealt = play.begin(hand.rules, hand.dealer, hand.deal)
    found = [Moment(0, dealt, counts_at(dealt))]
    for number, (step, said) in enumerate(zip(steps(hand), record["actions"], strict=True), 1):
        by_clock = said.get("by") == "clock"
        done = Done(number, step.before.turn, step.action.kind, _card(step), by_clock)
        found.append(Moment(number, step.after, counts_at(step.after), done, said["left"]))
    return found


def counts_at(state: HandState) -> Pair:
    """The deadwood of both seats."""
    if state.ending is not None and state.ending.counts is not None:
        return state.ending.counts
    return _count(state, 0), _count(state, 1)


def lying(state: HandState, seat: Seat) -> Lying:
    """How the cards of a seat lie: as they were laid down, else at their best."""
    spread, held = state.spread, state.hands[seat]
    if spread is not None and spread.knocker == seat:
        laid_off = sum(layoff.card for layoff in spread.layoffs)
        return Lying(spread.lying, laid_off, deadwood_of(held, spread.melds))
    if spread is not None and spread.own is not None:
        return Lying(spread.own, 0, deadwood_of(held, spread.own))
    best = layouts(state, seat)[0]
    return Lying(best.melds, 0, best.deadwood)


def _count(state: HandState, seat: Seat) -> int:
    if state.spread is not None:
        return state.table.form.value(lying(state, seat).deadwood)
    least = seat_view(state, seat).deadwood
    assert least is not None, "a seat's own view counts its hand"
    return least


def _card(step: PlayedAction) -> Card | None:
    """The card of an action: the one that was drawn, taken, thrown or laid off."""
    card = {"draw": step.after.drawn, "take": step.after.taken}.get(
        step.action.kind, step.action.card
    )
    return None if card is None else DECK[card]

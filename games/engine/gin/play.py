"""The facade over a hand: deal, what may be done, do it, and what it is worth."""

from collections.abc import Iterable

from games.engine.cards import DECK, Deal
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import (
    ChooseMelds,
    best_actions,
    by_all_cards,
    by_own_knowledge,
    complete,
)
from games.engine.gin.hand.state import HandState, check_cards
from games.engine.gin.hand.state import begin as begin_hand
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.remedies import NO_REMEDIES, HandRemedies
from games.engine.gin.variants import variant_of
from kernel.seats import Seat


def begin(rules: Rules, dealer: Seat, deal: Deal) -> HandState:
    """A dealt hand; refused as `bad_deal` or, if the variant can't be played, `bad_rules`."""
    return begin_hand(rules, dealer, deal, variant_of(rules))


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """All that the player in turn may do; melds are not enumerated. Empty when the hand is over."""
    return state.table.variant.phases[state.phase].legal(state)


def apply(state: HandState, action: Action, choose: ChooseMelds = by_own_knowledge) -> HandState:
    """The state after this action of the player in turn.

    `choose` says what a knocker lays down who left the melds out: in play what they may know
    decides, in a record whose cards lie open `by_all_cards`.
    Refused is what the rules forbid: `illegal_action`, `bad_meld`, `bad_layoff`, `illegal_knock`,
    `not_gin`.
    """
    action = complete(state, action, choose)
    return state.table.variant.phases[state.phase].apply(state, action)


def replay(state: HandState, actions: Iterable[Action]) -> HandState:
    """One action after the other, with the cards counted after each; all cards lie open."""
    for action in actions:
        state = apply(state, action, by_all_cards)
        check_cards(state)
    return state


def answered(state: HandState) -> HandState:
    """A hand in its layoff phase, with the defender's best answer from here on."""
    return replay(state, best_actions(state))


def result(state: HandState, remedies: HandRemedies = NO_REMEDIES) -> HandScore | None:
    """What a finished hand is worth, with what was ruled on it; null while it is played."""
    if state.ending is None:
        return None
    counts = counts_of(state)
    return HandScore("void") if counts is None else score_hand(state.table.rules, counts, remedies)


def counts_of(state: HandState) -> HandCounts | None:
    """What is written of a hand that is over; null where it is nobody's, or not over."""
    ending, table = state.ending, state.table
    if ending is None or ending.ended_by is None or ending.counts is None:
        return None
    upcard = table.upcard if table.rules.knock_limit == "upcard" else None
    return HandCounts(
        ending.kind,
        ending.ended_by,
        ending.counts,
        None if upcard is None else str(DECK[upcard]),
        None if table.limit_card is None else str(DECK[table.limit_card]),
        state.doubling.factor,
    )

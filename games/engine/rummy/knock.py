"""Knock rummy: nothing lies on the table until somebody knocks, with whatever they hold, and all
show their cards (rulebook 4.12)."""

from games.engine.rummy.hand import (
    Action,
    Ending,
    HandState,
    Variant,
    discard,
    discards_of,
    ended,
    refuse,
)
from games.engine.rummy.melds import least_count
from games.engine.rummy.pack import Cards, without
from games.engine.rummy.rules import RummyRules
from kernel.seats import PerSeat

RUMMY_BONUS = 25
BEATEN_KNOCKER = 10


def _legal(state: HandState) -> tuple[Action, ...]:
    cards = discards_of(state)
    thrown = (Action("discard", card) for card in cards)
    return (*thrown, *(Action("knock", card) for card in cards))


def _apply(state: HandState, action: Action) -> HandState:
    if action.kind == "discard":
        return discard(state, action)
    if action.kind != "knock" or action.card not in discards_of(state):
        refuse(action)
    hands = list(state.hands)
    hands[state.turn] = without(state.hand, [action.card])
    thrown = state._replace(hands=tuple(hands), discards=(*state.discards, action.card))
    return ended(thrown, Ending("knock", state.turn))


def _count(rules: RummyRules, hand: Cards) -> int:
    return least_count(hand, rules.ace)


def _pays(rules: RummyRules, ending: Ending, counts: PerSeat) -> PerSeat | None:
    """What each loser pays the winner: the difference of the counts, to a knocker with a rummy 25
    more, as a knocker who is beaten 10 more. Level, the knocker loses; where nobody has the lowest
    count alone then, nobody wins (REC), and likewise in a void hand."""
    if ending.kind == "void":
        return None
    lowest, knocker = min(counts), ending.ended_by
    winners = [seat for seat, count in enumerate(counts) if count == lowest]
    if len(winners) > 1 and knocker in winners:
        winners.remove(knocker)
    if len(winners) > 1:
        return None
    (winner,) = winners
    bonus = RUMMY_BONUS if winner == knocker and not lowest else 0
    pays = [count - lowest + bonus for count in counts]
    if knocker is not None and knocker != winner:
        pays[knocker] += BEATEN_KNOCKER
    pays[winner] = 0
    return tuple(pays)


KNOCK = Variant("knock", _legal, _apply, _count, _pays)

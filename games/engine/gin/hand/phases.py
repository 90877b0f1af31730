"""The phases of a hand (rulebook 2.2): for each what may be done, and what comes of it.

Layoff and showdown are in `showdown`. Every apply function trusts that its caller has the state
from here, and nothing about the action.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from games.engine.gin.hand.actions import BIG_GIN, DISCARD, DRAW, GIN, KNOCK, PASS, TAKE, Action
from games.engine.gin.hand.showdown import apply_layoff, legal_layoffs, spread_hand
from games.engine.gin.hand.state import (
    Ending,
    HandState,
    LegalActions,
    Phase,
    PhaseRules,
    with_cards,
)
from games.engine.melds.least import knock_discards, least_deadwood
from kernel.seats import opponent
from kernel.text import N_, refusal

#: So many discards taken in a row, without a card from the stock, void the hand.
MOST_TAKES = 50

#: The last two cards of the stock are never drawn.
LEFT_IN_STOCK = 2


def refuse(state: HandState, action: Action) -> NoReturn:
    """The refusal (`illegal_action`) of what can't be done now."""
    sentence = N_("%(kind)s is not possible now.")
    raise refusal("illegal_action", sentence, "action", kind=action.kind)


def always(*actions: Action) -> LegalActions:
    """In every state of a phase the same may be done."""
    return lambda state: actions


def _apply_upcard(state: HandState, action: Action) -> HandState:
    if action.kind == "take":
        return _taken(state, takes=0)
    if action.kind != "pass":
        refuse(state, action)
    dealer = state.table.dealer
    if state.phase == "upcard_nd":
        return state._replace(phase="upcard_d", turn=dealer)
    dealer_draws = state.table.rules.upcard_rule == "dealer_draws"
    return state._replace(phase="forced_stock", turn=dealer if dealer_draws else opponent(dealer))


def _apply_forced_stock(state: HandState, action: Action) -> HandState:
    if action.kind != "draw":
        refuse(state, action)
    return _drawn(state)


def _apply_draw(state: HandState, action: Action) -> HandState:
    if action.kind == "draw":
        return _drawn(state)
    if action.kind != "take":
        refuse(state, action)
    taken = _taken(state, takes=state.takes + 1)
    return void(taken) if taken.takes == MOST_TAKES else taken


def _legal_discard(state: HandState) -> tuple[Action, ...]:
    hand = state.hands[state.turn]
    taken = state.taken
    actions = []
    rest = hand
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        card = lowest.bit_length() - 1
        if card != taken:
            actions.append(DISCARD[card])
    return (*actions, *legal_knocks(state, hand))


def legal_knocks(state: HandState, hand: int) -> tuple[Action, ...]:
    """Knock, gin and big gin with these eleven cards."""
    table = state.table
    discards = knock_discards(hand, table.limit, table.form)
    if not discards:
        return ()
    actions: list[Action] = []
    gins = knock_discards(hand, 0, table.form)
    while discards:
        lowest = discards & -discards
        discards ^= lowest
        card = lowest.bit_length() - 1
        if card == state.taken:
            continue
        if table.limit:
            actions.append(KNOCK[card])
        if gins & lowest:
            actions.append(GIN[card])
    if table.rules.big_gin_bonus is not None and not least_deadwood(hand, table.form):
        actions.append(BIG_GIN)
    return tuple(actions)


def _apply_discard(state: HandState, action: Action) -> HandState:
    if action.kind != "discard":
        return _apply_knock(state, action)
    card, hand = action.card, state.hands[state.turn]
    if card is None or not hand >> card & 1 or card == state.taken:
        refuse(state, action)
    discards = (*state.discards, card)
    phase: Phase = "draw"
    if len(state.stock) == LEFT_IN_STOCK:
        last_action = state.table.rules.wall_rule == "last_discard_action"
        phase = "wall" if last_action else "void"
    after = HandState(
        state.table,
        phase,
        opponent(state.turn),
        with_cards(state, state.turn, hand ^ 1 << card),
        state.stock,
        discards,
        None,
        state.takes,
        state.doubling,
    )
    return void(after) if phase == "void" else after


def _apply_knock(state: HandState, action: Action) -> HandState:
    bare = action if action.melds is None else replace(action, melds=None)
    if bare.kind not in ("knock", "gin", "big_gin"):
        refuse(state, action)
    if bare not in legal_knocks(state, state.hands[state.turn]):
        refuse(state, action)
    return spread_hand(state, action)


def _legal_wall(state: HandState) -> tuple[Action, ...]:
    top = state.discards[-1]
    with_top = state._replace(taken=top)
    knocks = legal_knocks(with_top, state.hands[state.turn] | 1 << top)
    return (TAKE, PASS) if knocks else (PASS,)


def _apply_wall(state: HandState, action: Action) -> HandState:
    if action not in _legal_wall(state):
        refuse(state, action)
    if action.kind == "pass":
        return void(state)
    return _taken(state, takes=state.takes)._replace(phase="wall_knock")


def _legal_wall_knock(state: HandState) -> tuple[Action, ...]:
    return legal_knocks(state, state.hands[state.turn])


def void(state: HandState) -> HandState:
    """The hand is nobody's."""
    return state._replace(phase="void", ending=Ending("void"))


def _drawn(state: HandState) -> HandState:
    """A card from the stock. Stock at two before the discard ends a hand under one wall rule."""
    stock = state.stock
    hand = state.hands[state.turn] | 1 << stock[0]
    drawn = HandState(
        state.table,
        "discard",
        state.turn,
        with_cards(state, state.turn, hand),
        stock[1:],
        state.discards,
        None,
        0,
        state.doubling,
        drawn=stock[0],
    )
    if len(stock) - 1 == LEFT_IN_STOCK and state.table.rules.wall_rule == "void_before_discard":
        return void(drawn)
    return drawn


def _taken(state: HandState, *, takes: int) -> HandState:
    """The top of the discards, or the upcard."""
    card = state.discards[-1]
    return HandState(
        state.table,
        "discard",
        state.turn,
        with_cards(state, state.turn, state.hands[state.turn] | 1 << card),
        state.stock,
        state.discards[:-1],
        card,
        takes,
        state.doubling,
    )


STANDARD_PHASES: Mapping[Phase, PhaseRules] = {
    "upcard_nd": PhaseRules(always(TAKE, PASS), _apply_upcard),
    "upcard_d": PhaseRules(always(TAKE, PASS), _apply_upcard),
    "forced_stock": PhaseRules(always(DRAW), _apply_forced_stock),
    "draw": PhaseRules(always(DRAW, TAKE), _apply_draw),
    "discard": PhaseRules(_legal_discard, _apply_discard),
    "wall": PhaseRules(_legal_wall, _apply_wall),
    "wall_knock": PhaseRules(_legal_wall_knock, _apply_knock),
    "layoff": PhaseRules(legal_layoffs, apply_layoff),
    "scored": PhaseRules(always(), refuse),
    "void": PhaseRules(always(), refuse),
}

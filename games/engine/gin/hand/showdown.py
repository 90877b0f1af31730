"""From the knock to the count: the knocker spreads, the defender answers (rulebook 2.3)."""

from collections.abc import Callable
from dataclasses import replace

from games.engine.cards import FULL, indexes
from games.engine.gin.hand.actions import DONE, MELDS, Action
from games.engine.gin.hand.state import Ending, HandState, OpenCards, SpreadKind, with_cards
from games.engine.melds.arrangements import Melds, best_melds, possible_melds
from games.engine.melds.choice import fewest_layoffs, knockers_choice
from games.engine.melds.declared import check_melds, lay_off
from games.engine.melds.layoffs import Layoff, best_answer, every_layoff, fits
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal

#: Which melds a knocker lays down who does not say: of the state, the cards that may be melded.
ChooseMelds = Callable[[HandState, int], Melds]

#: The actions that end the play of a hand.
KNOCKS = ("knock", "gin", "big_gin")


def by_own_knowledge(state: HandState, cards: int) -> Melds:
    """Melds left out while a hand is played (the contract of the online table): from what the
    knocker may know."""
    return fewest_layoffs(cards, unknown_to(state, state.turn), state.table.form)


def unknown_to(state: HandState, seat: Seat) -> int:
    """The cards of which a seat can't know where they are.

    Known are their own cards, the one that they throw too, and the discards that lie: each was seen
    as it fell. What the opponent took, holds or may still draw counts as unknown.
    """
    lying = sum(1 << card for card in state.discards)
    return FULL & ~(state.hands[seat] | lying)


def by_all_cards(state: HandState, cards: int) -> Melds:
    """Melds left out where all cards lie open: what is worth most to the knocker."""
    return knockers_choice(cards, state.hands[opponent(state.turn)], state.table.form)


def complete(state: HandState, action: Action, choose: ChooseMelds = by_own_knowledge) -> Action:
    """The action as it is kept: melds left out with a knock or gin are filled in."""
    if action.melds is not None or action.kind not in KNOCKS:
        return action
    thrown = 0 if action.card is None else 1 << action.card
    return replace(action, melds=choose(state, state.hands[state.turn] & ~thrown))


def spread_hand(state: HandState, action: Action) -> HandState:
    """A legal knock, gin or big gin: the knocker's melds lie open, the defender is to answer.

    Declared melds are refused as `bad_meld`, and where they leave too much as `illegal_knock` or
    `not_gin`. Who claims a knock and leaves nothing has gin.
    """
    form, defender = state.table.form, opponent(state.turn)
    hand, discards = state.hands[state.turn], state.discards
    if action.card is not None:
        hand ^= 1 << action.card
        discards = (*discards, action.card)
    melds = complete(state, action).melds or ()
    count = form.value(check_melds(hand, melds, form))
    _check_count(state, action, count)
    spread = OpenCards(state.turn, _kind(action, count), action.card, melds, count, melds)
    return state._replace(
        phase="layoff",
        turn=defender,
        hands=with_cards(state, state.turn, hand),
        discards=discards,
        taken=None,
        spread=spread,
        drawn=None,
    )


def _kind(action: Action, count: int) -> SpreadKind:
    if action.kind == "big_gin":
        return "big_gin"
    return "knock" if count else "gin"


def _check_count(state: HandState, action: Action, count: int) -> None:
    if action.kind != "knock" and count:
        sentence = N_("Gin leaves nothing unmelded, but these melds leave %(count)s.")
        raise refusal("not_gin", sentence, "action", count=count)
    if count > state.table.limit:
        sentence = N_("One may knock with %(limit)s or less, not with %(count)s.")
        raise refusal("illegal_knock", sentence, "action", limit=state.table.limit, count=count)


def legal_layoffs(state: HandState) -> tuple[Action, ...]:
    """Every card that fits somewhere, own melds while none are declared (which, is not listed)."""
    spread = laid_open(state)
    held = _free(state, spread)
    form = state.table.form
    actions = []
    if _may_lay_off(state, spread):
        for card in indexes(held):
            for meld in spread.lying:
                if fits(meld, 1 << card, form):
                    actions.append(Action("lay_off", card, onto=meld))
    if spread.own is None and any(possible_melds(held, form)):
        actions.append(MELDS)
    return (*actions, DONE)


def apply_layoff(state: HandState, action: Action) -> HandState:
    """The defender lays off a card, declares own melds, or is done: then the hand is counted."""
    spread = laid_open(state)
    form, defender = state.table.form, state.turn
    if action.kind == "lay_off" and action.card is not None:
        return _laid_off(state, spread, Layoff(1 << action.card, action.onto))
    if action.kind == "melds" and spread.own is None:
        own = best_melds(state.hands[defender], form) if action.melds is None else action.melds
        check_melds(state.hands[defender], own, form)
        return state._replace(spread=replace(spread, own=own))
    if action.kind == "done":
        return _counted(state, spread)
    sentence = N_("%(kind)s is not possible now.")
    raise refusal("illegal_action", sentence, "action", kind=action.kind)


def best_actions(state: HandState) -> tuple[Action, ...]:
    """The best that the defender can do from here on, in the order in which it is done."""
    spread = laid_open(state)
    onto = spread.lying if _may_lay_off(state, spread) else ()
    form, held = state.table.form, state.hands[state.turn]
    own: tuple[Action, ...] = ()
    if spread.own is None:
        answer = best_answer(held, onto, form)
        layoffs, own = answer.layoffs, (Action("melds", melds=answer.melds),)
    else:
        layoffs = every_layoff(_free(state, spread), onto, form)
    laid = [Action("lay_off", card.bit_length() - 1, onto=meld) for card, meld in layoffs]
    return (*laid, *own, DONE)


def laid_open(state: HandState) -> OpenCards:
    """What lies on the table; only there once somebody has knocked."""
    if state.spread is None:
        raise ValueError("nobody has knocked")
    return state.spread


def _may_lay_off(state: HandState, spread: OpenCards) -> bool:
    return spread.kind == "knock" or state.table.variant.lays_off_on_gin


def _free(state: HandState, spread: OpenCards) -> int:
    """The defender's cards that are in no declared meld."""
    held = state.hands[state.turn]
    for meld in spread.own or ():
        held &= ~meld
    return held


def _laid_off(state: HandState, spread: OpenCards, layoff: Layoff) -> HandState:
    if not _may_lay_off(state, spread):
        raise refusal("bad_layoff", N_("Nobody lays off on gin."), "action")
    lying = lay_off(spread.lying, layoff, _free(state, spread), state.table.form)
    spread = replace(spread, lying=lying, layoffs=(*spread.layoffs, layoff))
    hands = with_cards(state, state.turn, state.hands[state.turn] ^ layoff.card)
    return state._replace(hands=hands, spread=spread)


def _counted(state: HandState, spread: OpenCards) -> HandState:
    form, held = state.table.form, state.hands[state.turn]
    own = best_melds(held, form) if spread.own is None else spread.own
    count = form.value(check_melds(held, own, form))
    counts = (spread.count, count) if spread.knocker == 0 else (count, spread.count)
    return state._replace(
        phase="scored",
        spread=replace(spread, own=own),
        ending=Ending(spread.kind, spread.knocker, counts),
    )

"""What a ruling does to a hand that is being played: each remedy on state and flags (rulebook 5).

Remedies that only touch the score, the sheet or the record leave the hand as it is, and so does a
card that is shuffled into the stock: its new order is chance.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from games.engine.gin.hand.actions import DISCARD, KNOCK
from games.engine.gin.hand.state import Ending, Phase, with_cards
from games.engine.gin.irregularities.flags import (
    ExposedRow,
    KnockBar,
    RuledHand,
    top_of_stock,
)
from games.engine.gin.irregularities.remedies import Effect
from kernel.text import N_, refusal

_PHASES: Mapping[object, Phase] = {
    "UPCARD_ND": "upcard_nd",
    "UPCARD_D": "upcard_d",
    "FORCED_STOCK": "forced_stock",
    "DRAW": "draw",
    "DISCARD": "discard",
    "LAYOFF": "layoff",
}

_KINDS: Mapping[str, tuple[str, ...]] = {
    "draw_stock": ("draw",),
    "knock": ("knock",),
    "gin": ("gin", "big_gin"),
}


def rule_on(hand: RuledHand, effects: Iterable[Effect], card: int | None = None) -> RuledHand:
    """The hand as it goes on after these effects.

    `card` is the one that the ruling is about: the card that was seen, the knock card, the discard
    that was named. Refused (`card_needed`) where it is not said.
    """
    for effect in effects:
        remedy = _REMEDIES.get(effect.remedy)
        if remedy is not None:
            hand = remedy(hand, effect, card)
    return hand


def _void(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    return hand._replace(state=hand.state._replace(phase="void", ending=Ending("void")))


def _resume(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    phase = _PHASES.get(effect.params["phase"])
    kinds = tuple(kind for word in effect.several("only") for kind in _KINDS[word])
    state, flags = hand.state, hand.flags._replace(only=kinds)
    if phase is not None:
        state = state._replace(phase=phase, turn=effect.seats[0])
    return RuledHand(state, flags)


def _expose(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """The hand lies open until then; picked up, it has no such time."""
    until = effect.params.get("until")
    return hand._replace(flags=hand.flags.at("exposed", effect.seats[0], until))


def _bar_knock(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    bar = KnockBar(str(effect.params["until"]), "unless" in effect.params)
    return hand._replace(flags=hand.flags.at("knock_bar", effect.seats[0], bar))


def _lose_turn(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    seat = effect.seats[0]
    lost = hand.flags.lost_turns[seat] + 1
    return hand._replace(flags=hand.flags.at("lost_turns", seat, lost))


def _expose_row(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """The card that was seen comes off the stock, beside others that lie there already."""
    seen, params = _said(card), effect.params
    lying = hand.flags.row.cards if hand.flags.row else 0
    may_take, now = bool(params["offender_may_take"]), bool(params["take_now"])
    row = ExposedRow(lying | 1 << seen, effect.seats[0], may_take, now)
    stock = tuple(left for left in hand.state.stock if left != seen)
    return RuledHand(hand.state._replace(stock=stock), hand.flags._replace(row=row))


def _card_stands(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """A card drawn too early is the draw, at once or when the turn comes; others lie as they do."""
    counts_as, cards = effect.params.get("counts_as"), effect.params["cards"]
    state = hand.state
    if counts_as not in ("draw", "next_draw") or not effect.seats:
        return hand
    seat = effect.seats[0]
    if state.phase == "discard" and state.turn == seat:
        return hand
    if cards == "upcard":
        taken = state.discards[-1]
        hands = with_cards(state, seat, state.hands[seat] | 1 << taken)
        after = state._replace(hands=hands, discards=state.discards[:-1], taken=taken)
        return hand._replace(state=after._replace(phase="discard", turn=seat))
    drawn = top_of_stock(state)
    after = state._replace(stock=state.stock[1:])
    if counts_as == "next_draw":
        return RuledHand(after, hand.flags.at("next_draw", seat, drawn))
    hands = with_cards(state, seat, state.hands[seat] | 1 << drawn)
    return hand._replace(state=after._replace(hands=hands))


def _return_card(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """A discard goes back to its hand, a card drawn too much to the stock; others never left."""
    state, cards, to = hand.state, effect.params["cards"], effect.params["to"]
    seat = effect.seats[0] if effect.seats else 0
    if to == "hand" and cards in ("discard", "other_discard"):
        back = state.discards[-1]
        if cards == "other_discard":
            back = next(discard for discard in state.discards[-2:] if discard != _said(card))
        hands = with_cards(state, seat, state.hands[seat] | 1 << back)
        discards = tuple(discard for discard in state.discards if discard != back)
        taken = back if cards == "discard" else None
        return hand._replace(state=state._replace(hands=hands, discards=discards, taken=taken))
    if to == "stock_top" and card is not None and state.hands[seat] >> card & 1:
        hands = with_cards(state, seat, state.hands[seat] ^ 1 << card)
        return hand._replace(state=state._replace(hands=hands, stock=(card, *state.stock)))
    return hand


def _correct(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """At once: a card from the stock, nothing thrown; else in the player's own turns."""
    seat, state = effect.seats[0], hand.state
    if effect.params["at"] == "own_turns":
        return hand._replace(flags=hand.flags.at("correction_due", seat, True))
    hands = with_cards(state, seat, state.hands[seat] | 1 << top_of_stock(state))
    return hand._replace(state=state._replace(hands=hands, stock=state.stock[1:]))


def _accept(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """The limit is waived, and the knocker's hand spread; once it lies it only stays so."""
    state = hand.state
    if state.phase not in ("discard", "wall_knock"):
        return hand
    waived = state._replace(table=replace(state.table, limit=_NO_LIMIT))
    spread = waived.table.variant.phases["discard"].apply(waived, KNOCK[_said(card)])
    return hand._replace(state=spread._replace(table=state.table))


def _reject(hand: RuledHand, effect: Effect, card: int | None) -> RuledHand:
    """The knock card is an ordinary discard, or stays in the hand."""
    if effect.params["knock_card"] == "hand":
        return hand
    state = hand.state
    thrown = state.table.variant.phases["discard"].apply(state, DISCARD[_said(card)])
    return hand._replace(state=thrown)


def _said(card: int | None) -> int:
    if card is None:
        raise refusal("card_needed", N_("Say which card it was."), "card")
    return card


#: Above every count.
_NO_LIMIT = 340

_REMEDIES: Mapping[str, Callable[[RuledHand, Effect, int | None], RuledHand]] = {
    "void_hand": _void,
    "resume": _resume,
    "expose_hand": _expose,
    "pick_up_hand": _expose,
    "bar_knock": _bar_knock,
    "lose_next_draw": _lose_turn,
    "exposed_row": _expose_row,
    "card_stands": _card_stands,
    "return_card": _return_card,
    "correct_hand": _correct,
    "accept_knock": _accept,
    "reject_knock": _reject,
}

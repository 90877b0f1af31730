"""A hand of three who all play: Battle Royal, and Jersey gin (rulebook 4.7, 4.9).

It is another play than that of two: the upcard goes round, more than one discard may be taken, and
two answer a knock, each on the knocker's melds as they were laid down.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, NoReturn

from games.engine.cards import DECK, FULL, shuffled
from games.engine.gin.hand.actions import Action
from games.engine.gin.rules import Rules, knock_limit_of, spade_factor
from games.engine.melds.arrangements import Melds
from games.engine.melds.choice import fewest_layoffs
from games.engine.melds.declared import check_melds, lay_off
from games.engine.melds.form import LOW_ACE
from games.engine.melds.layoffs import Layoff, best_answer, fits
from games.engine.melds.least import knock_discards, least_deadwood
from kernel.seats import PerSeat, Seat
from kernel.text import N_, refusal

SEATS = 3
#: So many cards of the stock are never drawn: with them the hand is nobody's.
LEFT_IN_STOCK = 3
#: So many discards taken in a row, without a card from the stock, void the hand, as between two.
MOST_TAKES = 50
_DEALT = 10

Phase = Literal["offer", "draw", "discard", "answer", "over"]
EndingKind = Literal["knock", "gin", "void"]


@dataclass(frozen=True, slots=True)
class Form:
    """In what the two forms differ. `live`: of how many players before one the discards may be
    taken; `offers`: whether the upcard goes round before the first draw; `pays`: what everybody
    gets for a knock or gin, from who knocked and the counts."""

    code: str
    live: int
    offers: bool
    pays: Callable[[Rules, EndingKind, Seat, PerSeat], PerSeat]


@dataclass(frozen=True, slots=True)
class HandRules:
    """What holds for the whole hand; `limit` 0 means gin only, `upcard` began the discards."""

    rules: Rules
    form: Form
    dealer: Seat
    limit: int
    upcard: int


@dataclass(frozen=True, slots=True)
class Spread:
    """A knocker's hand as it was laid open."""

    knocker: Seat
    kind: Literal["knock", "gin"]
    melds: Melds
    count: int


class HandState(NamedTuple):
    """A hand at one moment. Hands are sets of cards, `stock` begins with the next card.

    `discards` are those that nobody has taken; of them `live` may be taken, the latest last, null
    where one was. `laid` are the cards that were laid off, `lying` the knocker's melds with those
    of the player who answers; `counts` are there for who has answered. `drawn` came from the stock
    this turn. Printed, it shows no card.
    """

    table: HandRules
    phase: Phase
    turn: Seat
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    discards: tuple[int, ...]
    live: tuple[int | None, ...]
    refused: int = 0
    taken: int | None = None
    takes: int = 0
    spread: Spread | None = None
    lying: Melds = ()
    laid: int = 0
    counts: tuple[int | None, ...] = (None,) * SEATS
    ending: EndingKind | None = None
    drawn: int | None = None

    def __repr__(self) -> str:
        return f"<HandState of three: {self.phase}, turn of seat {self.turn}>"

    @property
    def hand(self) -> int:
        """The cards of the player in turn."""
        return self.hands[self.turn]


def begin(rules: Rules, form: Form, dealer: Seat, seed: bytes) -> HandState:
    """A hand dealt by a seed of 32 bytes: ten cards each, one at a time from the dealer's left, and
    the upcard."""
    pack = [card.index for card in shuffled(seed, DECK)]
    dealt = [_as_set(pack[place : SEATS * _DEALT : SEATS]) for place in range(SEATS)]
    upcard, stock = pack[SEATS * _DEALT], tuple(pack[SEATS * _DEALT + 1 :])
    limit = knock_limit_of(rules, str(DECK[upcard]) if rules.knock_limit == "upcard" else None)
    return HandState(
        HandRules(rules, form, dealer, limit, upcard),
        "offer" if form.offers else "draw",
        _next(dealer),
        tuple(dealt[(seat - dealer - 1) % SEATS] for seat in range(SEATS)),
        stock,
        (upcard,),
        (upcard,),
    )


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """All that the player in turn may do; melds are not enumerated. Empty when the hand is over."""
    return _PHASES[state.phase].legal(state)


def apply(state: HandState, action: Action) -> HandState:
    """The state after this action of the player in turn. Melds that a knocker leaves out are those
    on which the fewest cards fit that they can't see. Refused: `illegal_action`, `bad_meld`,
    `illegal_knock`, `bad_layoff`."""
    return _PHASES[state.phase].apply(state, action)


def answered(state: HandState) -> HandState:
    """A hand after a knock, with the best answer of everybody from here on."""
    while state.phase == "answer":
        state = apply(state, best_action(state))
    return state


def best_action(state: HandState) -> Action:
    """The next of the best answer to a knock, from here on."""
    if state.spread is None or state.spread.kind == "gin":
        return Action("done")
    layoffs = best_answer(state.hand, state.lying).layoffs
    if not layoffs:
        return Action("done")
    return Action("lay_off", layoffs[0].card.bit_length() - 1, onto=layoffs[0].onto)


def pays(state: HandState) -> PerSeat | None:
    """What everybody gets for a finished hand; None while it is played."""
    if state.ending is None:
        return None
    if state.spread is None:
        return (0,) * SEATS
    counts = tuple(count or 0 for count in state.counts)
    table = state.table
    points = table.form.pays(table.rules, state.ending, state.spread.knocker, counts)
    factor = spade_factor(table.rules, str(DECK[table.upcard]))
    return tuple(factor * one for one in points)


def check_cards(state: HandState) -> None:
    """Refuse (`bad_deal`) a state in which not every card of the pack is somewhere once."""
    piles = _as_set((*state.stock, *state.discards))
    parts = (*state.hands, state.laid, piles)
    held = sum(map(int.bit_count, (*state.hands, state.laid)))
    count = held + len(state.stock) + len(state.discards)
    total = 0
    for part in parts:
        total |= part
    if total != FULL or count != len(DECK):
        raise refusal("bad_deal", N_("Not every card of the pack is there exactly once."), "hands")


def _legal_offer(state: HandState) -> tuple[Action, ...]:
    return (Action("pass"), *_takes(state))


def _apply_offer(state: HandState, action: Action) -> HandState:
    if action.kind != "pass":
        return _take(state, action)
    refused = state.refused + 1
    if refused < SEATS:
        return state._replace(turn=_next(state.turn), refused=refused)
    return state._replace(phase="draw", turn=_next(state.turn), refused=refused, live=(None,))


def _takes(state: HandState) -> tuple[Action, ...]:
    return tuple(Action("take", card) for card in state.live if card is not None)


def _legal_draw(state: HandState) -> tuple[Action, ...]:
    return (Action("draw"), *_takes(state))


def _apply_draw(state: HandState, action: Action) -> HandState:
    if action.kind == "take":
        return _take(state, action)
    if action.kind != "draw":
        _refuse(action)
    card, *rest = state.stock
    drawn = state._replace(phase="discard", stock=tuple(rest), taken=None, takes=0, drawn=card)
    return _with_hand(drawn, state.hand | 1 << card)


def _take(state: HandState, action: Action) -> HandState:
    card = action.card
    if action.kind != "take" or card is None or card not in state.live:
        _refuse(action)
    live = tuple(None if one == card else one for one in state.live)
    discards = tuple(one for one in state.discards if one != card)
    took = state._replace(
        phase="discard", live=live, discards=discards, taken=card, takes=state.takes + 1
    )
    return _with_hand(took, state.hand | 1 << card)


def _legal_discard(state: HandState) -> tuple[Action, ...]:
    cards = [card for card in _indexes(state.hand) if card != state.taken]
    thrown = [Action("discard", card) for card in cards]
    knocks = knock_discards(state.hand, state.table.limit) if state.table.limit else 0
    gins = knock_discards(state.hand, 0)
    thrown += [Action("knock", card) for card in cards if knocks >> card & 1]
    thrown += [Action("gin", card) for card in cards if gins >> card & 1]
    return tuple(thrown)


def _apply_discard(state: HandState, action: Action) -> HandState:
    if Action(action.kind, action.card) not in _legal_discard(state) or action.card is None:
        _refuse(action)
    thrown = _with_hand(state, state.hand ^ 1 << action.card)
    thrown = thrown._replace(discards=(*state.discards, action.card), drawn=None)
    if action.kind != "discard":
        return _spread(thrown, action)
    live = (*state.live, action.card)[-state.table.form.live :]
    after = thrown._replace(phase="draw", turn=_next(state.turn), live=live, taken=None)
    is_void = len(state.stock) == LEFT_IN_STOCK or state.takes == MOST_TAKES
    return after._replace(phase="over", ending="void") if is_void else after


def _spread(state: HandState, action: Action) -> HandState:
    melds = action.melds
    if melds is None:
        melds = fewest_layoffs(state.hand, FULL & ~state.hand & ~_as_set(state.discards))
    count = LOW_ACE.value(check_melds(state.hand, melds))
    if count > (state.table.limit if action.kind == "knock" else 0):
        sentence = N_("With these melds %(count)s are left: that is too much.")
        raise refusal("illegal_knock", sentence, "action", count=count)
    return state._replace(
        phase="answer",
        turn=_next(state.turn),
        spread=Spread(state.turn, "knock" if count else "gin", melds, count),
        lying=melds,
        counts=tuple(count if seat == state.turn else None for seat in range(SEATS)),
    )


def _legal_answer(state: HandState) -> tuple[Action, ...]:
    spread, layoffs = state.spread, []
    assert spread is not None
    if spread.kind == "knock":
        layoffs = [
            Action("lay_off", card, onto=meld)
            for card in _indexes(state.hand)
            for meld in state.lying
            if fits(meld, 1 << card)
        ]
    return (Action("done"), *layoffs)


def _apply_answer(state: HandState, action: Action) -> HandState:
    spread = state.spread
    assert spread is not None
    if action.kind == "lay_off" and action.card is not None and spread.kind == "knock":
        card = 1 << action.card
        lying = lay_off(state.lying, Layoff(card, action.onto), state.hand)
        laid = state._replace(lying=lying, laid=state.laid | card)
        return _with_hand(laid, state.hand ^ card)
    if action.kind != "done":
        _refuse(action)
    counted = list(state.counts)
    counted[state.turn] = least_deadwood(state.hand)
    turn = _next(state.turn)
    after = state._replace(turn=turn, counts=tuple(counted), lying=spread.melds)
    if turn != spread.knocker:
        return after
    return after._replace(phase="over", ending=spread.kind)


def _nothing_more(_state: HandState, action: Action) -> HandState:
    _refuse(action)


def _refuse(action: Action) -> NoReturn:
    sentence = N_("%(kind)s is not possible now.")
    raise refusal("illegal_action", sentence, "action", kind=action.kind)


def _with_hand(state: HandState, cards: int) -> HandState:
    hands = list(state.hands)
    hands[state.turn] = cards
    return state._replace(hands=tuple(hands))


def _next(seat: Seat) -> Seat:
    return (seat + 1) % SEATS


def _as_set(cards: Sequence[int]) -> int:
    return sum(1 << card for card in set(cards))


def _indexes(cards: int) -> list[int]:
    return [card.index for card in DECK if cards >> card.index & 1]


class _PhaseRules(NamedTuple):
    legal: Callable[[HandState], tuple[Action, ...]]
    apply: Callable[[HandState, Action], HandState]


_PHASES: dict[Phase, _PhaseRules] = {
    "offer": _PhaseRules(_legal_offer, _apply_offer),
    "draw": _PhaseRules(_legal_draw, _apply_draw),
    "discard": _PhaseRules(_legal_discard, _apply_discard),
    "answer": _PhaseRules(_legal_answer, _apply_answer),
    "over": _PhaseRules(lambda _state: (), _nothing_more),
}

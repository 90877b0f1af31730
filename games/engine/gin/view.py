"""What each reader may see of a hand: the only thing that leaves the server (the contract of the
online table, "A view").

Hidden while it is played are the stock, the other hand, the cards under the top of the discards
(unless they lie open) and the card thrown face down with a knock. From the knock on the knocker's
cards are public; the defender's only as they are laid down (rulebook 2.3). A hand that is over is
open, but for the stock, to everybody who may see it: who that is, is not said here.
"""

from dataclasses import dataclass, field, replace

from games.engine.cards import DECK, Card, CardSet, indexes
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.phases import void
from games.engine.gin.hand.state import Ending, HandState, OpenCards, Phase
from games.engine.gin.scoring.hand import HandScore
from games.engine.melds.form import MeldForm
from games.engine.melds.least import least_deadwood
from kernel.seats import Pair, Seat

#: Who has drawn and not yet thrown holds so many cards.
_BEFORE_A_DISCARD = 11


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A hand as one reader sees it. Printed, it shows no card: who reads logs is another one.

    `turn` is null when the hand is over.
    `hands`: the cards of each seat, null where they are hidden; `held` how many there are.
    `discards`: what can be seen of the pile, top last; the top is null where it lies face down.
    `spread` is without the card that lies face down.
    `deadwood` is the least count of the reader's own hand, with eleven cards after the best discard
    that is allowed; null for who has no seat. `actions` are there for the reader whose turn it is.
    `form` is how runs go: melds are written by it.
    """

    phase: Phase
    turn: Seat | None
    dealer: Seat
    limit: int
    upcard: Card | None
    limit_card: Card | None
    hands: tuple[CardSet | None, CardSet | None]
    held: Pair
    stock: int
    discards: tuple[Card | None, ...]
    discarded: int
    taken: Card | None
    factor: int
    may_double: Seat | None
    spread: OpenCards | None
    ending: Ending | None
    score: HandScore | None
    deadwood: int | None
    actions: tuple[Action, ...]
    form: MeldForm = field(repr=False)

    def __repr__(self) -> str:
        return f"<View: {self.phase}, turn of seat {self.turn}>"


def seat_view(state: HandState, seat: Seat) -> View:
    """What this seat may see: their own cards and what lies open."""
    return _view(state, (seat == 0, seat == 1), seat)


def public_view(state: HandState) -> View:
    """What anybody may see as it happens: what lies open, and no card besides."""
    return _view(state, (False, False))


def disclosed_view(state: HandState) -> View:
    """What staff see to whom a hand was disclosed: both hands, and besides what lies open."""
    return _view(state, (True, True))


def over_view(state: HandState, seat: Seat | None = None) -> View:
    """A hand that is over: both hands as they ended, and all discards.

    One that was cut off in whatever phase is void. `seat` is the reader's own.
    """
    return _view(state if state.ending else void(state), (True, True), seat)


def _view(state: HandState, shown: tuple[bool, bool], seat: Seat | None = None) -> View:
    table, is_over = state.table, state.ending is not None
    hands = [
        CardSet(hand) if is_over or shown[holder] or _is_public(state, holder) else None
        for holder, hand in enumerate(state.hands)
    ]
    return View(
        phase=state.phase,
        turn=None if is_over else state.turn,
        dealer=table.dealer,
        limit=table.limit,
        upcard=_card(table.upcard),
        limit_card=_card(table.limit_card),
        hands=(hands[0], hands[1]),
        held=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=len(state.stock),
        discards=_discards(state),
        discarded=len(state.discards),
        taken=_card(state.taken),
        factor=state.doubling.factor,
        may_double=state.doubling.may_double,
        spread=state.spread and replace(state.spread, thrown=None),
        ending=state.ending,
        score=play.result(state),
        deadwood=None if seat is None else _deadwood(state, seat),
        actions=play.legal_actions(state) if state.turn == seat else (),
        form=table.form,
    )


def _is_public(state: HandState, seat: Seat) -> bool:
    """The knocker's hand lies open from the knock on."""
    return state.spread is not None and state.spread.knocker == seat


def _discards(state: HandState) -> tuple[Card | None, ...]:
    if state.ending is not None:
        return tuple(DECK[card] for card in state.discards)
    thrown = state.spread.thrown if state.spread else None
    seen = state.discards if state.table.rules.discards_open else state.discards[-1:]
    return tuple(None if card == thrown else DECK[card] for card in seen)


def _deadwood(state: HandState, seat: Seat) -> int:
    hand, form = state.hands[seat], state.table.form
    if hand.bit_count() < _BEFORE_A_DISCARD:
        return least_deadwood(hand, form)
    return min(
        least_deadwood(hand ^ 1 << card, form) for card in indexes(hand) if card != state.taken
    )


def _card(index: int | None) -> Card | None:
    return None if index is None else DECK[index]

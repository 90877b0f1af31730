"""What one seat or a spectator may see of a hand: the only thing that leaves the server.

Hidden are the stock, the other hand, the cards under the top of the discards (unless they lie open)
and the card thrown face down with a knock. From the knock on the knocker's cards are public; the
defender's only as they are laid down, all of them once the hand is counted (gin.md 2.3).
"""

from dataclasses import dataclass, replace

from games.engine.cards import DECK, Card, CardSet
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.state import Ending, HandState, OpenCards, Phase
from games.engine.gin.scoring.hand import HandScore
from kernel.seats import Pair, Seat


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one reader sees it.

    `hands`: the cards of each seat, null where they are hidden; `held` how many there are.
    `discards`: what can be seen of the pile, top last; the top is null where it lies face down.
    `spread` is without the card that lies face down.
    `actions` are there for the reader whose turn it is.
    """

    phase: Phase
    turn: Seat
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
    actions: tuple[Action, ...]


def seat_view(state: HandState, seat: Seat) -> View:
    """What this seat may see."""
    actions = play.legal_actions(state) if state.turn == seat else ()
    return _view(state, (seat == 0, seat == 1), actions)


def spectator_view(state: HandState, *, after: bool = False) -> View:
    """What a spectator may see: live only what is public, `after` the hand both hands."""
    over = after and state.ending is not None
    return _view(state, (over, over), ())


def _view(state: HandState, own: tuple[bool, bool], actions: tuple[Action, ...]) -> View:
    table = state.table
    hands = [
        CardSet(hand) if own[seat] or _is_public(state, seat) else None
        for seat, hand in enumerate(state.hands)
    ]
    return View(
        phase=state.phase,
        turn=state.turn,
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
        actions=actions,
    )


def _is_public(state: HandState, seat: Seat) -> bool:
    """The knocker's hand lies open from the knock on, both do when the hand is counted."""
    if state.phase == "scored":
        return True
    return state.spread is not None and state.spread.knocker == seat


def _discards(state: HandState) -> tuple[Card | None, ...]:
    thrown = state.spread.thrown if state.spread else None
    seen = [None if card == thrown else DECK[card] for card in state.discards]
    return tuple(seen if state.table.rules.discards_open else seen[-1:])


def _card(index: int | None) -> Card | None:
    return None if index is None else DECK[index]

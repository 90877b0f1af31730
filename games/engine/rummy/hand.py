"""Where a hand of rummy stands, and what is the same in every form of it: drawing, throwing, the
turns, and what happens when the stock is used up (rulebook 4.12)."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, NoReturn

from games.engine.cards import shuffled
from games.engine.rummy.melds import Meld
from games.engine.rummy.pack import Cards, pack_of, without
from games.engine.rummy.rules import RummyRules, cards_dealt
from kernel.seats import PerSeat, Seat
from kernel.text import N_, refusal

Phase = Literal["draw", "play", "over"]
ActionKind = Literal["draw", "take", "meld", "lay_off", "free", "discard", "knock"]
EndingKind = Literal["out", "rummy", "knock", "blocked", "void"]

#: So many discards taken in a row, while no card comes from the stock or to the table, end a hand.
MOST_TAKES = 50


@dataclass(frozen=True, slots=True)
class Action:
    """One action: a `card` that is thrown or put somewhere, the `meld` that is laid down or that
    lies on the table. `wild`: a joker is laid off in the place of the card."""

    kind: ActionKind
    card: int | None = None
    meld: Meld | None = None
    wild: bool = False


DRAW = Action("draw")
TAKE = Action("take")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended: `ended_by` went out or knocked; null where the stock was used up."""

    kind: EndingKind
    ended_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandRules:
    """What holds for the whole hand. `seed` shuffled the pack, and shuffles the discards again."""

    rules: RummyRules
    variant: "Variant"
    dealer: Seat
    seats: int
    seed: bytes

    def __repr__(self) -> str:
        return "<HandRules of rummy>"


class HandState(NamedTuple):
    """A hand at one moment.

    `stock` begins with the next card, `discards` end with the top one. `melded` says who has laid
    down a meld, `laid` who has put cards on the table in an earlier turn. `melds_now` and
    `lays_now` are of this turn. `taken` came from the discards this turn; `takes` counts such draws
    in a row. `upcards` began the discards: at the deal, and whenever they had become the stock.
    `drawn` came from the stock this turn. Printed, it shows no card.
    """

    table: HandRules
    phase: Phase
    turn: Seat
    hands: tuple[Cards, ...]
    stock: Cards
    discards: Cards
    melds: tuple[Meld, ...] = ()
    melded: frozenset[Seat] = frozenset()
    laid: frozenset[Seat] = frozenset()
    melds_now: int = 0
    lays_now: bool = False
    taken: int | None = None
    takes: int = 0
    reuses: int = 0
    upcards: Cards = ()
    ending: Ending | None = None
    drawn: int | None = None

    def __repr__(self) -> str:
        return f"<HandState of rummy: {self.phase}, turn of seat {self.turn}>"

    @property
    def hand(self) -> Cards:
        """The cards of the player in turn."""
        return self.hands[self.turn]


@dataclass(frozen=True, slots=True)
class Variant:
    """A form of the game: what a player may do once they have drawn, and what comes of it. `count`
    is what a hand counts at the end; `pays` what each loser pays by how the hand ended and the
    counts by seat, None where nobody wins."""

    code: str
    legal: Callable[[HandState], tuple[Action, ...]]
    apply: Callable[[HandState, Action], HandState]
    count: Callable[[RummyRules, Cards], int]
    pays: Callable[[RummyRules, Ending, PerSeat], PerSeat | None]


def begin(rules: RummyRules, variant: Variant, seats: int, dealer: Seat, seed: bytes) -> HandState:
    """A hand dealt by a seed of 32 bytes: card by card from the dealer's left, then the upcard; the
    rest is the stock. Who sits left of the dealer begins."""
    pack = shuffled(seed, pack_of(rules.packs, rules.jokers))
    count = cards_dealt(seats)
    dealt = [tuple(sorted(pack[place : count * seats : seats])) for place in range(seats)]
    hands = tuple(dealt[(seat - dealer - 1) % seats] for seat in range(seats))
    upcard, stock = pack[count * seats], pack[count * seats + 1 :]
    table = HandRules(rules, variant, dealer, seats, seed)
    begins = (dealer + 1) % seats
    return HandState(table, "draw", begins, hands, stock, (upcard,), upcards=(upcard,))


def refuse(action: Action) -> NoReturn:
    """The refusal (`illegal_action`) of what can't be done now."""
    sentence = N_("%(kind)s is not possible now.")
    raise refusal("illegal_action", sentence, "action", kind=action.kind)


def draw(state: HandState, action: Action) -> HandState:
    """A card from the stock, or the top discard."""
    if action.kind == "draw":
        drawn, rest = state.stock[0], state.stock[1:]
        return _with_hand(state, (*state.hand, drawn))._replace(
            phase="play", stock=rest, taken=None, takes=0, drawn=drawn
        )
    if action.kind != "take":
        refuse(action)
    card = state.discards[-1]
    return _with_hand(state, (*state.hand, card))._replace(
        phase="play", discards=state.discards[:-1], taken=card, takes=state.takes + 1
    )


def discards_of(state: HandState) -> tuple[int, ...]:
    """What may be thrown: not the card that was taken, unless another one like it is held or
    nothing else is left (REC)."""
    hand = state.hand
    return tuple(
        card
        for card in dict.fromkeys(hand)
        if card != state.taken or hand.count(card) > 1 or len(hand) == 1
    )


def discard(state: HandState, action: Action) -> HandState:
    """A card is thrown; who has none left is out, else it is the next player's turn."""
    if action.card not in discards_of(state):
        refuse(action)
    assert action.card is not None
    thrown = _with_hand(state, without(state.hand, [action.card]))._replace(
        discards=(*state.discards, action.card)
    )
    return gone_out(thrown) or _next_turn(thrown)


def put_down(state: HandState, cards: Cards, melds: tuple[Meld, ...]) -> HandState:
    """The player in turn lays these cards down, so that the melds on the table are those."""
    laid = _with_hand(state, without(state.hand, cards))
    laid = laid._replace(melds=melds, lays_now=True, takes=0)
    return gone_out(laid) or laid


def gone_out(state: HandState) -> HandState | None:
    """The hand at its end if the player in turn has no card left; None while they have one. It is a
    rummy if they had put nothing on the table before this turn, and did so now."""
    if state.hand:
        return None
    is_rummy = state.lays_now and state.turn not in state.laid
    return ended(state, Ending("rummy" if is_rummy else "out", state.turn))


def ended(state: HandState, ending: Ending) -> HandState:
    """The hand at its end."""
    return state._replace(phase="over", ending=ending)


def _with_hand(state: HandState, cards: Cards) -> HandState:
    hands = list(state.hands)
    hands[state.turn] = tuple(sorted(cards))
    return state._replace(hands=tuple(hands))


def _next_turn(state: HandState) -> HandState:
    laid = state.laid | {state.turn} if state.lays_now else state.laid
    after = state._replace(
        phase="draw",
        turn=(state.turn + 1) % state.table.seats,
        laid=laid,
        melds_now=0,
        lays_now=False,
        taken=None,
        drawn=None,
    )
    if state.takes == MOST_TAKES:
        return ended(after, Ending("void"))
    return after if after.stock else _used_up(after)


def _used_up(state: HandState) -> HandState:
    """The stock is used up: the discards become the stock, or the hand ends."""
    rules = state.table.rules
    if rules.block:
        return ended(state, Ending("blocked"))
    if state.reuses == rules.max_reuse or len(state.discards) == 1:
        return ended(state, Ending("void"))
    reuses = state.reuses + 1
    if rules.reuse == "turned":
        *stock, upcard = state.discards
    else:
        seed = hashlib.sha256(state.table.seed + reuses.to_bytes(4, "big")).digest()
        upcard, *stock = shuffled(seed, tuple(sorted(state.discards)))
    upcards = (*state.upcards, upcard)
    return state._replace(stock=tuple(stock), discards=(upcard,), reuses=reuses, upcards=upcards)


def check_cards(state: HandState) -> None:
    """Refuse (`bad_deal`) a state in which not every card is somewhere as often as it is played
    with."""
    laid = [card for meld in state.melds for card in meld.paid]
    held = [card for hand in state.hands for card in hand]
    rules = state.table.rules
    if sorted((*held, *laid, *state.stock, *state.discards)) != sorted(
        pack_of(rules.packs, rules.jokers)
    ):
        sentence = N_("Not every card of the pack is there exactly once.")
        raise refusal("bad_deal", sentence, "hands")

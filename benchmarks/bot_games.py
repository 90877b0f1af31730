"""Games between computer players under the rules of the challenge of 2021, as quick as can be.

One game to 100: gin and an undercut bring 25, big gin no more than gin, no boxes, a hand is void
when two cards are left in the stock. It deals and counts by itself and asks the players what they
would do; `tests/games/engine/gin/bots/test_bot_games.py` plays its hands again in the engine.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from games.engine.gin.bots.knowledge import LATE, Habits, Knowledge
from games.engine.gin.bots.player import Throw
from games.engine.melds.arrangements import Melds, deadwood_of
from games.engine.melds.form import LOW_ACE
from games.engine.melds.layoffs import least_after_layoffs
from games.engine.melds.least import least_deadwood

LIMIT, TARGET, BONUS = 10, 100, 25
MOST_TAKES = 50
LEFT_IN_STOCK = 2
#: A game of void hands alone is given up.
MOST_HANDS = 200


class Plays(Protocol):
    """Whoever can play here."""

    def takes(self, known: Knowledge) -> bool: ...
    def throws(self, known: Knowledge) -> Throw: ...
    def melds(self, known: Knowledge, cards: int) -> Melds: ...


class Ending(NamedTuple):
    """How a hand ended: points for the winner (null: void), who ended it, whether with gin."""

    winner: int | None
    points: int = 0
    ended_by: int | None = None
    is_gin: bool = False


@dataclass(slots=True)
class Hand:
    """A hand while it is played; by seat what each holds and what each knows of the other."""

    dealer: int
    hands: list[int]
    stock: list[int]
    pile: list[int]
    habits: Sequence[Habits]
    theirs: list[int] = field(default_factory=lambda: [0, 0])
    thrown: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    left: list[int] = field(default_factory=lambda: [0, 0])
    turns: list[int] = field(default_factory=lambda: [0, 0])
    actions: list[tuple[int, str, int | None]] = field(default_factory=list)

    def known(self, seat: int, taken: int | None = None) -> Knowledge:
        """What this seat knows."""
        other = 1 - seat
        return Knowledge(
            hand=self.hands[seat],
            top=self.pile[-1] if self.pile else None,
            taken=taken,
            theirs=self.theirs[other],
            thrown=self.thrown[other],
            left=self.left[other],
            gone=sum(1 << card for card in self.pile),
            stock=len(self.stock),
            turns=self.turns[seat],
            limit=LIMIT,
            form=LOW_ACE,
            habits=self.habits[other],
            moment=len(self.actions),
        )


def dealt(rng: random.Random, dealer: int, habits: Sequence[Habits]) -> Hand:
    """A shuffled pack, dealt: ten cards each, the upcard, the stock."""
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [sum(1 << card for card in pack[at : at + 10]) for at in (0, 10)]
    return Hand(dealer, hands, pack[:20:-1], [pack[20]], habits)


def play_hand(players: Sequence[Plays], hand: Hand) -> Ending:
    """Play it to its end."""
    seat, takes_first = _first_turn(players, hand)
    row = 0  # of takes, one after the other
    is_first = True
    while True:
        taken = None
        if takes_first if is_first else players[seat].takes(hand.known(seat)):
            taken = _take(hand, seat)
            row += not is_first
            if row == MOST_TAKES:
                return Ending(None)
        else:
            row = 0
            _draw(hand, seat, is_first=is_first)
        is_first = False
        known = hand.known(seat, taken)
        throw = players[seat].throws(known)
        assert throw.card is not None, "the rules of the challenge know no big gin"
        hand.hands[seat] ^= 1 << throw.card
        hand.turns[seat] += 1
        hand.actions.append((seat, throw.kind, throw.card))
        if throw.kind != "discard":
            melds = players[seat].melds(known, hand.hands[seat])
            return showdown(hand.hands[seat], hand.hands[1 - seat], melds, seat)
        _lay(hand, seat, throw.card)
        if len(hand.stock) == LEFT_IN_STOCK:
            return Ending(None)
        seat = 1 - seat


def play_game(players: Sequence[Plays], seed: int) -> int:
    """The winner's seat. Who deals first follows from the seed."""
    rng = random.Random(seed)
    score, habits, dealer = [0, 0], [Habits(), Habits()], seed % 2
    for _number in range(MOST_HANDS):
        hand = dealt(rng, dealer, habits)
        ending = play_hand(players, hand)
        note(habits, hand, ending)
        if ending.winner is None:
            continue
        score[ending.winner] += ending.points
        if score[ending.winner] >= TARGET:
            return ending.winner
        dealer = 1 - dealer
    return int(score[1] > score[0])


def note(habits: list[Habits], hand: Hand, ending: Ending) -> None:
    """What both saw of each other in a hand that is over."""
    for seat in (0, 1):
        late = max(0, hand.turns[seat] - LATE)
        knocked = ending.ended_by == seat and not ending.is_gin and late > 0
        habits[seat] = Habits(habits[seat].late_turns + late, habits[seat].late_knocks + knocked)


def _first_turn(players: Sequence[Plays], hand: Hand) -> tuple[int, bool]:
    """Whose turn is the first, and whether it begins with the upcard."""
    for seat in (1 - hand.dealer, hand.dealer):
        if players[seat].takes(hand.known(seat)):
            return seat, True
        hand.left[seat] |= 1 << hand.pile[-1]
        hand.actions.append((seat, "pass", None))
    return 1 - hand.dealer, False


def _take(hand: Hand, seat: int) -> int:
    card = hand.pile.pop()
    hand.hands[seat] |= 1 << card
    hand.theirs[seat] |= 1 << card
    hand.actions.append((seat, "take", None))
    return card


def _draw(hand: Hand, seat: int, *, is_first: bool) -> None:
    if not is_first:
        hand.left[seat] |= 1 << hand.pile[-1]
    hand.hands[seat] |= 1 << hand.stock.pop()
    hand.actions.append((seat, "draw", None))


def _lay(hand: Hand, seat: int, card: int) -> None:
    hand.pile.append(card)
    hand.thrown[seat] += (card,)
    hand.theirs[seat] &= ~(1 << card)


def showdown(cards: int, others: int, melds: Melds, seat: int) -> Ending:
    """What it comes to when this seat has laid down these melds of its ten cards."""
    held = LOW_ACE.value(deadwood_of(cards, melds))
    if not held:
        return Ending(seat, BONUS + least_deadwood(others), seat, is_gin=True)
    left = least_after_layoffs(others, melds)
    if held < left:
        return Ending(seat, left - held, seat)
    return Ending(1 - seat, BONUS + held - left, seat)

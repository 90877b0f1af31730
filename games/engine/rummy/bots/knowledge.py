"""What a seat knows of a hand of rummy when it is to act: its view, and what everybody saw played.

Nothing else reaches a computer player; a memory is this and no more.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.rummy.melds import Meld, read_meld
from games.engine.rummy.pack import JOKER, Cards, pack_of, read_card, read_cards
from games.engine.rummy.rules import RummyRules, cards_dealt
from kernel.seats import Seat

Played = Sequence[Mapping[str, Any]]
"""The actions of a hand so far, each with `seat` and `action` as in its record."""


class Known(NamedTuple):
    """A hand as one seat knows it, whose turn it is.

    `theirs` are, by seat, the cards that everybody saw come to a hand and that are still in it.
    `unseen` says of each card how many are in the stock or in the hands of others, and nobody can
    say where. `gone` lies in the discards. `held` is how many cards each has. `has_laid`: this seat
    has put cards on the table in an earlier turn, `laid_now` in this one. `turns` are its own that
    are over, `moment` counts the actions so far.
    """

    seat: Seat
    rules: RummyRules
    hand: Cards
    top: int | None
    taken: int | None
    theirs: tuple[Cards, ...]
    unseen: tuple[int, ...]
    gone: Cards
    held: tuple[int, ...]
    melds: tuple[Meld, ...]
    melded: frozenset[Seat]
    has_laid: bool
    laid_now: bool
    stock: int
    turns: int
    moment: int
    actions: tuple[str, ...]

    @property
    def next_seat(self) -> Seat:
        """Who may take what this seat throws."""
        return (self.seat + 1) % len(self.held)

    @property
    def fewest(self) -> int:
        """The fewest cards that another one holds."""
        return min(held for seat, held in enumerate(self.held) if seat != self.seat)

    def may_lay_off(self, seat: Seat) -> bool:
        """Whether the rules let this seat lay off by now."""
        rules = self.rules
        return rules.variant == "basic" and (not rules.layoff_needs_meld or seat in self.melded)


@dataclass(slots=True)
class _Seen:
    """What everybody saw, while it is read action by action."""

    rules: RummyRules
    upcards: list[int]
    stock: int
    theirs: list[Counter[int]]
    pile: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pile.append(self.upcards.pop(0))

    def add(self, seat: Seat, words: list[str]) -> None:
        """One action more."""
        match words:
            case ["draw"]:
                self.stock -= 1
            case ["take"]:
                self.theirs[seat][self.pile.pop()] += 1
            case ["discard", name]:
                self._left(seat, [read_card(name, "played")])
                self.pile.append(read_card(name, "played"))
                if not self.stock and self.upcards:
                    self.stock, self.pile = len(self.pile) - 1, [self.upcards.pop(0)]
            case ["meld", meld]:
                self._left(seat, read_meld(meld).paid)
            case ["lay_off", card, "on", _meld]:
                plain = card.strip("()")
                self._left(seat, [read_card(plain, "played") if card == plain else JOKER])
            case ["free", card, "on", _meld]:
                self._left(seat, [read_card(card, "played")])
                self.theirs[seat][JOKER] += 1

    def _left(self, seat: Seat, cards: Sequence[int]) -> None:
        held = self.theirs[seat]
        for card in cards:
            if held[card]:  # the others came from where nobody saw them
                held[card] -= 1


def known_from(view: Mapping[str, Any], played: Played, seat: Seat, rules: RummyRules) -> Known:
    """The knowledge of a seat whose turn it is, from the JSON of its view."""
    seats = len(view["held"])
    pack = pack_of(rules.packs, rules.jokers)
    upcards = list(read_cards(view["upcards"], "upcards"))
    stock = len(pack) - seats * cards_dealt(seats) - 1
    seen = _Seen(rules, upcards, stock, [Counter() for _ in range(seats)])
    turns, laid = 0, set()
    for one in played:
        words = one["action"].split()
        seen.add(one["seat"], words)
        if one["seat"] == seat and words[0] in ("meld", "lay_off", "free"):
            laid.add(turns)
        turns += one["seat"] == seat and words[0] == "discard"
    hand = read_cards(view["hands"][seat], "hands")
    melds = tuple(map(read_meld, view["melds"]))
    unseen = Counter(pack)
    unseen.subtract(hand)
    unseen.subtract(seen.pile)
    for meld in melds:
        unseen.subtract(meld.paid)
    for other, cards in enumerate(seen.theirs):
        if other != seat:
            unseen.subtract(cards)
    return Known(
        seat=seat,
        rules=rules,
        hand=hand,
        top=seen.pile[-1] if seen.pile else None,
        taken=None if view["taken"] is None else read_card(view["taken"], "taken"),
        theirs=tuple(tuple(cards.elements()) for cards in seen.theirs),
        unseen=tuple(unseen[card] for card in range(JOKER + 1)),
        gone=tuple(seen.pile),
        held=tuple(view["held"]),
        melds=melds,
        melded=frozenset(view["melded"]),
        has_laid=bool(laid - {turns}),
        laid_now=turns in laid,
        stock=view["stock"],
        turns=turns,
        moment=len(played),
        actions=tuple(view["actions"]),
    )

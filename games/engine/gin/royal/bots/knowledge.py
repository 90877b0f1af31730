"""What a seat knows of a hand of three when it is to act: its view, and what everybody saw.

Of each of the two others it knows what is known of an opponent in gin of two (`Knowledge`), so that
what gin's computer players ask of an opponent is asked of either.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.cards import parse_card
from games.engine.gin.bots.knowledge import Knowledge, Played, cards_of
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.hand import SEATS, Form
from games.engine.gin.rules import Rules
from games.engine.melds.arrangements import Melds
from games.engine.melds.form import LOW_ACE
from kernel.seats import Seat


class Known(NamedTuple):
    """A hand of three as one seat knows it, whose turn it is. `others` is what it knows of each, as
    of an opponent of two: the next player first. `live` are the discards that may be taken, `lying`
    the knocker's melds with what this seat laid off on them."""

    seat: Seat
    rules: Rules
    form: Form
    others: tuple[Knowledge, Knowledge]
    live: tuple[int, ...]
    lying: Melds
    actions: tuple[str, ...]

    @property
    def common(self) -> Knowledge:
        """What does not depend on which of the others is asked about."""
        return self.others[0]


@dataclass(slots=True)
class _Seen:
    """What everybody saw, while it is read action by action; sets of cards by seat."""

    most_live: int
    live: list[int]
    pile: int
    theirs: list[int] = field(default_factory=lambda: [0] * SEATS)
    thrown: list[tuple[int, ...]] = field(default_factory=lambda: [()] * SEATS)
    left: list[int] = field(default_factory=lambda: [0] * SEATS)
    passes: int = 0

    def add(self, seat: Seat, words: list[str]) -> None:
        """One action more, of before a knock."""
        match words:
            case ["pass"]:
                self._leaves(seat)
                self.passes += 1
                if self.passes == SEATS:
                    self.live = []
            case ["draw"]:
                self._leaves(seat)
            case ["take", name]:
                card = parse_card(name).index
                self.live.remove(card)
                self._leaves(seat)
                self.pile &= ~(1 << card)
                self.theirs[seat] |= 1 << card
            case ["discard", name]:
                card = parse_card(name).index
                self.live = [*self.live, card][-self.most_live :]
                self.pile |= 1 << card
                self.thrown[seat] += (card,)
                self.theirs[seat] &= ~(1 << card)

    def _leaves(self, seat: Seat) -> None:
        for card in self.live:
            self.left[seat] |= 1 << card


def known_from(view: Mapping[str, Any], played: Played, seat: Seat, rules: Rules) -> Known:
    """The knowledge of a seat whose turn it is, from the JSON of its view."""
    form = FORMS[rules.variant]
    upcard = parse_card(view["upcard"]).index
    seen = _Seen(form.live, [upcard], 1 << upcard)
    turns = 0
    for one in played:
        seen.add(one["seat"], one["action"].split())
        turns += one["seat"] == seat and one["action"].startswith("discard")
    following, last = (seat + 1) % SEATS, (seat + 2) % SEATS

    def of(other: Seat, third: Seat) -> Knowledge:
        return Knowledge(
            hand=cards_of(view["hands"][seat]),
            top=None,
            taken=None if view["taken"] is None else parse_card(view["taken"]).index,
            theirs=seen.theirs[other],
            thrown=seen.thrown[other],
            left=seen.left[other],
            gone=seen.pile | seen.theirs[third],
            stock=view["stock"],
            turns=turns,
            limit=view["limit"],
            form=LOW_ACE,
            moment=len(played),
        )

    return Known(
        seat=seat,
        rules=rules,
        form=form,
        others=(of(following, last), of(last, following)),
        live=tuple(parse_card(name).index for name in view["live"]),
        lying=_lying(view, played, seat),
        actions=tuple(view["actions"]),
    )


def _lying(view: Mapping[str, Any], played: Played, seat: Seat) -> Melds:
    """The knocker's melds as they lie for this seat: with what it laid off itself."""
    if view["spread"] is None:
        return ()
    lying = [cards_of(meld) for meld in view["spread"]["melds"]]
    for one in played:
        words = one["action"].split()
        if one["seat"] == seat and words[0] == "lay_off":
            card = 1 << parse_card(words[1]).index
            onto = cards_of(_cards_in(words[3]))
            lying[lying.index(onto)] = onto | card
    return tuple(lying)


def _cards_in(meld: str) -> list[str]:
    return [meld[at : at + 2] for at in range(0, len(meld), 2)]

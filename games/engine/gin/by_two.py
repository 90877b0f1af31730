"""Gin of more than two, of whom two play each hand.

A hand is written down of the two places at it, as between two; its `players` say which seats these
are. What a ruling does to a hand is by place too, since it is on that hand alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.gin.game_rules import GinRules
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.remedies import HandRemedies
from games.engine.gin.scoring.showdown import HandCards
from games.engine.scoring.facts import LostHand, StoredHand
from kernel.seats import Seat
from kernel.text import N_, refusal

Players = tuple[Seat, ...]
"""The two seats that play a hand, in the order of its places."""


@dataclass(frozen=True)  # without slots, with which super() finds no base
class ByTwoRules(GinRules):
    """What all forms share in which two of the seats play a hand."""

    def written(self, stored: StoredHand) -> HandCounts:
        places = list(stored.players)
        knocker = None if stored.knocker is None else places.index(stored.knocker)
        counts = tuple(stored.counts[seat] for seat in places)
        return replace(super().written(stored), knocker=knocker, counts=counts)

    def stored(
        self, said: HandCounts | HandCards, remedies: HandRemedies, players: Sequence[Seat]
    ) -> dict[str, Any]:
        if said.knocker is not None:
            self.checked_seat(said.knocker, "knocker")
            if said.knocker not in players:
                sentence = N_("Who ended the hand is one of the two who played it.")
                raise refusal("bad_seat", sentence, "knocker")
            said = _at_place(said, list(players).index(said.knocker))
        fields = super().stored(said, remedies, players)
        by_seat: list[int | None] = [None] * self.seats
        for seat, count in zip(players, fields["counts"], strict=True):
            by_seat[seat] = count
        if fields["knocker"] is not None:
            fields["knocker"] = players[fields["knocker"]]
        return {**fields, "counts": by_seat}

    def remedies(
        self, effects: Iterable[object], lost: LostHand | None, players: Sequence[Seat] = ()
    ) -> HandRemedies:
        """A hand that somebody has lost who did not play it is lost for nobody."""
        if lost is not None:
            at = self.place_of(lost.seat, players)
            lost = None if at is None else lost._replace(seat=at)
        return super().remedies([self._at_places(one, players) for one in effects], lost)

    def _at_places(self, effect: object, players: Sequence[Seat]) -> object:
        """What a ruling does, as it is stored, at the places of its hand."""
        assert isinstance(effect, Mapping)
        places = [self.place_of(seat, players) for seat in effect["seats"]]
        return {**effect, "seats": [place for place in places if place is not None]}

    def place_of(self, seat: Seat, players: Sequence[Seat]) -> Seat | None:
        """The place at a hand of a seat; null where it sits out."""
        return players.index(seat) if seat in players else None


def _at_place(said: HandCounts | HandCards, place: Seat) -> HandCounts | HandCards:
    """The same with the place of the knocker."""
    if isinstance(said, HandCards):
        return replace(said, knocker=place)
    held, left = said.knocker_count, said.defender_count
    return replace(said, knocker=place, counts=(left, held) if place else (held, left))

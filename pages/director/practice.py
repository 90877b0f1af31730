"""Practice copies: made of an event by one press, and the panel from which a copy is played."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.rule_books import GIN
from pages.parts.rooms import TournamentRoomPage
from pages.parts.table_sheet import listed
from tournaments.selectors.events.practices import Copy, copy_at, own_copies
from tournaments.selectors.stages.bracket import Slot, bracket, matches_of, names_by_side
from tournaments.selectors.stages.open_boards import open_boards
from tournaments.services.desk import self_playing
from tournaments.services.events.practice_copies import (
    OF_GIN_ALONE,
    make_practice_copy,
    practice_of,
    throw_away,
)
from web.numbers import number_sent


class PracticePage(TournamentRoomPage):
    """Of an event its copies, and the button that makes one; of a copy its panel."""

    action = "tournament.edit"
    template = "director/practice.html"
    acts = ("make", "hand", "match", "round", "end", "stop", "throw_away")

    @cached_property
    def copy(self) -> Copy | None:
        """The copy that this event is; None for an event that is none."""
        return copy_at(self.tournament)

    def make(self, _key: str) -> str:
        made = make_practice_copy(source=self.tournament, by=self.actor, now=self.now)
        sentence = _("The practice copy is made. Nobody but its staff sees it.")
        return self.done(sentence, reverse("practice", args=[made.club.slug, made.slug]))

    def hand(self, key: str) -> str:
        """The next hand of a match; none where it is over by now."""
        self_playing.play_hand_of(match=number_sent(key), **self.write())
        return self.address("practice")

    def match(self, key: str) -> str:
        """A match to its end, as far as it is not over by now."""
        self_playing.play_match_of(match=number_sent(key), **self.write())
        return self.address("practice")

    def round(self, _key: str) -> str:
        self_playing.play_round(tournament_id=self.tournament.pk)
        return self.address("practice")

    def end(self, _key: str) -> str:
        self_playing.play_to_the_end(tournament_id=self.tournament.pk)
        return self.address("practice")

    def stop(self, _key: str) -> str:
        self_playing.stop_playing(tournament_id=self.tournament.pk)
        return self.address("practice")

    def throw_away(self, _key: str) -> str:
        practice_of(self.tournament.pk)  # of an event that is no copy nothing is thrown away
        source = self.copy.source if self.copy else None
        throw_away(tournament_id=self.tournament.pk)
        sentence = _("The practice copy is thrown away, with all that was played in it.")
        return self.done(sentence, reverse("practice", args=source) if source else reverse("home"))

    def context(self) -> dict[str, Any]:
        if self.copy is None:
            why_not = "" if self.tournament.game == GIN.game else _(OF_GIN_ALONE)
            copies = own_copies(self.actor, self.tournament)
            return super().context() | {"copies": copies, "why_not": why_not}
        return super().context() | self._panel(self.copy)

    def _panel(self, copy: Copy) -> dict[str, Any]:
        slots = [
            slot
            for stage in self.tournament.stages.order_by("number")
            for slot in matches_of(bracket(stage))
        ]
        still_open = set(open_boards(self.tournament.pk).values_list("match", flat=True))
        return {
            "copy": copy,
            "is_startable": not self.blocked("start"),
            "matches": len(slots),
            "played": sum(slot.state == "finished" for slot in slots),
            "open": [_line(slot) for slot in slots if slot.match and slot.match.pk in still_open],
        }


def _line(slot: Slot) -> Mapping[str, object]:
    """A match that is not over: who plays, and how it stands."""
    assert slot.match is not None
    names = names_by_side(slot)
    return {
        "match": slot.match.pk,
        "names": " – ".join(names),
        "said": listed(names),
        "games": "–".join(map(str, slot.match.games_won)),
    }

"""Certificates: a sheet for each of the first three, or for whoever is chosen, in three designs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pages.paper.paper import PaperRoomPage
from pages.parts.podium import EndWords, OnPodium
from tournaments.domain.podium import Holder, way_of
from tournaments.domain.standings import shown
from tournaments.selectors.events.access import director_and_referee
from tournaments.selectors.stages.podium import Ending, ending_of, meetings_of
from tournaments.selectors.stages.sides import entry_names
from web.actors import figure

DESIGNS = ("sheet", "card", "way")
FIRST = (3, 8)
SUITS = {1: "s", 2: "h", 3: "d"}
OTHER_SUIT = "c"
MOST_PIPS = 10


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs: a name above the part they have, empty where nobody is known."""

    name: str
    part: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """What stands on the sheet of one of them: their `place` in words and as a `rank`, and what is
    told of it as labelled `facts`. `index` and `pips` are those of the card that has their rank."""

    one: OnPodium
    rank: int
    place: str
    facts: Sequence[tuple[str, str]]
    index: str
    suit: str
    pips: range


class CertificatesPage(PaperRoomPage):
    """The certificates of an event that was played out."""

    template = "paper/certificates.html"

    @cached_property
    def ending(self) -> Ending | None:
        return ending_of(self.stage, self.rounds)

    @cached_property
    def design(self) -> str:
        """The design that the address asks for."""
        wanted = self.request.GET.get("design", DESIGNS[0])
        if wanted not in DESIGNS:
            raise Http404
        return wanted

    def context(self) -> dict[str, Any]:
        ending = self.ending
        designs = (_("Score sheet"), _("Card"), _("The way"))
        return super().context() | {
            "design": self.design,
            "designs": list(zip(DESIGNS, designs, strict=True)),
            "for": self.request.GET.get("for", str(FIRST[0])),
            "choices": self._choices(ending) if ending else [],
            "people": self._people(ending) if ending else [],
            "certificates": list(self._certificates(ending)) if ending else [],
            "signers": self._signers(),
            "suits": ("s", "h", "d", "c"),
        }

    def _choices(self, ending: Ending) -> Sequence[tuple[str, str]]:
        count = len(ending.table.rows)
        numbers = [number for number in FIRST if number < count]
        first = [(str(number), _("First %(count)d") % {"count": number}) for number in numbers]
        return [*first, ("all", _("All %(count)d") % {"count": count})]

    def _people(self, ending: Ending) -> Sequence[tuple[str, str]]:
        """Everybody in the order of the final table, by what the address calls them."""
        return [(f"e{row['entry']}", self.names[row["entry"]]) for row in ending.table.rows]

    @cached_property
    def names(self) -> dict[int, str]:
        return dict(entry_names(self.tournament.pk, full_names=True))

    def _wanted(self, ending: Ending) -> Sequence[dict[str, Any]]:
        """The rows of the final table for which the address asks: those of the first so many
        places, of all, or of one entry. Without a word those of the first three."""
        rows: Sequence[dict[str, Any]] = ending.table.rows
        wanted = self.request.GET.get("for", str(FIRST[0]))
        if wanted == "all":
            return rows
        if wanted in map(str, FIRST):
            return [row for row in rows if row["rank"] and row["rank"] <= int(wanted)]
        found = [row for row in rows if wanted == f"e{row['entry']}"]
        if not found:
            raise Http404
        return found

    def _certificates(self, ending: Ending) -> Iterator[Certificate]:
        slots = {slot.key: slot for round in self.rounds for slot in round.slots}
        words, meetings = EndWords(ending, self.names, slots), meetings_of(self.rounds)
        for row in self._wanted(ending):
            holder = Holder(row["entry"], way_of(row["entry"], meetings))
            rank = row["rank"]
            yield Certificate(
                one=words.holder(holder),
                rank=rank,
                place=self._place(row),
                facts=list(self._facts(row, holder, len(ending.table.rows))),
                index="A" if rank == 1 else str(rank),
                suit=SUITS.get(rank, OTHER_SUIT),
                pips=range(rank if rank <= MOST_PIPS else 1),
            )

    def _place(self, row: dict[str, Any]) -> str:
        words = {
            1: pgettext("certificate", "First place"),
            2: pgettext("certificate", "Second place"),
            3: pgettext("certificate", "Third place"),
        }
        place = words.get(row["rank"]) or _("Place %(place)d") % {"place": row["rank"]}
        if row["group"] is not None:
            place = _("%(place)s in group %(group)d") % {"place": place, "group": row["group"]}
        return _("%(place)s, shared") % {"place": place} if row["shared"] else place

    def _facts(
        self, row: dict[str, Any], holder: Holder, entrants: int
    ) -> Iterator[tuple[str, str]]:
        yield _("Won"), _("%(won)d of %(played)d") % {"won": row["won"], "played": row["played"]}
        scores = [mark.score for mark in holder.way if mark.score]
        if scores:
            games = _("Boards") if self.tournament.plays_boards else _("Games")
            yield games, f"{sum(own for own, _o in scores)}–{sum(other for _o, other in scores)}"
        if "net_points" in row["tiebreaks"]:
            yield _("Net points"), figure(shown(row["tiebreaks"]["net_points"]))
        players = _("Teams") if self.tournament.has_teams else _("Players")
        yield players, str(entrants)

    def _signers(self) -> Sequence[Signer]:
        """The director and the referee; the line of one who is not known is left to be filled."""
        director, referee = director_and_referee(self.tournament)
        return [Signer(director, _("Director")), Signer(referee, _("Referee"))]

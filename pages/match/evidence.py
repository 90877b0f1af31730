"""What an online match tells its referees once its result stands: evidence, and no proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.http import HttpRequest, HttpResponse
from django.utils.formats import number_format

from games.selectors.evidence import TableEvidence
from games.tables.evidence import Decision, median_of
from games.tables.records import instant
from kernel.text import Refusal
from pages.match.match import MatchPage
from tournaments.selectors.desk.evidence import evidence_of
from web.actors import say
from web.errors import status_of


@dataclass(frozen=True, slots=True)
class SeatTold:
    """How one has played: how many decisions, the middle and the longest time for one in seconds,
    and from when to when they were not connected."""

    name: str
    decisions: int
    middle: str
    longest: str
    absences: Sequence[tuple[datetime, datetime]]


@dataclass(frozen=True, slots=True)
class DealTold:
    """The seconds for each decision in a deal, by seat, in order."""

    number: int
    times: Sequence[str]


class EvidencePage(MatchPage):
    action = "evidence.view"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        try:
            found = evidence_of(self.board, self.actor)
        except Refusal as refusal:
            status = status_of(refusal.text.code)
            return self.answer("match/evidence.html", status, refused=say(refusal.text))
        return self.answer(
            "match/evidence.html",
            seats=[self._seat(found, seat) for seat in range(len(self._called))],
            deals=_deals(found.decisions, len(self._called)),
            one_network=found.one_network,
        )

    @property
    def _called(self) -> Sequence[str]:
        """What those at the table are called, by seat."""
        return self.people or self.names

    def _seat(self, found: TableEvidence, seat: int) -> SeatTold:
        took = [one.took for one in found.decisions if one.seat == seat]
        return SeatTold(
            self._called[seat],
            len(took),
            _seconds(median_of(took)),
            _seconds(max(took, default=0)),
            [
                (instant(one.began), instant(one.ended))
                for one in found.absences
                if one.seat == seat
            ],
        )


def _deals(decisions: Sequence[Decision], seats: int) -> list[DealTold]:
    in_order = sorted(decisions, key=attrgetter("deal"))
    return [
        DealTold(number, [_times(of_deal, seat) for seat in range(seats)])
        for number, of_deal in (
            (number, list(found)) for number, found in groupby(in_order, attrgetter("deal"))
        )
    ]


def _times(decisions: Sequence[Decision], seat: int) -> str:
    return "  ".join(_seconds(one.took) for one in decisions if one.seat == seat)


def _seconds(ms: int) -> str:
    return str(number_format(round(ms / 1000, 1), 1))

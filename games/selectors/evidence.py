"""What an online table tells a referee of how two have played: no proof of anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from games.models import OnlineTable, SeatConnection, TableEvent
from games.selectors.table_now import events_from, settings_of
from games.selectors.uptime import uptime_since
from games.tables.events import Event
from games.tables.evidence import Absence, Decision, absences, decisions, spans_here
from games.tables.records import instant, ms_of
from kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class TableEvidence:
    """Each decision that a seat took, when a seat was not connected from the first deal on, and
    whether two came from one network at some time: null where that is not known of two."""

    decisions: Sequence[Decision]
    absences: Sequence[Absence]
    one_network: bool | None


def table_evidence(table: OnlineTable) -> TableEvidence:
    """What is kept of a table: of networks for 30 days, of connections for 90."""
    log = events_from(TableEvent.objects.filter(table=table))
    pages = list(SeatConnection.objects.filter(table=table))
    seats = range(settings_of(table).seats)
    return TableEvidence(_decisions(log), _absences(log, pages, seats), _one_network(pages, seats))


def _decisions(log: Sequence[Event]) -> list[Decision]:
    if not log:
        return []
    lost = uptime_since(instant(log[0].at), now=instant(log[-1].at)).outages
    return list(decisions(log, lost))


def _absences(
    log: Sequence[Event], pages: Sequence[SeatConnection], seats: Sequence[Seat]
) -> list[Absence]:
    if not pages:
        return []
    return [
        absence
        for seat in seats
        for began, ended in spans_here(log)
        for absence in absences(seat, _spans(pages, seat), began, ended)
    ]


def _spans(pages: Sequence[SeatConnection], seat: Seat) -> list[tuple[int, int]]:
    return [
        (ms_of(page.began_at), ms_of(page.ended_at or page.seen_at))
        for page in pages
        if page.seat == seat
    ]


def _one_network(pages: Sequence[SeatConnection], seats: Sequence[Seat]) -> bool | None:
    networks = [{page.network for page in pages if page.seat == seat} - {""} for seat in seats]
    known = [found for found in networks if found]
    if len(known) < 2:
        return None
    return any(not one.isdisjoint(other) for one, other in combinations(known, 2))

"""The tables of an evening as a referee sees them: what is played where, and since when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, QuerySet

from games.models import Dispute, Submission
from kernel.permissions import Actor, Role
from tournaments.models import Table, Tournament
from tournaments.selectors.events.access import staff_rows
from tournaments.selectors.stages.bracket import BracketRound, Slot, matches_of

ALL_TABLES = frozenset(Role) - {
    Role.TABLE_REFEREE,
    Role.PLAYER,
    Role.ENTRANT,
    Role.MEMBER,
    Role.USER,
    Role.ANYONE,
}
URGENCY = {"disputed": 0, "reported": 1, "running": 2, "ready": 3}


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match that is open now; `since` is when it came into its state, None where nobody knows:
    the dispute, the report, the first hand, or the publication of its round."""

    slot: Slot
    since: datetime | None

    @property
    def urgency(self) -> tuple[int, float]:
        """What needs a referee first: disputes, reports, what is running longest, what is ready."""
        since = self.since.timestamp() if self.since else float("inf")
        return (URGENCY[self.slot.state], since)


def open_matches(rounds: Sequence[BracketRound]) -> Sequence[TableMatch]:
    """The matches of a bracket that can be played or wait for a word, the most urgent first."""
    slots = [slot for slot in matches_of(rounds) if slot.state in URGENCY]
    since = _since([slot.match.pk for slot in slots if slot.match])
    found = [TableMatch(slot, since.get(slot.match.pk)) for slot in slots if slot.match]
    return sorted(found, key=lambda match: (*match.urgency, match.slot.table or 10_000))


def tables_of(tournament: Tournament) -> QuerySet[Table]:
    """The tables at which a tournament is played, by their numbers; online there are none."""
    tables = Table.objects.none() if tournament.is_online else Table.objects.all()
    return tables.filter(tournament=tournament).order_by("number")


def own_tables(actor: Actor, tournament: Tournament) -> frozenset[int] | None:
    """The tables to which an actor of the staff is limited; None for who has them all."""
    if actor.roles & ALL_TABLES:
        return None
    rows = staff_rows(actor).filter(tournament=tournament).values_list("tables", flat=True)
    return frozenset(number for tables in rows for number in tables)


def _since(matches: Sequence[int]) -> Mapping[int, datetime]:
    begun = Submission.objects.filter(match__in=matches, superseded_at__isnull=True)
    found = dict(begun.values_list("match_id").annotate(first=Min("at")))
    disputes = Dispute.objects.filter(submission__in=begun)
    return found | dict(disputes.values_list("submission__match_id", "at"))

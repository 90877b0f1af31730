"""For which rounds of a stage that pairs round by round each entrant is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.domain.lifecycle import RoundState
from tournaments.models import Absence, Entry, LateEntry, Stage

RoundSpan = tuple[int, int | None]
"""The first and the last round of an absence; the last is None until the entrant is back."""


@dataclass(slots=True)
class Presence:
    """From which round on an entrant plays, what they sit out, their own table by its number."""

    joined: int = 1
    absences: list[RoundSpan] = field(default_factory=list)
    table: int | None = None

    def is_away(self, round: int) -> bool:
        """Whether the entrant sits out that round."""
        return any(
            first <= round and (last is None or round <= last) for first, last in self.absences
        )


def next_round(stage: Stage) -> int:
    """The first round of a stage that is not published, drawn or not."""
    published = stage.rounds.exclude(state=RoundState.DRAFT).order_by("-number")
    return (published.values_list("number", flat=True).first() or 0) + 1


def presence_in(stage: Stage) -> Mapping[int, Presence]:
    """By entry of the tournament."""
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    tables = entries.values_list("pk", "fixed_table__number")
    found = {entry: Presence(table=table) for entry, table in tables}
    late = LateEntry.objects.filter(stage=stage).values_list("entry_id", "from_round")
    for entry, joined in late:
        found[entry].joined = joined
    absences = Absence.objects.filter(stage=stage, superseded_at__isnull=True)
    rows = absences.order_by("from_round", "id").values_list(
        "entry_id", "from_round", "until_round"
    )
    for entry, first, last in rows:
        found[entry].absences.append((first, last))
    return found

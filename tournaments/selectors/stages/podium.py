"""The end of an event, as its facts have it: the podium, and what its people came through."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import OuterRef, Q, Subquery

from tournaments.domain.kinds.pairings import DecidedBy
from tournaments.domain.lifecycle import PLAYED_OUT, TournamentState
from tournaments.domain.podium import Meeting, Placed, Step, podium
from tournaments.models import Entry, Stage, StandingTable
from tournaments.selectors.events.penalties import out_from
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.kept_standings import standing_table


@dataclass(frozen=True, slots=True)
class EarlierPlace:
    """Where somebody stood when an earlier stage was over: its row of the standings."""

    stage: Stage
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of an event that was played out or cut short. `table` are its last standings,
    `earlier` the places of those on the podium in the stages before, `gone` says of whom of them
    left: whether they were put out by a penalty, or withdrew."""

    steps: Sequence[Step]
    table: StandingTable
    earlier: Mapping[int, Sequence[EarlierPlace]]
    gone: Mapping[int, bool]


def ending_of(stage: Stage, rounds: Sequence[BracketRound]) -> Ending | None:
    """The end of the event whose last stage this is, with its rounds as `bracket` has them; None
    while it is not played out, or where it was cancelled."""
    if stage.tournament.state not in PLAYED_OUT:
        return None
    table = standing_table(stage)
    if table is None:
        return None
    placed = [Placed(row["entry"], row["rank"], row["group"]) for row in table.rows]
    steps = podium(placed, meetings_of(rounds))
    on_it = [holder.entry for step in steps for holder in step.holders]
    # The reasons of a knock-out say already who left it.
    gone = {} if stage.format_class.is_knock_out else _gone(on_it)
    return Ending(steps, table, _earlier(stage, on_it), gone)


def broken_off(stage: Stage) -> Ending | None:
    """What stood in a stage when its event was cancelled: nobody is on the podium. None where it
    was not cancelled, or there are no standings."""
    if stage.tournament.state != TournamentState.CANCELLED:
        return None
    table = standing_table(stage)
    return None if table is None else Ending((), table, {}, {})


def meetings_of(rounds: Iterable[BracketRound]) -> Sequence[Meeting]:
    """The pairings of a stage, as the podium is told of them. Of tables of more than two it is told
    nothing: whom somebody met there is no way to a place."""
    slots = [slot for round in rounds for slot in round.slots]
    return [] if any(slot.is_table for slot in slots) else [_meeting(slot) for slot in slots]


def _meeting(slot: Slot) -> Meeting:
    first, second = slot.players
    won = slot.games_won
    return Meeting(
        slot.key,
        (first.entry if first else None, second.entry if second else None),
        cast("DecidedBy | None", slot.decision),
        cast("Any", slot.winner),
        (won[0], won[1]),
        slot.is_free,
    )


def _earlier(stage: Stage, entries: Sequence[int]) -> Mapping[int, Sequence[EarlierPlace]]:
    if stage.number == 1:
        return {}
    newest = StandingTable.objects.filter(stage=OuterRef("stage")).order_by("-round__number")
    tables = StandingTable.objects.filter(
        stage__tournament=stage.tournament_id,
        stage__number__lt=stage.number,
        pk=Subquery(newest.values("pk")[:1]),
    )
    found: defaultdict[int, list[EarlierPlace]] = defaultdict(list)
    for table in tables.select_related("stage").order_by("stage__number"):
        for row in table.rows:
            if row["entry"] in entries:
                found[row["entry"]].append(EarlierPlace(table.stage, row))
    return found


def _gone(entries: Sequence[int]) -> Mapping[int, bool]:
    """Who of these left the event, and whether a penalty put them out of it."""
    found = Entry.objects.filter(pk__in=entries).annotate(out=out_from("pk"))
    left = found.filter(Q(out__isnull=False) | Q(withdrawal__isnull=False))
    return {entry: out is not None for entry, out in left.values_list("pk", "out")}

"""Standings, as workers keep them for each round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256

from kernel.permissions import Actor
from kernel.text import Refusal, Text
from tournaments.domain.formats.sentences import stored
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import STANDARD
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages.chances import Goal, chances
from tournaments.selectors.stages.facts import stage_table
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.ranking import table_after
from tournaments.selectors.stages.shapes import StageTable
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.next_round import draw_what_follows
from tournaments.services.stages.redrawing import mark_what_follows

VERSION = 5
"""Raised whenever the same facts would be ranked or told otherwise."""


def compute_standings(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Draw what follows, then bring the table of every published round up to the facts; told only
    where one changed.

    Both are one: the standings are the last thing that is done, so that whoever finds them behind
    knows that the rest is to be done as well.
    """
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id).first()
    if stage is None:
        return
    with changing(stage.tournament_id, by=by, now=now) as change:
        facts = stage_table(stage)
        if change.tournament.state == TournamentState.RUNNING and _draw(change, facts):
            facts = stage_table(stage)
        write_standings(change, facts)


def _draw(change: Change, facts: StageTable) -> bool:
    """Whether anything followed, or was dropped."""
    current = current_stage(stages_of(facts.stage.tournament_id))
    with suppress(Refusal):  # what can't be drawn waits for the director
        return draw_what_follows(change, facts if current == facts.stage else stage_table(current))
    return True


def write_standings(change: Change, facts: StageTable) -> None:
    """The same inside a change that has begun."""
    stage = facts.stage
    names = dict(change.tournament.entries.values_list("pk", "name"))
    known = dict(StandingTable.objects.filter(stage=stage).values_list("round", "basis"))
    codes: Sequence[str] = stage.settings.get("tiebreaks", STANDARD)
    goal = Goal.of(facts, change.tournament.rules)
    digests = _Digests(facts, names, goal)
    written = []
    for round in facts.rounds:
        if round.state == RoundState.DRAFT:
            continue
        basis = digests.after(round.number)
        if known.get(round.pk) == basis:
            continue
        table = table_after(facts, round.number)
        sure = chances(facts, table, round.number, goal)
        rows = [_row(place, names, codes, sure) for place in facts.format.places(table)]
        written.append(StandingTable(stage=stage, round=round, basis=basis, rows=rows))
    mark_what_follows(facts, [standing.round.number for standing in written])
    _write(change, stage, written)


class _Digests:
    """Digests of what the tables of standings of a stage rest on, as `table_after` has it; each
    round is read once for all of them."""

    def __init__(self, facts: StageTable, names: Mapping[int, str], goal: Goal) -> None:
        table = facts.table
        self.goal, self.table = goal, table
        self.one_by_one = facts.stage.format_class.drawn_by_round
        self.entries = _by_round(
            (table.joined.get(entry, 1), f"{seed} {entry} {names[entry]!r}")
            for seed, entry in enumerate(table.entries, 1)
        )
        self.plans = _by_round((planned.round, planned.told) for planned in table.plan)
        self.outcomes = _by_round(
            (round, f"{number} {outcome.told}")
            for (round, number), outcome in table.outcomes.items()
        )

    def after(self, round: int) -> str:
        """Of the table after a round."""
        table = self.table
        facts = (
            VERSION,
            self.goal,
            [told for joined, told in self.entries.items() if joined <= round],
            table.seed,
            [told for number, told in self.plans.items() if number <= round or not self.one_by_one],
            [(number, told) for number, told in self.outcomes.items() if number <= round],
            sorted((entry, gone) for entry, gone in table.withdrawn.items() if gone <= round),
            sorted(table.put_out),
            sorted((entry, joined) for entry, joined in table.joined.items() if joined <= round),
        )
        return _sha(repr(facts))


def _by_round(told: Iterable[tuple[int, str]]) -> dict[int, str]:
    """A digest of what is told of each round, in order."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for round, text in told:
        found[round].append(text)
    return {round: _sha("|".join(texts)) for round, texts in sorted(found.items())}


def _sha(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _row(
    place: Standing, names: Mapping[int, str], codes: Sequence[str], sure: Mapping[int, Text]
) -> dict[str, object]:
    # A place that is final says enough.
    chance = sure.get(place.entry) if place.rank is None or place.values else None
    return {
        "rank": place.rank,
        "shared": place.shared,
        "entry": place.entry,
        "name": names[place.entry],
        "played": place.played,
        "won": place.won,
        "lost": place.lost,
        "group": place.group,
        "tiebreaks": dict(zip(codes, place.values, strict=False)),
        "reason": stored(place.reason),
        "chance": chance and stored(chance),
    }


def _write(change: Change, stage: Stage, written: list[StandingTable]) -> None:
    if written:
        change.record(
            "standings.compute",
            {"stage": stage.pk, "rounds": [standing.round_id for standing in written]},
            changed="standings",
        )
    version = change.tournament.version + bool(change.records)
    for standing in written:
        standing.version, standing.computed_at = version, change.now
    StandingTable.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["round"],
        update_fields=["version", "computed_at", "basis", "rows"],
    )
    StandingTable.objects.filter(stage=stage).update(version=version)

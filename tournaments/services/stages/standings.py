"""Standings, as workers keep them for each round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from kernel.text import Text
from tournaments.domain.formats.sentences import stored
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.standings import Standing
from tournaments.models import Round, Stage, StandingTable
from tournaments.selectors.stages.chances import Goal, chances, is_near_end
from tournaments.selectors.stages.ranking import table_after, withdrawn_by
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change
from tournaments.services.stages.marking import mark_what_follows

VERSION = 5
"""Raised whenever the same facts would be ranked or told otherwise."""


def write_standings(change: Change, facts: StageRecord, following: Stage | None) -> None:
    """Bring the table of every published round of a stage up to the facts; told only where one
    changed. `following` is the stage after it."""
    stage = facts.stage
    known = dict(StandingTable.objects.filter(stage=stage).values_list("round", "basis"))
    codes = stage.compares
    names = {entry: entrant.name for entry, entrant in facts.entrants.items()}
    goal = Goal.of(facts, change.tournament.rules, following)
    digests = _Digests(facts, names, goal)
    written: list[StandingTable] = []
    published = [round for round in facts.rounds if round.state != RoundState.DRAFT]
    for before, round in zip([None, *published], published, strict=False):
        basis = digests.after(round.number)
        if known.get(round.pk) == basis:
            continue
        if before is not None and _is_alike(facts, before.number, round.number):
            rows = _rows_of(before, written)
        else:
            table = table_after(facts, round.number)
            sure = chances(facts, table, round.number, goal)
            rows = [_row(place, names, codes, sure) for place in facts.format.places(table)]
        written.append(StandingTable(stage=stage, round=round, basis=basis, rows=rows))
    mark_what_follows(facts, [standing.round.number for standing in written], following)
    _write(change, stage, written)


def _is_alike(facts: StageRecord, before: int, round: int) -> bool:
    """Whether the table after a round is that after the one before it: of a stage whose rounds are
    drawn together as long as nothing of the round is decided."""
    table = table_after(facts, round)
    is_same = table == table_after(facts, before)
    return is_same and is_near_end(facts, table, before) == is_near_end(facts, table, round)


def _rows_of(round: Round, written: Sequence[StandingTable]) -> Sequence[dict[str, object]]:
    """The table after a round, just made anew or as it is stored."""
    made_anew = bool(written) and written[-1].round == round
    table = written[-1] if made_anew else StandingTable.objects.only("rows").get(round=round)
    rows: Sequence[dict[str, object]] = table.rows
    return rows


class _Digests:
    """Digests of what the tables of standings of a stage rest on, as `table_after` has it; each
    round is read once for all of them."""

    def __init__(self, facts: StageRecord, names: Mapping[int, str], goal: Goal) -> None:
        table = facts.table
        self.facts, self.goal, self.table = facts, goal, table
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
            sorted(withdrawn_by(self.facts, round).items()),
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
        rounds = [standing.round_id for standing in written]
        change.record("standings.compute", "standings", stage=stage.pk, rounds=rounds)
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

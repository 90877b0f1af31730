"""Which match is played at which table.

The next match goes to the next free table. Where rounds are paired one by one, table 1 goes to the
match of the leader, and so on in order of standing.

Who has a table of their own (`Entry.fixed_table`) plays there or waits for it: nobody else is sent
there while they have a match to come. Where two meet who have one, it is that of who is named
first, or else the other's. Where all tables are somebody's own, those that their holders do not
need now go to others, so that the event goes on.

Online nobody needs one, and none that was set before is given out.

Until something of a round has begun its tables are exchanged for somebody's own; after that nobody
has to move in it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kernel.text import N_, refusal
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Pairing, Table, Tournament
from tournaments.selectors.stages.record import PairingFact, StageRecord


@dataclass(frozen=True, slots=True, eq=False)
class _Ready:
    """A match that can be played now; `own` are the tables of its entrants, in order of seat."""

    pairing: PairingFact
    entries: tuple[int, ...]
    own: tuple[int, ...]
    may_move: bool


def assign_tables(
    tournament: Tournament, facts: StageRecord, resolved: Sequence[Resolved]
) -> tuple[StageRecord, set[int]]:
    """Give each match that can be played its table; the stage as it is then, and the ids of the
    pairings whose table changed.

    A match that can't be played (any more) has none, and who sits at a table gets no second one
    for a later round. Where a correction opens a match again whose table another one has by now,
    the later one keeps it.
    """
    undecided = [match for match in resolved if match.decision is None]
    ready = [] if tournament.is_online else _ready(facts, undecided)
    at = {match.pairing.table: match for match in ready if match.pairing.table}
    seeking = _seeking(ready, list(at.values()))
    tables: dict[int, Table] = {}
    if seeking or any(match.own for match in ready):
        tables = {row.pk: row for row in Table.objects.filter(tournament=tournament)}
        others = _give_own(at, ready, seeking)
        kept_free = _kept_free(facts, undecided, ready, tables.keys())
        free = [table for table in tables if table not in at and table not in kept_free]
        if free:
            others = _in_order_of_standing(facts, others)
        at |= dict(zip(free, others, strict=False))
    wanted = {match.pairing.pk: table for table, match in at.items()}
    changed = _moved(facts, undecided, wanted, tables)
    Pairing.objects.bulk_update(
        [Pairing(pk=pairing.pk, table_id=pairing.table) for pairing in changed.values()], ["table"]
    )
    moved = {pairing.pk for pairing in changed.values()}
    return replace(facts, pairings={**facts.pairings, **changed}), moved


def _moved(
    facts: StageRecord,
    undecided: Sequence[Resolved],
    wanted: Mapping[int, int],
    tables: Mapping[int, Table],
) -> dict[PairingKey, PairingFact]:
    """The pairings that are to be at another table, or at none, each as it is there; `wanted` are
    tables by the ids of pairings."""
    found = {}
    for match in undecided:
        pairing = facts.pairings[match.plan.key]
        table = wanted.get(pairing.pk)
        if table != pairing.table:
            row = tables[table] if table else None
            number, label = (row.number, row.label) if row else (None, "")
            found[match.plan.key] = pairing._replace(
                table=table, table_number=number, table_label=label
            )
    return found


def _ready(facts: StageRecord, undecided: Sequence[Resolved]) -> list[_Ready]:
    """The matches that can be played, those of earlier rounds first."""
    states = {round.number: round.state for round in facts.rounds}
    found = []
    for match in sorted(undecided, key=lambda match: match.plan.round):
        state = states[match.plan.round]
        if match.is_full and state != RoundState.DRAFT:
            tables = [facts.entrants[entry].table for entry in match.entries]
            own = tuple(table for table in tables if table is not None)
            may_move = state == RoundState.PUBLISHED
            found.append(_Ready(facts.pairings[match.plan.key], match.entries, own, may_move))
    return found


def _seeking(ready: Sequence[_Ready], sitting: Sequence[_Ready]) -> list[_Ready]:
    """Those that have no table and whose players sit at none."""
    seated = {entry for match in sitting for entry in match.entries}
    found = []
    for match in ready:
        if match not in sitting and seated.isdisjoint(match.entries):
            found.append(match)
            seated.update(match.entries)
    return found


def _give_own(
    at: dict[int, _Ready], ready: Sequence[_Ready], seeking: Sequence[_Ready]
) -> list[_Ready]:
    """Seat those who have a table of their own; the others that seek one then, who had to make
    room included."""
    others = {match for match in seeking if not match.own}
    for match in ready:
        here = next((table for table, other in at.items() if other is match), None)
        may_sit = match in seeking if here is None else match.may_move
        if not match.own or here in match.own or not may_sit:
            continue
        if here is not None:
            del at[here]
        for table in match.own:
            there = at.get(table)
            if there is None or (there.may_move and table not in there.own):
                at[table] = match
                others |= {there} if there else set()
                break
    return [match for match in ready if match in others]


def _in_order_of_standing(facts: StageRecord, matches: list[_Ready]) -> list[_Ready]:
    """By round, and in it by the better placed of the two before it, then by the other one; of
    groups the first of each come first. Where all rounds were drawn together as they were drawn."""
    if not facts.stage.format_class.drawn_by_round:
        return matches
    rounds = {match.pairing.plan.round for match in matches}
    places = {round: _places_before(facts, round) for round in rounds}

    def standing(match: _Ready) -> tuple[int, list[tuple[int, int]]]:
        round = match.pairing.plan.round
        return round, sorted(places[round][entry] for entry in match.entries)

    return sorted(matches, key=standing)


def _places_before(facts: StageRecord, round: int) -> Mapping[int, tuple[int, int]]:
    """By entry the place in its group before a round, from 1, and the group."""
    found, above = {}, Counter[int]()
    for row in facts.format.places(facts.table.before(round)):
        group = row.group or 0
        above[group] += 1
        found[row.entry] = above[group], group
    return found


def _kept_free(
    facts: StageRecord,
    undecided: Sequence[Resolved],
    ready: Sequence[_Ready],
    tables: Iterable[int],
) -> set[int]:
    """The tables to which nobody is sent but those whose own they are."""
    coming = {facts.entrants[entry].table for match in undecided for entry in match.entries}
    if coming.issuperset(tables):
        return {table for match in ready for table in match.own}
    return {table for table in coming if table is not None}


def table_numbered(tournament: Tournament, number: int | None) -> Table | None:
    """A table by its number, None for none; refused where there is no such table."""
    if number is None:
        return None
    table = tournament.tables.filter(number=number).first()
    if table is None:
        sentence = N_("There is no table %(number)d in this tournament.")
        raise refusal("not_found", sentence, "table", number=number)
    return table

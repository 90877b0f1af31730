"""Small events for the tests of the domain: played out by a script of numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tournaments.domain.crosstable import (
    Crosstable,
    Outcome,
    OutcomeKind,
    PairingKey,
    SeatIndex,
    Side,
)
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.pairings import Resolved

scripts = st.lists(st.integers(0, 9_999), max_size=40)
"""A number for each thing that happens; when it runs out, seat 0 wins what is left."""


def drawn(format: Format, entries: Sequence[int]) -> Crosstable:
    """The table right after the first draw."""
    table = Crosstable(tuple(entries))
    return replace(table, plan=format.next_round(table))


def at(format: Format, table: Crosstable, key: PairingKey) -> Resolved:
    """One pairing as it stands."""
    return next(pairing for pairing in format.advance(table) if pairing.plan.key == key)


def play(format: Format, table: Crosstable, key: PairingKey, winner: SeatIndex) -> Crosstable:
    """The match of these two is played and won by a seat."""
    return decide(table, key, came_out("played", at(format, table, key).entries, winner))


def forfeit(format: Format, table: Crosstable, key: PairingKey) -> Crosstable:
    """Neither of the two came."""
    return decide(table, key, came_out("double_forfeit", at(format, table, key).entries, None))


def decide(table: Crosstable, key: PairingKey, outcome: Outcome) -> Crosstable:
    """The table with one more outcome, or with one replaced."""
    return replace(table, outcomes={**table.outcomes, key: outcome})


def withdraw(format: Format, table: Crosstable, entry: int) -> Crosstable:
    """The entry leaves now."""
    round = format.leaves_from(table, entry)
    assert round is not None, "it is out already"
    return replace(table, withdrawn={**table.withdrawn, entry: round})


def keep(table: Crosstable, key: PairingKey, seat: SeatIndex, entry: int) -> Crosstable:
    """The entry stays on a side of a pairing, whoever comes through its feeder."""
    sides = {seat: Side("entry", entry=entry)}
    plan = tuple(
        replace(planned, sides=(sides.get(0, planned.sides[0]), sides.get(1, planned.sides[1])))
        if planned.key == key
        else planned
        for planned in table.plan
    )
    return replace(table, plan=plan)


def open_matches(format: Format, table: Crosstable) -> list[Resolved]:
    """What can be played now."""
    return [
        pairing for pairing in format.advance(table) if pairing.decision is None and pairing.is_full
    ]


def history(
    format: Format, entries: Sequence[int], script: Sequence[int], *, calm: bool = False
) -> Iterator[Crosstable]:
    """The table after each thing that happens, until the event is over.

    `calm`: every match is played; else there are walkovers, double forfeits and withdrawals too.
    """
    numbers = iter(script)
    table = drawn(format, entries)
    yield table
    while not format.is_over(table):
        table = replace(table, plan=table.plan + format.next_round(table))
        matches = open_matches(format, table)
        if matches:
            table = _step(format, table, matches, next(numbers, 0), calm=calm)
        yield table


def _step(
    format: Format, table: Crosstable, matches: list[Resolved], number: int, *, calm: bool
) -> Crosstable:
    what, which = number % 10, number // 10
    match = matches[which % len(matches)]
    entries = match.entries
    key, seat = match.plan.key, (0, 1)[what % 2]
    if calm or what < 5:
        return decide(table, key, came_out("played", entries, seat))
    if what == 5:
        return decide(table, key, came_out("walkover", entries, seat))
    if what == 6:
        return decide(table, key, came_out("double_forfeit", entries, None))
    if what == 7:
        both = {entry: format.leaves_from(table, entry) for entry in entries[:2]}
        return replace(table, withdrawn={**both, **table.withdrawn})
    still_here = [entry for entry in table.entries if entry not in table.withdrawn]
    leaving = [entry for entry in still_here if format.leaves_from(table, entry)]
    # Who has played all of their matches has nothing left to withdraw from.
    return withdraw(format, table, leaving[which % len(leaving)]) if leaving else table


def whole_event(
    format: Format,
    count: int,
    chance: Random,
    comes_out: Callable[[tuple[int, ...], Random], Outcome] | None = None,
) -> Iterator[Crosstable]:
    """An event drawn round by round, with late entries, absences, withdrawals, no-shows and
    corrections: the table before and after each draw. `comes_out` gives what comes of a match."""
    comes_out = comes_out or some_outcome
    table = Crosstable(tuple(range(1, count + 1)), seed=str(chance.random()))
    table = replace(table, plan=format.next_round(table))
    yield table
    while not format.is_over(table):
        for open_match in open_matches(format, table):
            table = decide(table, open_match.plan.key, comes_out(open_match.entries, chance))
        if chance.random() < 0.3:
            key = chance.choice(sorted(table.outcomes)) if table.outcomes else None
            if key:
                other = comes_out(table.outcomes[key].entries, chance)
                table = decide(table, key, other)
        coming = max(plan.round for plan in table.plan) + 1
        table = with_changes(format, table, coming, chance)
        yield table
        drawn_now = format.next_round(table)
        if not drawn_now and not format.is_over(table):
            table = replace(table, absent={})
            drawn_now = format.next_round(table)
        table = replace(table, plan=table.plan + drawn_now)
        yield table


def some_outcome(entries: tuple[int, ...], chance: Random) -> Outcome:
    kind = chance.choice(["played"] * 5 + ["drawn", "walkover", "double_forfeit"])
    winner = None if kind in ("drawn", "double_forfeit") else chance.choice([0, 1])
    return came_out(kind, entries, winner)


def came_out(kind: OutcomeKind, entries: tuple[int, ...], winner: SeatIndex | None) -> Outcome:
    """What came of those who sat there."""
    return Outcome(kind, entries, winner, gins=(0,) * len(entries))


def with_changes(format: Format, table: Crosstable, coming: int, chance: Random) -> Crosstable:
    here = [entry for entry in table.entries if format.leaves_from(table, entry)]
    if chance.random() < 0.2 and here:
        table = withdraw(format, table, chance.choice(here))
    if chance.random() < 0.3:
        late = max(table.entries) + 1
        table = replace(
            table, entries=(*table.entries, late), joined={**table.joined, late: coming}
        )
    if chance.random() < 0.3:
        away = chance.choice(table.entries)
        rounds = table.absent.get(away, frozenset()) | {coming}
        table = replace(table, absent={**table.absent, away: rounds})
    return table

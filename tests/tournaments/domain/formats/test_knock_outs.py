"""What holds in every knock-out, whatever happens: places, moves, corrections.

With UNDERCUT_LONG=1 ten times as many events, and larger ones.
"""

import os
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.events import decide, drawn, history, open_matches, play, scripts
from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey, Side
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.pairings import Resolved

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
SINGLE = (
    SingleElimination(),
    SingleElimination(third_place=True),
    SingleElimination(consolation=True),
)
DOUBLE = (DoubleElimination(final="once"), DoubleElimination(final="twice"))

every_format = pytest.mark.parametrize("format", [*SINGLE, *DOUBLE], ids=repr)
every_single = pytest.mark.parametrize("format", SINGLE, ids=repr)
fields = st.integers(2, 40 if IS_LONG else 12)
some = settings(max_examples=200 if IS_LONG else 20)


def corrected(table: Crosstable, which: int) -> tuple[Crosstable, PairingKey] | None:
    """The table with the winner of one match changed, and its key; None without a match won.

    What was played by those who should not have met stands in it no more.
    """
    won = sorted(key for key, outcome in table.outcomes.items() if outcome.winner is not None)
    if not won:
        return None
    key = won[which % len(won)]
    old = table.outcomes[key]
    return decide(table, key, replace(old, winner=1 - old.winner)), key


def renamed(table: Crosstable, names: dict[int, int]) -> Crosstable:
    """The same event of entries with other numbers."""

    def side(old: Side) -> Side:
        return old if old.entry is None else replace(old, entry=names[old.entry])

    return Crosstable(
        entries=tuple(names[entry] for entry in table.entries),
        plan=tuple(
            replace(planned, sides=tuple(map(side, planned.sides))) for planned in table.plan
        ),
        outcomes={
            key: replace(outcome, entries=tuple(names[entry] for entry in outcome.entries))
            for key, outcome in table.outcomes.items()
        },
        withdrawn={names[entry]: round for entry, round in table.withdrawn.items()},
    )


@every_single
@given(count=fields, script=scripts)
@some
def test_regression_no_pair_meets_twice(format: Format, count: int, script: list[int]) -> None:
    """Cobra #373 and #517."""
    *_, table = history(format, range(1, count + 1), script)
    pairs = [
        frozenset(pairing.entries) for pairing in format.advance(table) if len(pairing.entries) == 2
    ]
    assert len(set(pairs)) == len(pairs)


@every_format
@given(count=fields, script=scripts)
@some
def test_what_is_decided_stays_decided(format: Format, count: int, script: list[int]) -> None:
    known: dict[PairingKey, Resolved] = {}
    placed: dict[int, int] = {}
    for table in history(format, range(1, count + 1), script):
        for pairing in format.advance(table):
            before = known.get(pairing.plan.key)
            if before and before.decision:
                assert pairing == before
            elif before:
                for then, now in zip(before.occupants, pairing.occupants, strict=True):
                    assert then == now or not then.certain
            known[pairing.plan.key] = pairing
        now_placed = {row.entry: row.rank for row in format.places(table) if row.rank}
        assert placed.items() <= now_placed.items()
        placed = now_placed


@every_format
@given(count=fields, script=scripts)
@some
def test_at_the_end_everyone_has_a_place_and_the_places_add_up(
    format: Format, count: int, script: list[int]
) -> None:
    *_, table = history(format, range(1, count + 1), script)
    rows = format.places(table)
    assert sorted(row.entry for row in rows) == list(range(1, count + 1))
    ranked = [row.rank or 0 for row in rows]
    assert 0 not in ranked
    assert ranked == sorted(ranked)
    for row in rows:
        assert len([1 for rank in ranked if rank < row.rank]) < row.rank <= count
        assert row.shared == (ranked.count(row.rank) > 1)
        assert row.won + row.lost == row.played
    outcomes = [pairing for pairing in format.advance(table) if pairing.decision == "played"]
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == len(outcomes)


@every_format
@given(count=fields, script=scripts)
@some
def test_where_every_match_is_played_every_place_is_taken(
    format: Format, count: int, script: list[int]
) -> None:
    *_, table = history(format, range(1, count + 1), script, calm=True)
    ranked = [row.rank for row in format.places(table)]
    assert all(ranked.index(rank) + 1 == rank for rank in ranked)


@every_format
@pytest.mark.parametrize("count", range(2, 66) if IS_LONG else (2, 3, 5, 6, 8, 11, 13, 16, 27))
def test_where_the_better_seed_always_wins_the_places_follow_the_seeds(
    format: Format, count: int
) -> None:
    table = drawn(format, range(1, count + 1))
    while not format.is_over(table):
        for open_match in open_matches(format, table):
            first, second = open_match.entries
            table = play(format, table, open_match.plan.key, 0 if first < second else 1)
    ranks = {row.entry: row.rank for row in format.places(table)}
    assert all(ranks[better] <= ranks[worse] for better, worse in pairwise(range(1, count + 1)))


@every_format
@given(count=fields, script=scripts, chance=st.randoms(use_true_random=False))
@some
def test_the_fold_knows_no_order_of_rows_and_no_meaning_of_ids(
    format: Format, count: int, script: list[int], chance: object
) -> None:
    *_, table = history(format, range(1, count + 1), script)
    numbers = list(range(100, 100 + count))
    chance.shuffle(numbers)
    names = dict(zip(table.entries, numbers, strict=True))
    other = renamed(table, names)
    plan, outcomes = list(other.plan), list(other.outcomes.items())
    chance.shuffle(plan)
    chance.shuffle(outcomes)
    other = replace(other, plan=tuple(plan), outcomes=dict(outcomes))
    for ours, theirs in zip(format.advance(table), format.advance(other), strict=True):
        assert theirs.plan.key == ours.plan.key
        assert theirs.decision == ours.decision
        assert theirs.entries == tuple(names[entry] for entry in ours.entries)
        assert theirs.winner.entry == names.get(ours.winner.entry)
    expected = [(names[row.entry], row.rank, row.won) for row in format.places(table)]
    assert [(row.entry, row.rank, row.won) for row in format.places(other)] == expected


@every_format
@given(count=fields, script=scripts, which=st.integers(0, 99))
@some
def test_no_correction_leaves_anybody_where_they_did_not_come_from(
    format: Format, count: int, script: list[int], which: int
) -> None:
    *_, before = history(format, range(1, count + 1), script)
    found = corrected(before, which)
    if found is None:
        return
    table, key = found
    folded = {pairing.plan.key: pairing for pairing in format.advance(table)}
    for pairing in folded.values():
        if pairing.decision == "not_needed":
            continue
        for side, occupant in zip(pairing.plan.sides, pairing.occupants, strict=True):
            if side.feeder:
                feeder = folded[side.feeder]
                assert occupant == (feeder.winner if side.kind == "winner" else feeder.loser)
                assert occupant.entry is None or occupant.entry in feeder.entries
        if pairing.decision in ("played", "walkover"):
            assert table.outcomes[pairing.plan.key].entries == pairing.entries
    old = before.outcomes[key]
    assert folded[key].winner.entry == old.entries[1 - old.winner]


@every_format
@given(count=fields, script=scripts, which=st.lists(st.integers(0, 99), max_size=5))
@some
def test_an_event_with_corrections_ends_too(
    format: Format, count: int, script: list[int], which: list[int]
) -> None:
    *_, table = history(format, range(1, count + 1), script)
    for number in which:
        table, _ = corrected(table, number) or (table, None)
        while not format.is_over(table):
            matches = open_matches(format, table)
            assert matches, "nobody can play, and it is not over"
            for match in matches:
                first, second = match.entries
                outcome = Outcome("played", (first, second), 0)
                table = decide(table, match.plan.key, outcome)
    ranked = [row.rank for row in format.places(table)]
    assert all(len([1 for rank in ranked if rank < own]) < own for own in ranked)

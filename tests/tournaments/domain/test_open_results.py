"""Rounds that are paired while matches before them go on."""

from dataclasses import replace
from random import Random

import pytest

from tests.dutch import needs_dutch
from tests.tournaments.domain.events import decide, drawn, open_matches, play, some_outcome
from tournaments.domain.crosstable import Outcome
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.open_results import CountedAs, OpenResult
from tournaments.domain.verification.tables import recomputed

LEVEL, AS_IT_STANDS = CountedAs.LEVEL, CountedAs.AS_IT_STANDS
PLAIN = Swiss(rounds=3)


@pytest.mark.parametrize(
    ("counted_as", "won", "expected"),
    [
        (LEVEL, (0, 0), Outcome("drawn", (7, 9), None)),
        (LEVEL, (2, 0), Outcome("drawn", (7, 9), None)),
        (AS_IT_STANDS, (1, 1), Outcome("drawn", (7, 9), None)),
        (AS_IT_STANDS, (2, 1), Outcome("played", (7, 9), 0)),
        (AS_IT_STANDS, (0, 1), Outcome("played", (7, 9), 1)),
    ],
)
def test_what_an_open_match_counts(counted_as, won, expected):
    result = OpenResult(1, counted_as, won)
    assert result.outcome((7, 9)) == expected
    assert OpenResult.from_stored(*result.stored()) == result


def test_it_counts_for_the_pairs_of_that_round_alone():
    table = drawn(PLAIN, range(1, 9))
    for number in (1, 2, 3):
        table = play(PLAIN, table, (1, number), 0)
    counted = OpenResult(0, AS_IT_STANDS, (0, 1)).outcome((4, 8))
    table = replace(table, left_open={2: {(1, 4): counted}})
    assert PLAIN.next_round(table) == ()  # of itself nothing is drawn
    plan = PLAIN.next_round(table.before(2))
    assert (8, 2) in [tuple(side.entry for side in planned.sides)[::-1] for planned in plan]
    table = replace(table, plan=table.plan + plan)
    assert {row.entry: row.values[0] for row in PLAIN.places(table)}[8] == 0
    assert table.before(3).outcomes == table.outcomes


def test_who_may_still_win_their_open_matches_is_not_out():
    table = drawn(PLAIN, range(1, 9))
    for coming in (2, 3, 4):
        left_open = {}
        for open_match in open_matches(PLAIN, table):
            key, entries = open_match.plan.key, open_match.entries
            if 8 in entries:
                left_open[key] = Outcome("drawn", entries, None)
            else:
                table = play(PLAIN, table, key, entries.index(min(entries)))
        table = replace(table, left_open={**table.left_open, coming: left_open})
        table = replace(table, plan=table.plan + PLAIN.next_round(table.before(coming)))
    points = {row.entry: row.values[0] for row in PLAIN.places(table)}
    assert (max(points.values()), points[8]) == (3, 0)
    assert len(open_matches(PLAIN, table)) == 3
    assert PLAIN.clinch(table, 1)[8].code == "still_open"


@pytest.mark.parametrize("system", ["least_cost", pytest.param("dutch", marks=needs_dutch)])
@pytest.mark.parametrize("seed", range(12))
def test_random_events_with_open_matches(system, seed):
    chance, format = Random(f"{system} {seed}"), Swiss(rounds=4, system=system)
    count = chance.choice([9, 10, 11, 12, 15])
    table = replace(drawn(format, range(1, count + 1)), seed=str(seed))
    while max(plan.round for plan in table.plan) < format.rounds:
        table = next_round_without(format, table, chance)
        require_proved(format, table)
    require_once_each(table)
    late = open_matches(format, table)
    assert late
    for open_match in late:
        assert not format.is_over(table)
        outcome = some_outcome(open_match.entries, chance)
        table = decide(table, open_match.plan.key, outcome)
        require_proved(format, table)
    assert format.is_over(table)
    # An event of the same pairs and results in which nothing was ever open.
    assert format.places(replace(table, left_open={})) == format.places(table)


def next_round_without(format, table, chance):
    """The round that follows while some matches go on; earlier ones may end at any time. All are
    played at the table: a no-show has not met in FIDE Dutch."""
    for open_match in open_matches(format, table):
        if chance.random() < 0.8:
            table = play(format, table, open_match.plan.key, chance.choice([0, 1]))
    coming = max(plan.round for plan in table.plan) + 1
    left_open = {}
    for open_match in open_matches(format, table):
        won = chance.randrange(3), chance.randrange(3)
        said = OpenResult(0, chance.choice(list(CountedAs)), won)
        left_open[open_match.plan.key] = said.outcome(open_match.entries)
    table = replace(table, left_open={**table.left_open, coming: left_open})
    plan = format.next_round(table.before(coming))
    assert plan
    return replace(table, plan=table.plan + plan)


def require_once_each(table):
    """Nobody meets twice, and nobody has two byes."""
    met = [tuple(sorted(side.entry or 0 for side in plan.sides)) for plan in table.plan]
    assert len(met) == len(set(met))


def require_proved(format, table):
    """What the table says is what the definitions say, open matches left out."""
    expected = recomputed(table, format.by_definition)
    found = format.places(table)
    assert [(row.entry, row.rank, *row.values) for row in found] == [
        (row.entry, row.rank, *row.values) for row in expected
    ]

"""Standings worked out twice: the formats' tables beside those of `verification`."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.events import decide, drawn, history, scripts
from tests.tournaments.domain.published import AVRO_1938, ZURICH_1953, cells_of
from tournaments.domain.crosstable import GameScore, Outcome
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.verification import MEASURES, Counting, recomputed

CODES = [one.code for one in TIEBREAKS]
orders = st.permutations(CODES)


def rows_of(format, table):
    return [(row.entry, row.rank, row.values, row.group) for row in format.places(table)]


def counting(format):
    """The settings of the format as the verification takes them."""
    return Counting(
        format.tiebreaks,
        format.net_cap,
        all_drawn=isinstance(format, RoundRobin),
        half_points=getattr(format, "half_points", 0),
        annul_before_half=getattr(format, "annul_before_half", False),
    )


def with_games(table, chance):
    """Every played match gets games and gins, some become drawn, some are between teams."""
    for key, outcome in table.outcomes.items():
        if outcome.kind == "played":
            games = tuple(
                GameScore(chance.choice((0, 1)), chance.randint(0, 400))
                for _ in range(chance.randint(0, 3))
            )
            gins = (chance.randint(0, 2), chance.randint(0, 2))
            boards = chance.choice([None, (chance.randint(0, 4), chance.randint(0, 4))])
            more = replace(outcome, games=games, gins=gins, boards=boards)
            if chance.random() < 0.3:
                more = replace(more, kind="drawn", winner=None)
            table = decide(table, key, more)
    return replace(table, seed=str(chance.random()))


formats = st.one_of(
    st.builds(
        RoundRobin,
        groups=st.integers(1, 3),
        double=st.booleans(),
        annul_before_half=st.booleans(),
        net_cap=st.sampled_from([100, 300]),
        tiebreaks=orders,
    ),
    st.builds(
        Swiss,
        rounds=st.integers(1, 5),
        half_points=st.integers(0, 2),
        net_cap=st.sampled_from([100, 300]),
        tiebreaks=orders,
    ),
)


@given(formats, st.integers(6, 10), scripts, st.integers(0, 40), st.randoms(use_true_random=False))
def test_both_ways_give_the_same_table(format, count, script, steps, chance):
    """At any moment of any event; in a Swiss with rounds that somebody missed."""
    tables = list(history(format, range(1, count + 1), script))
    table = tables[min(steps, len(tables) - 1)]
    table = with_games(table, chance)
    if isinstance(format, Swiss):
        table = replace(table, plan=tuple(one for one in table.plan if chance.random() < 0.9))
    assert [tuple(row) for row in recomputed(table, counting(format))] == rows_of(format, table)


def test_every_tiebreak_is_worked_out():
    assert set(MEASURES) == set(CODES)


def test_nobody_is_ranked_before_there_is_a_plan():
    table = replace(drawn(Swiss(rounds=1), range(1, 5)), plan=())
    assert [row.rank for row in recomputed(table, Counting(CODES, 300))] == [None] * 4


# Published crosstables, through the whole of a round robin -------------------------------------


def played(table, *tiebreaks):
    """The event and its table of facts."""
    cells = cells_of(table)
    format = RoundRobin(double=True, draws=True, tiebreaks=tiebreaks)
    event = drawn(format, range(1, len(cells) + 1))
    rounds = max(plan.round for plan in event.plan)
    for plan in event.plan:
        entries = tuple(side.entry for side in plan.sides)
        if None not in entries:
            first, second = entries
            result = cells[first - 1][second - 1][plan.round > rounds // 2]
            kind = "drawn" if result == "=" else "played"
            winner = {"1": 0, "0": 1, "=": None}[result]
            event = decide(event, plan.key, Outcome(kind, entries, winner))
    return format, event


@pytest.mark.parametrize("table", [AVRO_1938, ZURICH_1953])
def test_the_published_crosstables_agree_with_themselves(table):
    cells = cells_of(table)
    for row, column in combinations(range(len(cells)), 2):
        mirrored = cells[column][row].translate(str.maketrans("10", "01"))
        assert cells[row][column] == mirrored


def test_a_published_double_round_robin_won_by_head_to_head():
    format, event = played(AVRO_1938, "match_points", "head_to_head")
    rows = format.places(event)
    assert [tuple(row) for row in recomputed(event, counting(format))] == rows_of(format, event)
    assert [row.entry for row in rows[:3]] == [1, 2, 3]
    points = {row.entry: row.values[0] for row in rows}
    assert points == {1: 8.5, 2: 8.5, 3: 7.5, 4: 7, 5: 7, 6: 7, 7: 6, 8: 4.5}
    assert str(rows[0].reason) == "Ahead of 2 on Head-to-head: 1.5 against 0.5"


def test_a_published_double_round_robin_of_fifteen():
    format, event = played(ZURICH_1953, "match_points")
    rows = format.places(event)
    assert [tuple(row) for row in recomputed(event, counting(format))] == rows_of(format, event)
    halves = (36, 32, 32, 32, 30, 29, 29, 28, 28, 27, 27, 26, 25, 23, 16)
    assert [row.values[0] for row in rows] == [one / 2 for one in halves]
    assert [row.rank for row in rows] == [1, 2, 2, 2, 5, 6, 6, 8, 8, 10, 10, 12, 13, 14, 15]
    assert {row.played for row in rows} == {28}
    assert [(row.won, row.lost) for row in rows] == [
        (9, 1),
        (6, 2),
        (8, 4),
        (8, 4),
        (6, 4),
        (5, 4),
        (8, 7),
        (8, 8),
        (7, 7),
        (5, 6),
        (4, 5),
        (5, 7),
        (5, 8),
        (5, 10),
        (3, 15),
    ]

"""Round robin: Berger tables, groups by snake, double; places by group."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.events import (
    at,
    decide,
    drawn,
    history,
    open_matches,
    play,
    scripts,
    withdraw,
)
from tournaments.domain.crosstable import GamePoints, Outcome
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.kinds.groups import berger_round, groups_as_drawn, snake

PLAIN = RoundRobin()


def met(table):
    """Who met whom, by entries."""
    return Counter(
        frozenset(side.entry for side in plan.sides)
        for plan in table.plan
        if all(side.entry is not None for side in plan.sides)
    )


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (4, "1-4 2-3 / 4-3 1-2 / 2-4 3-1"),
        (6, "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1"),
        (
            8,
            "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
            "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
        ),
    ],
)
def test_the_rounds_are_those_of_the_berger_tables(count, table):
    """FIDE Handbook C.05, annex 1."""
    rounds = [
        [tuple(map(int, pair.split("-"))) for pair in word.split()] for word in table.split("/")
    ]
    assert [berger_round(count, number) for number in range(1, count)] == rounds


@pytest.mark.parametrize("count", [*range(2, 15), 33, 64])
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_and_plays_once_a_round(count, double):
    table = drawn(RoundRobin(double=double), range(count))
    times = 2 if double else 1
    assert met(table) == Counter({frozenset(pair): times for pair in combinations(range(count), 2)})
    for round in {plan.round for plan in table.plan}:
        sides = [side for plan in table.plan if plan.round == round for side in plan.sides]
        assert sorted(side.entry for side in sides if side.entry is not None) == list(range(count))
        assert len(sides) == count + count % 2
    if double:
        seats = Counter(tuple(side.entry for side in plan.sides) for plan in table.plan)
        assert all(number == 1 for number in seats.values())


def test_groups_are_filled_by_snake():
    assert snake(range(1, 11), 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]
    table = drawn(RoundRobin(groups=3), range(1, 11))
    assert groups_as_drawn(table) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]
    names = {str(RoundRobin(groups=3).pairing_name(table, plan.key)) for plan in table.plan}
    assert names == {"Group 1", "Group 2", "Group 3"}


def test_places_are_those_of_a_group():
    format = RoundRobin(groups=2)
    table = drawn(format, range(1, 7))
    while not format.is_over(table):
        for open_match in open_matches(format, table):
            table = play(
                format,
                table,
                open_match.plan.key,
                open_match.entries.index(min(open_match.entries)),
            )
    rows = [(row.group, row.rank, row.entry, row.won) for row in format.places(table)]
    assert rows == [
        (1, 1, 1, 2),
        (1, 2, 4, 1),
        (1, 3, 5, 0),
        (2, 1, 2, 2),
        (2, 2, 3, 1),
        (2, 3, 6, 0),
    ]


def test_a_sitting_out_counts_nothing_and_a_walkover_counts_as_a_win():
    table = drawn(PLAIN, [1, 2, 3])
    key = next(plan.key for plan in table.plan if {side.entry for side in plan.sides} == {2, 3})
    table = decide(table, key, Outcome("walkover", at(PLAIN, table, key).entries, 0))
    winner = at(PLAIN, table, key).winner.entry
    points = {row.entry: row.values[0] for row in PLAIN.places(table)}
    assert points == {1: 0, 2: 0, 3: 0} | {winner: 1}


def test_who_withdraws_leaves_the_rest_to_the_opponents():
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), 0)
    table = withdraw(PLAIN, table, 1)
    assert table.withdrawn == {1: 2}
    assert PLAIN.leaves_from(table, 1) is None
    lost = [pairing for pairing in PLAIN.advance(table) if pairing.decision == "withdrawal"]
    assert [pairing.loser.entry for pairing in lost] == [1, 1]
    assert {row.entry: row.values[0] for row in PLAIN.places(table)} == {1: 1, 2: 1, 3: 1, 4: 0}


def test_who_withdraws_before_half_is_played_can_be_annulled():
    """Out of four with three matches each: one played is before half of them, two are not."""
    format = RoundRobin(annul_before_half=True)
    table = play(format, drawn(format, [1, 2, 3, 4]), (1, 1), 0)
    table = play(format, table, (1, 2), 0)
    rows = format.places(withdraw(format, table, 1))
    assert (rows[-1].entry, rows[-1].rank, rows[-1].group) == (1, 4, 1)
    assert {row.entry: row.values[:1] for row in rows} == {1: (), 2: (1,), 3: (0,), 4: (0,)}
    assert str(rows[-1].reason) == "Withdrew before half of the matches: none of them counts"
    match = next(
        pairing
        for pairing in format.advance(table)
        if pairing.plan.round == 2 and 1 in pairing.entries
    )
    rows = format.places(withdraw(format, play(format, table, match.plan.key, 0), 1))
    assert rows[0].entry == 1
    assert rows[0].values[0] == 2


def test_net_points_are_capped_and_signed():
    format = RoundRobin(net_cap=250, tiebreaks=("games_difference", "net_points", "gins"))
    games = (GamePoints(0, 400), GamePoints(1, 30), GamePoints(0, 90))
    table = decide(drawn(format, [1, 2]), (1, 1), Outcome("played", (1, 2), 0, games, (3, 1)))
    values = {row.entry: row.values for row in format.places(table)}
    assert values == {1: (1, 310, 3), 2: (-1, -310, 1)}


def test_a_drawn_match_is_half_a_point_for_each():
    table = decide(drawn(PLAIN, [1, 2]), (1, 1), Outcome("drawn", (1, 2), None))
    rows = [(row.values[0], row.played, row.won, row.lost) for row in PLAIN.places(table)]
    assert rows == [(0.5, 1, 0, 0)] * 2


@pytest.mark.parametrize(
    ("format", "count", "sentence"),
    [
        (PLAIN, 1, "1 groups need at least 2 entrants; there are 1."),
        (RoundRobin(groups=3), 5, "3 groups need at least 6 entrants; there are 5."),
        (PLAIN, 65, "A group takes at most 64 entrants"),
        (RoundRobin(groups=0), 5, "There must be at least 1 group"),
        (RoundRobin(tiebreaks=("coin",)), 5, "There is no tie-break coin."),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, sentence):
    with pytest.raises(Refusal, match=sentence):
        format.validate(range(count))


def test_who_came_after_the_draw_stands_at_the_end():
    table = drawn(PLAIN, [1, 2])
    late = type(table)(entries=(1, 2, 3), plan=table.plan)
    row = PLAIN.places(late)[-1]
    assert (row.entry, row.rank, str(row.reason)) == (3, None, "Not drawn yet")


@given(st.integers(4, 12), st.integers(1, 2), scripts)
def test_points_add_up_whatever_happens(count, groups, script):
    format = RoundRobin(groups=groups)
    *_, table = history(format, range(1, count + 1), script)
    rows = format.places(table)
    decided = [pairing for pairing in format.advance(table) if len(pairing.entries) == 2]
    nobody = sum(pairing.winner.entry is None for pairing in decided)
    assert sum(row.values[0] for row in rows) == len(decided) - nobody
    for group in {row.group for row in rows}:
        ranked = [row.rank for row in rows if row.group == group]
        assert all(ranked.index(rank) + 1 == rank for rank in ranked)

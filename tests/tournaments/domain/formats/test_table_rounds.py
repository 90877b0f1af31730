"""What a table of more than two comes to."""

from dataclasses import replace

import pytest

from kernel.text import Refusal
from tests.tournaments.domain.events import decide, drawn
from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome, PairingPlan, Side
from tournaments.domain.formats.scramble import Scramble
from tournaments.domain.formats.table_rounds import TableRounds


def one_table(seats, *, partners=False):
    sides = tuple(Side("entry", entry=entry) for entry in range(1, seats + 1))
    plan = (PairingPlan(1, 1, sides, partners=partners),)
    return Crosstable(tuple(range(1, seats + 1)), plan=plan)


def points(accounts, games=(), winner=0):
    entries = tuple(range(1, len(accounts) + 1))
    won = tuple(GamePoints(seat) for seat in games)
    gins = (0,) * len(accounts)
    outcome = Outcome("played", entries, winner, won, gins, accounts=accounts)
    table = decide(one_table(len(accounts)), (1, 1), outcome)
    rows = {row.entry: row.values for row in TableRounds(rounds=1).places(table)}
    return [rows[entry][0] for entry in entries]


@pytest.mark.parametrize(
    ("accounts", "games", "due"),
    [
        ((30, -10, -20), (), [12, 6, 0]),
        ((-12, 9, 3), (), [0, 12, 6]),
        ((20, -10, -10), (), [12, 3, 3]),  # places two and three bring 6 and 0
        ((10, 10, -20), (), [9, 9, 0]),  # 12 and 6
        ((30, 10, -10, -30), (), [12, 8, 4, 0]),
        ((30, 0, 0, -30), (), [12, 6, 6, 0]),
        ((40, 20, 0, -20, -40), (), [12, 9, 6, 3, 0]),
        ((50, 30, 10, -10, -30, -50), (), [12, 9.6, 7.2, 4.8, 2.4, 0]),
        ((50, 0, 0, 0, 0, -50), (), [12, 6, 6, 6, 6, 0]),
        ((0, 0, 0), (1, 1, 2), [0, 12, 6]),  # settled by nobody: the games are counted
        ((0, 0, 0), (), [12, 3, 3]),  # and where none are known who won the match
    ],
)
def test_table_points_go_by_place(accounts, games, due):
    assert points(accounts, games) == due


def test_who_left_has_nothing_and_the_others_share_the_places_above():
    table = replace(one_table(3), withdrawn={2: 1})
    rows = {row.entry: row.values[0] for row in TableRounds().places(table)}
    assert rows == {1: 9, 2: 0, 3: 9}  # 12 and 6
    table = replace(one_table(4), withdrawn={2: 1, 4: 1})
    rows = {row.entry: row.values[0] for row in TableRounds().places(table)}
    assert rows == {1: 10, 2: 0, 3: 10, 4: 0}  # 12 and 8


def test_a_walkover_goes_to_the_winner_alone():
    for winner, due in [(1, [0, 12, 0]), (None, [0, 0, 0])]:
        kind = "double_forfeit" if winner is None else "walkover"
        table = decide(one_table(3), (1, 1), Outcome(kind, (1, 2, 3), winner))
        rows = {row.entry: row.values[0] for row in TableRounds().places(table)}
        assert [rows[entry] for entry in (1, 2, 3)] == due


def test_the_table_is_ordered_by_net_points_where_that_is_set():
    table = one_table(3)
    table = decide(table, (1, 1), Outcome("played", (1, 2, 3), 0, (), (0,) * 3, None, (5, 7, -12)))
    rows = TableRounds(counts="accounts").places(table)
    assert [(row.entry, row.rank, *row.values[:2]) for row in rows] == [
        (2, 1, 7, 12),
        (1, 2, 5, 6),
        (3, 3, -12, 0),
    ]
    assert [(row.won, row.lost) for row in rows] == [(1, 0), (0, 0), (0, 1)]


def test_each_of_two_partners_has_what_their_side_made():
    table = one_table(4, partners=True)
    games = (GamePoints(1, 350), GamePoints(0, 40), GamePoints(1, 60))
    table = decide(table, (1, 1), Outcome("played", (1, 2, 3, 4), 1, games, (2, 1)))
    rows = Scramble().places(table)
    # 300 (of 350) - 40 + 60
    assert [(row.entry, *row.values[:2]) for row in rows] == [
        (2, 1, 320),
        (4, 1, 320),
        (1, 0, -320),
        (3, 0, -320),
    ]


def test_who_leaves_partners_alone_costs_them_nothing():
    table = replace(one_table(4, partners=True), withdrawn={3: 1})
    rows = {row.entry: row.values[0] for row in Scramble().places(table)}
    assert rows == {1: 1, 2: 1, 3: 0, 4: 1}


def test_a_chouette_of_five_is_one_table_for_an_evening():
    format = TableRounds(rounds=1, seats=5)
    table = drawn(format, range(1, 6))
    assert [len(plan.sides) for plan in table.plan] == [5]
    assert not format.is_over(table)
    entries = tuple(side.entry for side in table.plan[0].sides)
    outcome = Outcome("played", entries, 2, gins=(0,) * 5)
    assert format.is_over(decide(table, (1, 1), outcome))


@pytest.mark.parametrize(
    ("format", "count"),
    [(TableRounds(), 2), (Scramble(), 3), (Scramble(partners=3), 5), (TableRounds(), 4097)],
)
def test_a_field_that_fills_no_table_is_refused(format, count):
    with pytest.raises(Refusal) as refused:
        format.validate(range(count))
    assert refused.value.text.code == "not_ready"


def test_a_round_waits_while_nobody_is_there():
    away = {entry: frozenset([1]) for entry in range(1, 8)}
    assert TableRounds().next_round(Crosstable(tuple(range(1, 8)), absent=away)) == ()


def test_where_all_tables_are_full_byes_go_round():
    format = TableRounds(rounds=3, uneven=False)
    table, out = drawn(format, range(1, 9)), []
    for number in (1, 2, 3):
        own = [plan for plan in table.plan if plan.round == number]
        assert [len(plan.sides) for plan in own] == [3, 3, 2, 2]
        out += [plan.sides[0].entry for plan in own[2:]]
        for plan in own[:2]:
            entries = tuple(side.entry for side in plan.sides)
            table = decide(table, plan.key, Outcome("played", entries, 0, gins=(0,) * 3))
        table = replace(table, plan=table.plan + format.next_round(table))
    assert len(set(out)) == 6


def test_settings_that_cant_be_are_refused():
    with pytest.raises(Refusal):
        TableRounds(counts="boxes").check()
    with pytest.raises(Refusal):
        TableRounds(rounds=0).validate(range(9))

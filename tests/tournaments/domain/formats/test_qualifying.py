"""Qualifying: whom the lots bring together, and the records of the groups."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.events import drawn, open_matches, play, whole_event, withdraw
from tournaments.domain.crosstable import Constraints, Crosstable
from tournaments.domain.formats.qualifying import Qualifying

PLAIN = Qualifying()


def couples(table, round=None):
    return [
        tuple(side.entry for side in plan.sides)
        for plan in table.plan
        if round in (None, plan.round)
    ]


def played_round(format, table):
    """The open matches won by the lower number, and the next round drawn."""
    for open_match in open_matches(format, table):
        table = play(
            format, table, open_match.plan.key, open_match.entries.index(min(open_match.entries))
        )
    return replace(table, plan=table.plan + format.next_round(table))


def whole(format, table):
    while not format.is_over(table):
        table = played_round(format, table)
    return table


@pytest.mark.parametrize(
    ("count", "rounds", "each"), [(2, 1, 1), (8, 7, 7), (9, 9, 8), (40, 16, 16)]
)
def test_everybody_plays_so_many_matches_and_nobody_meets_twice(count, rounds, each):
    table = whole(PLAIN, drawn(PLAIN, range(count)))
    assert max(plan.round for plan in table.plan) == rounds
    assert str(PLAIN.round_name(table, 1)) == f"Round 1 of {rounds}"
    met = Counter(frozenset(two) for two in couples(table) if None not in two)
    assert set(met.values()) == {1}
    assert Counter(entry for two in met for entry in two) == dict.fromkeys(range(count), each)
    assert {row.played for row in PLAIN.places(table)} == {each}


def test_in_an_odd_field_the_byes_are_spread():
    table = whole(Qualifying(rounds=4), drawn(Qualifying(rounds=4), range(9)))
    byes = [first for first, second in couples(table) if second is None]
    assert len(byes) == len(set(byes)) == 4
    assert all(second is None for first, second in couples(table, 1)[-1:])
    points = {row.entry: row.values[0] for row in Qualifying().places(table)}
    assert sum(points.values()) == 4 * 5


def test_the_draw_follows_from_the_seed():
    def first(seed):
        return PLAIN.next_round(Crosstable(tuple(range(16)), seed=seed))

    assert first("a") == first("a")
    assert first("a") != first("b")


def test_any_two_may_meet_in_the_first_round():
    met = {
        frozenset(side.entry for side in plan.sides)
        for seed in range(100)
        for plan in PLAIN.next_round(Crosstable((1, 2, 3, 4, 5, 6), seed=str(seed)))
    }
    assert len(met) == 15


def test_groups_play_among_themselves_and_have_tables_of_their_own():
    format = Qualifying(rounds=3, groups=3)
    table = whole(format, drawn(format, range(1, 13)))
    rows = format.places(table)
    groups = {row.entry: row.group for row in rows}
    assert all(groups[first] == groups[second] for first, second in couples(table))
    assert [row.rank for row in rows] == [1, 2, 3, 4] * 3
    assert [row.entry for row in rows if row.rank == 1] == [1, 2, 3]
    names = [str(format.pairing_name(table, plan.key)) for plan in table.plan if plan.round == 1]
    assert names == ["Group 1", "Group 1", "Group 2", "Group 2", "Group 3", "Group 3"]
    assert PLAIN.pairing_name(table, (1, 1)) is None


def test_the_smallest_group_bounds_the_rounds():
    table = drawn(Qualifying(groups=2), range(9))
    assert str(Qualifying(groups=2).round_name(table, 1)) == "Round 1 of 3"


def test_late_ones_go_on_with_the_snake_and_move_nobody():
    format = Qualifying(rounds=3, groups=2)
    table = played_round(format, drawn(format, range(1, 9)))
    before = {row.entry: row.group for row in format.places(table)}
    table = replace(table, plan=[plan for plan in table.plan if plan.round == 1])
    table = replace(table, plan=tuple(table.plan), entries=(20, *range(1, 9), 21))
    table = replace(table, joined={20: 2, 21: 2})
    table = whole(format, played_round(format, table))
    after = {row.entry: row.group for row in format.places(table)}
    assert after == before | {20: 1, 21: 2}
    assert all(after[first] == after[second] for first, second in couples(table) if second)
    assert Counter(entry for two in couples(table) for entry in two)[20] == 2


def test_who_is_away_or_has_left_is_not_drawn_and_the_others_still_meet_once():
    format = Qualifying(rounds=6)
    table = replace(drawn(format, range(1, 13)), absent={3: frozenset([2])})
    table = withdraw(format, table, 5)
    table = whole(format, played_round(format, table))
    assert 3 not in [entry for two in couples(table, 2) for entry in two]
    assert 5 not in [entry for two in couples(table, 3) for entry in two]
    met = Counter(frozenset(two) for two in couples(table))
    assert max(met.values()) == 1


def test_a_rematch_that_cannot_be_avoided_is_told():
    format = Qualifying(rounds=3)
    table = drawn(format, [1, 2, 3, 4])
    assert {str(plan.reason) for plan in table.plan} == {"Drawn by lot"}
    first, second = couples(table, 1)[0]
    away = {entry: frozenset([2]) for entry in (first, second)}
    away |= {couple: frozenset([3]) for couple in couples(table, 1)[1]}
    table = played_round(format, replace(table, absent=away))
    table = played_round(format, table)
    assert [{*two} for two in couples(table, 3)] == [{first, second}]
    assert {str(plan.reason) for plan in table.plan if plan.round > 1} == {
        "They have met before: no round without a rematch was found"
    }


def test_the_word_of_the_director_holds():
    table = Crosstable(tuple(range(1, 9)))
    first = PLAIN.next_round(table)
    never = frozenset(side.entry for side in first[0].sides)
    said = Constraints(forbidden=frozenset([never]), fixed={2: ((1, 2),)})
    table = replace(table, constraints=said)
    table = replace(table, plan=PLAIN.next_round(table))
    assert never not in [frozenset(two) for two in couples(table)]
    table = played_round(PLAIN, table)
    assert {1, 2} in [{*two} for two in couples(table, 2)]
    assert "Set by the director" in [str(plan.reason) for plan in table.plan]


@pytest.mark.parametrize(
    ("format", "count", "field", "sentence"),
    [
        (PLAIN, 1, "", "1 groups need at least 2 entrants; there are 1."),
        (Qualifying(groups=3), 5, "", "3 groups need at least 6 entrants; there are 5."),
        (Qualifying(groups=0), 5, "groups", "There must be at least 1 group, not 0."),
        (PLAIN, 4097, "", "A qualifying takes at most 4096 entrants"),
        (Qualifying(rounds=0), 8, "rounds", "Everybody plays 1 to 99 matches, not 0."),
        (Qualifying(tiebreaks=("coin",)), 8, "tiebreaks", "There is no tie-break coin."),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, field, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        format.validate(range(count))
    assert refused.value.field == field


@given(st.integers(4, 14), st.integers(0, 10**6), st.integers(1, 2))
@settings(max_examples=50, deadline=None)
def test_whatever_happens_everybody_who_is_there_is_in_each_round_once(count, seed, groups):
    format = Qualifying(rounds=5, groups=groups)
    tables = list(whole_event(format, count, Random(seed)))
    assert tables == list(whole_event(format, count, Random(seed)))
    rounds = 0
    for table in tables:
        last = max(plan.round for plan in table.plan)
        rows = format.places(table)
        group = {row.entry: row.group for row in rows}
        assert sorted(group) == sorted(table.entries)
        if last == rounds:
            continue
        rounds = last
        there = [entry for entry in table.entries if table.is_there(entry, last)]
        sides = [entry for two in couples(table, last) for entry in two if entry is not None]
        assert sorted(sides) == sorted(there)
    faults = {plan.key for plan in tables[-1].plan if plan.reason.code in ("rematch", "second_bye")}
    met = set()
    for plan in tables[-1].plan:
        two = frozenset(side.entry for side in plan.sides)
        assert len({group[entry] for entry in two if entry is not None}) == 1
        assert two not in met or None in two or plan.key in faults
        met.add(two)

"""A knock-out by tables: who goes on, who sits together, and what stands at the end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.at_tables import by_chance, settle, sit, tables, with_next
from tests.tournaments.domain.events import (
    came_out,
    decide,
    open_matches,
    whole_event,
    withdraw,
)
from tournaments.domain.crosstable import Constraints, Crosstable
from tournaments.domain.formats.table_knock_out import TableKnockOut
from tournaments.domain.verification.tables import recomputed

ONE, TWO = TableKnockOut(), TableKnockOut(go_on=2)
NINE = [[1, 4, 7], [2, 5, 8], [3, 6, 9]]


def full(**settings):
    """All tables have as many seats."""
    return TableKnockOut(uneven=False, **settings)


def in_turn(format, table, order=None):
    """The open tables, each of which comes out by an order of all: that of the seeds if none is
    given."""
    order = list(order or table.entries)
    for match in open_matches(format, table):
        best = sorted(match.entries, key=order.index)
        made = [len(best) - 1 - 2 * best.index(entry) for entry in match.entries]
        table = settle(table, match.plan.key, tuple(made))
    return table


def played_out(format, table, order=None):
    while not format.is_over(table):
        table = with_next(format, in_turn(format, table, order))
    return table


def order_of(format, table):
    return [row.entry for row in format.places(table)]


def reasons(format, table):
    return {row.entry: str(row.reason) for row in format.places(table)}


def nine():
    table = settle(sit(NINE), (1, 1), (-10, 30, -20))
    table = settle(table, (1, 2), (12, -9, -3))
    return settle(table, (1, 3), (50, -20, -30))


def test_the_first_of_each_table_go_on_to_the_last_one():
    table = with_next(ONE, nine())
    assert [sorted(own) for own in tables(table, 2)] == [[2, 3, 4]]
    seats = tables(table, 2)[0]
    table = settle(table, (2, 1), tuple({3: 5, 4: 1, 2: -6}[entry] for entry in seats))
    assert ONE.is_over(table)
    # Of those who went out at once the second of a table first, and of these by account.
    assert [(row.rank, row.entry) for row in ONE.places(table)] == [
        *((1, 3), (2, 4), (3, 2)),
        *((4, 8), (5, 1), (6, 6)),
        *((7, 5), (8, 7), (9, 9)),
    ]
    assert reasons(ONE, table) | {3: "", 4: ""} == {
        3: "",
        4: "",
        2: "Last table: place 3 at the table",
        **dict.fromkeys((8, 1, 6), "Round 1 of 2: place 2 at the table"),
        **dict.fromkeys((5, 7, 9), "Round 1 of 2: place 3 at the table"),
    }
    rows = {row.entry: (row.played, row.won, row.lost) for row in ONE.places(table)}
    assert (rows[4], rows[3], rows[9], rows[8]) == ((2, 1, 0), (2, 2, 0), (1, 0, 1), (1, 0, 0))


def test_as_the_tables_stand_some_are_in_and_some_are_out():
    table = settle(sit(NINE), (1, 1), (-10, 30, -20))
    rows = ONE.places(table)
    assert [(row.rank, row.entry) for row in rows][:7] == [
        (None, entry) for entry in (2, 3, 4, 5, 6, 8, 9)
    ]
    assert [(row.rank, row.entry) for row in rows][7:] == [(8, 1), (9, 7)]
    said = reasons(ONE, table)
    assert said[4] == "Round 1 of 2: place 1 at the table, and goes on"
    assert said[2] == "Round 1 of 2: still in"
    assert ONE.through(table) == {(1, 1): {4}}
    assert [ONE.leaves_from(table, entry) for entry in (4, 2, 1)] == [2, 1, None]
    assert ONE.through(nine()) == {(1, 1): {4}, (1, 2): {2}, (1, 3): {3}}


@pytest.mark.parametrize(
    ("accounts", "games", "winner", "first_two"),
    [
        ((20, -10, -10), (), 0, [1, 4]),  # level in everything: the higher seed
        ((-10, -10, 20), (), 2, [7, 1]),
        ((-10, 20, -10), (2,), 1, [4, 7]),  # games won
        ((0, 0, 0), (2, 1, 2), 2, [7, 4]),  # nothing was settled: games alone
        ((5, 5, -10), (), 1, [4, 1]),  # and where none are known who won the match
    ],
)
def test_who_is_level_goes_by_games_then_the_match_then_the_seed(
    accounts, games, winner, first_two
):
    table = settle(nine(), (1, 1), accounts, games, winner)
    rows = {row.entry: str(row.reason) for row in TWO.places(table)}
    assert [entry for entry in first_two if "place 1 at" in rows[entry]] == first_two[:1]
    assert [entry for entry in first_two if "place 2 at" in rows[entry]] == first_two[1:]
    assert TWO.through(table)[1, 1] == set(first_two)


def test_a_place_by_the_seed_is_told_as_one():
    table = settle(nine(), (1, 1), (-10, 20, -10))
    said = reasons(TWO, table)
    by_seed = "Round 1 of 3: place %d at the table by the order of seed, level with %d"
    assert said[1] == by_seed % (2, 7) + ", and goes on"
    assert said[7] == by_seed % (3, 1)
    assert said[4] == "Round 1 of 3: place 1 at the table, and goes on"


def test_where_too_few_would_go_on_the_best_of_the_next_fill_the_table():
    table = settle(sit([[1, 3, 5], [2, 4, 6]]), (1, 1), (20, -5, -15))
    table = settle(table, (1, 2), (-4, 12, -8))
    table = with_next(ONE, table)
    assert sorted(tables(table, 2)[0]) == [1, 2, 4]
    assert "goes on as one of the best" in reasons(ONE, in_first_round(table))[2]
    assert ONE.through(table)[1, 2] == {4, 2}
    # While a table is open it is not known who that is: both at the other one may.
    waits = settle(sit([[1, 3, 5], [2, 4, 6]]), (1, 1), (20, -5, -15))
    assert reasons(ONE, waits)[5].endswith("may go on as one of the best of those after it")
    assert {row.entry for row in ONE.places(waits) if row.rank is None} == set(range(1, 7))
    assert ONE.through(waits) == {(1, 1): {1}}
    # A table of six has five at least: the seconds, then the thirds, by account and then by seed.
    six = TableKnockOut(seats=6)
    table = settle(sit([[1, 3, 5, 7], [2, 4, 6]]), (1, 1), (20, -5, -5, -10))
    table = with_next(six, settle(table, (1, 2), (12, -4, -8)))
    assert sorted(tables(table, 2)[0]) == [1, 2, 3, 4, 5]


def in_first_round(table):
    return replace(table, plan=tuple(plan for plan in table.plan if plan.round == 1))


def test_who_leaves_a_table_is_out_and_all_others_there_go_on():
    table = decide(nine(), (1, 1), None)
    table = replace(table, outcomes={key: out for key, out in table.outcomes.items() if out})
    table = withdraw(ONE, table, 4)
    assert ONE.through(table) == {(1, 1): {1, 7}, (1, 2): {2}, (1, 3): {3}}
    said = reasons(ONE, table)
    assert said[4] == "Round 1 of 2: withdrew"
    assert said[7] == "Round 1 of 2: somebody left the table, and all others go on"
    table = with_next(ONE, table)
    assert sorted(tables(table, 2)[0]) == [1, 2, 3, 7]
    assert order_of(ONE, in_turn(ONE, table))[-1] == 4
    put_out = replace(table, put_out=frozenset([4]))
    assert reasons(ONE, put_out)[4] == "Round 1 of 2: put out of the event"


def test_who_withdraws_between_rounds_stands_below_who_played_on():
    table = withdraw(ONE, nine(), 3)
    table = with_next(ONE, table)
    # Two are left: the best second comes in, who settled most.
    assert sorted(tables(table, 2)[0]) == [2, 4, 8]
    table = in_turn(ONE, table)
    assert order_of(ONE, table) == [2, 4, 8, 3, 1, 6, 5, 7, 9]
    assert reasons(ONE, table)[3] == "Last table: withdrew"


def test_who_is_absent_is_out_and_somebody_comes_in_for_them():
    table = with_next(ONE, replace(nine(), absent={3: frozenset([2])}))
    assert sorted(tables(table, 2)[0]) == [2, 4, 8]
    assert reasons(ONE, table)[3] == "Last table: was not there"
    first = replace(Crosstable(tuple(range(1, 10))), absent={9: frozenset([1])})
    first = with_next(ONE, first)
    assert sorted(len(own) for own in tables(first, 1)) == [4, 4]
    assert order_of(ONE, played_out(ONE, first))[-1] == 9


def test_a_round_waits_while_too_few_are_there():
    away = dict.fromkeys(range(1, 9), frozenset([2]))
    table = replace(nine(), absent=away)
    assert ONE.next_round(table) == ()
    assert not ONE.is_over(table)
    nobody = replace(
        Crosstable(tuple(range(1, 10))), absent={key: frozenset([1]) for key in range(1, 10)}
    )
    assert ONE.next_round(nobody) == ()


def test_a_walkover_brings_its_winner_alone_and_who_gave_up_is_out():
    table = decide(nine(), (1, 1), came_out("walkover", (1, 4, 7), 2))
    table = decide(table, (1, 2), came_out("double_forfeit", (2, 5, 8), None))
    assert TWO.through(table) == {(1, 1): {7}, (1, 3): {3, 6}}
    said = reasons(TWO, table)
    assert said[7].endswith("walkover, and goes on")
    assert said[2].endswith("gave up the match")
    # Who stayed at a table to the end stands above who gave it up.
    rows = [row.entry for row in TWO.places(table)]
    assert rows == [3, 6, 7, 9, 1, 2, 4, 5, 8]


def test_where_too_few_are_left_they_have_the_first_places():
    table = decide(nine(), (1, 1), came_out("double_forfeit", (1, 4, 7), None))
    table = decide(table, (1, 2), came_out("double_forfeit", (2, 5, 8), None))
    table = decide(table, (1, 3), came_out("walkover", (3, 6, 9), 1))
    assert ONE.is_over(table)
    assert [(row.rank, row.entry) for row in ONE.places(table)][:2] == [(1, 6), (2, 1)]
    assert reasons(ONE, table)[6] == "Round 1 of 1: then too few were left for a table"


def test_where_all_of_the_last_table_gave_up_nobody_has_won():
    table = with_next(ONE, nine())
    last = tuple(tables(table, 2)[0])
    table = decide(table, (2, 1), came_out("double_forfeit", last, None))
    rows = ONE.places(table)
    assert [(row.rank, row.shared) for row in rows][:4] == [(3, True)] * 3 + [(4, False)]


def test_a_corrected_result_exchanges_those_whom_it_concerns_alone():
    chance = Random(5)
    for count in (27, 30, 40):
        seeded = Crosstable(tuple(range(1, count + 1)), seed=str(chance.random()))
        table = in_turn(ONE, with_next(ONE, seeded))
        before = tables(with_next(ONE, table), 2)
        first, second, *_ = sorted(tables(table, 1)[3])
        other = [*table.entries]
        other[first - 1], other[second - 1] = second, first
        key = (1, 4)
        again = replace(table, outcomes={k: v for k, v in table.outcomes.items() if k != key})
        after = tables(with_next(ONE, in_turn(ONE, again, other)), 2)
        exchanged = [
            {second if entry == first else entry for entry in own} for own in map(set, before)
        ]
        assert sorted(map(sorted, exchanged)) == sorted(sorted(own) for own in after)
        assert any(first in own for own in before)


def test_what_was_drawn_before_a_correction_stays():
    table = with_next(ONE, nine())
    table = settle(table, (1, 1), (30, -10, -20))
    assert ONE.through(table)[1, 1] == {4}
    assert reasons(ONE, table)[1] == "Last table: was not there"
    table = in_turn(ONE, table)
    assert order_of(ONE, table)[:4] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("format", "count", "rounds"),
    [
        (ONE, 3, [[3]]),
        (ONE, 5, [[5]]),
        (ONE, 6, [[3, 3], [3]]),
        (ONE, 8, [[4, 4], [3]]),
        (ONE, 9, [[3, 3, 3], [3]]),
        (ONE, 10, [[4, 3, 3], [3]]),
        (ONE, 12, [[3] * 4, [4]]),
        (ONE, 16, [[4, 3, 3, 3, 3], [5]]),
        (ONE, 20, [[4, 4, 3, 3, 3, 3], [3, 3], [3]]),
        (TWO, 9, [[3, 3, 3], [3, 3], [4]]),
        (TWO, 10, [[4, 3, 3], [3, 3], [4]]),
        (TWO, 12, [[3] * 4, [4, 4], [4]]),
        (TWO, 16, [[4, 3, 3, 3, 3], [4, 3, 3], [3, 3], [4]]),
        (TableKnockOut(seats=4), 16, [[4] * 4, [4]]),
        (TableKnockOut(seats=6), 7, [[4, 3], [5]]),
        (full(), 4, [[3, 1], [3]]),
        (full(), 8, [[3, 3, 1, 1], [3, 1], [3]]),
        (full(), 12, [[3] * 4, [3, 1], [3]]),
        (full(go_on=2), 10, [[3, 3, 3, 1], [3, 3, 1], [3, 1, 1], [3, 1], [3]]),
    ],
)
def test_the_rounds_of_a_field(format, count, rounds):
    table = with_next(format, Crosstable(tuple(range(1, count + 1))))
    assert format.rounds_in(table) == len(rounds)
    assert format.rounds_in(replace(table, plan=())) == len(rounds)
    table = played_out(format, table)
    for number, sizes in enumerate(rounds, 1):
        own = [len(here) - here.count(None) for here in tables(table, number)]
        assert sorted(own, reverse=True) == sizes
    names = [str(format.round_name(table, number + 1)) for number in range(len(rounds))]
    assert names[-1] == "Last table"
    assert names[:-1] == [f"Round {n} of {len(rounds)}" for n in range(1, len(rounds))]
    assert order_of(format, table)[0] == 1


def test_in_the_first_round_the_top_seeds_sit_apart():
    for count in (9, 16, 40):
        table = with_next(ONE, Crosstable(tuple(range(1, count + 1)), seed="apart"))
        own = tables(table, 1)
        assert [min(here) for here in own] == list(range(1, len(own) + 1))
        assert [sum(entry <= len(own) for entry in here) for here in own] == [1] * len(own)
    other = with_next(ONE, Crosstable(tuple(range(1, 41)), seed="another"))
    assert tables(other, 1) != tables(table, 1)


def test_byes_go_to_the_highest_of_those_with_the_fewest_and_count_as_going_on():
    table = with_next(full(), Crosstable(tuple(range(1, 12))))
    assert tables(table, 1)[-2:] == [[1, None], [2, None]]
    # The best of those who sit are kept apart.
    assert [min(here) for here in tables(table, 1)[:3]] == [3, 4, 5]
    assert reasons(full(), table)[1] == "Round 1 of 3: bye"
    table = with_next(full(), in_turn(full(), table))
    assert tables(table, 2)[-2:] == [[3, None], [4, None]]
    assert full().through(table)[1, 4] == {1}
    assert order_of(full(), played_out(full(), table))[:3] == [1, 3, 4]


def test_later_rounds_bring_together_who_have_not_met():
    table = with_next(TWO, in_turn(TWO, with_next(TWO, Crosstable(tuple(range(1, 28))))))
    met = {frozenset((one, two)) for own in tables(table, 1) for one in own for two in own}
    again = [
        (one, two)
        for own in tables(table, 2)
        for one in own
        for two in own
        if one < two
        if frozenset((one, two)) in met
    ]
    assert again == []


def test_what_the_director_said_is_kept():
    said = Constraints(frozenset([frozenset((5, 6))]), fixed={1: ((1, 2), (7, 8))})
    table = with_next(ONE, Crosstable(tuple(range(1, 10)), constraints=said))
    own = [set(here) for here in tables(table, 1)]
    assert any({1, 2} <= here for here in own)
    assert any({7, 8} <= here for here in own)
    assert not any({5, 6} <= here for here in own)


@pytest.mark.parametrize(
    ("format", "count", "field"),
    [
        (ONE, 2, ""),
        (ONE, 4097, ""),
        (TableKnockOut(go_on=3), 9, "go_on"),
        (TableKnockOut(go_on=0), 9, "go_on"),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, field):
    with pytest.raises(Refusal) as refused:
        format.validate(range(count))
    assert refused.value.field == field


def test_nobody_comes_late():
    table = replace(nine(), entries=(*range(1, 10), 11), joined={11: 2})
    assert ONE.leaves_from(table, 11) is None
    table = with_next(ONE, table)
    assert sorted(tables(table, 2)[0]) == [2, 3, 4]
    assert order_of(ONE, in_turn(ONE, table))[-1] == 11


formats = st.builds(
    TableKnockOut, go_on=st.integers(1, 2), seats=st.integers(3, 6), uneven=st.booleans()
)


@given(formats, st.integers(6, 60), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_in_a_calm_event_each_round_is_smaller_and_one_table_is_the_last(format, count, seed):
    chance = Random(seed)
    table = with_next(format, Crosstable(tuple(range(1, count + 1)), seed=str(seed)))
    alive, foreseen = [count], format.rounds_in(table)
    while not format.is_over(table):
        for match in open_matches(format, table):
            made = tuple(chance.randrange(-2, 3) for _ in match.entries)
            table = settle(table, match.plan.key, made)
        last = max(plan.round for plan in table.plan)
        own = [len(here) - here.count(None) for here in tables(table, last)]
        if format.uneven:
            assert min(own) >= max(max(own) - 1, 3)
        else:
            byes = [1] * (alive[-1] % format.seats)
            assert [seats for seats in own if seats != format.seats] == byes
        assert sum(own) == alive[-1]
        table = with_next(format, table)
        coming = [entry for own in tables(table, last + 1) for entry in own]
        alive.append(len(coming) - coming.count(None))
    assert alive.pop() == 0
    assert alive == sorted(set(alive), reverse=True)
    single = [round for round in range(1, foreseen + 1) if len(tables(table, round)) == 1]
    assert single == [len(alive)] == [foreseen]
    rows = format.places(table)
    assert [row.rank for row in rows] == list(range(1, count + 1))
    assert sorted(order_of(format, table)) == list(range(1, count + 1))
    assert {row.entry for row in rows[: alive[-1]]} == {*tables(table, foreseen)[0]}


@given(formats, st.integers(6, 30), st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_whatever_happens_everybody_is_placed_once_and_by_the_definition(format, count, seed):
    for table in whole_event(format, count, Random(seed), by_chance):
        rows = format.places(table)
        assert sorted(row.entry for row in rows) == sorted(table.entries)
        due = recomputed(table, format.by_definition)
        assert [(row.entry, row.rank, row.shared) for row in rows] == [
            (row.entry, row.rank, row.shared) for row in due
        ]
        assert [row.record for row in due] == [(row.played, row.won, row.lost) for row in rows]
    assert format.is_over(table)
    assert all(row.rank for row in format.places(table))
    byes = [plan for plan in table.plan if len(plan.sides) < 3]
    assert not (format.uneven and byes)

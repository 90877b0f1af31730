"""The ladder of tables: who goes up and who goes down, and what stands at the end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.at_tables import by_chance, settle, sit, tables, with_next
from tests.tournaments.domain.events import came_out, decide, drawn, whole_event, withdraw
from tournaments.domain.crosstable import Constraints, Crosstable
from tournaments.domain.formats.table_ladder import TableLadder
from tournaments.domain.verification.tables import recomputed

THREE = TableLadder(rounds=3)
NINE = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def order_of(table, format=THREE):
    return [row.entry for row in format.places(table)]


def reasons(table, format=THREE):
    return {row.entry: str(row.reason) for row in format.places(table)}


def nine():
    """Of table 1 come 2, 1, 3 in that order, of table 2 6, 4, 5, of table 3 9, 8, 7."""
    table = settle(sit(NINE), (1, 1), (0, 10, -10))
    table = settle(table, (1, 2), (-1, -4, 5))
    return settle(table, (1, 3), (-30, 10, 20))


def test_the_first_of_each_table_goes_up_and_the_last_goes_down():
    table = drawn(THREE, range(1, 10))
    assert tables(table, 1) == NINE
    assert str(table.plan[1].reason) == "Places 4 to 6 of the ladder"
    table = with_next(THREE, nine())
    assert tables(table, 2) == [[2, 1, 6], [3, 4, 9], [5, 8, 7]]
    table = settle(table, (2, 1), (-10, 0, 10))
    table = settle(table, (2, 2), (10, 0, -10))
    table = settle(table, (2, 3), (-10, 10, 0))
    table = with_next(THREE, table)
    assert tables(table, 3) == [[6, 1, 3], [2, 4, 8], [9, 7, 5]]
    assert order_of(table) == [6, 1, 3, 2, 4, 8, 9, 7, 5]


def test_the_reason_says_what_the_last_round_did():
    assert reasons(nine()) == {
        2: "Round 1 of 3: place 1 at table 1",
        1: "Round 1 of 3: place 2 at table 1",
        6: "Round 1 of 3: first at table 2, and went up",
        3: "Round 1 of 3: last at table 1, and went down",
        4: "Round 1 of 3: place 2 at table 2",
        9: "Round 1 of 3: first at table 3, and went up",
        5: "Round 1 of 3: last at table 2, and went down",
        8: "Round 1 of 3: place 2 at table 3",
        7: "Round 1 of 3: place 3 at table 3",
    }
    under_way = settle(sit(NINE), (1, 2), (-1, -4, 5))
    assert order_of(under_way) == [1, 2, 3, 6, 4, 5, 7, 8, 9]
    assert reasons(under_way)[8] == "Round 1 of 3: plays at table 3"


def test_who_is_level_keeps_the_order_of_the_ladder():
    table = settle(nine(), (1, 2), (-5, 10, -5))
    table = settle(table, (1, 3), (0, 0, 0), games=(1, 2, 2))
    assert order_of(table) == [2, 1, 5, 3, 4, 9, 6, 8, 7]
    said = "Round 1 of 3: place %d at table 2 by the order of the ladder, level with %d"
    assert (reasons(table)[4], reasons(table)[6]) == (said % (2, 6), said % (3, 4))


def test_what_was_not_played_moves_who_gave_it_up():
    table = decide(nine(), (1, 1), came_out("double_forfeit", (1, 2, 3), None))
    table = decide(table, (1, 2), came_out("walkover", (4, 5, 6), 1))
    assert order_of(table) == [5, 1, 2, 3, 9, 4, 6, 8, 7]
    assert reasons(table)[1] == "Round 1 of 3: gave up the match at table 1"
    assert reasons(table)[5] == "Round 1 of 3: walkover at table 2"


def test_who_leaves_a_table_leaves_the_ladder_and_nobody_else_there_moves():
    table = settle(sit(NINE), (1, 1), (0, 10, -10))
    table = withdraw(THREE, settle(table, (1, 3), (-30, 10, 20)), 6)
    assert order_of(table) == [2, 1, 3, 4, 5, 9, 8, 7, 6]
    said = reasons(table)
    assert said[4] == "Round 1 of 3: somebody left table 2, all others stay"
    assert said[6] == "Withdrew, and left the ladder from Round 1 of 3 on"
    # Eight are left: two tables of four.
    assert tables(with_next(THREE, table), 2) == [[2, 1, 3, 4], [5, 9, 8, 7]]


def test_who_is_absent_goes_down_below_all_who_come_from_there():
    table = Crosstable(tuple(range(1, 11)), absent={2: frozenset([1])})
    table = with_next(THREE, table)
    assert tables(table, 1) == [[1, 3, 4], [5, 6, 7], [8, 9, 10]]
    for number in (1, 2, 3):
        table = settle(table, (1, number), (10, 0, -10))
    assert order_of(table) == [1, 3, 5, 4, 2, 6, 8, 7, 9, 10]
    assert reasons(table)[2] == "Round 1 of 3: was absent, and went down"
    lowest = with_next(THREE, Crosstable(tuple(range(1, 8)), absent={7: frozenset([1])}))
    lowest = settle(settle(lowest, (1, 1), (0, 0, 0)), (1, 2), (-1, 0, 1))
    assert order_of(lowest)[-2:] == [4, 7]


def test_a_late_entry_begins_at_the_foot():
    table = replace(nine(), entries=(10, *range(1, 10)), joined={10: 2})
    table = with_next(THREE, table)
    assert tables(table, 2) == [[2, 1, 6, 3], [4, 9, 5], [8, 7, 10]]


def test_where_no_table_can_be_filled_all_have_a_bye_and_keep_their_places():
    away = dict.fromkeys(range(3, 10), frozenset([1]))
    table = with_next(THREE, Crosstable(tuple(range(1, 10)), absent=away))
    assert tables(table, 1) == [[2, None], [1, None]]
    assert order_of(table) == list(range(1, 10))
    assert reasons(table)[1] == "Round 1 of 3: sat out, and kept the place"


def test_where_all_tables_are_full_the_lowest_sit_out_and_keep_their_places():
    format = TableLadder(rounds=3, uneven=False)
    table = with_next(format, Crosstable(tuple(range(1, 9))))
    assert tables(table, 1) == [[1, 2, 3], [4, 5, 6], [8, None], [7, None]]
    assert str(table.plan[2].reason).endswith(
        "the lowest of those with the fewest byes, at place 8"
    )
    for number in (1, 2):
        table = settle(table, (1, number), (10, 0, -10))
    table = with_next(format, table)
    assert order_of(table, format) == [1, 2, 4, 3, 5, 6, 7, 8]
    assert tables(table, 2) == [[1, 2, 4], [3, 7, 8], [6, None], [5, None]]
    assert reasons(table, format)[5] == "Round 2 of 3: sat out, and kept the place"
    # In the middle of the ladder as well.
    table = settle(settle(table, (2, 1), (-10, 0, 10)), (2, 2), (0, -10, 10))
    assert order_of(table, format) == [4, 2, 8, 1, 5, 6, 3, 7]


@pytest.mark.parametrize(
    ("fixed", "due"),
    [
        (((1, 6),), [[1, 2, 6], [3, 4, 5], [7, 8, 9]]),
        (((2, 9), (9, 8)), [[1, 3, 4], [2, 8, 9], [5, 6, 7]]),
        (((4, 1), (5, 2), (6, 3)), [[1, 4, 7], [2, 5, 8], [3, 6, 9]]),
        (((1, 9), (9, 8), (8, 7)), [[1, 7, 8], [2, 3, 4], [5, 6, 9]]),  # four find no room
    ],
)
def test_those_who_are_set_together_sit_at_the_table_of_the_upper_one(fixed, due):
    table = Crosstable(tuple(range(1, 10)), constraints=Constraints(fixed={1: fixed}))
    assert tables(with_next(THREE, table), 1) == due


def test_tables_are_of_so_many_seats_as_the_rules_say():
    table = with_next(TableLadder(seats=4), Crosstable(tuple(range(1, 12))))
    assert [len(own) for own in tables(table, 1)] == [4, 4, 3]


@pytest.mark.parametrize(
    ("format", "count", "field"),
    [(THREE, 2, ""), (THREE, 4097, ""), (TableLadder(rounds=0), 9, "rounds")],
)
def test_what_cannot_be_drawn_is_refused(format, count, field):
    with pytest.raises(Refusal) as refused:
        format.validate(range(count))
    assert refused.value.field == field


@given(st.integers(6, 30), st.integers(3, 6), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_whatever_happens_everybody_who_is_there_sits_at_a_table_once(count, seats, uneven, seed):
    format, rounds = TableLadder(rounds=4, seats=seats, uneven=uneven), 0
    for table in whole_event(format, count, Random(seed), by_chance):
        rows = format.places(table)
        assert [row.rank for row in rows] == list(range(1, len(table.entries) + 1))
        assert sorted(row.entry for row in rows) == sorted(table.entries)
        due = recomputed(table, format.by_definition)
        assert [(row.entry, row.record) for row in due] == [
            (row.entry, (row.played, row.won, row.lost)) for row in rows
        ]
        last = max(plan.round for plan in table.plan)
        if last > rounds:
            rounds = last
            there = [entry for entry in table.entries if table.is_there(entry, last)]
            sits = [entry for own in tables(table, last) for entry in own if entry is not None]
            assert sorted(sits) == sorted(there)
            byes = [own for own in tables(table, last) if None in own]
            if uneven:
                assert len(byes) == (len(there) if len(there) < 3 else 0)
            else:
                assert len(byes) == len(there) % seats
    assert format.is_over(table)

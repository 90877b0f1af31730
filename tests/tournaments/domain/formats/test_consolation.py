"""A knock-out in which everybody is placed: what is drawn, how it ends, who stops on the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.events import (
    at,
    decide,
    drawn,
    forfeit,
    history,
    open_matches,
    play,
    scripts,
    withdraw,
)
from tournaments.domain.crosstable import Crosstable, Outcome
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.bracket import draw

FORMAT = SingleElimination(consolation=True)

# entrants: matches (nobody is absent) and pairings, byes among them
FIELDS = {
    2: (1, 1),
    3: (2, 3),
    4: (4, 4),
    5: (5, 8),
    6: (7, 11),
    7: (9, 11),
    8: (12, 12),
    12: (20, 28),
    16: (32, 32),
}


def ranks(table: Crosstable) -> dict[int, int | None]:
    return {row.entry: row.rank for row in FORMAT.places(table)}


def reasons(table: Crosstable) -> dict[int, str]:
    return {row.entry: str(row.reason) for row in FORMAT.places(table)}


def better_wins(table: Crosstable) -> Crosstable:
    """The table after all that can be played now is played, the better seed winning."""
    for open_match in open_matches(FORMAT, table):
        first, second = open_match.entries
        table = play(FORMAT, table, open_match.plan.key, 0 if first < second else 1)
    return table


def played_out(table: Crosstable) -> Crosstable:
    while not FORMAT.is_over(table):
        table = better_wins(table)
    return table


@pytest.mark.parametrize("count", FIELDS)
def test_everybody_has_a_place_of_their_own(count):
    table = played_out(drawn(FORMAT, range(1, count + 1)))
    matches, pairings = FIELDS[count]
    assert ranks(table) == {place: place for place in range(1, count + 1)}
    assert (len(table.outcomes), len(table.plan)) == (matches, pairings)


def test_the_draw_of_eight():
    table = drawn(FORMAT, range(1, 9))
    names = {
        key: FORMAT.pairing_name(table, key) for key in (planned.key for planned in table.plan)
    }
    assert [str(names[2, number]) for number in range(1, 5)] == [
        *["None"] * 2,
        *["Places 5 to 8"] * 2,
    ]
    assert [str(names[3, number]) for number in range(1, 5)] == [
        "None",
        "Third place",
        "Places 5 to 6",
        "Places 7 to 8",
    ]
    table = better_wins(better_wins(table))
    assert [at(FORMAT, table, (3, number)).entries for number in range(1, 5)] == [
        (1, 2),
        (4, 3),
        (5, 6),
        (8, 7),
    ]


def test_places_that_nobody_can_get_are_in_no_name():
    table = drawn(FORMAT, range(1, 12))
    assert str(FORMAT.pairing_name(table, (2, 5))) == "Places 9 to 11"
    assert max(planned.number for planned in table.plan if planned.round == 4) == 5


@given(st.integers(2, 70))
def test_the_main_draw_is_that_of_a_plain_knock_out(count):
    plan = draw(range(count), consolation=True)
    main = draw(range(count), third_place=True)
    assert set(main) <= set(plan)
    assert len({planned.key for planned in plan}) == len(plan)
    for round in {planned.round for planned in plan}:
        numbers = [planned.number for planned in plan if planned.round == round]
        assert numbers == list(range(1, len(numbers) + 1))


def test_who_forfeits_together_shares_the_last_place_there_was_to_get():
    table = forfeit(FORMAT, drawn(FORMAT, range(1, 9)), (1, 1))
    assert ranks(table)[1] == ranks(table)[8] == 8
    table = played_out(table)
    rows = {row.entry: (row.rank, row.shared) for row in FORMAT.places(table)}
    assert rows[1] == rows[8] == (8, True)
    assert sorted(rank for rank, shared in rows.values() if not shared) == [1, 2, 3, 5, 6, 7]
    assert reasons(table)[1] == "Quarter-finals: forfeited, and so did 8"


def test_who_withdraws_falls_to_the_last_place_round_by_round():
    table = withdraw(FORMAT, drawn(FORMAT, range(1, 9)), 1)
    assert at(FORMAT, table, (2, 3)).entries == (1,)
    table = played_out(table)
    assert ranks(table)[1] == 8
    assert reasons(table)[1] == "Places 7 to 8: withdrew"
    assert sorted(ranks(table).values()) == list(range(1, 9))


def test_who_is_put_out_and_meets_nobody_did_not_withdraw():
    table = forfeit(FORMAT, drawn(FORMAT, range(1, 9)), (1, 2))
    table = Crosstable(table.entries, table.plan, table.outcomes, {1: 1}, frozenset({1}))
    table = played_out(table)
    assert reasons(table)[1].endswith(": put out of the event")


def test_who_loses_by_walkover_plays_on():
    table = drawn(FORMAT, range(1, 9))
    table = played_out(decide(table, (1, 1), Outcome("walkover", (1, 8), 1)))
    assert ranks(table)[1] == 5
    assert reasons(table)[1] == "Places 5 to 6: beat 6"


@given(st.integers(2, 16), scripts)
@settings(max_examples=40)
def test_where_every_match_is_played_nobody_shares_a_place(count, script):
    *_, table = history(FORMAT, range(1, count + 1), script, calm=True)
    rows = FORMAT.places(table)
    assert [row.rank for row in rows] == list(range(1, count + 1))
    if count in (2, 4, 8, 16):
        assert {row.played for row in rows} == {count.bit_length() - 1}


@given(st.integers(2, 16), scripts)
@settings(max_examples=40)
def test_a_place_is_shared_only_where_somebody_stopped_on_the_way(count, script):
    *_, table = history(FORMAT, range(1, count + 1), script)
    last = {entry: pairing for pairing in FORMAT.advance(table) for entry in pairing.entries}
    rows = FORMAT.places(table)
    for place in {row.rank for row in rows if row.shared}:
        ends = {last[row.entry].decision for row in rows if row.rank == place}
        assert ends & {"double_forfeit", "withdrawal", "bye"}

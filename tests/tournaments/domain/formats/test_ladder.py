"""The ladder: who goes up and who goes down, who sits out, and what stands at the end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.events import (
    decide,
    drawn,
    forfeit,
    open_matches,
    play,
    whole_event,
    withdraw,
)
from tournaments.domain.crosstable import Constraints, Crosstable, Outcome
from tournaments.domain.formats.ladder import Ladder

THREE = Ladder(rounds=3)


def couples(table, round):
    return [tuple(side.entry for side in plan.sides) for plan in table.plan if plan.round == round]


def with_next(format, table):
    return replace(table, plan=table.plan + format.next_round(table))


def played(format, table, *winners):
    """The open matches, won by those given or else by seat 0, and the next round drawn."""
    for open_match in open_matches(format, table):
        seat = next((seat for seat in (0, 1) if open_match.entries[seat] in winners), 0)
        table = play(format, table, open_match.plan.key, seat)
    return with_next(format, table)


def order(format, table):
    return [row.entry for row in format.places(table)]


def test_winners_go_up_a_table_and_losers_down():
    table = drawn(THREE, range(1, 9))
    assert couples(table, 1) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    table = played(THREE, table, 2, 3, 6, 7)
    assert couples(table, 2) == [(2, 3), (1, 6), (4, 7), (5, 8)]
    table = played(THREE, table, 3, 1, 7, 8)
    assert couples(table, 3) == [(3, 1), (2, 7), (6, 8), (4, 5)]
    table = played(THREE, table, 3, 2, 8, 4)
    assert THREE.is_over(table)
    assert order(THREE, table) == [3, 2, 1, 8, 7, 4, 6, 5]


def test_the_king_stays_at_the_top_and_the_last_loser_at_the_bottom():
    table = drawn(THREE, [1, 2, 3, 4])
    for _ in range(3):
        table = played(THREE, table, 1, 3)
        assert 1 in couples(table, 2)[0]
        assert order(THREE, table)[0] == 1
    assert 4 in couples(table, 2)[-1]


def test_the_two_of_a_field_of_two_meet_every_time():
    table = played(THREE, drawn(THREE, [1, 2]), 2)
    assert couples(table, 2) == [(2, 1)]
    assert order(THREE, table) == [2, 1]


def test_the_lowest_of_those_with_the_fewest_byes_sits_out_and_keeps_the_place():
    table = drawn(THREE, [1, 2, 3, 4, 5])
    assert couples(table, 1) == [(1, 2), (3, 4), (5, None)]
    table = played(THREE, table)
    assert order(THREE, table) == [1, 3, 2, 4, 5]
    assert couples(table, 2) == [(1, 3), (2, 5), (4, None)]
    table = played(THREE, table)
    assert order(THREE, table) == [1, 2, 3, 4, 5]
    assert couples(table, 3) == [(1, 2), (4, 5), (3, None)]
    assert str(table.plan[-1].reason) == (
        "Bye: the lowest of those with the fewest byes, at place 3"
    )
    assert str(table.plan[-2].reason) == "Places 4 and 5 of the ladder"


def test_a_bye_in_the_middle_moves_nobody_past_it():
    """Whatever comes out around it, three stand above 4 before and after."""
    format = Ladder(rounds=5)
    table = drawn(format, [1, 2, 3, 4, 5, 6, 7])
    for _ in range(3):
        table = played(format, table)
    out = couples(table, 4)[-1][0]
    before = order(format, table).index(out)
    for winners in ((), tuple(lower for _, lower in couples(table, 4) if lower)):
        assert order(format, played(format, table, *winners)).index(out) == before


def test_who_is_absent_goes_down_as_if_it_had_lost():
    table = played(THREE, replace(drawn(THREE, range(1, 7)), absent={1: frozenset([2])}))
    assert order(THREE, replace(table, plan=table.plan[:3])) == [1, 3, 2, 5, 4, 6]
    assert couples(table, 2) == [(3, 2), (5, 4), (6, None)]
    table = played(THREE, table)
    assert order(THREE, table)[:3] == [3, 5, 1]
    assert 1 in couples(table, 3)[1]


def test_a_late_entry_begins_at_the_foot():
    table = drawn(THREE, [1, 2, 3, 4])
    table = replace(table, entries=(9, 1, 2, 3, 4, 8), joined={9: 2, 8: 2})
    table = played(THREE, table)
    assert couples(table, 2) == [(1, 3), (2, 4), (9, 8)]
    assert order(THREE, replace(table, plan=table.plan[:2])) == [1, 3, 2, 4, 9, 8]


def test_who_withdraws_leaves_the_ladder_and_stands_below_it():
    table = withdraw(THREE, drawn(THREE, [1, 2, 3, 4]), 1)
    table = played(THREE, table)
    assert couples(table, 2) == [(2, 3), (4, None)]
    table = withdraw(THREE, table, 3)
    table = played(THREE, table)
    rows = THREE.places(table)
    assert [(row.rank, row.entry) for row in rows] == [(1, 2), (2, 4), (3, 3), (4, 1)]
    assert str(rows[-1].reason) == "Withdrew, and left the ladder from Round 1 of 3 on"
    assert THREE.leaves_from(table, 3) is None
    out = replace(table, put_out=frozenset([3]))
    assert str(THREE.places(out)[2].reason) == "Put out of the event from Round 2 of 3 on"


def test_both_go_down_when_neither_came_and_nobody_moves_after_a_draw():
    table = forfeit(THREE, drawn(THREE, range(1, 7)), (1, 1))
    table = decide(table, (1, 2), Outcome("drawn", (3, 4), None))
    table = played(THREE, table)
    assert order(THREE, table) == [1, 2, 3, 4, 5, 6]
    table = forfeit(THREE, drawn(THREE, range(1, 7)), (1, 1))
    assert order(THREE, played(THREE, table)) == [3, 1, 2, 5, 4, 6]


def test_the_reason_says_what_the_last_round_did():
    table = drawn(THREE, range(1, 8))
    table = forfeit(THREE, table, (1, 2))
    table = decide(table, (1, 3), Outcome("walkover", (5, 6), 1))
    reasons = {row.entry: str(row.reason) for row in THREE.places(table)}
    assert reasons == {
        1: "Round 1 of 3: meets 2 at table 1",
        2: "Round 1 of 3: meets 1 at table 1",
        3: "Round 1 of 3: gave up the match with 4",
        4: "Round 1 of 3: gave up the match with 3",
        5: "Round 1 of 3: gave up the match with 6",
        6: "Round 1 of 3: 5 gave up the match at table 3",
        7: "Round 1 of 3: sat out, and kept the place",
    }
    table = played(THREE, replace(table, absent={7: frozenset([2])}), 2)
    assert couples(table, 2) == [(2, 1), (6, 3), (4, 5)]
    table = decide(table, (2, 1), Outcome("drawn", (2, 1), None))
    table = play(THREE, table, (2, 2), 1)
    reasons = {row.entry: str(row.reason) for row in THREE.places(table)}
    assert reasons == {
        1: "Round 2 of 3: drew with 2 at table 1",
        2: "Round 2 of 3: drew with 1 at table 1",
        3: "Round 2 of 3: beat 6 at table 2",
        4: "Round 2 of 3: meets 5 at table 3",
        5: "Round 2 of 3: meets 4 at table 3",
        6: "Round 2 of 3: lost to 3 at table 2",
        7: "Round 2 of 3: was absent, and went down",
    }


def test_a_row_counts_the_matches_that_were_played():
    table = decide(drawn(THREE, range(1, 6)), (1, 1), Outcome("drawn", (1, 2), None))
    table = play(THREE, table, (1, 2), 0)
    rows = {row.entry: (row.played, row.won, row.lost) for row in THREE.places(table)}
    assert rows == {1: (1, 0, 0), 2: (1, 0, 0), 3: (1, 1, 0), 4: (1, 0, 1), 5: (0, 0, 0)}


def test_pairs_that_the_director_has_set_meet_and_the_others_are_neighbours():
    said = Constraints(fixed={1: ((5, 2), (3, 9))})
    table = Crosstable((1, 2, 3, 4, 5, 6, 7), constraints=said)
    table = replace(table, plan=THREE.next_round(table))
    assert couples(table, 1) == [(1, 3), (2, 5), (4, 6), (7, None)]
    assert [plan.reason.code for plan in table.plan][:2] == ["ladder_neighbours", "fixed"]


@pytest.mark.parametrize(
    ("format", "count", "field", "sentence"),
    [
        (Ladder(), 1, "", "A ladder needs at least 2 entrants; there are 1."),
        (Ladder(), 4097, "", "A ladder takes at most 4096 entrants"),
        (Ladder(rounds=0), 8, "rounds", "A ladder has 1 to 99 rounds, not 0."),
        (Ladder(rounds=100), 8, "rounds", "A ladder has 1 to 99 rounds, not 100."),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, field, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        format.validate(range(count))
    assert refused.value.field == field


def test_a_round_waits_for_the_results_and_while_everybody_is_absent():
    table = play(THREE, drawn(THREE, [1, 2, 3, 4]), (1, 1), 0)
    assert THREE.next_round(table) == ()
    table = replace(played(THREE, table), plan=table.plan)
    away = replace(table, absent=dict.fromkeys(range(1, 5), frozenset([2])))
    assert THREE.next_round(away) == ()
    assert not THREE.is_over(away)


@given(st.integers(2, 14), st.integers(0, 10**6))
@settings(max_examples=50, deadline=None)
def test_whatever_happens_everybody_who_is_there_is_in_each_round_once(count, seed):
    format = Ladder(rounds=5)
    byes = dict.fromkeys(range(1, 40), 0)
    rounds = 0
    for table in whole_event(format, count, Random(seed)):
        last = max(plan.round for plan in table.plan)
        rows = format.places(table)
        assert sorted(row.entry for row in rows) == sorted(table.entries)
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
        if last == rounds:
            continue
        rounds = last
        there = [entry for entry in table.entries if table.is_there(entry, last)]
        sides = [entry for two in couples(table, last) for entry in two]
        assert sorted(side for side in sides if side is not None) == sorted(there)
        if None in sides:
            out = couples(table, last)[-1][0]
            assert byes[out] == min(byes[entry] for entry in there)
            byes[out] += 1

"""A Swiss drawn round by round: who is in a round, what a missed one counts, who meets."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.events import (
    at,
    decide,
    drawn,
    forfeit,
    open_matches,
    play,
    whole_event,
    withdraw,
)
from tournaments.domain.crosstable import Constraints, Crosstable, Outcome
from tournaments.domain.formats.swiss import Swiss

PLAIN = Swiss(rounds=3)


def couples(table, round):
    return [tuple(side.entry for side in plan.sides) for plan in table.plan if plan.round == round]


def played_round(format, table):
    """The open matches won by seat 0, and the next round drawn."""
    for open_match in open_matches(format, table):
        table = play(format, table, open_match.plan.key, 0)
    return replace(table, plan=table.plan + format.next_round(table))


def points(format, table):
    return {row.entry: row.values[0] for row in format.places(table)}


def test_rounds_follow_the_points():
    table = drawn(PLAIN, range(1, 9))
    assert couples(table, 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    table = played_round(PLAIN, table)
    assert couples(table, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    table = played_round(PLAIN, table)
    assert couples(table, 3)[0] == (1, 2)
    table = played_round(PLAIN, table)
    assert PLAIN.is_over(table)
    assert PLAIN.next_round(table) == ()
    assert [row.entry for row in PLAIN.places(table)][:2] == [1, 2]
    assert str(PLAIN.round_name(table, 2)) == "Round 2 of 3"


def test_as_many_rounds_as_leave_one_with_all_matches_won():
    for count, rounds in ((2, 1), (3, 2), (8, 3), (9, 4), (64, 6)):
        table = Crosstable(tuple(range(count)))
        assert str(Swiss().round_name(table, 1)) == f"Round 1 of {rounds}"
    later = Crosstable(tuple(range(9)), joined={8: 2})
    assert str(Swiss().round_name(later, 2)) == "Round 2 of 3"


def test_each_pairing_carries_its_reason():
    table = played_round(PLAIN, drawn(PLAIN, range(1, 8)))
    assert all(plan.reason and str(plan.reason) for plan in table.plan)
    assert str(table.plan[-1].reason).startswith("Bye with 0")


def test_a_bye_is_a_win_and_comes_once():
    format = Swiss(rounds=5)
    table = drawn(format, range(1, 6))
    byes = []
    for round in range(1, 6):
        byes += [first for first, second in couples(table, round) if second is None]
        table = played_round(format, table)
    assert sorted(byes) == [1, 2, 3, 4, 5]


def test_who_met_a_lower_score_does_not_do_so_again_in_the_next_round():
    table = drawn(PLAIN, range(1, 7))
    for number in (1, 2, 3):
        table = play(PLAIN, table, (1, number), 1)
    table = replace(table, plan=table.plan + PLAIN.next_round(table))
    assert couples(table, 2) == [(4, 5), (6, 1), (2, 3)]
    table = played_round(PLAIN, table)
    assert couples(table, 3) == [(4, 6), (2, 1), (5, 3)]


# Who is in a round --------------------------------------------------------------------------


def test_a_late_entry_plays_from_its_round_on_and_missed_ones_count_by_rule():
    for halves, expected in ((0, 0), (1, 0.5), (5, 1)):
        format = Swiss(rounds=5, half_points=halves)
        table = played_round(format, drawn(format, range(1, 7)))
        table = replace(table, entries=(*range(1, 7), 9, 10), joined={9: 3, 10: 3})
        table = played_round(format, table)
        assert points(format, table)[9] == expected
        assert [9 in two for two in couples(table, 3)].count(True) == 1


def test_an_absent_entry_is_not_paired_and_returns():
    table = replace(Crosstable((1, 2, 3, 4)), absent={2: frozenset([1])})
    table = replace(table, plan=PLAIN.next_round(table))
    assert all(2 not in two for two in couples(table, 1))
    table = played_round(PLAIN, table)
    assert any(2 in two for two in couples(table, 2))
    assert points(PLAIN, table)[2] == 0


def test_who_withdraws_between_rounds_is_gone_from_the_next():
    table = drawn(PLAIN, [1, 2, 3, 4])
    table = play(PLAIN, table, (1, 1), 0)
    assert [PLAIN.leaves_from(table, entry) for entry in (1, 2)] == [2, 1]
    table = withdraw(PLAIN, table, 1)
    table = played_round(PLAIN, table)
    assert all(1 not in two for two in couples(table, 2))
    assert PLAIN.leaves_from(table, 1) is None
    assert points(PLAIN, table)[1] == 1


def test_no_shows_and_double_no_shows_are_no_draws():
    table = drawn(PLAIN, [1, 2, 3, 4])
    table = decide(table, (1, 1), Outcome("walkover", (1, 3), 1))
    table = forfeit(PLAIN, table, (1, 2))
    assert points(PLAIN, table) == {1: 0, 2: 0, 3: 1, 4: 0}
    rows = {row.entry: (row.played, row.won, row.lost) for row in PLAIN.places(table)}
    assert set(rows.values()) == {(0, 0, 0)}


def test_a_drawn_match_is_half_a_point_for_each():
    table = decide(drawn(Swiss(), [1, 2]), (1, 1), Outcome("drawn", (1, 2), None))
    assert points(Swiss(), table) == {1: 0.5, 2: 0.5}
    assert at(Swiss(), table, (1, 1)).decision == "drawn"


def test_it_is_over_when_nobody_is_left_to_meet():
    table = withdraw(PLAIN, drawn(PLAIN, [1, 2, 3]), 1)
    table = withdraw(PLAIN, table, 2)
    assert PLAIN.is_over(table)
    assert PLAIN.next_round(table) == ()


def test_a_round_waits_while_everybody_is_absent():
    table = Crosstable((1, 2), absent={1: frozenset([1]), 2: frozenset([1])})
    assert Swiss().next_round(table) == ()
    assert not Swiss().is_over(table)


# First rounds and what the director says ----------------------------------------------------


def test_a_first_round_at_random_follows_from_the_seed():
    format = Swiss(first_round="random")

    def first(seed):
        return format.next_round(Crosstable(tuple(range(1, 17)), seed=seed))

    assert first("a") == first("a")
    assert first("a") != first("b")


def test_an_accelerated_event_gives_the_top_half_a_win_more_for_two_rounds():
    format = Swiss(rounds=4, first_round="accelerated")
    table = drawn(format, range(1, 9))
    assert couples(table, 1) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    table = played_round(format, table)
    assert couples(table, 2)[0] == (1, 2)
    assert {frozenset(two) for two in couples(table, 2)} >= {frozenset((7, 8))}
    assert points(format, table)[1] == 1


def test_pairs_are_kept_apart_in_the_first_rounds_only():
    said = Constraints(
        apart=frozenset([frozenset((1, 2))]), forbidden=frozenset([frozenset((1, 4))])
    )
    for apart_rounds, met in ((0, True), (1, False)):
        format = Swiss(rounds=1, apart_rounds=apart_rounds)
        table = replace(Crosstable((1, 3, 2, 4)), constraints=said)
        assert (
            (1, 2)
            in {
                tuple(sorted(two))
                for two in couples(replace(table, plan=format.next_round(table)), 1)
            }
        ) is met


def test_a_fixed_pair_meets_unless_one_of_them_is_away():
    said = Constraints(fixed={1: ((1, 2),)})
    table = Crosstable((1, 2, 3, 4), constraints=said)
    assert couples(replace(table, plan=PLAIN.next_round(table)), 1) == [(1, 2), (3, 4)]
    table = replace(table, absent={2: frozenset([1])})
    assert (1, 3) in couples(replace(table, plan=PLAIN.next_round(table)), 1)


@pytest.mark.parametrize(
    ("format", "count", "field", "sentence"),
    [
        (Swiss(), 1, "", "A Swiss needs at least 2 entrants; there are 1."),
        (Swiss(), 4097, "", "A Swiss takes at most 4096 entrants"),
        (Swiss(rounds=4), 4, "rounds", "4 entrants can play at most 3 rounds"),
        (Swiss(first_round="king"), 8, "first_round", "There is no first round king."),
        (Swiss(tiebreaks=("coin",)), 8, "tiebreaks", "There is no tie-break coin."),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, field, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        format.validate(range(count))
    assert refused.value.field == field


# Bugs that others shipped -------------------------------------------------------------------


def test_regression_the_next_round_waits_for_the_results():
    """cobra #439."""
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), 0)
    assert PLAIN.next_round(table) == ()


def test_regression_leaving_and_coming_back_earns_no_full_points():
    """lila #12497."""
    format = Swiss(rounds=5, half_points=1)
    table = replace(Crosstable(tuple(range(1, 9))), absent={8: frozenset([1, 3, 5])})
    for _ in range(6):
        table = played_round(format, table)
    missed = points(format, table)[8] - sum(
        pairing.winner.entry == 8 for pairing in format.advance(table) if 8 in pairing.entries
    )
    assert missed == 0.5


def test_regression_a_late_joiner_leaves_no_gap():
    """liwords #855, lila #15450: who joins late has a row for each round."""
    table = played_round(PLAIN, drawn(PLAIN, [1, 2, 3, 4]))
    table = replace(table, entries=(1, 2, 3, 4, 5, 6), joined={5: 2, 6: 2}, plan=table.plan[:2])
    table = played_round(PLAIN, table)
    rows = PLAIN.places(played_round(PLAIN, table))
    assert sorted(row.entry for row in rows) == [1, 2, 3, 4, 5, 6]


# Whatever happens ---------------------------------------------------------------------------


@given(st.integers(2, 14), st.integers(0, 10**6), st.sampled_from(["slide", "random"]))
@settings(max_examples=60, deadline=None)
def test_everybody_who_is_there_is_in_each_round_once(count, seed, first_round):
    """Once all who are there have had a bye, a second one is no fault."""
    format = Swiss(rounds=min(5, count - 1), first_round=first_round, half_points=1)
    tables = list(whole_event(format, count, Random(seed)))
    assert tables == list(whole_event(format, count, Random(seed)))
    rounds = 0
    for table in tables:
        last = max(plan.round for plan in table.plan)
        if last == rounds:
            continue
        rounds = last
        there = [entry for entry in table.entries if table.is_there(entry, last)]
        sides = [entry for two in couples(table, last) for entry in two]
        assert sorted(entry for entry in sides if entry is not None) == sorted(there)
        assert sides.count(None) == len(there) % 2
    faults = {plan.key for plan in tables[-1].plan if plan.reason.code in ("rematch", "second_bye")}
    met, had = set(), set()
    for plan in tables[-1].plan:
        two = frozenset(side.entry for side in plan.sides)
        there = [entry for entry in tables[-1].entries if tables[-1].is_there(entry, plan.round)]
        is_due = None in two and all(frozenset({entry, None}) in had for entry in there)
        assert two not in met | had or plan.key in faults or is_due
        (had if None in two else met).add(two)
    ranked = [row.rank for row in format.places(tables[-1])]
    assert all(ranked.index(rank) + 1 == rank for rank in ranked)
    assert sorted(row.entry for row in format.places(tables[-1])) == sorted(tables[-1].entries)

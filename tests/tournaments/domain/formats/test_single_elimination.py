"""A knock-out folded from its outcomes: byes, walkovers, forfeits, withdrawals, places."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.events import (
    at,
    decide,
    drawn,
    forfeit,
    history,
    keep,
    play,
    scripts,
    withdraw,
)
from tournaments.domain.crosstable import Crosstable, Outcome
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.pairings import NOBODY, open_round

PLAIN = SingleElimination()
THIRD = SingleElimination(third_place=True)

formats = st.sampled_from([PLAIN, THIRD])
fields = st.integers(2, 20)


def ranks(format: SingleElimination, table: Crosstable) -> dict[int, int | None]:
    return {row.entry: row.rank for row in format.places(table)}


def reasons(format: SingleElimination, table: Crosstable) -> dict[int, str]:
    return {row.entry: str(row.reason) for row in format.places(table)}


def upper_wins(format: SingleElimination, table: Crosstable, *keys: tuple[int, int]) -> Crosstable:
    for key in keys:
        table = play(format, table, key, 0)
    return table


# By hand ------------------------------------------------------------------------------------


def test_two_entrants():
    table = play(PLAIN, drawn(PLAIN, [7, 5]), (1, 1), 1)
    assert PLAIN.is_over(table)
    assert ranks(PLAIN, table) == {5: 1, 7: 2}
    assert reasons(PLAIN, table) == {5: "Final: beat 7", 7: "Final: lost to 5"}


def test_three_entrants_the_top_seed_waits_in_the_final():
    table = drawn(THIRD, [1, 2, 3])
    bye, match, final = THIRD.advance(table)
    assert (bye.decision, bye.is_bye, bye.winner.entry, bye.loser) == ("bye", True, 1, NOBODY)
    assert (match.decision, match.is_bye, match.entries) == (None, False, (2, 3))
    assert (final.decision, final.is_bye, final.entries) == (None, False, (1,))
    table = upper_wins(THIRD, table, (1, 2), (2, 1))
    assert ranks(THIRD, table) == {1: 1, 2: 2, 3: 3}


def test_semi_final_losers_share_third_without_a_match_for_it():
    table = upper_wins(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), (1, 2), (2, 1))
    rows = {row.entry: (row.rank, row.shared) for row in PLAIN.places(table)}
    assert rows == {1: (1, False), 2: (2, False), 3: (3, True), 4: (3, True)}
    assert reasons(PLAIN, table)[4] == "Semi-finals: lost to 1"


def test_the_match_for_third_place_gives_3_and_4():
    table = upper_wins(THIRD, drawn(THIRD, [1, 2, 3, 4]), (1, 1), (1, 2), (2, 1))
    assert not THIRD.is_over(table)
    assert at(THIRD, table, (2, 2)).entries == (4, 3)
    assert ranks(THIRD, table) == {1: 1, 2: 2, 3: None, 4: None}
    table = play(THIRD, table, (2, 2), 1)
    assert THIRD.is_over(table)
    assert ranks(THIRD, table) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert reasons(THIRD, table)[3] == "Third place: beat 4"


def test_places_while_running_those_still_in_stand_first():
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3, 4, 5]), (1, 2), 0)
    rows = PLAIN.places(table)
    assert [(row.entry, row.rank, row.shared) for row in rows] == [
        (1, None, False),
        (2, None, False),
        (3, None, False),
        (4, None, False),
        (5, 5, False),
    ]
    assert str(rows[0].reason) == "Semi-finals: still in"


def test_nothing_is_drawn_yet():
    table = Crosstable((1, 2, 3))
    assert not PLAIN.is_over(table)
    assert {row.rank for row in PLAIN.places(table)} == {None}
    assert {str(row.reason) for row in PLAIN.places(table)} == {"Not drawn yet"}


def test_only_matches_that_were_played_are_counted():
    table = drawn(PLAIN, [1, 2, 3, 4])
    table = decide(table, (1, 1), Outcome("walkover", (1, 4), 0))
    table = upper_wins(PLAIN, table, (1, 2), (2, 1))
    rows = {row.entry: (row.played, row.won, row.lost) for row in PLAIN.places(table)}
    assert rows == {1: (1, 1, 0), 2: (2, 1, 1), 3: (1, 0, 1), 4: (0, 0, 0)}
    assert reasons(PLAIN, table)[4] == "Semi-finals: lost by walkover to 1"


def test_the_winner_by_walkover_goes_on_and_the_other_plays_for_third():
    table = decide(drawn(THIRD, [1, 2, 3, 4]), (1, 1), Outcome("walkover", (1, 4), 1))
    assert at(THIRD, table, (2, 1)).entries == (4,)
    assert at(THIRD, table, (2, 2)).entries == (1,)
    assert at(THIRD, table, (1, 1)).winner_seat == 1


def test_double_forfeit_sends_a_bye_onward():
    table = forfeit(PLAIN, drawn(PLAIN, range(1, 9)), (1, 1))
    next_one = at(PLAIN, table, (2, 1))
    assert (next_one.is_bye, next_one.decision) == (True, None)
    table = play(PLAIN, table, (1, 2), 0)
    next_one = at(PLAIN, table, (2, 1))
    assert (next_one.decision, next_one.winner.entry) == ("bye", 4)
    assert at(PLAIN, table, (3, 1)).entries == (4,)


def test_two_double_forfeits_send_nobody_onward_as_far_as_the_final():
    table = drawn(PLAIN, range(1, 9))
    table = forfeit(PLAIN, forfeit(PLAIN, table, (1, 1)), (1, 2))
    empty = at(PLAIN, table, (2, 1))
    assert (empty.decision, empty.winner) == ("bye", NOBODY)
    assert at(PLAIN, table, (3, 1)).is_bye
    table = upper_wins(PLAIN, table, (1, 3), (1, 4), (2, 2))
    assert PLAIN.is_over(table)
    assert ranks(PLAIN, table) == {1: 5, 8: 5, 4: 5, 5: 5, 2: 1, 7: 5, 3: 3, 6: 5}
    assert reasons(PLAIN, table)[2] == "Final: nobody was left to play against"


def test_who_forfeits_a_semi_final_together_has_no_part_in_the_third_place():
    table = forfeit(THIRD, drawn(THIRD, [1, 2, 3, 4]), (1, 1))
    table = play(THIRD, table, (1, 2), 0)
    assert THIRD.is_over(table)
    rows = {row.entry: (row.rank, row.shared) for row in THIRD.places(table)}
    assert rows == {1: (4, True), 2: (1, False), 3: (3, False), 4: (4, True)}


def test_a_semi_final_against_nobody_will_send_nobody_to_the_third_place():
    table = forfeit(THIRD, drawn(THIRD, range(1, 9)), (1, 1))
    third = at(THIRD, table, (3, 2))
    assert (third.is_bye, third.decision) == (True, None)


def test_withdrawal_from_a_match_moves_the_opponent_on():
    table = withdraw(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), 1)
    gone = at(PLAIN, table, (1, 1))
    assert (gone.decision, gone.winner.entry, gone.loser.entry) == ("withdrawal", 4, 1)
    assert ranks(PLAIN, table)[1] == 3
    assert reasons(PLAIN, table)[1] == "Semi-finals: withdrew"


def test_who_was_put_out_did_not_withdraw():
    table = withdraw(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), 1)
    table = replace(table, put_out=frozenset({1}))
    assert reasons(PLAIN, table)[1] == "Semi-finals: put out of the event"
    table = withdraw(PLAIN, upper_wins(PLAIN, table, (1, 2)), 4)
    assert reasons(PLAIN, replace(table, put_out=frozenset({1})))[4] == "Final: withdrew"


def test_withdrawal_while_waiting_gives_the_next_opponent_the_match():
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), 0)
    table = withdraw(PLAIN, table, 1)
    assert at(PLAIN, table, (2, 1)).decision is None
    table = play(PLAIN, table, (1, 2), 1)
    assert PLAIN.is_over(table)
    assert ranks(PLAIN, table) == {3: 1, 1: 2, 2: 3, 4: 3}
    assert reasons(PLAIN, table)[3] == "Final: 1 withdrew"


def test_withdrawal_of_a_waiting_finalist_and_nobody_comes_to_meet_them():
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), 0)
    table = forfeit(PLAIN, withdraw(PLAIN, table, 1), (1, 2))
    assert PLAIN.is_over(table)
    assert ranks(PLAIN, table) == {1: 2, 2: 3, 3: 3, 4: 3}


def test_both_withdrawn_moves_nobody_on():
    table = replace(drawn(PLAIN, [1, 2, 3, 4]), withdrawn={1: 1, 4: 1})
    table = play(PLAIN, table, (1, 2), 0)
    assert at(PLAIN, table, (1, 1)).winner == NOBODY
    assert ranks(PLAIN, table) == {2: 1, 1: 3, 4: 3, 3: 3}


def test_a_later_withdrawal_does_not_undo_an_earlier_walkover():
    table = withdraw(PLAIN, drawn(PLAIN, range(1, 9)), 1)
    table = upper_wins(PLAIN, table, (1, 2))
    table = play(PLAIN, table, (2, 1), 0)
    table = withdraw(PLAIN, table, 8)
    assert at(PLAIN, table, (1, 1)).winner.entry == 8
    assert at(PLAIN, table, (2, 1)).winner.entry == 8
    assert table.withdrawn == {1: 1, 8: 3}


def test_a_semi_final_loser_who_withdraws_leaves_third_to_the_other():
    table = upper_wins(THIRD, drawn(THIRD, [1, 2, 3, 4]), (1, 1), (1, 2))
    table = upper_wins(THIRD, withdraw(THIRD, table, 4), (2, 1))
    assert ranks(THIRD, table) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_open_round_is_where_a_withdrawal_counts_from():
    table = play(PLAIN, drawn(PLAIN, [1, 2, 3]), (1, 2), 0)
    pairings = PLAIN.advance(table)
    assert [open_round(pairings, entry) for entry in (1, 2, 3)] == [2, 2, None]


# Bugs that others shipped -------------------------------------------------------------------


def test_regression_double_forfeit_in_the_final_leaves_no_champion():
    """brackets-manager #160."""
    table = upper_wins(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), (1, 2))
    table = forfeit(PLAIN, table, (2, 1))
    assert PLAIN.is_over(table)
    rows = {row.entry: (row.rank, row.shared) for row in PLAIN.places(table)}
    assert rows == {1: (2, True), 2: (2, True), 3: (3, True), 4: (3, True)}
    assert reasons(PLAIN, table)[1] == "Final: forfeited, and so did 2"


def test_regression_new_seeds_leave_finished_matches_alone():
    """brackets-manager #107."""
    table = upper_wins(PLAIN, drawn(PLAIN, range(1, 9)), (1, 1), (1, 2))
    again = replace(table, entries=tuple(reversed(table.entries)))
    assert PLAIN.next_round(again) == ()
    assert PLAIN.advance(again) == PLAIN.advance(table)
    assert ranks(PLAIN, again) == ranks(PLAIN, table)


def test_regression_a_corrected_winner_leaves_no_ghost():
    """5stack #357: the earlier winner must be gone from every later match."""
    table = upper_wins(THIRD, drawn(THIRD, range(1, 9)), (1, 1), (1, 2), (2, 1))
    assert at(THIRD, table, (3, 1)).entries == (1,)
    table = decide(table, (1, 1), Outcome("played", (1, 8), 1))
    semi_final = at(THIRD, table, (2, 1))
    assert (semi_final.entries, semi_final.decision) == ((8, 4), None)
    assert at(THIRD, table, (3, 1)).entries == ()
    assert at(THIRD, table, (3, 2)).entries == ()
    assert ranks(THIRD, table)[1] == 5


def test_regression_who_won_after_all_and_was_not_moved_on_is_no_champion():
    """1 was kept in the final: it is as if 4 had gone out in the round before."""
    table = upper_wins(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), (1, 1), (1, 2))
    table = decide(keep(table, (2, 1), 0, 1), (1, 1), Outcome("played", (1, 4), 1))
    assert ranks(PLAIN, table) == {1: None, 2: None, 3: 3, 4: 3}
    table = play(PLAIN, table, (2, 1), 1)
    assert ranks(PLAIN, table) == {2: 1, 1: 2, 3: 3, 4: 3}


def test_regression_a_match_played_after_all_counts_for_who_was_marked_absent():
    """lila #7124: a result that stands goes before a withdrawal, and the withdrawal stays."""
    table = withdraw(PLAIN, drawn(PLAIN, [1, 2, 3, 4]), 1)
    table = decide(table, (1, 1), Outcome("played", (1, 4), 0))
    assert at(PLAIN, table, (1, 1)).winner.entry == 1
    table = play(PLAIN, table, (1, 2), 0)
    assert ranks(PLAIN, table) == {2: 1, 1: 2, 3: 3, 4: 3}


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11, 13, 15, 17])
@pytest.mark.parametrize("format", [PLAIN, THIRD], ids=["plain", "third place"])
def test_regression_an_odd_field_plays_to_its_end(format, count):
    """cobra #468: the bye of an odd field crashed."""
    *_, table = history(format, range(1, count + 1), [])
    assert [row.rank for row in format.places(table)][:2] == [1, 2]


# Whatever happens ---------------------------------------------------------------------------


@given(formats, fields, scripts)
def test_one_champion_unless_nobody_came_through_the_final(format, count, script):
    *_, table = history(format, range(1, count + 1), script)
    final = next(pairing for pairing in reversed(format.advance(table)) if pairing.plan.number == 1)
    champions = [row.entry for row in format.places(table) if row.rank == 1]
    assert champions == ([final.winner.entry] if final.winner.entry is not None else [])
    if final.decision in ("played", "walkover"):
        assert len(champions) == 1


@given(formats, fields, scripts)
def test_where_every_match_is_played_every_place_is_taken(format, count, script):
    *_, table = history(format, range(1, count + 1), script, calm=True)
    rows = format.places(table)
    ranked = [row.rank for row in rows]
    assert all(ranked.index(rank) + 1 == rank for rank in ranked)
    for row in rows:
        assert row.lost == {1: 0, 4: 2}.get(row.rank, 1)

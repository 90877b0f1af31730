"""Tie-breaks and ranks: published tables, what each owes, reasons in words."""

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.text import Refusal, Text
from tests.tournaments.domain.published import (
    HELD_ROUND_ROBIN,
    HELD_SWISS_5,
    HELD_SWISS_9,
    MANY_UNPLAYED,
    UZ_CHESS_CUP_2025,
    rounds_of,
)
from tournaments.domain.standings import rank
from tournaments.domain.tiebreaks import STANDARD, TIEBREAKS, tiebreak_of
from tournaments.domain.tiebreaks.records import Meeting, records_of

every_tiebreak = pytest.mark.parametrize("tiebreak", TIEBREAKS, ids=lambda tiebreak: tiebreak.code)


def column(table, code, **more):
    records = records_of(rounds_of(table), **more)
    tiebreak = tiebreak_of(code)
    return list(tiebreak.column(records, []))


def table_of(rounds, *codes, **more):
    return rank(records_of(rounds, **more), [tiebreak_of(code) for code in codes])


def ranks(table, *codes, **more):
    rows = table_of(rounds_of(table), *codes, **more)
    return [row.rank for row in sorted(rows, key=lambda row: row.entry)]


# Published tables ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "published"),
    [
        ("match_points", "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"),
        ("buchholz", "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"),
        ("buchholz_cut_1", "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11"),
        (
            "sonneborn_berger",
            "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
        ),
    ],
)
def test_a_published_swiss_with_unplayed_rounds(code, published):
    assert column(HELD_SWISS_5, code) == [float(value) for value in published.split()]


def test_a_published_swiss_with_many_unplayed_rounds():
    points = [4, 4, 4, 2.5, 5, 2.5, 3, 2, 4.5, 3.5, 4.5, 4, 1.5, 3.5, 2.5]
    assert column(MANY_UNPLAYED, "match_points") == points
    berger = "14.5 14 15.25 6 18.5 7 9.25 4.75 17.75 9.25 14.5 15.5 3.25 9.75 5.25"
    assert column(MANY_UNPLAYED, "sonneborn_berger") == [float(value) for value in berger.split()]
    expected = [6, 7, 5, 12, 1, 11, 10, 14, 2, 9, 3, 4, 15, 8, 13]
    assert ranks(MANY_UNPLAYED, "match_points", "sonneborn_berger") == expected


def test_head_to_head_of_a_published_swiss():
    expected = [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]
    assert ranks(HELD_SWISS_9, "match_points", "head_to_head") == expected
    expected = [2, 1, 2, 2, 7, 6, 13, 7, 13, 16, 7, 10, 13, 10, 10, 2]
    assert ranks(HELD_SWISS_5, "match_points", "head_to_head") == expected


def test_a_published_round_robin_with_a_walkover():
    berger = column(HELD_ROUND_ROBIN, "sonneborn_berger", all_drawn=True)
    assert berger == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    expected = [1, 2, 2, 6, 5, 4]
    assert ranks(HELD_ROUND_ROBIN, "match_points", "head_to_head", all_drawn=True) == expected


def test_a_published_round_robin():
    points = [5.5, 5.5, 5.5, 5, 4.5, 4.5, 4.5, 4, 3.5, 2.5]
    assert column(UZ_CHESS_CUP_2025, "match_points", all_drawn=True) == points
    berger = [25.25, 22.5, 22.25, 21.5, 20.5, 18.75, 19.5, 16.5, 16, 11.25]
    assert column(UZ_CHESS_CUP_2025, "sonneborn_berger", all_drawn=True) == berger
    codes = "match_points", "head_to_head", "sonneborn_berger"
    rows = table_of(rounds_of(UZ_CHESS_CUP_2025), *codes, all_drawn=True)
    assert [row.entry for row in rows] == list(range(1, 11))
    assert [row.values[1] for row in rows] == [2, 0.5, 0.5, 0, 1.5, 1, 0.5, 0, 0, 0]
    assert str(rows[1].reason) == "Ahead of 3 on Sonneborn-Berger: 22.5 against 22.25"
    assert str(rows[2].reason) == "Behind 2 on Sonneborn-Berger: 22.25 against 22.5"
    assert str(rows[3].reason) == "Nobody else has 5 in Match points"


# What cards add -----------------------------------------------------------------------------


def test_games_net_points_and_gins_count_what_was_played():
    rounds = {
        1: [Meeting("played", 2, 1.0, 1, 350, 3), Meeting("bye", points=1.0)],
        2: [Meeting("played", 1, 0.0, -1, -350, 1), Meeting("walkover", 3, 1.0, 1, 99, 2)],
    }
    records = records_of(rounds | {3: [Meeting("missed"), Meeting("walkover", 2, 0.0, -1, -99)]})
    found = {
        code: tiebreak_of(code).column(records, [])
        for code in ("games_difference", "net_points", "gins")
    }
    assert found == {
        "games_difference": [1, -1, 0],
        "net_points": [350, -350, 0],
        "gins": [3, 1, 0],
    }


def test_opponents_match_wins_count_no_opponent_below_a_third():
    rounds = {
        1: [Meeting("played", 2, 1.0), Meeting("played", 3, 1.0), Meeting("bye", points=1.0)],
        2: [Meeting("played", 1, 0.0), Meeting("played", 4, 0.0), Meeting("walkover", 3, 1.0)],
        3: [Meeting("played", 4, 1.0), Meeting("played", 1, 0.0), Meeting("walkover", 2, 0.0)],
        4: [Meeting("played", 3, 0.0), Meeting("played", 2, 1.0), Meeting("missed")],
    }
    records = records_of(rounds)
    shares = tiebreak_of("opponents_match_wins").column(records, [])
    assert shares == pytest.approx([(1 / 3 + 1 / 2) / 2, 3 / 4, 3 / 4, (1 / 2 + 1 / 3) / 2])


def test_lots_follow_from_their_seed_and_come_last_to_nobody_twice():
    rounds = {entry: [Meeting("played", 30 - entry, 0.5)] for entry in range(1, 30)}
    rows = table_of(rounds, "match_points", "lots", seed="a")
    assert rows == table_of(rounds, "match_points", "lots", seed="a")
    assert [row.entry for row in rows] != [
        row.entry for row in table_of(rounds, "match_points", "lots", seed="b")
    ]
    assert [row.rank for row in rows] == list(range(1, 30))
    drawn = table_of(rounds, "lots", seed="a")
    assert [row.values[0] for row in drawn] == sorted(row.values[0] for row in drawn)


def test_who_is_parted_by_lot_alone_is_told_so_without_the_numbers():
    rounds = {1: [Meeting("played", 2, 0.5)], 2: [Meeting("played", 1, 0.5)]}
    first, second = table_of(rounds, "match_points", "lots", seed="a")
    assert str(first.reason) == f"Ahead of {second.entry} by lot: level in everything else"
    assert str(second.reason) == f"Behind {first.entry} by lot: level in everything else"


@pytest.mark.parametrize("codes", [STANDARD, ("lots", "match_points"), ("lots",)])
def test_nobody_is_parted_by_lot_before_the_first_result(codes):
    rounds = {entry: [] for entry in range(1, 10)}
    rows = table_of(rounds, *codes, seed="a")
    assert [row.entry for row in rows] == list(range(1, 10)), "in order of seed"
    assert {row.rank for row in rows} == {1}
    assert all(row.shared for row in rows)
    assert {str(row.reason) for row in rows} == {"Nothing is decided yet"}
    rounds[4], rounds[5] = [Meeting("played", 5, 1.0)], [Meeting("played", 4, 0.0)]
    assert {row.rank for row in table_of(rounds, *codes, seed="a")} == set(range(1, 10))


def test_a_bye_is_no_result_by_which_others_are_parted():
    rounds = {1: [], 2: [], 3: [Meeting("bye", points=1.0)]}
    first, *others = table_of(rounds, *STANDARD, seed="a")
    assert (first.entry, first.rank) == (3, 1)
    assert [(row.entry, row.rank) for row in others] == [(1, 2), (2, 2)]
    assert {str(row.reason) for row in others} == {"Nothing is decided yet"}
    decided = rounds | {1: [Meeting("walkover", 2, 1.0)], 2: [Meeting("walkover", 1)]}
    assert [row.rank for row in table_of(decided, *STANDARD, seed="a")] == [1, 2, 3]


def test_median_leaves_out_the_least_and_the_highest():
    assert column(HELD_SWISS_5, "buchholz_median")[0] == 12.5 - 1.5 - 4


# What each owes -----------------------------------------------------------------------------


@st.composite
def histories(draw):
    """Any rounds: matches of two, walkovers, byes and missed rounds."""
    count = draw(st.integers(2, 8))
    entries = list(range(1, count + 1))
    rounds = {entry: [] for entry in entries}
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(entries))
        for first, second in zip(order[::2], order[1::2], strict=False):
            share = draw(st.sampled_from([1.0, 0.5, 0.0]))
            kind = draw(st.sampled_from(["played", "played", "walkover"]))
            net, boards = draw(st.integers(-500, 500)), draw(st.integers(-4, 4))
            rounds[first].append(Meeting(kind, second, share, 1, net, 1, boards))
            rounds[second].append(Meeting(kind, first, 1 - share, -1, -net, 0, -boards))
        if count % 2:
            alone = draw(st.sampled_from([Meeting("bye", points=1.0), Meeting("missed")]))
            rounds[order[-1]].append(alone)
    return rounds


@every_tiebreak
def test_it_has_a_code_and_a_name(tiebreak):
    assert isinstance(tiebreak.name, Text)
    assert re.fullmatch(r"[a-z_0-9]+", tiebreak.code)
    assert tiebreak_of(tiebreak.code) is tiebreak
    assert [listed.code for listed in TIEBREAKS].count(tiebreak.code) == 1
    assert type(tiebreak).__doc__


@every_tiebreak
@given(rounds=histories(), chance=st.randoms(use_true_random=False), all_drawn=st.booleans())
def test_it_depends_on_no_order_and_on_no_meaning_of_ids(tiebreak, rounds, chance, all_drawn):
    new = dict(zip(rounds, chance.sample(range(100, 1000), len(rounds)), strict=True))
    renamed = {
        new[entry]: [
            Meeting(
                meeting.kind,
                new.get(meeting.opponent),
                meeting.points,
                meeting.games,
                meeting.net,
                meeting.gins,
                meeting.boards,
            )
            for meeting in played
        ]
        for entry, played in rounds.items()
    }
    if tiebreak.code != "lots":  # which are drawn in order of seed
        renamed = dict(chance.sample(list(renamed.items()), len(renamed)))
    ours, theirs = (records_of(table, all_drawn=all_drawn) for table in (rounds, renamed))
    old = {there: here for here, there in new.items()}
    level = {entry: chance.randint(0, 1) for entry in rounds}
    values = tiebreak.column(ours, [list(level.values())])
    others = tiebreak.column(theirs, [[level[old[entry]] for entry in theirs.entries]])
    named = {old[entry]: value for entry, value in zip(theirs.entries, others, strict=True)}
    assert named == dict(zip(ours.entries, values, strict=True))


@pytest.mark.parametrize(
    "tiebreak",
    [tiebreak for tiebreak in TIEBREAKS if tiebreak.follows_from_winners],
    ids=lambda tiebreak: tiebreak.code,
)
@given(rounds=histories(), chance=st.randoms(use_true_random=False))
def test_who_won_is_enough_where_it_says_so(tiebreak, rounds, chance):
    other = {
        entry: [
            meeting._replace(
                games=chance.randint(-3, 3),
                net=chance.randint(-99, 99),
                gins=chance.randint(0, 9),
                boards=chance.randint(-4, 4),
            )
            for meeting in own
        ]
        for entry, own in rounds.items()
    }
    ours, theirs = (records_of(table, all_drawn=True) for table in (rounds, other))
    assert tiebreak.column(ours, []) == tiebreak.column(theirs, [])


@given(histories(), st.randoms(use_true_random=False))
def test_ranks_add_up_and_do_not_depend_on_the_order_of_entry(rounds, chance):
    codes = [tiebreak.code for tiebreak in TIEBREAKS if tiebreak.code != "lots"]
    chance.shuffle(codes)
    rows = table_of(rounds, *codes)
    shuffled = list(rounds)
    chance.shuffle(shuffled)
    again = table_of({entry: rounds[entry] for entry in shuffled}, *codes)
    assert {row.entry: (row.rank, row.values) for row in rows} == {
        row.entry: (row.rank, row.values) for row in again
    }
    ranked = [row.rank for row in rows]
    assert all(ranked.index(row.rank) + 1 == row.rank for row in rows)
    assert all(str(row.reason) for row in rows)
    for row, below in pairwise(rows):
        assert (row.rank == below.rank) == (row.values == below.values)


def test_an_unknown_tiebreak_is_refused():
    with pytest.raises(Refusal) as refused:
        tiebreak_of("coin")
    assert refused.value.field == "tiebreaks"
    assert "There is no tie-break coin." in str(refused.value)


def test_the_standard_order_is_of_tiebreaks_that_there_are():
    assert [tiebreak_of(code).code for code in STANDARD] == list(STANDARD)


def test_who_is_level_in_everything_shares_a_place():
    chance = Random(1)
    order = [tiebreak.code for tiebreak in TIEBREAKS if tiebreak.code != "lots"]
    chance.shuffle(order)
    drawn = {1: [Meeting("played", 2, 0.5)], 2: [Meeting("played", 1, 0.5)]}
    rows = table_of(drawn, *order)
    assert [(row.entry, row.rank, row.shared) for row in rows] == [(1, 1, True), (2, 1, True)]
    assert str(rows[0].reason) == "Level with 2 in everything that is compared"


def test_of_nobody_the_table_is_empty():
    """As in a group of which everybody has left before half of it was played."""
    assert table_of({}, "match_points", "head_to_head", "lots") == ()

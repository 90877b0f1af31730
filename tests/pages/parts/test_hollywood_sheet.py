"""A Hollywood series as the page shows it: columns, ruled off lines, sums."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import score_hollywood
from pages.parts.hollywood_sheet import EnteredHand, HollywoodSheet, hollywood_sheet, marks_of

RULES = rules_from({"sheet": "hollywood"})
ENDLESS = replace(RULES, hollywood_endless=True)


def sheet(rules: object, *hands: tuple[int | None, int]) -> HollywoodSheet[int]:
    """The sheet of these hands, each shown by its number."""
    scores = [HandScore("void" if who is None else "knock", who, n, 1) for who, n in hands]
    score = score_hollywood(rules, scores)
    used: Sequence[EnteredHand[int]] = [
        EnteredHand(n, scores[n - 1].winner, columns, score_hollywood(rules, scores[:n]))
        for n, columns in enumerate(score.entries, start=1)
    ]
    return hollywood_sheet(rules, score, used, ("Anna", "Berta"))


def foot(table: object) -> dict[str, list[str]]:
    return {line.label: [cell.figure for cell in line.cells] for line in table.foot}


def test_a_void_hand_has_a_line_and_no_entry() -> None:
    (table,) = sheet(RULES, (0, 20), (None, 0), (1, 10)).tables
    assert [line.row for line in table.lines] == [1, 2, 3]
    assert all(cell.total is None for cell in table.lines[1].cells)


def test_columns_are_ruled_off_where_they_close() -> None:
    (table,) = sheet(RULES, (0, 60), (0, 60), (1, 5)).tables
    assert [[cell.state for cell in line.cells] for line in table.lines] == [
        ["", "", "", "", "", ""],
        ["closes", "closes", "", "", "", ""],
        ["closed", "closed", "", "", "", ""],
    ]
    assert [column.winner for column in table.columns] == [0, None, None]
    assert [column.schneider for column in table.columns] == [1, None, None]
    assert not table.is_closed


def test_the_net_of_who_has_less_after_all_is_negative() -> None:
    rules = replace(RULES, game_bonus=0, shutout_rule="none")
    hands = [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (0, 100), (0, 100), (0, 100)]
    (table,) = sheet(rules, *hands).tables
    assert foot(table)["Net"][0].startswith("−")


def test_the_third_column_may_count_twice() -> None:
    hands = [(0, 100), (0, 100), (0, 100)]
    (table,) = sheet(replace(RULES, hollywood_third_double=True), *hands).tables
    lines = foot(table)
    assert lines["Counts twice"] == ["", "", "", "", str(2 * int(lines["Net"][4])), ""]
    assert [column.counts_twice for column in table.columns] == [False, False, True]
    assert "Counts twice" not in foot(sheet(RULES, *hands).tables[0])


def test_boxes_that_count_at_once_are_in_the_running_totals() -> None:
    rules = replace(RULES, box_timing="immediate", box_bonus=10)
    (table,) = sheet(rules, (0, 30), (0, 30)).tables
    assert [line.cells[0].total for line in table.lines] == [40, 80]


def test_of_more_columns_the_last_three_have_a_table_of_their_own() -> None:
    series = sheet(ENDLESS, (0, 100), (0, 50), (None, 0), (1, 20), (0, 50), (0, 5))
    first, second = series.tables
    assert [[column.number for column in table.columns] for table in series.tables] == [
        [1, 2],
        [3, 4, 5],
    ]
    assert [line.row for line in first.lines] == [1, 2, 3, 4, 5]
    assert [line.row for line in second.lines] == [5, 6]
    assert (first.width, second.width) == (5, 7)
    assert len(sheet(ENDLESS, *[(0, 100)] * 3).tables) == 2


def test_the_sum_says_to_whom() -> None:
    series = sheet(RULES, (1, 100), (1, 100), (1, 100))
    assert (series.columns_won, series.net_to, series.is_finished) == ((0, 3), 1, True)
    assert sheet(RULES).net_to is None


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Anna", "Nuño"), ("A", "N")),
        (("Anna", "Alba"), ("An", "Al")),
        (("Anna", "Ánna Weiß"), ("A", "B")),
    ],
)
def test_names_of_one_letter_or_as_many_as_tell_them_apart(
    names: tuple[str, str], marks: tuple[str, str]
) -> None:
    assert marks_of(names) == marks

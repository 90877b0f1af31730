"""Who stands on the podium: the awkward ends of an evening, as the formats bring them about."""

import pytest

from tests.tournaments.domain.events import decide, drawn, forfeit, play, withdraw
from tournaments.domain.crosstable import Crosstable, Outcome
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.base import Format
from tournaments.domain.podium import Meeting, Placed, Step, WayMark, podium, way_of

KNOCK_OUT = SingleElimination()
WITH_THIRD = SingleElimination(third_place=True)


def ended(format: Format, table: Crosstable) -> tuple[Step, ...]:
    """The podium of an event as its format ranks it; every match was won 3-1."""
    rows = [Placed(row.entry, row.rank, row.group) for row in format.places(table)]
    return podium(rows, meetings_of(format, table))


def meetings_of(format: Format, table: Crosstable) -> list[Meeting]:
    return [
        Meeting(
            pairing.plan.key,
            (pairing.occupants[0].entry, pairing.occupants[1].entry),
            pairing.decision,
            pairing.winner_seat,
            (3, 1) if pairing.winner_seat == 0 else (1, 3),
            format.has_free_rounds,
        )
        for pairing in format.advance(table)
    ]


def names(steps: tuple[Step, ...]) -> list[tuple[int, list[int]]]:
    return [(step.place, [holder.entry for holder in step.holders]) for step in steps]


def four(format: Format) -> Crosstable:
    """1 and 2 are in the final, 4 and 3 were beaten before."""
    table = drawn(format, [1, 2, 3, 4])
    return play(format, play(format, table, (1, 1), 0), (1, 2), 0)


def test_without_a_match_for_third_both_semi_finalists_are_third() -> None:
    steps = ended(KNOCK_OUT, play(KNOCK_OUT, four(KNOCK_OUT), (2, 1), 0))
    assert names(steps) == [(1, [1]), (2, [2]), (3, [3, 4])]
    assert [holder.way for holder in steps[2].holders] == [
        (WayMark((1, 2), 2, "lost", (1, 3)),),
        (WayMark((1, 1), 1, "lost", (1, 3)),),
    ]


def test_a_match_for_third_gives_one_third() -> None:
    table = play(WITH_THIRD, play(WITH_THIRD, four(WITH_THIRD), (2, 1), 1), (2, 2), 1)
    steps = ended(WITH_THIRD, table)
    assert names(steps) == [(1, [2]), (2, [1]), (3, [3])]
    assert [mark.came for mark in steps[2].holders[0].way] == ["lost", "won"]


def test_a_double_forfeit_in_the_final_leaves_no_first() -> None:
    steps = ended(KNOCK_OUT, forfeit(KNOCK_OUT, four(KNOCK_OUT), (2, 1)))
    assert names(steps) == [(1, []), (2, [1, 2]), (3, [3, 4])]
    assert [mark.came for mark in steps[1].holders[0].way] == ["won", "lost_unplayed"]


def test_a_double_forfeit_for_third_leaves_no_third() -> None:
    table = forfeit(WITH_THIRD, play(WITH_THIRD, four(WITH_THIRD), (2, 1), 0), (2, 2))
    assert names(ended(WITH_THIRD, table)) == [(1, [1]), (2, [2]), (3, [])]


def test_a_double_forfeit_in_a_semi_final_leaves_no_second() -> None:
    table = drawn(KNOCK_OUT, [1, 2, 3, 4])
    table = play(KNOCK_OUT, forfeit(KNOCK_OUT, table, (1, 2)), (1, 1), 0)
    steps = ended(KNOCK_OUT, table)
    assert names(steps) == [(1, [1]), (2, []), (3, [2, 3, 4])]
    assert steps[0].holders[0].way[-1] == WayMark((2, 1), None, "bye")


def test_who_withdraws_from_the_final_is_second() -> None:
    steps = ended(KNOCK_OUT, withdraw(KNOCK_OUT, four(KNOCK_OUT), 1))
    assert names(steps) == [(1, [2]), (2, [1]), (3, [3, 4])]
    assert steps[0].holders[0].way[-1] == WayMark((2, 1), 1, "won_unplayed")


def test_a_walkover_has_no_score_and_a_bye_no_opponent() -> None:
    table = drawn(KNOCK_OUT, [1, 2, 3])
    table = decide(table, (1, 2), Outcome("walkover", (2, 3), 0))
    steps = ended(KNOCK_OUT, play(KNOCK_OUT, table, (2, 1), 0))
    assert steps[0].holders[0].way == (
        WayMark((1, 1), None, "bye"),
        WayMark((2, 1), 2, "won", (3, 1)),
    )
    assert steps[1].holders[0].way[0] == WayMark((1, 2), 3, "won_unplayed")


def test_two_entrants_have_no_third() -> None:
    table = play(KNOCK_OUT, drawn(KNOCK_OUT, [1, 2]), (1, 1), 0)
    assert names(ended(KNOCK_OUT, table)) == [(1, [1]), (2, [2])]


def test_while_a_place_is_open_there_is_no_podium() -> None:
    assert ended(KNOCK_OUT, four(KNOCK_OUT)) == ()


def test_who_is_free_in_a_round_met_nobody() -> None:
    format = RoundRobin()
    table = drawn(format, [1, 2, 3])
    for key in [pairing.plan.key for pairing in format.advance(table) if not pairing.is_bye]:
        table = play(format, table, key, 0)
    for step in ended(format, table):
        for holder in step.holders:
            assert [mark.opponent for mark in holder.way if mark.opponent is None] == []


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 1, 3, 4], [(1, [1, 2]), (3, [3])]),
        ([1, 2, 2, 4], [(1, [1]), (2, [2, 3])]),
        ([1, 2, 3, 3], [(1, [1]), (2, [2]), (3, [3, 4])]),
        ([1, 1, 1, 4], [(1, [1, 2, 3])]),
        ([1, 1, 1, 1], []),
        ([1], [(1, [1])]),
        ([], []),
    ],
)
def test_places_are_shared_as_in_the_table(
    ranks: list[int], expected: list[tuple[int, list[int]]]
) -> None:
    rows = [Placed(entry, rank) for entry, rank in enumerate(ranks, 1)]
    assert names(podium(rows, [])) == expected


def test_groups_without_a_final_have_each_a_first_and_no_second() -> None:
    rows = [Placed(1, 1, 1), Placed(2, 2, 1), Placed(3, 1, 2), Placed(4, 2, 2)]
    steps = podium(rows, [])
    assert [(step.group, step.place) for step in steps] == [(1, 1), (2, 1)]
    assert names(steps) == [(1, [1]), (1, [3])]


def test_a_drawn_match_has_its_score_and_what_is_open_is_not_on_the_way() -> None:
    met = [
        Meeting((2, 1), (7, 5), None),
        Meeting((1, 1), (5, 7), "drawn", None, (2, 2)),
        Meeting((3, 1), (5, None), "bye", 0),
    ]
    assert way_of(7, met) == (WayMark((1, 1), 5, "drawn", (2, 2)),)
    assert way_of(5, met)[-1] == WayMark((3, 1), None, "bye")

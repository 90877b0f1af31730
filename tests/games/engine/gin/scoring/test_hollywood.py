"""The Hollywood sheet: which columns a hand goes into, and who wins the series (rulebook 4.4)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.embedded.options import ROOT
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import score_hollywood
from games.engine.scoring.facts import SheetNotice

VECTORS = json.loads((ROOT / "tests" / "data" / "hands.json").read_text())
SERIES = [vector for vector in VECTORS["game_vectors"] if vector["type"] == "hollywood"]
RULES = rules_from({"sheet": "hollywood"})
ENDLESS = replace(RULES, hollywood_endless=True)

hands = st.lists(
    st.builds(HandScore, st.just("knock"), st.sampled_from([0, 1, None]), st.integers(1, 60))
)


def won(*hands: tuple[int, int]) -> list[HandScore]:
    return [HandScore("knock", seat, points, 1) for seat, points in hands]


@pytest.mark.parametrize("vector", SERIES, ids=lambda vector: vector["id"])
def test_entries(vector) -> None:
    rules = rules_from({"sheet": "hollywood", **vector["rules"]})
    played = won(*(("AB".index(who), points) for who, points, _ in vector["hands"]))
    score = score_hollywood(rules, played)
    entries = [list(columns) for columns in score.entries]
    assert entries[: len(vector["expected"]["entries"])] == vector["expected"]["entries"]


def test_who_is_blanked_begins_in_the_first_column_still_open() -> None:
    score = score_hollywood(RULES, won((0, 60), (0, 60), (0, 1), (1, 5), (1, 5), (0, 60)))
    assert score.entries == ((1,), (1, 2), (2, 3), (2,), (2, 3), (2, 3))
    assert score.columns[0].shutout


def test_void_hands_are_entered_nowhere() -> None:
    score = score_hollywood(RULES, [HandScore("void"), *won((0, 60))])
    assert score.entries == ((), (1,))


def test_columns_or_the_net() -> None:
    """Seat 1 takes two columns narrowly, seat 0 one by far."""
    bare = replace(RULES, target=100, game_bonus=0, shutout_rule="none", box_bonus=0)
    played = won((0, 90), (1, 95), (1, 4), (0, 8), (1, 2), (1, 90), (0, 85), (1, 5), (0, 800))
    by_columns = score_hollywood(bare, played)
    assert [column.points for column in by_columns.columns] == [(98, 101), (93, 101), (885, 97)]
    assert (by_columns.winner, by_columns.columns_won, by_columns.net) == (1, (1, 2), -777)
    assert score_hollywood(replace(bare, hollywood_winner="net"), played).winner == 0


def test_the_third_column_may_count_twice() -> None:
    played = won((0, 100), (0, 100), (0, 100))
    single = score_hollywood(RULES, played)
    double = score_hollywood(replace(RULES, hollywood_third_double=True), played)
    assert double.series_net - single.series_net == single.columns[2].net


def test_without_end_a_column_opens_when_one_closes() -> None:
    played = won((0, 100), (0, 100), (1, 100), (0, 100))
    series = score_hollywood(ENDLESS, played)
    assert len(series.columns) > 3
    assert not series.finished
    assert sum(not column.finished for column in series.columns) == 3
    assert series.winner is None


def test_until_a_player_gives_notice() -> None:
    played = won(*[(0, 100)] * 9)
    series = score_hollywood(ENDLESS, [played[0], SheetNotice(0, 1, 1), *played[1:]])
    assert (series.finished, series.winner) == (True, 0)
    assert len(series.columns) == 4
    assert series.hands_used < 9


@settings(max_examples=50)
@given(hands)
def test_a_series_is_the_sum_of_its_columns(played) -> None:
    series = score_hollywood(RULES, played)
    assert len(series.columns) == 3
    net = 0
    for n, column in enumerate(series.columns, start=1):
        entered = [
            hand for hand, entries in zip(played, series.entries, strict=False) if n in entries
        ]
        for seat in (0, 1):
            assert column.points[seat] == sum(h.points for h in entered if h.winner == seat)
        net += 0 if column.net is None else column.net * (1 if column.winner == 0 else -1)
    assert series.series_net == net
    assert series.finished == all(column.finished for column in series.columns)

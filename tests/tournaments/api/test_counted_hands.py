"""Hands of which everybody's count is written down, through the API."""

import pytest

from tests.builders import board_of, make_tournament
from tests.tournaments.tables import TableApi, table_of

pytestmark = pytest.mark.django_db

ROYAL = {"variant": "battle_royal", "gin_bonus": 40, "undercut_bonus": 20, "target": 200}
HAND = {"kind": "knock", "knocker": 0, "counts": [4, 20, 31]}


@pytest.fixture
def three() -> TableApi:
    return TableApi(table_of(3, **ROYAL))


@pytest.fixture
def rummy() -> TableApi:
    """Two who play rummy, in an event of two."""
    rules = {"game": "rummy", "table_size": 2}
    return TableApi(board_of(make_tournament(entrants=2, rules=rules), 1, 1))


def refused(table: TableApi, **said: object) -> tuple[str, list[str]]:
    error = table.write("hands", said, 400)["error"]
    return error["code"], list(error["fields"])


def test_a_hand_by_counts(three: TableApi) -> None:
    assert three.shown["next_hand"] == {"n": 1, "game": 1, "number_in_game": 1, "dealer": 0}
    left = three.write("hands", HAND)
    hand = left["games"][0]["hands"][0]
    assert (hand["kind"], hand["knocker"], hand["counts"]) == ("knock", 0, [4, 20, 31])
    assert (hand["winner"], hand["points"], hand["entries"]) == (0, 47, [47, 0, 0])
    assert "players" not in hand
    assert (left["next_hand"]["dealer"], left["games"][0]["points"]) == (1, [47, 0, 0])
    left = three.write("hands", {"kind": "gin", "knocker": 1, "counts": [20, None, 31]})
    assert left["games"][0]["hands"][1]["entries"] == [0, 91, 0]
    left = three.write("hands", {"kind": "knock", "knocker": 2, "counts": [5, 20, 9]})
    hand = left["games"][0]["hands"][2]
    assert (hand["kind"], hand["entries"]) == ("undercut", [24, 0, -20])
    left = three.write("hands", {"kind": "void"})
    assert left["games"][0]["hands"][3]["counts"] is None
    assert left["games"][0]["points"] == [71, 91, -20]


def test_a_hand_is_looked_at_before_it_is_written(three: TableApi) -> None:
    shown = three.api.get(f"{three.here}hands/preview/", kind="knock", knocker=1, counts="20,4,31")
    assert (shown["hand"]["entries"], shown["finished"]) == ([0, 47, 0], False)
    shown = three.api.get(f"{three.here}hands/preview/", kind="gin", knocker=1, counts="20,,31")
    assert shown["hand"]["entries"] == [0, 91, 0]
    path = f"{three.here}hands/preview/"
    three.api.get(path, 400, kind="knock", knocker=1, counts="20,x,31")
    assert not three.shown["games"]


def test_a_hand_is_corrected(three: TableApi) -> None:
    three.write("hands", HAND)
    left = three.write("hands/1/corrections", {**HAND, "counts": [9, 4, 31]})
    hand = left["games"][0]["hands"][0]
    assert (hand["entries"], hand["revision"]) == ([-20, 36, 0], 2)


def test_a_hand_of_another_kind_is_refused(three: TableApi) -> None:
    assert refused(three, **HAND, defender_count=9) == ("not_used", ["defender_count"])
    assert refused(three, **HAND, players=[0, 1]) == ("not_used", ["players"])
    assert refused(three, **HAND, factor=2) == ("not_used", ["factor"])
    assert refused(three, kind="knock", knocker=0) == ("missing_count", ["counts.0"])
    assert refused(three, kind="out", knocker=0, counts=[0, 1, 2]) == ("bad_kind", ["kind"])
    assert refused(three, kind="knock", knocker=5, counts=[4, 9, 9]) == ("bad_seat", ["knocker"])
    two = TableApi(table_of(3))
    assert refused(two, **HAND) == ("not_used", ["counts"])
    assert refused(two, kind="rummy", knocker=0) == ("bad_kind", ["kind"])


def test_a_hand_of_rummy_of_two(rummy: TableApi) -> None:
    left = rummy.write("hands", {"kind": "out", "knocker": 1, "counts": [23, None]})
    hand = left["games"][0]["hands"][0]
    assert (hand["kind"], hand["counts"], hand["entries"]) == ("out", [23, 0], [23, 0])
    assert refused(rummy, kind="knock", knocker=0, knocker_count=2, defender_count=9) == (
        "not_used",
        ["knocker_count"],
    )

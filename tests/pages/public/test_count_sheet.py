"""A Hollywood sheet that is added up on a page of its own: all follows from the address."""

import pytest
from django.test import Client

from games.engine.gin.rules import PLAYABLE_RULE_SETS
from tests.hollywood import SERIES, read_sheets, words_of

ADDRESS = "/count/hollywood/"


def page(client: Client, **query: str) -> str:
    response = client.get(ADDRESS, query)
    assert response.status_code == 200
    return response.content.decode()


def typed(vector: dict) -> str:
    return " ".join(f"{who}{points}x{boxes}" for who, points, boxes in vector["hands"])


@pytest.mark.parametrize("vector", SERIES.values(), ids=lambda vector: vector["id"])
def test_a_published_sheet_comes_out_the_same(client: Client, vector: dict) -> None:
    """The rules of the published ones but for the target are those of the club's own set."""
    target = str(vector["rules"].get("target", 100))
    html = page(client, rules="club", target=target, hands=typed(vector))
    (sheet,) = read_sheets(html)
    expected = vector["expected"]
    assert len(sheet.lines) == len(expected["entries"])
    for line, columns in zip(sheet.lines, expected["entries"], strict=True):
        assert [n for n in (1, 2, 3) if any(line[2 * n - 2 : 2 * n])] == columns
    for n, column in enumerate(expected["columns"], start=1):
        for seat, who in enumerate("AB"):
            place = 2 * (n - 1) + seat
            points = column["points"][who]
            assert sheet.foot["Points"][place] == (str(points) if points else "blank")
            last = sheet.column(n, seat)[-1:]
            assert last == ([str(points)] if points else [])
            if column["finished"]:
                assert sheet.foot["Total"][place] == (str(column["totals"][who] or ""))
        if column["finished"]:
            winner = "AB".index(column["reached_target"])
            assert sheet.foot["Net"][2 * (n - 1) + winner] == str(column["net_to_target_winner"])
    net = expected["series_net_A"]
    assert (f"{net} to A" if net else "Net so far 0") in words_of(html)


@pytest.mark.parametrize("code", [rule_set.code for rule_set in PLAYABLE_RULE_SETS])
def test_a_series_is_added_up_under_any_rule_set(client: Client, code: str) -> None:
    """Also under one by which a match is a fixed number of hands, which has no columns."""
    (sheet,) = read_sheets(page(client, rules=code, hands="A90"))
    assert sheet


def test_who_has_nothing_is_blank_and_on_a_schneider(client: Client) -> None:
    (sheet,) = read_sheets(page(client, hands="A25 A18", first="Anna", second="Berta"))
    assert sheet.foot["On a schneider"] == ["Berta", "Berta", ""]
    assert sheet.foot["Points"] == ["43", "blank", "18", "blank", "blank", "blank"]
    assert sheet.foot["Needs"] == ["57", "100", "82", "100", "100", "100"]


def test_a_hand_of_no_points_is_no_blank(client: Client) -> None:
    """Where equal counts bring a box alone."""
    (sheet,) = read_sheets(page(client, hands="A25 B0"))
    assert "On a schneider" not in sheet.foot
    assert sheet.foot["Points"][:2] == ["25", "0"]


def test_a_closed_column_is_ruled_off(client: Client) -> None:
    (sheet,) = read_sheets(page(client, hands="A60 A60 B5 A10"))
    assert sheet.closed == {(2, 0), (2, 1), (3, 0), (3, 1)}
    assert sheet.foot["On a schneider"] == ["B", "", "B"]
    assert sheet.foot["Needs"][:2] == ["", ""]


def test_a_hand_that_is_written_down_joins_the_address(client: Client) -> None:
    query = {"rules": "pagat", "hands": "A25", "first": "Anna", "winner": "B"}
    response = client.get(ADDRESS, query | {"points": "20", "boxes": "2", "write": "1"})
    assert response.status_code == 302
    assert response.url == f"{ADDRESS}?rules=pagat&first=Anna&hands=A25+B20x2#sheet"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"points": "20"}, "Say who won the hand."),
        ({"winner": "A"}, "Enter the points of the hand."),
        ({"winner": "A", "points": "20", "hands": "C3"}, "First put right what stands there"),
    ],
)
def test_a_hand_that_is_not_whole_is_asked_for(client: Client, query: dict, sentence: str) -> None:
    html = page(client, write="1", **query)
    assert sentence in html


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"hands": "A25 C20"}, "“C20” is no hand"),
        ({"hands": "A25 B"}, "“B” is no hand"),
        ({"hands": "A1 " * 100}, "A sheet has at most 99 hands."),
        ({"hands": "A25", "target": "x"}, "target"),
        ({"hands": "A25", "target": "99999"}, "target"),
    ],
)
def test_what_is_no_sheet_is_said_and_kept(client: Client, query: dict, sentence: str) -> None:
    html = page(client, **query)
    assert sentence in words_of(html)
    assert query["hands"].strip() in html


def test_hands_after_the_end_do_not_count(client: Client) -> None:
    html = page(client, hands="A100 A100 A100 B5 B6")
    assert "2 hands came after the end of the sheet" in html
    assert "A wins the sheet, 3–0 columns." in html


def test_the_last_hand_can_be_struck(client: Client) -> None:
    assert "?rules=club&amp;hands=A25#sheet" in page(client, hands="A25 B20")
    assert "Strike the last hand" not in page(client)


def test_rules_that_count_the_third_column_twice_say_so(client: Client) -> None:
    (sheet,) = read_sheets(page(client, rules="rummytalk", hands="A250 A250 A250"))
    assert int(sheet.foot["Counts twice"][4]) == 2 * int(sheet.foot["Net"][4])


def test_a_hand_may_bring_more_boxes(client: Client) -> None:
    html = page(client, hands="A25 B30x2")
    (sheet,) = read_sheets(html)
    assert sheet.foot["Boxes"][:2] == ["1", "2"]
    assert "2 boxes" in words_of(html)

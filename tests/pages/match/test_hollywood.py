"""A match on Hollywood sheets, from the pad to all that shows it: what is entered there comes out
as on the sheets that were published or worked by hand."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.selectors.matches import MatchRecord, match_by_id, match_record
from tests.builders import board_of, make_tournament, owner_of, sign_in
from tests.games.engine.hollywood_sheets import SHEETS, Hand, Sheet
from tests.hollywood import SERIES, ReadSheet, column_of, read_sheets, words_of
from tournaments.models import Board

pytestmark = pytest.mark.django_db(transaction=True)

SINGLE = {"sheet": "hollywood", "match_type": "single", "match_n": 1}


def played_by(**knobs: object) -> Board:
    """Player 0001 in seat 0 against Player 0002."""
    return board_of(make_tournament(entrants=2, rules={**SINGLE, **knobs}), 1, 1)


@pytest.fixture
def pad(client: Client) -> Any:
    return Pad(client)


class Pad:
    """The pad of a match in the hands of its director."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def open(self, board: Board) -> "Pad":
        self.board = board
        tournament = board.pairing.round.stage.tournament
        sign_in(self.client, owner_of(tournament.club))
        self.match = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/"
        self.pad = f"{self.match}pad/"
        return self

    @property
    def version(self) -> int:
        return Match.objects.get(pk=self.board.match_id).version

    @property
    def record(self) -> MatchRecord:
        return match_record(match_by_id(self.board.match_id))

    def fields(self, hand: Hand, **more: object) -> dict[str, object]:
        fields: dict[str, object] = {"kind": hand.kind, "version": self.version}
        if hand.knocker is not None:
            fields |= {"knocker": hand.knocker}
            counts = {hand.knocker: hand.knocker_count, 1 - hand.knocker: hand.defender_count}
            fields |= {f"count_{seat}": count for seat, count in counts.items()}
        return fields | {"key": f"k{self.version}-{more.get('n', '')}"} | more

    def write(self, *hands: Hand) -> None:
        for hand in hands:
            answer = self.client.post(self.pad, self.fields(hand))
            assert answer.status_code == 302, words_of(answer.content.decode())[-1500:]

    def give_notice(self, seat: int | str, **more: object) -> str:
        """Where it leads, with what is said there."""
        fields = {"key": f"n{self.version}", "version": self.version, "seat": seat} | more
        answer = self.client.post(f"{self.match}notice/", fields, follow=True)
        assert answer.status_code == 200
        return words_of(answer.content.decode())

    def read(self, page: str = "") -> str:
        answer = self.client.get(page or self.match)
        assert answer.status_code == 200
        return answer.content.decode()


def knocked(seat: int, points: int) -> Hand:
    """A knock that is worth so much."""
    return Hand("knock", seat, 5, points + 5, seat, points)


@pytest.mark.parametrize("code", ["HW01", "HW04"])
def test_a_published_sheet_comes_out_the_same(pad: Pad, code: str) -> None:
    vector = SERIES[code]
    expected = vector["expected"]
    pad.open(played_by(**vector["rules"]))
    for who, points, _boxes in vector["hands"][: len(expected["entries"])]:
        pad.write(knocked("AB".index(who), points))
    for page in (pad.match, pad.pad):
        (sheet,) = read_sheets(pad.read(page))
        for line, columns in zip(sheet.lines, expected["entries"], strict=True):
            assert [n for n in (1, 2, 3) if any(line[2 * n - 2 : 2 * n])] == columns
        for n, column in enumerate(expected["columns"], start=1):
            points = [column["points"][who] for who in "AB"]
            assert sheet.foot["Points"][2 * n - 2 : 2 * n] == [
                str(had or "blank") for had in points
            ]
            if column["finished"]:
                totals = [column["totals"][who] for who in "AB"]
                assert sheet.foot["Total"][2 * n - 2 : 2 * n] == [str(had or "") for had in totals]
    net = expected["series_net_A"]
    said = f"Net of the sheet {net} to Player 0001" if net else "Net so far 0"
    assert said in words_of(pad.read())


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
def test_a_sheet_worked_by_hand_comes_out_the_same(pad: Pad, sheet: Sheet) -> None:
    pad.open(played_by(**sheet.knobs))
    for n, hand in enumerate(sheet.hands):
        if n == sheet.notice:
            pad.give_notice(0)
        pad.write(hand)
    for page in (pad.match, pad.pad):
        _compare(sheet, read_sheets(pad.read(page)))
    words = words_of(pad.read())
    assert f"Net of the sheet {sheet.net} to Player 000{1 + sheet.winner}" in words
    assert f"Player 000{1 + sheet.winner} wins" in words or "beat" in words


def _compare(sheet: Sheet, read: Sequence[ReadSheet]) -> None:
    """The entries of each hand with their running totals, and the sums of each column."""
    had: dict[int, list[int]] = {n: [0, 0] for n in range(1, len(sheet.columns) + 1)}
    shown = {n: [0, 0] for n in had}
    for hand in sheet.hands:
        for n in hand.columns:
            had[n][hand.winner or 0] += hand.points
            table, place = column_of(read, n)
            column = table.column(place, hand.winner or 0)
            assert column[shown[n][hand.winner or 0]] == str(had[n][hand.winner or 0])
            shown[n][hand.winner or 0] += 1
    for n, column in enumerate(sheet.columns, start=1):
        table, number = column_of(read, n)
        place = 2 * (number - 1)
        for seat in (0, 1):
            assert len(table.column(number, seat)) == shown[n][seat]
            assert table.foot["Points"][place + seat] == str(column.points[seat] or "blank")
            assert table.foot["Boxes"][place + seat] == str(column.boxes[seat] or "")
            assert table.foot["Total"][place + seat] == str(column.totals[seat] or "")
        assert table.foot["Net"][place + column.winner] == str(column.net)
        if column.shutout:
            assert table.foot["Shutout"][place + column.winner]
            assert table.foot["Schneidered"][number - 1] == f"Player 000{2 - column.winner}"


def test_the_preview_says_where_the_hand_goes(pad: Pad) -> None:
    pad.open(played_by())
    pad.write(knocked(0, 15), knocked(0, 20))
    fields = {**pad.fields(knocked(0, 30))}
    said = words_of(pad.client.get(f"{pad.pad}preview/", fields).content.decode())
    for column in ("Column 1: 35 to 65", "Column 2: 20 to 50", "Column 3: 0 to 30"):
        assert column in said
    saved = pad.client.post(pad.pad, fields)
    assert "Column 2: 20 to 50" in words_of(pad.read(saved.url))


def test_the_columns_are_told_to_who_does_not_see_them(pad: Pad) -> None:
    pad.open(played_by(match_type="best_of", match_n=3))
    pad.write(knocked(0, 15), knocked(1, 20), knocked(1, 30))
    words = "Game 1, Player 0001 against Player 0002: column 1 15–50, column 2 0–30, column 3 0–0."
    for page in (pad.match, pad.pad):
        assert words in words_of(pad.read(page))
    tournament = pad.board.pairing.round.stage.tournament
    listed = words_of(pad.read(f"/c/{tournament.club.slug}/{tournament.slug}/"))
    assert "Game 1, column 1, hand 4" in listed
    assert "Games won, then points in the first column that is open." in listed


def test_a_game_of_the_match_is_told_by_its_columns(pad: Pad) -> None:
    pad.open(played_by(match_type="best_of", match_n=3))
    pad.write(*(knocked(0, 60) for _ in range(3)))
    assert "column 3" in words_of(pad.read(pad.pad))
    pad.write(knocked(0, 60))
    assert "Game 1 to Player 0001, 3–0 columns" in words_of(pad.read(pad.pad))
    assert pad.record.score.games_won == (1, 0)


def test_who_wins_by_the_net_is_told_by_totals(pad: Pad) -> None:
    pad.open(played_by(hollywood_winner="net"))
    pad.write(*(knocked(0, 60) for _ in range(4)))
    # Two hands a column, 120 points, boxes 50, game and shutout 200 more.
    assert "Game 1 to Player 0001, 1110–0 " in words_of(pad.read())


def test_a_corrected_hand_moves_through_its_columns(pad: Pad) -> None:
    pad.open(played_by())
    pad.write(knocked(0, 15), knocked(0, 20), knocked(1, 30))
    fields = pad.fields(knocked(1, 20), n=2)
    assert pad.client.post(pad.pad, fields).status_code == 302
    (sheet,) = read_sheets(pad.read())
    assert sheet.column(1, 0) == ["15"]
    assert sheet.column(1, 1) == ["20", "50"]
    assert sheet.column(2, 1) == ["30"]
    assert "from Knock 5 v 25, 20 to Player 0001" in words_of(pad.read())


class TestNotice:
    """In the endless form a player says before a deal that the open columns are the last."""

    def test_it_is_asked_for_on_the_pad(self, pad: Pad) -> None:
        pad.open(played_by(hollywood_endless=True))
        assert 'href="?notice=1"' in pad.read(pad.pad)
        pad.write(knocked(0, 60), knocked(0, 60))
        asked = words_of(pad.read(f"{pad.pad}?notice=1"))
        assert "Then columns 2, 3 and 4 are the last" in asked

    def test_it_is_not_asked_for_where_a_series_ends_by_itself(self, pad: Pad) -> None:
        pad.open(played_by())
        assert "?notice=1" not in pad.read(pad.pad)
        assert "Who gives notice?" not in pad.read(f"{pad.pad}?notice=1")

    def test_it_stands_below_the_sheet(self, pad: Pad) -> None:
        pad.open(played_by(hollywood_endless=True))
        pad.write(knocked(0, 60))
        pad.give_notice(1)
        said = "Player 0002 gave notice after hand 1: the columns open then are the last."
        for page in (pad.match, pad.pad):
            assert said in words_of(pad.read(page))

    def test_it_is_taken_back_while_no_hand_came_after_it(self, pad: Pad) -> None:
        pad.open(played_by(hollywood_endless=True))
        pad.write(knocked(0, 60))
        pad.give_notice(1)
        assert "Player 0002 has given notice." in words_of(pad.read(f"{pad.pad}?notice=1"))
        pad.give_notice("", back="1")
        assert "gave notice" not in words_of(pad.read())
        pad.give_notice(0)
        pad.write(knocked(0, 10))
        assert "?notice=1" not in pad.read(pad.pad)
        assert "can't be taken back" in pad.give_notice("", back="1")

    def test_without_a_name_the_pad_asks_for_it(self, pad: Pad) -> None:
        pad.open(played_by(hollywood_endless=True))
        assert "Say which player gave notice." in pad.give_notice("")

    def test_by_its_own_address_it_leads_to_the_pad(self, pad: Pad) -> None:
        pad.open(played_by(hollywood_endless=True))
        answer = pad.client.get(f"{pad.match}notice/")
        assert (answer.status_code, answer.url) == (302, pad.pad)


class TestPaper:
    """The blank sheet: for each game three columns of both players."""

    def sheets(self, pad: Pad, **knobs: object) -> str:
        pad.open(played_by(**knobs))
        tournament = pad.board.pairing.round.stage.tournament
        html = pad.read(reverse("print_sheets", args=[tournament.club.slug, tournament.slug]))
        return html[html.index("gin-series") :]

    @pytest.mark.parametrize(
        ("knobs", "columns"),
        [
            ({}, [1, 2, 3]),
            ({"match_type": "best_of", "match_n": 3}, [1, 2, 3] * 3),
            ({"hollywood_endless": True}, [1, 2, 3, 4, 5, 6]),
        ],
    )
    def test_each_game_has_its_columns(self, pad: Pad, knobs: Any, columns: list[int]) -> None:
        assert [int(n) for n in re.findall(r">Column (\d)", self.sheets(pad, **knobs))] == columns

    def test_it_says_which_column_counts_twice(self, pad: Pad) -> None:
        assert "Column 3 × 2" in self.sheets(pad, hollywood_third_double=True)


class TestResultByColumns:
    """A series that was kept on paper is handed in column by column."""

    def hand_in(self, pad: Pad, columns: Sequence[Sequence[Sequence[int]]], **more: object) -> Any:
        """Points and boxes by column, of game 1."""
        fields: dict[str, object] = {"key": "k", "version": pad.version}
        for n, (points, *boxes) in enumerate(columns, start=1):
            for seat in (0, 1):
                fields[f"points_1_{n}_{seat}"] = points[seat]
                if boxes:
                    fields[f"boxes_1_{n}_{seat}"] = boxes[0][seat]
        return pad.client.post(f"{pad.match}result/?by=games", fields | more)

    @pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
    def test_a_sheet_worked_by_hand_comes_out_the_same(self, pad: Pad, sheet: Sheet) -> None:
        pad.open(played_by(**sheet.knobs))
        columns = [(column.points, column.boxes) for column in sheet.columns]
        answer = self.hand_in(pad, columns)
        assert answer.status_code == 302, words_of(answer.content.decode())
        score = pad.record.games[0]
        assert (score.winner, score.net) == (sheet.winner, sheet.net)
        read = read_sheets(pad.read())
        for n, column in enumerate(sheet.columns, start=1):
            table, number = column_of(read, n)
            assert table.foot["Net"][2 * (number - 1) + column.winner] == str(column.net)

    @pytest.mark.parametrize(
        ("columns", "sentence"),
        [
            ([((104, 0),), ((102, 0),)], "Game 1, column 3: enter the points of both."),
            ([((104, 101),), ((102, 0),), ((102, 0),)], "Column 1: Both can't have reached 100"),
            ([((104, 0),), ((102, 0),), ((90, 0),)], "Column 3: Nobody has reached 100"),
            ([((104, 0), (3, ""))] + 2 * [((104, 0),)], "Game 1, column 1: enter the boxes"),
            ([], "Enter at least one game."),
        ],
    )
    def test_what_cannot_be_is_said_beside_its_column(
        self, pad: Pad, columns: Any, sentence: str
    ) -> None:
        pad.open(played_by())
        answer = self.hand_in(pad, columns)
        assert answer.status_code == 400
        assert sentence in words_of(answer.content.decode())

    def test_no_game_is_left_out(self, pad: Pad) -> None:
        pad.open(played_by(match_type="best_of", match_n=3))
        answer = self.hand_in(pad, [], points_2_1_0=104, points_2_1_1=0)
        assert "fill in the games before game 2" in words_of(answer.content.decode())

    def test_its_rows_are_called_by_game_and_column(self, pad: Pad) -> None:
        pad.open(played_by(match_type="best_of", match_n=3))
        html = pad.read(f"{pad.match}result/?by=games")
        assert 'aria-label="Game 2, column 3, boxes, Player 0002"' in html

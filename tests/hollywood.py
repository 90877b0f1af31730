"""A Hollywood sheet read off a page, as somebody reads it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from config.embedded.options import ROOT

VECTORS = json.loads((ROOT / "tests" / "data" / "hands.json").read_text())
SERIES: Mapping[str, Any] = {
    vector["id"]: vector for vector in VECTORS["game_vectors"] if vector["type"] == "hollywood"
}
_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class ReadSheet:
    """`lines` are those of the hands, `foot` those below them by their word: the cells of all
    columns in order, of each column that of seat 0 first. `closed` are the cells that are ruled
    off, as (line, cell)."""

    lines: Sequence[Sequence[str]]
    foot: Mapping[str, Sequence[str]]
    closed: frozenset[tuple[int, int]]

    @property
    def columns(self) -> int:
        return len(self.foot["Points"]) // 2

    def column(self, number: int, seat: int) -> list[str]:
        """What one player has in a column, from above."""
        return [
            line[2 * (number - 1) + seat] for line in self.lines if line[2 * (number - 1) + seat]
        ]


def read_sheets(html: str) -> list[ReadSheet]:
    """The tables of a page."""
    tables = re.findall(r'<table class="hw" .*?</table>', html, re.DOTALL)
    return [_sheet(table) for table in tables]


def column_of(sheets: Sequence[ReadSheet], n: int) -> tuple[ReadSheet, int]:
    """The table on which a column stands, and its number there."""
    for sheet in sheets:
        if n <= sheet.columns:
            return sheet, n
        n -= sheet.columns
    raise AssertionError(f"{n} columns less stand on the page")


def words_of(html: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", html)).split())


def _sheet(table: str) -> ReadSheet:
    body = [_row(row) for row in _rows(table, "tbody") if "hand-notes" not in row]
    closed = {
        (line, place)
        for line, (_word, cells) in enumerate(body)
        for place, (classes, _text) in enumerate(cells)
        if "closed" in classes
    }
    foot = {
        word: [text for _classes, text in cells]
        for word, cells in (_row(row) for row in _rows(table, "tfoot"))
    }
    lines = [[text for _classes, text in cells] for _word, cells in body]
    return ReadSheet(lines, foot, frozenset(closed))


def _rows(table: str, part: str) -> Iterator[str]:
    found = re.search(rf"<{part}>(.*?)</{part}>", table, re.DOTALL)
    return iter(re.findall(r"<tr.*?</tr>", found[1] if found else "", re.DOTALL))


def _row(row: str) -> tuple[str, list[tuple[str, str]]]:
    head = re.search(r"<th.*?</th>", row, re.DOTALL)
    cells = re.findall(r"<td([^>]*)>(.*?)</td>", row, re.DOTALL)
    return words_of(head[0]) if head else "", [(more, words_of(text)) for more, text in cells]

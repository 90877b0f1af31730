"""Rosters as people have them: pasted lines, or CSV and workbooks as spreadsheets really save them.

A table has a heading line, in English or German, with its columns in any order; other lines are
read each by itself (`roster_lines`). Nothing is guessed: a line that cannot be read for certain is
told by its number, as an editor counts, from 1.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernel.names import search_key
from kernel.text import N_, Refusal, Text, refusal
from players.roster_lines import lines_of, read_lines
from players.roster_people import NOT_A_NAME, turned_name
from players.roster_rows import (
    MOST_BYTES,
    MOST_LINES,
    UNMATCHED_QUOTES,
    ReadRoster,
    RosterLine,
    RosterRow,
    left,
    read_club,
    read_each,
    read_email,
    read_name,
    read_rating,
    read_seed,
    short,
)
from players.roster_sheet import read_sheet
from players.roster_trf import is_trf, read_trf
from players.roster_words import TextKind, kind_of

SEPARATORS = ("\t", ";", ",")
_NOT_TEXT = Text("not_text", N_("This is not a text file. Save the sheet as CSV and send that."))
_TOO_LARGE = Text(
    "too_large",
    N_("This roster is too large: at most %(most)d MB are taken."),
    {"most": MOST_BYTES // 2**20},
)
MOST_TITLES = 15
"""As many lines may stand above the heading of a table."""

# Headings by the column that they name, without case, accents, spaces and punctuation.
_COLUMN_HEADINGS = {
    "name": """
        name names namen fullname player playername spieler spielername teilnehmer vornamename
        vornamenachname firstnamelastname nameofplayer namevorname nachnamevorname
        familiennamevorname lastnamefirstname surnamefirstname lastfirst
    """,
    "first": "firstname first givenname forename vorname",
    "last": "lastname last surname familyname nachname familienname zuname",
    "rating": "rating wertung wertungszahl spielstarke",
    "elo": "elo rtg rtgi eloi irtg",
    "national": "rtgn elon nrtg dwz nwz twz",
    "email": "email mail emailaddress mailaddress emailadresse mailadresse",
    "club": "club homeclub verein heimatverein heimatclub klub clubcity vereinort clubort",
    "seed": "seed seeding setzplatz setznummer",
    "number": "nr no number nummer snr sno startnr startno",
}
HEADINGS = {word: name for name, words in _COLUMN_HEADINGS.items() for word in words.split()}
# Marks that say in which direction a text runs, or nothing at all, and that nobody sees.
_UNSEEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_LINE_ENDS = re.compile("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class _Table:
    """A heading with what each column is, the lines above it, and those below."""

    above: Sequence[RosterLine]
    heading: RosterLine
    columns: Sequence[str | None]
    body: Sequence[RosterLine]
    separator: str = ""


def parse_roster(data: bytes | str) -> ReadRoster:
    """Read a roster. Raises Refusal where the whole of it cannot be read."""
    text, others = text_of(data)
    lines = text.split("\n")
    if len(lines) - 1 > MOST_LINES:
        sentence = N_("This roster has %(lines)d lines; at most %(most)d are taken.")
        raise refusal("too_many_lines", sentence, lines=len(lines) - 1, most=MOST_LINES)
    table = None if is_trf(lines) else _table(text)
    if table is not None:
        roster = _read_table(table)
    else:
        roster = read_trf(lines) if is_trf(lines) else read_lines(lines_of(text))
    if not (roster.rows or roster.errors):
        raise refusal("roster_empty", N_("There is nobody in this roster."))
    return replace(roster, ignored=(*roster.ignored, *others))


# From bytes to cells ------------------------------------------------------------------------------


def text_of(data: bytes | str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, that of a workbook with a line for each row of its first sheet and tabs
    between the cells; and the names of its other sheets."""
    if isinstance(data, str) or not data.startswith(b"PK\x03\x04"):
        return decode(data), ()
    rows, others = read_sheet(data)
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    return decode(text.getvalue()), others


def decode(data: bytes | str) -> str:
    """The text of a file: UTF-8, with or without a mark, UTF-16 with one, or Windows-1252; each
    line ends with a line feed."""
    if isinstance(data, str):
        text = data
    elif len(data) > MOST_BYTES:
        raise Refusal(_TOO_LARGE)
    else:
        _refuse_by_name(data)
        text = _decoded(data)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal(_NOT_TEXT)
    if len(text.encode()) > MOST_BYTES:
        raise Refusal(_TOO_LARGE)
    return _LINE_ENDS.sub("\n", _UNSEEN.sub("", text))


def _refuse_by_name(data: bytes) -> None:
    """Say what a file is that is no list."""
    start = data[:200].lstrip().lower()
    kinds = {
        b"%pdf": N_("This is a PDF. Copy the names out of it and paste them."),
        b"{\\rtf": N_("This is a text with formats (RTF). Copy the names out and paste them."),
        b"<!doctype html": N_("This is a web page. Copy the names out of it and paste them."),
        b"<html": N_("This is a web page. Copy the names out of it and paste them."),
        b"\xd0\xcf\x11\xe0": N_("This is an old workbook. Save it as XLSX or CSV and send that."),
    }
    for begins, sentence in kinds.items():
        if start.startswith(begins):
            raise refusal("not_text", sentence)


def _decoded(data: bytes) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not marked:
        raise Refusal(_NOT_TEXT)
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal(_NOT_TEXT)


# A table ------------------------------------------------------------------------------------------


def _table(text: str) -> _Table | None:
    """The table in a text; None where its lines are names without a heading.

    The separator is the one under which most of a heading line is understood.
    """
    said = re.match(r'"?sep=([,;\t])"?\n', text)  # Excel's own first line
    first = 1 + bool(said)
    text = text[said.end() :] if said else text
    tables = [
        _table_in(list(_records(text, separator, first)), separator)
        for separator in ((said[1],) if said else SEPARATORS)
    ]
    known = [table for table in tables if table]
    found = max(known, key=lambda table: len([*filter(None, table.columns)]), default=None)
    # Below a heading of one column, the lines are names with what stands behind them.
    if found and len([cell for cell in found.heading.cells if cell]) == 1:
        alike = (table for table in known if table.separator in text.split("\n", 1)[-1])
        heading = found.heading.number
        if "name" not in found.columns or said:
            return next(alike, found)
        lines = text.split("\n")[heading - first + 1 :]
        return replace(
            found, body=[RosterLine(heading + n, (line,)) for n, line in enumerate(lines, 1)]
        )
    return found


def _table_in(records: Sequence[RosterLine], separator: str = "") -> _Table | None:
    """The table that begins in the first line, or with several known columns, one of them with the
    names, below a title."""
    for n, record in enumerate(records[:MOST_TITLES]):
        columns = _columns(record)
        known = [column for column in columns if column]
        if known and (n == 0 or (len(known) > 1 and {"name", "first", "last"} & {*known})):
            return _Table(records[:n], record, columns, records[n + 1 :], separator)
    return None


def _records(text: str, separator: str, first_line: int) -> Iterator[RosterLine]:
    """The lines that hold something. A quoted cell may go over several lines: the first counts."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    while True:
        line = first_line + reader.line_num
        try:
            cells = tuple(cell.strip() for cell in next(reader))
        except StopIteration:
            return
        except csv.Error:
            yield RosterLine(line, (), is_torn=True)
            continue
        if any(cells):
            yield RosterLine(line, cells)


def _columns(heading: RosterLine) -> list[str | None]:
    """What each cell of a heading line names."""
    return [
        "number" if cell == "#" else HEADINGS.get(re.sub(r"[\W_]", "", search_key(cell)))
        for cell in heading.cells
    ]


def _read_table(table: _Table) -> ReadRoster:
    used = _used_columns(table.columns, table.body)
    above = [left(row) for row in table.above]
    if list(used) == ["name"] and len([cell for cell in table.heading.cells if cell]) == 1:
        of_names = (RosterLine(row.number, _split_line(row)) for row in table.body)
        roster = read_lines(line for line in of_names if any(line.cells))
        return replace(roster, left_out=(*above, *roster.left_out))
    reader = _TableReader(table, used)
    roster = read_each(map(reader.separated, table.body), reader.read)
    heading = table.heading.cells
    ignored = tuple(
        title or f"#{place + 1}"
        for place, title in enumerate(heading)
        if place not in used.values()
        and (title or any(_cell(record, place) for record in table.body))
    )
    return replace(roster, ignored=ignored, left_out=(*above, *roster.left_out))


def _split_line(record: RosterLine) -> tuple[str, ...]:
    cells = record.cells
    lines = lines_of(cells[0]) if len(cells) == 1 else []
    return lines[0].cells if lines else cells


def _used_columns(columns: Sequence[str | None], body: Sequence[RosterLine]) -> dict[str, int]:
    """The place of each column that is read. Raises Refusal where no column holds the name.

    Of two with the same heading the first counts. "Name" beside "Vorname" is the last name. "Nr."
    is a seed where there is no other and all of it are numbers.
    """
    used: dict[str, int] = {}
    for place, column in enumerate(columns):
        if column is not None:
            used.setdefault(column, place)
    if "first" in used and "last" not in used and "name" in used:
        used["last"] = used.pop("name")
    if "name" in used:
        used.pop("first", None)
        used.pop("last", None)
    elif "first" not in used and "last" not in used:
        sentence = N_("No column is called Name. Name the columns in the first line.")
        raise refusal("no_name_column", sentence)
    number = used.pop("number", None)
    if number is not None and "seed" not in used and _all_numbers(body, number):
        used["seed"] = number
    return used


def _all_numbers(body: Iterable[RosterLine], place: int) -> bool:
    """Whether a column holds numbers alone; a line below the table does not count."""
    cells = (_cell(record, place) for record in body if sum(map(bool, record.cells)) > 1)
    return all(re.fullmatch(r"[0-9]{1,6}\.?", cell) for cell in cells if cell)


def _cell(record: RosterLine, place: int | None) -> str:
    cells = record.cells
    return cells[place] if place is not None and place < len(cells) else ""


class _TableReader:
    """Reads the lines below a heading, each with the cells that it has."""

    def __init__(self, table: _Table, used: Mapping[str, int]) -> None:
        self.table, self.used = table, used
        self.width = len(table.columns)

    def separated(self, record: RosterLine) -> RosterLine:
        """The cells of a line. One cell has perhaps another separator than the heading."""
        if len(record.cells) != 1 or self.width == 1:
            return record
        for separator in SEPARATORS:
            if separator != self.table.separator and separator in record.cells[0]:
                cells = next(_records(record.cells[0], separator, 0), record).cells
                if len(cells) == self.width:
                    return RosterLine(record.number, cells)
        return record

    def read(self, record: RosterLine) -> list[RosterRow]:
        """Whom a line names."""
        if record.is_torn:
            raise Refusal(UNMATCHED_QUOTES)
        return [] if self._names_nobody(record) else [self._row(record)]

    def _names_nobody(self, record: RosterLine) -> bool:
        """Whether a line is none of the table's, as that which says who made the list."""
        filled = [cell for cell in record.cells if cell]
        return len(filled) == 1 and not self._written(record) and len(filled[0].split()) > 1

    def _written(self, record: RosterLine) -> str:
        of_name = ("name",) if "name" in self.used else ("first", "last")
        return " ".join(_cell(record, self.used.get(column)) for column in of_name).strip()

    def _row(self, record: RosterLine) -> RosterRow:
        cells = record.cells
        if any(cells[self.width :]):
            sentence = N_("This line has more cells (%(cells)d) than the heading (%(columns)d).")
            raise refusal("too_many_cells", sentence, cells=len(cells), columns=self.width)

        def cell(column: str) -> str:
            return _cell(record, self.used.get(column))

        written = self._written(record)
        doubt = None
        if sum(map(bool, cells)) == 1 and kind_of(written) in (TextKind.FAREWELL, TextKind.PROSE):
            doubt = Text("not_a_name", NOT_A_NAME, {"text": short(written)})
        turned = turned_name(written) if "name" in self.used else None
        rating = read_rating(cell("rating"))
        if rating is None:  # of chess, where 0 is written for those without one
            rating = read_rating(cell("elo")) or read_rating(cell("national")) or None
        return RosterRow(
            line=record.number,
            name=read_name(turned or written),
            email=read_email(cell("email")),
            rating=rating,
            club=read_club(cell("club")),
            seed=read_seed(cell("seed")),
            turned=turned is not None,
            doubt=doubt,
        )

"""Rosters as people have them: pasted lines, or CSV as spreadsheets really save it.

A pasted roster has one name a line, with a rating, an e-mail address or both behind separators. A
table has a heading line, in English or German, with its columns in any order. Nothing is guessed:
a line that cannot be read for certain is told by its number, as an editor counts, from 1.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from players.names import normal_name, search_key
from players.ratings import checked_rating
from players.text import N_, Refusal, Text

MOST_BYTES = 2 * 1024 * 1024
MOST_LINES = 5_000
LONGEST_EMAIL = 254

SEPARATORS = ("\t", ";", ",")

# A heading, without case, accents, spaces and punctuation, and the column that it names.
HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("name", "names", "namen", "fullname", "player", "playername"), "name"),
    **dict.fromkeys(("spieler", "spielername", "teilnehmer"), "name"),
    **dict.fromkeys(("firstname", "first", "givenname", "forename", "vorname"), "first"),
    **dict.fromkeys(("lastname", "last", "surname", "familyname"), "last"),
    **dict.fromkeys(("nachname", "familienname", "zuname"), "last"),
    **dict.fromkeys(("rating", "elo", "wertung", "wertungszahl", "spielstarke"), "rating"),
    **dict.fromkeys(("email", "mail", "emailaddress", "mailaddress"), "email"),
    **dict.fromkeys(("emailadresse", "mailadresse"), "email"),
    **dict.fromkeys(("club", "homeclub", "verein", "heimatverein", "heimatclub", "klub"), "club"),
    **dict.fromkeys(("seed", "seeding", "setzplatz", "setznummer"), "seed"),
    **dict.fromkeys(("nr", "no", "number", "nummer"), "number"),
}


@dataclass(frozen=True, slots=True)
class RosterRow:
    """What one line says of a player; what it leaves out is None."""

    line: int
    name: str
    email: str | None = None
    rating: int | None = None
    club: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class LineError:
    """Why a line cannot be taken."""

    line: int
    message: Text


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster as read: its rows, the lines that are wrong, the columns that mean nothing here."""

    rows: tuple[RosterRow, ...]
    errors: tuple[LineError, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Record:
    """A line's cells, trimmed; None for a line whose quotation marks do not match."""

    line: int
    cells: tuple[str, ...] | None


def parse_roster(data: bytes | str) -> Roster:
    """Read a roster. Raises Refusal where the whole of it cannot be read."""
    text = decode(data)
    lines = len(re.findall(r"\r\n|\r|\n", text))
    if lines > MOST_LINES:
        sentence = N_("This roster has %(lines)d lines; at most %(most)d are taken.")
        raise Refusal(Text("too_many_lines", sentence, {"lines": lines, "most": MOST_LINES}))
    records, columns = _table(text)
    if len(records) == (columns is not None):
        raise Refusal(Text("roster_empty", N_("There is nobody in this roster.")))
    if columns is None:
        return _collect(records, _read_pasted, ())
    used = _used_columns(columns, records[1:])
    ignored = tuple(
        heading or f"#{place + 1}"
        for place, heading in enumerate(records[0].cells or ())
        if place not in used.values() and (heading or _has_cells(records[1:], place))
    )
    width = len(columns)
    return _collect(records[1:], lambda record: _read_row(record, used, width), ignored)


# From bytes to cells ------------------------------------------------------------------------------


def decode(data: bytes | str) -> str:
    """The text of a file: UTF-8, with or without a mark, UTF-16 with one, or Windows-1252."""
    if isinstance(data, str):
        text = data.removeprefix("\ufeff")
    elif len(data) > MOST_BYTES:
        raise Refusal(_too_large())
    elif data.startswith(b"PK\x03\x04"):
        sentence = N_("This is a workbook. Save the sheet as CSV and send that.")
        raise Refusal(Text("not_text", sentence))
    else:
        text = _decoded(data)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal(_not_text())
    if len(text.encode()) > MOST_BYTES:
        raise Refusal(_too_large())
    return text


def _decoded(data: bytes) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not marked:
        raise Refusal(_not_text())
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal(_not_text())


def _not_text() -> Text:
    return Text("not_text", N_("This is not a text file. Save the sheet as CSV and send that."))


def _too_large() -> Text:
    return Text(
        "too_large",
        N_("This roster is too large: at most %(most)d MB are taken."),
        {"most": MOST_BYTES // 2**20},
    )


def _table(text: str) -> tuple[list[_Record], list[str | None] | None]:
    """The lines that hold something, and what each column is; no columns where lines are pasted.

    The separator is the one under which most of the heading line is understood; under a heading
    of one column, and without one, it is the first of tab, semicolon, comma that occurs.
    """
    said = re.match(r'"?sep=([,;\t])"?\r?\n', text)  # Excel's own first line
    candidates = (said[1],) if said else SEPARATORS
    first = 1 + bool(said)
    text = text[said.end() :] if said else text
    known = {
        one: sum(column is not None for column in _columns(next(_records(text, one, first), None)))
        for one in candidates
    }
    most = max(known.values())
    alike = [one for one in candidates if known[one] == most]
    separator = alike[0]
    if len(alike) > 1:
        separator = next((one for one in alike if one in text), alike[-1])
    records = list(_records(text, separator, first))
    return records, _columns(records[0]) if most else None


def _records(text: str, separator: str, first_line: int) -> Iterator[_Record]:
    """The lines that hold something. A quoted cell may go over several lines: the first counts."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    while True:
        line = first_line + reader.line_num
        try:
            cells = tuple(cell.strip() for cell in next(reader))
        except StopIteration:
            return
        except csv.Error:
            yield _Record(line, None)
            continue
        if any(cells):
            yield _Record(line, cells)


def _columns(heading: _Record | None) -> list[str | None]:
    """What each cell of a heading line names."""
    if heading is None or heading.cells is None:
        return []
    return [_column(cell) for cell in heading.cells]


def _column(heading: str) -> str | None:
    if heading == "#":
        return "number"
    return HEADINGS.get(re.sub(r"[\W_]", "", search_key(heading)))


# A table ------------------------------------------------------------------------------------------


def _used_columns(columns: Sequence[str | None], body: Sequence[_Record]) -> dict[str, int]:
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
        raise Refusal(Text("no_name_column", sentence))
    number = used.pop("number", None)
    if number is not None and "seed" not in used and _all_numbers(body, number):
        used["seed"] = number
    return used


def _all_numbers(body: Iterable[_Record], place: int) -> bool:
    cells = (_cell(record, place) for record in body)
    return all(re.fullmatch(r"[0-9]{1,6}\.?", cell) for cell in cells if cell)


def _has_cells(body: Iterable[_Record], place: int) -> bool:
    return any(_cell(record, place) for record in body)


def _cell(record: _Record, place: int | None) -> str:
    cells = record.cells or ()
    return cells[place] if place is not None and place < len(cells) else ""


def _read_row(record: _Record, used: Mapping[str, int], width: int) -> RosterRow:
    cells = record.cells or ()
    if any(cells[width:]):
        sentence = N_("This line has more cells (%(cells)d) than the heading (%(columns)d).")
        raise Refusal(Text("too_many_cells", sentence, {"cells": len(cells), "columns": width}))

    def cell(column: str) -> str:
        return _cell(record, used.get(column))

    return RosterRow(
        line=record.line,
        name=_name(cell("name") if "name" in used else f"{cell('first')} {cell('last')}"),
        email=_email(cell("email")),
        rating=_rating(cell("rating")),
        club=_club(cell("club")),
        seed=_seed(cell("seed")),
    )


# Pasted lines -------------------------------------------------------------------------------------


def _read_pasted(record: _Record) -> RosterRow:
    name, *others = record.cells or ("",)
    found: dict[str, str] = {}
    head, _, tail = name.rpartition(" ")
    if head and "@" in tail:  # "Anna Šimek <anna@club.example>"
        name, others = head, [tail, *others]
    for cell in filter(None, others):
        kind = (
            "email"
            if "@" in cell
            else "rating"
            if re.fullmatch(r"[+-]?[0-9][0-9.,']*", cell)
            else ""
        )
        if not kind or kind in found:
            sentence = N_(
                "After the name stand a rating and an e-mail address at most, not “%(cell)s”. "
                "A name that holds the separator goes in quotation marks."
            )
            raise Refusal(Text("cell_unknown", sentence, {"cell": _short(cell)}))
        found[kind] = cell
    return RosterRow(
        line=record.line,
        name=_name(name),
        email=_email(found.get("email", "").strip("<>")),
        rating=_rating(found.get("rating", "")),
    )


def _collect(
    records: Iterable[_Record], read: Callable[[_Record], RosterRow], ignored: tuple[str, ...]
) -> Roster:
    """Read each line; the wrong ones are told, each with its reason."""
    rows: list[RosterRow] = []
    errors: list[LineError] = []
    for record in records:
        try:
            if record.cells is None:
                raise Refusal(_unmatched_quotes())
            rows.append(read(record))
        except Refusal as refusal:
            errors.append(LineError(record.line, refusal.text))
    return Roster(tuple(rows), tuple(errors), ignored)


# Cells --------------------------------------------------------------------------------------------


def _name(raw: str) -> str:
    _check_one_line(raw)
    if "@" in raw:
        sentence = N_("“%(name)s” is not a name: it holds an e-mail address.")
        raise Refusal(Text("name_is_email", sentence, {"name": _short(raw)}))
    return normal_name(raw)


def _email(raw: str) -> str | None:
    _check_one_line(raw)
    try:
        if raw:
            validate_email(raw)
    except ValidationError as error:
        raise Refusal(_bad_email(raw)) from error
    if len(raw) > LONGEST_EMAIL:
        raise Refusal(_bad_email(raw))
    return raw.lower() or None


def _bad_email(raw: str) -> Text:
    sentence = N_("“%(email)s” is not an e-mail address.")
    return Text("email_invalid", sentence, {"email": _short(raw)})


def _rating(raw: str) -> int | None:
    if not raw:
        return None
    if not re.fullmatch(r"[+-]?[0-9]+", raw):
        sentence = N_("The rating “%(rating)s” is not a whole number.")
        raise Refusal(Text("rating_not_whole", sentence, {"rating": _short(raw)}))
    # Python refuses to read thousands of digits.
    return checked_rating(int(raw[:10]))


def _club(raw: str) -> str | None:
    _check_one_line(raw)
    try:
        return normal_name(raw) if raw else None
    except Refusal as refusal:
        sentence = N_("The club “%(club)s” cannot be taken. %(why)s")
        values = {"club": _short(raw), "why": refusal.text}
        raise Refusal(Text("club_invalid", sentence, values)) from refusal


def _seed(raw: str) -> int | None:
    digits = raw.removesuffix(".")
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]{1,6}", digits) or int(digits) < 1:
        sentence = N_("The seed “%(seed)s” is not a whole number from 1.")
        raise Refusal(Text("seed_invalid", sentence, {"seed": _short(raw)}))
    return int(digits)


def _check_one_line(cell: str) -> None:
    if "\n" in cell or "\r" in cell:
        raise Refusal(_unmatched_quotes())


def _unmatched_quotes() -> Text:
    return Text("unmatched_quotes", N_("The quotation marks of this line do not match."))


def _short(cell: str) -> str:
    """As much of a wrong cell as a sentence can quote."""
    return cell if len(cell) <= 40 else f"{cell[:39]}…"

"""Lines of names as people send them: in a mail, a chat, a list with numbers, in two columns.

Each line is read by itself, whatever stands between its parts. What is certain is taken; what may
be meant otherwise is told as a doubt; what names nobody is left out, and shown.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from kernel.text import N_, Refusal, Text, refusal
from players.roster_people import (
    CLOCK,
    LAST_NUMBER,
    NOT_A_NAME,
    LineParts,
    no_name,
    read_people,
    words_of,
)
from players.roster_rows import (
    ReadRoster,
    RosterLine,
    RosterRow,
    read_each,
    read_name,
    short,
)
from players.roster_words import TextKind, kind_of
from players.short_names import key_of

SENDER = N_("%(name)s wrote this message. Is it a player?")
SIGNATURE = N_("“%(text)s” stands below the end of the message. Is it a player?")
TOO_LONG = N_("This line has more than %(most)d characters. Write one player a line.")

_DAY = r"(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2})"
_STAMP = re.compile(rf"\[?(?:{_DAY},?\s+)?{CLOCK}(?:,\s*{_DAY})?\]?(?:\s*[-–])?\s+")
_SENDER = re.compile(r"~?\s*([^:@]{1,60}):\s+(.*)")
_BULLET = re.compile(
    r"(?:>+\s*|[-–—*]+\s+|[•·◦▪‣●○■□☐☑✓✔➢→]\s*|"
    r"[(\[]?(?:nr\.?\s*|no\.?\s*|#)?\d{1,4}\s*[.)\]:]+\s*(?=[^\d\s])|#\d{1,4}\s+|"
    r"\d{1,3}(?:\s*[-–])?\s+(?=[^\W\d]))",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\t+| {4,}")
LONGEST_LINE = 250


def read_lines(lines: Iterable[RosterLine]) -> ReadRoster:
    """Read each line by itself; two columns of names as two people a line."""
    lines = list(lines)
    taken = [line for line in lines if len(line.text) <= LONGEST_LINE]
    return read_each(lines, _Reader(has_columns(taken), _counted(taken)).read)


def lines_of(text: str) -> list[RosterLine]:
    """The lines of a text that hold something, in cells where tabs or wide gaps part them."""
    found = enumerate(text.split("\n"), 1)
    split = (RosterLine(n, _cells(line)) for n, line in found)
    return [line for line in split if any(line.cells)]


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a line; a number in a cell of its own belongs to the next one."""
    whole = re.sub(r"(?:(?<=\t)|^)(\d{1,3}[.)])\t+", r"\1 ", line.strip())
    return tuple(word.strip() for word in _COLUMNS.split(whole))


def has_columns(lines: Sequence[RosterLine]) -> bool:
    """Whether lines hold two people side by side: each cell begins with a number of its own, or
    each is a different name of two words or more, which clubs and towns never are all down a
    list."""
    several = [[cell for cell in line.cells if cell] for line in lines]
    several = [cells for cells in several if len(cells) > 1]
    cells = [cell for of_line in several for cell in of_line]
    names = [_bare(cell) for cell in cells]
    if not names or not all(map(_is_full_name, names)):
        return False
    differ = len({name.casefold() for name in names}) == len(names)
    return all(map(_BULLET.match, cells)) or (len(several) > 2 and differ)


def _counted(lines: Iterable[RosterLine]) -> frozenset[str]:
    """What stands before the last number of several lines: `Guest`, of `Guest 1` and `Guest 2`."""
    last = (LAST_NUMBER.search(line.text) for line in lines)
    found = Counter(match.string[: match.start()].casefold() for match in last if match)
    return frozenset(text for text, times in found.items() if times > 1)


def _bare(cell: str) -> str:
    return _BULLET.sub("", cell, count=1)


def _is_full_name(text: str) -> bool:
    words = text.replace(",", " ").split()
    club = {"sc", "sv", "tsv", "fc", "club", "verein", "klub", "ev"}
    return len(words) > 1 and kind_of(text) == TextKind.NAME and not club & {*map(key_of, words)}


class _Reader:
    """Takes the lines in their order: below a farewell stands a signature."""

    def __init__(self, has_columns: bool, counted: Container[str]) -> None:
        self.has_columns = has_columns
        self.counted = counted
        self.is_over = False
        self.senders: set[str] = set()

    def read(self, line: RosterLine) -> list[RosterRow]:
        if len(line.text) > LONGEST_LINE:
            raise refusal("line_too_long", TOO_LONG, most=LONGEST_LINE)
        stamp = _STAMP.match(line.text)
        if stamp:
            return self._read_message(line.number, line.text[stamp.end() :])
        if self.has_columns:
            found = (self._read_text(line.number, cell) for cell in line.cells if cell)
            return [row for rows in found for row in rows]
        return self._read_text(line.number, line.text)

    def _read_message(self, number: int, text: str) -> list[RosterRow]:
        """A line of a chat: who is named in it, else perhaps who wrote it."""
        said = _SENDER.match(text)
        if said is None:
            return self._read_text(number, text)
        sender, message = said[1].strip(), said[2]
        self.is_over = False
        rows = self._read_text(number, message) if kind_of(_bare(message)) == TextKind.NAME else []
        if any(" " in row.name and row.doubt is None for row in rows):
            return rows
        if sender.casefold() in self.senders or kind_of(sender) != TextKind.NAME:
            return []
        self.senders.add(sender.casefold())
        doubt = Text("sender", SENDER, {"name": short(sender)})
        return [RosterRow(number, read_name(sender), doubt=doubt, unused=(short(message),))]

    def _read_text(self, number: int, text: str) -> list[RosterRow]:
        bare, counted = text.strip(), False
        while bullet := _BULLET.match(bare):
            bare, counted = bare[bullet.end() :], True
        kind = kind_of(words_of(bare))
        if kind == TextKind.FAREWELL:
            self.is_over = True
        if kind in (TextKind.FAREWELL, TextKind.PROSE):
            if "@" in bare and not self.is_over and not words_of(bare):
                raise Refusal(no_name(LineParts(bare, is_counted=False)))
            return []
        last = LAST_NUMBER.search(bare)
        is_counted = last is not None and bare[: last.start()].casefold() in self.counted
        rows = read_people(number, bare, is_counted=is_counted)
        if kind == TextKind.DOUBT:
            rows = [_doubted(row, "not_a_name", NOT_A_NAME, bare) for row in rows]
        elif self.is_over and not counted:
            rows = [_doubted(row, "signature", SIGNATURE, bare) for row in rows]
        return rows


def _doubted(row: RosterRow, code: str, sentence: str, text: str) -> RosterRow:
    return replace(row, doubt=row.doubt or Text(code, sentence, {"text": short(text)}))

"""What is read of a roster: rows, wrong lines, lines that name nobody; how cells are read."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email

from kernel.names import normal_name
from kernel.text import N_, Refusal, Text, refusal
from players.ratings import checked_rating

MOST_BYTES = 2 * 1024 * 1024
MOST_LINES = 5_000
LONGEST_EMAIL = 254

UNMATCHED_QUOTES = Text("unmatched_quotes", N_("The quotation marks of this line do not match."))


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line as it came, in as many cells as it had; none where its quotation marks do not match
    (`is_torn`)."""

    number: int
    cells: tuple[str, ...]
    is_torn: bool = False

    @property
    def text(self) -> str:
        return "\t".join(self.cells)


@dataclass(frozen=True, slots=True)
class RosterRow:
    """What is said of a player; what is left out is None.

    A line may name two people, each a `part` of it. `turned`: the family name stood first, with a
    comma. `doubt` is why the line may name nobody, or is read wrongly; `unused` what else it says.
    """

    line: int
    name: str
    email: str | None = None
    rating: int | None = None
    club: str | None = None
    seed: int | None = None
    part: int = 0
    turned: bool = False
    doubt: Text | None = None
    unused: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        return self.line, self.part


@dataclass(frozen=True, slots=True)
class LineError:
    """Why a line cannot be taken."""

    line: int
    message: Text


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that names nobody: a greeting, a heading, a signature."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ReadRoster:
    """A roster as read: its rows, the lines that are wrong, the columns that mean nothing here, the
    lines that name nobody."""

    rows: tuple[RosterRow, ...]
    errors: tuple[LineError, ...] = ()
    ignored: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def read_each(
    lines: Iterable[RosterLine], read: Callable[[RosterLine], list[RosterRow]]
) -> ReadRoster:
    """The roster of these lines. `read` gives those whom a line names, or raises Refusal."""
    rows: list[RosterRow] = []
    errors: list[LineError] = []
    left_out: list[LeftOut] = []
    for line in lines:
        try:
            named = read(line)
        except Refusal as refused:
            errors.append(LineError(line.number, refused.text))
            continue
        if not named:
            left_out.append(left(line))
        rows += [replace(row, part=part) for part, row in enumerate(named)]
    return ReadRoster(tuple(rows), tuple(errors), left_out=tuple(left_out))


def left(line: RosterLine) -> LeftOut:
    """A line that names nobody, in single spaces."""
    return LeftOut(line.number, " ".join(line.text.split()))


# Cells --------------------------------------------------------------------------------------------


def read_name(raw: str) -> str:
    check_one_line(raw)
    if "@" in raw:
        sentence = N_("“%(name)s” is not a name: it holds an e-mail address.")
        raise refusal("name_is_email", sentence, name=short(raw))
    return normal_name(raw)


def read_email(raw: str) -> str | None:
    check_one_line(raw)
    if not raw:
        return None
    try:
        validate_email(raw)
        MaxLengthValidator(LONGEST_EMAIL)(raw)
    except ValidationError as error:
        sentence = N_("“%(email)s” is not an e-mail address.")
        raise refusal("email_invalid", sentence, email=short(raw)) from error
    return raw.lower()


def read_rating(raw: str) -> int | None:
    if not raw:
        return None
    if not re.fullmatch(r"[+-]?[0-9]+", raw):
        sentence = N_("The rating “%(rating)s” is not a whole number.")
        raise refusal("rating_not_whole", sentence, rating=short(raw))
    # Python refuses to read thousands of digits.
    return checked_rating(int(raw[:10]))


def read_club(raw: str) -> str | None:
    check_one_line(raw)
    try:
        return normal_name(raw) if raw else None
    except Refusal as refused:
        sentence = N_("The club “%(club)s” cannot be taken. %(why)s")
        raise refusal("club_invalid", sentence, club=short(raw), why=refused.text) from refused


def read_seed(raw: str) -> int | None:
    digits = raw.removesuffix(".")
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]{1,6}", digits) or int(digits) < 1:
        sentence = N_("The seed “%(seed)s” is not a whole number from 1.")
        raise refusal("seed_invalid", sentence, seed=short(raw))
    return int(digits)


def check_one_line(cell: str) -> None:
    if "\n" in cell or "\r" in cell:
        raise Refusal(UNMATCHED_QUOTES)


def short(cell: str) -> str:
    """As much of a wrong cell as a sentence can quote."""
    return cell if len(cell) <= 40 else f"{cell[:39]}…"

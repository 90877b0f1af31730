"""The players of a tournament report file (FIDE TRF16), by which chess programs hand on events.

Only the lines 001 are read, each with its columns where FIDE's handbook, C.04 annex 2, has them.
"""

import re
from collections.abc import Sequence

from kernel.names import normal_name
from kernel.text import N_, refusal
from players.ratings import checked_rating
from players.roster_people import turned_name
from players.roster_rows import ReadRoster, RosterLine, RosterRow, read_club, read_each, read_seed

_LINE = re.compile(r"\d{3}(?: |$)|XX[A-Z] ")
_PLAYER = re.compile(r"001 [ \d]{4}(?: |$)")


def is_trf(lines: Sequence[str]) -> bool:
    """Whether these are the lines of a report: all have a number of three digits before them, and
    some are those of a report's head or of its players."""
    held = [line for line in lines if line.strip()]
    known = [line for line in held if _LINE.match(line)]
    named = any(_PLAYER.match(line) or re.match(r"0[1249]2 ", line) for line in held)
    return bool(named) and 2 * len(known) > len(held)


def read_trf(lines: Sequence[str]) -> ReadRoster:
    """The players with their start numbers as seeds. The federation is taken for the club where
    there are several: else it tells nobody apart."""
    of_players = [RosterLine(n, (line,)) for n, line in enumerate(lines, 1) if _PLAYER.match(line)]
    if not of_players:
        raise refusal(
            "roster_empty", N_("This tournament report (TRF) names no players, in no line 001.")
        )
    has_federations = len({_cell(line.text, 54, 56) for line in of_players} - {""}) > 1
    return read_each(of_players, lambda line: [_row(line.number, line.text, has_federations)])


def _row(number: int, line: str, has_federations: bool) -> RosterRow:
    written = _cell(line, 15, 47)
    rating = _cell(line, 49, 52)
    name = turned_name(written)
    return RosterRow(
        line=number,
        name=normal_name(name or written),
        rating=checked_rating(int(rating)) if re.fullmatch(r"0*[1-9][0-9]*", rating) else None,
        club=read_club(_cell(line, 54, 56)) if has_federations else None,
        seed=read_seed(_cell(line, 5, 8)),
        turned=name is not None,
    )


def _cell(line: str, first: int, last: int) -> str:
    """What stands in these columns, which count from 1."""
    return line[first - 1 : last].strip()

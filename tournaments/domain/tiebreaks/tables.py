"""What entries made at tables of more than two."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from kernel.text import N_, Text
from tournaments.domain.tiebreaks.base import Column, Tiebreak
from tournaments.domain.tiebreaks.records import Records
from tournaments.domain.tiebreaks.results import SumOfMatches
from tournaments.domain.verification.events import Event

FIRST_PLACE = 12
"""What the first place at a table brings."""


class TablePoints(Tiebreak):
    """12 for the first place at a table, 0 for the last, evenly between them: of three 12, 6, 0, of
    four 12, 8, 4, 0, of five 12, 9, 6, 3, 0, of six 12, 9.6, 7.2, 4.8, 2.4, 0. Who is level shares.
    A bye counts as a first place, a missed round nothing."""

    code = "table_points"
    name = Text("table_points", N_("Table points"))
    short = N_("Points")
    says = N_(
        "12 for the first place at a table, 0 for the last, evenly between them: of three 12, 6 "
        "and 0, of four 12, 8, 4 and 0. Who is level shares what the places bring. A bye counts as "
        "a first place, a missed round nothing."
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        # All that can come of tables of up to six are tenths, so that no two sums of one value
        # differ by how they were added up.
        return [round(FIRST_PLACE * points, 1) for points in records.points]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        return FIRST_PLACE * event.points(entry)


class Accounts(SumOfMatches):
    """What one settled with all others at the table; unplayed rounds count none."""

    code = "accounts"
    name = Text("accounts", N_("Net points of the tables"))
    short = N_("Net")
    says = N_(
        "What everybody at a table settles with each of the others, added up: below 0 who has to "
        "pay. A round that was not played counts none."
    )
    counts = "net"

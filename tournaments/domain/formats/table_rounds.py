"""Rounds at tables of so many as the rules of the game seat: each plays alone.

As few meet again as can be. Where the field does not come out even, some tables have a seat more or
less than the others; a field of three to six is one table. At a table of three the first place
brings 12 table points, the second 6; of four 12, 8 and 4: evenly from 12 to 0, so that it is the
same at which table one sits. Who is level shares what the places bring.

A bye counts as a first place, and there is one only where fewer than three are there for a round. A
missed round counts nothing. Who leaves before the table has a result has nothing of it; the others
there share the places above.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.at_tables import (
    FEWEST_SEATS,
    AtTables,
    require_field,
    seats,
    sizes_of_tables,
    uneven,
)
from tournaments.domain.kinds.bounds import require_rounds
from tournaments.domain.kinds.settings import MOST_ROUNDS, ROUNDS_TOLD, setting
from tournaments.domain.pairing.designs import Design, meeting_once
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.seated import seated_rows

Counts = Literal["table_points", "accounts"]
"""By what the table is ordered first."""

NOT_SO_MANY_ROUNDS = N_("An event at tables has 1 to %(most)d rounds, not %(rounds)d.")
UNKNOWN_COUNT = N_("The table can't be ordered by %(given)s. Choose one of: %(known)s.")


@dataclass(frozen=True)
class TableRounds(AtTables):
    """So many rounds at tables of so many seats."""

    code = "table_rounds"
    name = Text("table_rounds", N_("Rounds at tables"))
    says = N_(
        "Everybody plays every round at a table of three or more, each alone, and as few as can be "
        "meet again. Each round is drawn when the one before it is over."
    )
    meets = "table"
    fewest = FEWEST_SEATS

    rounds: int = setting(
        4,
        N_("Rounds"),
        N_("How many rounds are played."),
        least=1,
        most=MOST_ROUNDS,
        told={1: ROUNDS_TOLD},
    )
    seats: int = seats()
    uneven: bool = uneven()
    counts: Counts = setting(
        "table_points",
        N_("The table is ordered by"),
        N_("What counts first; the other one parts who is level."),
        choices={
            "table_points": N_("Table points: 12 for the first place at a table, 0 for the last"),
            "accounts": N_("Net points: what everybody settles with the others"),
        },
    )

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        other = "accounts" if self.counts == "table_points" else "table_points"
        return (self.counts, other, "lots")

    @property
    def usual_size(self) -> int:
        return self.seats

    def sizes(self, count: int) -> Sequence[int]:
        return sizes_of_tables(count, self.seats, uneven=self.uneven)

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 3 and more than 4,096 entrants, other than 1 to 99 rounds, and what the
        table can't be ordered by."""
        require_field(len(entries), FEWEST_SEATS if self.uneven else self.seats)
        require_rounds(self.rounds, NOT_SO_MANY_ROUNDS)
        self.check()

    def check(self) -> None:
        self.require_choice("counts", UNKNOWN_COUNT)
        super().check()

    def rounds_in(self, table: Crosstable) -> int:
        return self.rounds

    def design(self, count: int) -> Design:
        return meeting_once(count, self.seats)

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return seated_rows(table, self.order)

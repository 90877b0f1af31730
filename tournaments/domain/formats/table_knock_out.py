"""A knock-out by tables: the best of each table go on, until one table is left.

All play at tables of three, or of so many as the rules of the game seat; where the field does not
come out even some have a seat more or less, and nobody has a bye; or all have as many, and of those
with the fewest byes the highest seeds have one, which is to go on. In the first round as many of
the top seeds as there are tables sit at one each, and lots give out the other seats. Later rounds
are drawn by lot so that as few as can be meet again.

The first one or two of a table go on (`go_on`). Places there are by what each settles with the
others, then by games won, then by who won the match; of those who are level the higher seed is
first. The last table decides the first places. Besides:

- where fewer would go on than make a table (as many as usual, or where tables may be smaller one
  less, and three at least), the best of those who come next at their tables go on too, by place
  there, account and seed;
- after a walkover its winner alone goes on, after one that all gave up nobody;
- where somebody leaves a table that has no result, all others go on from it;
- who is absent from a round is out of it, and nobody comes late;
- where too few are left for a table, the event is over, and they have the first places.

Who went out in a later round stands above who went out before. Of one round those who were not
there stand last, above them those who left their table or gave it up; all others by their place at
the table, then by account, then by seed. Where all of the last table gave it up they share its last
place, and there is no winner. Who goes on by a correction after the next round was drawn without
them was not there for it.

A round is drawn from tables and places there, not from who has them: a corrected result exchanges
those whom it concerns, and leaves all other tables as they were.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable, PairingKey
from tournaments.domain.formats.table_knock_out_words import (
    LAST_TABLE,
    LEFT_OVER,
    NOT_SO_MANY_GO_ON,
    NOT_THERE,
    PUT_OUT,
    SENTENCES,
    WAITS,
    WHY_NO_LATE,
    WITHDREW,
    reason_on,
    reason_out,
)
from tournaments.domain.kinds.at_tables import (
    FEWEST_SEATS,
    AtTables,
    require_field,
    seats,
    sizes_of_tables,
    uneven,
)
from tournaments.domain.kinds.base import NOT_DRAWN
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import byes_of, resolve
from tournaments.domain.kinds.settings import setting
from tournaments.domain.kinds.table_run import (
    NEVER_DRAWN,
    Stay,
    TableRun,
    without_winner,
)
from tournaments.domain.pairing.field import Paired
from tournaments.domain.standings import Standing, in_order
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.table_knock_outs import table_knock_out_rows

MOST_GO_ON = FEWEST_SEATS - 1
"""From each table somebody goes out."""


@dataclass(frozen=True)
class TableKnockOut(AtTables):
    """A knock-out by tables of so many seats, from each of which so many go on."""

    code = "table_knock_out"
    name = Text("table_knock_out", N_("Knock-out by tables"))
    says = N_(
        "The best of each table go on, and all others are out, until one table is left: its order "
        "gives the first places. Each round is drawn when the one before it is over."
    )
    meets = "table"
    fewest = FEWEST_SEATS
    is_knock_out = True
    sentences = SENTENCES
    waits_for_results = WAITS
    why_no_late = WHY_NO_LATE

    go_on: int = setting(
        1,
        N_("Go on from each table"),
        N_(
            "How many of a table go on. Where fewer would be left than make a table, the best of "
            "those who come next go on too."
        ),
        least=1,
        most=MOST_GO_ON,
        told={
            1: N_("The first of each table goes on."),
            2: N_("The first %(n)d of each table go on."),
        },
    )
    seats: int = seats()
    uneven: bool = uneven()

    @property
    def usual_size(self) -> int:
        return self.seats

    @property
    def least(self) -> int:
        """How many go on into a round at least, if so many are left."""
        return max(FEWEST_SEATS, self.seats - 1) if self.uneven else self.seats

    @property
    def least_at_table(self) -> int:
        return FEWEST_SEATS if self.uneven else self.seats

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 3 and more than 4,096 entrants, and that nobody goes on or out."""
        require_field(len(entries), self.least_at_table)
        self.check()

    def check(self) -> None:
        if not 1 <= self.go_on <= MOST_GO_ON:
            values = {"go_on": self.go_on, "most": MOST_GO_ON}
            raise Refusal(Text("invalid", NOT_SO_MANY_GO_ON, values), "go_on")
        super().check()

    # The draw

    def sizes(self, count: int) -> Sequence[int]:
        return sizes_of_tables(count, self.seats, uneven=self.uneven)

    def apart(self, seated: Sequence[int], tables: int, round: int) -> Sequence[int]:
        """The top seeds in the first round; the larger tables are for the last of them."""
        return seated[:tables][::-1] if round == 1 else ()

    def seated(
        self, table: Crosstable, here: Sequence[int], places: int, held: Set[int], chance: Random
    ) -> list[int]:
        """All but those who have a bye: of those with the fewest the highest seeds."""
        byes = byes_of(table)
        seeds = {entry: seed for seed, entry in enumerate(table.entries)}
        order = sorted(here, key=lambda entry: (entry in held, byes[entry], seeds[entry]))
        out = order[: len(here) - places]
        return [entry for entry in here if entry not in out]

    def pairs(self, table: Crosstable, round: int) -> list[Paired]:
        enough = len(self.who_plays(table, round)) >= self.least_at_table
        return super().pairs(table, round) if enough else []

    def who_plays(self, table: Crosstable, round: int) -> list[int]:
        return self._run(table).coming(round)

    # How it goes on

    def rounds_in(self, table: Crosstable) -> int:
        """As many as were drawn, and as many as come if nobody leaves or gives up a match."""
        run = self._run(table)
        if not run.last:
            return self._rounds_for(len(run.left_for(1)))
        if run.is_final(run.last):
            return run.last
        rows = run.rounds[run.last].values()
        open_tables = {at.table for at in rows if at.how == "open"}
        if not open_tables:
            return run.last + self._rounds_for(len(run.left_for(run.last + 1)))
        on = self.go_on * len(open_tables) + sum(run.is_through(at) for at in rows)
        return run.last + self._rounds_for(max(on, self.least))

    def leaves_from(self, table: Crosstable, entry: int) -> int | None:
        """The round of its open match, else the next one while it may sit down in that."""
        is_in = not table.plan or self._run(table).stays()[entry].is_in
        return super().leaves_from(table, entry) if is_in else None

    def through(self, table: Crosstable) -> Mapping[PairingKey, frozenset[int]]:
        run = self._run(table)
        found: dict[PairingKey, set[int]] = {}
        for round, rows in run.rounds.items():
            on = run.on_from(round)
            for entry, at in rows.items():
                if entry in on:
                    found.setdefault((round, at.table), set()).add(entry)
        return {key: frozenset(entries) for key, entries in found.items()}

    # What comes out

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """Those still in, in order of seed, then those who went out, by place; once it is over
        nobody is still in."""
        if not table.plan:
            return super().places(table)
        run, is_over = self._run(table), self.is_over(table)
        stays, own = run.stays(), meetings(table, resolve(table), cap=0)
        here = [] if is_over else [entry for entry, stay in stays.items() if stay.is_in]
        order = sorted(stays, key=lambda entry: (not stays[entry].is_in, stays[entry].rank))
        placed = [*here, *(entry for entry in order if entry not in here)]
        nobody = without_winner(run) if is_over else ()
        names = {round: self.round_name(table, round) for round in range(run.last + 2)}
        rows = []
        for place, entry in enumerate(placed, 1):
            rank = None if entry in here else len(nobody) if entry in nobody else place
            points = [met.points for met in own[entry].values() if met.kind == "played"]
            counts = len(points), points.count(1.0), points.count(0.0)
            stay = stays[entry]
            why = _why(table, entry, stay, names[stay.round], is_over=is_over)
            rows.append(Standing(entry, rank, why, *counts))
        return in_order(rows)

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return table_knock_out_rows(table, self.go_on, self.least, self.least_at_table)

    # Words

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 1 of 3, Round 2 of 3, Last table."""
        run = self._run(table)
        is_final = run.is_final(round) if round <= run.last else round == self.rounds_in(table)
        return LAST_TABLE if is_final else super().round_name(table, round)

    def _run(self, table: Crosstable) -> TableRun:
        return TableRun(table, self.go_on, self.least)

    def _ends_before(self, table: Crosstable, round: int) -> bool:
        """After the last table, or where fewer are left than make one."""
        run = self._run(table)
        return run.is_final(round - 1) or len(run.left_for(round)) < self.least_at_table

    def _rounds_for(self, count: int) -> int:
        """How many rounds so many have to play."""
        rounds = 0
        while sizes := self.sizes(count):
            rounds += 1
            byes = count - sum(sizes)
            on = max(self.go_on * len(sizes) + byes, self.least)
            count = on if len(sizes) + byes > 1 else 0
        return rounds


def _why(table: Crosstable, entry: int, stay: Stay, name: Text, *, is_over: bool) -> Text:
    """Why somebody stands at their place, from the last table that they came to, in the round of
    that name."""
    at = stay.at
    if stay.round == NEVER_DRAWN:
        return NOT_DRAWN
    if at is None or at.how == "left":
        if table.plays(entry, stay.round):
            return Text(*NOT_THERE, {"round": name})
        return Text(*(PUT_OUT if entry in table.put_out else WITHDREW), {"round": name})
    if not stay.is_in:
        return reason_out(at, name)
    if is_over:
        return Text(*LEFT_OVER, {"round": name})
    return reason_on(at, name, stay.fills)

"""A knock-out by tables as it stands: who goes on from which table, and who went out where."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.pairings import last_round, resolve
from tournaments.domain.kinds.table_places import TablePlace, places_at

SAT_DOWN, HAD_NOTHING, WAS_NOT_THERE = range(3)
"""Of those who went out in one round the better first: by a place at a table, by giving it up or
leaving it, by not coming to it."""

NEVER_DRAWN = 0


class Stay(NamedTuple):
    """How far somebody came: the round in which they went out or are now, 0 for who was never
    drawn; their `tier` among those of that round; and the place at the table that they came to
    last. Some `fill` the next round as the best of those who come next: "may" while a table of
    theirs is open."""

    round: int
    tier: int
    at: TablePlace | None = None
    is_in: bool = False
    fills: Literal["", "may", "does"] = ""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The lower the better; of those who are level the higher seed is first."""
        if self.at is None or self.tier != SAT_DOWN:
            return -self.round, self.tier, 0, 0
        return -self.round, self.tier, self.at.place, -self.at.made[0]


class TableRun:
    """A knock-out by tables, from each of which `go_on` go on; and as many more as make a table, of
    `least` seats."""

    def __init__(self, table: Crosstable, go_on: int, least: int) -> None:
        self.table, self.go_on, self.least = table, go_on, least
        self.last = last_round(table)
        self.seeds = {entry: seed for seed, entry in enumerate(table.entries)}
        self.tables: Counter[int] = Counter()
        """How many tables each round has."""
        self.rounds: defaultdict[int, dict[int, TablePlace]] = defaultdict(dict)
        """By round everybody who was drawn in it."""
        for pairing in resolve(table):
            self.tables[pairing.plan.round] += 1
            for at in places_at(pairing, table, self.seeds):
                self.rounds[pairing.plan.round][at.entry] = at

    def is_final(self, round: int) -> bool:
        """Whether one table was left in a round."""
        return self.tables[round] == 1

    def is_through(self, at: TablePlace) -> bool:
        """Whether somebody goes on by their own place at a table."""
        return at.how in ("bye", "stayed", "won") or (at.how == "played" and at.place <= self.go_on)

    def coming(self, round: int) -> list[int]:
        """Who sits down in a round that is to be drawn, by table and place in the one before."""
        table = self.table
        if round > 1:
            on = self._on_from(round - 1, lambda entry: table.is_there(entry, round))
            return [at.entry for at in on]
        return [entry for entry in table.entries if table.is_there(entry, round)]

    def left_for(self, round: int) -> list[int]:
        """Who is left for it, those who are absent among them; as far as all tables before it are
        decided."""
        table = self.table
        if round > 1:
            on = self._on_from(round - 1, lambda entry: table.plays(entry, round))
            return [at.entry for at in on]
        return [entry for entry in table.entries if table.plays(entry, round)]

    def on_from(self, round: int) -> set[int]:
        """Who goes on from the tables of a round, as far as it is known: who was drawn in the next
        one once that is."""
        if self.is_final(round):
            return set()
        if round < self.last:
            return set(self.rounds[round]) & set(self.rounds[round + 1])
        return set(self.left_for(round + 1))

    def stays(self) -> dict[int, Stay]:
        """How far everybody came, in order of seed."""
        came_to = {entry: round for round in sorted(self.rounds) for entry in self.rounds[round]}
        left, may_fill = self.on_from(self.last), self._may_fill()
        return {
            entry: self._stay(entry, came_to.get(entry, NEVER_DRAWN), left, may_fill=may_fill)
            for entry in self.table.entries
        }

    def _stay(self, entry: int, round: int, left: set[int], *, may_fill: bool) -> Stay:
        table = self.table
        if round == NEVER_DRAWN:
            if table.joined.get(entry, 1) > 1:
                return Stay(NEVER_DRAWN, WAS_NOT_THERE)
            return Stay(1, WAS_NOT_THERE)
        at = self.rounds[round][entry]
        if round == self.last and (at.how == "open" or entry in left):
            fills = at.how == "played" and not self.is_through(at)
            return Stay(round, SAT_DOWN, at, is_in=True, fills="does" if fills else "")
        if round == self.last and may_fill and at.how == "played":
            return Stay(round, SAT_DOWN, at, is_in=True, fills="may")
        if self.is_through(at) and not self.is_final(round):
            return Stay(round + 1, WAS_NOT_THERE)
        return Stay(round, HAD_NOTHING if at.has_nothing else SAT_DOWN, at)

    def _may_fill(self) -> bool:
        """Whether some of the last round will go on besides those who are first at its tables; who
        it is, is not known while a table is open."""
        open_tables = {at.table for at in self.rounds[self.last].values() if at.how == "open"}
        on = len(self.left_for(self.last + 1)) + self.go_on * len(open_tables)
        return bool(open_tables) and not self.is_final(self.last) and on < self.least

    def _on_from(self, round: int, is_left: Callable[[int], bool]) -> list[TablePlace]:
        """Who goes on from a round of those who are left, by table and place there."""
        here = [at for at in self.rounds[round].values() if is_left(at.entry)]
        on = [at for at in here if self.is_through(at)]
        is_open = any(at.how == "open" for at in self.rounds[round].values())
        missing = 0 if is_open else max(0, self.least - len(on))
        next_ones = [at for at in here if at.how == "played" and at.place > self.go_on]
        next_ones.sort(key=lambda at: (at.place, -at.made[0], self.seeds[at.entry]))
        return sorted(on + next_ones[:missing], key=lambda at: (at.table, at.place))


def without_winner(run: TableRun) -> Sequence[int]:
    """Those of the last round where all of them gave it up or left, so that nobody has won."""
    last = run.rounds[run.last]
    return list(last) if all(at.has_nothing for at in last.values()) else []

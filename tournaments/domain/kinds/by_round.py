"""The formats that draw each round from what came out of the last one.

A round is drawn once all matches of the last are decided. While nobody is there for it, it waits;
with fewer than two left in the event, the event is over.

To write, beside what every format has (`base`): `validate`, which ends with `self.check()`;
`rounds_in`; and `pairs`, those of one round, of who `is_there` for it. A `Paired` without a second
is a bye: it becomes a pairing with `BYE` and counts as a match won. Who is absent is in no pairing.
Among the settings is `tiebreaks`, unless `places` and `by_definition` order the table otherwise.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kernel.text import N_, Text
from tournaments.domain.crosstable import BYE, Crosstable, PairingPlan, Side
from tournaments.domain.kinds.base import NOT_DRAWN, Format, Sentence
from tournaments.domain.kinds.meetings import history
from tournaments.domain.kinds.pairings import all_decided, last_round, open_round, resolve
from tournaments.domain.pairing.field import Paired
from tournaments.domain.standings import Standing, rank
from tournaments.domain.tiebreaks.records import Meeting, records_of
from tournaments.domain.verification.events import Counting
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.tables import one_table

ROUND_OF = ("round_of_rounds", N_("Round %(number)d of %(rounds)d"))


@dataclass(frozen=True)
class ByRound(Format):
    """A format of so many rounds, each with its pairs; the table is ordered by tie-breaks."""

    fewest: ClassVar[int] = 2
    """How many entries a round needs in the event, absent ones and late ones among them."""
    drawn_by_round = True
    waits_for_results = ""
    sentences: ClassVar[tuple[Sentence, ...]] = (ROUND_OF,)

    @property
    def half_points(self) -> int:
        """How many rounds that an entry misses count half a point each."""
        return 0

    def history(self, table: Crosstable) -> dict[int, list[Meeting]]:
        """What each entry did in the rounds that are drawn."""
        return history(table, self.net_cap, self.half_points)

    @abstractmethod
    def rounds_in(self, table: Crosstable) -> int:
        """How many rounds the event has."""

    @abstractmethod
    def pairs(self, table: Crosstable, round: int) -> Iterable[Paired]:
        """Who meets in the round that is to be drawn, in order, the bye last; of the plan nothing
        is of that round or later."""

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """The next round once the last is decided; () before that, at the end, and while nobody is
        there for it."""
        if not table.plan:
            self.validate(table.entries)
        round = last_round(table) + 1
        if self._ends_before(table, round) or not all_decided(table):
            return ()
        return tuple(
            PairingPlan(
                round,
                number,
                tuple([_side(entry) for entry in (two.first, two.second, *two.others)]),
                two.reason,
                partners=self.meets == "partners",
            )
            for number, two in enumerate(self.pairs(table, round), 1)
        )

    def is_over(self, table: Crosstable) -> bool:
        """Whether the last round is decided, or every one so far and too few are left."""
        last = last_round(table)
        return bool(last) and self._ends_before(table, last + 1) and all_decided(table)

    def leaves_from(self, table: Crosstable, entry: int) -> int | None:
        """The round of its open match, else the next round; None once there is none."""
        following = last_round(table) + 1
        if self.is_over(table) or not table.plays(entry, following):
            return None
        in_time = following if following <= self.rounds_in(table) else None
        return open_round(resolve(table), entry) or in_time

    def rounds_left(self, table: Crosstable, round: int) -> int:
        return 0 if self.is_over(table) else self.rounds_in(table) - round

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The tables of the groups, one after the other, as they stand, rounds under way counted as
        far as they are decided."""
        if not table.plan:
            return tuple(Standing(entry, None, NOT_DRAWN) for entry in table.entries)
        rounds = self.history(table)
        rows: list[Standing] = []
        for number, group in self.groups_of(table).items():
            records = records_of({entry: rounds[entry] for entry in group}, seed=table.seed)
            rows += [row._replace(group=number) for row in rank(records, self.order)]
        return tuple(rows)

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return one_table(table, Counting(self.net_cap, half_points=self.half_points), self.order)

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 3 of 7."""
        return Text(*ROUND_OF, {"number": round, "rounds": self.rounds_in(table)})

    def _ends_before(self, table: Crosstable, round: int) -> bool:
        """Whether the event has fewer rounds, or ends as too few are left."""
        here = sum(table.plays(entry, round) for entry in table.entries)
        return round > self.rounds_in(table) or here < self.fewest


def starters(table: Crosstable, entries: Sequence[int]) -> list[int]:
    """Those of them who were there from the start."""
    return [entry for entry in entries if table.joined.get(entry, 1) == 1]


def _side(entry: int | None) -> Side:
    return BYE if entry is None else Side("entry", entry=entry)

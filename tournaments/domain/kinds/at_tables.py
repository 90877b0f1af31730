"""The formats that draw who sits together at tables of more than two, round by round.

Who sits together does not follow from results: they are as new to one another as can be. Where a
design is known in which nobody meets twice (or partners anybody twice), it is followed for as long
as all who began are there and nothing else is said; else the tables are found from who met so far.
Whoever finds no place has a bye.

To write, beside what every format has (`base`): `validate`, which ends with `self.check()`;
`rounds_in`; and `sizes` of the tables for so many who are there. Where it has one, `design`, by
numbers in place of entrants, and `apart`, who are kept apart. `meets` says whether each plays alone
or with partners.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import ClassVar

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable, EntryPair, PairingPlan
from tournaments.domain.kinds.base import Sentence
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.kinds.by_round import ByRound
from tournaments.domain.kinds.pairings import byes_of
from tournaments.domain.kinds.settings import setting
from tournaments.domain.pairing.designs import Design
from tournaments.domain.pairing.field import Paired
from tournaments.domain.pairing.reasons import FAULTS, FIXED
from tournaments.domain.pairing.seating import SeatingTask, repeated, seat
from tournaments.domain.seeding import chance_of

FEWEST_SEATS, MOST_SEATS = 3, 6
"""Of a table at which each plays alone."""

SEATS = N_(
    "How many sit at a table. Where the field does not come out even, some tables have a seat more "
    "or less; a field of up to six is one table if it is nearer to that."
)
UNEVEN = N_(
    "Where the field does not come out even, some tables have a seat more or less. Otherwise all "
    "have as many, and who finds no place has a bye."
)
SEATS_TOLD = N_("Seats at a table: %(n)d, a few with one more or less.")
NOT_SO_MANY = N_(
    "An event at tables takes %(least)d to %(most)d entrants; there are %(count)d. Add or check in "
    "more, or split the field."
)

DRAW_VERSION = 1
"""Raised whenever the same seed would seat a round otherwise."""

WAITS = N_(
    "Everybody sits down anew in each round, so that it waits until all tables are free. Enter the "
    "result, or a walkover."
)
NEW = Text("table_new", N_("Nobody here has met before"))
MET = ("table_met", N_("Met before, two by two: %(count)d; no round with fewer was found"))
NEW_PARTNERS = Text("table_new_partners", N_("Nobody here has had this partner before"))
PARTNERS_AGAIN = (
    "table_partners_again",
    N_("Partners for another time: %(count)d pairs; no round with fewer was found"),
)
BYE = Text("table_bye", N_("Bye: no place at a table, and as few byes as anybody so far"))


@dataclass(frozen=True)
class AtTables(ByRound):
    """A format of so many rounds at tables; the table is ordered by what was made there."""

    waits_for_results = WAITS
    sentences: ClassVar[tuple[Sentence, ...]] = (NEW, MET, NEW_PARTNERS, PARTNERS_AGAIN, BYE)

    @abstractmethod
    def sizes(self, count: int) -> Sequence[int]:
        """How many sit at each table, the larger ones first; who finds no place has a bye."""

    def design(self, count: int) -> Design:
        """Rounds for so many that are known to be the best there are; () where none is."""
        return ()

    def apart(self, seated: Sequence[int], tables: int, round: int) -> Sequence[int]:
        """Who sits at a table each in a round of so many tables, of those who are seated."""
        return ()

    @property
    def usual_size(self) -> int:
        """How many sit at a table as a rule."""
        return self.sizes(self.fewest)[0]

    def pairs(self, table: Crosstable, round: int) -> list[Paired]:
        here = self.who_plays(table, round)
        tables = self._designed(table, here, round) or self._found(table, here, round)
        seated = {entry for own in tables for entry in own}
        place = {entry: number for number, entry in enumerate(table.entries)}
        met, partners = met_before(table)
        fixed = {frozenset(two) for two in table.constraints.fixed.get(round, ())}
        barred = table.constraints.forbidden
        tables.sort(key=lambda own: min(place[entry] for entry in own))
        found = []
        for own in tables:
            text, faults = self._reason(own, met, partners, fixed, barred)
            first, second, *others = own
            found.append(Paired(first, second, text, faults, tuple(others)))
        return found + [Paired(entry, None, BYE) for entry in here if entry not in seated]

    def _designed(
        self, table: Crosstable, here: Sequence[int], round: int
    ) -> list[tuple[int, ...]]:
        """The round of the design, if there is one and it was followed so far."""
        said, rounds = table.constraints, self.design(len(here))
        if round > len(rounds) or said.forbidden or said.fixed.get(round):
            return []
        lots = self._chance(table, 0)
        order = sorted(here, key={entry: lots.random() for entry in here}.__getitem__)
        named = [[tuple(order[at] for at in own) for own in tables] for tables in rounds[:round]]
        followed = all(
            self._sides_of(tables) == self._sides_of(_tables_in(table, number))
            for number, tables in enumerate(named[:-1], 1)
        )
        return named[-1] if followed else []

    def _found(self, table: Crosstable, here: Sequence[int], round: int) -> list[tuple[int, ...]]:
        """The round that is found from who met so far."""
        chance = self._chance(table, round)
        sizes = self.sizes(len(here))
        set_ = [two for two in table.constraints.fixed.get(round, ()) if {*here} >= {*two}]
        held = {entry for two in set_ for entry in two}
        seated = self.seated(table, here, sum(sizes), held, chance)
        met, partners = met_before(table)
        task = SeatingTask(
            seated,
            sizes,
            self.usual_size,
            self.meets == "partners",
            met,
            partners,
            table.constraints.forbidden,
            joined(set_),
            self._at_other_size(table),
            self.apart(seated, len(sizes), round),
        )
        return seat(task, chance)

    def seated(
        self, table: Crosstable, here: Sequence[int], places: int, held: Set[int], chance: Random
    ) -> list[int]:
        """Who finds one of so many places, in the order in which lots are drawn for them: those who
        are `held` together, then by byes, the most first, and then by lot."""
        byes, lots = byes_of(table), {entry: chance.random() for entry in here}
        order = sorted(here, key=lambda entry: (entry not in held, -byes[entry], lots[entry]))
        return order[:places]

    def _chance(self, table: Crosstable, round: int) -> Random:
        return chance_of(f"tables {round}", DRAW_VERSION, table.seed)

    def _at_other_size(self, table: Crosstable) -> Mapping[int, int]:
        """How often each sat at a table of another size than most."""
        return Counter(
            entry
            for plan in table.plan
            if plan.is_table and len(plan.sides) != self.usual_size
            for entry in entries_at(plan)
        )

    def _sides_of(self, tables: Iterable[Sequence[int]]) -> set[frozenset[frozenset[int]]]:
        """Who sits with whom: of tables with partners who is on either side."""
        step = 2 if self.meets == "partners" else 1
        return {frozenset(frozenset(own[first::step]) for first in range(step)) for own in tables}

    def _reason(
        self,
        own: Sequence[int],
        met: Mapping[EntryPair, int],
        partners: Mapping[EntryPair, int],
        fixed: set[EntryPair],
        barred: frozenset[EntryPair],
    ) -> tuple[Text, tuple[str, ...]]:
        """The sentence, and the codes of the faults that it tells."""
        if any(frozenset(two) in barred for two in combinations(own, 2)):
            return Text("forbidden", FAULTS["forbidden"]), ("forbidden",)
        if any(frozenset(two) in fixed for two in combinations(own, 2)):
            return FIXED, ()
        if self.meets == "partners":
            again = sum(repeated(own[side::2], partners) for side in (0, 1))
            return (Text(*PARTNERS_AGAIN, {"count": again}) if again else NEW_PARTNERS), ()
        again = repeated(own, met)
        return (Text(*MET, {"count": again}) if again else NEW), ()


def seats() -> int:
    """The setting of how many sit at a table at which each plays alone."""
    return setting(
        FEWEST_SEATS,
        N_("Seats at a table"),
        SEATS,
        least=FEWEST_SEATS,
        most=MOST_SEATS,
        told={FEWEST_SEATS: SEATS_TOLD},
        is_fine=True,
    )


def uneven() -> bool:
    """The setting of whether tables may have a seat more or less than usual."""
    return setting(True, N_("Tables of other sizes"), UNEVEN, is_fine=True)


def require_field(count: int, least: int = FEWEST_SEATS) -> None:
    """Refuse fewer entrants than fill a table, and more than 4,096."""
    if not least <= count <= MOST_ENTRANTS:
        values = {"count": count, "least": least, "most": MOST_ENTRANTS}
        raise Refusal(Text("not_ready", NOT_SO_MANY, values))


def sizes_of_tables(count: int, usual: int, *, uneven: bool) -> Sequence[int]:
    """How many sit at each table at which each plays alone, the larger ones first: as even as can
    be, with as few seats more or less than usual; of two ways that with more tables. Fewer than
    three sit at none. Where tables can't be `uneven`, all are full."""
    if not uneven:
        return [usual] * (count // usual)
    ways = []
    for tables in range(max(1, -(-count // MOST_SEATS)), count // FEWEST_SEATS + 1):
        size, larger = divmod(count, tables)
        sizes = [size + 1] * larger + [size] * (tables - larger)
        off = sum(abs(own - usual) for own in sizes)
        ways.append((off, -tables, sizes))
    return min(ways)[2] if ways else []


def entries_at(plan: PairingPlan) -> tuple[int, ...]:
    """Who was drawn there, in order of seat."""
    return tuple(side.entry for side in plan.sides if side.entry is not None)


def met_before(table: Crosstable) -> tuple[Counter[EntryPair], Counter[EntryPair]]:
    """How often two sat at a table, but for partners, and how often they were partners."""
    met: Counter[EntryPair] = Counter()
    partners: Counter[EntryPair] = Counter()
    for plan in table.plan:
        for (first, one), (second, other) in combinations(enumerate(entries_at(plan)), 2):
            are_partners = plan.partners and not (second - first) % 2
            (partners if are_partners else met)[frozenset((one, other))] += 1
    return met, partners


def _tables_in(table: Crosstable, round: int) -> list[tuple[int, ...]]:
    return [entries_at(plan) for plan in table.plan if plan.round == round and plan.is_table]


def joined(pairs: Iterable[Iterable[int]]) -> list[list[int]]:
    """Those who are to sit together, one pair leading to the next."""
    found: list[set[int]] = []
    for pair in pairs:
        apart = [group for group in found if group.isdisjoint(pair)]
        together = set(pair).union(*[group for group in found if not group.isdisjoint(pair)])
        found = [*apart, together]
    return [sorted(group) for group in found]

"""The formats whose rounds are drawn together and played one after the other, as a round robin.

To write, beside what every format has (`base`): `validate`, which ends with `self.check()`, and
`draw`, all pairings, their numbers from 1 in each round, with nobody in two of them. Who has no
opponent in a round is free, and that is a pairing with `BYE`: it is no match and counts nothing.
Among the settings is `tiebreaks`, by which the table is ordered.

What is left of an entry that withdraws goes to its opponents.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.base import NOT_DRAWN, ROUND, DrawnAtOnce, Groups, Sentence
from tournaments.domain.kinds.clinch.groups import group_of, said_of
from tournaments.domain.kinds.clinch.points import Through, by_places
from tournaments.domain.kinds.clinch.sentences import STILL_OPEN
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import Resolved, resolve
from tournaments.domain.standings import Standing, rank
from tournaments.domain.tiebreaks.records import Meeting, records_of
from tournaments.domain.verification.events import Counting
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.tables import one_table

ANNULLED = Text("annulled", N_("Withdrew before half of the matches: none of them counts"))


@dataclass(frozen=True)
class InTurn(DrawnAtOnce):
    """A format of rounds that are played in turn."""

    rounds_in_turn = True
    has_free_rounds = True
    sentences: ClassVar[tuple[Sentence, ...]] = (ANNULLED,)

    def groups_of(self, table: Crosstable) -> Groups:
        """All who were drawn; who came after the draw is in no group."""
        drawn = {side.entry for plan in table.plan for side in plan.sides}
        return {None: [entry for entry in table.entries if entry in drawn]}

    def annulled(self, table: Crosstable, pairings: Sequence[Resolved]) -> Collection[int]:
        """Those whose matches count for nobody."""
        return ()

    def may_annul(self, entries: Sequence[int], matches: Sequence[Resolved]) -> bool:
        """Whether the matches of somebody of these would count no more if they left now, or count
        no more already; `matches` are all of theirs."""
        return False

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The tables of the groups, one after the other, as they stand; who is in none of them
        stands at the end."""
        pairings = resolve(table)
        annulled = set(self.annulled(table, pairings))
        counting = [pairing for pairing in pairings if annulled.isdisjoint(pairing.entries)]
        found = meetings(table, counting, self.net_cap)
        left = set(table.entries)
        rows: list[Standing] = []
        for number, group in self.groups_of(table).items():
            rounds = {entry: matches_of(found[entry]) for entry in group if entry not in annulled}
            ranked = rank(records_of(rounds, all_drawn=True, seed=table.seed), self.order)
            last, out = len(ranked) + 1, [entry for entry in group if entry in annulled]
            below = [Standing(entry, last, ANNULLED, shared=len(out) > 1) for entry in out]
            rows += [row._replace(group=number) for row in (*ranked, *below)]
            left.difference_update(group)
        rows += [Standing(entry, None, NOT_DRAWN) for entry in table.entries if entry in left]
        return tuple(rows)

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return one_table(table, Counting(self.net_cap, all_drawn=True), self.order)

    def clinch_drawn(self, table: Crosstable, take: int, best_of: float) -> Mapping[int, Text]:
        rows, groups, pairings = self.places(table), self.groups_of(table), resolve(table)
        through = Through.of(take, len(groups))
        found = dict.fromkeys(table.entries, STILL_OPEN)
        for entries in groups.values():
            own = [pairing for pairing in pairings if pairing.entries[0] in entries]
            matches = [pairing for pairing in own if not pairing.is_bye]
            if all(match.decision for match in matches):
                rows_of = [row for row in rows if row.entry in entries]
                found |= by_places(rows_of, through)
            elif not self.may_annul(entries, matches):
                group = group_of(self, table, entries, matches, best_of=best_of)
                found.update(said_of(group, through))
        return found

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 3."""
        return Text(*ROUND, {"number": round})


def matches_of(own: dict[int, Meeting]) -> list[Meeting]:
    """The matches of an entry in order of round; a bye is none."""
    return [own[round] for round in sorted(own) if own[round].kind != "bye"]

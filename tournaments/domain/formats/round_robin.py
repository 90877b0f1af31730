"""Round robin: everybody plays everybody of the group, once or twice.

Groups are filled by snake: seeds 1, 2, 3 of three groups, then 4, 5, 6 from the last group back to
the first, and so on. In a group the rounds follow the Berger tables (FIDE Handbook C.05, annex 1),
with numbers in order of seed; in an odd group who would meet the number that is missing sits out.
All rounds are planned at once; in the second half of a double round robin the seats change.
Pairings are numbered through a round, group after group.

A bye is no match and counts nothing. What is left of an entry that withdraws goes to its opponents,
or its matches are annulled. Places are those of a group.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import BYE, Crosstable, PairingKey, PairingPlan, Side
from tournaments.domain.formats.base import (
    NOT_DRAWN,
    ROUND,
    Format,
    Resolved,
    resolve,
)
from tournaments.domain.formats.meetings import meetings
from tournaments.domain.standings import Standing, rank
from tournaments.domain.tiebreaks import STANDARD, Meeting, records_of, tiebreak_of

FEWEST_IN_GROUP, MOST_IN_GROUP = 2, 64

TOO_FEW_IN_GROUP = N_(
    "%(groups)d groups need at least %(least)d entrants; there are %(count)d. "
    "Make fewer groups, or add or check in more."
)
TOO_MANY_IN_GROUP = N_(
    "A group takes at most %(most)d entrants; %(count)d in %(groups)d groups are too many. "
    "Make more groups, or play a Swiss."
)
NO_GROUPS = N_("There must be at least 1 group, not %(groups)d.")
ANNULLED = Text("annulled", N_("Withdrew before half of the matches: none of them counts"))
GROUP = ("group", N_("Group %(group)d"))


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """A round robin in so many groups, once or `double`.

    A game counts at most `net_cap` net points. `draws`: a match may end level. With
    `annul_before_half`, who withdraws before it has played half of its matches stands last, and
    none of its matches counts for anybody (FIDE Tournament Rules 2010, article 5.4).
    """

    code = "round_robin"
    name = Text("round_robin", N_("Round robin"))
    rounds_in_turn = True
    has_free_rounds = True

    groups: int = 1
    double: bool = False
    net_cap: int = 300
    draws: bool = False
    annul_before_half: bool = False
    tiebreaks: tuple[str, ...] = STANDARD

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse groups of fewer than 2 and more than 64 entrants, no groups at all, and an unknown
        tie-break."""
        values = {"count": len(entries), "groups": self.groups}
        if self.groups < 1:
            raise Refusal(Text("invalid", NO_GROUPS, values), "groups")
        least, most = FEWEST_IN_GROUP * self.groups, MOST_IN_GROUP * self.groups
        if len(entries) < least:
            raise Refusal(Text("not_ready", TOO_FEW_IN_GROUP, values | {"least": least}))
        if len(entries) > most:
            values |= {"most": MOST_IN_GROUP}
            raise Refusal(Text("not_ready", TOO_MANY_IN_GROUP, values))
        for code in self.tiebreaks:
            tiebreak_of(code)

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All rounds when nothing is drawn yet, then ()."""
        if table.plan:
            return ()
        self.validate(table.entries)
        return draw(table.entries, groups=self.groups, double=self.double)

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The tables of the groups, one after the other, as they stand; who came after the draw is
        in none of them and stands at the end."""
        pairings = resolve(table)
        annulled = self._annulled(table, pairings)
        counting = [pairing for pairing in pairings if annulled.isdisjoint(pairing.entries)]
        found = meetings(table, counting, self.net_cap)
        drawn = groups_of(table)
        rows: list[Standing] = []
        for number, group in enumerate(drawn, 1):
            rounds = {entry: _matches(found[entry]) for entry in group if entry not in annulled}
            records = records_of(rounds, all_drawn=True, seed=table.seed)
            ranked = rank(records, [tiebreak_of(code) for code in self.tiebreaks])
            last, out = len(ranked) + 1, [entry for entry in group if entry in annulled]
            below = [Standing(entry, last, ANNULLED, shared=len(out) > 1) for entry in out]
            rows += [row._replace(group=number) for row in (*ranked, *below)]
        left = set(table.entries).difference(*drawn)
        rows += [Standing(entry, None, NOT_DRAWN) for entry in table.entries if entry in left]
        return tuple(rows)

    def _annulled(self, table: Crosstable, pairings: Sequence[Resolved]) -> set[int]:
        """Those whose matches count for nobody."""
        if not self.annul_before_half:
            return set()
        matches = Counter(
            entry for pairing in pairings if not pairing.is_bye for entry in pairing.entries
        )
        played = Counter(
            entry
            for pairing in pairings
            if pairing.decision in ("played", "drawn")
            for entry in pairing.entries
        )
        return {entry for entry in table.withdrawn if 2 * played[entry] < matches[entry]}

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 3."""
        return Text(*ROUND, {"number": round})

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """The group, where there are several."""
        if self.groups == 1:
            return None
        plan = next(plan for plan in table.plan if plan.key == key)
        entries = {side.entry for side in plan.sides} - {None}
        groups = enumerate(groups_of(table), 1)
        return next(
            Text(*GROUP, {"group": number}) for number, group in groups if entries & {*group}
        )


def snake(entries: Sequence[int], groups: int) -> list[list[int]]:
    """The entries, given in order of seed, in so many groups."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for place, entry in enumerate(entries):
        row, number = divmod(place, groups)
        found[groups - 1 - number if row % 2 else number].append(entry)
    return found


def berger(count: int) -> list[list[tuple[int, int]]]:
    """The Berger table of an even number of entrants: their numbers from 1, by round and seat."""
    return [berger_round(count, number) for number in range(1, count)]


def berger_round(count: int, number: int) -> list[tuple[int, int]]:
    """One round, from 1, of that table."""
    others = count - 1
    odd = number % 2 == 1
    first = (number + 1) // 2 if odd else number // 2 + count // 2
    pairs = [(first, count) if odd else (count, first)]
    for step in range(1, count // 2):
        above, below = (first - 1 + step) % others + 1, (first - 1 - step) % others + 1
        pairs.append((above, below))
    return pairs


def draw(
    entries: Sequence[int], *, groups: int = 1, double: bool = False
) -> tuple[PairingPlan, ...]:
    """All pairings of a round robin of entries given in order of seed."""
    if len(set(entries)) != len(entries):
        raise ValueError("an entry is drawn twice")
    by_group = [list(_rounds(group, double=double)) for group in snake(entries, groups)]
    plan: list[PairingPlan] = []
    for index in range(max(len(rounds) for rounds in by_group)):
        pairs = [pair for rounds in by_group for pair in rounds[index : index + 1]]
        sides = [two for pairs_of_group in pairs for two in pairs_of_group]
        plan += [PairingPlan(index + 1, number, two) for number, two in enumerate(sides, 1)]
    return tuple(plan)


def groups_of(table: Crosstable) -> list[list[int]]:
    """The groups as they were drawn, each in order of seed: who is paired with whom at all."""
    group: dict[int, set[int]] = {}
    for plan in sorted(table.plan, key=lambda plan: plan.key):
        together = {side.entry for side in plan.sides if side.entry is not None}
        for entry in tuple(together):
            together |= group.get(entry, set())
        group.update(dict.fromkeys(together, together))
    # Those of a group share one set, which stands for it.
    found: dict[int, list[int]] = {id(members): [] for members in group.values()}
    for entry in table.entries:
        if entry in group:
            found[id(group[entry])].append(entry)
    return list(found.values())


def _rounds(group: Sequence[int], *, double: bool) -> Iterator[list[tuple[Side, Side]]]:
    sides = [Side("entry", entry=entry) for entry in group]
    sides += [BYE] * (len(sides) % 2)
    once = [
        [(sides[first - 1], sides[second - 1]) for first, second in pairs]
        for pairs in berger(len(sides))
    ]
    yield from once
    if double:
        yield from ([(second, first) for first, second in pairs] for pairs in once)


def _matches(own: dict[int, Meeting]) -> list[Meeting]:
    """The matches of an entry in order of round; a bye is none."""
    return [own[round] for round in sorted(own) if own[round].kind != "bye"]

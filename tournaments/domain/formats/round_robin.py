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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import BYE, Crosstable, PairingPlan, Side
from tournaments.domain.kinds import settings
from tournaments.domain.kinds.base import Groups
from tournaments.domain.kinds.bounds import require_groups
from tournaments.domain.kinds.groups import berger_round, groups_as_drawn, snake
from tournaments.domain.kinds.in_turn import InTurn
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.kinds.settings import setting
from tournaments.domain.verification.events import Counting
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.tables import in_drawn_groups

MOST_IN_GROUP = 64

TOO_MANY_IN_GROUP = N_(
    "A group takes at most %(most)d entrants; %(count)d in %(groups)d groups are too many. "
    "Make more groups, or play a Swiss."
)
GROUPS = Text("groups", N_("Groups"))


@dataclass(frozen=True)
class RoundRobin(InTurn):
    """A round robin in so many groups, once or `double`; `annul_before_half` is from the FIDE
    Tournament Rules 2010, article 5.4."""

    code = "round_robin"
    name = Text("round_robin", N_("Round robin"))
    says = N_(
        "Everybody plays everybody, in one table or in groups. All rounds are known from the start."
    )
    has_crosstable = True

    groups: int = settings.groups()
    double: bool = setting(
        False, N_("Everybody twice"), N_("Each two meet a second time, with seats changed.")
    )
    net_cap: int = settings.net_cap()
    draws: bool = settings.draws()
    annul_before_half: bool = setting(
        False,
        N_("Annul the matches of who leaves early"),
        N_(
            "Who withdraws before half of the own matches stands last, and none of them counts for "
            "anybody."
        ),
    )
    tiebreaks: tuple[str, ...] = settings.tiebreaks()

    @property
    def title(self) -> Text:
        return GROUPS if self.groups > 1 else self.name

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse groups of fewer than 2 and more than 64 entrants, no groups at all, and an unknown
        tie-break."""
        require_groups(len(entries), self.groups)
        if len(entries) > MOST_IN_GROUP * self.groups:
            values = {"count": len(entries), "groups": self.groups, "most": MOST_IN_GROUP}
            raise Refusal(Text("not_ready", TOO_MANY_IN_GROUP, values))
        self.check()

    def draw(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        return draw(table.entries, groups=self.groups, double=self.double)

    def groups_of(self, table: Crosstable) -> Groups:
        return dict(enumerate(groups_as_drawn(table), 1))

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        annul = self.annul_before_half
        counting = Counting(self.net_cap, all_drawn=True, annul_before_half=annul)
        return in_drawn_groups(table, counting, self.order)

    def annulled(self, table: Crosstable, pairings: Sequence[Resolved]) -> set[int]:
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

    def may_annul(self, entries: Sequence[int], matches: Sequence[Resolved]) -> bool:
        played = [match.entries for match in matches if match.decision in ("played", "drawn")]
        return self.annul_before_half and any(
            2 * sum(entry in pair for pair in played)
            < sum(entry in match.entries for match in matches)
            for entry in entries
        )


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


def _rounds(group: Sequence[int], *, double: bool) -> Iterator[list[tuple[Side, Side]]]:
    sides = [Side("entry", entry=entry) for entry in group]
    sides += [BYE] * (len(sides) % 2)
    once = [
        [(sides[first - 1], sides[second - 1]) for first, second in pairs]
        for pairs in (berger_round(len(sides), number) for number in range(1, len(sides)))
    ]
    yield from once
    if double:
        yield from ([(second, first) for first, second in pairs] for pairs in once)

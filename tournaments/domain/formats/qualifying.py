"""Qualifying: everybody plays so many matches against opponents that are drawn; records count.

As in Las Vegas in 1964 (rulebook, part 6): each group, there the entrants of a hotel, plays among
itself, and the best records of each go on. Groups are filled by snake, as in a round robin; late
entries go on with it in the order in which they come, so that nobody ever changes the group.

Rounds are drawn one by one, so that late entries, absences and withdrawals leave nobody without an
opponent. The numbers of a group are drawn from the seed, as `seeding` tells. While all who began
are there, and nobody else, each round is that of the Berger table of these numbers (FIDE Handbook
C.05, annex 1): nobody meets twice, and in an odd group nobody has a second bye before all have had
one. Where that round is not to be had, pairs are drawn at random with the least rematches and
second byes there can be in this round, each told in its reason.

A bye counts as a match won, a round that an entry misses counts nothing. Where one of a group is
left alone it has the byes. Places are those of a group.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds import settings
from tournaments.domain.kinds.base import Groups
from tournaments.domain.kinds.bounds import MOST_ENTRANTS, require_groups, require_rounds
from tournaments.domain.kinds.by_round import ByRound, starters
from tournaments.domain.kinds.groups import berger_round, snake
from tournaments.domain.kinds.pairings import byes_of, opponents_of
from tournaments.domain.kinds.settings import MOST_ROUNDS, ROUNDS_TOLD, setting
from tournaments.domain.pairing.field import Contender, Field, Paired
from tournaments.domain.pairing.rounds import pair
from tournaments.domain.seeding import in_random_order
from tournaments.domain.verification.events import Counting
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.tables import in_snake_groups

TOO_MANY = N_(
    "A qualifying takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)
NOT_SO_MANY_ROUNDS = N_("Everybody plays 1 to %(most)d matches, not %(rounds)d.")

DRAWN = Text("qualifying_drawn", N_("Drawn by lot"))
BYE = Text("qualifying_bye", N_("Bye, drawn by lot among those with the fewest"))
LOTS = {"random": DRAWN, "bye": BYE}
"""What lots say for a pair or bye of `pairing` that has nothing else to say."""


@dataclass(frozen=True)
class Qualifying(ByRound):
    """So many `rounds` in so many groups; fewer rounds where the smallest group has not that many
    opponents to meet."""

    code = "qualifying"
    name = Text("qualifying", N_("Qualifying"))
    says = N_(
        "Everybody plays a set number of matches against opponents drawn by lot. The best "
        "records go through."
    )
    sentences = (DRAWN, BYE)

    rounds: int = setting(
        16,
        N_("Matches of each entrant"),
        N_("How many everybody plays; fewer where a group has not that many opponents."),
        least=1,
        most=MOST_ROUNDS,
        told={1: ROUNDS_TOLD},
    )
    groups: int = settings.groups()
    net_cap: int = settings.net_cap()
    draws: bool = settings.draws()
    tiebreaks: tuple[str, ...] = settings.tiebreaks()

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse no groups at all, groups of fewer than 2, more than 4,096 entrants, other than 1
        to 99 rounds, and an unknown tie-break."""
        require_groups(len(entries), self.groups)
        if len(entries) > MOST_ENTRANTS:
            values = {"count": len(entries), "most": MOST_ENTRANTS}
            raise Refusal(Text("not_ready", TOO_MANY, values))
        require_rounds(self.rounds, NOT_SO_MANY_ROUNDS)
        self.check()

    def rounds_in(self, table: Crosstable) -> int:
        """As set, but no more than nobody need meet twice in the smallest group as it began."""
        smallest = len(starters(table, table.entries)) // self.groups
        return min(self.rounds, smallest - 1 + smallest % 2)

    def pairs(self, table: Crosstable, round: int) -> Iterator[Paired]:
        """Those of each group, one after the other."""
        if round == 1:
            self.validate(starters(table, table.entries))
        contenders = _contenders(table, round)
        for number, group in self.groups_of(table).items():
            here = [contenders[entry] for entry in group if entry in contenders]
            yield from _pairs(table, round, number, starters(table, group), here)

    def groups_of(self, table: Crosstable) -> Groups:
        """Those who began by snake, late ones after them by the round of their first match."""
        coming = sorted(table.entries, key=lambda entry: table.joined.get(entry, 1))
        return dict(enumerate(snake(coming, self.groups), 1))

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return in_snake_groups(table, Counting(self.net_cap), self.order, self.groups)


def _contenders(table: Crosstable, round: int) -> dict[int, Contender]:
    """Who is there for the round, with whom it has met and the byes it had."""
    met, byes = opponents_of(table), byes_of(table)
    return {
        entry: Contender(entry, met=met[entry], byes=byes[entry])
        for entry in table.entries
        if table.is_there(entry, round)
    }


def _pairs(
    table: Crosstable,
    round: int,
    number: int | None,
    starters: Sequence[int],
    here: Sequence[Contender],
) -> list[Paired]:
    """The pairs of those of a group who are there, the bye last."""
    contenders = {contender.entry: contender for contender in here}
    if [*contenders] == starters:
        order = in_random_order(starters, f"qualifying group {number}:{table.seed}")
        pairs = _by_table(order, round)
        if _is_legal(table, round, pairs, contenders):
            return [
                Paired(first, second, BYE if second is None else DRAWN) for first, second in pairs
            ]
    order = in_random_order([*contenders], f"qualifying group {number}, round {round}:{table.seed}")
    said = table.constraints
    field = Field(
        tuple(contenders[entry] for entry in order),
        said.forbidden,
        fixed=tuple(two for two in said.fixed.get(round, ()) if contenders.keys() >= {*two}),
        method="random",
    )
    return [
        replace(paired, reason=LOTS.get(paired.reason.code, paired.reason))
        for paired in pair(field)
    ]


def _by_table(order: Sequence[int], round: int) -> list[tuple[int, int | None]]:
    """That round of the Berger table, the bye last."""
    count = len(order)
    couples = sorted(sorted(two) for two in berger_round(count + count % 2, round))
    pairs = [
        (order[first - 1], order[second - 1] if second <= count else None)
        for first, second in couples
    ]
    return sorted(pairs, key=lambda two: two[1] is None)


def _is_legal(
    table: Crosstable,
    round: int,
    pairs: Sequence[tuple[int, int | None]],
    here: Mapping[int, Contender],
) -> bool:
    """Whether nobody meets again or has a second bye before the others, and the director has said
    nothing against it."""
    fewest = min(contender.byes for contender in here.values())

    def may_be(first: int, second: int | None) -> bool:
        if second is None:
            return here[first].byes == fewest
        forbidden = frozenset((first, second)) in table.constraints.forbidden
        return second not in here[first].met and not forbidden

    return not table.constraints.fixed.get(round) and all(may_be(*two) for two in pairs)

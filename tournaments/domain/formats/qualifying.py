"""Qualifying: everybody plays so many matches against opponents that are drawn; records count.

As in Las Vegas in 1964 (gin.md, part 6): each group, there the entrants of a hotel, plays among
itself, and the best records of each go on. Groups are filled by snake, as in a round robin; late
entries go on with it in the order in which they come, so that nobody ever changes the group.

Rounds are drawn one by one, so that late entries, absences and withdrawals leave nobody without an
opponent. The numbers of a group are drawn from the seed. While all who began are there, and nobody
else, each round is that of the Berger table of these numbers (FIDE Handbook C.05, annex 1): nobody
meets twice, and in an odd group nobody has a second bye before all have had one. Where that round
is not to be had, pairs are drawn at random with the least rematches and second byes there can be
in this round, each told in its reason.

A bye counts as a match won, a round that an entry misses counts nothing. Where one of a group is
left alone it has the byes. Places are those of a group.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable, PairingKey, PairingPlan
from tournaments.domain.formats import round_by_round
from tournaments.domain.formats.base import NOT_DRAWN, Format, resolve
from tournaments.domain.formats.meetings import history
from tournaments.domain.formats.round_by_round import FEWEST, side
from tournaments.domain.formats.round_robin import GROUP, berger_round, snake
from tournaments.domain.pairing import Contender, Field, Paired, pair
from tournaments.domain.seeding import Entrant, seed_order
from tournaments.domain.standings import Standing, rank
from tournaments.domain.tiebreaks import STANDARD, records_of, tiebreak_of

MOST, MOST_ROUNDS = 4096, 99

NO_GROUPS = N_("There must be at least 1 group, not %(groups)d.")
TOO_FEW = N_(
    "%(groups)d groups need at least %(least)d entrants; there are %(count)d. "
    "Make fewer groups, or add or check in more."
)
TOO_MANY = N_(
    "A qualifying takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)
NOT_SO_MANY_ROUNDS = N_("Everybody plays 1 to %(most)d matches, not %(rounds)d.")

ROUND_OF = ("round_of_rounds", N_("Round %(number)d of %(rounds)d"))
DRAWN = Text("qualifying_drawn", N_("Drawn by lot"))
BYE = Text("qualifying_bye", N_("Bye, drawn by lot among those with the fewest"))
LOTS = {"random": DRAWN, "bye": BYE}
"""What lots say for a pair or bye of `pairing` that has nothing else to say."""


@dataclass(frozen=True, slots=True)
class Qualifying(Format):
    """So many `rounds` in so many groups; fewer rounds where the smallest group has not that many
    opponents to meet.

    A game counts at most `net_cap` net points. `draws`: a match may end level.
    """

    code = "qualifying"
    name = Text("qualifying", N_("Qualifying"))
    drawn_by_round = True

    rounds: int = 16
    groups: int = 1
    net_cap: int = 300
    draws: bool = False
    tiebreaks: tuple[str, ...] = STANDARD

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse no groups at all, groups of fewer than 2, more than 4,096 entrants, other than 1
        to 99 rounds, and an unknown tie-break."""
        values = {"count": len(entries), "groups": self.groups}
        if self.groups < 1:
            raise Refusal(Text("invalid", NO_GROUPS, values), "groups")
        least = FEWEST * self.groups
        if len(entries) < least:
            raise Refusal(Text("not_ready", TOO_FEW, values | {"least": least}))
        if len(entries) > MOST:
            raise Refusal(Text("not_ready", TOO_MANY, values | {"most": MOST}))
        if not 1 <= self.rounds <= MOST_ROUNDS:
            values = {"most": MOST_ROUNDS, "rounds": self.rounds}
            raise Refusal(Text("invalid", NOT_SO_MANY_ROUNDS, values), "rounds")
        for code in self.tiebreaks:
            tiebreak_of(code)

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """The next round once the last is decided; () before that, at the end, and while nobody is
        there for it. Pairings are numbered through a round, group after group."""
        if not table.plan:
            self.validate(_starters(table, table.entries))
        round = round_by_round.round_to_draw(table, self._rounds(table))
        if round is None:
            return ()
        contenders = _contenders(table, round)
        pairs = [
            paired
            for number, group in enumerate(self._groups(table), 1)
            for paired in _pairs(
                table, round, number, _starters(table, group), _those_of(group, contenders)
            )
        ]
        return tuple(
            PairingPlan(round, number, (side(paired.first), side(paired.second)), paired.reason)
            for number, paired in enumerate(pairs, 1)
        )

    def is_over(self, table: Crosstable) -> bool:
        """Whether the last round is decided, or every one so far and fewer than two are left."""
        return round_by_round.is_over(table, self._rounds(table))

    def leaves_from(self, table: Crosstable, entry: int) -> int | None:
        """The round of its open match, else the next round; None once there is none."""
        return round_by_round.leaves_from(table, entry, self._rounds(table))

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The tables of the groups, one after the other, as they stand, rounds under way counted as
        far as they are decided."""
        if not table.plan:
            return tuple(Standing(entry, None, NOT_DRAWN) for entry in table.entries)
        found = history(table, self.net_cap)
        tiebreaks = [tiebreak_of(code) for code in self.tiebreaks]
        rows: list[Standing] = []
        for number, group in enumerate(self._groups(table), 1):
            records = records_of({entry: found[entry] for entry in group}, seed=table.seed)
            rows += [row._replace(group=number) for row in rank(records, tiebreaks)]
        return tuple(rows)

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Round 3 of 16."""
        return Text(*ROUND_OF, {"number": round, "rounds": self._rounds(table)})

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """The group, where there are several."""
        if self.groups == 1:
            return None
        plan = next(plan for plan in table.plan if plan.key == key)
        groups = enumerate(self._groups(table), 1)
        return next(
            Text(*GROUP, {"group": number}) for number, group in groups if _is_of(plan, group)
        )

    def _groups(self, table: Crosstable) -> list[list[int]]:
        """Those who began by snake, late ones after them by the round of their first match."""
        coming = sorted(table.entries, key=lambda entry: table.joined.get(entry, 1))
        return snake(coming, self.groups)

    def _rounds(self, table: Crosstable) -> int:
        """As set, but no more than nobody need meet twice in the smallest group as it began."""
        smallest = len(_starters(table, table.entries)) // self.groups
        return min(self.rounds, smallest - 1 + smallest % 2)


def _starters(table: Crosstable, entries: Sequence[int]) -> list[int]:
    return [entry for entry in entries if table.joined.get(entry, 1) == 1]


def _those_of(group: Sequence[int], contenders: Mapping[int, Contender]) -> list[Contender]:
    return [contenders[entry] for entry in group if entry in contenders]


def _is_of(plan: PairingPlan, group: Sequence[int]) -> bool:
    return any(either.entry in group for either in plan.sides)


def _contenders(table: Crosstable, round: int) -> dict[int, Contender]:
    """Who is there for the round, with whom it has met and the byes it had."""
    met: dict[int, set[int]] = {entry: set() for entry in table.entries}
    byes: Counter[int] = Counter()
    for pairing in resolve(table):
        if pairing.is_bye:
            byes.update(pairing.entries)
        for entry in pairing.entries:
            met[entry].update(other for other in pairing.entries if other != entry)
    return {
        entry: Contender(entry, met=frozenset(met[entry]), byes=byes[entry])
        for entry in table.entries
        if table.is_there(entry, round)
    }


def _pairs(
    table: Crosstable, round: int, number: int, starters: Sequence[int], here: Sequence[Contender]
) -> list[Paired]:
    """The pairs of those of a group who are there, the bye last."""
    if [contender.entry for contender in here] == starters:
        order = _drawn(starters, f"group {number}", table.seed)
        pairs = _by_table(order, round)
        if _is_legal(table, round, pairs, {contender.entry: contender for contender in here}):
            return [
                Paired(first, second, BYE if second is None else DRAWN) for first, second in pairs
            ]
    contenders = {contender.entry: contender for contender in here}
    order = _drawn([*contenders], f"group {number}, round {round}", table.seed)
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


def _drawn(entries: Sequence[int], what: str, seed: str) -> tuple[int, ...]:
    """The entries in an order that anybody can check, as `seeding` tells."""
    entrants = [Entrant(entry) for entry in entries]
    return seed_order(entrants, "random", f"qualifying {what}:{seed}")


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

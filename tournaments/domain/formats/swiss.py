"""Swiss: every round pairs those with as many points, nobody meets twice, nobody is out.

A bye counts as a match won. A round that an entry misses (it came late, or was absent) counts
nothing, or half a point for as many of them as the event gives; from its withdrawal on nothing. Two
entries that were paired have met, whether they played or not (by FIDE Dutch only if they played).
Where only one entry is there for a round it has the bye.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Literal

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds import settings
from tournaments.domain.kinds.bounds import require_size
from tournaments.domain.kinds.by_round import ByRound, starters
from tournaments.domain.kinds.clinch.points import Through, by_points
from tournaments.domain.kinds.pairings import last_round, opponents_of, resolve
from tournaments.domain.kinds.settings import MOST_ROUNDS, ROUNDS_TOLD, setting
from tournaments.domain.pairing import dutch
from tournaments.domain.pairing.field import Contender, Field, Paired, PairingMethod, in_drawn_order
from tournaments.domain.pairing.rounds import pair
from tournaments.domain.seeding import chance_of
from tournaments.domain.tiebreaks.records import WIN

ACCELERATED_ROUNDS = 2
"""In how many rounds of an accelerated event the top half has a win more while it is paired."""

DRAW_VERSION = 1
"""Raised whenever the same seed would draw another first round."""

System = Literal["least_cost", "dutch"]
"""How a round is found: the least costs of `pairing.costs`, or `pairing.dutch`."""

TOO_FEW = N_("A Swiss needs at least 2 entrants; there are %(count)d. Add or check in more.")
TOO_MANY = N_(
    "A Swiss takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)
TOO_MANY_ROUNDS = N_(
    "%(count)d entrants can play at most %(most)d rounds without meeting twice, not %(rounds)d."
)
TOO_MANY_FOR_DUTCH = N_(
    "FIDE Dutch takes at most %(most)d entrants; there are %(count)d. "
    "Choose the other pairing system, or split the field."
)
UNKNOWN_SYSTEM = N_("There is no pairing system %(given)s. Choose one of: %(known)s.")
OWN_FIRST_ROUND = N_(
    "FIDE Dutch pairs the first round by its own rule: choose the top half against the bottom half "
    "there, or the other pairing system."
)
UNKNOWN_METHOD = N_("There is no first round %(given)s. Choose one of: %(known)s.")


@dataclass(frozen=True)
class Swiss(ByRound):
    """A Swiss of so many rounds; 0 is as many as leave one entry with all matches won. FIDE Dutch
    deals out seats, and has only the first round "slide"."""

    code = "swiss"
    name = Text("swiss", N_("Swiss"))
    says = N_(
        "Everybody plays every round, against somebody with as many points, and nobody "
        "meets the same opponent twice. Each round is drawn when the one before it is over."
    )

    rounds: int = setting(
        0,
        N_("Rounds"),
        N_("0: as many as it takes until only one can have won every match."),
        most=MOST_ROUNDS,
        told={
            0: N_("As many rounds are played as it takes until only one can have won every match."),
            1: ROUNDS_TOLD,
        },
    )
    first_round: PairingMethod = setting(
        "slide",
        N_("First round"),
        N_("How entrants without results are paired."),
        choices={
            "slide": N_("Top half against bottom half, by seed"),
            "rating": N_("Neighbours by seed: 1 and 2, 3 and 4, ..."),
            "random": N_("By lot"),
            "accelerated": N_("Accelerated: for two rounds the top half plays among itself"),
        },
    )
    system: System = setting(
        "least_cost",
        N_("Pairing system"),
        Text(
            "system_says",
            N_(
                "How opponents with about as many points are found. FIDE Dutch also lets everybody "
                "take turns at being named first at the table, as with white and black in chess; "
                "it takes at most %(most)d entrants, and pairs the first round by seed."
            ),
            {"most": dutch.MOST},
        ),
        choices={
            "least_cost": N_("The smallest differences of points there can be"),
            "dutch": N_("FIDE Dutch (rules until January 2026)"),
        },
        only_if={"dutch": dutch.is_available},
    )
    apart_rounds: int = setting(
        0,
        N_("Kept apart in the first rounds"),
        N_("For so many rounds entrants of one club, and pairs that you name, don't meet."),
        most=MOST_ROUNDS,
        told={1: N_("Rounds in which entrants of one club don't meet: the first %(n)d.")},
    )
    half_points: int = setting(
        0,
        N_("Half points for missed rounds"),
        N_("So many rounds that one misses count half a point each; 0: they count none."),
        most=MOST_ROUNDS,
        told={1: N_("Missed rounds that count half a point each, of one entrant: %(n)d.")},
    )
    net_cap: int = settings.net_cap()
    draws: bool = settings.draws()
    tiebreaks: tuple[str, ...] = settings.tiebreaks()

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 entrants and more than the system takes, more rounds than they have
        opponents, and settings that can't be."""
        count = len(entries)
        require_size(count, TOO_FEW, TOO_MANY)
        if self.system == "dutch" and count > dutch.MOST:
            values = {"count": count, "most": dutch.MOST}
            raise Refusal(Text("not_ready", TOO_MANY_FOR_DUTCH, values), "system")
        most = count - 1 + count % 2
        if self.rounds > most:
            values = {"count": count, "most": most, "rounds": self.rounds}
            raise Refusal(Text("not_ready", TOO_MANY_ROUNDS, values), "rounds")
        self.check()

    def check(self) -> None:
        """Refuse an unknown system, first round or tie-break, and FIDE Dutch with another first
        round than its own or where it can't be had."""
        self.require_choice("system", UNKNOWN_SYSTEM)
        self.require_choice("first_round", UNKNOWN_METHOD)
        if self.system == "dutch":
            dutch.require()
            if self.first_round != "slide":
                raise Refusal(Text("invalid", OWN_FIRST_ROUND), "first_round")
        super().check()

    def clinch_drawn(self, table: Crosstable, take: int, best_of: float) -> Mapping[int, Text]:
        """By match points alone, where they are compared first."""
        if self.is_over(table) or self.tiebreaks[:1] != ("match_points",):
            return super().clinch_drawn(table, take, best_of)
        coming = last_round(table) + 1
        left = self.rounds_left(table, last_round(table))
        open_now = Counter(
            entry
            for pairing in resolve(table)
            if pairing.decision is None
            for entry in pairing.entries
        )
        most = {
            entry: (left if table.plays(entry, coming) else 0) + open_now[entry]
            for entry in table.entries
        }
        points = {row.entry: row.values[0] for row in self.places(table)}
        return by_points(points, most, Through.of(take))

    def rounds_in(self, table: Crosstable) -> int:
        """As set, else by those who were there from the start: late ones add no round."""
        return self.rounds or (len(starters(table, table.entries)) - 1).bit_length()

    def pairs(self, table: Crosstable, round: int) -> tuple[Paired, ...]:
        field = self.field_of(table, round)
        if self.system == "dutch":
            return dutch.pair_dutch(field, table, self.history(table), self.rounds_in(table))
        return pair(field)

    def field_of(self, table: Crosstable, round: int) -> Field:
        method = self._method(round)
        contenders = self._contenders(table, round)
        if method == "accelerated":
            ahead = set(table.entries[: (len(table.entries) + 1) // 2])
            contenders = tuple(
                replace(contender, points=contender.points + WIN)
                if contender.entry in ahead
                else contender
                for contender in contenders
            )
        if method == "random":
            chance = chance_of("swiss", DRAW_VERSION, table.seed)
            contenders = in_drawn_order(contenders, chance)
        here = {contender.entry for contender in contenders}
        said = table.constraints
        fixed = tuple(two for two in said.fixed.get(round, ()) if here.issuperset(two))
        apart = said.apart if round <= self.apart_rounds else frozenset()
        return Field(contenders, said.forbidden, apart, fixed, method)

    def points_of(self, table: Crosstable) -> Mapping[int, float]:
        rows = replace(self, tiebreaks=("match_points",)).places(table)
        return {row.entry: next(iter(row.values), 0) for row in rows}

    def _method(self, round: int) -> PairingMethod:
        last = ACCELERATED_ROUNDS if self.first_round == "accelerated" else 1
        return self.first_round if round <= last else "slide"

    def _contenders(self, table: Crosstable, round: int) -> tuple[Contender, ...]:
        rounds, met = self.history(table), opponents_of(table)
        before = {
            entry: sum(meeting.points for meeting in own[: round - 2])
            for entry, own in rounds.items()
        }
        down = {
            upper
            for pairing in resolve(table)
            if pairing.plan.round == round - 1
            for upper, lower in permutations(pairing.entries, 2)
            if before[upper] > before[lower]
        }
        contenders = (
            Contender(
                entry,
                sum(meeting.points for meeting in own),
                met[entry],
                sum(meeting.kind == "bye" for meeting in own),
                entry in down,
            )
            for entry, own in rounds.items()
            if table.is_there(entry, round)
        )
        if self.system == "dutch":
            return tuple(
                dutch.as_counted(contender, rounds[contender.entry]) for contender in contenders
            )
        return tuple(contenders)

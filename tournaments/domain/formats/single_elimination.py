"""Single elimination: who loses is out, the last one standing is champion.

The match for third place is number 2 of the last round, fed by the losers of the semi-finals. With
fewer than four entrants there is none, whatever the setting: the loser of the one semi-final is
third.

In a full consolation the losers of every round play on among themselves for the places that they
can still get, in the rounds of the main draw: the losers of a first round of eight for places 9 to
16, of these the losers of the next round for places 13 to 16, and so on. Numbers go on after those
of the main draw, by the best place that is played for, so that the match for third place is number
2 of the last round here too. Nothing is planned where at most one can ever come.

Places: who goes out in a round of m pairings has place m + 1, shared with the others (the
semi-finals 3, the quarter-finals 5, ...). A place that nobody reached stays empty: a double
forfeit in the final leaves no champion and both second, one in a quarter-final leaves no fourth.
The match for third place gives 3 and 4; semi-finalists who both forfeited have no part in it and
share 4. So it is all through a consolation: a match gives two places of its own in the last round,
and who goes out of it before, together with the opponent, shares the last place that there was to
get. Who withdraws falls to it round by round. Who won by a correction after which somebody else was
kept in the next round goes out like a loser.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable, PairingKey, PairingPlan
from tournaments.domain.kinds.bracket import Bracket, draw, rounds_of
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.kinds.settings import setting
from tournaments.domain.verification import knock_outs
from tournaments.domain.verification.facts import TableRow

FINAL = Text("final", N_("Final"))
SEMI_FINALS = Text("semi_finals", N_("Semi-finals"))
QUARTER_FINALS = Text("quarter_finals", N_("Quarter-finals"))
ROUND_OF = ("round_of", N_("Round of %(size)d"))
THIRD_PLACE = Text("third_place", N_("Third place"))
PLACES = ("places", N_("Places %(first)d to %(last)d"))


@dataclass(frozen=True)
class SingleElimination(Bracket):
    """A knock-out, with or without a match for third place, or with a full `consolation`, in which
    that match is included."""

    code = "single_elimination"
    name = Text("single_elimination", N_("Single elimination"))
    says = N_(
        "Who loses a match is out. Everybody is drawn at once, byes go to the top seeds, "
        "and the bracket is known to the end."
    )
    is_single_bracket = True
    sentences = (FINAL, SEMI_FINALS, QUARTER_FINALS, ROUND_OF, THIRD_PLACE, PLACES)

    third_place: bool = setting(
        False,
        N_("A match for third place"),
        N_("The losers of the semi-finals play for place 3, beside the final."),
    )
    consolation: bool = setting(
        False,
        N_("Full consolation"),
        N_(
            "Who loses plays on for the places below, so that everybody is placed; the match "
            "for third place is part of it."
        ),
    )

    def draw(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        return draw(table.entries, third_place=self.third_place, consolation=self.consolation)

    def place_of(
        self, table: Crosstable, last: Resolved, entry: int, planned: Set[PairingKey]
    ) -> int | None:
        if last.decision is None:
            return None
        contest = _Contest.of(table, last.plan.key)
        if last.winner.entry == entry and contest.size == 1:
            return contest.first
        if contest.consolation in planned:  # where whoever loses plays on, who stops here is last
            return contest.last
        return min(contest.first + contest.size, contest.last)

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return knock_outs.single_elimination(
            table, third_place=self.third_place, consolation=self.consolation
        )

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Final, Semi-finals, Quarter-finals, Round of 16, ..."""
        return _round_name(round, rounds_of(table))

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """The places that are played for; None in the main draw, where all go by their round."""
        contest = _Contest.of(table, key)
        return None if contest.first == 1 else contest.name


@dataclass(frozen=True, slots=True)
class _Contest:
    """What is played for in a pairing: the places from `first` to `last`.

    `size` is the number of pairings beside it in which the same is played for, itself included.
    `consolation` is the key of the first pairing in which the losers play on, if they do.
    """

    first: int
    last: int
    size: int
    name: Text
    consolation: PairingKey

    @classmethod
    def of(cls, table: Crosstable, key: PairingKey) -> "_Contest":
        round, number = key
        rounds = rounds_of(table)
        size = 1 << (rounds - round)
        before = (number - 1) // size
        first = 2 * size * before + 1
        last = min(first + 2 * size - 1, len(table.entries))
        if before == 0:
            name = _round_name(round, rounds)
        elif (first, last) == (3, 4):
            name = THIRD_PLACE
        else:
            name = Text(*PLACES, {"first": first, "last": last})
        losers = (2 * before + 1) * (size // 2) + 1
        return cls(first, last, size, name, (round + 1, losers))


def _round_name(round: int, rounds: int) -> Text:
    size = 1 << (rounds - round + 1)
    named = {2: FINAL, 4: SEMI_FINALS, 8: QUARTER_FINALS}
    return named.get(size) or Text(*ROUND_OF, {"size": size})

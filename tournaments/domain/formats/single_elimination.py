"""Single elimination: who loses is out, the last one standing is champion.

Slots are the fold: for 16 slots 1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11, so that seeds 1 to 2^j are
in different 2^j-ths of the bracket and byes fall to the top seeds. All rounds are planned at once.
A match's number is its place in its round, byes counted; seat 0 is the upper feeder. The match for
third place is number 2 of the last round, fed by the losers of the semi-finals. With fewer than
four entrants there is none, whatever the setting: the loser of the one semi-final is third.

Places: who goes out in a round of m pairings has place m + 1, shared with the others (the
semi-finals 3, the quarter-finals 5, ...). A place that nobody reached stays empty: a double
forfeit in the final leaves no champion and both second, one in a quarter-final leaves no fourth.
The match for third place gives 3 and 4; semi-finalists who both forfeited have no part in it and
share 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from players.text import N_, Refusal, Text
from tournaments.domain.crosstable import BYE, Crosstable, Key, PairingPlan, Side
from tournaments.domain.formats.base import Resolved, resolve
from tournaments.domain.standings import Standing, in_order

FEWEST, MOST = 2, 1024
FEWEST_FOR_THIRD_PLACE = 4

FINAL = Text("final", N_("Final"))
SEMI_FINALS = Text("semi_finals", N_("Semi-finals"))
QUARTER_FINALS = Text("quarter_finals", N_("Quarter-finals"))
THIRD_PLACE = Text("third_place", N_("Third place"))

NOT_DRAWN = Text("not_drawn", N_("Not drawn yet"))


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """A knock-out, with or without a match for third place."""

    code: ClassVar[str] = "single_elimination"
    name: ClassVar[Text] = Text("single_elimination", N_("Single elimination"))

    third_place: bool = False

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 1,024 entrants."""
        if len(entries) < FEWEST:
            raise Refusal(Text("not_ready", TOO_FEW, {"count": len(entries)}))
        if len(entries) > MOST:
            raise Refusal(Text("not_ready", TOO_MANY, {"count": len(entries), "most": MOST}))

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All rounds when nothing is drawn yet, then ()."""
        if table.plan:
            return ()
        self.validate(table.entries)
        return draw(table.entries, third_place=self.third_place)

    def advance(self, table: Crosstable) -> tuple[Resolved, ...]:
        """The bracket as it stands: winners moved up, losers of the semi-finals moved across."""
        return resolve(table)

    def is_over(self, table: Crosstable) -> bool:
        """Whether the final, and the match for third place where there is one, are decided."""
        return bool(table.plan) and all(one.decision for one in resolve(table))

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The table: still in first, then by place, each in order of seed."""
        pairings = resolve(table)
        rounds = _rounds(table)
        last = {entry: pairing for pairing in pairings for entry in pairing.entries}
        played, won = _counts(pairings)
        return in_order(
            Standing(
                entry=entry,
                rank=_place(last.get(entry), entry, rounds, self._has_third_place(table)),
                reason=_reason(last.get(entry), entry, rounds),
                played=played[entry],
                won=won[entry],
                lost=played[entry] - won[entry],
            )
            for entry in table.entries
        )

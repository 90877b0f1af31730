"""What rests on the result of a match: who was moved on by it, and what was played by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from kernel.seats import nothing
from kernel.text import N_, Text
from tournaments.domain.crosstable import (
    Crosstable,
    Outcome,
    OutcomeKind,
    PairingKey,
    fed_by,
)
from tournaments.domain.kinds.pairings import Resolved
from tournaments.models import Board, Pairing
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord


@dataclass(frozen=True, slots=True)
class Dependents:
    """A stage of which one result has changed: as it was before, and what rests on the result."""

    facts: StageRecord
    key: PairingKey
    was: Mapping[PairingKey, Resolved]
    later: tuple[PairingKey, ...]

    @classmethod
    def of(cls, facts: StageRecord, board: Board, winner: int | None) -> "Dependents":
        """`winner` is the seat that had won the pairing before, None where both had forfeited."""
        key = facts.key_of[board.pairing_id]
        seated = facts.pairings[key].boards[board.number - 1].entries
        entries = tuple(entry for entry in seated if entry is not None)
        kind: OutcomeKind = "double_forfeit" if winner is None else "played"
        old = Outcome(kind, entries, winner, gins=nothing(len(entries)))
        before = replace(facts.table, outcomes={**facts.table.outcomes, key: old})
        was = {pairing.plan.key: pairing for pairing in facts.format.advance(before)}
        return cls(facts, key, was, fed_by(facts.table.plan, key))

    @property
    def begun(self) -> tuple[PairingKey, ...]:
        """The pairings that rest on the result and are played, or being played."""
        return tuple(key for key in self.later if self.facts.pairings[key].has_begun)

    def matches(self, keys: Sequence[PairingKey]) -> list[int]:
        """The matches of pairings."""
        pairings = self.facts.pairings
        return [board.match.pk for key in keys for board in pairings[key].boards]

    def fed(self) -> list[tuple[PairingKey, int]]:
        """The sides on which the old result put somebody: their pairing and seat."""
        return [
            (key, seat)
            for key in self.later
            for seat, side in enumerate(self.was[key].plan.sides)
            if side.feeder == self.key and self.was[key].occupants[seat].entry is not None
        ]

    def keep(self) -> tuple[list[tuple[PairingKey, int, int]], StageRecord]:
        """The sides (pairing, seat, entry) on which somebody has to be kept so that nobody moves
        whom the old result had moved on, and what was played stays; the stage with them kept."""
        facts, direct, begun = self.facts, set(self.fed()), set(self.begun)
        now = self._resolved(facts.table)
        kept = []
        for key, seat in product(self.later, (0, 1)):
            entry = self.was[key].occupants[seat].entry
            stays = (key, seat) in direct or key in begun
            if stays and entry is not None and now[key].occupants[seat].entry != entry:
                kept.append((key, seat, entry))
                facts = _with_kept(facts, key, seat, entry)
                now = self._resolved(facts.table)
        return kept, facts

    def _resolved(self, table: Crosstable) -> Mapping[PairingKey, Resolved]:
        return {pairing.plan.key: pairing for pairing in self.facts.format.advance(table)}


def why_not_corrected(pairing: Pairing) -> Text | None:
    """Why a pairing that was decided without play stays so: a match to which it led, at once or
    later on, has begun. None while it can change."""
    facts = stage_record(pairing.round.stage)
    for later in fed_by(facts.table.plan, (pairing.round.number, pairing.number)):
        if facts.pairings[later].has_begun:
            sentence = N_(
                "Match %(number)d of round %(round)d, to which this result led, has begun: it "
                "can't be corrected any more."
            )
            values = {"number": later[1], "round": later[0]}
            return Text("later_match_begun", sentence, values)
    return None


def _with_kept(facts: StageRecord, key: PairingKey, seat: int, entry: int) -> StageRecord:
    """The stage with an entry kept on a side of a pairing."""
    pairing = facts.pairings[key]
    own = pairing.sides[seat]._replace(kept=entry)
    first, second = (own, pairing.sides[1]) if seat == 0 else (pairing.sides[0], own)
    plan = replace(pairing.plan, sides=(first.planned, second.planned))
    pairings = {**facts.pairings, key: pairing._replace(plan=plan, sides=(first, second))}
    table = replace(facts.table, plan=tuple(other.plan for other in pairings.values()))
    return replace(facts, table=table, pairings=pairings)

"""What rests on the result of a match: who was moved on by it, and what was played by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey, PairingPlan, Side, fed_by
from tournaments.domain.kinds.pairings import Resolved
from tournaments.models import Board
from tournaments.selectors.stages.shapes import StageFacts


@dataclass(frozen=True, slots=True)
class Dependents:
    """A stage of which one result has changed: as it was before, and what rests on the result."""

    facts: StageFacts
    key: PairingKey
    was: Mapping[PairingKey, Resolved]
    later: tuple[PairingKey, ...]

    @classmethod
    def of(cls, facts: StageFacts, board: Board, winner: int | None) -> "Dependents":
        """`winner` is the seat that had won the pairing before, None where both had forfeited."""
        key = facts.key_of[board.pairing_id]
        first, second = facts.boards[key][board.number - 1].entries
        kind = "double_forfeit" if winner is None else "played"
        assert first is not None
        assert second is not None
        old = Outcome(kind, (first, second), winner)
        before = replace(facts.table, outcomes={**facts.table.outcomes, key: old})
        was = {pairing.plan.key: pairing for pairing in facts.format.advance(before)}
        return cls(facts, key, was, fed_by(facts.table.plan, key))

    @property
    def begun(self) -> tuple[PairingKey, ...]:
        """The pairings that rest on the result and are played, or being played."""
        return tuple(key for key in self.later if self.facts.has_begun(key))

    def matches(self, keys: Sequence[PairingKey]) -> list[int]:
        """The matches of pairings."""
        boards = self.facts.boards
        return [board.match.pk for key in keys for board in boards.get(key, ())]

    def fed(self) -> list[tuple[PairingKey, int]]:
        """The sides on which the old result put somebody: their pairing and seat."""
        return [
            (key, seat)
            for key in self.later
            for seat, side in enumerate(self.was[key].plan.sides)
            if side.feeder == self.key and self.was[key].occupants[seat].entry is not None
        ]

    def keep(self) -> tuple[list[tuple[PairingKey, int, int]], StageFacts]:
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


def _with_kept(facts: StageFacts, key: PairingKey, seat: int, entry: int) -> StageFacts:
    def kept(plan: PairingPlan) -> PairingPlan:
        if plan.key != key:
            return plan
        own = Side("entry", entry=entry)
        return replace(plan, sides=(own, plan.sides[1]) if seat == 0 else (plan.sides[0], own))

    first, second = facts.kept.get(key, (None, None))
    both = (entry, second) if seat == 0 else (first, entry)
    table = replace(facts.table, plan=tuple(kept(plan) for plan in facts.table.plan))
    return replace(facts, table=table, kept={**facts.kept, key: both})

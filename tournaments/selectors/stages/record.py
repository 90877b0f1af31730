"""A stage as it is at one moment: what was drawn, who sits where, what came of it.

The bracket, the standings, the crosstable and what a change writes are functions of the record, and
ask the database for nothing. `reading` makes it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from games.models import Match
from kernel.seats import PerSeat
from tournaments.domain.crosstable import (
    Crosstable,
    Outcome,
    PairingKey,
    PairingPlan,
    Side,
    SideKind,
)
from tournaments.domain.formats.registry import format_of
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.open_results import OpenResult
from tournaments.models import Round, Stage

AtSeats = tuple[int | None, ...]
"""Who sits there, by seat."""


@dataclass(frozen=True, slots=True)
class StageEntrant:
    """A player, or a team with who plays for it; `shown` is how the name may be shown."""

    lineup: Mapping[int, int]
    """The player on each board, from 1."""
    name: str
    seed: int | None
    shown: str
    table: int | None = None
    """The id of a table of their own."""


# Named tuples, as of an event of a thousand there are ten thousand of them: data classes take more
# than three times as long to make.


class MatchFact(NamedTuple):
    """A match, as far as its stored copies tell of it; `games_won` by seat, `moved_to` where it
    moved last, empty where it never did."""

    pk: int
    version: int
    state: str
    games_won: PerSeat
    moved_to: str = ""

    @property
    def has_begun(self) -> bool:
        """Whether anything of it is played or written down."""
        return self.state != Match.States.OPEN

    @property
    def is_over(self) -> bool:
        """Whether a result of it stands."""
        return self.state == Match.States.FINISHED


class BoardFact(NamedTuple):
    """A match of a pairing, and who sits at it: players, and the entries for which they play;
    `outcome` is None while it is open, `under_appeal`: a panel has still to decide about it."""

    match: MatchFact
    players: AtSeats
    entries: AtSeats
    outcome: Outcome | None
    under_appeal: bool


class SideFact(NamedTuple):
    """One side of a pairing (`PairingSide`): `feeder` is the pairing from which it is filled, also
    where an entry is `kept` in spite of it."""

    pk: int
    kind: SideKind
    entry: int | None
    feeder: PairingKey | None
    kept: int | None

    @property
    def loses(self) -> bool:
        """Whether the loser of the feeder comes here."""
        return self.kind == "loser"

    @property
    def planned(self) -> Side:
        """The side as a format is told of it; where somebody was kept, it is that entry."""
        if self.kept is not None:
            return Side("entry", entry=self.kept)
        is_entry = self.kind == "entry"
        return Side(self.kind, self.entry if is_entry else None, self.feeder)


Sides = tuple[SideFact, ...]


class PairingFact(NamedTuple):
    """A pairing as it is drawn, `plan` as a format is told of it.

    `table` is the id of its table; `reason` says why the two meet, as it is stored; `boards` are
    its matches in order: one, k between teams, none of a bye of the draw.
    """

    pk: int
    plan: PairingPlan
    sides: Sides
    boards: tuple[BoardFact, ...]
    reason: Mapping[str, Any] | None
    table: int | None
    table_number: int | None
    table_label: str

    @property
    def has_begun(self) -> bool:
        """Whether anything of it is played or written down."""
        return any(board.match.has_begun for board in self.boards)


@dataclass(frozen=True)  # without slots, for what is found when it is first asked for
class StageRecord:
    """A stage with its pairings in order, its people, and what formats are told of it."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[PairingKey, PairingFact]
    table: Crosstable
    """In its plan who was kept is an entry, and whatever happens before does not move them."""
    entrants: Mapping[int, StageEntrant]
    """Everybody of the event, by entry."""
    players: Mapping[int, tuple[str, str]]
    """The names of all who play for them, and how they may be shown."""

    @cached_property
    def format(self) -> Format:
        """The format with the settings of the stage."""
        return format_of(self.stage.format, self.stage.settings)

    @cached_property
    def key_of(self) -> Mapping[int, PairingKey]:
        """The keys of pairings by their ids."""
        return {pairing.pk: key for key, pairing in self.pairings.items()}

    def left_open_in(self, round: Round) -> tuple[OpenResult, ...]:
        """The matches that were open when a round was paired. One whose round was taken back is
        not there any more while the draft that was drawn without it waits to be dropped."""
        rows = [OpenResult.from_stored(*row) for row in round.left_open or ()]
        return tuple(row for row in rows if row.pairing in self.key_of)

    def without(self, round: int, results: Iterable[OpenResult]) -> Self:
        """The same with these matches left open for a round, as what they count there."""
        counted = {}
        for result in results:
            key = self.key_of[result.pairing]
            first, second = (side.entry for side in self.pairings[key].sides)
            # Where matches are left open two meet, and nobody comes from another pairing.
            assert first is not None
            assert second is not None
            counted[key] = result.outcome((first, second))
        table = replace(self.table, left_open={**self.table.left_open, round: counted})
        return replace(self, table=table)

    @property
    def begun(self) -> bool:
        """Whether anything of the stage is played or written down."""
        return any(pairing.has_begun for pairing in self.pairings.values())

    def resolved(self) -> tuple[Resolved, ...]:
        """Every pairing as it stands, by round and number."""
        return self.format.advance(self.table)

    def against_results(self, resolved: Sequence[Resolved]) -> frozenset[PairingKey]:
        """The pairings that leave the rules of the event: who was kept on a side is not the entry
        that comes through its feeder."""
        done = {pairing.plan.key: pairing for pairing in resolved}
        return frozenset(
            key
            for key, pairing in self.pairings.items()
            for side in pairing.sides
            if side.kept is not None and _comes_through(side, done) != side.kept
        )


def _comes_through(side: SideFact, done: Mapping[PairingKey, Resolved]) -> int | None:
    if side.feeder is None:
        return None
    comes_from = done[side.feeder]
    return (comes_from.loser if side.loses else comes_from.winner).entry

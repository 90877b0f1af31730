"""What is read of a stage, in the shapes in which it is handed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Match
from tournaments.domain.crosstable import Crosstable, GameScore, Key, Outcome
from tournaments.domain.formats.base import Format, Resolved
from tournaments.domain.formats.registry import format_of
from tournaments.models import Pairing, PairingSide, Round, Stage

Seated = tuple[int | None, int | None]
"""Who sits there, by seat."""

NOBODY: Seated = (None, None)

NO_GINS = (0, 0)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team with who plays for it; `shown` is how the name may be shown."""

    lineup: Mapping[int, int]
    """The player on each board, from 1."""
    name: str
    seed: int | None
    shown: str
    table: int | None = None
    """The id of a table of his own."""


@dataclass(slots=True)
class DrawnSide:
    """What is stored of one side of a pairing (`PairingSide`)."""

    pk: int
    seat: int
    kind: str
    entry_id: int | None
    feeder_id: int | None


@dataclass(frozen=True, slots=True)
class Members:
    """Everybody of an event by entry; for those who are out of a stage the round from which on they
    are, and who of these was put out by a penalty."""

    entrants: Mapping[int, Entrant]
    entry_of: Mapping[int, int]
    """By player, who stands by as well."""
    withdrawn: Mapping[int, int]
    put_out: frozenset[int]


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A match of a pairing, and who sits at it: players, and the entries for which they play."""

    match: Match
    players: Seated
    entries: Seated
    forfeited: bool
    under_appeal: bool

    @property
    def outcome(self) -> Outcome | None:
        """What came of it, None while it is open."""
        match = self.match
        return outcome_of(match.state, match.winner, match.tally, self.forfeited, self.entries)


@dataclass(frozen=True, slots=True)
class StageTable:
    """A stage with its rounds and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    table: Crosstable

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage with its rows by the key (round, number) of a pairing, and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[Key, Pairing]
    key_of: Mapping[int, Key]
    """By the id of a pairing."""
    sides: Mapping[Key, tuple[DrawnSide, DrawnSide]]
    boards: Mapping[Key, tuple[PlayedBoard, ...]]
    """The matches of a pairing in order: one, or k between teams; a bye of the draw has none."""
    entrants: Mapping[int, Entrant]
    """By entry."""
    kept: Mapping[Key, Seated]
    """By seat the entries that stay on a side in spite of its feeder; only pairings with any."""
    table: Crosstable
    """Its plan has who was kept as an entry of his own: what happens before him moves him not."""

    @property
    def matches(self) -> list[Match]:
        """Of all boards."""
        return [board.match for boards in self.boards.values() for board in boards]

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)

    def resolved(self) -> tuple[Resolved, ...]:
        """Every pairing as it stands, by round and number."""
        return self.format.advance(self.table)

    def against_results(self, resolved: Sequence[Resolved]) -> frozenset[Key]:
        """The pairings that leave the rules of the event: who was kept on a side is not the one who
        comes through its feeder."""
        if not self.kept:
            return frozenset()
        done = {one.plan.key: one for one in resolved}
        return frozenset(
            key
            for key, kept in self.kept.items()
            for side, entry in zip(self.sides[key], kept, strict=True)
            if entry is not None and self._comes_through(side, done) != entry
        )

    def feeder(self, side: DrawnSide) -> Key | None:
        """The pairing from which a side is filled."""
        return self.key_of[side.feeder_id] if side.feeder_id else None

    def _comes_through(self, side: DrawnSide, done: Mapping[Key, Resolved]) -> int | None:
        feeder = self.feeder(side)
        if feeder is None:
            return None
        comes_from = done[feeder]
        won = side.kind == PairingSide.Kinds.WINNER
        return (comes_from.winner if won else comes_from.loser).entry

    def begun(self) -> bool:
        """Whether anything of the stage is played or written down."""
        return any(match.state != Match.States.OPEN for match in self.matches)

    def has_begun(self, key: Key) -> bool:
        """Whether anything of a pairing is played or written down."""
        boards = self.boards.get(key, ())
        return any(board.match.state != Match.States.OPEN for board in boards)


def outcome_of(
    state: str, winner: int | None, tally: Mapping[str, Any], forfeited: bool, seats: Seated
) -> Outcome | None:
    """What came out of a match, None while it is open."""
    first, second = seats
    if state != Match.States.FINISHED or first is None or second is None:
        return None
    if forfeited:
        return Outcome("double_forfeit" if winner is None else "walkover", (first, second), winner)
    kind = "drawn" if winner is None else "played"
    games = tuple(GameScore(*game) for game in tally.get("games", ()))
    return Outcome(kind, (first, second), winner, games, tuple(tally.get("gins", NO_GINS)))

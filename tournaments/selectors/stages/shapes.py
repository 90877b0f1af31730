"""What is read of a stage, in the shapes in which it is handed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Match
from kernel.text import Text
from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome, PairingKey, PairingPlan
from tournaments.domain.formats.registry import format_of
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.pairings import Resolved
from tournaments.models import Pairing, PairingSide, Round, Stage

BothSeats = tuple[int | None, int | None]
"""Who sits there, by seat."""

NOBODY: BothSeats = (None, None)

Feeders = tuple[PairingKey | None, PairingKey | None]
"""The pairings from which the sides are filled, by seat."""

NO_GINS = (0, 0)


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

    entrants: Mapping[int, StageEntrant]
    entry_of: Mapping[int, int]
    """By player, who stands by as well."""
    withdrawn: Mapping[int, int]
    put_out: frozenset[int]


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A match of a pairing, and who sits at it: players, and the entries for which they play."""

    match: Match
    players: BothSeats
    entries: BothSeats
    forfeited: bool

    @property
    def outcome(self) -> Outcome | None:
        """What came of it, None while it is open."""
        match = self.match
        return outcome_of(match.state, match.winner, match.tally, self.forfeited, self.entries)


@dataclass(frozen=True, slots=True)
class OfStage:
    """A stage with its crosstable."""

    stage: Stage
    table: Crosstable
    """In its plan who was kept is an entry, and whatever happens before does not move them."""

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)

    def resolved(self) -> tuple[Resolved, ...]:
        """Every pairing as it stands, by round and number."""
        return self.format.advance(self.table)


@dataclass(frozen=True, slots=True)
class StageTable(OfStage):
    """The same with its rounds."""

    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class ShownRound:
    """What is shown of a round."""

    number: int
    state: str
    planned_start: datetime | None
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """What is shown of a match besides its result; `games_won` by seat."""

    pk: int
    version: int
    state: str
    games_won: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A match of a pairing with the players who sit at it; `outcome` is None while it is open."""

    match: ShownMatch
    players: BothSeats
    outcome: Outcome | None
    under_appeal: bool


@dataclass(frozen=True, slots=True)
class ShownPairing:
    """A pairing as it is drawn: `feeders` by seat also where somebody else was kept (`kept`),
    `loses` whether it is their loser who comes; `board` is the first one, None of a bye."""

    pk: int
    plan: PairingPlan
    feeders: Feeders
    loses: tuple[bool, bool]
    kept: BothSeats
    table: int | None
    table_label: str
    reason: Text | None
    board: ShownBoard | None


@dataclass(frozen=True, slots=True)
class ShownStage(OfStage):
    """A stage as pages and API show it."""

    rounds: tuple[ShownRound, ...]
    pairings: Mapping[PairingKey, ShownPairing]
    boards: Mapping[PairingKey, Sequence[ShownBoard]]
    """The matches of a pairing in order: one, or k between teams; a bye of the draw has none."""
    entrants: Mapping[int, StageEntrant]

    def against_results(self, resolved: Sequence[Resolved]) -> frozenset[PairingKey]:
        """The pairings that leave the rules of the event."""
        kept = {
            key: pairing.kept for key, pairing in self.pairings.items() if pairing.kept != NOBODY
        }
        pairings = [self.pairings[key] for key in kept]
        came = {
            pairing.plan.key: [*zip(pairing.feeders, pairing.loses, strict=True)]
            for pairing in pairings
        }
        return _against_results(kept, came, resolved)


@dataclass(frozen=True, slots=True)
class StageFacts(OfStage):
    """A stage with its rows by the key (round, number) of a pairing."""

    rounds: tuple[Round, ...]
    pairings: Mapping[PairingKey, Pairing]
    key_of: Mapping[int, PairingKey]
    """By the id of a pairing."""
    sides: Mapping[PairingKey, tuple[DrawnSide, DrawnSide]]
    boards: Mapping[PairingKey, tuple[PlayedBoard, ...]]
    """The matches of a pairing in order: one, or k between teams; a bye of the draw has none."""
    entrants: Mapping[int, StageEntrant]
    """By entry."""
    kept: Mapping[PairingKey, BothSeats]
    """By seat the entries that stay on a side in spite of its feeder; only pairings with any."""

    @property
    def matches(self) -> list[Match]:
        """Of all boards."""
        return [board.match for boards in self.boards.values() for board in boards]

    def against_results(self, resolved: Sequence[Resolved]) -> frozenset[PairingKey]:
        """The pairings that leave the rules of the event."""
        came = {
            key: tuple((self.feeder(side), side.kind == PairingSide.Kinds.LOSER) for side in sides)
            for key, sides in self.sides.items()
            if key in self.kept
        }
        return _against_results(self.kept, came, resolved)

    def feeder(self, side: DrawnSide) -> PairingKey | None:
        """The pairing from which a side is filled."""
        return self.key_of[side.feeder_id] if side.feeder_id else None

    def begun(self) -> bool:
        """Whether anything of the stage is played or written down."""
        return any(match.state != Match.States.OPEN for match in self.matches)

    def has_begun(self, key: PairingKey) -> bool:
        """Whether anything of a pairing is played or written down."""
        boards = self.boards.get(key, ())
        return any(board.match.state != Match.States.OPEN for board in boards)


def _against_results(
    kept: Mapping[PairingKey, BothSeats],
    came: Mapping[PairingKey, Sequence[tuple[PairingKey | None, bool]]],
    resolved: Sequence[Resolved],
) -> frozenset[PairingKey]:
    """The pairings where who was kept on a side is not the one who comes through its feeder; `came`
    are by seat these, and whether it is their loser who comes."""
    done = {pairing.plan.key: pairing for pairing in resolved} if kept else {}
    return frozenset(
        key
        for key, entries in kept.items()
        for (feeder, loses), entry in zip(came[key], entries, strict=True)
        if entry is not None and _comes_through(feeder, done, loses=loses) != entry
    )


def _comes_through(
    feeder: PairingKey | None, done: Mapping[PairingKey, Resolved], *, loses: bool
) -> int | None:
    if feeder is None:
        return None
    comes_from = done[feeder]
    return (comes_from.loser if loses else comes_from.winner).entry


def outcome_of(
    state: str, winner: int | None, tally: Mapping[str, Any], forfeited: bool, seats: BothSeats
) -> Outcome | None:
    """What came out of a match, None while it is open."""
    first, second = seats
    if state != Match.States.FINISHED or first is None or second is None:
        return None
    if forfeited:
        return Outcome("double_forfeit" if winner is None else "walkover", (first, second), winner)
    kind = "drawn" if winner is None else "played"
    games = tuple(GamePoints(*game) for game in tally.get("games", ()))
    return Outcome(kind, (first, second), winner, games, tuple(tally.get("gins", NO_GINS)))

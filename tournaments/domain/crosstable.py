"""The facts of one stage, as the one immutable input of pairing, advancing and standings.

Terms: an *entry* is an int, the identity of a place in the tournament; its number has no meaning,
only the order of `Crosstable.entries` has (the first is seed 1). Rounds and the numbers of
pairings within a round start at 1, and a pairing is known by both, its `Key`. Seats count from 0;
where two meet, as in most formats, a seat is 0 or 1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, Self

from kernel.seats import SIDES, PerSeat, Seat
from kernel.text import Text

PairingKey = tuple[int, int]
"""(round, number within the round), both from 1."""

SeatIndex = Seat
"""A seat of a pairing; of a match between partners who change the side."""

SideKind = Literal["entry", "winner", "loser", "bye"]
OutcomeKind = Literal["played", "drawn", "walkover", "double_forfeit"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pairing as planned: an entry, who comes out of another pairing, or a bye.

    `entry` is set for kind "entry" only, `feeder` for "winner" and "loser" only; a feeder belongs
    to an earlier round.
    """

    kind: SideKind
    entry: int | None = None
    feeder: PairingKey | None = None

    def __post_init__(self) -> None:
        fed = self.kind in ("winner", "loser")
        if (self.entry is not None) != (self.kind == "entry") or (self.feeder is not None) != fed:
            raise ValueError(f"a side of kind {self.kind!r} with {self.entry=}, {self.feeder=}")


BYE = Side("bye")


@dataclass(frozen=True)  # without slots, for what is told of it when first asked for
class PairingPlan:
    """A pairing as it was drawn: who meets, before anything is played.

    `reason` says why, None where the bracket or the table of the format says it; it is no part of
    what makes two plans the same. `head_start` are the games that each seat has won before the
    match begins: whoever makes the match has to write them down, and its outcome counts them.

    At a table of more than two `sides` are those who sit there, in order of seat: entries all of
    them. Where `partners` change from round to round, the seats go round between two sides.
    """

    round: int
    number: int
    sides: tuple[Side, ...]
    reason: Text | None = field(default=None, compare=False)
    head_start: tuple[int, int] = (0, 0)
    partners: bool = False

    def __hash__(self) -> int:
        """Found once: what came of a round is looked up by its pairings."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.round, self.number, self.sides, self.head_start))

    @cached_property
    def key(self) -> PairingKey:
        return (self.round, self.number)

    @property
    def is_table(self) -> bool:
        """Whether more than two sit here."""
        return len(self.sides) > SIDES

    @cached_property
    def is_fed(self) -> bool:
        """Whether somebody comes here from another pairing."""
        return any(side.feeder for side in self.sides)

    @cached_property
    def told(self) -> str:
        """What digests know it by within its round."""
        sides = (f"{side.kind}{side.entry}{side.feeder}" for side in self.sides)
        return f"{self.number}{''.join(sides)}"

    @cached_property
    def repeats(self) -> PairingKey | None:
        """The pairing whose two meet here once more, None where there is none.

        Such a match is played only if seat 0 lost the first one, as in the final of a double
        elimination: so the loser has seat 0 here, and both sit where they sat. Where somebody is
        kept on a side by a correction, it is a match like any other.
        """
        if self.is_table:
            return None
        first, second = self.sides
        again = first.kind == "loser" and second.kind == "winner" and first.feeder == second.feeder
        return first.feeder if again else None


class GamePoints(NamedTuple):
    """A finished game of a match: the seat that won it, and its net points."""

    winner: SeatIndex
    net: int = 0


@dataclass(frozen=True)  # without slots, for what is told of it when first asked for
class Outcome:
    """The standing result of one match; reports and disputes are no outcomes.

    `entries` are those it was about, by seat: an outcome counts only while they sit there, so that
    a corrected earlier round leaves no ghost. `winner` is a seat, None for a drawn match
    and for a double forfeit. A walkover is a match decided without being played to its end.
    `games` and `gins` (hands won with gin or big gin, by seat) are what tie-breaks count; a
    knock-out needs neither, and knows no drawn match. `boards` are those that each team has won, by
    seat, of a match between teams (`team_matches`); None between two players.

    Between partners who change, four entries or more, `winner`, `games` and `gins` are by side. At
    a table at which each plays alone `accounts` are what each settles with all others, by seat.
    """

    kind: OutcomeKind
    entries: tuple[int, ...]
    winner: SeatIndex | None
    games: tuple[GamePoints, ...] = ()
    gins: PerSeat = (0, 0)
    boards: tuple[int, int] | None = None
    accounts: PerSeat = ()

    def __post_init__(self) -> None:
        if (self.winner is None) != (self.kind in ("drawn", "double_forfeit")):
            raise ValueError(f"a {self.kind} with winner {self.winner}")

    def __hash__(self) -> int:
        """Found once: with each new result all others of the event are looked up again."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.kind, self.entries, self.winner, self.games, self.gins, self.boards)) ^ (
            hash(self.accounts) if self.accounts else 0
        )

    @cached_property
    def told(self) -> str:
        """What digests know it by."""
        games = [tuple(game) for game in self.games]
        told = f"{self.kind}{self.entries}{self.winner}{games}{self.gins}{self.boards}"
        return f"{told}{self.accounts}" if self.accounts else told


EntryPair = frozenset[int]
"""Two entries, in no order."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the director has said about who meets, for formats that pair round by round.

    `forbidden` never meet. `apart` are kept apart in the first rounds, as many as the format's
    settings say: pairs named by the director, and club-mates. `fixed` are the pairs of a round that
    the director has set.
    """

    forbidden: frozenset[EntryPair] = frozenset()
    apart: frozenset[EntryPair] = frozenset()
    fixed: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(frozen=True)  # without slots, for the fold that formats keep with it
class Crosstable:
    """One stage: who takes part in order of seed, what was drawn, what came out.

    `withdrawn` maps an entry to the first round that it no longer plays. A match of that round or
    a later one that has no outcome goes to the opponent; outcomes that stand are kept. A withdrawal
    is final: its round is fixed when it is made and never moved. Who was put out by a penalty is
    there with the same effect, and named in `put_out`.

    For formats that pair round by round: `joined` maps a late entry to its first round, `absent` an
    entry to the rounds that it sits out. `left_open` are, by round, the earlier pairings that were
    open when it was paired, each with the outcome as which it counts there, and there alone.

    `seed` is that of the draw, a text, in every format: what is drawn by lot comes from it alone
    (`seeding`), the pairs of a format as well as the lots that part who is level.
    """

    entries: tuple[int, ...]
    plan: tuple[PairingPlan, ...] = ()
    outcomes: Mapping[PairingKey, Outcome] = field(default_factory=dict)
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    put_out: frozenset[int] = frozenset()
    joined: Mapping[int, int] = field(default_factory=dict)
    absent: Mapping[int, frozenset[int]] = field(default_factory=dict)
    constraints: Constraints = Constraints()
    left_open: Mapping[int, Mapping[PairingKey, Outcome]] = field(default_factory=dict)
    seed: str = ""

    def plays(self, entry: int, round: int) -> bool:
        """Whether the entry has not withdrawn before or in that round."""
        gone_from = self.withdrawn.get(entry)
        return gone_from is None or round < gone_from

    def is_there(self, entry: int, round: int) -> bool:
        """Whether the entry is to be paired in that round: in time for it, not absent, not gone."""
        return (
            self.plays(entry, round)
            and self.joined.get(entry, 1) <= round
            and round not in self.absent.get(entry, frozenset())
        )

    def before(self, round: int) -> Self:
        """The facts as they were when a round had to be paired: later ones are left out, and what
        was left open counts as it was said."""
        plan = tuple(planned for planned in self.plan if planned.round < round)
        outcomes = {**self.outcomes, **self.left_open.get(round, {})}
        return replace(self, plan=plan, outcomes=outcomes)


def fed_by(plan: Iterable[PairingPlan], key: PairingKey) -> tuple[PairingKey, ...]:
    """The pairings that somebody can come to from this one, at once or later on, in order.

    None of them may have begun if the result of this one is to change.
    """
    reached = {key}
    for pairing in sorted(plan, key=lambda pairing: pairing.key):
        if any(side.feeder in reached for side in pairing.sides):
            reached.add(pairing.key)
    return tuple(sorted(reached - {key}))

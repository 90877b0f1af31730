"""The pairings as they stand: the fold from what was drawn and what came out of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Literal, NamedTuple

from kernel.seats import opponent
from tournaments.domain.crosstable import (
    Crosstable,
    Outcome,
    PairingKey,
    PairingPlan,
    SeatIndex,
    Side,
)

DecidedBy = Literal[
    "played", "drawn", "walkover", "double_forfeit", "withdrawal", "bye", "not_needed"
]

ROUNDS_KEPT = 64
"""Of how many rounds it is remembered what came of them: with each new result all others of an
event are asked for again."""


class Occupant(NamedTuple):
    """Who sits on one side of a pairing: an entry, certainly nobody, or not known yet."""

    entry: int | None
    certain: bool = True


NOBODY = Occupant(None)
UNKNOWN = Occupant(None, certain=False)


class Resolved(NamedTuple):
    """A pairing as it stands.

    `decision` says how it was decided, None while it is open: "played", "drawn", "walkover" and
    "double_forfeit" by an outcome, "withdrawal" because one of the two (or both) withdrew, "bye"
    because a side is certainly empty, "not_needed" because it would repeat a pairing that needs no
    repetition (nobody sits there then). `winner` and `loser` are who goes on from here, either way;
    they can be known to be nobody before the pairing is decided. At a table of more than two nobody
    goes on, `winner` is who won the match (of partners the first one), and a "withdrawal" is that
    of any of them.
    """

    plan: PairingPlan
    occupants: tuple[Occupant, ...]
    decision: DecidedBy | None
    winner: Occupant
    loser: Occupant

    @property
    def is_bye(self) -> bool:
        """Whether no match can come of it; it stands in the bracket, not among the matches."""
        return NOBODY in self.occupants

    @property
    def is_full(self) -> bool:
        """Whether an entry sits on every side."""
        return all(occupant.entry is not None for occupant in self.occupants)

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries that are known to sit here, in order of seat."""
        return tuple([occupant.entry for occupant in self.occupants if occupant.entry is not None])

    @property
    def winner_seat(self) -> SeatIndex | None:
        """The seat that goes on or has won, None while open and where nobody does."""
        return None if self.winner.entry is None else self.occupants.index(self.winner)

    def opponent_of(self, entry: int) -> int | None:
        """The other entry of this pairing, None where there is none or none is known."""
        return next((other for other in self.entries if other != entry), None)


def resolve(table: Crosstable) -> tuple[Resolved, ...]:
    """Fold the plan and the outcomes into the pairings as they stand, by round and number.

    Of one table a format is asked several things: the fold is kept with it, which never changes.
    """
    found: tuple[Resolved, ...] | None = vars(table).get("resolved")
    if found is None:
        found = vars(table)["resolved"] = _fold(table)
    return found


class DrawnRound(NamedTuple):
    """The pairings of a round in order, what came out of each, and who no longer plays in it."""

    plans: tuple[PairingPlan, ...]
    outcomes: tuple[Outcome | None, ...]
    gone: frozenset[int]


def drawn_rounds(table: Crosstable) -> Iterator[DrawnRound]:
    """The rounds in order, as far as they are drawn."""
    in_order = sorted(table.plan, key=attrgetter("key"))
    for round, drawn in groupby(in_order, attrgetter("round")):
        plans = tuple(drawn)
        outcomes = tuple([table.outcomes.get(plan.key) for plan in plans])
        gone = frozenset(entry for entry, first in table.withdrawn.items() if first <= round)
        yield DrawnRound(plans, outcomes, gone)


@lru_cache(ROUNDS_KEPT)
def standing_alone(drawn: DrawnRound) -> tuple[Resolved, ...]:
    """The pairings of a round to which nobody comes from another pairing."""
    return _fold_round(drawn, {})


def _fold(table: Crosstable) -> tuple[Resolved, ...]:
    rounds = drawn_rounds(table)
    if not any(plan.is_fed for plan in table.plan):
        return tuple(chain.from_iterable(map(standing_alone, rounds)))
    done: dict[PairingKey, Resolved] = {}
    for drawn in rounds:
        done |= {pairing.plan.key: pairing for pairing in _fold_round(drawn, done)}
    return tuple(done.values())


def _fold_round(drawn: DrawnRound, before: Mapping[PairingKey, Resolved]) -> tuple[Resolved, ...]:
    """The pairings of a round; `before` are those of earlier ones, from which feeders come."""
    each = zip(drawn.plans, drawn.outcomes, strict=True)
    return tuple([_fold_pairing(plan, outcome, drawn.gone, before) for plan, outcome in each])


def _fold_pairing(
    plan: PairingPlan,
    outcome: Outcome | None,
    gone: Set[int],
    before: Mapping[PairingKey, Resolved],
) -> Resolved:
    if plan.is_table:
        return _fold_table(plan, outcome, gone)
    repeated = before[plan.repeats] if plan.repeats else None
    if repeated and repeated.decision and not _lost_by_seat_0(repeated):
        return Resolved(plan, (NOBODY, NOBODY), "not_needed", NOBODY, NOBODY)
    first, second = plan.sides
    upper, lower = occupants = (_occupant(first, before), _occupant(second, before))
    if outcome and outcome.entries == (upper.entry, lower.entry):
        if outcome.winner is None:
            return Resolved(plan, occupants, outcome.kind, NOBODY, NOBODY)
        winner, loser = occupants[outcome.winner], occupants[opponent(outcome.winner)]
        return Resolved(plan, occupants, outcome.kind, winner, loser)
    return _decide_without(plan, occupants, gone)


def _fold_table(plan: PairingPlan, outcome: Outcome | None, gone: Set[int]) -> Resolved:
    """A table of more than two, to which nobody comes from another pairing."""
    occupants = tuple([_occupant(side, {}) for side in plan.sides])
    entries = tuple([occupant.entry for occupant in occupants])
    if outcome and outcome.entries == entries:
        winner = NOBODY if outcome.winner is None else occupants[outcome.winner]
        return Resolved(plan, occupants, outcome.kind, winner, NOBODY)
    if gone.isdisjoint(entries):
        return Resolved(plan, occupants, None, UNKNOWN, UNKNOWN)
    return Resolved(plan, occupants, "withdrawal", NOBODY, NOBODY)


def last_round(table: Crosstable) -> int:
    """The round that was drawn last, 0 before the first."""
    return max((plan.round for plan in table.plan), default=0)


def all_decided(table: Crosstable) -> bool:
    """Whether no pairing that is drawn is open."""
    return all(pairing.decision for pairing in resolve(table))


def open_round(pairings: Iterable[Resolved], entry: int) -> int | None:
    """The round of the entry's undecided pairing, None when it is out or through to the end.

    This is the round from which somebody who withdraws now no longer plays.
    """
    for pairing in pairings:
        if pairing.decision is None and entry in pairing.entries:
            return pairing.plan.round
    return None


def opponents_of(table: Crosstable) -> dict[int, frozenset[int]]:
    """Everybody whom each entry was paired with."""
    met: dict[int, set[int]] = {entry: set() for entry in table.entries}
    for pairing in resolve(table):
        together = pairing.entries
        for entry in together:
            met[entry].update(together)
    return {entry: frozenset(found - {entry}) for entry, found in met.items()}


def byes_of(table: Crosstable) -> Counter[int]:
    """How many byes each entry had."""
    byes = (pairing.entries for pairing in resolve(table) if pairing.is_bye)
    return Counter(chain.from_iterable(byes))


def count_matches(pairings: Iterable[Resolved]) -> tuple[Counter[int], Counter[int]]:
    """How many matches each entry played, and how many of those it won."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for pairing in pairings:
        if pairing.decision == "played":
            played.update(pairing.entries)
            won.update(entry for entry in (pairing.winner.entry,) if entry is not None)
    return played, won


def _occupant(side: Side, before: Mapping[PairingKey, Resolved]) -> Occupant:
    if side.entry is not None:
        return _sitting(side.entry)
    if side.feeder is None:
        return NOBODY
    feeder = before[side.feeder]
    return feeder.winner if side.kind == "winner" else feeder.loser


@lru_cache(maxsize=8192)  # an entry sits there round by round
def _sitting(entry: int) -> Occupant:
    return Occupant(entry)


def _lost_by_seat_0(pairing: Resolved) -> bool:
    """Whether it lost by an outcome; who withdrew can't play once more."""
    return pairing.decision in ("played", "walkover") and pairing.winner_seat == 1


def _decide_without(
    plan: PairingPlan, occupants: tuple[Occupant, Occupant], gone: Set[int]
) -> Resolved:
    """A pairing of which no outcome counts."""
    is_bye = NOBODY in occupants
    if UNKNOWN in occupants:
        return Resolved(plan, occupants, None, UNKNOWN, NOBODY if is_bye else UNKNOWN)
    here = [side for side in occupants if side.entry is not None and side.entry not in gone]
    if is_bye:
        return Resolved(plan, occupants, "bye", here[0] if here else NOBODY, NOBODY)
    if len(here) == 2:
        return Resolved(plan, occupants, None, UNKNOWN, UNKNOWN)
    if not here:
        return Resolved(plan, occupants, "withdrawal", NOBODY, NOBODY)
    loser = occupants[opponent(occupants.index(here[0]))]
    return Resolved(plan, occupants, "withdrawal", here[0], loser)

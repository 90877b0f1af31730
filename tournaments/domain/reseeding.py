"""How a stage would be drawn now, or a round that is paired by itself, where results were corrected
from which it was drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Reseeded:
    """An entry with its place in the draw that stands and its place now; None: it is not in it."""

    entry: int
    drawn: int | None
    now: int | None


@dataclass(frozen=True, slots=True)
class Reseeding:
    """Who would have gone on or been drawn elsewhere, in the order of now; nobody where a
    result is open again, so that nothing could be drawn."""

    entries: tuple[Reseeded, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is not known how it would be drawn."""
        return not self.entries

    @property
    def comes_in(self) -> tuple[int, ...]:
        """Who would be in it, and is not."""
        return tuple(entry.entry for entry in self.entries if entry.drawn is None)

    @property
    def goes_out(self) -> tuple[int, ...]:
        """Who is in it, and would not be."""
        return tuple(entry.entry for entry in self.entries if entry.now is None)

    @classmethod
    def of(cls, drawn: Sequence[int], now: Sequence[int] | None) -> Self | None:
        """The two orders compared, `now` None while a result is open; None where they are
        the same."""
        if now is None:
            return cls(())
        then = {entry: seed for seed, entry in enumerate(drawn, 1)}
        today = {entry: seed for seed, entry in enumerate(now, 1)}
        moved = tuple(
            Reseeded(entry, then.get(entry), today.get(entry))
            for entry in {**today, **then}
            if then.get(entry) != today.get(entry)
        )
        return cls(moved) if moved else None

    def stored(self) -> list[Any]:
        """As a stage keeps it."""
        return [[entry.entry, entry.drawn, entry.now] for entry in self.entries]

    @classmethod
    def from_stored(cls, rows: Sequence[Sequence[Any]] | None) -> Self | None:
        """What a stage keeps; None where it keeps nothing."""
        return None if rows is None else cls(tuple(Reseeded(*row) for row in rows))


PairedEntries = Sequence[Sequence[int | None]]
"""A round as who meets whom, None for the bye."""

StoredPairs = tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Repairing:
    """The pairs of a round that would not be paired any more, and those that would be in their
    place; none of these where a result is open again, so that nothing could be paired."""

    drawn: StoredPairs
    now: StoredPairs

    @property
    def is_open(self) -> bool:
        """Whether it is not known how it would be paired."""
        return not self.now

    @property
    def comes_in(self) -> tuple[int, ...]:
        """Who would be paired, and is not; nobody while it is open."""
        return _only_in(self.now, self.drawn)

    @property
    def goes_out(self) -> tuple[int, ...]:
        """Who is paired, and would not be; nobody while it is open."""
        return () if self.is_open else _only_in(self.drawn, self.now)

    @classmethod
    def of(cls, drawn: PairedEntries, now: PairedEntries) -> Self | None:
        """Two ways to pair a round compared; None where the same meet, in whichever seats."""
        then, today = {frozenset(two) for two in drawn}, {frozenset(two) for two in now}
        if then == today:
            return None
        return cls(
            tuple(tuple(two) for two in drawn if frozenset(two) not in today),
            tuple(tuple(two) for two in now if frozenset(two) not in then),
        )

    def stored(self) -> list[Any]:
        """As a stage keeps it of a round."""
        return [[list(two) for two in pairs] for pairs in (self.drawn, self.now)]

    @classmethod
    def from_stored(cls, rows: Sequence[PairedEntries]) -> Self:
        """What a stage keeps of a round."""
        drawn, now = rows
        return cls(tuple(map(tuple, drawn)), tuple(map(tuple, now)))


def _only_in(pairs: PairedEntries, others: PairedEntries) -> tuple[int, ...]:
    known = {entry for two in others for entry in two}
    return tuple(
        entry for two in pairs for entry in two if entry is not None and entry not in known
    )

"""How a stage would be drawn now, where results of the stage before were corrected."""

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
        return [[one.entry, one.drawn, one.now] for one in self.entries]

    @classmethod
    def from_stored(cls, rows: Sequence[Sequence[Any]] | None) -> Self | None:
        """What a stage keeps; None where it keeps nothing."""
        return None if rows is None else cls(tuple(Reseeded(*row) for row in rows))

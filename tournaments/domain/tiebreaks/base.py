"""What every tie-break is."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import ClassVar

from kernel.text import Text
from tournaments.domain.tiebreaks.records import Records
from tournaments.domain.verification.events import Event

Column = Sequence[float]
"""The value of every entry, in order of seed."""


class Tiebreak(ABC):
    """One thing that entries are compared by; the higher is ahead, or with `ascending` the lower.

    Values are whole, half or quarter numbers, or shares; they depend on no order. What unplayed
    rounds count is told in the docstring of each; `records` has the rules that several share.
    """

    code: ClassVar[str]
    name: ClassVar[Text]
    short: ClassVar[str]
    """Its name above a column."""
    says: ClassVar[str]
    """What it counts, in words for whoever reads the standings."""
    says_free: ClassVar[str] = ""
    """The same where whoever has no opponent is free, if something else is to be said there."""
    ascending: ClassVar[bool] = False
    follows_from_winners: ClassVar[bool] = False
    """Whether it follows from who won in a round robin, and from nothing else."""
    is_of_one_group: ClassVar[bool] = False
    """Whether it says nothing between entries of two groups."""

    @abstractmethod
    def column(self, records: Records, before: Sequence[Column]) -> Column:
        """What each entry has; `before` is what was compared before it."""

    @abstractmethod
    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        """What an entry has among the `tied`, who are level so far, read off the rounds one by one:
        a second way to it, which shares nothing with `column` (see `verification`)."""


def columns_of(records: Records, order: Iterable[Tiebreak]) -> list[Column]:
    """What each of these gives, compared one after the other."""
    columns: list[Column] = []
    for tiebreak in order:
        columns.append(tiebreak.column(records, columns))
    return columns

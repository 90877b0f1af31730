"""A rule set that a club can name, of any game."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

R = TypeVar("R")


@dataclass(frozen=True)  # without slots, with which a generic class can't be called by an alias
class RuleSet(Generic[R]):
    """A named rule set of a game, as the rulebook's table has it (rulebook 3.2, of rummy 4.12).

    `source` are the tags of the rulebook's sources. `called` is what players call it, `book_name`
    what the rulebook does if not the same. `certainty` is how sure its figures are: as its source
    has them, as others tell of it, filled in by us where the sources are silent, or our own.
    """

    code: str
    called: str
    summary: str
    source: str
    rules: R
    book_name: str = ""
    certainty: Literal["published", "told", "guess", "ours"] = "published"

    @property
    def name(self) -> str:
        """What the rulebook calls it."""
        return self.book_name or self.called

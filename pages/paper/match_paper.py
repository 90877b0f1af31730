"""A match on paper: what a slip and a score sheet say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.gin.rules import Rules
from pages.parts.sheet_match import SheetMatch
from pages.parts.tournament_page import match_words

# On a score sheet: how many games stand side by side, and lines for hands by the rows of games.
GAMES_ABREAST = 5
LINES_BY_ROWS = {1: 14, 2: 8}
FEWEST_LINES = 4
LINES_OF_ONE_GAME = 20
GAMES_TO_POINTS = 5


@dataclass(frozen=True, slots=True)
class Paper:
    """A match on paper, by its rules; `boards` are what it is played on between teams."""

    match: SheetMatch
    rules: Rules
    boards: Sequence[SheetMatch]

    @property
    def what(self) -> str:
        """What a match is."""
        return match_words(self.rules)

    @property
    def games(self) -> Sequence[int]:
        """The numbers of the games that it may take."""
        if self.rules.match_type == "best_of":
            return range(1, self.rules.match_n + 1)
        return range(1, GAMES_TO_POINTS + 1) if self.rules.match_type == "points" else (1,)

    @property
    def to_win(self) -> int | None:
        """How many games win it, where it is the best of so many."""
        return self.rules.match_n // 2 + 1 if self.rules.match_type == "best_of" else None

    @property
    def is_abreast(self) -> bool:
        """Whether its games stand side by side on a score sheet, in one row."""
        return 1 < len(self.games) <= GAMES_ABREAST

    @property
    def lines(self) -> range:
        """The lines for hands of one game."""
        if len(self.games) == 1:
            return range(LINES_OF_ONE_GAME)
        rows = -(-len(self.games) // GAMES_ABREAST)
        return range(LINES_BY_ROWS.get(rows, FEWEST_LINES))

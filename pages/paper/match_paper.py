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
    """A match on paper: `games` are the numbers of those that it may take, `boards` what it is
    played on between teams."""

    match: SheetMatch
    round_name: str
    what: str
    target: int
    games: Sequence[int]
    to_win: int | None
    boards: Sequence[SheetMatch] = ()

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

    @classmethod
    def of(
        cls, match: SheetMatch, round_name: str, rules: Rules, boards: Sequence[SheetMatch]
    ) -> "Paper":
        """A match by its rules."""
        return cls(
            match=match,
            round_name=round_name,
            what=match_words(rules),
            target=rules.target,
            games=_games(rules),
            to_win=rules.match_n // 2 + 1 if rules.match_type == "best_of" else None,
            boards=boards,
        )


def _games(rules: Rules) -> Sequence[int]:
    if rules.match_type == "best_of":
        return range(1, rules.match_n + 1)
    return range(1, GAMES_TO_POINTS + 1) if rules.match_type == "points" else (1,)

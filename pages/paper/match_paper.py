"""A match on paper: what a slip and a score sheet say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hollywood import COLUMNS
from games.engine.rummy.rules import RummyRules
from games.engine.scoring.rules import AnyRules
from games.rule_books import AgreedRules, has_table, scoring_of
from pages.parts.sheet_match import SheetMatch
from pages.parts.tournament_page import match_words

# On a score sheet: how many games stand side by side, and lines for hands by the rows of games.
GAMES_ABREAST = 5
LINES_BY_ROWS = {1: 14, 2: 8}
FEWEST_LINES = 4
LINES_OF_ONE_GAME = 20
GAMES_TO_POINTS = 5

# Of three or more at a table, where it is several games.
LINES_AT_A_TABLE = 6

# The same of Hollywood sheets, each of three columns for both players.
SERIES_ABREAST = 2
LINES_OF_SERIES = {1: 18, 2: 8}
FEWEST_LINES_OF_SERIES = 6


@dataclass(frozen=True, slots=True)
class PaperSeries:
    """A Hollywood sheet of a game: the numbers of its columns."""

    game: int
    columns: Sequence[int]


@dataclass(frozen=True, slots=True)
class Paper:
    """A match on paper, by its rules; `boards` are what it is played on between teams."""

    match: SheetMatch
    rules: AgreedRules
    boards: Sequence[SheetMatch]
    first_deal: str = ""
    """How the first dealer was found, where that is noted already."""

    @property
    def scoring(self) -> AnyRules:
        """By what it is scored."""
        return scoring_of(self.rules)

    @property
    def counts_all(self) -> bool:
        """Whether everybody's count of every hand is written down."""
        return bool(self.scoring.endings)

    @property
    def is_table(self) -> bool:
        """Whether each has a column of their own, and an account."""
        return has_table(self.rules) or self.counts_all

    @property
    def has_boxes(self) -> bool:
        """Whether won hands are boxes, and a game has its bonus."""
        return isinstance(self.rules, Rules)

    @property
    def draws_cards(self) -> bool:
        """Whether cards are drawn for the first deal."""
        return not isinstance(self.rules, Rules) or self.rules.first_dealer != "random"

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
    def series(self) -> Sequence[PaperSeries]:
        """The Hollywood sheets of its games; () where these are kept on plain ones. A game without
        an end has a second one."""
        if not self.scoring.has_columns:
            return ()
        starts = (1, COLUMNS + 1) if self.scoring.knows_notice else (1,)
        return [
            PaperSeries(n, range(start, start + COLUMNS)) for n in self.games for start in starts
        ]

    @property
    def lines_of_series(self) -> range:
        """The lines for hands of one Hollywood sheet."""
        rows = -(-len(self.series) // SERIES_ABREAST)
        if len(self.series) == 1:
            return range(LINES_OF_SERIES[1])
        return range(LINES_OF_SERIES.get(rows, FEWEST_LINES_OF_SERIES))

    @property
    def counts_points(self) -> bool:
        """Whether the points of the games are added up, and not the won games."""
        return self.rules.match_type == "points"

    @property
    def has_target(self) -> bool:
        """Whether a game ends at so many points."""
        if isinstance(self.rules, RummyRules):
            return self.rules.end == "target"
        return self.rules.match_type != "rounds"

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
        """The lines for hands of one game; of a match of so many hands one for each, and for one
        round more where it is level."""
        if isinstance(self.rules, RummyRules):
            many = LINES_OF_ONE_GAME if self.rules.end == "target" else self.rules.rounds + 1
            most = LINES_OF_ONE_GAME if len(self.games) == 1 else LINES_AT_A_TABLE
            return range(max(FEWEST_LINES, min(many, most)))
        if self.rules.match_type == "rounds":
            hands = (self.rules.match_n + 1) * self.rules.hands_a_round
            return range(max(FEWEST_LINES, min(hands, LINES_OF_ONE_GAME)))
        if len(self.games) == 1:
            return range(LINES_OF_ONE_GAME)
        if self.is_table:
            return range(LINES_AT_A_TABLE)
        rows = -(-len(self.games) // GAMES_ABREAST)
        return range(LINES_BY_ROWS.get(rows, FEWEST_LINES))

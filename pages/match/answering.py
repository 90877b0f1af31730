"""What a player answers to a report: the games as they were reported, and what else it could be."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.gin.rules import Rules
from games.engine.scoring.match import games_needed
from games.selectors.matches import MatchRecord
from kernel.seats import PerSeat, opponent
from pages.parts.game_words import game_figures
from tournaments.domain.tonight.player import confirm_words, said_by
from web.actors import say


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """What somebody has by a report: figures by game with whether it was won, and games won."""

    name: str
    games: Sequence[tuple[int, bool]]
    won: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A report as the other player reads it: both lines begin with the reader's own, and so do all
    scores. `knows_draws`: a match may end drawn."""

    record: MatchRecord
    names: Sequence[str]
    seat: int
    knows_draws: bool

    @property
    def lines(self) -> Sequence[ReportedLine]:
        return [self._line(self.seat), self._line(opponent(self.seat))]

    @property
    def has_games(self) -> bool:
        """Whether the points of the games are known."""
        return bool(self.record.games)

    @property
    def numbers(self) -> range:
        """Those of the games."""
        return range(1, len(self.record.games) + 1)

    @property
    def score(self) -> PerSeat:
        """Games won."""
        won = self.record.score.games_won
        return won[self.seat], won[opponent(self.seat)]

    @property
    def said(self) -> str:
        """What the other one says."""
        return say(said_by(self.names[opponent(self.seat)], self.score))

    @property
    def confirm_words(self) -> str:
        return say(confirm_words(self.score))

    @property
    def instead(self) -> Sequence[str]:
        """The other ways in which the match can have come out."""
        own, other = self.score
        possible = possible_scores(self.record.rules, draws=self.knows_draws)
        return [score for score in possible if score != f"{own}–{other}"]

    def _line(self, seat: int) -> ReportedLine:
        rules = self.record.rules
        games = [
            (game_figures(rules, game)[seat], game.winner == seat) for game in self.record.games
        ]
        return ReportedLine(self.names[seat], games, self.record.score.games_won[seat])


def possible_scores(rules: Rules, *, draws: bool) -> Sequence[str]:
    """How a match by these rules can come out in games, from the best to the worst; () where it is
    to points, and nothing bounds the games."""
    if rules.match_type == "points":
        return ()
    needed = games_needed(rules)
    won = [f"{needed}–{lost}" for lost in range(needed)]
    drawn = [f"{games}–{games}" for games in range(needed)] if draws else []
    return [*won, *drawn, *(f"{lost}–{needed}" for lost in reversed(range(needed)))]

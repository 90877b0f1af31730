"""A game of a match in short: on a plain sheet, or a series on a Hollywood sheet."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hollywood import COLUMNS, HollywoodScore
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.rules import ScoredGame
from games.engine.scoring.table_score import TableScore
from kernel.seats import SIDES, PerSeat, opponent

Game = GameScore | HollywoodScore
Names = Sequence[str]


def game_figures(rules: Rules, game: ScoredGame) -> PerSeat:
    """How a game came out, by seat: its points; of a series the columns won, or where its net
    decides the totals of all columns."""
    if not isinstance(game, HollywoodScore):
        return game.points
    if rules.hollywood_winner == "columns":
        return game.columns_won
    first, second = zip(*(_counted(rules, n, game) for n in range(len(game.columns))), strict=True)
    return sum(first), sum(second)


def outcome_words(rules: Rules, number: int, game: Game, names: Names) -> str:
    """A finished game: "Game 2 to Anna, 104–71", a series "Game 2 to Anna, 2–1 columns"."""
    if game.winner is None:
        return ""
    figures = game_figures(rules, game)
    values = {"number": number, "name": names[game.winner]}
    if isinstance(game, TableScore) and not game.points_known:
        return _("Game %(number)d to %(name)s") % values
    if len(figures) > SIDES:
        said = _("Game %(number)d to %(name)s, %(own)d points")
        return said % {**values, "own": figures[game.winner]}
    values |= {"own": figures[game.winner], "other": figures[opponent(game.winner)]}
    by_columns = isinstance(game, HollywoodScore) and rules.hollywood_winner == "columns"
    words = _("Game %(number)d to %(name)s, %(own)d–%(other)d")
    if by_columns:
        words = _("Game %(number)d to %(name)s, %(own)d–%(other)d columns")
    return words % values


def standing_words(number: int, game: Game, names: Names) -> str:
    """A game as it stands: "Game 2: Anna 43, Nuño 20.", of a series the columns that are open."""
    if isinstance(game, GameScore) and len(names) > SIDES:
        values = {"game": number, "points": score_words(game, names)}
        return _("Game %(game)d: %(points)s.") % values
    if isinstance(game, GameScore):
        words = _("Game %(game)d: %(first)s %(points)d, %(second)s %(other_points)d.")
        return words % {
            "game": number,
            "first": names[0],
            "points": game.points[0],
            "second": names[1],
            "other_points": game.points[1],
        }
    words = _("Game %(game)d, %(first)s against %(second)s: %(columns)s.")
    values = {"game": number, "first": names[0], "second": names[1]}
    return "" if game.finished else words % {**values, "columns": score_words(game, names)}


def score_words(game: Game, names: Names) -> str:
    """The points: "Anna 43, Nuño 20", of a series "column 1 43–20, column 2 18–0" where open."""
    if isinstance(game, GameScore):
        return ", ".join(f"{name} {had}" for name, had in zip(names, game.points, strict=True))
    return ", ".join(
        _("column %(column)d %(points)d–%(other_points)d")
        % {"column": n, "points": column.points[0], "other_points": column.points[1]}
        for n, column in enumerate(game.columns, start=1)
        if not column.finished
    )


def reached_words(so_far: Game, columns: Sequence[int], seat: int) -> str:
    """What a player has after a hand: "43", of a series "43 in column 1, 18 in column 2"."""
    if isinstance(so_far, GameScore):
        return str(so_far.points[seat])
    return ", ".join(
        _("%(total)d in column %(column)d")
        % {"total": so_far.columns[n - 1].points[seat], "column": n}
        for n in columns
    )


def columns_words(columns: Sequence[int]) -> str:
    """Columns of a sheet by their numbers: "column 1", "columns 1 and 2", "columns 1, 2 and 3"."""
    if len(columns) == 1:
        return _("column %(n)d") % {"n": columns[0]}
    first = ", ".join(map(str, columns[:-1]))
    return _("columns %(first)s and %(last)d") % {"first": first, "last": columns[-1]}


def open_columns(game: Game) -> Sequence[int]:
    """The numbers of the columns of a series that are open; none on a plain sheet."""
    columns = game.columns if isinstance(game, HollywoodScore) else ()
    return [n for n, column in enumerate(columns, start=1) if not column.finished]


def running_points(game: Game) -> PerSeat | None:
    """The points in a game that is played, of a series those of its first open column; None once
    it is over."""
    if isinstance(game, GameScore):
        return None if game.finished else game.points
    running = open_columns(game)
    return game.columns[running[0] - 1].points if running else None


def _counted(rules: Rules, place: int, game: HollywoodScore) -> PerSeat:
    times = 2 if place + 1 == COLUMNS and rules.hollywood_third_double else 1
    first, second = game.columns[place].totals
    return times * first, times * second

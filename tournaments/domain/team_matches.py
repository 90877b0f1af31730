"""A match between teams: k boards, each an ordinary match (rulebook 4.6).

Seats are the teams': who plays for the team in seat 0 sits in seat 0 on every board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.domain.crosstable import GamePoints, Outcome, OutcomeKind, SeatIndex

MOST_BOARDS = 12


TeamMeasure = Literal["boards", "games", "net_points", "first_board"]


@dataclass(frozen=True, slots=True)
class Margin:
    """By what a match between teams was won: `figures` by seat, in boards, games or net points; or
    by the first `board` that somebody won."""

    by: TeamMeasure
    winner: SeatIndex
    figures: tuple[int, int] = (0, 0)
    board: int = 0


def result_of_boards(boards: Sequence[Outcome | None], *, draws: bool) -> Outcome | None:
    """What the boards, in order of number, come to; None while one of them is open.

    Who has won more boards has won; with as many, more games; with as many, more net points. With
    all of them level it is a drawn match where the event allows `draws`, else the first board that
    somebody won decides. A walkover counts as a board won, without games. Where nobody won a board
    both have forfeited; where no board was played, it is a walkover.
    """
    results = [board for board in boards if board is not None]
    if not results or len(results) < len(boards):
        return None
    margin = margin_of_boards(results, draws=draws)
    kinds = {result.kind for result in results}
    kind: OutcomeKind
    if margin is not None:
        kind = "walkover" if kinds.isdisjoint({"played", "drawn"}) else "played"
    else:
        kind = "double_forfeit" if kinds == {"double_forfeit"} else "drawn"
    winner = margin.winner if margin else None
    gins = sum(result.gins[0] for result in results), sum(result.gins[1] for result in results)
    entries, boards_won = results[0].entries, _boards_won(results)
    return Outcome(kind, entries, winner, _games(results), gins, boards_won)


def margin_of_boards(results: Sequence[Outcome], *, draws: bool) -> Margin | None:
    """Who has won by what, all boards being decided; None where nobody has."""
    games = _games(results)
    measures: dict[TeamMeasure, tuple[int, int]] = {
        "boards": _boards_won(results),
        "games": _sums((game.winner, 1) for game in games),
        "net_points": _sums((game.winner, game.net) for game in games),
    }
    for by, (first, second) in measures.items():
        if first != second:
            return Margin(by, 0 if first > second else 1, (first, second))
    for number, result in enumerate(results, 1):
        if result.winner is not None and not draws:
            return Margin("first_board", result.winner, board=number)
    return None


def _games(results: Sequence[Outcome]) -> tuple[GamePoints, ...]:
    return tuple(game for result in results for game in result.games)


def _boards_won(results: Sequence[Outcome]) -> tuple[int, int]:
    return _sums((result.winner, 1) for result in results if result.winner is not None)


def _sums(numbers: Iterable[tuple[SeatIndex, int]]) -> tuple[int, int]:
    """What each seat has in all."""
    sums = [0, 0]
    for seat, number in numbers:
        sums[seat] += number
    return sums[0], sums[1]

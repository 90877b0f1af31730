"""A match between teams: k boards, each an ordinary match (gin.md 4.6).

Seats are the teams': who plays for the team in seat 0 sits in seat 0 on every board.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.domain.crosstable import Outcome, Seat

MOST_BOARDS = 12


def result_of_boards(boards: Sequence[Outcome | None], *, draws: bool) -> Outcome | None:
    """What the boards, in order of number, come to; None while one of them is open.

    Who has won more boards has won; with as many, more games; with as many, more net points. With
    all of them level it is a drawn match where the event allows `draws`, else the first board that
    somebody won decides. A walkover counts as a board won, without games. Where nobody won a board
    both have forfeited; where no board was played, it is a walkover.
    """
    results = [one for one in boards if one is not None]
    if not results or len(results) < len(boards):
        return None
    games = tuple(game for one in results for game in one.games)
    gins = tuple(sum(one.gins[seat] for one in results) for seat in (0, 1))
    whole = Outcome(
        "double_forfeit",
        results[0].entries,
        None,
        games,
        (gins[0], gins[1]),
        boards=(_boards_won(results, 0), _boards_won(results, 1)),
    )
    winner = _winner(whole, results, draws=draws)
    if winner is not None:
        is_played = any(one.kind in ("played", "drawn") for one in results)
        return replace(whole, kind="played" if is_played else "walkover", winner=winner)
    if all(one.kind == "double_forfeit" for one in results):
        return whole
    return replace(whole, kind="drawn")


def _boards_won(results: Sequence[Outcome], seat: Seat) -> int:
    return sum(one.winner == seat for one in results)


def _winner(whole: Outcome, results: Sequence[Outcome], *, draws: bool) -> Seat | None:
    assert whole.boards is not None
    won, lost = whole.boards
    games = sum(1 if game.winner == 0 else -1 for game in whole.games)
    net = sum(game.net if game.winner == 0 else -game.net for game in whole.games)
    for ahead in (won - lost, games, net):
        if ahead:
            return 0 if ahead > 0 else 1
    decided = (one.winner for one in results if one.winner is not None)
    return None if draws else next(decided, None)

"""A match between teams: boards, then games, then net points (rulebook 4.6)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.crosstable import GamePoints, Outcome
from tournaments.domain.team_matches import Margin, margin_of_boards, result_of_boards

TEAMS = (7, 9)


def board(score, nets=None):
    """A board that ended like "2-1" in games, each game with its net points or 100."""
    won, lost = map(int, score.split("-"))
    winners = [0] * won + [1] * lost
    nets = nets or [100] * len(winners)
    games = tuple(map(GamePoints, winners, nets))
    winner = None if won == lost else int(lost > won)
    return Outcome("drawn" if winner is None else "played", TEAMS, winner, games, (won, lost))


def walkover(seat):
    return Outcome("walkover", TEAMS, seat)


FORFEIT = Outcome("double_forfeit", TEAMS, None)


@pytest.mark.parametrize(
    ("boards", "winner", "kind", "won"),
    [
        ([board("0-2"), board("2-1"), board("2-1")], 0, "played", (2, 1)),
        ([board("2-0"), board("1-2")], 0, "played", (1, 1)),
        ([board("2-0", [60, 60]), board("0-2", [61, 60])], 1, "played", (1, 1)),
        ([board("0-2"), board("2-0")], 1, "played", (1, 1)),
        ([walkover(0), board("1-2"), FORFEIT], 1, "played", (1, 1)),
        ([walkover(1), walkover(1)], 1, "walkover", (0, 2)),
        ([FORFEIT, walkover(0)], 0, "walkover", (1, 0)),
        ([FORFEIT, FORFEIT], None, "double_forfeit", (0, 0)),
    ],
    ids=[
        "boards before games",
        "games where boards are level",
        "net points where games are level",
        "the first board where all is level",
        "a walkover is a board without games",
        "no board was played",
        "nobody came on the first board",
        "nobody came at all",
    ],
)
def test_the_result_of_boards(boards, winner, kind, won):
    result = result_of_boards(boards, draws=False)
    assert (result.winner, result.kind, result.boards) == (winner, kind, won)
    assert result.entries == TEAMS


@pytest.mark.parametrize(
    ("boards", "margin"),
    [
        ([board("0-2"), board("2-1"), board("2-1")], Margin("boards", 0, (2, 1))),
        ([board("2-0"), board("1-2")], Margin("games", 0, (3, 2))),
        (
            [board("2-0", [60, 60]), board("0-2", [61, 60])],
            Margin("net_points", 1, (120, 121)),
        ),
        ([FORFEIT, board("0-2"), board("2-0")], Margin("first_board", 1, board=2)),
        ([FORFEIT, FORFEIT], None),
    ],
    ids=["boards", "games", "net points", "the first board that was won", "nobody came"],
)
def test_it_says_by_what_it_was_won(boards, margin):
    assert margin_of_boards(boards, draws=False) == margin


def test_all_level_is_drawn_where_the_event_knows_draws():
    boards = [board("0-2"), board("1-1"), board("2-0")]
    result = result_of_boards(boards, draws=True)
    assert (result.kind, result.winner, result.boards) == ("drawn", None, (1, 1))
    assert margin_of_boards(boards, draws=True) is None
    assert result_of_boards(boards, draws=False).winner == 1


def test_it_is_open_until_its_last_board_is_decided():
    assert result_of_boards([board("2-0"), None], draws=False) is None
    assert result_of_boards([], draws=False) is None


def test_games_and_gins_of_all_boards_are_counted():
    first, second = board("2-1", [40, 50, 60]), board("0-2", [70, 80])
    result = result_of_boards([first, second], draws=False)
    assert result.games == first.games + second.games
    assert result.gins == (2, 3)


results = st.one_of(
    st.sampled_from([FORFEIT, walkover(0), walkover(1)]),
    st.builds(
        board,
        st.sampled_from(["2-0", "2-1", "1-2", "0-2", "1-1"]),
        st.lists(st.integers(0, 120), min_size=3, max_size=3),
    ),
)


def turned(result):
    """The same result seen from the other side."""
    return replace(
        result,
        entries=result.entries[::-1],
        winner=None if result.winner is None else 1 - result.winner,
        games=tuple(GamePoints(1 - game.winner, game.net) for game in result.games),
        gins=result.gins[::-1],
        boards=result.boards and result.boards[::-1],
    )


@given(st.lists(results, min_size=1, max_size=6), st.booleans())
def test_both_sides_see_the_same(boards, draws):
    seen = result_of_boards([turned(result) for result in boards], draws=draws)
    assert turned(seen) == result_of_boards(boards, draws=draws)


@given(st.lists(results, min_size=1, max_size=6))
def test_somebody_goes_on_unless_no_board_was_won(boards):
    result = result_of_boards(boards, draws=False)
    nobody_won = all(board_result.winner is None for board_result in boards)
    level = not any(result.boards)
    assert (result.winner is None) <= nobody_won
    if result.winner is not None and result.boards[0] != result.boards[1]:
        assert result.boards[result.winner] > result.boards[1 - result.winner]
    assert level == nobody_won

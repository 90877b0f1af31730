"""The Hollywood sheet: three games scored at once (gin.md 4.4).

A player's first won hand is entered in the first column, the second in the first two, all later
ones in all three. Who is blanked until a column closes begins in the first that is still open.

In the endless form (`hollywood_endless`) a new column opens whenever one closes, so that three are
always running, until a player gives notice before a deal that these are the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.game import GameScore, score_game
from games.engine.gin.scoring.hand import HandScore
from kernel.seats import Pair, Seat

COLUMNS = 3


@dataclass(frozen=True, slots=True)
class HollywoodScore:
    """Where a series stands. `series_net` is what seat 0 has won less what seat 1 has.

    `entries` says for each used hand the columns (from 1) in which it was entered.
    """

    finished: bool
    winner: Seat | None
    columns: tuple[GameScore, ...]
    columns_won: Pair
    series_net: int
    hands_used: int
    entries: tuple[tuple[int, ...], ...]

    @property
    def net(self) -> int | None:
        """What the winner has won less what the other has; null until the end."""
        if self.winner is None:
            return None
        return self.series_net if self.winner == 0 else -self.series_net


def score_hollywood(
    rules: Rules, hands: Sequence[HandScore], notice: int | None = None
) -> HollywoodScore:
    """The sheet of one series. Hands after its end are not used.

    `notice`: in the endless form, how many hands had been played when it was given; null: not yet.
    """
    of_column = replace(rules, match_type="single", match_n=1)
    columns: list[list[HandScore]] = [[] for _ in range(COLUMNS)]
    scores = [score_game(of_column, column) for column in columns]
    depth = [0, 0]
    entries: list[tuple[int, ...]] = []
    for used, hand in enumerate(hands):
        if all(score.finished for score in scores):
            break
        entries.append(_entered(scores, depth, hand.winner))
        for column in entries[-1]:
            columns[column - 1].append(hand)
            scores[column - 1] = score_game(of_column, columns[column - 1])
        if rules.hollywood_endless and (notice is None or used < notice):
            running = sum(not score.finished for score in scores)
            for _ in range(COLUMNS - running):
                columns.append([])
                scores.append(score_game(of_column, ()))
    return _series(rules, scores, entries)


def _entered(scores: Sequence[GameScore], depth: list[int], winner: Seat | None) -> tuple[int, ...]:
    """The columns that a hand goes into; its winner's depth grows by one, or to the first open."""
    if winner is None:
        return ()
    open_columns = [n for n, score in enumerate(scores, start=1) if not score.finished]
    depth[winner] = min(len(scores), max(depth[winner] + 1, open_columns[0]))
    return tuple(n for n in open_columns if n <= depth[winner])


def _series(
    rules: Rules, scores: Sequence[GameScore], entries: Sequence[tuple[int, ...]]
) -> HollywoodScore:
    won, net = [0, 0], 0
    for n, score in enumerate(scores, start=1):
        if score.winner is not None and score.net is not None:
            won[score.winner] += 1
            times = 2 if n == COLUMNS and rules.hollywood_third_double else 1
            net += times * (score.net if score.winner == 0 else -score.net)
    finished = all(score.finished for score in scores)
    winner = _winner(rules, won[0] - won[1], net) if finished else None
    columns_won = (won[0], won[1])
    return HollywoodScore(
        finished, winner, tuple(scores), columns_won, net, len(entries), tuple(entries)
    )


def _winner(rules: Rules, columns: int, net: int) -> Seat | None:
    """Each measure is seat 0's less seat 1's; null where both are level."""
    ahead = (columns or net) if rules.hollywood_winner == "columns" else (net or columns)
    if not ahead:
        return None
    return 0 if ahead > 0 else 1

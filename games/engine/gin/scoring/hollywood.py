"""The Hollywood sheet: three games scored at once (rulebook 4.4).

A player's first won hand is entered in the first column, the second in the first two, all later
ones in all three. Who is blanked until a column closes begins in the first that is still open.

In the endless form (`hollywood_endless`) a new column opens whenever one closes, so that three are
always running, until a player gives notice before a deal that these are the last.

Points of a penalty are no hand: they count once in each open column that the player who gets them
has reached, at least in the first that is open, and bring nobody a column further.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import add

from games.engine.gin.rules import Rules
from games.engine.gin.scoring import game
from games.engine.gin.scoring.game import Won, game_of, is_over, with_entry
from games.engine.scoring.facts import PenaltyPoints, SheetNotice
from games.engine.scoring.game_score import Entered, GameScore
from kernel.seats import Pair, PerSeat, Seat, credited, nothing, opponent
from kernel.text import N_, refusal

COLUMNS = 3

Columns = tuple[int, ...]
"""Columns by their numbers, from 1."""


@dataclass(frozen=True, slots=True)
class HollywoodScore:
    """Where a series stands: a game of a match that is kept on Hollywood sheets.

    `series_net` is what seat 0 has won less what seat 1 has; `net` what the winner has won less
    what the other has, null until the end, never less than 0 where a penalty gave the series.
    `entries` says for each used hand the columns in which it was entered, `penalties` the same of
    the points of penalties. A series that is level in columns and net is nobody's.
    """

    finished: bool
    winner: Seat | None
    columns: tuple[GameScore, ...]
    columns_won: Pair
    series_net: int
    net: int | None
    hands_used: int
    entries: tuple[Columns, ...]
    penalties: tuple[Columns, ...] = ()

    @property
    def points(self) -> PerSeat:
        """What stands in all columns together, a hand as often as it was entered."""
        return _sum(column.points for column in self.columns)

    @property
    def boxes(self) -> PerSeat:
        """Those of all columns together."""
        return _sum(column.boxes for column in self.columns)

    @property
    def totals(self) -> PerSeat:
        """The totals of all columns together, each once."""
        return _sum(column.totals for column in self.columns)

    @property
    def brings(self) -> PerSeat:
        """What it brings each in a match to points: its net to who has won it."""
        none = nothing(Rules.sides)
        return none if self.winner is None else credited(none, self.winner, self.net or 0)

    @property
    def shutout(self) -> bool:
        """Whether somebody was shut out in a column."""
        return any(column.shutout for column in self.columns)

    @property
    def boxes_known(self) -> bool:
        return all(column.boxes_known for column in self.columns)


def score_hollywood(
    rules: Rules, entries: Sequence[Won | PenaltyPoints | SheetNotice]
) -> HollywoodScore:
    """The sheet of one series. What comes after its end is not used."""
    rules = of_column(rules)
    columns = [Entered()] * COLUMNS
    depth = [0, 0]
    hands: list[Columns] = []
    penalties: list[Columns] = []
    is_endless = rules.hollywood_endless
    for entry in entries:
        open_columns = [n for n, column in enumerate(columns, 1) if not is_over(rules, column)]
        if not open_columns:
            break
        if isinstance(entry, SheetNotice):
            is_endless = False
            continue
        into = _columns_of(open_columns, depth, len(columns), entry)
        (penalties if isinstance(entry, PenaltyPoints) else hands).append(into)
        for n in into:
            columns[n - 1] = with_entry(rules, columns[n - 1], entry)
        if is_endless:
            closed = sum(is_over(rules, columns[n - 1]) for n in open_columns)
            columns += [Entered()] * closed
    return series_of(rules, [game_of(rules, column) for column in columns], hands, penalties)


@cache
def of_column(rules: Rules) -> Rules:
    """The rules of one column: a game by itself, whatever a match is."""
    return replace(rules, match_type="single", match_n=1)


def _columns_of(
    open_columns: Sequence[int], depth: list[int], last: int, entry: Won | PenaltyPoints
) -> Columns:
    """The columns that an entry goes into. The winner of a hand comes a column further, to the
    first open one at least; by the points of a penalty nobody comes further."""
    if isinstance(entry, PenaltyPoints):
        (winner,) = entry.winners
        reached = max(depth[winner], open_columns[0])
    elif entry.winner is None:
        return ()
    else:
        reached = min(last, max(depth[entry.winner] + 1, open_columns[0]))
        depth[entry.winner] = reached
    return tuple(n for n in open_columns if n <= reached)


def taken_by_leader(rules: Rules, score: HollywoodScore) -> HollywoodScore:
    """An unfinished series as it stands: each open column goes to whoever leads in it, a level one
    is nobody's, and the columns say who has the series.

    Where nobody is ahead by them it is refused (`level_game`).
    """
    columns = [column if column.finished else _to_leader(rules, column) for column in score.columns]
    taken = series_of(rules, columns, score.entries, score.penalties)
    if taken.winner is None:
        sentence = N_(
            "The series is level in columns and points: nobody leads, so it must be played or void."
        )
        raise refusal("level_game", sentence, "if_unfinished")
    return taken


def lost_by_penalty(rules: Rules, score: HollywoodScore, loser: Seat) -> HollywoodScore:
    """A series that a penalty gives to the opponent: open columns are theirs, closed ones stay.

    What the loser has more by these costs the winner nothing. A series that the opponent had won by
    its hands stays as it is.
    """
    winner = opponent(loser)
    if score.winner == winner:
        return score
    columns = [
        column if column.finished else game.lost_by_penalty(of_column(rules), column, loser)
        for column in score.columns
    ]
    lost = series_of(rules, columns, score.entries, score.penalties)
    net = lost.series_net if winner == 0 else -lost.series_net
    return replace(lost, winner=winner, net=max(0, net))


def series_of(
    rules: Rules,
    columns: Sequence[GameScore],
    entries: Sequence[Columns] = (),
    penalties: Sequence[Columns] = (),
) -> HollywoodScore:
    """What these columns come to: who has won the series, and by what."""
    won, ahead = [0, 0], 0
    for n, column in enumerate(columns, start=1):
        if column.winner is not None and column.net is not None:
            won[column.winner] += 1
            times = 2 if n == COLUMNS and rules.hollywood_third_double else 1
            ahead += times * (column.net if column.winner == 0 else -column.net)
    finished = all(column.finished for column in columns)
    winner = _winner(rules, won[0] - won[1], ahead) if finished else None
    return HollywoodScore(
        finished=finished,
        winner=winner,
        columns=tuple(columns),
        columns_won=(won[0], won[1]),
        series_net=ahead,
        net=None if winner is None else (ahead if winner == 0 else -ahead),
        hands_used=len(entries),
        entries=tuple(entries),
        penalties=tuple(penalties),
    )


def _to_leader(rules: Rules, column: GameScore) -> GameScore:
    if column.points[0] == column.points[1]:
        return replace(column, finished=True)
    return game.taken_by_leader(of_column(rules), column)


def _winner(rules: Rules, columns: int, net: int) -> Seat | None:
    """Each measure is seat 0's less seat 1's; null where both are level."""
    ahead = (columns or net) if rules.hollywood_winner == "columns" else (net or columns)
    if not ahead:
        return None
    return 0 if ahead > 0 else 1


def _sum(columns: Iterable[PerSeat]) -> PerSeat:
    total = nothing(Rules.sides)
    for column in columns:
        total = tuple(map(add, total, column))
    return total

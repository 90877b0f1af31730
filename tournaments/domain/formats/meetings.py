"""From pairings as they stand to what each entry did round by round, as tie-breaks take it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tournaments.domain.crosstable import Crosstable, Outcome, Seat
from tournaments.domain.formats.base import Resolved
from tournaments.domain.tiebreaks import Meeting

WIN, DRAW = 1.0, 0.5
"""What a match counts."""


def meetings(
    table: Crosstable, pairings: Iterable[Resolved], cap: int
) -> dict[int, dict[int, Meeting]]:
    """What is decided, by entry and round; a game counts at most `cap` net points.

    An entry is there for each round in which it was paired and that is decided for it. A bye is
    one, a bye for who has withdrawn is not.
    """
    found: dict[int, dict[int, Meeting]] = {entry: {} for entry in table.entries}
    for one in pairings:
        plan, decision = one.plan, one.decision
        if decision == "bye":
            if one.winner.entry is not None:
                found[one.winner.entry][plan.round] = Meeting("bye", points=WIN)
        elif decision == "withdrawal":
            upper, lower = one.entries
            both = _walkover(upper, lower, one.winner_seat)
            found[upper][plan.round], found[lower][plan.round] = both
        elif decision not in (None, "not_needed"):
            outcome = table.outcomes[plan.key]
            upper, lower = outcome.entries
            found[upper][plan.round], found[lower][plan.round] = _came_out(outcome, cap)
    return found


def history(
    table: Crosstable, pairings: Sequence[Resolved], last: int, cap: int, half_points: int = 0
) -> dict[int, list[Meeting]]:
    """What each entry did in the rounds up to that one, in formats that draw round by round.

    Rounds that it missed are put in; the first `half_points` of those count half a point each, as
    long as it was in the event.
    """
    found = meetings(table, pairings, cap)
    waiting = {
        (entry, one.plan.round) for one in pairings if not one.decision for entry in one.entries
    }
    return {
        entry: [*own.values()]
        if len(own) == last
        else [*_rounds_of(table, entry, own, waiting, last, half_points)]
        for entry, own in found.items()
    }


def _rounds_of(
    table: Crosstable,
    entry: int,
    own: Mapping[int, Meeting],
    waiting: set[tuple[int, int]],
    last: int,
    halves: int,
) -> Iterator[Meeting]:
    for round in range(1, last + 1):
        if round in own:
            yield own[round]
        elif not table.plays(entry, round):
            yield Meeting("missed")
        elif (entry, round) not in waiting:
            yield Meeting("missed", points=DRAW if halves > 0 else 0.0)
            halves -= 1


def _walkover(upper: int, lower: int, winner: Seat | None) -> tuple[Meeting, Meeting]:
    return (
        Meeting("walkover", lower, WIN * (winner == 0)),
        Meeting("walkover", upper, WIN * (winner == 1)),
    )


@lru_cache(maxsize=16_384)  # with each new result all others of the event are asked for again
def _came_out(outcome: Outcome, cap: int) -> tuple[Meeting, Meeting]:
    """A match of two as it came out for each of them."""
    (upper, lower), winner = outcome.entries, outcome.winner
    if outcome.kind not in ("played", "drawn"):
        return _walkover(upper, lower, winner)
    games = net = 0
    for game in outcome.games:
        sign = 1 if game.winner == 0 else -1
        games += sign
        net += sign * min(game.net, cap)
    points = DRAW if winner is None else WIN * (winner == 0)
    won, lost = outcome.boards or (winner == 0, winner == 1)
    first, second = outcome.gins
    return (
        Meeting("played", lower, points, games, net, first, won - lost),
        Meeting("played", upper, WIN - points, -games, -net, second, lost - won),
    )

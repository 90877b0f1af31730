"""From pairings as they stand to what each entry did round by round, as tie-breaks take it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain

from tournaments.domain.crosstable import Crosstable, Outcome, SeatIndex
from tournaments.domain.kinds.pairings import (
    ROUNDS_KEPT,
    DrawnRound,
    Resolved,
    drawn_rounds,
    resolve,
    standing_alone,
)
from tournaments.domain.kinds.table_meetings import at_table
from tournaments.domain.tiebreaks.records import DRAW, WIN, Meeting


def meetings(
    table: Crosstable, pairings: Iterable[Resolved], cap: int
) -> dict[int, dict[int, Meeting]]:
    """What is decided, by entry and round; a game counts at most `cap` net points.

    An entry is there for each round in which it was paired and that is decided for it. A bye is
    one, a bye for who has withdrawn is not.
    """
    found: dict[int, dict[int, Meeting]] = {entry: {} for entry in table.entries}
    for pairing in pairings:
        outcome = table.outcomes.get(pairing.plan.key)
        gone = {e for e in pairing.entries if not table.plays(e, pairing.plan.round)}
        for entry, meeting in _each(pairing, outcome, cap, gone):
            found[entry][pairing.plan.round] = meeting
    return found


def history(table: Crosstable, cap: int, half_points: int = 0) -> dict[int, list[Meeting]]:
    """What each entry did in the rounds that are drawn, in formats that draw round by round.

    Rounds that it missed are put in; the first `half_points` of those count half a point each, as
    long as it was in the event.
    """
    rounds = [_decided_in(drawn, cap) for drawn in drawn_rounds(table)]
    waiting = {
        (entry, pairing.plan.round)
        for pairing in resolve(table)
        if not pairing.decision
        for entry in pairing.entries
    }
    found: dict[int, list[Meeting]] = {}
    for entry in table.entries:
        own = [round.get(entry) for round in rounds]
        found[entry] = [*_filled(table, entry, own, waiting, half_points)]
    return found


@lru_cache(ROUNDS_KEPT)
def _decided_in(drawn: DrawnRound, cap: int) -> Mapping[int, Meeting]:
    """What is decided of a round, by entry."""
    pairings = zip(standing_alone(drawn), drawn.outcomes, strict=True)
    return dict(
        chain.from_iterable(
            _each(pairing, outcome, cap, drawn.gone) for pairing, outcome in pairings
        )
    )


def _each(
    pairing: Resolved, outcome: Outcome | None, cap: int, gone: Set[int]
) -> Iterable[tuple[int, Meeting]]:
    """A pairing as it came out for each of its entries."""
    decision = pairing.decision
    if decision in (None, "not_needed"):
        return ()
    if pairing.plan.is_table:
        return at_table(pairing, outcome, cap, gone)
    if decision == "bye":
        winner = pairing.winner.entry
        return () if winner is None else ((winner, Meeting("bye", points=WIN)),)
    if decision == "withdrawal" or outcome is None:
        upper, lower = pairing.entries
        return zip((upper, lower), _walkover(upper, lower, pairing.winner_seat), strict=True)
    return zip(outcome.entries, _came_out(outcome, cap), strict=True)


def _filled(
    table: Crosstable,
    entry: int,
    own: Sequence[Meeting | None],
    waiting: Set[tuple[int, int]],
    halves: int,
) -> Iterator[Meeting]:
    """Its rounds with those that it missed, without those that it waits for."""
    for round, meeting in enumerate(own, 1):
        if meeting is not None:
            yield meeting
        elif not table.plays(entry, round):
            yield Meeting("missed")
        elif (entry, round) not in waiting:
            yield Meeting("missed", points=DRAW if halves > 0 else 0.0)
            halves -= 1


def _walkover(upper: int, lower: int, winner: SeatIndex | None) -> tuple[Meeting, Meeting]:
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

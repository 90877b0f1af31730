"""From pairings as they stand to what each entry did round by round, as tie-breaks take it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournaments.domain.crosstable import Crosstable, Outcome
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
        round = one.plan.round
        if one.decision == "bye":
            if one.winner.entry is not None:
                found[one.winner.entry][round] = Meeting("bye", points=WIN)
        elif one.decision not in (None, "not_needed"):
            upper, lower = one.entries
            outcome = table.outcomes.get(one.plan.key)
            found[upper][round], found[lower][round] = _match(one, outcome, cap)
    return found


def history(
    table: Crosstable, pairings: Sequence[Resolved], last: int, cap: int, half_points: int = 0
) -> dict[int, list[Meeting]]:
    """What each entry did in the rounds up to that one, in formats that draw round by round.

    Rounds that it missed are put in; the first `half_points` of those count half a point each, as
    long as it was in the event.
    """
    found = meetings(table, pairings, cap)
    paired = {(entry, one.plan.round) for one in pairings for entry in one.entries}
    return {
        entry: list(_rounds_of(table, entry, own, paired, last, half_points))
        for entry, own in found.items()
    }


def _rounds_of(
    table: Crosstable,
    entry: int,
    own: Mapping[int, Meeting],
    paired: set[tuple[int, int]],
    last: int,
    halves: int,
) -> Iterator[Meeting]:
    for round in range(1, last + 1):
        if round in own:
            yield own[round]
        elif not table.plays(entry, round):
            yield Meeting("missed")
        elif (entry, round) not in paired:
            yield Meeting("missed", points=DRAW if halves > 0 else 0.0)
            halves -= 1


def _match(one: Resolved, outcome: Outcome | None, cap: int) -> tuple[Meeting, Meeting]:
    """A match of two as it came out for each of them."""
    upper, lower = one.entries
    winner = one.winner.entry
    if one.decision not in ("played", "drawn") or outcome is None:
        return (
            Meeting("walkover", lower, WIN * (winner == upper)),
            Meeting("walkover", upper, WIN * (winner == lower)),
        )
    games = net = 0
    for game in outcome.games:
        sign = 1 if game.winner == 0 else -1
        games += sign
        net += sign * min(game.net, cap)
    points = DRAW if winner is None else WIN * (winner == upper)
    won, lost = outcome.boards or (winner == upper, winner == lower)
    first, second = outcome.gins
    return (
        Meeting("played", lower, points, games, net, first, won - lost),
        Meeting("played", upper, WIN - points, -games, -net, second, lost - won),
    )

"""From pairings as they stand to what each entry did round by round, as tie-breaks take it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
        if one.decision is None:
            continue
        outcome = table.outcomes.get(one.plan.key)
        for seat in (0, 1):
            entry = one.occupants[seat].entry
            if entry is None:
                continue
            if one.decision != "bye":
                found[entry][one.plan.round] = _meeting(one, seat, outcome, cap)
            elif one.winner.entry == entry:
                found[entry][one.plan.round] = Meeting("bye", points=WIN)
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


def _meeting(one: Resolved, seat: Seat, outcome: Outcome | None, cap: int) -> Meeting:
    """A match of two as it came out for the entry of that seat."""
    opponent = one.occupants[1 - seat].entry
    won = one.winner.entry is not None and one.winner == one.occupants[seat]
    if one.decision not in ("played", "drawn") or outcome is None:
        return Meeting("walkover", opponent, WIN if won else 0.0)
    signs = [1 if game.winner == seat else -1 for game in outcome.games]
    nets = [min(game.net, cap) for game in outcome.games]
    return Meeting(
        "played",
        opponent,
        DRAW if one.decision == "drawn" else WIN * won,
        sum(signs),
        sum(sign * net for sign, net in zip(signs, nets, strict=True)),
        outcome.gins[seat],
    )

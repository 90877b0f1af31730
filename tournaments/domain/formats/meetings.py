"""From pairings as they stand to what each entry did round by round, as tie-breaks take it."""

from collections.abc import Iterable

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

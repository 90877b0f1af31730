"""What a table of more than two came to for each who sat there.

Where each plays alone the share of the others that one left behind is its points: 1 for the first
place, 0 for the last, evenly between them, so that tables of different sizes bring the same. Places
are by what each settles with the others; where nothing of that is known by games won, then by who
won the match. Who is level shares what the places bring. Who left before there was a result has
nothing, and those who stayed share the places above.

Where partners change each has what its side has made. Of who left the other three have a match won.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from kernel.seats import SIDES
from tournaments.domain.crosstable import Outcome
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.tiebreaks.records import DRAW, WIN, Meeting


def at_table(
    pairing: Resolved, outcome: Outcome | None, cap: int, gone: Set[int]
) -> Iterable[tuple[int, Meeting]]:
    """A decided table for each of its entries; a game between partners counts at most `cap` net
    points."""
    entries, partners = pairing.entries, pairing.plan.partners
    if pairing.decision == "withdrawal" or outcome is None:
        stayed = [entry not in gone for entry in entries]
        shares = shares_of([(here,) for here in stayed])
        each = zip(entries, stayed, shares, strict=True)
        return [
            (entry, Meeting("walkover", points=(WIN if partners else share) * here))
            for entry, here, share in each
        ]
    seats = range(len(entries))
    if outcome.kind not in ("played", "drawn"):
        sides = SIDES if partners else len(entries)
        won = [outcome.winner is not None and seat % sides == outcome.winner for seat in seats]
        return [
            (entry, Meeting("walkover", points=WIN * has_won))
            for entry, has_won in zip(entries, won, strict=True)
        ]
    if partners:
        sides_made = [_of_side(outcome, side, cap) for side in range(SIDES)]
        return [(entry, sides_made[seat % SIDES]) for seat, entry in enumerate(entries)]
    return zip(entries, _alone(outcome, len(entries)), strict=True)


def shares_of(made: Sequence[tuple[int, ...]]) -> list[float]:
    """Of each the share of the others that it left behind, half of one with whom it is level."""
    halves = [sum([(own > other) + (own >= other) for other in made]) - 1 for own in made]
    return [half / (2 * (len(made) - 1)) for half in halves]


def _alone(outcome: Outcome, seats: int) -> Iterable[Meeting]:
    won = Counter(game.winner for game in outcome.games)
    accounts = outcome.accounts or (0,) * seats
    made = [(won[at], at == outcome.winner) for at in range(seats)]
    shares = shares_of([(account,) for account in accounts] if any(accounts) else made)
    for seat, share in enumerate(shares):
        games = 2 * won[seat] - len(outcome.games)
        yield Meeting("played", None, share, games, accounts[seat], outcome.gins[seat])


def _of_side(outcome: Outcome, side: int, cap: int) -> Meeting:
    signs = [(1 if game.winner == side else -1, min(game.net, cap)) for game in outcome.games]
    points = DRAW if outcome.winner is None else WIN * (outcome.winner == side)
    games, net = sum(sign for sign, _ in signs), sum(sign * made for sign, made in signs)
    return Meeting("played", None, points, games, net, outcome.gins[side])

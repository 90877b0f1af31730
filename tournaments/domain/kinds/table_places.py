"""The places at a table at which each plays alone, for formats in which somebody goes on from it.

Places are by what each settles with the others, then by games won, then by who won the match; who
is level in all of that stands as in an order that is handed in. Who gave up the match, or left
before the table had a result, stands below who has not.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

from tournaments.domain.crosstable import Crosstable, Outcome
from tournaments.domain.kinds.pairings import Resolved

How = Literal["open", "bye", "played", "won", "stayed", "forfeited", "left"]
"""How somebody comes out of a table: it is open; a bye; a match that was played; one that was won
without play; stayed where somebody else left; gave it up; left it."""

HAVE_NOTHING = frozenset[How](("forfeited", "left"))

Made = tuple[int, int, bool]
"""The account, games won, and whether the match is."""
NOTHING: Made = (0, 0, False)


class TablePlace(NamedTuple):
    """Somebody's place at a table, from 1, and the number of the table in its round; while it is
    open the place is 0. `level_with` is the neighbour who is parted by the order alone, the lower
    one where there are two."""

    entry: int
    table: int
    place: int
    how: How
    made: Made = NOTHING
    level_with: int | None = None

    @property
    def has_nothing(self) -> bool:
        """Whether they gave up the match, or left."""
        return self.how in HAVE_NOTHING


def places_at(
    pairing: Resolved, table: Crosstable, order: Mapping[int, int]
) -> tuple[TablePlace, ...]:
    """Everybody at a table, the best first; by `order` those who are level."""
    number, entries = pairing.plan.number, pairing.entries
    if pairing.decision is None:
        return tuple([TablePlace(entry, number, 0, "open") for entry in entries])
    outcome = table.outcomes.get(pairing.plan.key)
    found = []
    for seat, entry in enumerate(entries):
        how = _how(pairing, table, seat)
        made = _made(outcome, seat) if how == "played" and outcome else NOTHING
        found.append(TablePlace(entry, number, 0, how, made))
    found.sort(key=lambda own: (own.has_nothing, *[-value for value in own.made], order[own.entry]))
    return tuple(
        [
            own._replace(place=place, level_with=_level_with(found, place - 1))
            for place, own in enumerate(found, 1)
        ]
    )


def _how(pairing: Resolved, table: Crosstable, seat: int) -> How:
    entry, round = pairing.entries[seat], pairing.plan.round
    if pairing.decision in ("played", "drawn"):
        return "played"
    if pairing.decision in ("withdrawal", "bye"):
        if not table.plays(entry, round):
            return "left"
        return "bye" if pairing.is_bye else "stayed"
    return "won" if pairing.winner_seat == seat else "forfeited"


def _made(outcome: Outcome, seat: int) -> Made:
    won = Counter(game.winner for game in outcome.games)
    account = outcome.accounts[seat] if outcome.accounts else 0
    return account, won[seat], outcome.winner == seat


def _level_with(rows: list[TablePlace], at: int) -> int | None:
    own = rows[at]
    for other in (*rows[at + 1 : at + 2], *rows[max(at - 1, 0) : at]):
        if own.how == other.how == "played" and own.made == other.made:
            return other.entry
    return None

"""The order of seeds as it stands before the draw."""

from collections.abc import Sequence

from tournaments.domain.seeding import Entrant, seed_order
from tournaments.models import Tournament
from tournaments.selectors.events.entries import EntryRow


def in_seed_order(tournament: Tournament, rows: Sequence[EntryRow]) -> list[EntryRow]:
    """The entrants in the order in which they would be seeded now.

    Before the draw an order by lot is not known: they come in order of entry.
    """
    entered = [row for row in rows if row.status == "entered"]
    if all(row.drawn for row in entered):
        return sorted(entered, key=lambda row: row.entry.seed or len(entered))
    if tournament.seeding == Tournament.Seeding.RANDOM:
        return entered
    row_of = {row.entry.pk: row for row in entered}
    entrants = [Entrant(row.entry.pk, row.rating, row.entry.seed) for row in entered]
    by_hand = tournament.seeding == Tournament.Seeding.HAND
    return [row_of[entry] for entry in seed_order(entrants, "hand" if by_hand else "rating")]

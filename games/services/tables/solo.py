"""One person sits down in both seats of a table. No word is asked for: nobody else is to have had a
part in the cards."""

from games.services.tables.writing import writing
from games.tables.requests import WORDLESS
from kernel.permissions import Actor


def sit_down_alone(*, match: int, by: Actor) -> None:
    """Seat both at a new table and let it deal, or draw for the first deal."""
    with writing(match) as opened:
        for said in WORDLESS:
            for seat in (0, 1):
                opened.append(said.kind, by=by, seat=seat, data=said.data)
            opened.settle()

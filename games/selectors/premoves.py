"""What a seat has said that it will do."""

from games.models import OnlineTable, Premove
from games.selectors.table_now import TableNow
from games.tables.steps import may_pass_ahead
from kernel.seats import Seat


def standing_premove(table: OnlineTable, seat: Seat, deal: int) -> Premove | None:
    """The premove of a seat for a dealing, None where it has said nothing or taken it back."""
    said = Premove.objects.filter(table=table, seat=seat, deal=deal, superseded_at=None)
    return said.first()


def passes_ahead(now: TableNow, seat: Seat) -> bool | None:
    """Whether a seat has said that it passes the upcard; None where there is nothing to say."""
    if now.account.hand.is_over or not may_pass_ahead(now.state, seat):
        return None
    dealing = now.state.at_seat(seat).dealing
    assert dealing is not None
    return standing_premove(now.table, seat, dealing.d) is not None

"""A hint to who sits at a table with a computer player; nobody is told anything elsewhere."""

from games.engine.hints import Hint
from games.selectors.bots import bots_at, seat_sight
from games.selectors.table_now import TableNow
from games.tables.hands.listing import hands_of
from kernel.seats import Seat
from kernel.text import N_, refusal

ONLY_IN_PRACTICE = N_("Hints are given at tables with a computer player, and nowhere else.")
NOT_NOW = N_("It is not your turn: there is nothing to choose.")


def has_hints(now: TableNow) -> bool:
    """Whether one person plays with computer players alone."""
    return len(bots_at(now.table)) == now.state.settings.seats - 1


def hint_at(now: TableNow, seat: Seat) -> Hint:
    """What the best computer player would do in this seat, and why, from what the seat may know.

    Refused as `forbidden` where people play each other, as `not_your_turn` where there is nothing
    to choose.
    """
    state = now.state.at_seat(seat)
    if not has_hints(now):
        raise refusal("forbidden", ONLY_IN_PRACTICE)
    if state.stage != "playing" or state.turn != seat or now.account.hand.is_over:
        raise refusal("not_your_turn", NOT_NOW)
    return hands_of(state.settings.rules).hint(seat_sight(now, seat))

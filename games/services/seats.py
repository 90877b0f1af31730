"""Players of a club take seats of a match that stands in no draw."""

from games.models import MatchSeat
from kernel.seats import Seat


def seat_player(*, match: int, seat: Seat, player: int) -> None:
    """The player has this seat from now on."""
    MatchSeat.objects.create(match_id=match, seat=seat, player_id=player)

"""An event by windows with accounts at its seats, and the time that passes there."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from kernel.permissions import Actor, Role
from players.models import Player
from tests.builders import NOW, board_of, make_tournament, make_user
from tournaments.models import Board, Tournament
from tournaments.selectors.desk.arranging import Arrangement
from tournaments.services.desk.arranging import accept_time, propose_times

ROUND_ROBIN = {"format": "round_robin", "window_days": 7, "unplayed": "neither"}
END = datetime.fromisoformat("2026-03-10T23:59:00+00:00")
"""When the first window of a club on UTC ends that began at NOW."""
AFTER = END + timedelta(minutes=1)
EVENING = NOW + timedelta(days=1)


class League:
    """Four players, all with accounts, in a round robin of windows of a week each."""

    def __init__(self, **fields: object) -> None:
        self.tournament: Tournament = make_tournament(**{**ROUND_ROBIN, **fields})
        for player in Player.objects.filter(club=self.tournament.club):
            player.user = make_user(player.name, f"player{player.pk}@example.org")
            player.save(update_fields=["user"])

    def board(self, number: int = 1, round: int = 1) -> Board:
        return board_of(self.tournament, round, number)

    def player(self, seat: int, board: Board | None = None) -> Actor:
        """Who sits in a seat of a match, the first one of the first round if none is said."""
        found = (board or self.board()).match.seats.select_related("player").get(seat=seat)
        roles = frozenset({Role.PLAYER, Role.ENTRANT, Role.USER, Role.ANYONE})
        return Actor("page", user_id=found.user_id, roles=roles)

    def propose(
        self, seat: int, times: Sequence[datetime] = (EVENING,), board: Board | None = None
    ) -> Arrangement:
        board = board or self.board()
        return propose_times(board=board, times=times, by=self.player(seat, board), now=NOW)

    def accept(
        self, seat: int, time: datetime = EVENING, board: Board | None = None
    ) -> Arrangement:
        board = board or self.board()
        return accept_time(board=board, time=time, by=self.player(seat, board), now=NOW)

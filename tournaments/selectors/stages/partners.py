"""Who are partners at a match, and what they are called."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.selectors.seats import players_at
from kernel.seats import SIDES
from players.selectors import way_shown
from tournaments.models import Board, EntryMember
from tournaments.selectors.events.names import guest_names
from tournaments.selectors.stages.sides import read_names


@dataclass(frozen=True, slots=True)
class Partner:
    """Who sits in a seat, and for which side they play."""

    seat: int
    side: int
    name: str


def partners_at(board: Board, *, full_names: bool) -> Sequence[Partner]:
    """The players of a match between partners, by seat, as they are shown."""
    if board.pairing.round.stage.tournament.is_friendly:
        there = sorted(guest_names(board.match_id).items())
        return [Partner(seat, seat % SIDES, name) for seat, name in there]
    players = {seat: player for (_match, seat), player in players_at([board.match_id]).items()}
    members = EntryMember.objects.filter(
        tournament=board.pairing.round.stage.tournament_id, player__in=players.values()
    )
    rows = members.values_list("player_id", "player__name", way_shown("player__"))
    read = read_names({key: (name, shown) for key, name, shown in rows}, full_names=full_names)
    return [Partner(seat, seat % SIDES, read[player]) for seat, player in sorted(players.items())]

"""What holds at the online tables of an event."""

from dataclasses import dataclass

from games.tables.clock import Clock, clock_from
from tournaments.models import Tournament

TABLE = str(Tournament.Plays.TABLE)
ONLINE = str(Tournament.Plays.ONLINE)
HYBRID = str(Tournament.Plays.HYBRID)


def plays_online(tournament: Tournament, moved_to: str) -> bool:
    """Whether a match of an event is played at an online table now; `moved_to` is where it moved
    last, as the match has it."""
    return tournament.is_online or moved_to == ONLINE


@dataclass(frozen=True, slots=True)
class OnlinePlay:
    """The clock, what running out of time costs (`flag`), what `spectators` see, and whether the
    page proposes melds (`assist`). `is_hybrid`: matches begin in the room and may move there."""

    clock: Clock
    flag: str
    spectators: str
    assist: bool
    is_hybrid: bool = False


def online_play(tournament: Tournament) -> OnlinePlay | None:
    """What holds online; None where it has no online tables."""
    if not tournament.has_online_tables:
        return None
    return OnlinePlay(
        clock_from(tournament.clock),
        tournament.flag,
        tournament.spectators,
        tournament.assist,
        tournament.is_hybrid,
    )

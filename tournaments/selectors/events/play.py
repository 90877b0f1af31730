"""What holds in an event that is played online."""

from dataclasses import dataclass

from games.tables.clock import Clock, clock_from
from tournaments.models import Tournament

ONLINE = str(Tournament.Plays.ONLINE)


@dataclass(frozen=True, slots=True)
class OnlinePlay:
    """The clock, what running out of time costs (`flag`), what `spectators` see, and whether the
    page proposes melds (`assist`)."""

    clock: Clock
    flag: str
    spectators: str
    assist: bool


def online_play(tournament: Tournament) -> OnlinePlay | None:
    """What holds online; None where it is played at the table."""
    if tournament.play != ONLINE:
        return None
    return OnlinePlay(
        clock_from(tournament.clock), tournament.flag, tournament.spectators, tournament.assist
    )

"""Who is away from their matches by days, and how many days of it they have left."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.tables.clock import clock_from
from tournaments.models import Board, Tournament, Vacation
from tournaments.selectors.desk.correspondence import boards_by_days

A_YEAR, A_DAY = timedelta(days=365), timedelta(days=1)


def vacation_days(tournament: Tournament) -> int:
    """How many days a year a player of an event may be away; 0 where it has no vacation."""
    return clock_from(tournament.clock).vacation if tournament.clock else 0


def standing_vacation(tournament: Tournament, player: int, now: datetime) -> Vacation | None:
    """The vacation that a player has now, None for who is there."""
    return _standing(tournament, now).filter(player=player).first()


def days_left(tournament: Tournament, player: int, now: datetime) -> int:
    """How many whole days a player may still be away: those of the last 365 days count, a part of
    one as a whole, and of a vacation that goes on all that it was to be."""
    taken = Vacation.objects.filter(tournament=tournament, player=player, at__gt=now - A_YEAR)
    used = sum(-(-((one.ended_at or one.until) - one.at) // A_DAY) for one in taken)
    return max(0, vacation_days(tournament) - used)


def away_until(tournament: Tournament, players: Collection[int], now: datetime) -> datetime | None:
    """The hour at which all of these are back, None where all are there."""
    return max(
        _standing(tournament, now).filter(player__in=players).values_list("until", flat=True),
        default=None,
    )


def boards_of_player(tournament: Tournament, player: int, now: datetime) -> QuerySet[Board]:
    """The matches by days of a player in an event that have a table."""
    own = boards_by_days(now).filter(pairing__round__stage__tournament=tournament)
    return own.filter(match__table__isnull=False, match__seats__player=player)


def _standing(tournament: Tournament, now: datetime) -> QuerySet[Vacation]:
    return Vacation.objects.filter(tournament=tournament, ended_at=None, until__gt=now)

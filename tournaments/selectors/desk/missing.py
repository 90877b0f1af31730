"""Who is not at their online table yet, and since when they are called."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from games.catalogue import MOST_SEATS
from games.selectors.connections import has_come_since
from games.selectors.glances import Glance
from kernel.seats import Seat
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.windows import Hour
from tournaments.models import Board, Summons, Tournament
from tournaments.selectors.desk.arranging import arrangements_of
from tournaments.selectors.stages.tables import TableMatch

AGAIN_AFTER = timedelta(minutes=3)
"""So long nobody is called to the same table a second time."""
CALLED_FOR = timedelta(minutes=30)
"""So long a summons is of interest to who was called."""
PLAYED = (MatchState.READY, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class MissingPlayer:
    """A player who is not at the online table of `match`. `user` is their account, None where they
    have none: nobody can call them. `has_sat` down they have before; `called_at` is the last time
    that they were called there."""

    match: int
    board: int
    seat: Seat
    name: str
    user: int | None
    has_sat: bool
    called_at: datetime | None

    def may_be_called(self, now: datetime) -> bool:
        """Whether they have an account, and were not called just now."""
        is_new = self.called_at is None or now - self.called_at >= AGAIN_AFTER
        return self.user is not None and is_new


def missing_players(
    open: Sequence[TableMatch], glances: Mapping[int, Glance]
) -> Sequence[MissingPlayer]:
    """Who is missing at these open matches: whoever has not sat down, or has no page connected
    where turns are short. Where play stands still nobody need be there."""
    slots = [one.slot for one in open if one.slot.state in PLAYED]
    absent = {
        (slot.match.pk, seat): glances.get(slot.match.pk)
        for slot in slots
        if slot.match
        for seat in _absent(glances.get(slot.match.pk))
    }
    return _players(absent) if absent else ()


def at_their_hour(
    open: Sequence[TableMatch], tournament: Tournament, now: datetime
) -> Sequence[TableMatch]:
    """Those of these open matches at which their two should be: in an event by windows the ones
    whose agreed hour has come."""
    if tournament.window_days is None:
        return open
    matches = [one.slot.match.pk for one in open if one.slot.match]
    rows = Board.objects.filter(match__in=matches).select_related("match", "pairing")
    boards = list(rows)
    found = arrangements_of(boards, now)
    later = {
        board.match_id
        for board in boards
        if board.pk in found and found[board.pk].hour != Hour.COME
    }
    return [one for one in open if one.slot.match and one.slot.match.pk not in later]


def is_called(match: int, seat: int, now: datetime) -> bool:
    """Whether the player of a seat was called to its table, and has not come there since."""
    newest = Summons.objects.filter(board__match=match, seat=seat, at__gt=now - CALLED_FOR).last()
    return newest is not None and not has_come_since(match, seat, newest.at)


def _absent(glance: Glance | None) -> Collection[Seat]:
    if glance is None:
        return range(MOST_SEATS)  # whoever is to sit there
    if glance.is_held:
        return ()
    is_seating = glance.state == "seating"
    return [
        seat
        for seat in range(len(glance.sat))
        if (is_seating and not glance.sat[seat]) or not (glance.present[seat] or glance.has_days)
    ]


def _players(absent: Mapping[tuple[int, int], Glance | None]) -> Sequence[MissingPlayer]:
    matches = {match for match, _seat in absent}
    called = Summons.objects.filter(board__match__in=matches).order_by()
    newest = {
        (match, seat): at
        for match, seat, at in called.values_list("board__match", "seat").annotate(Max("at"))
    }
    return [
        MissingPlayer(match, board, seat, name, user, _has_sat(absent[key], seat), newest.get(key))
        for match, board, seat, name, user in _seats(matches)
        if (key := (match, seat)) in absent
    ]


def _seats(matches: Collection[int]) -> Iterable[tuple[int, int, Seat, str, int | None]]:
    """Match, board, seat, name and account of all who play there, as the matches stand."""
    boards = Board.objects.filter(match__in=matches)
    seats, player = "match__seats__seat", "match__seats__player"
    rows = boards.order_by("pairing__round__number", "pairing__number", "number", seats)
    return rows.values_list("match", "pk", seats, f"{player}__name", f"{player}__user")


def _has_sat(glance: Glance | None, seat: Seat) -> bool:
    return glance is not None and (glance.state != "seating" or glance.sat[seat])

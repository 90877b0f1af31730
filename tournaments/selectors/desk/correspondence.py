"""Matches that are played by days: where it is whose turn, and how long they have."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.selectors.glances import Glance, glances_at
from games.selectors.seats import Place, accounts_at, players_at, seats_of
from games.selectors.table_now import newest_number
from games.tables.clock import clock_from
from kernel.permissions import Actor
from kernel.seats import Seat, opponent
from players.selectors import Wisher, public_names, wishers
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board, Tournament, TurnDigest
from tournaments.selectors.events.access import tables_visible_to
from tournaments.selectors.events.friendlies import table_path
from tournaments.selectors.events.names import guest_names_of
from tournaments.selectors.events.play import TABLE

HALF, TENTH = 1, 2
"""How often somebody is reminded of a turn once so much of their time is left."""
A_DAY = timedelta(days=1)
_EVER = timedelta(days=10_000)


@dataclass(frozen=True, slots=True)
class OwnDays:
    """A match by days of one reader, who sits in `seat`: `event` is its name, "" at a friendly;
    `other` who sits opposite, "" for nobody yet. `is_waiting`: the table waits for the reader;
    `left` is what they have for it, None where no clock runs for them. `address` are the slugs of
    club and event; `has_vacation`: its players may be away for some days."""

    match: int
    table: str
    address: tuple[str, str]
    has_vacation: bool
    event: str
    seat: Seat
    other: str
    is_waiting: bool
    left: timedelta | None


def days_of(actor: Actor, now: datetime) -> Sequence[OwnDays]:
    """The matches by days that the actor plays, those that wait for them first, of these the ones
    with the least time; of the others the newest."""
    own = seats_of(actor)
    visible = tables_visible_to(actor).filter(match__in=own.values("match"))
    boards = list(_boards_by_days(visible, now))
    if not boards:
        return []
    found_in = own.filter(match__in=[board.match_id for board in boards])
    seats = dict(found_in.values_list("match", "seat"))
    glances = glances_at(board.match_id for board in boards)
    names = names_at(boards)
    found = [
        own_days(board, seats[board.match_id], glances.get(board.match_id), names)
        for board in boards
    ]
    return sorted(found, key=lambda one: (not one.is_waiting, one.left or _EVER, -one.match))


def own_days(
    board: Board, seat: Seat, glance: Glance | None, names: Mapping[Place, str]
) -> OwnDays:
    """One match by days as who sits in this seat reads it; `names` as `names_at` has them. A table
    for which nobody has asked yet waits for both to sit down."""
    event = board.pairing.round.stage.tournament
    return OwnDays(
        match=board.match_id,
        table=table_path(board),
        address=(event.club.slug, event.slug),
        has_vacation=not event.is_friendly and has_vacation(event),
        event="" if event.is_friendly else event.name,
        seat=seat,
        other=names.get((board.match_id, opponent(seat)), ""),
        is_waiting=glance is None or glance.waits[seat],
        left=None if glance is None else left_of(glance, seat),
    )


def has_vacation(event: Tournament) -> bool:
    """Whether the players of an event may be away for some days."""
    return event.clock is not None and clock_from(event.clock).vacation > 0


def left_of(glance: Glance, seat: Seat) -> timedelta | None:
    """What a seat has left for what it is to do; None where no clock runs for it."""
    left = glance.clocks[seat].left
    if glance.running != seat or left is None:
        return None
    return timedelta(milliseconds=left)


def wishers_at(boards: Collection[Board], kinds: Collection[str]) -> Mapping[Place, Wisher]:
    """The accounts at these boards that wish for any of these kinds of mail, by match and seat."""
    users = accounts_at([board.match_id for board in boards])
    found = wishers(set(users.values()), kinds)
    return {place: found[user] for place, user in users.items() if user in found}


def turns_to_tell(now: datetime) -> Sequence[Board]:
    """The boards by days at whose tables something was done since their players were told of it, or
    at which half of the time of a turn may be gone: of these they are not reminded twice each."""
    keys = _keys_to_tell(now)
    if not keys:
        return []
    return list(boards_by_days(now).select_related("match__table").filter(pk__in=keys))


def _keys_to_tell(now: datetime) -> list[int]:
    """The same by their keys: the tick asks for it, however many are open."""
    tables = boards_by_days(now).filter(match__table__isnull=False)
    rows = tables.order_by("pk").values_list(
        "pk",
        newest_number("match__table"),
        "turn_told__version",
        "turn_told__reminded",
        "match__table__due_at",
        "match__table__clock",
    )
    return [key for key, *row in rows if _is_to_tell(*row, now=now)]


def _is_to_tell(
    newest: int | None,
    told: int | None,
    reminded: int | None,
    due_at: datetime | None,
    clock: object,
    *,
    now: datetime,
) -> bool:
    if told is None or told < (newest or 0):
        return True
    half = _turn_by(clock) / 2
    return (reminded or 0) < TENTH and due_at is not None and due_at <= now + half


def _turn_by(clock: object) -> timedelta:
    """How long a turn is by a clock as it is stored."""
    return timedelta(milliseconds=clock_from(clock).turn or 0)


def reminders_of(board: Board, glance: Glance, seat: Seat) -> int:
    """How often this seat is to be reminded of its turn by now."""
    left, whole = left_of(glance, seat), _turn_by(board.match.table.clock)
    if left is None or left > whole / 2:
        return 0
    return HALF if left > whole / 10 else TENTH


def is_to_tell(now: datetime) -> bool:
    """Whether anybody may have to be told that a table waits for them."""
    return bool(_keys_to_tell(now)) or digests_due(now).exists()


def digests_due(now: datetime) -> QuerySet[TurnDigest]:
    """Of whom it was written down that a table waits for them, and who was told of none for a
    day."""
    lately = Q(sent_at__gt=now - A_DAY)
    return TurnDigest.objects.filter(~lately, is_due=True).select_related("user")


def boards_by_days(now: datetime) -> QuerySet[Board]:
    """All matches by days that are not over, whoever sees them: for what goes out by mail."""
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    return _boards_by_days(boards, now)


def _boards_by_days(boards: QuerySet[Board], now: datetime) -> QuerySet[Board]:
    place = "pairing__round__stage__tournament__expires_at"
    there = Q(**{f"{place}__isnull": True}) | Q(**{f"{place}__gt": now})
    by_days = Q(match__table__clock__kind="days") | Q(
        match__table__isnull=True,
        pairing__round__stage__tournament__play=Tournament.Plays.ONLINE,
        pairing__round__stage__tournament__clock__kind="days",
    )
    played = boards.filter(there, by_days).exclude(match__state=MatchState.FINISHED)
    return played.exclude(match__moved_to=TABLE)


def names_at(boards: Collection[Board]) -> Mapping[Place, str]:
    """What those who sit at these boards are called by others, by match and seat."""
    ids = [board.match_id for board in boards]
    players = players_at(ids)
    names = public_names(set(players.values()))
    of_players = {place: names[player].name for place, player in players.items()}
    return {**of_players, **guest_names_of(ids)}

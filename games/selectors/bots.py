"""The computer players who sit at a table, and what they are told there."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from games.models import Bot, MatchSeat, OnlineTable, TableEvent
from games.selectors.table_now import TableNow, shown_account
from games.tables.bots import seen, seen_played
from games.tables.hands.base import Played, Sighted
from games.tables.state import Dealing
from games.tables.steps import clocks_at
from games.tables.view import Reader, Sight, hand_part, place_of, table_view
from kernel.seats import SIDES, Seat
from web.db.prepared import Prepared


@Prepared
def _seats_of_bots(match: int) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match=match, bot__isnull=False).select_related("bot")


def bots_at(table: OnlineTable) -> Mapping[Seat, Bot]:
    """The computer players at this table, by seat; nothing is asked where there are none."""
    if not table.has_bots:
        return {}
    return {row.seat: row.bot for row in _seats_of_bots(table.match_id) if row.bot is not None}


def with_bots(table: OnlineTable, present: Sequence[bool]) -> tuple[bool, ...]:
    """Who is there, by seat: whose page is connected, and computer players always."""
    bots = bots_at(table)
    return tuple(is_there or seat in bots for seat, is_there in enumerate(present))


def seat_sight(now: TableNow, seat: Seat, *, remembers: bool = False) -> Sighted:
    """What a seat may know of the hand that is played, as texts: its view by the two seats of the
    hand, without the names of who plays, and what everybody saw; who `remembers`, also of the hands
    before it."""
    state, account = now.state.at_seat(seat), shown_account(now, ())
    dealing, reader = state.dealing, Reader(Sight.OWN, seat)
    view = table_view(
        state,
        account,
        reader,
        clocks=clocks_at(state, now.now, now.uptime.outages),
        present=(True,) * state.settings.seats,
        now=now.now,
    )
    played = seen_played(now.log, dealing, seat)
    if dealing is None or state.settings.seats == SIDES:
        earlier = _played_before(now.table, dealing, seat) if remembers else ()
        return Sighted(seat, view, played, earlier)
    place = place_of(state, seat)
    assert place is not None
    view |= {"seat": place, "dealer": dealing.dealer_place, **hand_part(state, account, reader)}
    return Sighted(place, view, played)


def _played_before(table: OnlineTable, dealing: Dealing | None, seat: Seat) -> Sequence[Played]:
    """What a seat saw being played in each hand before this one."""
    d = 0 if dealing is None else dealing.d
    rows = TableEvent.objects.filter(table=table, kind="action", deal__lt=d)
    hands = defaultdict[int, list[Mapping[str, Any]]](list)
    for deal, by, action in rows.order_by("number").values_list("deal", "seat", "data__action"):
        hands[deal or 0].append(seen(by, action, seat))
    return list(hands.values())

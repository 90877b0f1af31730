"""The computer players who sit at a table, and what they are told there."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from games.models import Bot, MatchSeat, OnlineTable, TableEvent
from games.selectors.table_now import TableNow, shown_account
from games.tables.bots import Played, Sighted, seen, seen_played
from games.tables.steps import clocks_at
from games.tables.view import Reader, Sight, table_view
from kernel.seats import Seat
from web.db.prepared import Prepared


@Prepared
def _seats_of_bots(match: int) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match=match, bot__isnull=False).select_related("bot")


def bots_at(table: OnlineTable) -> Mapping[Seat, Bot]:
    """The computer players at this table, by seat; nothing is asked where there are none."""
    if not table.has_bots:
        return {}
    return {row.seat: row.bot for row in _seats_of_bots(table.match_id) if row.bot is not None}


def with_bots(table: OnlineTable, present: tuple[bool, bool]) -> tuple[bool, bool]:
    """Who is there, by seat: whose page is connected, and computer players always."""
    bots = bots_at(table)
    return present[0] or 0 in bots, present[1] or 1 in bots


def seat_sight(now: TableNow, seat: Seat, *, remembers: bool = False) -> Sighted:
    """What a seat may know of the hand that is played, as texts: its view, without the names of
    who plays, and what everybody saw; who `remembers`, also of the hands before it."""
    dealing = now.state.dealing
    d = None if dealing is None else dealing.d
    view = table_view(
        now.state,
        shown_account(now, ()),
        Reader(Sight.OWN, seat),
        clocks=clocks_at(now.state, now.now, now.uptime.outages),
        present=(True, True),
        now=now.now,
    )
    earlier = _played_before(now.table, d, seat) if remembers else ()
    return Sighted(seat, view, seen_played(now.log, d, seat), earlier)


def _played_before(table: OnlineTable, d: int | None, seat: Seat) -> Sequence[Played]:
    """What a seat saw being played in each hand before this one."""
    rows = TableEvent.objects.filter(table=table, kind="action", deal__lt=d or 0)
    hands = defaultdict[int, list[Mapping[str, Any]]](list)
    for deal, by, action in rows.order_by("number").values_list("deal", "seat", "data__action"):
        hands[deal or 0].append(seen(by, action, seat))
    return list(hands.values())

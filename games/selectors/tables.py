"""What was played at an online table, as far as the record of its match asks."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.db.models import Max, Q, QuerySet

from games.cut_offs import CutOff, is_flag
from games.models import Adjustment, FirstDeal, Hand, HandFact, Match, OnlineTable, TableEvent
from games.selectors.matches import rules_at
from games.selectors.table_now import events_from
from games.tables.events import REDRAWN, Event
from games.tables.fold import dealings_of
from games.tables.records import OnlineHand, digest_of
from games.tables.state import Dealing
from kernel.permissions import ONLINE
from kernel.seats import Seat


class TableWrite(NamedTuple):
    """One thing that a table has written into its match: a `FirstDeal`, the `HandFact` of a hand,
    or the `Adjustment` for a flag or a resignation."""

    kind: Literal["first_deal", "hand", "flag", "resignation"]
    at: datetime
    row: Any


def has_table(match: Match) -> bool:
    """Whether a match has an online table, be it there or in the room."""
    return getattr(match, "table", None) is not None


def is_online(match: Match) -> bool:
    """Whether a match has an online table, and is there."""
    return has_table(match) and match.moved_to != Match.Places.TABLE


def has_dealt(match: Match) -> bool:
    """Whether a hand was dealt at the online table of a match."""
    return TableEvent.objects.filter(table__match=match, kind="deal", deal__gt=0).exists()


def has_drawn(match: Match) -> bool:
    """Whether cards were dealt at the online table of a match, be it to draw for the first deal."""
    return bool(drawn_among([match.pk]))


def drawn_among(matches: Iterable[int]) -> frozenset[int]:
    """Those of these matches at whose online tables cards were dealt, be it to draw for the first
    deal."""
    deals = TableEvent.objects.filter(table__match__in=list(matches), kind="deal")
    return frozenset(deals.values_list("table__match", flat=True).distinct())


def rematch_asked(match: Match) -> tuple[bool, ...]:
    """Whether each seat has asked to play again."""
    asked = TableEvent.objects.filter(table__match=match, kind="rematch")
    seats = set(asked.values_list("seat", flat=True))
    return tuple(seat in seats for seat in range(rules_at(match).seats))


def newest_at(matches: Iterable[int]) -> Mapping[int, datetime]:
    """When something was done last at the table of each of these matches."""
    events = TableEvent.objects.filter(table__match__in=list(matches)).order_by()
    return dict(events.values_list("table__match").annotate(Max("at")))


def dealt_among(matches: Iterable[int]) -> frozenset[int]:
    """Those of these matches of which a hand was dealt at their online table."""
    deals = TableEvent.objects.filter(table__match__in=list(matches), kind="deal", deal__gt=0)
    return frozenset(deals.values_list("table__match", flat=True).distinct())


def stopped_among(matches: Iterable[int] | QuerySet[Any, Any]) -> frozenset[int]:
    """Those of these matches, or of those that this query finds, of which their table was told last
    that nothing more is played."""
    told = TableEvent.objects.filter(table__match__in=matches, kind="ruling", data__has_key="ended")
    last = dict(told.order_by("number").values_list("table__match", "data__ended"))
    return frozenset(match for match, ended in last.items() if ended == REDRAWN)


def running_dealings(match: Match) -> list[Dealing]:
    """The dealings that are played at the table of a match; none between two hands, and at a table
    in a room."""
    dealt = dealt_last(match)
    over = Hand.objects.filter(match=match, deal__in=[dealing.d for dealing in dealt])
    ended = set(over.values_list("deal", flat=True))
    return [dealing for dealing in dealt if dealing.d not in ended]


def dealt_last(match: Match) -> list[Dealing]:
    """What was dealt last at the table of a match: one hand, or those of a round; nothing at a
    table in a room."""
    told = Q(kind="deal", deal__gt=0) | Q(kind="moved")
    last = TableEvent.objects.filter(told, table__match=match).order_by("-number").first()
    if last is None or last.kind == "moved":
        return []
    (event,) = events_from(TableEvent.objects.filter(pk=last.pk))
    return dealings_of(event)


def running_deal(match: Match) -> int | None:
    """The number d of the first of them."""
    return next((dealing.d for dealing in running_dealings(match)), None)


def running_hand(match: Match, cut_off: CutOff, seat: Seat | None) -> OnlineHand | None:
    """The hand that is played there as one that this cuts off: of several that of this seat."""
    running = running_dealings(match)
    own = [dealing for dealing in running if seat in dealing.players]
    if not running:
        return None
    dealing = (own or running)[0]
    log = events_from(TableEvent.objects.filter(table__match=match, deal=dealing.d))
    digest = digest_of(log, dealing.d, dealing.seats)
    return OnlineHand(dealing.d, digest, cut_off, dealing.players, dealing.dealer)


def written_since(table: OnlineTable) -> list[TableWrite]:
    """What a table has written into its match since its event was told last, in order. What was
    put back later is no word of the table's, and of what was taken back there is nothing to tell
    but the hands."""
    own = {"via": ONLINE.via} | ({} if table.told_at is None else {"at__gt": table.told_at})
    standing = {"superseded_at__isnull": True}
    draws = FirstDeal.objects.filter(match=table.match_id, **own, **standing)
    hands = HandFact.objects.filter(hand__match=table.match_id, restores__isnull=True, **own)
    losses = Adjustment.objects.filter(match=table.match_id, **own, **standing)
    written = [
        *(TableWrite("first_deal", row.at, row) for row in draws),
        *(TableWrite("hand", row.at, row) for row in hands.select_related("hand").order_by("pk")),
        *(
            TableWrite("flag" if is_flag(row.reference) else "resignation", row.at, row)
            for row in losses
        ),
    ]
    return sorted(written, key=lambda one: one.at)


def table_of(match: int) -> OnlineTable | None:
    """The online table of a match, with the match; None where it has none."""
    return OnlineTable.objects.select_related("match").filter(match=match).first()


def flag_for(adjustment: Adjustment) -> Event:
    """The flag that an adjustment is for, by its reference."""
    number = int(adjustment.reference.partition(":")[2])
    rows = TableEvent.objects.filter(table__match=adjustment.match_id, number=number)
    (event,) = events_from(rows)
    return event

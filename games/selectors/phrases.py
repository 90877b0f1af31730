"""What those at an online table have said to each other, as one of them hears it.

What a seat has muted is nothing that it hears, nor ever was: it is left out here, so it leaves the
server by no page, call or socket.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Mute, PhraseSaid
from games.selectors.table_now import TableNow
from games.tables.phrases import MOST_PHRASES, deal_before, last_deal, may_talk
from kernel.seats import Seat
from web.db.prepared import Prepared

Spans = Sequence[tuple[datetime, datetime | None]]


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, who said it, behind which dealing and when."""

    seat: Seat
    code: str
    deal: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """What a seat hears: `said` since the newest dealing, while a hand is played before it; `heard`
    how much it has said and heard at this table. `left` are the phrases that it may say now."""

    said: Sequence[Said]
    heard: int
    left: int
    is_muted: bool


@Prepared
def _phrases(table: int) -> QuerySet[PhraseSaid, tuple[Seat, str, int, datetime]]:
    rows = PhraseSaid.objects.filter(table=table).order_by("id")
    return rows.values_list("seat", "code", "deal", "at")


@Prepared
def _all_mutes(table: int) -> QuerySet[Mute, tuple[Seat, datetime, datetime | None]]:
    rows = Mute.objects.filter(table=table).order_by("id")
    return rows.values_list("seat", "at", "superseded_at")


def _mutes(table: int, seat: Seat) -> Spans:
    """From when to when a seat has heard nothing of the others; null: it still does."""
    return [(since, until) for who, since, until in _all_mutes(table) if who == seat]


def talk_of(now: TableNow, seat: Seat) -> Talk:
    """What this seat hears at a table as it stands."""
    muted = _mutes(now.table.pk, seat)
    heard = _heard(_phrases(now.table.pk), muted, seat)
    is_muted = any(until is None for _since, until in muted)
    talks = may_talk(now.state, is_finished=now.account.is_finished)
    since = last_deal(now.state) if talks else deal_before(now.state)
    said = [one for one in heard if one.deal >= since]
    own = [one for one in said if one.seat == seat]
    return Talk(
        said=own if is_muted else said,
        heard=len(heard),
        left=MOST_PHRASES - len(own) if talks else 0,
        is_muted=is_muted,
    )


def heard_at(table: int, seat: Seat) -> list[Said]:
    """All that a seat has said and heard at a table, in its order."""
    return _heard(_phrases(table), _mutes(table, seat), seat)


def hears(table: int, seat: Seat) -> bool:
    """Whether a seat hears what the others say."""
    return not any(until is None for _since, until in _mutes(table, seat))


def said_to(table: int, seat: Seat) -> list[Said]:
    """What a seat has heard from the others, in its order."""
    return [one for one in heard_at(table, seat) if one.seat != seat]


def _heard(
    rows: Sequence[tuple[Seat, str, int, datetime]],
    muted: Spans,
    seat: Seat,
) -> list[Said]:
    said = [Said(*row) for row in rows]
    return [one for one in said if one.seat == seat or not _is_within(one.at, muted)]


def _is_within(at: datetime, spans: Spans) -> bool:
    return any(since <= at and (until is None or at < until) for since, until in spans)

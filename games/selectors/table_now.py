"""Where an online table stands at this moment: its log folded, what its match comes to, its time.

Only what was done since the newest dealing is read: a long match costs no more than a short one.
What can't change any more is kept in the process: the cards of a dealing, and what a version of a
match comes to. Both are found by the commitment of the seating, which is chance: nothing else is
ever kept under the same.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery

from games.catalogue import rules_of
from games.engine.gin.fair.dealing import seed_of
from games.engine.gin.fair.secrets import Secret, secret_of
from games.models import DealSecret, Match, OnlineTable, TableEvent
from games.selectors.matches import (
    MatchRecord,
    match_record,
    next_hand,
    proposed_dealer,
    still_to_play,
)
from games.selectors.uptime import Newest, Uptime, newest_sql, uptime_since
from games.tables.clock import clock_from
from games.tables.events import REDRAWN, Event, Kind
from games.tables.fold import CardsOf, fold
from games.tables.hands.listing import hands_of
from games.tables.records import instant, ms_of
from games.tables.state import Dealing, TableSettings, TableState
from games.tables.steps import MatchNow
from games.tables.view import Account
from kernel.seats import PerSeat, Seat, nothing
from kernel.text import N_, refusal
from web.db import clock
from web.db.prepared import Prepared, run_prepared

_KEPT_AT_MOST = 4096
_COLUMNS = ("number", "kind", "at", "seat", "deal", "data")
_LOG = """
    SELECT number, kind, at, seat, deal, data, (SELECT version FROM {match} WHERE id = %s),
        {now}, {newest} FROM {table}
    WHERE table_id = %s AND number >= coalesce(
        (SELECT number FROM {table} WHERE table_id = %s AND kind = 'deal'
         ORDER BY deal DESC LIMIT 1), 0)
    ORDER BY number
"""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchAccount:
    """What a match comes to by its own record. `hand` is what the table asks of it; `sheet` has the
    points and boxes of its games by their numbers, by seat; `drawn` the cards of its draw."""

    hand: MatchNow
    is_finished: bool
    games_won: PerSeat
    sheet: dict[int, tuple[PerSeat, PerSeat]]
    drawn: tuple[str, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether it has yet to be drawn for who deals first."""
        return self.hand.dealer is None

    def score_of(self, game: int | None) -> tuple[PerSeat, PerSeat]:
        """Points and boxes of a game by seat; of one that has none yet, nothing."""
        none = nothing(len(self.games_won))
        return self.sheet.get(game or 0, (none, none))


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table at the instant `now`, in milliseconds; `log` is what was done since its newest
    dealing, that included."""

    table: OnlineTable
    log: Sequence[Event]
    state: TableState
    account: MatchAccount
    now: int
    uptime: Uptime

    @property
    def match(self) -> Match:
        return self.table.match


class _Kept(Generic[T]):
    """What was made once and can't change; of very many all are forgotten at once."""

    def __init__(self) -> None:
        self._found: dict[object, T] = {}

    def get(self, key: object) -> T | None:
        return self._found.get(key)

    def keep(self, key: object, made: T) -> T:
        if len(self._found) >= _KEPT_AT_MOST:
            self._found.clear()
        self._found[key] = made
        return made

    def forget(self) -> None:
        self._found.clear()


_cards = _Kept[Any]()
_accounts = _Kept[MatchAccount]()


def forget_all() -> None:
    """Keep nothing of any table any more: all of it is found again."""
    _cards.forget()
    _accounts.forget()


_tables = Prepared(lambda match: OnlineTable.objects.select_related("match").filter(match=match))


def table_now(match: int) -> TableNow:
    """The table of a match as it stands; refused (`not_found`) where it has none. Two queries
    where its cards and its score were asked for before, and nothing was lost meanwhile."""
    table = _tables.first(match)
    if table is None:
        raise no_table()
    return now_at(table)


def now_at(table: OnlineTable) -> TableNow:
    """The same of a table that was just read with its match."""
    return read_table(table, is_committed=not connection.in_atomic_block)


def read_table(table: OnlineTable, *, is_committed: bool) -> TableNow:
    """The same of a table that was just read: under the lock of its match by who writes to it.
    `is_committed`: what was read of the match can't be rolled back any more."""
    log, now, newest, version = _log_and_time(table)
    if version not in (None, table.match.version):  # it was written to since it was read
        table.match.refresh_from_db()
    state = fold(settings_of(table), log, cards_of(table, log))
    commitment = state.seating.commitment if is_committed else None
    account = unless_redrawn(account_of(table.match, commitment), log)
    since = min(play.since for play in state.plays)
    uptime = uptime_since(instant(since), now=now, newest=newest)
    return TableNow(table, log, state, account, ms_of(now), uptime)


def no_table() -> Exception:
    """The refusal where a match has no online table."""
    return refusal("not_found", N_("This match is not played at an online table."))


def settings_of(table: OnlineTable) -> TableSettings:
    """What holds at a table for the whole match."""
    match = table.match
    rules = rules_of(match.game, match.rules, match.rules_version)
    clock = clock_from(table.clock)
    return TableSettings(
        match.pk,
        rules.knobs,
        clock,
        table.flag,
        table.assist,
        is_solo=table.is_solo,
        seats=rules.seats,
    )


def _log_and_time(
    table: OnlineTable,
) -> tuple[tuple[Event, ...], datetime, Newest | None, int | None]:
    """What was done at a table since its newest dealing, from the beginning where none was; the
    time of the database as it said so, the newest that is known of outages, and the version of the
    match then. With nothing done the last two are null."""
    # Written out: every action and every look reads it, and to make the statement would take
    # longer than to run it.
    statement = _LOG.format(
        table=TableEvent._meta.db_table,
        match=Match._meta.db_table,
        now=clock.now_sql(),
        newest=newest_sql(),
    )
    rows = run_prepared(statement, [table.match_id, table.pk, table.pk])
    if not rows:
        return (), clock.now(), None, None
    log = tuple(
        _event(number, kind, clock.instant_from(at), seat, deal, json.loads(data))
        for number, kind, at, seat, deal, data, *_ in rows
    )
    now, *newest = (value and clock.instant_from(value) for value in rows[0][-3:])
    return log, now, Newest(*newest), rows[0][len(_COLUMNS)]


def newest_number(table: str) -> Subquery:
    """The number of the newest thing that was done at a table, which `table` leads to from the row;
    null where nothing was."""
    events = TableEvent.objects.filter(table=OuterRef(table)).order_by("-number")
    return Subquery(events.values("number")[:1])


def newest_logs(tables: Collection[int]) -> Mapping[int, Sequence[Event]]:
    """What was done at each of these tables since its newest dealing, from the beginning where none
    was: two queries for all of them."""
    dealt = TableEvent.objects.filter(table__in=tables, kind="deal").order_by()
    since = dict(dealt.values_list("table").annotate(Max("number")))
    begins = [Q(table=table, number__gte=since.get(table, 0)) for table in tables]
    logs = defaultdict[int, list[Event]](list)
    if begins:
        rows = TableEvent.objects.filter(reduce(or_, begins)).order_by("table", "number")
        for table, *columns in rows.values_list("table", *_COLUMNS):
            logs[table].append(_event(*columns))
    return logs


def events_from(rows: QuerySet[TableEvent]) -> list[Event]:
    """These rows of a log, in order, as the fold takes them."""
    return [_event(*row) for row in rows.order_by("number").values_list(*_COLUMNS)]


def _event(
    number: int, kind: Kind, at: datetime, seat: Seat | None, deal: int | None, data: dict[str, Any]
) -> Event:
    return Event(number, kind, ms_of(at), seat, deal, data)


def cards_of(
    table: OnlineTable, log: Iterable[Event], last: Callable[[int], Secret] | None = None
) -> CardsOf:
    """The cards of the dealings that are in this log, from the secrets of the table and the
    words. `last` gives the end of the chain of a seating, where it was read already."""
    settings = settings_of(table)
    commitments = {event["seating"]: event["commitment"] for event in log if event.kind == "deal"}

    def cards(dealing: Dealing) -> Any:
        key = commitments[dealing.seating], settings, dealing
        return _cards.get(key) or _cards.keep(key, dealt_now(dealing))

    def dealt_now(dealing: Dealing) -> Any:
        chain = last(dealing.seating) if last else last_secret(table, dealing.seating)
        return _dealt(chain, settings, dealing)

    return cards


def _dealt(chain: Secret, settings: TableSettings, dealing: Dealing) -> Any:
    secret = secret_of(chain, dealing.j)
    seed = seed_of(secret, settings.match, dealing.seating, dealing.d, dealing.words)
    dealer, rules, hands = dealing.dealer_place, settings.rules, hands_of(settings.rules)
    if dealer is None:
        return hands.draw(rules, settings.seats, seed)
    return hands.deal(rules, len(dealing.seats), dealer, seed)


def last_secret(table: OnlineTable, seating: int) -> Secret:
    """The end of the chain of a seating, from which all its secrets follow."""
    last = DealSecret.objects.values_list("last", flat=True).get(table=table, seating=seating)
    return Secret(bytes.fromhex(last))


def last_secrets(tables: Collection[int]) -> Mapping[tuple[int, int], Secret]:
    """The ends of all chains of these tables, by table and seating: one query."""
    rows = DealSecret.objects.filter(table__in=tables)
    return {
        (table, seating): Secret(bytes.fromhex(last))
        for table, seating, last in rows.values_list("table", "seating", "last")
    }


def account_of(match: Match, commitment: str | None) -> MatchAccount:
    """What a match, as it was read, comes to; kept under a commitment, if one is given."""
    if commitment is None:
        return account_from(match_record(match))
    key = commitment, match.version
    return _accounts.get(key) or _accounts.keep(key, account_from(match_record(match)))


def unless_redrawn(account: MatchAccount, log: Iterable[Event]) -> MatchAccount:
    """The account of a match, over as long as nothing more is played in it as things stand. What
    the table was told of that last is behind its last dealing."""
    told = [
        event["ended"] for event in log if event.kind == "ruling" and "ended" in (event.data or {})
    ]
    if not told or told[-1] != REDRAWN:
        return account
    return replace(account, hand=replace(account.hand, is_over=True))


def account_from(record: MatchRecord) -> MatchAccount:
    """What the record of a match comes to."""
    n, game, number = next_hand(record)
    begun = record.match.first_dealer is not None or bool(record.facts)
    # Of a match in which somebody must decide first what becomes of a game no hand is dealt.
    is_over = record.score.finished or not game or _is_decided(record)
    dealer, plays = proposed_dealer(record) if begun else None, tuple(still_to_play(record))
    written = frozenset(fact.hand.deal for fact in record.facts if plays and fact.hand.deal)
    hand = MatchNow(is_over, dealer, n, game, number, plays, written)
    games = record.sheet.games if record.sheet else ()
    first_deal = record.first_deal
    return MatchAccount(
        hand,
        record.score.finished,
        record.score.games_won,
        {one.number: (one.score.points, one.score.boxes) for one in games},
        tuple(first_deal.cards) if first_deal else (),
    )


def shown_account(now: TableNow, players: Sequence[Mapping[str, object]]) -> Account:
    """What the match comes to, as a view shows it; `players` as the reader may know them."""
    account, dealing = now.account, now.state.last_dealing
    points, boxes = account.score_of(dealing.game if dealing else None)
    return Account(
        games_won=account.games_won,
        points=points,
        boxes=boxes,
        is_finished=account.is_finished,
        is_over=account.hand.is_over,
        draws=account.draws,
        draw=account.drawn,
        players=players,
    )


def _is_decided(record: MatchRecord) -> bool:
    """Whether a result was handed in that is not hand by hand."""
    return record.submission is not None and not record.is_by_hands


def tables_due(now: datetime) -> QuerySet[OnlineTable, int]:
    """The matches of the tables at which something may be due, for the worker."""
    due = Q(due_at__isnull=True) | Q(due_at__lte=now)
    return (
        OnlineTable.objects.filter(due)
        .order_by(F("due_at").asc(nulls_first=True), "pk")
        .values_list("match", flat=True)
    )


def tables_untold() -> QuerySet[OnlineTable, int]:
    """The matches of the tables that have changed since their event was told."""
    untold = OnlineTable.objects.exclude(told_version=F("match__version"))
    return untold.order_by("pk").values_list("match", flat=True)

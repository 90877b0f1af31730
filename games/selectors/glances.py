"""How online tables stand, many at once and without a card: for who keeps an eye on all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.gin.fair.secrets import Secret
from games.models import OnlineTable
from games.selectors.connections import connected_at
from games.selectors.table_now import cards_of, last_secrets, newest_logs, settings_of
from games.selectors.uptime import Uptime, uptime_since
from games.tables.events import Event
from games.tables.fold import fold
from games.tables.records import instant, ms_of
from games.tables.state import Flags, SeatClock, TableState
from games.tables.steps import clocks_at, waits_for
from games.tables.view import running_seat
from kernel.seats import Seat
from web.db import clock


@dataclass(frozen=True, slots=True)
class Glance:
    """A table at one moment. By seat: the clocks, who has sat down, of whom a page is connected,
    for whom the table waits.

    `version` is the table's, `since` when what goes on now began, `moved` who did the newest thing
    there, None for the table itself.
    `state` is the word of the API, `turn` who is to act and `running` whose clock runs. `until` is
    the hour of an adjournment; `has_days` that a turn takes days, so that nobody need be there.
    """

    state: str
    turn: Seat | None
    running: Seat | None
    clocks: tuple[SeatClock, ...]
    sat: Flags
    present: Flags
    waits: Flags
    version: int
    since: datetime
    moved: Seat | None
    until: datetime | None = None
    has_days: bool = False

    @property
    def is_held(self) -> bool:
        """Whether play stands still by a word of the staff."""
        return self.state in ("paused", "adjourned")


def glances_at(matches: Iterable[int]) -> Mapping[int, Glance]:
    """The online tables of these matches, by match: seven queries at most, however many there are.
    Where nobody has asked for the table yet there is none."""
    rows = OnlineTable.objects.select_related("match").filter(match__in=list(matches))
    tables = {table.pk: table for table in rows}
    if not tables:
        return {}
    logs, there, chains = newest_logs(tables), connected_at(tables), last_secrets(tables)
    states = {table.pk: _state(table, logs.get(table.pk, ()), chains) for table in tables.values()}
    now = clock.now()
    since = min(play.since for state in states.values() for play in state.plays)
    uptime = uptime_since(instant(since), now=now)
    return {
        tables[key].match_id: _glance(
            state,
            logs[key][-1] if logs.get(key) else None,
            tuple((key, seat) in there for seat in range(state.settings.seats)),
            ms_of(now),
            uptime,
        )
        for key, state in states.items()
    }


def _state(
    table: OnlineTable, log: Sequence[Event], chains: Mapping[tuple[int, int], Secret]
) -> TableState:
    cards = cards_of(table, log, lambda seating: chains[table.pk, seating])
    return fold(settings_of(table), log, cards)


def _glance(
    state: TableState, newest: Event | None, present: Flags, now: int, uptime: Uptime
) -> Glance:
    return Glance(
        state=state.hold or state.stage,
        turn=state.turn,
        running=running_seat(state, is_over=False),
        clocks=clocks_at(state, now, uptime.outages),
        sat=state.seating.sat,
        present=present,
        waits=waits_for(state),
        version=state.number,
        since=instant(state.since),
        moved=newest.seat if newest else None,
        until=None if state.until is None else instant(state.until),
        has_days=state.settings.clock.kind == "days",
    )

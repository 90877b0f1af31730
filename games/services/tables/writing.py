"""One write at an online table: only the row of its match is locked, so that many tables go on side
by side.

What fell due before is done first, at the instant at which it fell due, whoever comes by: a player,
or the worker. What players ask is in `acting`, what follows in the match in `recording`.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from games.models import Bot, DealSecret, Match, OnlineTable, Premove, TableEvent
from games.selectors.bots import bots_at
from games.selectors.connections import has_left
from games.selectors.matches import MatchRecord, match_record
from games.selectors.premoves import standing_premove
from games.selectors.table_now import (
    MatchAccount,
    TableNow,
    account_from,
    cards_of,
    no_table,
    read_table,
    unless_redrawn,
)
from games.services.stored import who
from games.services.tables import recording
from games.services.tables.bot_turns import ask_bots
from games.signals import match_written, table_changed
from games.tables.bots import said_unasked
from games.tables.chains import BYTES, commitment_of
from games.tables.events import MOVED, Event, Kind
from games.tables.fold import after, fold
from games.tables.records import instant
from games.tables.state import TableState
from games.tables.steps import Step, next_step, passes_next
from kernel.permissions import COMPUTER, ONLINE, Actor, Role
from kernel.seats import Seat
from web.db.prepared import Prepared

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""When something falls due at a table that waits for people."""

UNTOLD = 0
"""Told of no version of a match, which begins with 1: the tick tells all anew."""

_LOSING: tuple[Kind, ...] = ("flag", "resignation")
_OPEN = Match.States.OPEN


class Writing:
    """A table that is being written to, under the lock of its match: how it stands, and what was
    done that is not stored yet."""

    def __init__(self, begun: TableNow) -> None:
        self.table: OnlineTable = begun.table
        self.now, self.uptime = begun.now, begun.uptime
        self.log: list[Event] = [*begun.log]
        self.state: TableState = begun.state
        self._begun: TableState = begun.state
        self.account: MatchAccount = begun.account
        self.rows: list[TableEvent] = []
        self.has_written = False
        self._record: MatchRecord | None = None

    @property
    def current(self) -> TableNow:
        """The table as it stands now."""
        return TableNow(
            self.table, tuple(self.log), self.state, self.account, self.now, self.uptime
        )

    @property
    def record(self) -> MatchRecord:
        """The record of the match, read when it is asked for."""
        if self._record is None:
            self._record = match_record(self.table.match)
        return self._record

    @cached_property
    def bots(self) -> Mapping[Seat, Bot]:
        """The computer players at the table, by seat."""
        return bots_at(self.table)

    def append(
        self,
        kind: Kind,
        *,
        by: Actor,
        seat: Seat | None = None,
        data: Mapping[str, Any] | None = None,
        at: int | None = None,
        deal: int | None = None,
        key: str | None = None,
        body_digest: str = "",
    ) -> TableEvent:
        """One more event, now unless it was due before, with what follows from it in the match;
        its row is stored in the end."""
        at = self.now if at is None else at
        own = self.state.at_seat(seat).dealing
        if deal is None and own is not None:
            deal = own.d
        event = Event(self.state.number + 1, kind, at, seat, deal, data or {})
        row = TableEvent(
            table=self.table,
            number=event.number,
            kind=kind,
            seat=seat,
            deal=deal,
            data=dict(event.data or {}),
            key=key,
            body_digest=body_digest,
            **who(by, instant(at)),
        )
        self.rows.append(row)
        before = self.state
        if kind == "deal":  # from here on it is read again, with nothing of what was before
            self.log = [event]
            self.state = fold(before.settings, self.log, cards_of(self.table, self.log))
        else:
            self.log.append(event)
            self.state = after(before, event, cards_of(self.table, self.log))
        self._write_into_match(before.at_deal(deal), self.state.at_deal(deal), event)
        return row

    def wrote(self, record: MatchRecord) -> None:
        """The match was written to: this is its record now."""
        self._record, self.has_written = record, True
        self.account = unless_redrawn(account_from(record), self.log)

    def settle(self) -> None:
        """Let the table do all that is due by now, one thing after the other; what a seat has said
        ahead comes before its time could run out."""
        while self._pass_ahead() or self._speak_for_bots() or self._take_due():
            pass

    def _take_due(self) -> bool:
        step = self._due()
        if step is None:
            return False
        self._take(step)
        return True

    def _pass_ahead(self) -> bool:
        """Pass the upcard for a seat in turn, if it has said so and nothing else ended the hand: at
        the instant at which its turn began."""
        return any(self._passed_ahead(play) for play in self.state.plays)

    def _passed_ahead(self, state: TableState) -> bool:
        seat = state.turn
        if self.account.hand.is_over or not passes_next(state):
            return False
        assert seat is not None
        assert state.dealing is not None
        said = standing_premove(self.table, seat, state.dealing.d)
        if said is None:
            return False
        left = state.clocks[seat]
        data = {"action": "pass", "left": left.left, "reserve": left.reserve}
        self.append("action", by=_sayer(said), seat=seat, data=data, at=state.since)
        said.superseded_at = instant(self.now)
        said.save(update_fields=["superseded_at"])
        return True

    def _speak_for_bots(self) -> bool:
        """Say for a computer player what needs no choice."""
        for seat, bot in self.bots.items():
            said = said_unasked(
                self.state,
                seat,
                bot.seed,
                draws=self.account.draws,
                is_over=self.account.hand.is_over,
            )
            for one in said:
                self.append(one.kind, by=COMPUTER, seat=seat, data=one.data)
            if said:
                return True
        return False

    def _due(self) -> Step | None:
        """What is to be done next, if its instant has come. No deadline passes while nobody could
        act."""
        step = next_step(self.state, self.account.hand, self.uptime.outages)
        if step is None or step.at > self.now or (step.is_deadline and not self.uptime.is_up):
            return None
        return step

    def _take(self, step: Step) -> None:
        data, deal = dict(step.data or {}), step.deal
        if step.kind == "commitment":
            data |= {"commitment": self._new_chain(data["seating"])}
        if step.kind == "deal":
            deal = self.state.next_d(draws=self.account.draws)
        if step.kind == "flag" and step.seat is not None:
            data |= {"away": has_left(self.table.pk, step.seat, instant(step.at))}
        self.append(step.kind, by=ONLINE, seat=step.seat, data=data, at=step.at, deal=deal)

    def _new_chain(self, seating: int) -> str:
        """Draw the secrets of a seating; its commitment."""
        last = secrets.token_bytes(BYTES)
        DealSecret.objects.create(table=self.table, seating=seating, last=last.hex())
        return commitment_of(last)

    def _write_into_match(self, before: TableState, state: TableState, event: Event) -> None:
        """What the match is told of an event: who deals first, that play has begun, a hand that is
        over, a loss. The states show the hand of the event."""
        is_over = before.stage == "playing" and state.stage == "hand_over"
        if is_over and state.cut_off == MOVED:
            return  # it is dealt again where the match goes on, and was no hand
        told = self._told_draw(event)
        begins = event.kind == "deal" and event.deal != 0 and self.table.match.state == _OPEN
        is_told = told is not None or begins or is_over or event.kind in _LOSING
        record = self.record if is_told else None
        if record is None:
            return
        version = record.match.version
        if told is not None:
            record = recording.write_first_deal(record, *told, event.at)
        if begins:
            record = recording.begin_match(record, event.at)
        if is_over and state.cut_off:
            record = recording.write_cut_off(record, state, self.log, state.cut_off)
        elif is_over:
            record = recording.write_hand(record, state, self.log)
        if event.kind in _LOSING:
            record = recording.write_loss(record, event, len(record.facts) if is_over else None)
        if record.match.version != version:
            self.wrote(record)

    def _told_draw(self, event: Event) -> tuple[Sequence[str], Seat] | None:
        """The cards and the dealer of a draw by which it is known now who deals."""
        draw = self.state.draw
        is_draw = event.kind == "choice" or (event.kind == "deal" and event.deal == 0)
        if not is_draw or draw is None or draw.dealer is None:
            return None
        return [str(card) for card in draw.cards], draw.dealer

    def close(self) -> None:
        """Store what was done, and when something falls due next."""
        TableEvent.objects.bulk_create(self.rows)
        step = next_step(self.state, self.account.hand, self.uptime.outages)
        asked = ask_bots(self.current, self.bots, before=self._begun)
        due = min(instant(step.at) if step else NEVER, asked or NEVER)
        stored = self.table.due_at
        # An earlier instant costs the worker a look, one that is written costs every action.
        if stored is None or stored <= instant(self.now) or due < stored:
            self.table.due_at = due
            OnlineTable.objects.filter(pk=self.table.pk).update(due_at=due)
        if self.rows:
            left = self.current
            transaction.on_commit(lambda: table_changed.send(sender=OnlineTable, now=left))
        if self.has_written:
            match = self.table.match_id
            transaction.on_commit(lambda: match_written.send(sender=Match, match_id=match))


def _sayer(said: Premove) -> Actor:
    """Who has said something ahead."""
    return Actor(
        said.via,
        user_id=said.by_id,
        staff_id=said.by_staff,
        roles=frozenset({Role(said.role)}),
    )


@Prepared
def _locked(match: int) -> QuerySet[OnlineTable]:
    tables = OnlineTable.objects.select_related("match").select_for_update(of=("match",))
    return tables.filter(match=match)


@contextmanager
def writing(match: int) -> Iterator[Writing]:
    """Lock a match and yield its table to be written to; what was done is stored, or nothing.

    Refused (`not_found`) where it has none. The time is that of the database behind the lock: who
    had to wait for it came later.
    """
    # What a transaction that has begun before wrote into the match may yet be rolled back.
    is_committed = not connection.in_atomic_block
    with transaction.atomic():
        table = _locked.first(match)
        if table is None:
            raise no_table()
        opened = Writing(read_table(table, is_committed=is_committed))
        yield opened
        opened.close()


def settle_table_now(*, match: int) -> None:
    """Let the table of a match do what is due: what the worker does where nobody comes by."""
    with writing(match) as opened:
        opened.settle()


def note_told(*, match: Match, until: datetime | None) -> None:
    """The event knows all that the table has written into the match up to this instant."""
    told = OnlineTable.objects.filter(match=match)
    told.update(told_version=match.version, told_at=until)


def note_untold(*, matches: Iterable[int]) -> None:
    """The event has yet to look at what the tables of these matches have written."""
    OnlineTable.objects.filter(match__in=list(matches)).update(told_version=UNTOLD)


def open_table(
    *,
    match: int,
    clock: Mapping[str, Any],
    flag: str,
    spectators: str,
    assist: bool,
    is_solo: bool = False,
) -> None:
    """The online table of a match is there from now on; of several who ask at once one makes it."""
    said = {"clock": clock, "flag": flag, "spectators": spectators, "assist": assist}
    defaults = said | {"is_solo": is_solo, "due_at": NEVER}
    OnlineTable.objects.get_or_create(match_id=match, defaults=defaults)

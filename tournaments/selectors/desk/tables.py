"""The online table of a match as one reader may see it: who they are there, and what that shows."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery, TextField, Value
from django.db.models.functions import Cast, JSONArray

from games.selectors.bots import bots_at, with_bots
from games.selectors.connections import connected_with, open_connections, present_at
from games.selectors.disclosures import has_disclosed
from games.selectors.matches import MatchRecord, match_record
from games.selectors.seats import Sitting, sitting_in
from games.selectors.table_now import TableNow, now_at, shown_account
from games.tables.records import instant
from games.tables.state import SeatClock, TableState
from games.tables.steps import clocks_at
from games.tables.view import (
    Reader,
    Sight,
    clocks_json,
    own_clocks,
    table_view,
    turn_for,
    version_for,
)
from kernel.permissions import Actor
from kernel.seats import SIDES, Seat
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board, EntryMember, PairingSide
from tournaments.selectors.events.access import (
    Row,
    Rows,
    board_of_table,
    guest_at,
    own_members,
    role_rows,
    seat_of,
    seated_by,
    sees_drafts,
)
from tournaments.selectors.events.names import called, seat_names, way_of_showing
from tournaments.selectors.stages.partners import partners_at
from tournaments.selectors.stages.sides import public_name
from web.db.prepared import Prepared

Side = tuple[Seat, int, str, str]
"""Seat, entry, its name and how it is shown."""
_SIDE, _THERE = "side", "there"

OWN_FRAMES = "seats"
"""Where a frame says what is for one seat."""


@dataclass(frozen=True, slots=True)
class TableReader:
    """Somebody at the table of a match: with their roles there, and what they see of its hands.

    By seat: who sits there, as the reader may know them, and whether a page of theirs is connected.
    """

    actor: Actor
    board: Board
    reader: Reader
    players: Sequence[Mapping[str, object]]
    present: tuple[bool, ...]


def table_reader(actor: Actor, match: int, seat_of_both: Seat = 0) -> TableReader | None:
    """Who the actor is at the online table of a match; None where there is none for them to see.
    Who plays both seats sits in `seat_of_both`."""
    board = board_of_table(actor, match)
    if board is None or not hasattr(board.match, "table"):
        return None
    tournament = board.pairing.round.stage.tournament
    if tournament.is_friendly:
        return _holder(actor, board, seat_of_both) if tournament.is_trial else _guest(actor, board)
    roles, sides, there = _people_at(actor, board)
    actor, seat = seated_by(actor, board, roles)
    reader = reader_at(actor, seat, board)
    if reader is None:
        return None
    full = sees_drafts(actor)
    players: list[Mapping[str, object]] = [
        {
            "name": name if full else public_name(name, shown, entry, tournament.pk),
            "entry": entry,
        }
        for _seat, entry, name, shown in sorted(sides)
    ]
    if tournament.has_partners:
        players = _partners(board, players, full_names=full)
    elif len(sides) > SIDES:
        players = _at_table(board, players)
    present = with_bots(board.match.table, [seat in there for seat in range(len(players))])
    return TableReader(actor, board, reader, players, present)


def _partners(
    board: Board, sides: Sequence[Mapping[str, object]], *, full_names: bool
) -> list[Mapping[str, object]]:
    """Who sits at a table between partners, by seat, with the entry of their side; a computer
    player by its code."""
    bots = bots_at(board.match.table)
    called = {one.seat: one.name for one in partners_at(board, full_names=full_names)}
    seated = sitting_in(board.match_id) if bots else {}
    seats = range(SIDES * board.pairing.round.stage.tournament.boards)
    return [
        {**_seated(seated[seat]), **_entry(sides, seat)}
        if seat in bots
        else {"name": called.get(seat, ""), **_entry(sides, seat)}
        for seat in seats
    ]


def _at_table(board: Board, players: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Who sits at a table of three or more, by seat; a computer player by its code."""
    bots = bots_at(board.match.table)
    seated = sitting_in(board.match_id) if bots else {}
    return [
        {**_seated(seated[seat]), **_entry(players, seat)} if seat in bots else player
        for seat, player in enumerate(players)
    ]


def _entry(sides: Sequence[Mapping[str, object]], seat: Seat) -> Mapping[str, object]:
    return {"entry": sides[seat % len(sides)]["entry"]}


def _holder(actor: Actor, board: Board, seat: Seat) -> TableReader:
    """The holder of a trial in one of its seats: they are there in both."""
    actor, _ = seated_by(actor, board, ())
    players = [{"name": name} for name in seat_names()]
    return TableReader(actor, board, Reader(Sight.OWN, seat), players, (True, True))


def _guest(actor: Actor, board: Board) -> TableReader | None:
    """Somebody at a friendly: in one of its seats, else they find nothing."""
    actor, seat = guest_at(actor, board)
    if seat is None:
        return None
    players, there = guest_players(board.match_id), connected_with(board.match.table.pk)
    present = tuple(at in there or "bot" in one for at, one in enumerate(players))
    return TableReader(actor, board, Reader(Sight.OWN, seat), players, present)


def guest_players(match: int) -> Sequence[Mapping[str, object]]:
    """Who sits at a friendly, by seat: a `guest` has no account, a `bot` is a computer player, said
    by its code, with a `portrait` where it has one; a seat is `open` as long as nobody has taken
    it."""
    found = {seat: _seated(one) for seat, one in sitting_in(match).items()}
    seats = range(max(SIDES, len(found)))  # at a table of four all are taken from the start
    return [found.get(seat, {"name": "", "open": True}) for seat in seats]


def _seated(one: Sitting) -> Mapping[str, object]:
    if one.bot:
        face = {"portrait": one.portrait} if one.portrait else {}
        return {"name": called(one), "bot": one.bot, **face}
    return {"name": called(one)} | ({} if one.has_account else {"guest": True})


def reader_or_open(
    actor: Actor, match: int, open_table: Callable[[], bool], seat_of_both: Seat = 0
) -> TableReader | None:
    """The same; where nobody has asked for the table yet, once `open_table` has made it."""
    found = table_reader(actor, match, seat_of_both)
    if found is None and open_table():
        found = table_reader(actor, match, seat_of_both)
    return found


def reader_at(actor: Actor, seat: Seat | None, board: Board) -> Reader | None:
    """What an actor, with their roles at the match, sees of its hands. A seat sees its own whatever
    else it is, and who plays in the event never what is hidden from a seat of it."""
    table = board.match.table
    if seat is not None:
        return Reader(Sight.OWN, seat)
    if sees_drafts(actor) and _was_disclosed(actor, board):
        return Reader(Sight.BOTH)
    if table.spectators == "live_public":
        return Reader(Sight.OPEN)
    if table.spectators == "hand_end" or sees_drafts(actor):
        return Reader(Sight.NONE)
    return None


def records_open_to(actor: Actor, board: Board) -> MatchRecord | None:
    """The record of a match that is played online, for who may read its hands when they are
    over."""
    return match_record(board.match) if may_read_records(actor, board) else None


def may_read_records(actor: Actor, board: Board) -> bool:
    """Whether the actor may read the hands of a match that are over, as far as it is played online:
    its players and staff, others as the event has it, and everybody once its result stands."""
    if not hasattr(board.match, "table"):
        return False
    if board.pairing.round.stage.tournament.is_friendly:
        return True
    is_open = board.match.state == MatchState.FINISHED
    return is_open or reader_at(actor, seat_of(actor, board.match), board) is not None


def plays_in_event(actor: Actor, board: Board) -> bool:
    """Whether the actor plays in the event of a match."""
    return own_members(actor, board.pairing.round.stage.tournament).exists()


def _was_disclosed(actor: Actor, board: Board) -> bool:
    if not has_disclosed(board.match.table, user=actor.user_id, staff=actor.staff_id):
        return False
    return not plays_in_event(actor, board)


def view_of(found: TableReader, now: TableNow | None = None) -> dict[str, Any]:
    """The table as this reader sees it: as a write left it, else read."""
    now = now or now_at(found.board.match.table)
    return table_view(
        now.state,
        shown_account(now, found.players),
        found.reader,
        clocks=clocks_at(now.state, now.now, now.uptime.outages),
        present=found.present,
        now=now.now,
    )


def frame_of(now: TableNow) -> dict[str, Any]:
    """What the socket of a match says: which version there is, whose turn it is and the clocks,
    the same to everybody. Where several hands go on, `seats` has by seat what those who play there
    are told in place of it: of their own hand alone."""
    state = now.state
    clocks = clocks_at(state, now.now, now.uptime.outages)
    seats = state.settings.seats
    present = with_bots(now.table, present_at(now.table.pk, instant(now.now), seats))
    frame = _frame(state, None, clocks, present, is_over=now.account.hand.is_over)
    if seats == SIDES:
        return frame
    own = (
        _frame(state, seat, clocks, present, is_over=now.account.hand.is_over)
        for seat in range(seats)
    )
    return frame | {OWN_FRAMES: {str(seat): one for seat, one in enumerate(own)}}


def _frame(
    state: TableState,
    seat: Seat | None,
    clocks: Sequence[SeatClock],
    present: Sequence[bool],
    *,
    is_over: bool,
) -> dict[str, Any]:
    shown = state.at_seat(seat)
    return {
        "topic": f"match:{state.settings.match}",
        "version": version_for(state, seat),
        "turn": turn_for(state, seat),
        "clocks": clocks_json(shown, own_clocks(shown, clocks, seat), present, is_over=is_over),
    }


def _people_at(actor: Actor, board: Board) -> tuple[list[Row], list[Side], set[Seat]]:
    """What the actor is at a match, who sits on its sides, and the seats that are connected."""
    tournament = board.pairing.round.stage.tournament
    who = actor.user_id, actor.staff_id
    where = board.match_id, board.match.table.pk, board.pairing_id
    roles, sides, there = list[Row](), list[Side](), set[Seat]()
    for kind, seat, said in _people(*who, *where, tournament.pk, tournament.club_id):
        if kind == _SIDE:
            sides.append((int(seat), *json.loads(said)))
        elif kind == _THERE:
            there.add(int(seat))
        else:
            roles.append((kind, seat, said))
    return roles, sides, there


@Prepared
def _people(
    user: int | None,
    staff: int | None,
    match: int,
    table: int,
    pairing: int,
    tournament: int,
    club: int,
) -> Rows:
    shown = EntryMember.objects.filter(entry=OuterRef("entry"), board=1)
    way = Subquery(shown.annotate(way=way_of_showing()).values("way")[:1])
    said = JSONArray("entry", "entry__name", way)
    seat = Cast("seat", TextField())
    sides = PairingSide.objects.filter(pairing=pairing, entry__isnull=False).order_by()
    there = open_connections(table).order_by()
    return role_rows(
        Actor("", user_id=user, staff_id=staff),
        match,
        tournament,
        club,
        sides.values_list(Value(_SIDE), seat, Cast(said, TextField())),
        there.values_list(Value(_THERE), seat, Value("")),
    )

"""What staff do at an online table (the contract of the online table): pause, more time,
adjournment, adjudication, and that the hands are disclosed to them.

The caller has locked the event already, and audits what is done: whoever holds the lock of a match
never waits for that of its tournament.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.cut_offs import CutOff
from games.selectors.table_now import TableNow
from games.services.adjustments import AdjustmentKinds, adjust
from games.services.tables.writing import Writing, writing
from games.tables.records import instant, ms_of
from games.tables.requests import nothing_more, require_here
from games.tables.state import Dealing, TableState
from games.tables.steps import clocks_at
from kernel.permissions import Actor
from kernel.seats import SIDES, Seat
from kernel.text import N_, refusal

SEVERAL_PLAYED = N_(
    "Several hands are played at the online table just now: say who play the one that is meant."
)
ADJUDICATION = "adjudication:"
"""What the reference of an adjustment begins with by which a hand was adjudicated; behind it stands
the number of the table's event."""


NOT_FOR_ONE = N_(
    "With three or more at a table nobody alone is given points: decide the hand void, and give a "
    "penalty to whoever is at fault."
)


@dataclass(frozen=True, slots=True)
class StaffWrite:
    """The table after something that staff did, and the row of the log that says it, by its key."""

    now: TableNow
    event: int


def pause(*, match: int, reason: str, by: Actor) -> StaffWrite:
    """Stop play and the clocks, until somebody resumes it."""
    with writing(match) as opened:
        _begin(opened)
        _require_going_on(opened)
        row = opened.append("pause", by=by, data={"reason": reason, **_clocks(opened)})
    return StaffWrite(opened.current, row.pk)


def adjourn(
    *, match: int, until: datetime, reason: str, by: Actor, is_vacation: bool = False
) -> StaffWrite:
    """Stop play and the clocks until an hour, at which play goes on by itself; `is_vacation`: as a
    player is away until then."""
    with writing(match) as opened:
        _begin(opened)
        _require_going_on(opened)
        if ms_of(until) <= opened.now:
            raise refusal("bad_hour", N_("This hour is past: say when play goes on."), "at")
        said = {"reason": reason, "until": ms_of(until), **_clocks(opened)}
        if is_vacation:
            said["vacation"] = True
        row = opened.append("adjournment", by=by, data=said)
    return StaffWrite(opened.current, row.pk)


def resume(*, match: int, reason: str, by: Actor) -> StaffWrite:
    """Play goes on; the turn that was interrupted has the time that it had left."""
    with writing(match) as opened:
        _begin(opened)
        if not opened.state.hold:
            raise refusal("wrong_state", N_("Play goes on already at this table."))
        row = opened.append("resumption", by=by, data={"reason": reason})
        opened.settle()
    return StaffWrite(opened.current, row.pk)


def give_time(*, match: int, seat: Seat, seconds: int, reason: str, by: Actor) -> StaffWrite:
    """More time for a seat: beside its turns where there is a reserve, else in what it has."""
    with writing(match) as opened:
        _begin(opened)
        _require_played_on(opened)
        if not opened.state.settings.clock.is_timed:
            raise refusal("wrong_state", N_("There is no clock at this table."))
        said = {"ms": seconds * 1000, "reason": reason}
        row = opened.append("time", by=by, seat=seat, data=said)
    return StaffWrite(opened.current, row.pk)


def adjudicate(
    *,
    match: int,
    winner: Seat | None,
    points: int,
    reason: str,
    by: Actor,
    players: Sequence[Seat] = (),
) -> StaffWrite:
    """The hand that is played is cut off and void; `winner` has so many points in its place. Where
    several are played, `players` or the winner say which one."""
    with writing(match) as opened:
        _begin(opened)
        if winner is not None and opened.record.game_rules.sides > SIDES:
            raise refusal("wrong_state", NOT_FOR_ONE, "winner")
        named = {*players} if winner is None else {*players, winner}
        deal = _played(opened.state, named).d
        said = {"void": True} if winner is None else {"winner": winner, "points": points}
        row = opened.append("adjudication", by=by, data=said | {"reason": reason}, deal=deal)
        opened.append("cut_off", by=by, data={"reason": str(CutOff.RULED)}, deal=deal)
        if winner is not None:
            _credit(opened, winner, points, f"{ADJUDICATION}{row.number}", by)
        opened.settle()
    return StaffWrite(opened.current, row.pk)


def _played(state: TableState, named: Collection[Seat]) -> Dealing:
    """The hand that is played, by all of these where somebody is named; refused where none is, or
    several are."""
    running = [play.dealing for play in state.plays if play.stage == "playing"]
    meant = [one for one in running if one is not None and {*named} <= {*one.seats}]
    if not meant:
        raise refusal("hand_over", N_("No hand is played at this table now."))
    if len(meant) > 1:
        raise refusal("wrong_state", SEVERAL_PLAYED, "players")
    return meant[0]


def disclose(*, match: int, reason: str, by: Actor) -> StaffWrite:
    """From now on the view of whoever asks shows both hands."""
    with writing(match) as opened:
        opened.settle()
        require_here(opened.state)
        row = opened.append("disclosure", by=by, data={"reason": reason, "user": by.user_id})
    return StaffWrite(opened.current, row.pk)


def _begin(opened: Writing) -> None:
    """Let the table do what was due; refused where the match is over, or elsewhere."""
    opened.settle()
    require_here(opened.state)
    if opened.account.is_finished:
        raise refusal("match_over", N_("This match is over."))


def _require_played_on(opened: Writing) -> None:
    """A match that was stopped can be resumed, and nothing else."""
    if opened.account.hand.is_over:
        raise nothing_more()


def _require_going_on(opened: Writing) -> None:
    _require_played_on(opened)
    if opened.state.hold == "paused":
        raise refusal("paused", N_("This table is paused already."))
    if opened.state.hold == "adjourned":
        raise refusal("adjourned", N_("This match is adjourned already. Resume it first."))


def _clocks(opened: Writing) -> Mapping[str, Any]:
    """What each clock has left now, where it stops."""
    clocks = clocks_at(opened.state, opened.now, opened.uptime.outages)
    return {"clocks": [[clock.left, clock.reserve] for clock in clocks]}


def _credit(opened: Writing, winner: Seat, points: int, reference: str, by: Actor) -> None:
    """Points for a seat in the game that is played."""
    record, _adjustment = adjust(
        record=opened.record,
        kind=AdjustmentKinds.POINTS,
        seat=opened.record.game_rules.other_sides(winner)[0],
        points=points,
        reference=reference,
        by=by,
        now=instant(opened.now),
    )
    opened.wrote(record)

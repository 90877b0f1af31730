"""The two of a match agree on an hour, in an event by windows: one proposes up to three, the other
takes one of them or proposes hours in turn."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.windows import MOST_TIMES
from tournaments.models import AgreedTime, Board, TimeProposal
from tournaments.selectors.desk.arranging import Arrangement, arrangement_of, times_of
from tournaments.selectors.events.access import seat_of
from tournaments.selectors.stages.sides import sides_at
from tournaments.services.desk.match_edit import lock_match, require_playable
from tournaments.services.gate.changes import Change, changing

NO_WINDOW = N_("This match is played at its time: there is no time to agree on.")
NOT_YOURS = N_("Only the two who play this match agree on its time.")
IS_OVER = N_("This match is over.")
TAKEN_BACK = N_("This match was taken back with its draw.")
HOW_MANY = N_("Propose one time at least, and three at most.")
PAST = N_("A time is past already: propose times that come.")
TOO_LATE = N_("A time is after the end of this round. Propose earlier ones.")
NOT_PROPOSED = N_("This time is not proposed any more. Look what is, or propose times yourself.")


@dataclass(frozen=True, slots=True)
class _Opened:
    """A match under its lock, with the seat of the actor and what stands."""

    change: Change
    board: Board
    seat: Seat
    stands: Arrangement


def propose_times(
    *, board: Board, times: Sequence[datetime], by: Actor, now: datetime
) -> Arrangement:
    """Propose hours for one's match; they take the place of whatever either of the two proposed
    before. An hour that is agreed holds until another one is. The same again changes nothing."""
    with _opened(board, by, now) as opened:
        wanted = sorted({time.astimezone(UTC) for time in times})
        if not 1 <= len(wanted) <= MOST_TIMES:
            raise refusal("invalid", HOW_MANY, "times")
        if wanted[0] <= now:
            raise refusal("bad_hour", PAST, "times")
        if wanted[-1] > opened.stands.until:
            raise refusal("bad_hour", TOO_LATE, "times")
        standing = _standing(board)
        if standing and standing.seat == opened.seat and list(times_of(standing)) == wanted:
            return opened.stands
        _end(standing, now)
        proposal = TimeProposal.objects.create(
            board=board,
            seat=opened.seat,
            times=[time.isoformat() for time in wanted],
            **opened.change.facts,
        )
        _note(opened, "match.propose_times", {"proposal": proposal.pk, "times": proposal.times})
        return _after(opened)


def accept_time(*, board: Board, time: datetime, by: Actor, now: datetime) -> Arrangement:
    """Take one of the hours that the other player proposes: then the match is played. The same one
    again changes nothing."""
    with _opened(board, by, now) as opened:
        if opened.stands.agreed == time:
            return opened.stands
        proposal = _standing(board)
        is_theirs = proposal is not None and proposal.seat != opened.seat
        if proposal is None or not is_theirs or time not in opened.stands.proposed:
            raise refusal("not_proposed", NOT_PROPOSED)
        AgreedTime.objects.filter(board=board, superseded_at=None).update(superseded_at=now)
        _end(proposal, now)
        agreed = AgreedTime.objects.create(
            proposal=proposal, board=board, seat=opened.seat, time=time, **opened.change.facts
        )
        _note(opened, "match.agree_time", {"agreed": agreed.pk, "time": time.isoformat()})
        return _after(opened)


@contextmanager
def _opened(board: Board, by: Actor, now: datetime) -> Iterator[_Opened]:
    """Lock the event, then the match. Refused for who does not play in it, and where there is
    nothing to agree on any more."""
    tournament = board.pairing.round.stage.tournament_id
    with changing(tournament, by=by, now=now, action="enter_result") as change:
        match = lock_match(board.match_id)
        sides = list(sides_at(board.pairing_id))
        if match is None or sides[0].pairing.round.stage_id is None:
            raise refusal("not_found", TAKEN_BACK)
        seat = seat_of(by, match)
        if seat is None:
            raise refusal("forbidden", NOT_YOURS)
        require_playable(match, sides)
        if match.state == MatchState.FINISHED:
            raise refusal("match_over", IS_OVER)
        stands = arrangement_of(board, now)
        if stands is None:
            raise refusal("wrong_state", NO_WINDOW)
        yield _Opened(change, board, seat, stands)


def _standing(board: Board) -> TimeProposal | None:
    return TimeProposal.objects.filter(board=board, superseded_at=None).first()


def _end(proposal: TimeProposal | None, now: datetime) -> None:
    if proposal is not None:
        TimeProposal.objects.filter(pk=proposal.pk).update(superseded_at=now)


def _note(opened: _Opened, action: str, about: Mapping[str, object]) -> None:
    """Audit it. Whoever wishes for a mail is written to by a worker, with what else follows."""
    match, stage = opened.board.match_id, opened.board.pairing.round.stage
    said = {"match": match, "seat": opened.seat, **about}
    opened.change.record(action, "results", public=True, **said)
    opened.change.unsettled.add(stage.pk)


def _after(opened: _Opened) -> Arrangement:
    stands = arrangement_of(opened.board, opened.change.now)
    assert stands is not None
    return stands

"""A referee is called to a match, goes there, and the matter is settled."""

from datetime import datetime

from games.selectors.phrases import said_to
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.tonight.calls import PRESSED, CallAbout
from tournaments.models import Board, Call, CallTaken, PhraseReport
from tournaments.selectors.desk.calls import has_reported, is_of, name_of, standing_call_at
from tournaments.selectors.events.access import seat_of
from tournaments.selectors.stages.sides import sides_at
from tournaments.services.desk.match_edit import OWN_MATCH, require_playable
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.ended_calls import end_calls, seconds_of

REPORTED = N_(
    "You have reported what was said in this match already. Call a referee for anything else."
)


def make_call(*, board: Board, about: str, by: Actor, now: datetime) -> Call:
    """Call a referee to a match, for one of the subjects that are pressed.

    Where one is called already, that call is given as it stands: it keeps its time and its subject,
    whichever of the two has pressed first.
    """
    if not by.may("call.make"):
        raise refusal("forbidden", N_("Only its players and its referees call one to a match."))
    if about not in PRESSED:
        raise refusal("bad_call", N_("Say what the call is about."), "about")
    with changing(_tournament_of(board), by=by, now=now) as change:
        return _call(change, _still_there(board), about)


def report_phrases(*, board: Board, seat: Seat, by: Actor, now: datetime) -> PhraseReport:
    """Tell a referee what the others have said at the online table, once in a match. Where one is
    called already they are told with that call."""
    with changing(_tournament_of(board), by=by, now=now) as change:
        fresh = _still_there(board)
        if has_reported(fresh, seat):
            raise refusal("reported_already", REPORTED)
        said = [one.code for one in said_to(fresh.match.table.pk, seat)]
        if not said:
            raise refusal("nothing_said", N_("Nobody has said anything to you here."))
        call = _call(change, fresh, CallAbout.PHRASES)
        facts = {"board": fresh, "seat": seat, "said": said, "call": call}
        report = PhraseReport.objects.create(**facts, **change.facts)
        change.record(
            "call.report",
            "calls",
            match=fresh.match_id,
            call=call.pk,
            seat=seat,
            phrases=said,
        )
    return report


def take_call(
    *, board: Board, call_id: int, by: Actor, now: datetime, take_over: bool = False
) -> CallTaken:
    """A referee goes to a call. Who goes already is told by name to a second one, who goes in their
    stead only by `take_over`. Taking it twice changes nothing."""
    if not by.may("call.take"):
        raise refusal("forbidden", N_("Only a referee of this table goes to a call."))
    if seat_of(by, board.match) is not None:
        raise refusal("forbidden", OWN_MATCH)
    with changing(_tournament_of(board), by=by, now=now) as change:
        call = Call.objects.filter(pk=call_id, board=board, superseded_at__isnull=True).first()
        if call is None:
            raise refusal("call_over", N_("This call is over: nobody waits there any more."))
        taken = CallTaken.objects.filter(call=call, superseded_at__isnull=True).first()
        if taken is not None and is_of(taken, by):
            return taken
        if taken is not None:
            _require_gone_or(take_over, name_of(taken))
            taken.superseded_at = now
            taken.save(update_fields=["superseded_at"])
        made = CallTaken.objects.create(call=call, **change.facts)
        seconds = seconds_of(call, change)
        change.record("call.take", "calls", match=board.match_id, call=call.pk, seconds=seconds)
    return made


def end_call(*, board: Board, call_id: int, by: Actor, now: datetime) -> None:
    """The two have sorted it out, or the referee has. Ending it twice changes nothing."""
    if not by.may("call.end"):
        raise refusal("forbidden", N_("Only its players and its referees end a call."))
    with changing(_tournament_of(board), by=by, now=now) as change:
        end_calls(change, Call.objects.filter(pk=call_id, board=board))


def _call(change: Change, board: Board, about: str) -> Call:
    """The call that stands at a match, else one that is made; refused where nobody is called."""
    lifecycle.require(change.tournament.state, "enter_result")
    require_playable(board.match, list(sides_at(board.pairing_id)))
    if board.match.state == MatchState.FINISHED:
        raise refusal("match_over", N_("This match is decided: nobody is called to it any more."))
    standing = standing_call_at(board)
    if standing is None:
        standing = Call.objects.create(board=board, about=about, **change.facts)
        change.record("call.make", "calls", match=board.match_id, call=standing.pk, about=about)
    return standing


def _require_gone_or(take_over: bool, name: str) -> None:
    """Somebody is on their way, unless their account or pass is gone by now (no `name`)."""
    if name and not take_over:
        raise refusal("taken_already", N_("%(name)s is on the way already."), "", name=name)


def _tournament_of(board: Board) -> int:
    return board.pairing.round.stage.tournament_id


def _still_there(board: Board) -> Board:
    """The match as it is under the lock; refused where it went with its draw meanwhile."""
    drawn = Board.objects.filter(pk=board.pk, pairing__round__stage__isnull=False)
    found = drawn.select_related("match", "pairing__round").first()
    if found is None:
        raise refusal("not_found", N_("This match was taken back with its draw."))
    return found

"""Where a referee is called, since when, and who is on their way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from kernel.permissions import Actor
from kernel.seats import Seat
from tournaments.models import Board, Call, CallTaken, PhraseReport, Tournament
from tournaments.selectors.events.access import sees_drafts, staff_that_holds


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that stands: `match` is its id, `about` one of `CallAbout`, `said` the codes of the
    phrases that were reported with it. `taker` names who is on their way, empty while nobody is;
    `mine`: it is the reader."""

    pk: int
    match: int
    about: str
    at: datetime
    taker: str
    mine: bool
    said: tuple[str, ...] = ()

    def seconds(self, now: datetime) -> int:
        """How long the table has waited."""
        return max(0, int((now - self.at).total_seconds()))


def calls_visible_to(actor: Actor, tournament: Tournament) -> QuerySet[Call]:
    """The calls of an event that stand, those that wait longest first: to its staff all of them, to
    others those of their own matches. The actor has the roles that they have there."""
    calls = _standing().filter(board__pairing__round__stage__tournament=tournament)
    if sees_drafts(actor):
        return calls
    if actor.user_id is None:
        return calls.none()
    return calls.filter(board__match__seats__player__user_id=actor.user_id)


def open_calls(actor: Actor, tournament: Tournament) -> Mapping[int, OpenCall]:
    """The same by match, with who goes there. What was said is its staff's: it would show who was
    reported what the other one did not hear."""
    shows_said = sees_drafts(actor)
    going = CallTaken.objects.filter(superseded_at__isnull=True).select_related("by")
    calls = calls_visible_to(actor, tournament).select_related("board")
    found = list(
        calls.prefetch_related(Prefetch("takers", going, to_attr="going"), "phrase_reports")
    )
    taken = {call.pk: row for call in found for row in call.going}
    names = _names(list(taken.values()))
    return {
        call.board.match_id: OpenCall(
            call.pk,
            call.board.match_id,
            call.about,
            call.at,
            names[taken[call.pk].pk] if call.pk in taken else "",
            call.pk in taken and is_of(taken[call.pk], actor),
            tuple(
                code for report in call.phrase_reports.all() if shows_said for code in report.said
            ),
        )
        for call in found
    }


def standing_call_at(board: Board) -> Call | None:
    """The call that stands at a match."""
    return _standing().filter(board=board).first()


def calls_taken_by(actor: Actor, board: Board) -> QuerySet[Call]:
    """The calls that stand at a match to which the actor is on their way."""
    going = CallTaken.objects.filter(call__in=_standing().filter(board=board), superseded_at=None)
    own = [taken.call_id for taken in going if is_of(taken, actor)]
    return Call.objects.filter(pk__in=own)


def has_reported(board: Board, seat: Seat) -> bool:
    """Whether a seat of the match has reported what was said at its online table."""
    return PhraseReport.objects.filter(board=board, seat=seat).exists()


def is_of(taken: CallTaken, actor: Actor) -> bool:
    """Whether it is the actor, by account or by pass, who is on their way."""
    if actor.staff_id is not None:
        return taken.by_staff == actor.staff_id
    return actor.user_id is not None and taken.by_id == actor.user_id


def name_of(taken: CallTaken) -> str:
    """Who is on their way, by the name of the account or of the pass; empty where that is gone, or
    the pass holds no more: then nobody comes."""
    return _names([taken])[taken.pk]


def _standing() -> QuerySet[Call]:
    return Call.objects.filter(superseded_at__isnull=True)


def _names(rows: Sequence[CallTaken]) -> Mapping[int, str]:
    keys = {row.by_staff for row in rows if row.by_staff is not None}
    passes: dict[int | None, str] = {}
    if keys:
        passes |= staff_that_holds().filter(pk__in=keys).values_list("pk", "name")
    return {row.pk: row.by.name if row.by else passes.get(row.by_staff, "") for row in rows}

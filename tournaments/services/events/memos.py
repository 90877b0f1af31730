"""Private memos on somebody's conduct: written, and deleted when their time is over."""

from datetime import datetime, timedelta

from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.models import Entry, Memo
from tournaments.services.gate.changes import changing

KEEP_DAYS = 90
MOST_DAYS = 730


def write_memo(
    *,
    tournament_id: int,
    entry_id: int,
    text: str,
    by: Actor,
    now: datetime,
    keep_days: int = KEEP_DAYS,
) -> Memo:
    """Note something for the head referee and the directors alone, for so many days."""
    if not by.may("memo.write"):
        raise refusal("forbidden", N_("Only the head referee and the directors write memos."))
    with changing(tournament_id, by=by, now=now) as change:
        entry = Entry.objects.filter(tournament=tournament_id, pk=entry_id).first()
        if entry is None:
            raise refusal("invalid", N_("Say whom it is about."), "entry")
        memo = change.tournament.memos.create(
            entry=entry,
            text=text,
            keep_until=now + timedelta(days=keep_days),
            **change.facts,
        )
        change.record("memo.write", "memos", public=False, memo=memo.pk)
    return memo


def purge_memos(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """Delete the memos of a tournament whose time is over; with none, nothing changes."""
    with changing(tournament_id, by=by, now=now) as change:
        over = Memo.objects.filter(tournament=tournament_id, keep_until__lte=now)
        gone = sorted(over.values_list("pk", flat=True))
        if gone:
            over.delete()
            change.record("memo.purge", "memos", public=False, memos=gone)

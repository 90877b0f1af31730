"""Messages to players who wish for them, by e-mail, once."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils import translation

from kernel.permissions import Actor
from players.services.outbox import queue_message
from tournaments.models import Notice
from tournaments.services.stages.notice_kinds import NOTICES

_BY_CODE = {kind.code: kind for kind in NOTICES}

_WAITS = Q(sent_at=None, kind__in=_BY_CODE) & (
    Q(pairing=None) | Q(pairing__round__stage=F("stage"))
)
"""It is not sent yet, and not about a round that is set aside."""


def send_notices(
    *, stage_id: int, by: Actor, now: datetime, is_online: bool = True, has_windows: bool = True
) -> None:
    """Write to those who are to be told; the outbox sends it, and tries again. The flags as in
    `prepare_notices`."""
    if not prepare_notices(
        stage_id=stage_id, now=now, is_online=is_online, has_windows=has_windows
    ):
        return
    waiting = Notice.objects.filter(_WAITS, stage=stage_id)
    for notice in waiting.select_related("user", "pairing__table", "stage__tournament__club"):
        with transaction.atomic():
            # Of this row alone: with a join PostgreSQL would not look again after a lock.
            if Notice.objects.filter(pk=notice.pk, sent_at=None).update(sent_at=now):
                _write(notice, now)


def prepare_notices(
    *, stage_id: int, now: datetime, is_online: bool = True, has_windows: bool = True
) -> bool:
    """Note who is to be told of what; whether a message waits to be sent. Who knows that the event
    is not played online says so: it saves looking for what is told there alone."""
    asked = [
        kind
        for kind in NOTICES
        if (is_online or not kind.is_online_alone) and (has_windows or not kind.is_of_windows)
    ]
    due = {(kind.code, *found) for kind in asked for found in kind.due(stage_id, now)}
    columns = ("kind", "user", "about", "pairing", "waits")
    rows = Notice.objects.filter(stage=stage_id).annotate(waits=_WAITS).values_list(*columns)
    told = {tuple(about): waits for *about, waits in rows}
    new = [
        Notice(stage_id=stage_id, kind=kind, user_id=user, about=about, pairing_id=pairing)
        for kind, user, about, pairing in due - set(told)
    ]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    return bool(new) or any(told.values())


def _write(notice: Notice, now: datetime) -> None:
    club = notice.stage.tournament.club
    with translation.override(notice.user.reads(club)):
        letter = _BY_CODE[notice.kind].letter(notice)
    if letter:
        queue_message(
            kind=notice.kind,
            user=notice.user,
            subject=letter.subject,
            body=letter.body,
            club=club,
            now=now,
        )

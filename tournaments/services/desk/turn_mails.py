"""Mails to players of matches by days: that it is their turn, and that their time runs out.

Nothing is told of an action as it happens: whatever the worker missed, it finds at the tables. How
far somebody was told is written down in the transaction that gives the mail to the outbox.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import translation
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.glances import Glance, glances_at
from games.selectors.seats import Place
from kernel.permissions import Actor
from kernel.seats import Seat
from players.selectors import Wisher
from players.services.outbox import queue_message
from tournaments.models import Board, TurnDigest, TurnTold
from tournaments.selectors.desk.correspondence import (
    OwnDays,
    days_of,
    digests_due,
    names_at,
    own_days,
    reminders_of,
    turns_to_tell,
    wishers_at,
)
from tournaments.services.stages.notice_kinds.turns import (
    TURN,
    TURN_DIGEST,
    TURN_MAILS,
    TURN_REMINDER,
    TurnMail,
)
from web.links import from_anywhere


def tell_turns(*, now: datetime) -> None:
    """Write to those for whom a table waits by now, and remind those whose time runs out."""
    boards = turns_to_tell(now)
    glances = glances_at(board.match_id for board in boards)
    people = wishers_at(boards, {mail.code for mail in TURN_MAILS})
    names = names_at(boards)
    for board in boards:
        wishers = {seat: people.get((board.match_id, seat)) for seat in (0, 1)}
        with transaction.atomic():
            _tell(board, glances[board.match_id], wishers, names, now)
    for digest in digests_due(now):
        with transaction.atomic():
            # Of several who send at once one does.
            if digests_due(now).filter(pk=digest.pk).update(sent_at=now, is_due=False):
                _send_digest(digest, now)


def _tell(
    board: Board,
    glance: Glance,
    wishers: Mapping[Seat, Wisher | None],
    names: Mapping[Place, str],
    now: datetime,
) -> None:
    TurnTold.objects.get_or_create(board=board)
    told = TurnTold.objects.select_for_update().get(board=board)
    if told.version > glance.version:
        return
    is_new = told.since != glance.since
    reminders = max(reminders_of(board, glance, seat) for seat in (0, 1))
    for seat, wisher in wishers.items():
        if wisher is None or not glance.waits[seat]:
            continue
        one = own_days(board, seat, glance, names)
        # Who has just acted knows that they are to act again.
        if is_new and glance.moved != seat:
            _tell_turn(board, wisher, one, now)
        elif not is_new and reminders > told.reminded and TURN_REMINDER.code in wisher.kinds:
            _queue(board, wisher, TURN_REMINDER, one, now)
    told.version, told.since = glance.version, glance.since
    told.reminded = reminders if is_new else max(reminders, told.reminded)
    told.save()


def _tell_turn(board: Board, wisher: Wisher, one: OwnDays, now: datetime) -> None:
    """At once, or with the next mail of a day: whoever wishes for both is told at once."""
    if TURN.code in wisher.kinds:
        _queue(board, wisher, TURN, one, now)
    elif TURN_DIGEST.code in wisher.kinds:
        TurnDigest.objects.update_or_create(user=wisher.user, defaults={"is_due": True})


def _queue(board: Board, wisher: Wisher, mail: TurnMail, one: OwnDays, now: datetime) -> None:
    club = board.pairing.round.stage.tournament.club
    with translation.override(wisher.user.reads(club)):
        values = {"other": one.other or _("Guest")}
        subject = _("Your turn against %(other)s") if mail is TURN else _("Your time runs out")
        lines = [subject % values, _line(one, now)]
        body = "\n\n".join(lines if mail is TURN else lines[1:])
        queue_message(
            kind=mail.code,
            user=wisher.user,
            subject=subject % values,
            body=body,
            now=now,
            club=club,
        )


def _send_digest(digest: TurnDigest, now: datetime) -> None:
    """One mail with all that waits for somebody, if anything still does."""
    waiting = [one for one in days_of(Actor("task", user_id=digest.user_id), now) if one.is_waiting]
    boards = Board.objects.select_related("pairing__round__stage__tournament__club")
    first = boards.filter(match__in=[one.match for one in waiting]).first()
    if first is None:
        return
    club = first.pairing.round.stage.tournament.club
    with translation.override(digest.user.reads(club)):
        subject = ngettext(
            "One table waits for you", "%(count)s tables wait for you", len(waiting)
        ) % {"count": len(waiting)}
        queue_message(
            kind=TURN_DIGEST.code,
            user=digest.user,
            subject=subject,
            body="\n\n".join(_line(one, now) for one in waiting),
            now=now,
            club=club,
        )


def _line(one: OwnDays, now: datetime) -> str:
    """What waits, how long, and where, on a line of its own as far as it opens from anywhere."""
    values = {"other": one.other or _("Guest"), "event": one.event or _("A friendly")}
    if one.left is None:
        said = _("%(event)s, against %(other)s: the table waits for you.") % values
    else:
        values["time"] = timeuntil(now + one.left, now)
        said = _("%(event)s, against %(other)s: you have %(time)s for your turn.") % values
    link = from_anywhere(one.table)
    return f"{said}\n{link}" if link else said

"""What is to go out by e-mail, written down with the change that it tells of.

No request waits for a mail server: a mail is a row, and the worker sends it (`sending`). A token is
never in a row: that of a link is worked out from `seed` and the key of the installation, that of a
forgotten password is made when the mail goes out.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from kernel.permissions import Actor
from players.models import Club, Link, Mail, User
from players.services.club_changes import changing, record_club_change
from web.tasks import enqueue

SEND = "players.tasks.send_mails"
# As long as the link in it would hold, and a notice for as long as somebody may be waited for.
LIVES: Mapping[str, timedelta] = {
    Mail.Kinds.INVITATION: timedelta(days=14),
    Mail.Kinds.CLAIM: timedelta(days=60),
    Mail.Kinds.PASSWORD_RESET: timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
    Mail.Kinds.RESET_LINK: timedelta(days=2),
}
NOTICE_LIVES = timedelta(hours=3)
TO_THE_LOG = "django.core.mail.backends.console.EmailBackend"
KEPT_FOR = timedelta(days=7)  # after it was sent or given up


def is_mail_on() -> bool:
    """Whether mails leave the program: until somebody sets that up they are written to its log."""
    return settings.EMAIL_BACKEND != TO_THE_LOG


def queue_link(*, link: Link, seed: str, club: Club, now: datetime) -> Mail:
    """Have a link sent to its address, in the language of the club."""
    kind = Mail.Kinds(link.kind)
    return _queue(kind, link.email, club.language, now=now, club=club, link=link, seed=seed)


def queue_password_reset(*, email: str, now: datetime) -> Mail:
    """Have a link for a new password sent, in the language that was read.

    Nobody looks here whether the address has an account: the work is the same, so that its time
    tells nothing. Where there is none, nothing is sent.
    """
    language = get_language() or settings.LANGUAGE_CODE
    return _queue(Mail.Kinds.PASSWORD_RESET, email, language, now=now)


def queue_message(
    *, kind: str, user: User, subject: str, body: str, now: datetime, club: Club
) -> Mail:
    """Have a message without a secret sent to an account, a notice of this kind."""
    assert user.email, "only who has an address wishes for notices"
    language = user.reads(club)
    return _queue(
        kind, user.email, language, now=now, club=club, user=user, subject=subject, body=body
    )


def _queue(kind: str, to: str, language: str, *, now: datetime, **more: object) -> Mail:
    mail = Mail.objects.create(
        kind=kind,
        to=to,
        language=language,
        made_at=now,
        next_try_at=now,
        give_up_at=now + LIVES.get(kind, NOTICE_LIVES),
        **more,
    )
    enqueue(SEND)
    return mail


def due_mail(now: datetime) -> QuerySet[Mail]:
    """What is to be tried now, the longest waiting first."""
    waiting = Mail.objects.filter(sent_at=None, next_try_at__lte=now, give_up_at__gt=now)
    return waiting.order_by("next_try_at", "id")


def is_mail_due(*, now: datetime) -> bool:
    """Whether anything is to be tried now: what the tick asks, should a task have been lost."""
    return due_mail(now).exists()


def purge_mail(*, now: datetime) -> None:
    """Forget what was sent or given up long enough ago."""
    before = now - KEPT_FOR
    Mail.objects.filter(Q(sent_at__lt=before) | Q(sent_at=None, give_up_at__lt=before)).delete()


def send_again(*, mail: Mail, club: Club, by: Actor, now: datetime) -> None:
    """Try a mail at once, and from now on as if it were new. One that was sent stays as it is."""
    with changing(club.pk) as club:
        again = {"next_try_at": now, "give_up_at": now + LIVES.get(mail.kind, NOTICE_LIVES)}
        if Mail.objects.filter(pk=mail.pk, sent_at=None).update(**again):
            data = {"mail": mail.pk, "kind": mail.kind}
            record_club_change(club, "mail.send_again", data, by=by, now=now)
            enqueue(SEND)


def drop_mail(*, mail: Mail, club: Club, by: Actor, now: datetime) -> None:
    """Let a mail that was not sent be. The link in it holds on, as somebody may have it."""
    with changing(club.pk) as club:
        if Mail.objects.filter(pk=mail.pk, sent_at=None).delete()[0]:
            data = {"mail": mail.pk, "kind": mail.kind}
            record_club_change(club, "mail.drop", data, by=by, now=now)

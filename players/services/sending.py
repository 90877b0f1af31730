"""The worker's side of the outbox: who sends a mail, when it is tried again, what is noted.

At least once: a mail is claimed by the moment of its next try, which is set before the mail server
is called. Of two workers one gets the row; what a dying one had claimed is tried again after that
pause. So a mail goes out twice only when the worker dies, or the server falls silent, between the
server's taking it and the note that it was sent. No transaction is open while the server is talked
to. One worker sends at a time, however many there are, and not for long: a server that hangs costs
one of the worker's places, and the brackets have the others.
"""

import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from kernel.permissions import Actor
from kernel.tokens import derived_token, token_hash
from players.models import Link, Mail, User
from players.services.outbox import LIVES, SEND, due_mail
from web.links import absolute_url
from web.tasks import enqueue

# Before the second try, the third, and so on; each longer than a try with a server that hangs.
PAUSES = [timedelta(minutes=minutes) for minutes in (2, 5, 15, 30, 60, 120, 240)]
_SENDING = "outbox:sending"
_RUN_SECONDS = 20.0  # then others have their turn; a task must stay under the visibility timeout
_CLAIM_SECONDS = 90  # should the worker die
_OF_ONE_MAIL = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError)


def send_mails(*, by: Actor, now: datetime) -> None:
    """Send what is due. When the server itself fails the rest is left for the next tick."""
    with _only_one() as is_ours:
        if not is_ours:
            return
        began = time.monotonic()
        server = get_connection()
        try:
            for pk in list(due_mail(now).values_list("pk", flat=True)):
                if time.monotonic() - began > _RUN_SECONDS:
                    enqueue(SEND)
                    return
                if _claim(pk, now) and not _try(server, pk, now):
                    return
        finally:
            with suppress(smtplib.SMTPException, OSError):
                server.close()


@contextmanager
def _only_one() -> Iterator[bool]:
    """Whether nobody else sends just now."""
    is_ours = cache.add(_SENDING, True, timeout=_CLAIM_SECONDS)
    try:
        yield is_ours
    finally:
        if is_ours:
            cache.delete(_SENDING)


def _claim(pk: int, now: datetime) -> bool:
    """Take a mail that is still due, by putting off its next try."""
    tries = Mail.objects.filter(pk=pk).values_list("tries", flat=True).first() or 0
    pause = PAUSES[min(tries, len(PAUSES) - 1)]
    claimed = due_mail(now).filter(pk=pk, tries=tries)
    return bool(claimed.update(tries=F("tries") + 1, next_try_at=now + pause))


def _try(server: Any, pk: int, now: datetime) -> bool:
    """Send one mail and note what came of it; whether the server can be asked for more."""
    mail = Mail.objects.select_related("link__club", "link__player", "club").get(pk=pk)
    letter = _letter(mail, now)
    if letter is None:
        mail.delete()
        return True
    try:
        server.open()
        server.send_messages([letter])
    except (smtplib.SMTPException, OSError) as error:
        Mail.objects.filter(pk=pk).update(error=error_code(error))
        return isinstance(error, _OF_ONE_MAIL)
    _note_sent(mail, now)
    return True


def _note_sent(mail: Mail, now: datetime) -> None:
    """Note that it went out: from now on the link in it lives, and the words are forgotten."""
    with transaction.atomic():
        if mail.link:
            until = now + LIVES[mail.kind]
            Link.objects.filter(pk=mail.link.pk).update(expires_at=until)
        Mail.objects.filter(pk=mail.pk).update(sent_at=now, error="", seed="", subject="", body="")


def error_code(error: Exception) -> str:
    """What went wrong, as the page that shows it knows it."""
    match error:
        case smtplib.SMTPAuthenticationError():
            return Mail.Errors.LOGIN
        case smtplib.SMTPRecipientsRefused():
            return Mail.Errors.RECIPIENT
        case smtplib.SMTPSenderRefused():
            return Mail.Errors.SENDER
        case TimeoutError() | smtplib.SMTPServerDisconnected():
            return Mail.Errors.SILENT
        case smtplib.SMTPException():
            return Mail.Errors.REFUSED
        case _:
            return Mail.Errors.UNREACHABLE


# The letters --------------------------------------------------------------------------------------


def _letter(mail: Mail, now: datetime) -> EmailMessage | None:
    """The mail in words, None when nobody needs it any more."""
    with translation.override(mail.language):
        match mail.kind:
            case Mail.Kinds.INVITATION | Mail.Kinds.CLAIM:
                text = _link_letter(mail, now)
            case Mail.Kinds.PASSWORD_RESET:
                text = _reset_letter(mail)
            case _:
                text = f"{mail.subject}\n{mail.body}"
    if not text:
        return None
    subject, _, body = text.strip().partition("\n")
    return EmailMessage(subject, body.strip(), settings.DEFAULT_FROM_EMAIL, [mail.to])


def _link_letter(mail: Mail, now: datetime) -> str:
    """A link, as long as it is open. The token is the one that its maker was shown."""
    link = mail.link
    if link is None or link.used_at:
        return ""
    token = derived_token(settings.SECRET_KEY, mail.seed)
    # The same as before, unless the key of the installation was changed meanwhile.
    Link.objects.filter(pk=link.pk).update(token_hash=token_hash(token))
    values = {
        "club": link.club,
        "link": link,
        "until": now + LIVES[mail.kind],
        "url": absolute_url(reverse(link.kind, args=[token])),
    }
    return render_to_string(f"account/{link.kind}_mail.txt", values)


def _reset_letter(mail: Mail) -> str:
    """A link for a new password, with a token that is made now and lives from now on."""
    user = next(iter(PasswordResetForm().get_users(mail.to)), None)
    if not isinstance(user, User) or not user.email:
        return ""
    mail.to = user.email  # as it is kept, not as it was typed
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    link = absolute_url(reverse("password_reset_confirm", args=[uid, token]))
    subject = render_to_string("account/password_reset_subject.txt").strip()
    body = render_to_string("account/password_reset_mail.txt", {"link": link})
    return f"{subject}\n{body}"

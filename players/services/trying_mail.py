"""A mail to oneself, by which an owner sees whether mail is set up right.

It is sent at once, as whoever asks waits for the answer, and by no transaction: a mail server may
be slow to answer.
"""

import smtplib
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string

from kernel.permissions import Actor
from players.models import Club, User
from players.services.club_changes import changing, record_club_change
from players.services.sending import error_code

LONGEST_ANSWER = 300


@dataclass(frozen=True, slots=True)
class MailTest:
    """What came of it: `error` is one of `Mail.Errors`, empty where the server took the mail;
    `answer` is what it said where it did not, in its own words."""

    error: str = ""
    answer: str = ""


def send_test_mail(*, club: Club, by: Actor, now: datetime) -> MailTest:
    """Send a mail to the address of whoever asks for it, in the language that they read."""
    email = User.objects.get(pk=by.account_id).email
    assert email, "who owns a club has an address"
    letter = render_to_string("club/test_mail.txt", {"club": club})
    subject, _, body = letter.strip().partition("\n")
    mail = EmailMessage(subject, body.strip(), settings.DEFAULT_FROM_EMAIL, [email])
    try:
        with get_connection() as server:
            server.send_messages([mail])
        tested = MailTest()
    except (smtplib.SMTPException, OSError) as error:
        tested = MailTest(error_code(error), _answer(error))
    with changing(club.pk) as club:
        record_club_change(club, "mail.test", {"error": tested.error}, by=by, now=now)
    return tested


def _answer(error: Exception) -> str:
    """What the server said, on one line; empty where it said nothing."""
    said: tuple[object, ...] = ()
    match error:
        case smtplib.SMTPRecipientsRefused():
            said = next(iter(error.recipients.values()))
        case smtplib.SMTPResponseException():
            said = (error.smtp_code, error.smtp_error)
        case smtplib.SMTPNotSupportedError():
            said = (str(error),)
    words = [one.decode(errors="replace") if isinstance(one, bytes) else str(one) for one in said]
    return " ".join(" ".join(words).split())[:LONGEST_ANSWER]

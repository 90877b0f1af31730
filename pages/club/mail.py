"""Whether mail is set up, how that is done, and a mail to oneself to try it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from kernel.text import N_, Refusal, Text
from pages.club.stuck_mail import WHY
from pages.parts.rooms import ClubRoomPage
from players.services.outbox import is_mail_on
from players.services.trying_mail import send_test_mail
from web.throttle import seconds_to_wait

TESTS_AT_ONCE = 3
TESTS_A_MINUTE = 1
HOW: Mapping[str, Any] = {
    "EMAIL_BACKEND=django.core.mail.backends.smtp.EmailBackend": gettext_lazy(
        "letters go to a mail server, not to the log"
    ),
    "EMAIL_HOST=mail.example.org": gettext_lazy("its name, as your provider says"),
    "EMAIL_PORT=587": gettext_lazy("its port for programs that send"),
    "EMAIL_USE_TLS=1": gettext_lazy(
        "encrypted by STARTTLS; a port for TLS alone, as 465, does not work"
    ),
    "EMAIL_HOST_USER=club@example.org": gettext_lazy("with which name to log in there"),
    "EMAIL_HOST_PASSWORD=…": gettext_lazy("and with which password"),
    "DEFAULT_FROM_EMAIL=club@example.org": gettext_lazy("from whom the letters are"),
}
"""The settings, as `docs/operations.md` has them, and what each is for."""


class ClubMailPage(ClubRoomPage):
    """Mail of the program, for who owns the club."""

    action = "club.test_mail"
    template = "club/mail.html"
    tab = "club_settings"
    acts = ("send",)

    def once(self, act: Callable[[], str]) -> HttpResponse:
        """Without a transaction, which would be open while a mail server takes its time."""
        return redirect(act())

    def send(self, _key: str) -> str:
        if not is_mail_on():
            raise Refusal(Text("wrong_state", N_("Mail is not set up yet.")))
        who = f"test-mail:{self.actor.account_id}"
        if seconds_to_wait(who, a_minute=TESTS_A_MINUTE, at_once=TESTS_AT_ONCE):
            raise Refusal(Text("slowed_down", N_("Wait a minute before you try again.")))
        tested = send_test_mail(club=self.club, **self.write())
        self.request.session["mail_test"] = [tested.error, tested.answer]
        return self.address("club_mail")

    def context(self) -> dict[str, Any]:
        tested = self.request.session.pop("mail_test", None)
        return super().context() | {
            "is_on": is_mail_on(),
            "how": HOW,
            "sender": settings.DEFAULT_FROM_EMAIL,
            "tested": tested is not None,
            "why": WHY[tested[0]] if tested and tested[0] else "",
            "answer": tested[1] if tested else "",
        }

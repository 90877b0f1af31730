"""The mails of a club that should have gone out and have not."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from kernel.text import N_, Refusal, Text
from pages.parts.rooms import ClubRoomPage
from players.models import Mail
from players.selectors import masked, stuck_mail
from players.services import outbox
from tournaments.services.stages.notice_kinds import NOTICES
from tournaments.services.stages.notice_kinds.turns import TURN_MAILS
from web.numbers import number_in

WHAT_FOR = {
    Mail.Kinds.INVITATION: gettext_lazy("Invitation to the club"),
    Mail.Kinds.CLAIM: gettext_lazy("Link to a player's account"),
    Mail.Kinds.PASSWORD_RESET: gettext_lazy("Link for a new password"),
    Mail.Kinds.RESET_LINK: gettext_lazy("News of a link for a new password"),
    **{kind.code: gettext_lazy(kind.called) for kind in NOTICES},
    **{mail.code: gettext_lazy(mail.called) for mail in TURN_MAILS},
}
WHY = {
    Mail.Errors.UNREACHABLE: gettext_lazy("The mail server can't be reached."),
    Mail.Errors.SILENT: gettext_lazy("The mail server does not answer."),
    Mail.Errors.LOGIN: gettext_lazy(
        "The mail server does not take the name and password that the program has for it."
    ),
    Mail.Errors.SENDER: gettext_lazy("The mail server does not take the address of the sender."),
    Mail.Errors.RECIPIENT: gettext_lazy(
        "The mail server does not take this address: see whether it is right."
    ),
    Mail.Errors.REFUSED: gettext_lazy("The mail server refused it."),
    "": gettext_lazy("Nobody has tried yet: see whether the worker runs."),
}


class StuckMailPage(ClubRoomPage):
    """A page of a club on which stuck mails are sent again or dropped."""

    acts: ClassVar[Sequence[str]] = ("send_mail", "drop_mail")

    def send_mail(self, key: str) -> str:
        outbox.send_again(mail=self._mail(key), club=self.club, **self.write())
        return self.done(_("It is tried again now."), self.address(self.tab))

    def drop_mail(self, key: str) -> str:
        outbox.drop_mail(mail=self._mail(key), club=self.club, **self.write())
        return self.done(_("This mail is not sent."), self.address(self.tab))

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "is_mail_on": outbox.is_mail_on(),
            "stuck": [
                {
                    "id": mail.pk,
                    "to": masked(mail.to),
                    "what_for": WHAT_FOR[mail.kind],
                    "why": WHY[mail.error],
                    "made_at": mail.made_at,
                    "tries": mail.tries,
                    "next_try_at": mail.next_try_at if mail.next_try_at < mail.give_up_at else None,
                }
                for mail in stuck_mail(self.club, self.now)
            ],
        }

    def _mail(self, key: str) -> Mail:
        """One of those that the page shows, and no other."""
        self.require("club.invite")
        mail = stuck_mail(self.club, self.now).filter(pk=number_in(key) or 0).first()
        if mail is None:
            sentence = N_("This mail has gone out meanwhile, or was dropped.")
            raise Refusal(Text("mail_gone", sentence))
        return mail

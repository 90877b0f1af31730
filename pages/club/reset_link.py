"""A link for a new password, made in person for somebody of the club."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.rooms import ClubRoomPage
from players.selectors import accounts_of, masked
from players.services.outbox import is_mail_on
from players.services.reset_links import create_reset_link, require_may_reset
from web.actors import say
from web.links import opens_only_here, qr_code


class ResetLinkPage(ClubRoomPage):
    """Makes the link, and shows it this once."""

    action = "club.reset_link"
    template = "club/reset_link.html"
    tab = "members"
    acts = ("make",)

    def find(self) -> Actor:
        actor = super().find()
        self.user = get_object_or_404(accounts_of(self.club), pk=self.kwargs["user"])
        return actor

    def make(self, _key: str) -> str:
        made = create_reset_link(club=self.club, user=self.user, **self.write())
        # The token is known now and never again: it goes to the next page by the session alone.
        self.request.session["reset_link"] = {"user": self.user.pk, "url": made.url}
        return self.address("reset_link", self.user.pk)

    def page(self, status: int = 200, **more: Any) -> HttpResponse:
        response = super().page(status, **more)
        response["X-Robots-Tag"] = "noindex"
        return response

    def context(self) -> dict[str, Any]:
        made = self.request.session.pop("reset_link", None)
        url = made["url"] if made and made["user"] == self.user.pk else ""
        return super().context() | {
            "person": self.user,
            "email": masked(self.user.email or ""),
            "why_not": self._why_not(),
            "url": url,
            "qr": qr_code(url) if url and not opens_only_here() else "",
            "is_mail_on": is_mail_on(),
        }

    def _why_not(self) -> str:
        """Why the reader may not make it; empty where they may."""
        try:
            require_may_reset(club=self.club, user=self.user, maker=self.actor.user_id)
        except Refusal as refusal:
            return say(refusal.text)
        return ""

"""Who runs an event: its staff, and the passes that are handed out, listed and taken back."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from kernel.names import MAX_LENGTH
from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from players.access.page import told_taken
from players.selectors import open_passes
from players.services import passes
from tournaments.selectors.events.access import staff_in_office
from tournaments.selectors.events.entries import entered_players
from tournaments.services.events import staff as services
from web.actors import say
from web.idempotency import LONGEST_KEY
from web.links import absolute_url, qr_code
from web.numbers import number_sent, numbers_in
from web.page import KEY


class PassForm(PageForm):
    name = forms.CharField(label=gettext_lazy("Name of the referee"), max_length=MAX_LENGTH)
    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        required=False,
        help_text=gettext_lazy("Numbers such as 1, 2, 5. Left empty: all tables."),
    )

    def clean_tables(self) -> list[int]:
        words = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = numbers_in(words, digits=4)
        if len(numbers) < len(words):
            raise forms.ValidationError(_("Write the tables as numbers, such as 1, 2, 5."))
        return numbers


class StaffPage(TournamentRoomPage):
    """The director's list of who runs the tournament; passes are made here."""

    action = "tournament.staff"
    template = "referee/staff.html"
    tab = "staff"
    acts = ("end", "revoke")

    def find(self) -> Actor:
        actor = super().find()
        if not actor.may(self.action):  # nobody is asked to sign in here
            raise PermissionDenied
        return actor

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page(form=PassForm())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if "act" in request.POST:
            return super().post(request, **kwargs)
        form = PassForm(request.POST)
        if not form.is_valid():
            return self.page(400, form=form)
        try:
            made = services.issue_pass(**form.cleaned_data, **self.write())
        except Refusal as refusal:
            form.add_error(refusal.field or None, say(refusal.text))
            return self.page(400, form=form)
        link = absolute_url(reverse("staff_pass", args=[made.token]))
        response = self.page(form=PassForm(), made=made, link=link, qr=qr_code(link))
        return told_taken(response, request.POST.get(KEY, "")[:LONGEST_KEY])

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "staff": staff_in_office(self.tournament, self.now),
            "held": self._held(),
        }

    def end(self, key: str) -> str:
        """Take back a referee's pass."""
        services.end_staff(staff_id=number_sent(key), **self.write())
        return self.done(_("The pass is revoked."), self.address("staff"))

    def revoke(self, key: str) -> str:
        """Take back a player's pass."""
        which = [held.pk for held in self._held() if str(held.pk) == key]
        passes.revoke_passes(club=self.club, passes=which, by=self.actor, now=self.now)
        return self.done(_("The pass is revoked."), self.address("staff"))

    def _held(self) -> Any:
        """The passes of those who play here."""
        return open_passes(self.now).filter(player__in=entered_players(self.tournament))

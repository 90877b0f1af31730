"""What one does oneself with one's own entry: registration, door, vacation, byes, withdrawal."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.event_page import EventPage, TournamentPage
from players.models import Player
from players.selectors import own_player
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Entry, Tournament
from tournaments.selectors.desk.vacations import days_left, standing_vacation, vacation_days
from tournaments.selectors.events.access import own_members
from tournaments.selectors.events.door import opens_door
from tournaments.selectors.events.entries import OUT, EntryRow, entry_rows
from tournaments.selectors.events.friendlies import table_path
from tournaments.services.desk.vacations import begin_vacation, end_vacation
from tournaments.services.events import entries
from tournaments.services.events.byes import fill_bye
from web.actors import say
from web.addresses import client_address
from web.attempts import address_count, begin, take_back
from web.errors import status_of
from web.numbers import number_in


class OwnEntryPage(EventPage):
    """A page about one's own entry in a tournament."""

    @cached_property
    def entry(self) -> Entry | None:
        member = own_members(self.actor, self.tournament).select_related("entry").first()
        return member.entry if member else None

    @cached_property
    def row(self) -> EntryRow | None:
        rows = entry_rows(self.tournament) if self.entry else []
        return next((row for row in rows if self.entry and row.entry.pk == self.entry.pk), None)

    @cached_property
    def player(self) -> Player | None:
        """Who the reader is on the list of the club."""
        return own_player(self.actor, self.tournament.club_id)

    @property
    def service(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": self.actor, "now": self.now}

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        try:
            return self.once(self.act)
        except Refusal as refusal:
            return self.show(status_of(refusal.text.code), refused=say(refusal.text))

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show()

    def act(self) -> str:
        raise NotImplementedError

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        raise NotImplementedError


class RegistrationPage(OwnEntryPage):
    """A player asks to take part."""

    action = "tournament.register"

    def act(self) -> str:
        if self.player is None:
            raise PermissionDenied
        entries.register_player(player=self.player, **self.service)
        return self.address("registration")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        closed = self.tournament.registration == Tournament.Registration.CLOSED
        why_not = self.blocked("register")
        if self.tournament.has_teams:
            why_not = _("The director enters the teams of this tournament. Ask them.")
        elif closed:
            why_not = _("The director enters the players of this tournament. Ask them.")
        elif self.player is None:
            why_not = _(
                "Your account is not connected with a player of this club yet. Ask the club for "
                "your link."
            )
        return self.answer(
            "player/registration.html",
            status,
            row=self.row,
            player=self.player,
            blocked=why_not,
            may_withdraw=bool(self.row) and not self.blocked("withdraw"),
            **context,
        )


class DoorPage(OwnEntryPage):
    """Where the QR code at the door leads: who is entered checks in here."""

    action = "tournament.register"

    def find(self) -> Actor:
        actor = super().find()
        tries = address_count("link", client_address(self.request))
        begin(tries)
        if not opens_door(self.tournament, self.kwargs["token"]):
            raise Http404
        take_back(tries)
        return actor

    def act(self) -> str:
        if self.entry is None:
            raise PermissionDenied
        entries.check_in_entry(entry_id=self.entry.pk, **self.service)
        return self.address("door", self.kwargs["token"])

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer(
            "player/door.html",
            status,
            row=self.row,
            is_here=self.row and self.row.checked_in and self.row.status not in OUT,
            blocked=self._why_not(),
            asks=self.tournament.registration == Tournament.Registration.APPROVAL
            and not self.blocked("register"),
            **context,
        )

    def _why_not(self) -> str:
        if self.row is None:
            return _("You are not entered in this tournament. Ask at the desk.")
        if self.tournament.has_teams and self.row.status in OUT:
            return _("Your team is out of this tournament.")
        if self.row.status == "withdrawn":
            return _("You have withdrawn from this tournament.")
        if self.row.status == "put_out":
            return _("You were put out of this tournament by a penalty.")
        if self.row.status == "requested":
            return _("The director has not answered your request yet. Ask at the desk.")
        return self.blocked("check_in")


class OwnWithdrawalPage(OwnEntryPage):
    """A player withdraws for good: asked by typing."""

    action = "tournament.withdraw_self"

    @property
    def word(self) -> str:
        return _("withdraw")

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if request.POST.get("confirm", "").strip().lower() != self.word:
            words = _("Type %(word)s, so that it is no slip.") % {"word": self.word}
            return self.show(400, error=words)
        return super().post(request)

    def act(self) -> str:
        if self.entry is None:
            raise Http404
        entries.withdraw_oneself(entry_id=self.entry.pk, **self.service)
        messages.success(
            self.request,
            _("You have withdrawn from %(name)s.") % {"name": self.tournament.name},
        )
        return reverse("me")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        gone = self.row is not None and self.row.status in ("withdrawn", "put_out")
        return self.answer(
            "player/withdrawal.html",
            status,
            word=self.word,
            typed=self.request.POST.get("confirm", ""),
            running=self.tournament.state == TournamentState.RUNNING,
            blocked=_("You are out of it already.") if gone else self._why_not(),
            **context,
        )

    def _why_not(self) -> str:
        if self.tournament.has_teams:
            return _(entries.TEAM_STAYS)
        return self.blocked("withdraw")


class FillByePage(TournamentPage):
    """A player sits down to a match against a computer player beside their bye."""

    action = "tournament.fill_bye"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        try:
            return self.once(self._sit_down)
        except Refusal as refused:
            messages.warning(request, say(refused.text))
            return redirect("me")

    def _sit_down(self) -> str:
        made = fill_bye(
            tournament_id=self.tournament.pk,
            pairing=self.kwargs["pairing"],
            by=self.actor,
            now=self.now,
        )
        return table_path(made)


class VacationPage(OwnEntryPage):
    """A player of an event by days is away for some days."""

    action = "tournament.vacation"

    def find(self) -> Actor:
        actor = super().find()
        if not vacation_days(self.tournament):
            raise Http404
        return actor

    def act(self) -> str:
        if self.request.POST.get("act") == "end":
            end_vacation(**self.service)
        else:
            days = number_in(self.request.POST.get("days", ""), digits=2)
            begin_vacation(days=days or 0, **self.service)
        return self.address("vacation")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        player = own_members(self.actor, self.tournament).values_list("player", flat=True).first()
        if player is None:
            raise Http404
        vacation = standing_vacation(self.tournament, player, self.now)
        return self.answer(
            "player/vacation.html",
            status,
            until=vacation.until if vacation else None,
            left=days_left(self.tournament, player, self.now),
            typed=self.request.POST.get("days", ""),
            **context,
        )

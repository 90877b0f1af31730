"""The rooms in which a club's evenings are prepared: the base of their pages.

A room finds its club (and tournament), shows one template, and takes forms whose button names what
to do: `act`, or `act:key` for one row of a list. What a form or a service refuses is said on the
same page, with all that was typed still there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.event_page import TournamentPage
from pages.parts.fields import PageForm
from pages.parts.tournament_page import state_of
from players.access.page import Page
from players.models import Club
from players.selectors import club_roles, clubs_visible_to
from tournaments.models import Entry
from web.actors import say
from web.errors import status_of
from web.page import new_key

# What the reader may do here, for templates: `may.make` asks for `tournament.create`.
MAY: Mapping[str, str] = {
    "edit_club": "club.edit",
    "members": "club.members",
    "hand_over": "club.hand_over",
    "delete_club": "club.delete",
    "test_mail": "club.test_mail",
    "players": "player.edit",
    "make": "tournament.create",
    "edit": "tournament.edit",
    "entries": "tournament.entries",
    "check_in": "tournament.check_in",
    "draw": "tournament.draw",
    "desk": "round.publish",
    "board": "match.enter",
    "announce": "tournament.announce",
    "staff": "tournament.staff",
    "print": "tournament.view_draft",
    "audit": "tournament.audit",
    "settle": "tournament.settlement",
    "cancel": "tournament.cancel",
    "delete": "tournament.delete",
}


class UnfitError(Exception):
    """A form that does not hold together: its page shows it again, with what is wrong."""

    status = 400


@method_decorator(never_cache, name="dispatch")
class RoomPage(Page):
    """A page of whoever prepares something.

    `acts` are the names of its buttons, each that of a method: it is given the key behind the
    colon, does what the button says, and returns the address to go to. `form_classes` are its forms
    by the names under which the template knows them; `forms` are those of this request, as they
    were sent, or as they are shown at first.
    """

    template: ClassVar[str]
    tab: ClassVar[str] = ""
    acts: ClassVar[Collection[str]] = ()
    form_classes: ClassVar[Mapping[str, type[PageForm]]] = {}
    forms: dict[str, PageForm]

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.forms = {}
        self._sent = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with timezone.override(None):  # `find` activates the club's zone, this puts it back
            return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page()

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        name, _colon, key = request.POST.get("act", "").partition(":")
        if name not in self.acts:
            raise BadRequest(f"no act {name!r}")
        act: Callable[[str], str] = getattr(self, name)
        try:
            return self.once(lambda: act(key))
        except UnfitError as unfit:
            return self.page(unfit.status)
        except Refusal as refusal:
            return self.refused(refusal)

    def once(self, act: Callable[[], str]) -> HttpResponse:
        """As any page does it; an act that calls several services is done as a whole or not."""

        def whole() -> str:
            with transaction.atomic():
                return act()

        return super().once(whole)

    def form(self, name: str, data: QueryDict | None = None) -> PageForm:
        """One of the forms, with what was sent."""
        return self.form_classes[name](data, **self.form_options(name))

    def form_options(self, name: str) -> dict[str, Any]:
        """What that form is made with besides its data."""
        return {}

    def sent(self, name: str) -> dict[str, Any]:
        """The data of a form that was sent; it stays on the page where something is refused."""
        self._sent = name
        form = self.forms[name] = self.form(name, self.request.POST)
        if not form.is_valid():
            raise UnfitError
        return form.cleaned_data

    def refused(self, refusal: Refusal) -> HttpResponse:
        status = status_of(refusal.text.code)
        form = self.forms.get(self._sent)
        if form is not None and form.refuse(refusal):
            return self.page(status)
        return self.page(status, refused=say(refusal.text))

    def done(self, said: str, address: str) -> str:
        """Say what was done on the page that comes next, and lead there."""
        messages.success(self.request, said)
        return address

    def require(self, action: str) -> None:
        """For what needs more than the page itself."""
        if not self.actor.may(action):
            raise PermissionDenied

    def context(self) -> dict[str, Any]:
        return {}

    def page(self, status: int = 200, **more: Any) -> HttpResponse:
        return render(self.request, self.template, self.shown() | more, status=status)

    def shown(self) -> dict[str, Any]:
        """What the template is given."""
        for name in self.form_classes:
            if name not in self.forms:
                self.forms[name] = self.form(name)
        return {"key": new_key(), "tab": self.tab, "forms": self.forms} | self.context()

    def write(self) -> dict[str, Any]:
        """By whom and when: what every service asks for."""
        return {"by": self.actor, "now": self.now}


class ClubRoomPage(RoomPage):
    """A page of a club."""

    club: Club

    def find(self) -> Actor:
        self.club = get_object_or_404(clubs_visible_to(self.actor), slug=self.kwargs["club"])
        timezone.activate(ZoneInfo(self.club.time_zone))
        return replace(self.actor, roles=club_roles(self.actor, self.club.pk))

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "club": self.club,
            "may": {word: self.actor.may(action) for word, action in MAY.items()},
        }

    def address(self, name: str, *more: object) -> str:
        """The address of a page of this club."""
        return reverse(name, args=[self.club.slug, *more])


class TournamentRoomPage(TournamentPage, ClubRoomPage):
    """A page of a tournament."""

    def find(self) -> Actor:
        actor = super().find()
        self.club = self.tournament.club
        timezone.activate(ZoneInfo(self.club.time_zone))
        return actor

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "tournament": self.tournament,
            "state": state_of(self.tournament),
        }

    def write(self) -> dict[str, Any]:
        return super().write() | {"tournament_id": self.tournament.pk}


class EntryRoomPage(TournamentRoomPage):
    """A page of one entrant."""

    action = "tournament.entries"
    tab = "entries"
    entry: Entry

    def find(self) -> Actor:
        actor = super().find()
        self.entry = get_object_or_404(self.tournament.entries, pk=self.kwargs["entry"])
        return actor

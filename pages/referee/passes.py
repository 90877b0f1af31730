"""Passes for one night: the director hands them out, a referee signs in with one."""

from typing import Any

from django import forms
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, gettext_lazy
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from kernel.names import MAX_LENGTH
from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from players.selectors import clubs_visible_to
from tournaments.models import Staff
from tournaments.selectors.events.access import tournament_at, tournaments_visible_to
from tournaments.services.events import staff as services
from web.actors import STAFF_PASS, actor_of, say
from web.addresses import client_address
from web.attempts import Count, address_count, trying
from web.db.clock import now
from web.known_devices import digest
from web.links import absolute_url, qr_code
from web.numbers import numbers_in
from web.password_slots import TryAgain
from web.try_again import later

# What fails before a tournament's PINs are slowed down: from one address to four a minute, from
# everywhere to sixty. A lock would keep out the referees, who sit behind the same address.
WRONG_PINS_FROM_AN_ADDRESS = 20
WRONG_PINS = 200


class PinForm(PageForm):
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


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
            raise forms.ValidationError(gettext("Write the tables as numbers, such as 1, 2, 5."))
        return numbers


def sign_in_with(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Make the session that of the pass; whoever was signed in before is signed out."""
    logout(request)
    request.session[STAFF_PASS] = staff.pk
    assert staff.expires_at is not None
    request.session.set_expiry(staff.expires_at)
    tournament = staff.tournament
    return redirect("tables", tournament.club.slug, tournament.slug)


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class TokenPassPage(View):
    """The address in a pass's QR code: says whose pass it is, and signs in when asked to."""

    action = "account.sign_in"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            with trying(address_count("link", client_address(request))):
                self.staff = services.staff_of_token(token=kwargs["token"], now=now())
        except TryAgain:
            raise
        except Refusal as refusal:
            return _pass_page(request, status=404, error=say(refusal.text))
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        event = self.staff.tournament
        return _pass_page(request, staff=self.staff, tournament=event, club=event.club)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        return sign_in_with(request, self.staff)


@method_decorator([never_cache, sensitive_post_parameters("pin")], name="dispatch")
class PinPassPage(View):
    """Where a PIN is typed. The staff of a draft sign in here as well; to everybody else the page
    is the same whether there is a draft at the address or nothing."""

    action = "account.sign_in"

    def get(self, request: HttpRequest, club: str, slug: str) -> HttpResponse:
        _found, shown = _place(request, club, slug)
        return _pass_page(request, form=PinForm(), **shown)

    def post(self, request: HttpRequest, club: str, slug: str) -> HttpResponse:
        found, shown = _place(request, club, slug)
        form = PinForm(request.POST)
        try:
            with trying(*_counts_of_pins(f"{club}/{slug}", client_address(request))):
                # What is no PIN at all may be a guess as well.
                pin = form.cleaned_data["pin"] if form.is_valid() else ""
                staff = services.staff_of_pin(tournament_id=found, pin=pin, now=now())
            return sign_in_with(request, staff)
        except TryAgain as refusal:
            page = _pass_page(request, form=form, error=say(refusal.text), **shown)
            return later(page, refusal)
        except Refusal as refusal:
            if form.is_valid():
                form.add_error("pin", say(refusal.text))
        return _pass_page(request, status=400, form=form, **shown)


class StaffPage(TournamentRoomPage):
    """The director's list of who runs the tournament; passes are made here."""

    action = "tournament.staff"
    template = "referee/staff.html"
    tab = "staff"

    def find(self) -> Actor:
        actor = super().find()
        if not actor.may(self.action):  # nobody is asked to sign in here
            raise PermissionDenied
        return actor

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page(form=PassForm())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = PassForm(request.POST)
        if not form.is_valid():
            return self.page(400, form=form)
        try:
            made = services.issue_pass(**form.cleaned_data, **self.write())
        except Refusal as refusal:
            form.add_error(refusal.field or None, say(refusal.text))
            return self.page(400, form=form)
        link = absolute_url(reverse("staff_pass", args=[made.token]))
        return self.page(form=PassForm(), made=made, link=link, qr=qr_code(link))

    def context(self) -> dict[str, Any]:
        staff = self.tournament.staff.filter(ended_at__isnull=True).order_by("id")
        return super().context() | {"staff": staff}


NOWHERE = 0


def _place(request: HttpRequest, club: str, slug: str) -> tuple[int, dict[str, Any]]:
    """The tournament whose staff sign in here (`NOWHERE` for none), and what this reader is told of
    it. Raises Http404 where there is no such club, and for an old address of what they may see."""
    actor = actor_of(request)
    shown: dict[str, Any] = {"club": get_object_or_404(clubs_visible_to(actor), slug=club)}
    found = tournament_at(club, slug)
    if found is None:
        return NOWHERE, shown
    if tournaments_visible_to(actor).filter(pk=found.pk).exists():
        if found.slug != slug:
            raise Http404
        shown["tournament"] = found
    return found.pk, shown


def _counts_of_pins(place: str, address: str) -> list[Count]:
    """They are of the place where a PIN is typed, whether a tournament is there or not."""
    name = f"pin:{digest(place)}"
    return [
        Count(f"{name}:at:{address}", WRONG_PINS_FROM_AN_ADDRESS, 15.0),
        Count(f"{name}:anywhere", WRONG_PINS, 1.0),
        address_count("pin", address),
    ]


def _pass_page(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    response = render(request, "referee/pass.html", context, status=status)
    # With `no-referrer` a browser sends `Origin: null`, and the form is taken for a forged one.
    response["Referrer-Policy"] = "same-origin"
    return response

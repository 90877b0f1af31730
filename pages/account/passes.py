"""Signing in with a pass: a referee's for one night, or a player's.

Its QR code leads to a page that says whose it is, with one button: whoever only looks at an
address, as scanners and previews do, signs nobody in. Its PIN or code is typed at one place for
all, or at that of the event.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from kernel.text import Refusal
from pages.account.form_page import enter, greet
from pages.parts.fields import PageForm
from players.models import PlayerPass
from players.selectors import clubs_visible_to
from players.services import passes
from tournaments.selectors.events.access import tournament_at, tournaments_visible_to
from tournaments.services.events import staff as staff_services
from web.actors import STAFF_PASS, actor_of, say
from web.addresses import client_address
from web.attempts import Count, address_count, trying
from web.db.clock import now
from web.known_devices import digest
from web.password_slots import TryAgain
from web.try_again import later

# What fails before the PINs and codes of a place are slowed down: from one address to four a
# minute, from everywhere to sixty. A lock would keep out the others, who sit behind one address.
WRONG_PINS_FROM_AN_ADDRESS = 20
WRONG_PINS = 200


class CodeForm(PageForm):
    pin = forms.CharField(
        label=gettext_lazy("PIN or code"),
        max_length=20,
        help_text=gettext_lazy(
            "A player's code has eight letters and figures, a referee's PIN eight figures."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class PassPage(View):
    """A page on which somebody signs in with a pass. Its address may hold a secret, which other
    sites must not be told. (With `no-referrer` a browser would send `Origin: null`, and the form
    would be taken for a forged one.)"""

    action = "account.sign_in"

    @method_decorator([never_cache, sensitive_post_parameters("pin")])
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        response["Referrer-Policy"] = "same-origin"
        return response

    def next_page(self) -> str:
        """Where the reader came from, if that is a page of ours."""
        wanted = self.request.POST.get("next") or self.request.GET.get("next", "")
        ours = url_has_allowed_host_and_scheme(
            wanted, {self.request.get_host()}, require_https=self.request.is_secure()
        )
        return wanted if ours else ""

    def sign_in_as_staff(self, staff: Any) -> HttpResponse:
        """Make the session that of the pass; whoever was signed in before is signed out."""
        logout(self.request)
        self.request.session[STAFF_PASS] = staff.pk
        assert staff.expires_at is not None
        self.request.session.set_expiry(staff.expires_at)
        tournament = staff.tournament
        return redirect(
            self.next_page() or reverse("tables", args=[tournament.club.slug, tournament.slug])
        )

    def sign_in_as_player(self, held: PlayerPass) -> HttpResponse:
        """The same with a player's pass, for as long as it holds."""
        user = passes.open_pass(held=held, via="page", now=now())
        enter(self.request, user)
        self.request.session.set_expiry(held.expires_at)
        response = redirect(self.next_page() or "me")
        return greet(response, self.request)

    def connect(self, held: PlayerPass) -> HttpResponse:
        """Make the player the one of the account that is signed in."""
        player = passes.connect_by_pass(held=held, by=actor_of(self.request), now=now())
        names = {"player": player.name, "club": player.club.name}
        messages.success(self.request, _("You play in %(club)s as %(player)s.") % names)
        return redirect(self.next_page() or "me")

    def has_own_account(self) -> bool:
        """Whether somebody is signed in with an account of their own."""
        user = self.request.user
        return user.is_authenticated and not user.is_of_pass


class TokenPage(PassPage):
    """The address in a pass's QR code: says whose pass it is, and signs in when asked to."""

    template: str

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            with trying(address_count("link", client_address(request))):
                self.held = self.find(kwargs["token"])
        except TryAgain:
            raise
        except Refusal as refusal:
            return self.page(404, error=say(refusal.text))
        return super().dispatch(request, *args, **kwargs)

    def find(self, token: str) -> Any:
        """The pass. Raises Refusal where none holds."""
        raise NotImplementedError

    def page(self, status: int = 200, **context: Any) -> HttpResponse:
        return render(self.request, self.template, context, status=status)


class StaffTokenPage(TokenPage):
    """The address of a referee's pass."""

    template = "account/staff_pass.html"

    def find(self, token: str) -> Any:
        return staff_services.staff_of_token(token=token, now=now())

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        event = self.held.tournament
        return self.page(staff=self.held, tournament=event, club=event.club)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.sign_in_as_staff(self.held)


class PlayerTokenPage(TokenPage):
    """The address of a player's pass."""

    template = "account/player_pass.html"

    def find(self, token: str) -> PlayerPass:
        return passes.pass_of_token(token=token, now=now())

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page(**of_player(self.held))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            if request.POST.get("act") == "connect" and self.has_own_account():
                return self.connect(self.held)
            return self.sign_in_as_player(self.held)
        except Refusal as refusal:
            return self.page(409, refused=say(refusal.text), **of_player(self.held))


class CodePage(PassPage):
    """Where a PIN or a code is typed: one place for all."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.page(CodeForm(), self.shown())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        shown, form = self.shown(), CodeForm(request.POST)
        try:
            with trying(*_counts(self.place(), client_address(request))):
                # What is no code at all may be a guess as well.
                found = self.find(form.cleaned_data["pin"] if form.is_valid() else "")
            return self.take(found)
        except TryAgain as refusal:
            return later(self.page(form, shown, error=say(refusal.text)), refusal)
        except Refusal as refusal:
            if form.is_valid():
                form.add_error("pin", say(refusal.text))
        return self.page(form, shown, 400)

    def find(self, typed: str) -> Any:
        """Whose PIN or code this is. Raises Refusal where it is nobody's."""
        try:
            return staff_services.staff_of_pin(pin=typed, now=now())
        except Refusal:
            return passes.pass_of_code(code=typed, now=now())

    def take(self, found: Any) -> HttpResponse:
        if not isinstance(found, PlayerPass):
            return self.sign_in_as_staff(found)
        act = self.request.POST.get("act")
        if act == "connect" and self.has_own_account():
            return self.connect(found)
        if act != "open" and self.has_own_account():
            context = {"code": self.request.POST["pin"], "next": self.next_page()}
            return render(self.request, "account/player_pass.html", of_player(found) | context)
        return self.sign_in_as_player(found)

    def place(self) -> str:
        """What the tries are counted for."""
        return ""

    def shown(self) -> Mapping[str, Any]:
        """What the reader is told of the place."""
        return {}

    def page(
        self, form: CodeForm, shown: Mapping[str, Any], status: int = 200, **more: Any
    ) -> HttpResponse:
        context = {"form": form, "next": self.next_page(), **shown, **more}
        return render(self.request, "account/code.html", context, status=status)


NOWHERE = 0


class EventCodePage(CodePage):
    """The same at an event, for its PINs alone. The staff of a draft sign in here as well; to
    everybody else the page is the same whether there is a draft at the address or nothing."""

    def shown(self) -> Mapping[str, Any]:
        """The club, and the event where the reader may see it. Raises Http404 where there is no
        such club, and for an old address of what they may see."""
        club, slug = self.kwargs["club"], self.kwargs["slug"]
        actor = actor_of(self.request)
        shown: dict[str, Any] = {"club": get_object_or_404(clubs_visible_to(actor), slug=club)}
        self.found = tournament_at(club, slug)
        if self.found and tournaments_visible_to(actor).filter(pk=self.found.pk).exists():
            if self.found.slug != slug:
                raise Http404
            shown["tournament"] = self.found
        return shown

    def find(self, typed: str) -> Any:
        place = self.found.pk if self.found else NOWHERE
        return staff_services.staff_of_pin(tournament_id=place, pin=typed, now=now())

    def place(self) -> str:
        """That of the address, whether a tournament is there or not."""
        return f"{self.kwargs['club']}/{self.kwargs['slug']}"


def of_player(held: PlayerPass) -> dict[str, Any]:
    """What the page of a player's pass shows."""
    return {"held": held, "club": held.player.club}


def _counts(place: str, address: str) -> list[Count]:
    name = f"pin:{digest(place)}"
    return [
        Count(f"{name}:at:{address}", WRONG_PINS_FROM_AN_ADDRESS, 15.0),
        Count(f"{name}:anywhere", WRONG_PINS, 1.0),
        address_count("pin", address),
    ]

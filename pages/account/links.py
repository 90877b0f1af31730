"""The pages of links that were handed out: set up, invitations, claims."""

from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kernel.text import Refusal
from pages.account.form_page import PlainFormPage, chosen_language, enter
from pages.account.forms import (
    AcceptForm,
    ChosenPasswordForm,
    NewAccountForm,
    SetUpForm,
)
from pages.parts.fields import PageForm
from players.access.sign_in import asker_for, forget_tries
from players.models import Club, Link
from players.selectors import link_by_token, masked
from players.services import links, reset_links
from players.services.links import NewAccount
from web.actors import actor_of, say
from web.addresses import client_address
from web.attempts import address_count, trying
from web.db.clock import now
from web.password_slots import TryAgain, asking


class LinkPage(PlainFormPage):
    """The page of a link. A link that does not hold says so, and why."""

    action = "account.sign_in"
    kind: ClassVar[Link.Kinds]
    success_url = reverse_lazy("me")
    link: Link

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            with trying(address_count("link", client_address(request))):
                self.link = link_by_token(kwargs["token"], self.kind, now())
        except TryAgain:
            raise
        except Refusal as refusal:
            context = {"reason": say(refusal.text)}
            return self._untold(render(request, "account/link_gone.html", context, status=404))
        return self._untold(super().dispatch(request, *args, **kwargs))

    @staticmethod
    def _untold(response: HttpResponseBase) -> HttpResponseBase:
        """The token stands in the address: neither search engines nor other sites are told it.
        (With `no-referrer` a browser would send `Origin: null`, and the form would be taken for a
        forged one.)"""
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex"
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**context) | {"link": self.link}


class SetUpPage(LinkPage):
    """Where the first owner makes their account and their club."""

    kind = Link.Kinds.SETUP
    form_class = SetUpForm
    template_name = "account/set_up.html"
    club: Club

    def act(self, form: PageForm) -> None:
        data = dict(form.cleaned_data)
        user, self.club = links.set_up(
            token=self.kwargs["token"],
            club_name=data.pop("club_name"),
            time_zone=data.pop("time_zone"),
            account=new_account(self.request, data),
            language=get_language(),
            via="page",
            now=now(),
        )
        enter(self.request, user)
        messages.success(self.request, _("%(club)s is set up.") % {"club": self.club.name})

    def get_success_url(self) -> str:
        return reverse("club", args=[self.club.slug])


class AcceptPage(LinkPage):
    """A link that is accepted with an account, or with a new one that is made along the way."""

    accept: ClassVar[Any]

    def get_form_class(self) -> type[PageForm]:
        return AcceptForm if self.request.user.is_authenticated else NewAccountForm

    def get_initial(self) -> dict[str, Any]:
        player = self.link.player
        return {"email": self.link.email, "name": player.name if player else ""}

    def act(self, form: PageForm) -> None:
        token = self.kwargs["token"]
        if self.request.user.is_authenticated:
            self.accept(token=token, by=actor_of(self.request), now=now())
        else:
            account = new_account(self.request, form.cleaned_data)
            user = links.accept_as_new(
                self.kind, token=token, account=account, via="page", now=now()
            )
            enter(self.request, user)
        messages.success(self.request, self.welcome())

    def welcome(self) -> str:
        raise NotImplementedError


class InvitationPage(AcceptPage):
    kind = Link.Kinds.INVITATION
    template_name = "account/invitation.html"
    accept = staticmethod(links.accept_invitation)

    def welcome(self) -> str:
        return _("You have joined %(club)s.") % {"club": self.link.club}


class ClaimPage(AcceptPage):
    kind = Link.Kinds.CLAIM
    template_name = "account/claim.html"
    accept = staticmethod(links.claim_player)

    def welcome(self) -> str:
        names = {"player": self.link.player, "club": self.link.club}
        return _("You play in %(club)s as %(player)s.") % names


class ResetPage(LinkPage):
    """Where somebody chooses a new password by a link that their club made for them."""

    kind = Link.Kinds.RESET
    form_class = ChosenPasswordForm
    template_name = "account/reset.html"

    def act(self, form: PageForm) -> None:
        with asking(asker_for(self.request, self._email)):
            user = reset_links.reset_password(
                token=self.kwargs["token"], **form.cleaned_data, via="page", now=now()
            )
        forget_tries(self._email)
        enter(self.request, user)
        messages.success(self.request, _("Your password is changed."))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**context) | {"email": masked(self._email)}

    @property
    def _email(self) -> str:
        user = self.link.user
        assert user is not None, "it is made for an account"
        return user.email or ""


def new_account(request: HttpRequest, data: dict[str, Any]) -> NewAccount:
    """What was typed, with the language that was chosen on the page."""
    return NewAccount(**data, language=chosen_language(request))

"""The links of a friendly are followed: the opponent's to a free seat, one's own to the seat that
one has."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render

from games.selectors.guests import guest_seat
from kernel.permissions import Actor
from kernel.text import Refusal
from pages.parts.challenge_words import rules_in_words
from pages.parts.fields import PageForm
from pages.play.forms import SeatForm
from pages.play.seat_page import SeatFormPage
from tournaments.selectors.events.friendlies import (
    OPENER,
    FollowedLink,
    followed_invitation,
    followed_seat,
    seat_holder,
    table_of,
)
from tournaments.selectors.events.names import guest_names
from tournaments.services.events.friendlies import claim_seat, go_on
from web.actors import actor_of, say
from web.addresses import client_address
from web.attempts import address_count, trying
from web.password_slots import TryAgain


class LinkToSeatPage(SeatFormPage):
    """The page of a link. One that leads nowhere says so, and counts as a try."""

    link: FollowedLink

    def followed(self) -> FollowedLink:
        """Where the link leads. Raises Refusal where that is nowhere."""
        raise NotImplementedError

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            with trying(address_count("link", client_address(request))):
                self.link = self.followed()
        except TryAgain:
            raise
        except Refusal as refused:
            context = {"reason": say(refused.text)}
            response = render(request, "play/link_gone.html", context, status=404)
            response["X-Robots-Tag"] = "noindex"
            return response
        return super().dispatch(request, *args, **kwargs)

    def page(self, form: PageForm, status: int = 200) -> HttpResponse:
        """The token stands in the address: neither search engines nor other sites are told it.
        (With `no-referrer` a browser would send `Origin: null`, and the form would be taken for a
        forged one.)"""
        response = super().page(form, status)
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex"
        return response

    def context(self, form: PageForm) -> dict[str, Any]:
        return dict(rules_in_words(self.link.rules, self.link.clock))


class JoinFriendlyPage(LinkToSeatPage):
    """The opponent's link. Who sits at the table already goes on there."""

    action = "friendly.claim"
    template = "play/join.html"

    def followed(self) -> FollowedLink:
        return followed_invitation(self.kwargs["token"], actor_of(self.request), self.now)

    def form(self, data: QueryDict | None = None) -> SeatForm:
        return SeatForm(data, has_account=self.actor.user_id is not None)

    def get(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        if guest_seat(self.actor, self.link.match) is not None:
            return redirect(self.link.table)
        return super().get(request, **kwargs)

    def seat(self, form: PageForm, by: Actor) -> str:
        friendly = claim_seat(
            token=self.kwargs["token"],
            by=by,
            now=self.now,
            name=form.cleaned_data.get("name", ""),
            key=self.key,
        )
        return table_of(friendly)

    def context(self, form: PageForm) -> dict[str, Any]:
        opener = guest_names(self.link.match)[OPENER]
        return super().context(form) | {
            "opener": opener,
            "is_free": self.link.is_free,
            "is_open": settings.GUESTS or self.actor.user_id is not None,
        }


class OwnSeatPage(LinkToSeatPage):
    """One's own link: to go on with another device."""

    action = "friendly.claim"
    template = "play/go_on.html"
    is_opened_by_key = True
    form_class = PageForm

    def followed(self) -> FollowedLink:
        return followed_seat(self.kwargs["token"], self.now)

    def seat(self, form: PageForm, by: Actor) -> str:
        return table_of(go_on(token=self.kwargs["token"], by=by, now=self.now))

    def context(self, form: PageForm) -> dict[str, Any]:
        own = guest_seat(seat_holder(self.kwargs["token"]), self.link.match)
        names = guest_names(self.link.match)
        others = [name for seat, name in names.items() if seat != own]
        name = names.get(OPENER if own is None else own, "")
        return super().context(form) | {"name": name, "other": "".join(others)}

"""A friendly is opened: rules and clock are chosen, and there is a link for the opponent."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from games.services.guests import take_along
from kernel.permissions import Actor
from pages.parts.by_days import by_days
from pages.parts.challenge_words import waiting_challenges
from pages.parts.fields import PageForm
from pages.play.challenges import opponents_of
from pages.play.forms import CLOCKS, FriendlyForm, options_of
from pages.play.seat_page import SeatFormPage
from players.access.page import Page
from tournaments.selectors.events.friendlies import own_friendlies, table_of
from tournaments.services.events.friendlies import Asked, open_friendly
from web.addresses import client_address
from web.numbers import number_sent


class OpenFriendlyPage(SeatFormPage):
    action = "friendly.open"
    template = "play/open.html"

    def form(self, data: QueryDict | None = None) -> FriendlyForm:
        return FriendlyForm(
            data,
            has_account=self.actor.user_id is not None,
            opponents=opponents_of(self.actor),
            initial={"opponent": self.request.GET.get("player", "")},
        )

    def seat(self, form: PageForm, by: Actor) -> str:
        chosen, address = form.cleaned_data, client_address(self.request)
        friendly = open_friendly(
            asked=Asked(by, self.now, address, self.key, self.digest),
            rules=chosen["rules"],
            best_of=int(chosen["best_of"]),
            clock=CLOCKS[chosen["clock"]],
            name=chosen.get("name", ""),
            player=int(chosen["opponent"]) if chosen.get("opponent") else None,
        )
        return table_of(friendly)

    def context(self, form: PageForm) -> dict[str, Any]:
        return {
            "challenges": waiting_challenges(self.actor, self.now),
            "tables": own_friendlies(self.actor, self.now),
            "waiting": {one.table for one in by_days(self.actor, self.now).waiting},
            "is_open": settings.GUESTS or self.actor.user_id is not None,
            **options_of(form),
        }


class TakeAlongPage(Page):
    """What was played at one table in this browser without an account is the reader's."""

    action = "friendly.take_along"
    http_method_names = ("post",)

    def post(self, request: HttpRequest) -> HttpResponse:
        match = number_sent(request.POST.get("match"))
        take_along(match=match, key=self.actor.seat_key, user_id=self.actor.account_id)
        return redirect("play")

"""A friendly is opened: rules and clock are chosen, and there is a link for the opponent."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.selectors.guests import seats_without_account
from games.services.guests import take_along
from games.tables.clock import clock_from
from kernel.permissions import Actor
from pages.parts import consequences
from pages.parts.fields import PageForm
from pages.parts.play_words import clock_words
from pages.play.forms import CLOCKS, LENGTHS, RULE_SETS, FriendlyForm
from pages.play.seat_page import SeatFormPage
from players.access.page import Page
from tournaments.selectors.events.friendlies import own_friendlies, table_of
from tournaments.services.events.friendlies import Asked, open_friendly
from web.actors import say
from web.addresses import client_address

Option = tuple[str, str, str, bool]
"""Its code, what it is called, what it leads to, and whether it is chosen."""


class OpenFriendlyPage(SeatFormPage):
    action = "friendly.open"
    template = "play/open.html"

    def form(self, data: QueryDict | None = None) -> FriendlyForm:
        return FriendlyForm(data, has_account=self.actor.user_id is not None)

    def seat(self, form: PageForm, by: Actor) -> str:
        chosen, address = form.cleaned_data, client_address(self.request)
        friendly = open_friendly(
            asked=Asked(by, self.now, address, self.key, self.digest),
            rules=chosen["rules"],
            best_of=int(chosen["best_of"]),
            clock=CLOCKS[chosen["clock"]],
            name=chosen.get("name", ""),
        )
        return table_of(friendly)

    def context(self, form: PageForm) -> dict[str, Any]:
        chosen = {name: str(form[name].value()) for name in ("rules", "best_of", "clock")}
        return {
            "tables": own_friendlies(self.actor, self.now),
            "along": self._seats_to_take_along(),
            "is_open": settings.GUESTS or self.actor.user_id is not None,
            "rules_options": _rules(chosen["rules"]),
            "length_options": [
                (code, _(word), "", code == chosen["best_of"]) for code, word in LENGTHS.items()
            ],
            "clock_options": _clocks(chosen["clock"]),
        }

    def _seats_to_take_along(self) -> int:
        """How many seats the reader's browser has without the account that they have."""
        if self.actor.user_id is None or not self.actor.seat_key:
            return 0
        return seats_without_account(self.actor.seat_key).count()


class TakeAlongPage(Page):
    """What was played in this browser without an account is the reader's."""

    action = "friendly.take_along"
    http_method_names = ("post",)

    def post(self, request: HttpRequest) -> HttpResponse:
        take_along(key=self.actor.seat_key, user_id=self.actor.account_id)
        return redirect("play")


def _rules(chosen: str) -> Sequence[Option]:
    return [
        (one.code, _(one.called), consequences.of_rules(one.rules), one.code == chosen)
        for one in RULE_SETS
    ]


def _clocks(chosen: str) -> Sequence[Option]:
    titles = {
        "move": _("Quick"),
        "game": _("A bank for each game"),
        "days": _("By correspondence"),
        "none": _("No clock"),
    }
    return [
        (code, title, say(clock_words(clock_from(CLOCKS[code]))), code == chosen)
        for code, title in titles.items()
    ]

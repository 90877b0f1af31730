"""A page of a tournament: found by its address, shown in the club's zone."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from kernel.permissions import Actor
from players.access.page import Page
from tournaments.domain import lifecycle
from tournaments.models import Tournament
from tournaments.selectors.desk.passes import pass_of
from tournaments.selectors.events.access import acting_in, tournaments_visible_to
from web.actors import say
from web.numbers import number_in
from web.page import KEY, new_key


class TournamentPage(Page):
    """A page of the tournament that the address names."""

    tournament: Tournament

    def find(self) -> Actor:
        found = tournaments_visible_to(self.actor).select_related("club")
        self.tournament = get_object_or_404(
            found, club__slug=self.kwargs["club"], slug=self.kwargs["slug"]
        )
        return acting_in(self.actor, self.tournament)

    def address(self, name: str, *args: object) -> str:
        """The address of a page of this tournament."""
        return reverse(name, args=[self.tournament.club.slug, self.tournament.slug, *args])

    def blocked(self, action: str) -> str:
        """Why the tournament's state does not allow an action; empty when it does."""
        refused = lifecycle.why_not(self.tournament.state, action)
        return say(refused) if refused else ""


class EventPage(TournamentPage):
    """A page of a tournament, or of one match of it, that is rendered for its reader."""

    def asked_number(self, name: str) -> int | None:
        """The number of that name in the address, None when it is left out."""
        given = self.request.GET.get(name)
        number = None if given is None else number_in(given, digits=4)
        if number is None and given is not None:
            raise Http404
        return number

    def context(self) -> dict[str, Any]:
        """What every such page shows."""
        return {
            "club": self.tournament.club,
            "tournament": self.tournament,
            "key": self.request.POST.get(KEY) or new_key(),
            "own_pass": pass_of(self.actor),
        }

    def answer(self, template: str, status: int = 200, **context: Any) -> HttpResponse:
        """The page, with its times in the club's zone."""
        with timezone.override(ZoneInfo(self.tournament.club.time_zone)):
            shown = self.context() | context
            response = render(self.request, template, shown, status=status)
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

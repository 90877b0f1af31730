"""The pages with which everybody begins: home, and a club."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views import View

from pages.parts.next_step import next_step
from pages.parts.tournament_page import StateWord, state_of
from players.models import Player
from players.selectors import (
    clubs_visible_to,
    is_fresh_installation,
    names_as,
    players_visible_to,
)
from tournaments.selectors.events.access import listed_tournaments
from tournaments.selectors.stages.calendar import Calendar, Listed, calendar_of
from web.actors import actor_of

OVER_AT_HOME = 6


class HomePage(View):
    """What Undercut is; what is on, what comes, what is over; the clubs."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        actor = actor_of(request)
        tournaments = listed_tournaments(actor)
        listed = Count("tournaments", filter=Q(tournaments__in=tournaments))
        context = _lists(calendar_of(tournaments, past=OVER_AT_HOME)) | {
            "clubs": clubs_visible_to(actor).annotate(listed=listed),
            "is_fresh": is_fresh_installation(),
        }
        return render(request, "public/home.html", context)


class ClubPage(View):
    """A club: its next evenings, the results of those that are over, its players."""

    action = "club.view"

    def get(self, request: HttpRequest, club: str) -> HttpResponse:
        actor = actor_of(request)
        found = get_object_or_404(clubs_visible_to(actor), slug=club)
        shown = players_visible_to(actor).filter(club=found).exclude(shown=Player.Shown.HIDDEN)
        names = names_as({player.pk: (player.name, player.shown) for player in shown})
        context = _lists(calendar_of(listed_tournaments(actor).filter(club=found))) | {
            "club": found,
            "players": [(player, names[player.pk]) for player in shown],
            "next": next_step(actor, found),
        }
        with timezone.override(ZoneInfo(found.time_zone)):
            return render(request, "public/club.html", context)


def _lists(calendar: Calendar) -> dict[str, list[tuple[Listed, StateWord]]]:
    return {
        "on_now": _with_states(calendar.now),
        "coming": _with_states(calendar.next),
        "over": _with_states(calendar.past),
    }


def _with_states(listed: Iterable[Listed]) -> list[tuple[Listed, StateWord]]:
    return [(row, state_of(row.tournament)) for row in listed]

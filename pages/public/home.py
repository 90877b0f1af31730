"""The pages with which everybody begins: home, and a club."""

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views import View

from kernel.permissions import Actor
from pages.parts.tournament_page import state_of
from players.models import Club, Player
from players.selectors import (
    club_roles,
    clubs_visible_to,
    is_fresh_installation,
    names_as,
    players_visible_to,
)
from tournaments.selectors.events.access import listed_tournaments
from tournaments.selectors.stages.calendar import Calendar, calendar_of, prepared_tournament
from web import disk
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
            "next": _next_step(actor, found),
        }
        with timezone.override(ZoneInfo(found.time_zone)):
            return render(request, "public/club.html", context)


def _lists(calendar: Calendar) -> dict[str, Any]:
    """The tournaments, each with the word for its state and its champion."""
    lists = {"on_now": calendar.now, "coming": calendar.next, "over": calendar.past}
    champions = calendar.champions
    return {
        name: [(one, state_of(one), champions.get(one.pk, "")) for one in tournaments]
        for name, tournaments in lists.items()
    }


def _next_step(actor: Actor, club: Club) -> dict[str, Any] | None:
    """What an organiser does next, for whoever prepares the club's evenings: whether it has
    players, and the tournament that is being prepared, the next one first. None for others."""
    may = replace(actor, roles=club_roles(actor, club.pk)).may
    if not may("tournament.create"):
        return None
    return {
        "has_players": players_visible_to(actor).filter(club=club).exists(),
        "has_tournaments": club.tournaments.exists(),
        "prepared": prepared_tournament(actor, club),
        "is_disk_low": disk.room() != disk.DiskRoom.OK,
        "may": {
            "players": may("player.edit"),
            "members": may("club.members"),
            "edit_club": may("club.edit"),
        },
    }

"""The pages with which everybody begins: home, and a club."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views import View

from kernel.permissions import Actor
from pages.parts.hand_offer import hand_offer
from pages.parts.tournament_page import state_of
from pages.public.on_now import on_now, to_watch
from players.models import Club, Player
from players.selectors import (
    club_roles,
    clubs_run_by,
    clubs_to_play_in,
    clubs_visible_to,
    is_fresh_installation,
    is_member,
    names_as,
    players_visible_to,
    search_players,
    way_of,
)
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Tournament
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.stages.calendar import Calendar, calendar_of, prepared_tournament
from web import disk
from web.actors import actor_of

OVER_AT_HOME = 6
OVER_AT_CLUB = 8
MOST_PLAYERS = 24  # who are listed without being looked for
MOST_FOUND = 50


class HomePage(View):
    """What Undercut is; what is on tonight and whom to watch, what comes, what is over; the
    clubs."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        actor = actor_of(request)
        tournaments = tournaments_visible_to(actor)
        listed = Count("tournaments", filter=Q(tournaments__in=tournaments))
        calendar = calendar_of(tournaments, past=OVER_AT_HOME)
        tonight, coming = _by_day(calendar, timezone.now())
        running = [(one, on_now(one)) for one in tonight if one.state == TournamentState.RUNNING]
        known = {one.pk: now for one, now in running}
        context = _lists(calendar) | {
            "bill": [(one, state_of(one), known.get(one.pk)) for one in tonight],
            "watched": to_watch(running),
            "coming": [(one, state_of(one), "") for one in coming],
            "clubs": clubs_visible_to(actor).annotate(listed=listed),
            "own_club": clubs_run_by(actor).first(),
            "is_fresh": is_fresh_installation(),
            **hand_offer(actor),
        }
        return render(request, "public/home.html", context)


class ClubPage(View):
    """A club: its next evenings, the results of those that are over, and its players, whom one
    finds by their name where they are many."""

    action = "club.view"

    def get(self, request: HttpRequest, club: str) -> HttpResponse:
        actor = actor_of(request)
        found = get_object_or_404(clubs_visible_to(actor), slug=club)
        past = None if "results" in request.GET else OVER_AT_CLUB + 1
        calendar = calendar_of(tournaments_visible_to(actor).filter(club=found), past=past)
        lists = _lists(calendar)
        if has_more := past is not None and len(lists["over"]) == past:
            lists["over"].pop()
        context = {
            "club": found,
            "has_more": has_more,
            "next": _next_step(actor, found),
            "may_play": clubs_to_play_in(actor).filter(pk=found.pk).exists(),
            **lists,
            **_players_of(actor, found, request.GET.get("q", "").strip()),
        }
        with timezone.override(ZoneInfo(found.time_zone)):
            return render(request, "public/club.html", context)


def _players_of(actor: Actor, club: Club, query: str) -> dict[str, Any]:
    """The players of a club by their names as the reader may know them: all of a few, else those
    that are looked for."""
    shown = players_visible_to(actor).filter(club=club).exclude(shown=Player.Shown.HIDDEN)
    count = shown.count()
    is_long = count > MOST_PLAYERS
    roles = club_roles(actor, club.pk)
    listed = shown
    if query and is_member(roles):
        in_full = shown.filter(shown=Player.Shown.FULL)
        listed = search_players(in_full, query, names_hidden=False)
    elif query:
        listed = search_players(shown, query)
    rows = list(listed[:MOST_FOUND] if query or not is_long else listed.none())
    names = names_as({row.pk: (row.name, way_of(row, roles)) for row in rows})
    return {
        "players": [(row, names[row.pk]) for row in rows],
        "player_count": count,
        "is_long": is_long,
        "query": query,
    }


def _by_day(calendar: Calendar, now: datetime) -> tuple[list[Tournament], list[Tournament]]:
    """What is on or begins today, where its club is: what is of today by its hour, then what began
    earlier; and what comes later."""
    next = list(calendar.next)
    tonight = [*calendar.now, *(one for one in next if _is_of_today(one, now))]
    coming = [one for one in next if not _is_of_today(one, now)]
    tonight.sort(key=lambda one: (not _is_of_today(one, now), one.starts_at or now))
    return tonight, coming


def _is_of_today(tournament: Tournament, now: datetime) -> bool:
    zone = ZoneInfo(tournament.club.time_zone)
    at = tournament.starts_at
    return at is not None and at.astimezone(zone).date() == now.astimezone(zone).date()


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
        "has_tournaments": club.tournaments.listed().exists(),
        "prepared": prepared_tournament(actor, club),
        "is_disk_low": disk.room() != disk.DiskRoom.OK,
        "may": {
            "players": may("player.edit"),
            "members": may("club.members"),
            "edit_club": may("club.edit"),
        },
    }

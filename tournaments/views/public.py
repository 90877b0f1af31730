"""The pages that everybody may read: home, a club, a tournament with its bracket."""

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views import View

from games.engine.rules import from_stored
from players.models import Player
from players.selectors import (
    clubs_visible_to,
    is_fresh_installation,
    names_as,
    players_visible_to,
)
from tournaments.domain.formats.registry import BRACKETS, format_of
from tournaments.selectors.access import listed_tournaments
from tournaments.selectors.calendar import Calendar, Listed, calendar_of
from tournaments.selectors.entries import entry_rows, field_of
from tournaments.views.correction_words import MARK
from tournaments.views.director.next_step import next_step
from tournaments.views.live_page import LivePage
from tournaments.views.tournament_page import State, match_words, page_of, state_of
from web.actors import actor_of, say
from web.numbers import number_in

OVER_AT_HOME = 6


class Home(View):
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


class TournamentPage(LivePage):
    """State, what is played now, the bracket or the pairs of a round, results."""

    tab = "tournament"
    asks = ("section", "round")

    def matter(self) -> dict[str, Any]:
        tournament, stage = self.tournament, self.stage
        is_bracket = stage.format in BRACKETS
        part = _number(self.request, "section" if is_bracket else "round")
        is_last = stage == self.stages[-1]
        page = page_of(tournament, stage, self.seen, part, is_last=is_last)
        rules = from_stored(tournament.rules | stage.rules, tournament.rules_version)
        return {
            "state": state_of(tournament, page),
            "format": say(format_of(stage.format, stage.settings).name),
            "rules": rules,
            "match_words": match_words(rules),
            "entrants": page.entrants if page else len(field_of(entry_rows(tournament))),
            "page": page,
            "is_last": is_last,
            "mark": MARK,
        }


def _lists(calendar: Calendar) -> dict[str, list[tuple[Listed, State]]]:
    return {
        "on_now": _with_states(calendar.now),
        "coming": _with_states(calendar.next),
        "over": _with_states(calendar.past),
    }


def _with_states(listed: Iterable[Listed]) -> list[tuple[Listed, State]]:
    return [(one, state_of(one.tournament)) for one in listed]


def _number(request: HttpRequest, name: str) -> int | None:
    """The number of that name in the address, None when it is left out."""
    given = request.GET.get(name)
    if given is None:
        return None
    number = number_in(given, digits=4)
    if number is None:
        raise Http404
    return number

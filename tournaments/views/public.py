"""The pages that everybody may read: home, a club, a tournament with its bracket."""

import hashlib
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views import View

from games.engine.rules import from_stored
from players.doors.actors import actor_of, say
from players.permissions import Actor
from players.selectors import clubs_visible_to
from tournaments.domain.formats.registry import format_of
from tournaments.models import Tournament
from tournaments.selectors.access import listed_tournaments, tournaments_visible_to
from tournaments.selectors.audiences import Seen, seen_by
from tournaments.selectors.entries import entry_rows, field_of, names_kept_back
from tournaments.views.director.next_step import next_step
from tournaments.views.tournament_page import State, match_words, page_of, state_of

TOURNAMENTS_AT_HOME = 12


class Home(View):
    """The newest tournaments and all clubs."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        actor = actor_of(request)
        newest = listed_tournaments(actor).select_related("club").order_by("-id")
        listed = Count("tournaments", filter=Q(tournaments__in=listed_tournaments(actor)))
        context = {
            "tournaments": _rows(newest[:TOURNAMENTS_AT_HOME]),
            "clubs": clubs_visible_to(actor).annotate(listed=listed),
        }
        return render(request, "public/home.html", context)


class ClubPage(View):
    """A club with its tournaments, the newest first."""

    action = "club.view"

    def get(self, request: HttpRequest, club: str) -> HttpResponse:
        actor = actor_of(request)
        found = get_object_or_404(clubs_visible_to(actor), slug=club)
        tournaments = listed_tournaments(actor).filter(club=found)
        context = {
            "club": found,
            "tournaments": _rows(tournaments),
            "next": next_step(actor, found),
        }
        with timezone.override(ZoneInfo(found.time_zone)):
            return render(request, "public/club.html", context)


class TournamentPage(View):
    """State, what is played now, bracket, results. To htmx the live part alone."""

    action = "tournament.view"

    def get(self, request: HttpRequest, club: str, slug: str) -> HttpResponse:
        actor = actor_of(request)
        visible = tournaments_visible_to(actor).select_related("club")
        found = visible.filter(club__slug=club, slug=slug).first()
        if found is None:
            return _moved(actor, club, slug)
        seen = seen_by(actor, found)
        etag = _etag(request, found, seen)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = _render_tournament(request, found, seen)
        if etag:
            response["ETag"] = etag
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response


def _rows(tournaments: Iterable[Tournament]) -> list[tuple[Tournament, State]]:
    return [(tournament, state_of(tournament)) for tournament in tournaments]


def _moved(actor: Actor, club: str, slug: str) -> HttpResponse:
    """To the address that a tournament has now, from one that it had before."""
    old = get_object_or_404(
        tournaments_visible_to(actor).select_related("club"),
        old_slugs__club__slug=club,
        old_slugs__slug=slug,
    )
    return redirect("tournament", old.club.slug, old.slug, permanent=True)


def _render_tournament(request: HttpRequest, tournament: Tournament, seen: Seen) -> HttpResponse:
    stage = tournament.stages.get(number=1)
    page = page_of(tournament, stage, seen, _section(request))
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "seen": seen,
        "state": state_of(tournament, page),
        "format": say(format_of(stage.format, stage.settings).name),
        "rules": from_stored(tournament.rules),
        "match_words": match_words(from_stored(tournament.rules)),
        "entrants": page.entrants if page else len(field_of(entry_rows(tournament))),
        "page": page,
    }
    template = "public/tournament.html#live" if request.htmx else "public/tournament.html"
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        return render(request, template, context)


def _section(request: HttpRequest) -> int | None:
    """The number in `?section=`, None when it is left out."""
    given = request.GET.get("section")
    if given is None:
        return None
    if not given.isdecimal() or len(given) > 4:
        raise Http404
    return int(given)


def _etag(request: HttpRequest, tournament: Tournament, seen: Seen) -> str | None:
    """What the page depends on, for visitors; a signed-in reader's has his name and messages."""
    if request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        return None
    parts = (
        request.get_full_path(),
        bool(request.htmx),
        get_language(),
        settings.RELEASE,
        tournament.club.name,
        tournament.club.time_zone,
        seen.audience.value,
        seen.version,
        names_kept_back(tournament),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'

"""What search engines are told: where they need not look, and which pages there are."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views import View

from kernel.permissions import Actor
from tournaments.domain.lifecycle import TournamentState
from tournaments.selectors.events.access import tournaments_visible_to
from web.links import absolute_url

MOST_ADDRESSES = 50_000
"""In one map (sitemaps.org)."""

ALWAYS_THERE = (
    *("home", "learn", "learn_score", "learn_try", "learn_strategy", "learn_variants"),
    *("glossary", "count", "opponents"),
)
"""The pages that are of no club."""

# What is for somebody who has signed in, or has a link of their own.
PRIVATE = ("account/", "api/", "claim/", "invitation/", "me/", "pass/", "password/", "setup/")


class RobotsPage(View):
    """robots.txt: what is of one reader alone is nothing to look for."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        lines = ["User-agent: *", *(f"Disallow: /{path}" for path in PRIVATE)]
        if settings.IS_REACHABLE:
            lines.append(f"Sitemap: {absolute_url(reverse('sitemap'))}")
        return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class SitemapPage(View):
    """The pages of no club, then the public events, the newest first. Without an address by which
    everybody reaches the installation there is none: a map says whole addresses."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        if not settings.IS_REACHABLE:
            raise Http404
        visitor = Actor(via="page")
        events = tournaments_visible_to(visitor).exclude(state=TournamentState.CANCELLED)
        rows = events.select_related("club").order_by("-pk")[: MOST_ADDRESSES - len(ALWAYS_THERE)]
        paths = [reverse(name) for name in ALWAYS_THERE]
        paths += [reverse("tournament", args=[one.club.slug, one.slug]) for one in rows]
        addresses = [absolute_url(path) for path in paths]
        context = {"addresses": addresses}
        return render(request, "public/sitemap.xml", context, content_type="application/xml")

"""What the pages are compared with: bare Django pages behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path
from django.views.decorators.cache import never_cache

from tournaments.models import Entry, PairingSide

LINES = """<!DOCTYPE html><html lang="en"><title>Bracket</title><table>
{% for side in sides %}<tr><td>{{ side.pairing.round.number }}</td>
<td>{{ side.pairing.number }}</td><td>{{ side.pairing.table.number }}</td>
<td>{{ side.entry.seed }}</td><td>{{ side.entry.name }}</td>
<td>{{ side.kind }}</td></tr>{% endfor %}</table></html>"""
ROWS = """<!DOCTYPE html><html lang="en"><title>Standings</title><table>
{% for entry in entries %}<tr><td>{{ entry.seed }}</td><td>{{ entry.name }}</td>
<td>{{ entry.withdrawal.reason }}</td><td>{{ entry.pk }}</td></tr>{% endfor %}</table></html>"""
TEMPLATES = {
    name: engines["django"].from_string(text) for name, text in (("b", LINES), ("s", ROWS))
}


@never_cache
def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("plain")


def bare_bracket(request: HttpRequest, tournament: int) -> HttpResponse:
    """A row for each line of the bracket, and the one query that reads them."""
    sides = PairingSide.objects.filter(pairing__round__stage__tournament=tournament)
    found = sides.select_related("pairing__round", "pairing__table", "entry").order_by("pk")
    return HttpResponse(TEMPLATES["b"].render({"sides": found}, request))


def bare_standings(request: HttpRequest, tournament: int) -> HttpResponse:
    """A row for each entrant, and the one query that reads them."""
    found = Entry.objects.filter(tournament=tournament).select_related("withdrawal")
    return HttpResponse(TEMPLATES["s"].render({"entries": found.order_by("seed")}, request))


urlpatterns = [
    path("bare/plain/", plain),
    path("bare/bracket/<int:tournament>/", bare_bracket),
    path("bare/standings/<int:tournament>/", bare_standings),
    path("", include("config.urls")),
]

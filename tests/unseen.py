"""What everybody is answered everywhere, to hold a table that stands in no list against nothing."""

import re
from collections.abc import Iterator, Mapping

from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests.browser.demo_evening import DemoEvening
from tests.browser.places import places
from tests.players.access.test_permissions import ALL_ROUTES

NOTHING = 2**40
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
#: What differs from one answer to the next, whatever was done in between.
PASSING = re.compile(
    r'(csrfmiddlewaretoken"|name="key") value="[^"]*"|data-(left|reserve|waited)="[^"]*"'
    r"|\b\d+:\d\d(:\d\d)?\b|\d{4}-\d\d-\d\dT[\d:.]+|\d+ min(utes?)?"
)


def filled(route: str, known: Mapping[str, object]) -> str:
    """The address of a route, its parameters as they are known, else 1."""
    return "/" + PARAMETER.sub(lambda part: str(known.get(part[1], 1)), route)


def ask(client: Client, method: str, path: str) -> HttpResponse:
    """What an empty form, or an empty body of the API, is answered."""
    body = ("{}", "application/json") if path.startswith("/api/") else ()
    return client.generic(method, path, *body)


def said(answer: HttpResponse, *names: object) -> tuple[object, ...]:
    text = PASSING.sub("", answer.text) if not answer.streaming else ""
    for name in names:
        text = text.replace(str(name), "")
    return answer.status_code, text


def client_of(evening: DemoEvening, reader: str) -> Client:
    client = Client()
    if session := evening.sessions.get(reader):
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client


def lists_of_the_api(evening: DemoEvening) -> Iterator[str]:
    """All that the API answers, of the club and of one of its events."""
    event = evening.club.tournaments.get(slug="autumn-cup")
    known = {
        "slug": evening.club.slug,
        "tournament_id": event.pk,
        "match_id": evening.matches["finished"],
        "player_id": evening.player,
    }
    for route, view in ALL_ROUTES:
        names = set(PARAMETER.findall(route))
        is_list = route.startswith("api/v1") and hasattr(view, "get") and "health" not in route
        if is_list and names <= set(known):
            yield filled(route, known)


def everything(evening: DemoEvening) -> dict[tuple[str, str], tuple[object, ...]]:
    """All pages as their readers have them, and all lists."""
    asked = [(place.reader, place.path) for place in places(evening)]
    for reader in ("owner", "referee", ""):
        asked += [(reader, path) for path in lists_of_the_api(evening)]
    return {(who, path): said(client_of(evening, who).get(path)) for who, path in asked}

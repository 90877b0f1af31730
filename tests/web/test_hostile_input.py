"""Whatever is sent, to every address and by everybody: no answer is a fault of the server."""

import os
import random
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.test import Client, RequestFactory
from django.urls import converters, get_resolver
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config.api import _schema
from config.sockets import websocket_urlpatterns
from games.services.opponents import add_opponent
from kernel.permissions import Actor
from tests.browser.demo_evening import DemoEvening, make_demo_evening
from tests.browser.places import Place, places
from tests.builders import NOW, board_of, make_tournament
from tests.client import BASE
from tests.players.access.test_permissions import ALL_ROUTES, API_VIEWS, PEOPLE, World, world  # noqa: F401
from tests.tournaments.test_live import session_of
from tournaments.models import Staff
from web.actors import STAFF_PASS
from web.malformed import WsgiPages
from web.sockets import BAD_QUESTION, NOT_FOUND

IS_LONG = "UNDERCUT_LONG" in os.environ
SECONDS = 20  # a bound, far above what it takes
LONGER = 10 if IS_LONG else 1

NUMBERS = [str(2**63), str(2**63 - 1), str(2**64), str(2**31), "0", "-1", "9" * 10_000]
NUL, SURROGATE = "%00", "%ED%A0%80"
TEXTS = [NUL, "a%00b", SURROGATE, "%FF%FE", "x" * 10_000, "%0D%0A", *NUMBERS]
TYPED = ["\0", "a\0b", "9" * 5000, str(2**63), "-1", "²", "٣", "[" * 60_000, "x" * 20_000]
DEEP = "[" * 60_000
BODIES = {
    "deep lists": DEEP.encode(),
    "deep objects": ('{"a":' * 60_000).encode(),
    "a huge number": b'{"version": %s}' % (b"9" * 5000),
    "a large number": b'{"version": 9223372036854775808, "player": 9223372036854775808}',
    "a small number": b'{"version": -9223372036854775809}',
    "a NUL": b'{"name": "\\u0000", "reason": "a\\u0000b"}',
    "half a character": b'{"name": "\\ud83d", "reason": "\\udc00"}',
    "no UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-8 of half a character": b'{"name": "\xed\xa0\x80"}',
    "no number": b'{"version": NaN, "name": Infinity}',
    "nothing": b"",
}
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def sampled(
    tries: Sequence[Any], request: pytest.FixtureRequest, most: int, of: str = ""
) -> list[Any]:
    """As many of the tries as there is time for, ten times as many in the long run: others with
    each seed."""
    seed = request.config.getoption("randomly_seed", 0)
    chance = random.Random(f"{seed} {request.node.name} {of}")
    return chance.sample(tries, min(len(tries), most * LONGER))


class Attack:
    """Requests, each undone; `faults` are those that were answered by a fault of the server."""

    def __init__(self, session: str = "") -> None:
        self.client = Client(raise_request_exception=False)
        if session:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = session
        self.cookies = self.client.cookies.output()
        self.faults: set[str] = set()

    def send(
        self, method: str, address: str, content: bytes = b"", kind: str = "", **more: object
    ) -> HttpResponse:
        with transaction.atomic():
            answer = self.client.generic(method, address, content, kind, **more)
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            said = answer.exc_info[1] if hasattr(answer, "exc_info") else ""
            self.faults.add(f"{method} {address[:150]} {content[:80]} {kind}: {said!r:.150}")
        return answer


@pytest.fixture
def evening(db: None, settings: pytest.FixtureRequest) -> DemoEvening:
    settings.OPEN_SIGN_UP = True
    return make_demo_evening()


def ids_of(world: World) -> dict[str, object]:  # noqa: F811
    """What stands in the address where the address is right."""
    tournament, match = world.running, board_of(world.running, 1, 1).match
    entry = tournament.entries.get(seed=1)
    owner = Actor("api", user_id=world.people["owner"].pk)
    own = {"name": "Max", "portrait": "mats", "manner": {"level": "strong"}}
    return {
        **dict.fromkeys(("number", "n", "ruling", "penalty", "correction", "appeal", "call"), 1),
        **dict.fromkeys(("ruling_id", "penalty_id", "appeal_id", "correction_id", "rule_id"), 1),
        "import_id": 1,
        **dict.fromkeys(("token", "uidb64"), "MQ"),
        **dict.fromkeys(("entry", "entry_id"), entry.pk),
        **dict.fromkeys(("player", "player_id"), world.player.rstrip("/").rpartition("/")[2]),
        "slug": tournament.slug,
        "club": tournament.club.slug,
        "match_id": match.pk,
        "tournament_id": tournament.pk,
        "pairing": 1,
        **dict.fromkeys(("user", "user_id"), world.people["owner"].pk),
        "staff_id": 1,
        **dict.fromkeys(("opponent", "opponent_id"), add_opponent(**own, by=owner, now=NOW).number),
        "block": 1,
        "language": "de",
        "key": "key",
    }


def address(route: str, values: dict[str, object]) -> str:
    return "/" + PARAMETER.sub(lambda part: str(values[part[1]]), route)


def test_every_address_has_a_right_one(world: World) -> None:  # noqa: F811
    known = {*ids_of(world), "path"}
    assert {name for route, _view in ALL_ROUTES for name in PARAMETER.findall(route)} <= known


def hostile_addresses(world: World) -> list[str]:  # noqa: F811
    """Each address with parameters, one of them hostile and the others right."""
    ids = ids_of(world)
    found = []
    for route, _view in ALL_ROUTES:
        right = ids | ({"slug": ids["club"]} if route.startswith("api/") else {})
        for name in PARAMETER.findall(route):
            for value in TEXTS:
                found.append(address(route, right | {name: value}))
    return found


def test_no_address_takes_a_number_that_the_database_does_not_hold() -> None:
    unbounded = [
        f"{route}: {name}"
        for route, name, converter in parameters()
        if type(converter) is converters.IntConverter
    ]
    assert unbounded == []


def parameters() -> Iterator[tuple[str, str, object]]:
    """The parameters of all addresses, those of the sockets too, with their converters."""
    waiting = [("", [*get_resolver().url_patterns, *websocket_urlpatterns])]
    while waiting:
        before, patterns = waiting.pop()
        for route in patterns:
            path = before + str(route.pattern)
            yield from ((path, name, found) for name, found in route.pattern.converters.items())
            waiting.append((path, getattr(route, "url_patterns", [])))


def test_no_address_is_a_fault_for_anybody(
    world: World,  # noqa: F811
    request: pytest.FixtureRequest,
) -> None:
    addresses, faults = hostile_addresses(world), set()
    for person in [*PEOPLE, "pass"]:
        user = world.people.get(person)
        attack = Attack(session_of(user) if user else "")
        if person == "pass":
            write = {"tournament": world.running, "role": Staff.Roles.REFEREE, "tables": [1]}
            session = attack.client.session
            session[STAFF_PASS] = Staff.objects.create(**write).pk
            session.save()
        for address in sampled(addresses, request, 12, of=person):
            for method in ("GET", "POST"):
                attack.send(method, address, b"{}", "application/json")
        faults |= attack.faults
    assert faults == set()


def test_no_body_is_a_fault(world: World, request: pytest.FixtureRequest) -> None:  # noqa: F811
    ids = ids_of(world)
    attack = Attack(session_of(world.people["owner"]))
    for route, view in sampled(API_VIEWS, request, 12):
        right = ids | {"slug": ids["club"]}
        path = address(route, right)
        for method in set(view.actions) - {"GET", "DELETE"}:
            for body in BODIES.values():
                attack.send(method, path, body, "application/json")
            form = b'--b\r\nContent-Disposition: form-data; name="answers"\r\n\r\n%s\r\n--b--\r\n'
            for value in (DEEP.encode(), b"9" * 5000, b"\0", b'{"1": "\\u0000"}'):
                attack.send(method, path, form % value, "multipart/form-data; boundary=b")
    assert attack.faults == set()


def test_no_value_that_a_call_takes_is_a_fault(
    world: World,  # noqa: F811
    request: pytest.FixtureRequest,
) -> None:
    right = ids_of(world)
    right |= {"slug": right["club"]}
    attack = Attack(session_of(world.people["owner"]))
    asked = [
        (path, parameter["name"])
        for path, calls in _schema()["paths"].items()
        for parameter in calls.get("get", {}).get("parameters", ())
        if parameter["in"] == "query"
    ]
    for path, name in sampled(asked, request, 20):
        for value in TEXTS:
            attack.send("GET", f"{path.format_map(right)}?{name}={value}")
    assert attack.faults == set()


class Forms(HTMLParser):
    """The forms of a page that are posted: where to, and their fields."""

    def __init__(self, page: HttpResponse) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.is_open = False
        self.feed(page.text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.is_open = said.get("method", "").lower() == "post"
            if self.is_open:
                self.found.append((said.get("action", ""), {}))
        elif self.is_open and said.get("name"):
            self.found[-1][1].setdefault(said["name"], said.get("value", ""))


def attack_on(place: Place, evening: DemoEvening) -> Attack:
    return Attack(evening.sessions.get(place.reader, ""))


def test_no_typed_word_is_a_fault(evening: DemoEvening, request: pytest.FixtureRequest) -> None:
    faults: set[str] = set()
    for place in sampled(places(evening), request, 15):
        attack = attack_on(place, evening)
        page = attack.send("GET", place.path)
        for address, fields in Forms(page).found if page.status_code == 200 else ():
            to = address or place.path
            for name in sampled([*fields], request, 1):
                for value in ["\0", *sampled(TYPED, request, 2)]:
                    data = urlencode({**fields, name: value})
                    attack.send("POST", to, data.encode(), "application/x-www-form-urlencoded")
        faults |= attack.faults
    assert faults == set()


def test_no_word_in_a_query_is_a_fault(
    evening: DemoEvening, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each page, those parameters are tried that it looks at."""
    asked: set[str] = set()

    class Noting(QueryDict):
        def __getitem__(self, name: str) -> object:
            asked.add(name)
            return super().__getitem__(name)

        def getlist(self, name: str, default: object = None) -> list[object]:
            asked.add(name)
            return super().getlist(name, default)

        def __contains__(self, name: object) -> bool:
            asked.add(str(name))
            return super().__contains__(name)

    monkeypatch.setattr("django.core.handlers.wsgi.QueryDict", Noting)
    faults: set[str] = set()
    for place in sampled(places(evening), request, 8):
        attack, path = attack_on(place, evening), place.path.partition("?")[0]
        asked.clear()
        attack.send("GET", place.path)
        for name in sorted(asked):
            for value in [NUL, NUMBERS[-1], *sampled(TEXTS, request, 1)]:
                attack.send("GET", f"{path}?{name}={value}")
        faults |= attack.faults
    assert faults == set()


FILES = [
    b"\0",
    b"Zo\xc3\xab\0 Zapf",
    b"\xff\xfe\x00\xd8",
    b"\xed\xa0\x80",
    b"9" * 5000,
    DEEP.encode(),
]


def test_no_file_is_a_fault(world: World) -> None:  # noqa: F811
    attack = Attack(session_of(world.people["owner"]))
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--b--'
    for name, content in product(("\0", "%00", "x"), FILES):
        file = head % (name.encode(), content)
        kind = "multipart/form-data; boundary=b"
        attack.send("POST", f"/c/{ids_of(world)['club']}/roster/", file, kind)
        attack.send("POST", f"{BASE}{world.club}players/import/", file, kind)
    assert attack.faults == set()


def test_a_content_type_in_no_alphabet_is_refused_in_order(server: str) -> None:
    """Also where the request is made of what came in, before any of our code sees it."""
    kind = "text/plain; charset*=nope''x"
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{server}/offline/", headers={"Content-Type": kind}), timeout=10)
    refused.value.close()
    assert refused.value.code == 400
    seen: list[str] = []
    environ = RequestFactory().get("/offline/").environ | {"CONTENT_TYPE": kind}
    [*WsgiPages()(environ, lambda status, headers: seen.append(status))]
    assert seen == ["400 Bad Request"]


HEADERS = {
    "a cookie with NUL": {"Cookie": 'sessionid="\\000"; csrftoken="\\000"; messages="\\000"'},
    "a long cookie": {"Cookie": f"sessionid={'x' * 10_000}; django_language={'x' * 10_000}"},
    "a language with NUL": {"Cookie": 'django_language="\\000"', "Accept-Language": "x" * 10_000},
    "a token with NUL": {"Authorization": "Token \0"},
    "a token of another alphabet": {"Authorization": "Token \xff\xfe"},
    "a long token": {"Authorization": "Token " + "x" * 10_000},
    "a deep token": {"Authorization": "Bearer " + "[" * 60_000},
    "a key with NUL": {"Idempotency-Key": "\0"},
    "a browser with NUL": {"User-Agent": "\0", "Referer": "http://testserver/\0"},
    "an origin that is none": {"Origin": "http://[", "Referer": "http://["},
    "a forged address": {"X-Forwarded-For": "\0, \xff"},
    "a date that is none": {"If-Modified-Since": "9" * 5000, "If-None-Match": "\0"},
    "a length that is none": {"Range": "bytes=" + "9" * 5000 + "-"},
    "a part of a page": {"HX-Request": "\0", "HX-Current-URL": "http://[\0"},
}
KINDS = [
    f"{kind}; charset={charset}"
    for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain")
    for charset in ("unicode_escape", "hex", "idna", "utf-16", "utf-7", "undefined", "nope", "\0")
] + [
    "multipart/form-data; boundary=b; charset=unicode_escape",
    "multipart/form-data; boundary=b; charset=hex",
    "multipart/form-data",
    "text/plain; charset*=hex''%00",
    "text/plain; charset*=nope''x",
]


def test_no_header_is_a_fault(world: World) -> None:  # noqa: F811
    attack = Attack()
    paths = [
        BASE + "clubs/",
        BASE + f"matches/{ids_of(world)['match_id']}/hands/",
        "/",
        "/account/",
    ]
    paths += ["/sign-in/", f"/c/{ids_of(world)['club']}/"]
    for path, said in product(paths, HEADERS):
        for method in ("GET", "POST"):
            attack.client.cookies.clear()
            form = urlencode({"email": "a@club.example", "password": "no"}).encode()
            kind = "application/x-www-form-urlencoded"
            attack.send(method, path, form, kind, headers=HEADERS[said])
    assert attack.faults == set()


def test_no_alphabet_is_a_fault(
    world: World,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Requests as the product makes them of what comes in.
    monkeypatch.setattr("django.test.client.WSGIRequest", WsgiPages.request_class)
    attack = Attack(session_of(world.people["owner"]))
    ids = ids_of(world)
    part = b'--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n\\ud800\r\n--b--\r\n'
    bodies = (b"email=\\ud800&password=\\ud800&name=\\ud800", part, b'{"name": "x"}')
    paths = ("/sign-in/", "/account/", f"/c/{ids['club']}/roster/", BASE + "clubs/")
    for kind in KINDS:
        for path, body in product(paths, bodies):
            attack.send("POST", path + "?q=\\ud800&search=\\ud800", body, kind)
        search = f"{BASE}clubs/{ids['club']}/players/?search=\\ud800"
        attack.send("GET", search, b"", kind)
        attack.send("GET", f"/c/{ids['club']}/players/edit/?q=\\ud800", b"", kind)
    assert attack.faults == set()


FRAMES = {
    "deep": DEEP,
    "deep objects": '{"a":' * 12_000,
    "a huge number": '{"ask": ' + "9" * 5000 + "}",
    "a NUL": "\0",
    "half a character": '"\\ud800"',
    "bytes": b"\xff\xfe",
    "nothing": "",
    "no object": "[]",
    "no number": "NaN",
}


def test_a_frame_that_is_no_question_ends_the_socket_in_order(server: str) -> None:
    address = f"{server.replace('http', 'ws')}/ws/tournaments/{make_tournament().pk}/"
    for said, frame in FRAMES.items():
        with connect(address, origin=server, open_timeout=SECONDS) as socket:
            socket.recv(timeout=SECONDS)
            socket.send(frame)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=SECONDS)
        assert closed.value.rcvd, said
        assert closed.value.rcvd.code == BAD_QUESTION, said


def test_there_is_nothing_to_watch_at_a_number_that_nothing_has(server: str) -> None:
    for number in [*NUMBERS[:-1], "%00", quote("²")]:
        address = f"{server.replace('http', 'ws')}/ws/tournaments/{number}/"
        with (
            connect(address, origin=server, open_timeout=SECONDS) as socket,
            pytest.raises(ConnectionClosed) as closed,
        ):
            socket.recv(timeout=SECONDS)
        assert closed.value.rcvd, number
        assert closed.value.rcvd.code == NOT_FOUND, number


def test_a_cookie_that_no_database_takes_is_that_of_a_visitor(server: str) -> None:
    address = f"{server.replace('http', 'ws')}/ws/tournaments/{make_tournament().pk}/"
    headers = {"Cookie": f'{settings.SESSION_COOKIE_NAME}="\\000"'}
    with connect(
        address, origin=server, additional_headers=headers, open_timeout=SECONDS
    ) as socket:
        assert "version" in str(socket.recv(timeout=SECONDS))

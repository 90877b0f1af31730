"""A friendly by link leaves no trace where others look, and a guest is nobody anywhere else: each
route of the program, as a guest has it, held against what a visitor is answered."""

import pytest
from django.conf import settings as configured
from django.test import Client
from pytest_django import Settings

from tests.browser.demo_evening import make_demo_evening
from tests.builders import board_of, make_tournament, make_user, owner_of, sign_in
from tests.friendlies import ONE_HAND, FriendlyPair, guest_api
from tests.players.access.test_permissions import ALL_ROUTES
from tests.unseen import NOTHING, PARAMETER, ask, everything, filled, said
from web.db import clock

#: What of their own friendly is open to a guest, by the end of the route: the answers to GET and to
#: an empty POST. Everything else is answered as if there were nothing.
OPEN_TO_GUESTS = {
    "api/v1/matches/<id:match_id>/table/": (200, 405),
    "api/v1/matches/<id:match_id>/table/ready/": (405, 400),
    "api/v1/matches/<id:match_id>/table/actions/": (405, 400),
    "api/v1/matches/<id:match_id>/table/resignation/": (405, 400),
    "api/v1/matches/<id:match_id>/table/phrases/": (200, 400),
    "api/v1/matches/<id:match_id>/table/mute/": (405, 200),
    "api/v1/matches/<id:match_id>/table/premove/": (200, 400),
    "api/v1/matches/<id:match_id>/table/hint/": (403, 405),
    "api/v1/matches/<id:match_id>/table/report/": (405, 403),
    "api/v1/matches/<id:match_id>/table/pause/": (405, 403),
    "api/v1/matches/<id:match_id>/table/resumption/": (405, 403),
    "api/v1/matches/<id:match_id>/table/time/": (405, 403),
    "api/v1/matches/<id:match_id>/table/adjournment/": (405, 403),
    "api/v1/matches/<id:match_id>/table/adjudication/": (405, 403),
    "api/v1/matches/<id:match_id>/table/disclosure/": (405, 403),
    "api/v1/matches/<id:match_id>/invitation/": (405, 409),
    "api/v1/matches/<id:match_id>/rematch/": (405, 202),
    "api/v1/matches/<id:match_id>/name-report/": (405, 204),
    "api/v1/matches/<id:match_id>/deals/": (200, 405),
    "api/v1/matches/<id:match_id>/hands/<id:n>/record/": (200, 405),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/table/": (200, 400),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/table/friendly/": (405, 404),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/table/phrases/": (405, 400),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/hands/<id:n>/": (200, 405),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/hands/<id:n>/record.txt": (200, 405),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/hands/<id:n>/record.json": (200, 405),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/deals/": (200, 405),
    "c/<slug:club>/<slug:slug>/matches/<id:match_id>/deals/deals.jsonl": (200, 405),
}


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 100_000


def played(**who: object) -> FriendlyPair:
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    return pair


def browser_of(pair: FriendlyPair) -> Client:
    """The browser of who opened it, which holds the token of their seat as its secret."""
    client = Client()
    client.cookies[configured.SEAT_COOKIE_NAME] = pair.opened["seat_token"]
    return client


def test_no_page_and_no_list_is_another_one_for_it(
    db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OPEN_SIGN_UP = True
    evening = make_demo_evening()
    instant = clock.now()
    monkeypatch.setattr(clock, "now", lambda: instant)  # how long something lasts is the same
    everything(evening)  # some pages write down that they were asked for
    before = everything(evening)
    FriendlyPair(opener=owner_of(evening.club)).join().begin()
    played()
    after = everything(evening)
    slug = evening.club.slug
    own = {("owner", f"/c/{slug}/play/"), ("owner", f"/api/v1/clubs/{slug}/play/")}
    assert {key for key in after if after[key] != before[key]} == own
    assert len(before) > 200


def test_a_guest_is_a_visitor_at_every_route_of_an_event(db: None) -> None:
    event = make_tournament(entrants=4)
    match = board_of(event, 1, 1).match_id
    known = {
        "club": event.club.slug,
        "slug": event.slug,
        "tournament_id": event.pk,
        "match_id": match,
        "player_id": event.club.players.first().pk,
        "player": event.club.players.first().pk,
    }
    guest, asked, differ = browser_of(played()), 0, []
    for route, _view in ALL_ROUTES:
        of_club = known | {"slug": event.club.slug} if "clubs/<slug:slug>" in route else known
        path = filled(route, of_club)
        for method in ("GET", "POST", "DELETE"):
            as_guest, as_visitor = ask(guest, method, path), ask(Client(), method, path)
            asked += 1
            # Who shows what they have is not asked to sign in, but told no.
            expected = 403 if as_visitor.status_code == 401 else as_visitor.status_code
            if as_guest.status_code != expected:
                differ.append((method, path, as_visitor.status_code, as_guest.status_code))
    assert differ == []
    assert asked > 500


@pytest.mark.parametrize("who", ["guest", "other guest", "visitor", "stranger", "owner"])
def test_every_route_of_a_friendly_is_nothing_but_for_its_guests(
    db: None, who: str, settings: Settings
) -> None:
    pair, other = played(), played()
    event = make_tournament(entrants=2)
    clients = {"guest": browser_of(pair), "other guest": browser_of(other), "visitor": Client()}
    for name, user in (("stranger", make_user("Stranger")), ("owner", owner_of(event.club))):
        clients[name] = Client()
        sign_in(clients[name], user)
    client, friendly = clients[who], pair.friendly
    here = {
        "club": friendly.tournament.club.slug,
        "slug": friendly.tournament.slug,
        "tournament_id": friendly.tournament_id,
        "match_id": pair.opened["match"],
        "n": pair.view()["hand"]["n"],
    }
    nothing = here | {"slug": "no-such", "tournament_id": NOTHING, "match_id": NOTHING}
    names = (here["slug"], "no-such", NOTHING, here["match_id"], here["tournament_id"])
    wrong, opened = [], {}
    for route, _view in ALL_ROUTES:
        if not {"slug", "tournament_id", "match_id"} & set(PARAMETER.findall(route)):
            continue
        if route.startswith("api/v1/clubs"):
            continue
        answers = [ask(client, method, filled(route, here)) for method in ("GET", "POST")]
        nowhere = [ask(client, method, filled(route, nothing)) for method in ("GET", "POST")]
        if who == "guest" and route in OPEN_TO_GUESTS:
            opened[route] = tuple(answer.status_code for answer in answers)
        elif [said(one, *names) for one in answers] != [said(one, *names) for one in nowhere]:
            wrong.append((route, [one.status_code for one in answers]))
    assert wrong == []
    assert opened == (OPEN_TO_GUESTS if who == "guest" else {})


def test_its_club_is_nothing_to_anybody(db: None) -> None:
    pair = played()
    slug = pair.friendly.tournament.club.slug
    for client in (browser_of(pair), Client()):
        for route, _view in ALL_ROUTES:
            if not route.startswith(("api/v1/clubs/<slug:slug>/", "c/<slug:club>/")):
                continue
            if "match_id" in route:
                continue
            known = {"slug": slug, "club": slug}
            other = {"slug": "no-such", "club": "no-such"}
            here, nothing = (ask(client, "GET", filled(route, one)) for one in (known, other))
            assert said(here, slug) == said(nothing, "no-such"), route


def test_a_token_opens_no_seat_but_its_own(db: None) -> None:
    pair, other = FriendlyPair().join(), FriendlyPair().join()
    for seat in (0, 1):
        token = (pair.opened, pair.claimed)[seat]["seat_token"]
        assert guest_api(token).get(f"{pair.match}table/")["seat"] == seat
        guest_api(token).get(f"{other.match}table/", 404)

"""Pages are limited by address, and a room of spectators never meets the limit."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.builders import board_of, make_tournament, make_user, sign_in, win

pytestmark = pytest.mark.django_db


def test_the_limit_is_one_for_a_club_night(settings: Settings) -> None:
    assert (settings.PAGES_A_MINUTE, settings.PAGES_AT_ONCE) == (6000, 1000)


def test_an_address_that_asks_for_too_much_is_told_when_to_go_on(settings: Settings) -> None:
    settings.PAGES_AT_ONCE, settings.PAGES_A_MINUTE = 3, 1
    known, client = Client(), Client()
    sign_in(known, make_user())
    assert [client.get("/sign-in/").status_code for _ in range(3)] == [200] * 3
    refused = client.get("/sign-in/")
    assert refused.status_code == 429
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert "Too many requests" in refused.text
    assert {"Content-Security-Policy", "X-Frame-Options"} <= set(refused.headers)
    assert Client(REMOTE_ADDR="192.0.2.7").get("/sign-in/").status_code == 200
    assert known.get("/").status_code == 200
    assert client.get("/api/v1/clubs/").status_code == 200
    forged = Client()
    forged.cookies[settings.SESSION_COOKIE_NAME] = "forged"
    assert forged.get("/").status_code == 429


def test_what_is_not_new_costs_a_tenth(settings: Settings) -> None:
    tournament = make_tournament()
    page = f"/c/{tournament.club.slug}/{tournament.slug}/"
    etag = Client(REMOTE_ADDR="192.0.2.7").get(page)["ETag"]
    settings.PAGES_AT_ONCE, settings.PAGES_A_MINUTE = 2, 1
    client = Client()
    kept = [client.get(page).status_code for _ in range(10)]
    assert kept == [200] * 10
    new = [client.get(page, headers={"If-None-Match": etag}).status_code for _ in range(9)]
    assert new == [304] * 9
    assert {client.get(page).status_code for _ in range(3)} >= {429}


def test_a_hundred_spectators_see_the_end_of_a_round_of_64_from_one_address() -> None:
    """Real limits. After each result each fetches the page anew, and asks for it once more."""
    tournament = make_tournament(entrants=64)
    page = f"/c/{tournament.club.slug}/{tournament.slug}/"
    spectators = [Client() for _ in range(100)]
    seen = dict.fromkeys(range(100), "")
    statuses: dict[int, int] = {}
    for number in range(1, 9):
        win(board_of(tournament, 1, number), 0)
        for who, client in enumerate(spectators):
            for _ in range(2):
                answer = client.get(page, headers={"If-None-Match": seen[who]})
                seen[who] = answer.get("ETag", seen[who])
                statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    assert statuses == {200: 800, 304: 800}

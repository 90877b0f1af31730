"""Pages are limited by address, and a room of spectators never meets the limit."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from redis import Redis

from tests.builders import DIRECTOR, board_of, make_tournament, make_user, sign_in, win
from tests.conftest import IS_LONG
from tournaments.services.events.staff import issue_pass
from web.db.clock import now

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

RESULTS = 32 if IS_LONG else 8  # of the 32 of the first round


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


def test_the_page_beyond_a_room_that_comes_at_one_moment_is_refused(settings: Settings) -> None:
    settings.PAGES_A_MINUTE = 0.01  # nothing flows back meanwhile, however slow it is
    tournament = make_tournament()
    page = f"/c/{tournament.club.slug}/{tournament.slug}/"
    one_of_the_room, other = Client(), Client()
    assert {one_of_the_room.get("/no-page/").status_code for _ in range(1000)} == {404}
    assert other.get("/no-page/").status_code == 429
    assert other.get(page).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get(page).status_code == 200


class Spectator:
    """A browser on a live page: it asks by what it has, as `live.js` and a reload do."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.client = Client(headers={"Accept-Language": "de" if number % 2 else "en"})
        self.etags: dict[tuple[str, bool], str] = {}

    def ask(self, page: str, *, live: bool) -> int:
        """The status of the answer; `live`: of the page's live part alone."""
        headers = {"HX-Request": "true"} if live else {}
        if etag := self.etags.get((page, live)):
            headers["If-None-Match"] = etag
        answer = self.client.get(page, headers=headers)
        if "ETag" in answer:
            self.etags[page, live] = answer["ETag"]
        return answer.status_code


def test_a_hundred_spectators_see_a_round_of_64_from_one_address(
    settings: Settings, redis: Redis
) -> None:
    """After each result everybody's page, in two languages, fetches its live part anew, and asks
    once more; then they load it, and look at all matches, or one in ten at the one.

    Eight results come at one moment. Ten seconds later the real limit is as it was."""
    settings.PAGES_A_MINUTE = 0.01  # nothing flows back meanwhile, however slow it is
    tournament = make_tournament(entrants=64)
    event = f"/c/{tournament.club.slug}/{tournament.slug}/"
    room = [Spectator(number) for number in range(100)]
    statuses = Counter(spectator.ask(event, live=False) for spectator in room)
    for number in range(1, RESULTS + 1):
        if number % 8 == 1:
            redis.delete("undercut:bucket:pages:127.0.0.1")
        board = board_of(tournament, 1, number)
        win(board, 0)
        match = f"{event}matches/{board.match_id}/"  # of which no copy is kept
        for spectator in room:
            other = f"{event}matches/" if spectator.number % 10 else match
            asked = [(event, True), (event, True), (event, False), (other, False)]
            statuses.update(spectator.ask(page, live=live) for page, live in asked)
    assert set(statuses) == {200, 304}
    assert statuses[304] == 100 * RESULTS  # each second time
    assert statuses.total() == 100 * (1 + 4 * RESULTS)


def test_who_holds_a_pass_is_not_counted(settings: Settings) -> None:
    tournament, referee = make_tournament(), Client()
    made = issue_pass(tournament_id=tournament.pk, name="Rita", by=DIRECTOR, now=now())
    referee.post(reverse("staff_pass", args=[made.token]))
    settings.PAGES_AT_ONCE, settings.PAGES_A_MINUTE = 1, 1
    assert [referee.get("/").status_code for _ in range(3)] == [200] * 3

"""Limits are by account, and for visitors by address, at club-night level."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from tests.builders import PASSWORD, make_user
from tests.client import BASE, Api

CLUBS = BASE + "clubs/"


@pytest.mark.django_db
class TestOneAddress:
    """The whole club comes from one address."""

    def test_the_limit_is_one_for_a_club_night(self, settings: Settings) -> None:
        assert (settings.REQUESTS_A_MINUTE, settings.REQUESTS_AT_ONCE) == (600, 200)

    def test_a_visitor_who_asks_too_much_is_told_when_to_go_on(self, settings: Settings) -> None:
        settings.REQUESTS_A_MINUTE = 1
        client = Client()
        assert [client.get(CLUBS).status_code for _ in range(200)] == [200] * 200
        limited = client.get(CLUBS)
        error = limited.json()["error"]
        assert (limited.status_code, error["code"], error["fields"]) == (429, "throttled", {})
        assert 1 <= int(limited["Retry-After"]) <= 60
        other = Client(REMOTE_ADDR="192.0.2.7")
        assert other.get(CLUBS).status_code == 200
        assert Api(make_user()).get("clubs/")

    def test_a_bad_token_counts_for_the_address(self, settings: Settings) -> None:
        settings.REQUESTS_AT_ONCE, settings.REQUESTS_A_MINUTE = 3, 1
        client = Client(headers={"Authorization": "Token guess"})
        assert [client.get(CLUBS).status_code for _ in range(4)] == [401, 401, 401, 429]

    def test_an_account_has_its_own_limit(self, settings: Settings) -> None:
        settings.ACCOUNT_REQUESTS_AT_ONCE, settings.ACCOUNT_REQUESTS_A_MINUTE = 3, 1
        caller, other = Api(make_user()), Api(make_user())
        for _ in range(3):
            caller.get("clubs/")
        assert caller.get("clubs/", 429)["error"]["code"] == "throttled"
        other.get("clubs/")

    def test_the_proxy_in_front_says_who_asks(self, settings: Settings) -> None:
        settings.REQUESTS_AT_ONCE, settings.REQUESTS_A_MINUTE = 1, 1

        def ask(forwarded: str) -> int:
            return Client().get(CLUBS, headers={"X-Forwarded-For": forwarded}).status_code

        assert [ask("192.0.2.1"), ask("192.0.2.2")] == [200, 429]
        settings.BEHIND_PROXY = True
        told = [ask("203.0.113.5, 192.0.2.1"), ask("203.0.113.6, 192.0.2.1"), ask("192.0.2.2")]
        assert told == [200, 429, 200]

    def test_without_redis_everybody_is_let_through(
        self, settings: Settings, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.REQUESTS_AT_ONCE = 1
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        assert [Client().get(CLUBS).status_code for _ in range(3)] == [200] * 3
        assert "Redis is away" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_eighty_clients_behind_one_address_all_get_their_answers() -> None:
    """Forty with an account, forty without, three calls each, all at once."""
    apis = [Api(make_user()) if number % 2 else Api() for number in range(80)]

    def evening(api: Api) -> list[int]:
        try:
            return [api.client.get(CLUBS, headers=api.headers).status_code for _ in range(3)]
        finally:
            connection.close()

    with ThreadPoolExecutor(80) as pool:
        answers = [status for statuses in pool.map(evening, apis) for status in statuses]
    assert answers == [200] * 240


@pytest.mark.django_db
def test_wrong_passwords_lock_one_account_at_one_address() -> None:
    user, other = make_user(), make_user()

    def login(email: str, password: str, address: str = "127.0.0.1") -> tuple[int, str]:
        response = Client(REMOTE_ADDR=address).post(
            BASE + "auth/login/",
            {"email": email, "password": password},
            content_type="application/json",
        )
        body = response.json()
        if response.status_code == 429:
            assert int(response["Retry-After"]) == 900
        return response.status_code, body["error"]["code"] if "error" in body else ""

    for _ in range(7):
        assert login(user.email, "wrong") == (401, "bad_login")
    login(user.email.upper(), "wrong")
    assert login(user.email, PASSWORD) == (429, "locked_out")
    assert login(user.email, PASSWORD, "192.0.2.9") == (200, "")
    assert login(other.email, PASSWORD) == (200, "")
    assert login("nobody@club.example", "wrong") == (401, "bad_login")

"""Who is at the other end, whatever a visitor claims in front of what the proxy has seen."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from tests.builders import PASSWORD, make_tournament, make_user
from tests.client import BASE
from web.addresses import UNKNOWN, client_address, client_address_of_scope

FORGED = "198.51.100.1, 10.0.0.1, 203.0.113.77"
PROXY = "172.18.0.2"


def both(peer: str, *forwarded: str) -> str:
    """What is said of a request and of a scope with these headers, which is the same."""
    header = {"HTTP_X_FORWARDED_FOR": ",".join(forwarded)} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=peer, **header)
    headers = [(b"host", b"x"), *((b"X-Forwarded-For", address.encode()) for address in forwarded)]
    scope = {"headers": headers, "client": (peer, 4711) if peer else None}
    assert client_address(request) == client_address_of_scope(scope)
    return client_address(request)


class TestWithoutAProxy:
    def test_the_header_is_ignored(self) -> None:
        assert both("192.0.2.1", FORGED) == both("192.0.2.1") == "192.0.2.1"

    def test_ipv6_counts_by_the_household(self) -> None:
        assert both("2001:db8:1:2:3::4") == both("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
        assert both("2001:db8:1:3::1") == "2001:db8:1:3::"

    def test_an_ipv4_address_stays_one_on_a_socket_for_both(self) -> None:
        assert both("::ffff:192.0.2.1") == "192.0.2.1"

    def test_no_address_at_all(self) -> None:
        assert both("") == UNKNOWN


class TestBehindAProxy:
    @pytest.fixture(autouse=True)
    def _behind_a_proxy(self, settings: Settings) -> None:
        settings.BEHIND_PROXY = True

    def test_the_last_address_counts(self) -> None:
        assert both(PROXY, f"{FORGED}, 192.0.2.1") == both(PROXY, "192.0.2.1") == "192.0.2.1"

    def test_also_of_several_headers(self) -> None:
        assert both(PROXY, FORGED, "203.0.113.9", "192.0.2.1") == "192.0.2.1"

    def test_ipv6(self) -> None:
        assert both(PROXY, f"{FORGED}, 2001:db8:1:2:3::4") == "2001:db8:1:2::"

    def test_who_asks_past_the_proxy_is_counted_as_such(self) -> None:
        assert both("127.0.0.1") == both("127.0.0.1", f"{FORGED}, nobody") == "127.0.0.1"


@pytest.fixture(params=["behind a proxy", "without one"])
def ask_from(request: pytest.FixtureRequest, settings: Settings):
    """Gives a client at an address, which claims three others."""
    settings.BEHIND_PROXY = request.param == "behind a proxy"

    def client(address: str, forged: str) -> Client:
        if settings.BEHIND_PROXY:
            forwarded = f"{forged}, 10.0.0.1, 203.0.113.77, {address}"
            return Client(REMOTE_ADDR=PROXY, headers={"X-Forwarded-For": forwarded})
        forwarded = f"{forged}, 10.0.0.1, 203.0.113.77"
        return Client(REMOTE_ADDR=address, headers={"X-Forwarded-For": forwarded})

    return client


@pytest.mark.django_db
class TestLimitsByAddress:
    """One address is one, whatever it claims; another one is not kept out by it."""

    def test_limits_of_the_api(self, ask_from, settings: Settings) -> None:
        settings.REQUESTS_AT_ONCE, settings.REQUESTS_A_MINUTE = 2, 1
        statuses = [
            ask_from("192.0.2.1", f"198.51.100.{number}").get(BASE + "clubs/").status_code
            for number in range(3)
        ]
        assert statuses == [200, 200, 429]
        assert ask_from("192.0.2.2", "198.51.100.1").get(BASE + "clubs/").status_code == 200

    def test_tries_of_a_pin(self, ask_from) -> None:
        tournament = make_tournament()
        page = reverse("staff_pin", args=[tournament.club.slug, tournament.slug])
        statuses = [
            ask_from("192.0.2.1", f"198.51.100.{number}").post(page, {"pin": "0"}).status_code
            for number in range(21)
        ]
        assert statuses == [400] * 20 + [429]
        assert ask_from("192.0.2.2", "198.51.100.1").post(page, {"pin": "0"}).status_code == 400

    @pytest.mark.parametrize("way", ["page", "api"])
    def test_locks_of_sign_in(self, ask_from, way: str) -> None:
        user = make_user()

        def sign_in(address: str, number: int, password: str) -> int:
            client = ask_from(address, f"198.51.100.{number}")
            body = {"email": user.email, "password": password}
            if way == "api":
                path = BASE + "auth/login/"
                return client.post(path, body, content_type="application/json").status_code
            return client.post(reverse("sign_in"), body).status_code

        for number in range(8):
            sign_in("192.0.2.1", number, "wrong")
        assert sign_in("192.0.2.1", 99, PASSWORD) == 429
        assert sign_in("192.0.2.2", 1, PASSWORD) == {"api": 200, "page": 302}[way]

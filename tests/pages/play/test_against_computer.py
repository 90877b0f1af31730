"""A hand against the computer: from the front page, without an account, in one press."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Bot, Guest
from tests.builders import make_club, make_user, sign_in
from tournaments.models import Friendly
from web.page import new_key

pytestmark = pytest.mark.django_db

PAGE = "/play/hand/"


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def pressed(client: Client, level: str = "club", key: str = "") -> str:
    """Press the button of a level; the address of the table."""
    answer = client.post(PAGE, {"level": level, "key": key or new_key()})
    assert answer.status_code == 302, answer.text
    return str(answer["Location"])


class TestTheFrontPage:
    def test_offers_a_hand_at_once_and_the_other_levels_beside_it(self) -> None:
        make_club()
        page = Client().get("/").text
        assert f'action="{PAGE}"' in page
        assert re.findall(r'name="level" value="(\w+)"', page) == [
            "club",
            "beginner",
            "strong",
            "expert",
        ]

    def test_offers_none_where_only_accounts_play(self, settings: Settings) -> None:
        make_club()
        settings.GUESTS = False
        assert PAGE not in Client().get("/").text
        client = Client()
        sign_in(client, make_user("Ada"))
        assert PAGE in client.get("/").text

    def test_offers_none_before_there_is_anything(self) -> None:
        assert PAGE not in Client().get("/").text


class TestAPress:
    @pytest.mark.parametrize("level", ["beginner", "club", "strong", "expert"])
    def test_leads_to_a_table_at_which_the_computer_sits(self, level: str) -> None:
        client = Client()
        page = client.get(pressed(client, level)).text
        assert f"Computer ({level.capitalize()})" in page
        assert Bot.objects.get().code == level
        event = Friendly.objects.get().tournament
        assert (event.rules["match_n"], event.clock) == (1, {"kind": "none"})

    def test_needs_no_name(self) -> None:
        client = Client()
        assert client.get(pressed(client)).status_code == 200
        assert Guest.objects.get().name == ""

    def test_is_an_accounts_where_somebody_is_signed_in(self) -> None:
        client = Client()
        sign_in(client, make_user("Ada Lovelace"))
        assert "Ada Lovelace" in client.get(pressed(client)).text

    def test_twice_is_one_table_and_another_level_another(self) -> None:
        client, key = Client(), new_key()
        first = pressed(client, "club", key)
        assert pressed(client, "club", key) == first
        assert pressed(client, "expert", key) != first

    def test_on_a_level_that_there_is_not_is_refused(self) -> None:
        assert Client().post(PAGE, {"level": "easy", "key": new_key()}).status_code == 400
        assert not Friendly.objects.exists()

    def test_beyond_the_limits_says_so_and_when_to_come_back(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 1
        pressed(Client())
        refused = Client().post(PAGE, {"level": "club", "key": new_key()})
        assert refused.status_code == 429
        assert "From here no more tables than 1 can be open." in refused.text
        assert int(refused["Retry-After"]) > 0
        assert f'action="{PAGE}"' in refused.text

    def test_without_guests_leads_to_signing_in(self, settings: Settings) -> None:
        settings.GUESTS = False
        assert "Here only people with an account play." in Client().get(PAGE).text
        assert Client().post(PAGE, {"level": "club", "key": new_key()}).status_code == 403


class TestTheTable:
    def test_offers_nothing_that_needs_a_person_opposite(self) -> None:
        client = Client()
        page = client.get(pressed(client)).text
        for absent in ("share-link", "new-link", "report-name", 'id="block"'):
            assert absent not in page
        assert 'id="close-table"' in page

    def test_is_found_again_under_play(self) -> None:
        client = Client()
        table = pressed(client)
        page = client.get("/play/").text
        assert table in page
        assert "Computer (Club)" in page

    def test_calls_it_so_in_german(self) -> None:
        client = Client(headers={"accept-language": "de"})
        assert "Computer (Klub)" in client.get(pressed(client)).text

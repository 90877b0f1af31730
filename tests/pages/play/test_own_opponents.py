"""Opponents of one's own on pages: made, changed, taken away, played against."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.engine.gin.bots.characters import CHARACTERS
from games.models import Bot, Opponent
from players.models import User
from tests.builders import make_user, sign_in
from tournaments.models import Friendly
from web.page import new_key

pytestmark = pytest.mark.django_db

OPPONENTS = "/play/opponents/"
NEW = f"{OPPONENTS}new/"
TYPED = {
    "name": "Aunt Max",
    "portrait": "mats",
    "level": "strong",
    "pace": "slow",
    "knocks_at": "4",
    "until_turn": "",
    "gin": "0",
    "memory": "6",
    "speculates": "25",
    "caution": "150",
    "sets": "-2",
    "runs": "3",
    "faces": "0",
}


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


@pytest.fixture
def ada() -> User:
    return make_user("Ada Lovelace")


def client_of(user: User) -> Client:
    client = Client()
    sign_in(client, user)
    return client


def sent(client: Client, page: str = NEW, act: str = "save", status: int = 302, **typed: str):
    answer = client.post(page, {"key": new_key(), "act": act, **TYPED, **typed})
    assert answer.status_code in (status, 303 if status == 302 else status), answer.text
    return answer


class TestMaking:
    def test_leads_to_the_list_with_a_button_to_play(self, ada: User) -> None:
        client = client_of(ada)
        assert sent(client)["Location"] == OPPONENTS
        one = Opponent.objects.get()
        page = client.get(OPPONENTS).text
        assert "Aunt Max is one of your opponents now." in page
        assert f'name="bot" value="own-{one.pk}"' in page
        assert "Level Strong" in page
        assert (one.owner, one.manner["speculates"], one.manner["until_turn"]) == (ada, 25, None)

    def test_says_what_each_number_does(self, ada: User) -> None:
        page = client_of(ada).get(NEW).text
        assert page.count('class="helptext"') == 9 + 2
        assert sorted(re.findall(r'name="portrait" value="(\w+)"', page)) == sorted(
            one.code for one in CHARACTERS
        )

    def test_begins_as_somebody_of_the_house_plays(self, ada: User) -> None:
        page = client_of(ada).get(NEW, {"like": "ferreira"}).text
        assert 'name="portrait" value="ferreira" checked' in page
        assert re.search(r'name="speculates" value="35"', page)
        assert client_of(ada).get(NEW, {"like": "nobody"}).status_code == 200

    @pytest.mark.parametrize(
        ("field", "value", "sentence"),
        [
            ("name", "", "required"),
            ("name", "x" * 31, "at most 30 fit"),
            ("name", "a\u202eb", "cannot be shown"),
            ("knocks_at", "11", "less than or equal to 10"),
            ("caution", "", "required"),
            ("portrait", "joker", "valid choice"),
        ],
    )
    def test_says_what_is_wrong_and_keeps_what_was_typed(
        self, ada: User, field: str, value: str, sentence: str
    ) -> None:
        page = sent(client_of(ada), status=400, **{field: value}).text
        assert sentence in page
        assert 'name="speculates" value="25"' in page
        assert not Opponent.objects.exists()

    def test_the_same_form_twice_is_one(self, ada: User) -> None:
        client, typed = client_of(ada), {"key": new_key(), "act": "save", **TYPED}
        for _ in range(2):
            assert client.post(NEW, typed)["Location"] == OPPONENTS
        assert Opponent.objects.count() == 1

    def test_beyond_the_limit_says_so(self, ada: User) -> None:
        client = client_of(ada)
        for _ in range(20):
            sent(client)
        assert "You have 20 opponents of your own already." in sent(client, status=409).text

    def test_needs_an_account(self) -> None:
        client = Client()
        page = client.get(OPPONENTS).text
        assert "Opponents of your own need an account." in page
        assert f"?next={NEW}" in page
        for answer in (client.get(NEW), client.post(NEW, TYPED)):
            assert answer["Location"].startswith("/sign-in/")


class TestOne:
    def test_is_changed(self, ada: User) -> None:
        client = client_of(ada)
        sent(client)
        page = f"{OPPONENTS}{Opponent.objects.get().pk}/"
        assert 'value="Aunt Max"' in client.get(page).text
        sent(client, page, name="Uncle Max", memory="")
        one = Opponent.objects.get()
        assert (one.name, one.manner["memory"]) == ("Uncle Max", None)

    def test_is_taken_away_by_who_is_sure(self, ada: User) -> None:
        client = client_of(ada)
        sent(client)
        page = f"{OPPONENTS}{Opponent.objects.get().pk}/"
        sent(client, page, "remove", 400)
        assert Opponent.objects.exists()
        sent(client, page, "remove", sure="on")
        assert not Opponent.objects.exists()
        assert client.get(page).status_code == 404

    def test_is_nothing_to_others(self, ada: User) -> None:
        sent(client_of(ada))
        code, ben = Opponent.objects.get().code, client_of(make_user("Ben"))
        page = f"{OPPONENTS}{Opponent.objects.get().pk}/"
        assert ben.get(page).status_code == 404
        sent(ben, page, status=404)
        assert "Aunt Max" not in ben.get(OPPONENTS).text
        for client in (ben, Client()):
            assert client.post(OPPONENTS, {"bot": code, "key": new_key()}).status_code == 400
        assert not Friendly.objects.exists()

    def test_sits_down_by_one_press_and_stays_as_it_was(self, ada: User) -> None:
        client = client_of(ada)
        sent(client)
        one = Opponent.objects.get()
        pressed = {"bot": one.code, "game": "straight", "key": new_key()}
        table = client.post(OPPONENTS, pressed)["Location"]
        sent(client, f"{OPPONENTS}{one.pk}/", name="Uncle Max", portrait="kit")
        page = client.get(table).text
        assert "Aunt Max" in page
        assert "portraits.svg#mats" in page
        assert Bot.objects.get().manner["caution"] == 150

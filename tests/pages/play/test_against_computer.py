"""A hand against the computer: from the front page, without an account, in one press."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape
from pytest_django import Settings

from games.engine.gin.bots.characters import CHARACTERS
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.measured import strength_of
from games.models import Bot, Guest
from games.services.opponents import add_opponent
from kernel.permissions import Actor
from tests.builders import NOW, make_club, make_user, sign_in
from tournaments.models import Friendly
from web.page import new_key

pytestmark = pytest.mark.django_db

PAGE = "/play/hand/"
OPPONENTS = "/play/opponents/"


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def pressed(client: Client, level: str = "club", key: str = "") -> str:
    """Press the button of a level; the address of the table."""
    answer = client.post(PAGE, {"bot": level, "key": key or new_key()})
    assert answer.status_code == 302, answer.text
    return str(answer["Location"])


class TestTheFrontPage:
    def test_offers_a_hand_at_once_and_the_other_levels_beside_it(self) -> None:
        make_club()
        page = Client().get("/").text
        assert f'action="{PAGE}"' in page
        assert re.findall(r'name="bot" value="(\w+)"', page) == [
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

    def test_shows_a_face_where_somebody_of_the_house_sits(self) -> None:
        client = Client()
        assert "portraits.svg" not in client.get(pressed(client, "club")).text
        assert "portraits.svg#hush" in client.get(pressed(client, "hush")).text

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
        assert Client().post(PAGE, {"bot": "easy", "key": new_key()}).status_code == 400
        assert not Friendly.objects.exists()

    def test_beyond_the_limits_says_so_and_when_to_come_back(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 1
        pressed(Client())
        refused = Client().post(PAGE, {"bot": "club", "key": new_key()})
        assert refused.status_code == 429
        assert "From here no more tables than 1 can be open." in refused.text
        assert int(refused["Retry-After"]) > 0
        assert f'action="{PAGE}"' in refused.text

    def test_without_guests_leads_to_signing_in(self, settings: Settings) -> None:
        settings.GUESTS = False
        assert "Here only people with an account play." in Client().get(PAGE).text
        assert Client().post(PAGE, {"bot": "club", "key": new_key()}).status_code == 403


class TestTheOpponents:
    def test_are_all_of_the_house_each_with_its_face(self) -> None:
        page = Client().get(OPPONENTS).text
        codes = [one.code for one in CHARACTERS]
        assert sorted(re.findall(r'name="bot" value="(\w+)"', page)) == sorted(codes)
        assert sorted(re.findall(r"portraits\.svg#(\w+)", page)) == sorted(codes)
        for one in CHARACTERS:
            assert escape(one.manner) in page

    def test_none_sits_down_by_enter_among_the_games(self) -> None:
        """Enter presses the first button of a form: it has no name, and keeps the game."""
        form = re.search(r'<form method="post".*?</form>', Client().get(OPPONENTS).text, re.DOTALL)
        assert form is not None
        assert " name=" not in re.findall(r"<button[^>]*>", form.group())[0]
        kept = Client().post(OPPONENTS, {"game": "straight", "key": new_key()}, follow=True)
        assert 'value="straight" checked' in kept.text
        assert not Friendly.objects.exists()

    def test_promise_what_was_measured(self) -> None:
        page = Client().get(OPPONENTS).text
        for one in (*LEVELS, *CHARACTERS):
            measured = strength_of(one.code)
            said = f"Wins {measured.of_hundred} of 100 games (± {measured.within})."
            place = page.index(f'id="{one.code}"' if one in LEVELS else f"svg#{one.code}")
            assert said == re.findall(r"Wins .*?\)\.", page[place:])[0]

    def test_have_each_a_portrait_in_the_file(self) -> None:
        drawn = (Path(settings.BASE_DIR) / "static" / "img" / "portraits.svg").read_text()
        assert set(re.findall(r'<symbol id="(\w+)"', drawn)) == {one.code for one in CHARACTERS}

    @pytest.mark.parametrize(
        ("game", "rules"),
        [
            ("regular", {"knock_limit": 10, "sheet": "game", "target": 100}),
            ("oklahoma", {"knock_limit": "upcard", "sheet": "game", "target": 150}),
            ("straight", {"knock_limit": 0, "sheet": "game", "target": 100}),
            ("hollywood", {"knock_limit": 10, "sheet": "hollywood", "target": 100}),
        ],
    )
    def test_sit_down_to_the_game_that_is_chosen(self, game: str, rules: dict[str, object]) -> None:
        client = Client()
        sent = {"bot": "paula", "game": game, "key": new_key()}
        answer = client.post(OPPONENTS, sent)
        assert answer.status_code == 302
        assert "Paula Doppler" in client.get(answer["Location"]).text
        assert Bot.objects.get().code == "paula"
        told = Friendly.objects.get().tournament.rules
        assert rules.items() <= told.items()

    @pytest.mark.parametrize(
        ("game", "seats"),
        [("rummy", 4), ("rummy-of-two", 2), ("knock-rummy", 4), ("battle-royal", 3)],
    )
    def test_where_all_play_every_other_seat_is_taken(self, game: str, seats: int) -> None:
        client = Client()
        answer = client.post(OPPONENTS, {"bot": "paula", "game": game, "key": new_key()})
        assert Bot.objects.count() == seats - 1
        assert "Paula Doppler" in client.get(answer["Location"]).text
        page = client.get(OPPONENTS, {"game": game}).text
        assert "was measured" not in page

    def test_of_a_game_that_there_is_not_nothing_is_opened(self) -> None:
        sent = {"bot": "paula", "game": "poker", "key": new_key()}
        assert Client().post(OPPONENTS, sent).status_code == 400
        assert not Friendly.objects.exists()

    def test_beyond_the_limits_the_game_stays_chosen(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 1
        pressed(Client())
        sent = {"bot": "paula", "game": "straight", "key": new_key()}
        refused = Client().post(OPPONENTS, sent)
        assert refused.status_code == 429
        assert 'value="straight" checked' in refused.text

    def test_without_guests_ask_for_an_account(self, settings: Settings) -> None:
        settings.GUESTS = False
        page = Client().get(OPPONENTS).text
        assert "Here only people with an account play." in page
        assert 'name="bot"' not in page


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


class TestFour:
    """With a partner, against two."""

    @pytest.mark.parametrize("code", [one.code for one in (*LEVELS, *CHARACTERS)])
    def test_three_of_one_level_sit_with_whoever_presses(self, code: str) -> None:
        client = Client()
        answer = client.post(OPPONENTS, {"bot": code, "game": "partners", "key": new_key()})
        assert client.get(answer["Location"]).status_code == 200
        codes = list(Bot.objects.order_by("seat__seat").values_list("code", flat=True))
        assert codes[0] == code
        assert len({*codes}) == 3
        levels = {one.code: one.level for one in CHARACTERS}
        assert len({levels.get(one, one) for one in codes}) == 1

    def test_one_of_ones_own_plays_against_whoever_made_them(self) -> None:
        user = make_user("Ada")
        manner = {"level": "expert"}
        own = add_opponent(
            name="Bruno", portrait="kit", manner=manner, by=Actor("page", user.pk), now=NOW
        )
        client = Client()
        sign_in(client, user)
        answer = client.post(OPPONENTS, {"bot": own.code, "game": "partners", "key": new_key()})
        page = client.get(answer["Location"]).text
        assert "Bruno" in page
        assert Bot.objects.count() == 3

    def test_is_among_the_games(self) -> None:
        page = Client().get(OPPONENTS, {"game": "partners"}).text
        assert "With a partner, against two" in page
        assert "Two hands at once that count together, to 125." in page

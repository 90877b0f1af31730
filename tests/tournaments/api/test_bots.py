"""A friendly against a computer player, through the API alone."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.fair.words import word_hash
from games.models import Bot, Guest, MatchSeat
from games.selectors.bots import bots_at
from games.selectors.table_now import table_now
from games.services.tables.bot_moves import move_bot
from games.tables.bots import bots_in_turn
from tests.builders import make_user
from tests.client import Api
from tests.friendlies import ONE_HAND, guest_api, open_body
from tests.online import PREFERRED
from tournaments.models import Friendly, Tournament
from tournaments.services.events.lone_matches import KEPT, remove
from web.db import clock
from web.page import new_key

pytestmark = pytest.mark.django_db

CLUB = {"opponent": {"bot": "club"}}


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    """All come from one address here, at which guests are counted together."""
    settings.REQUESTS_AT_ONCE = 10_000


class BotTable:
    """A table against a computer player, and the calls of who opened it."""

    def __init__(self, api: Api | None = None, **body: object) -> None:
        first = api or Api()
        self.opened = first.post("friendlies/", open_body(**{**CLUB, **body}), 201)
        self.api = api or guest_api(self.opened["seat_token"])
        self.number = self.opened["match"]
        self.match = f"matches/{self.number}/"

    def view(self):
        return self.api.get(f"{self.match}table/")

    def ready(self, **said: str):
        body = {"d": self.view()["d"], **said}
        return self.api.post(f"{self.match}table/ready/", body)

    def sit_down(self) -> None:
        self.ready(word_hash=word_hash("mine"))
        self.ready(word="mine")

    def go_on(self) -> bool:
        """Whoever is to act does it, the worker for the computer player; false at the end."""
        view = self.view()
        if view["state"] == "finished":
            return False
        if view["state"] == "hand_over":
            self.ready()
        elif view["turn"] == 1:
            move_bot(match=self.number, version=view["version"])
        else:
            legal = view["actions"]
            found = [text for kind in PREFERRED for text in legal if text.split()[0] == kind]
            body = {"version": view["version"], "action": (found or legal)[0]}
            self.api.post(f"{self.match}table/actions/", body)
        return True


def test_the_levels_and_the_characters_are_listed() -> None:
    listed = Api().get("bots/")["bots"]
    assert listed[:4] == ["beginner", "club", "strong", "expert"]
    assert len(listed) == len(set(listed)) == 4 + 15


def test_a_character_sits_there_under_its_name() -> None:
    table = BotTable(opponent={"bot": "tibor"})
    assert table.view()["players"][1] == {
        "name": "Uncle Tibor",
        "bot": "tibor",
        "portrait": "tibor",
    }
    table.sit_down()
    while table.view()["state"] != "hand_over":
        assert table.go_on()


def test_it_sits_there_already_and_has_committed_to_its_word() -> None:
    table = BotTable()
    assert set(table.opened) == {"match", "url", "opponent_url", "seat_token"}
    assert table.opened["opponent_url"] is None
    view = table.view()
    assert view["players"] == [
        {"name": "Mia", "guest": True},
        {"name": "Computer (Club)", "bot": "club"},
    ]
    assert view["seating"]["sat"] == [True, True]
    assert view["seating"]["word_hashes"][1] is not None
    assert [one["present"] for one in view["clocks"]] == [False, True]


@pytest.mark.parametrize("code", ["easy", "", "Club", "x" * 40])
def test_one_that_there_is_not_is_refused_and_leaves_nothing(code: str) -> None:
    refused = Api().post("friendlies/", open_body(opponent={"bot": code}), 400)["error"]
    assert refused["code"] == ("unknown_bot" if code else "invalid")
    assert not Tournament.objects.exists()
    assert not Guest.objects.exists()
    assert not Bot.objects.exists()


def test_without_an_account_no_name_is_needed() -> None:
    table = BotTable(name="")
    assert table.view()["players"][0] == {"name": "Guest", "guest": True}


def test_a_name_that_is_said_is_checked() -> None:
    Api().post("friendlies/", open_body(**CLUB, name="a\u202eb"), 400)


def test_an_account_plays_under_its_name() -> None:
    user = make_user("Ada Lovelace")
    table = BotTable(Api(user), name="")
    assert table.view()["players"][0] == {"name": "Ada Lovelace"}


def test_the_same_key_is_the_same_table() -> None:
    key = "0123456789abcdef"
    first = Api().post("friendlies/", open_body(**CLUB), 201, key=key)
    assert Api().post("friendlies/", open_body(**CLUB), 201, key=key) == first
    assert Bot.objects.count() == 1


def test_the_limits_are_those_of_all_friendlies(settings: Settings) -> None:
    settings.FRIENDLIES_AT_ONCE = 1
    BotTable()
    refused = Api().post("friendlies/", open_body(**CLUB), 429)["error"]
    assert refused["code"] == "too_many_tables"


def test_it_waits_for_nobody_and_there_is_no_link_to_it() -> None:
    table = BotTable()
    friendly = Friendly.objects.select_related("tournament").get()
    assert friendly.claimed_at is not None
    assert friendly.tournament.expires_at - clock.now() > KEPT / 2
    refused = table.api.post(f"{table.match}invitation/", {}, 403)["error"]
    assert refused["code"] == "forbidden"
    assert MatchSeat.objects.filter(bot__isnull=False).count() == 1


def test_a_whole_match_is_played_checked_and_played_again() -> None:
    table = BotTable(rules=ONE_HAND)
    table.sit_down()
    while table.go_on():
        pass
    records = [table.api.get(f"{table.match}hands/{n}/record/") for n in range(1, hands_of(table))]
    published = {**table.api.get(f"{table.match}deals/"), "records": records}
    assert verify_deals(published)["deals"] == len(records)
    table.api.post(f"{table.match}name-report/", {}, 204)
    assert table.view()["players"][1]["name"] == "Computer (Club)"
    again = table.api.post(f"{table.match}rematch/", {}, 201)
    view = table.api.get(f"matches/{again['match']}/table/")
    assert [one.get("bot") for one in view["players"]] == [None, "club"]
    assert view["seating"]["word_hashes"][1] is not None
    first, second = Bot.objects.order_by("pk")
    assert first.seed != second.seed


def hands_of(table: BotTable) -> int:
    """The number of the hand that would be next."""
    return 1 + int(table.view()["hand"]["n"])


def test_an_account_has_nobody_to_block_there() -> None:
    table = BotTable(Api(make_user("Ada")), name="")
    refused = table.api.post(f"{table.match}block/", {}, 409)["error"]
    assert refused["code"] == "plays_as_guest"


def test_it_goes_without_a_trace() -> None:
    BotTable()
    remove(Tournament.objects.all())
    assert not Bot.objects.exists()
    assert not MatchSeat.objects.exists()
    assert not Guest.objects.exists()


FOUR = {
    "rules": {**ONE_HAND, "variant": "partnership"},
    "opponent": {"bots": ["tibor", "club", "kit"]},
}


def play_out(table: BotTable, preferred: Sequence[str] = PREFERRED) -> dict[str, Any]:
    """A table of more than two until the match is over; what the person sees then."""
    for _step in range(3000):
        now = table_now(table.number)
        turns = bots_in_turn(now.state, bots_at(now.table), is_over=now.account.hand.is_over)
        for play in turns.values():
            move_bot(match=table.number, version=play.version)
        view = table.view()
        if view["state"] == "finished":
            return view
        if view["state"] == "hand_over":
            if not view["ready"][0]:
                table.ready()
        elif view["turn"] == 0:
            legal = view["actions"]
            found = [text for kind in preferred for text in legal if text.split()[0] == kind]
            body = {"version": view["version"], "action": (found or legal)[0]}
            table.api.post(f"{table.match}table/actions/", body)
    raise AssertionError("The match did not come to its end")


class TestAPartnerAndTwoOpponents:
    """One person with a computer partner against two computer players."""

    def test_they_sit_there_and_play_to_the_end(self) -> None:
        table = BotTable(**FOUR)
        assert [one["name"] for one in table.view()["players"]] == [
            "Mia",
            "Uncle Tibor",
            "Computer (Club)",
            "Kit",
        ]
        assert [one["present"] for one in table.view()["clocks"]] == [False, True, True, True]
        table.sit_down()
        view = play_out(table)
        assert len(view["plays"]) == 2
        event = Friendly.objects.get().tournament
        here = f"/c/{event.club.slug}/{event.slug}/{table.match}table/"
        browser = Client()
        own = urlsplit(table.opened["url"]).path
        browser.post(own, {"key": new_key()})
        page = browser.get(here).text
        assert "You play with Computer (Club)." in page
        assert "Mia &amp; Computer (Club)" in page.split('id="sheet"')[1]
        asked = table.api.post(f"{table.match}rematch/", {}, 201)
        assert asked["asked"] == [True] * 4
        again = table.api.get(f"matches/{asked['match']}/table/")
        assert [one.get("bot") for one in again["players"]] == [None, "tibor", "club", "kit"]
        assert again["seating"]["sat"] == [True] * 4

    @pytest.mark.parametrize(
        "body",
        [
            {"opponent": {"bots": ["club"]}},
            {"opponent": {"bots": ["club", "kit", "tibor", "club"]}},
            {"opponent": {"bots": []}},
            {"opponent": {"bot": "club"}},
            {"opponent": {"link": True}},
            {"opponent": {"bots": ["club", "kit", "nobody"]}},
            {"rules": {**FOUR["rules"], "side_size": 3}},
            {"rules": "club"},
            {"rules": {"variant": "cutthroat", "match_type": "single"}},
            {"clock": {"kind": "days", "days": 2}},
        ],
    )
    def test_who_does_not_make_four_is_refused_and_leaves_nothing(
        self, body: dict[str, object]
    ) -> None:
        Api().post("friendlies/", open_body(**{**FOUR, **body}), 400)
        assert not Tournament.objects.exists()
        assert not Bot.objects.exists()


ROUND = {"game": "rummy", "end": "rounds", "rounds": 1}
BATTLE_ROYAL = {"preset": "rummy-games", "match_type": "rounds", "match_n": 1}


class TestAllPlayEveryHand:
    """One person against as many computer players as there are other seats."""

    @pytest.mark.parametrize(
        ("rules", "bots"),
        [
            ({**ROUND, "table_size": 4}, ["tibor", "club", "kit"]),
            ({**ROUND, "table_size": 2}, ["tibor"]),
            ({**ROUND, "preset": "knock-rummy", "table_size": 3}, ["tibor", "club"]),
            ({**BATTLE_ROYAL, "variant": "battle_royal"}, ["tibor", "club"]),
            ({**BATTLE_ROYAL, "variant": "jersey"}, ["tibor", "club"]),
        ],
        ids=["rummy", "two", "knock", "battle_royal", "jersey"],
    )
    def test_they_play_to_the_end(self, rules: dict[str, Any], bots: list[str]) -> None:
        table = BotTable(rules=rules, opponent={"bots": bots})
        table.sit_down()
        view = play_out(table, ("meld", "gin", "knock", "lay_off", "discard", "draw", "done"))
        assert len(view["players"]) == len(bots) + 1

    @pytest.mark.parametrize("bots", [["tibor"], ["tibor", "club", "kit", "beginner"]])
    def test_every_other_seat_has_one(self, bots: list[str]) -> None:
        body = open_body(rules={**ROUND, "table_size": 4}, opponent={"bots": bots})
        refused = Api().post("friendlies/", body, 400)
        assert refused["error"]["code"] == "invalid"

    def test_nobody_is_asked_to_a_table_of_more_than_two(self) -> None:
        body = open_body(rules={**ROUND, "table_size": 3}, opponent={"link": True})
        assert Api().post("friendlies/", body, 400)["error"]["code"] == "invalid"

"""Friendlies by link through the API: opened by anybody, joined by whoever has the link, played,
played again."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as configured
from pytest_django import Settings

from games.engine.gin.fair.verification import verify_deals
from games.models import Guest, GuestKey, MatchSeat
from players.models import AuditEntry, Club
from tests.builders import make_user, sign_in
from tests.client import Api
from tests.friendlies import ONE_HAND, FriendlyPair, guest_api, open_body, token_of
from tests.online import OnlineEvent
from tournaments.models import Friendly, Tournament
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    """All come from one address here, at which guests are counted together."""
    settings.REQUESTS_AT_ONCE = 10_000


class TestOpening:
    def test_a_guest_gets_their_seat_and_a_link_for_the_other(self) -> None:
        pair = FriendlyPair()
        view = pair.view()
        assert set(pair.opened) == {"match", "url", "opponent_url", "seat_token"}
        assert view["seat"] == 0
        assert view["players"] == [{"name": "Mia", "guest": True}, {"name": "", "open": True}]
        assert view["seating"]["sat"] == [True, False]

    def test_an_account_plays_under_its_name_and_needs_no_token(self) -> None:
        user = make_user("Ada Lovelace")
        pair = FriendlyPair(opener=user, name="")
        assert pair.opened["seat_token"] is None
        assert pair.view()["players"][0] == {"name": "Ada Lovelace"}

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 31}, "name"),
            ({"name": "a\u202eb"}, "name"),
            ({"rules": "none such"}, "rules"),
            ({"best_of": 2}, "best_of"),
            ({"clock": {"kind": "move", "seconds": 0}}, "clock"),
            ({"opponent": {}}, "opponent"),
            ({"opponent": {"link": False}}, "opponent"),
            ({"opponent": {"link": True, "bot": "easy"}}, "opponent"),
            ({"more": 1}, "more"),
        ],
    )
    def test_what_cannot_be_is_refused_and_leaves_nothing(
        self, body: dict[str, object], field: str
    ) -> None:
        refused = Api().post("friendlies/", open_body(**body), 400)["error"]
        assert field in str(refused["fields"]) or field in refused["message"], refused
        assert not Tournament.objects.exists()
        assert not Guest.objects.exists()

    def test_the_same_key_is_the_same_table(self) -> None:
        key = "0123456789abcdef"
        first = Api().post("friendlies/", open_body(), 201, key=key)
        assert Api().post("friendlies/", open_body(), 201, key=key) == first
        refused = Api().post("friendlies/", open_body(name="Max"), 409, key=key)
        assert refused["error"]["code"] == "idempotency_mismatch"
        other = Api(make_user("Ada")).post("friendlies/", open_body(), 201, key=key)
        assert other["match"] != first["match"]
        assert Friendly.objects.count() == 2

    def test_a_key_that_somebody_else_may_have_is_refused_without_an_account(self) -> None:
        refused = Api().post("friendlies/", open_body(), 400, key="0123456789abcde")
        assert refused["error"]["code"] == "bad_idempotency_key"
        assert not Friendly.objects.exists()
        user = make_user("Ada")
        first = Api(user).post("friendlies/", open_body(), 201, key="1")
        assert Api(user).post("friendlies/", open_body(), 201, key="1") == first

    def test_a_name_may_have_thirty_letters(self) -> None:
        assert FriendlyPair(name="x" * 30).view()["players"][0]["name"] == "x" * 30


class TestLimits:
    def test_so_many_are_open_from_one_network(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 2
        for _ in range(2):
            FriendlyPair()
        response = Api().client.post(
            "/api/v1/friendlies/", open_body(), content_type="application/json"
        )
        assert response.status_code == 429
        assert response.json()["error"]["code"] == "too_many_tables"
        assert int(response["Retry-After"]) > 0
        elsewhere = Api().client.post(
            "/api/v1/friendlies/",
            open_body(),
            content_type="application/json",
            REMOTE_ADDR="203.0.113.7",
        )
        assert elsewhere.status_code == 201

    def test_so_many_are_opened_within_an_hour(self, settings: Settings) -> None:
        settings.FRIENDLIES_AN_HOUR = 1
        FriendlyPair()
        assert Api().post("friendlies/", open_body(), 429)["error"]["code"] == "too_many_tables"
        Friendly.objects.update(opened_at=clock.now() - timedelta(hours=1))
        FriendlyPair()

    def test_so_many_are_open_on_a_server(self, settings: Settings) -> None:
        settings.MOST_FRIENDLIES = 1
        pair = FriendlyPair()
        assert Api().post("friendlies/", open_body(), 429)["error"]["code"] == "too_many_tables"
        Tournament.objects.update(expires_at=clock.now())
        FriendlyPair()
        assert pair.friendly

    def test_one_that_was_left_lying_counts_for_a_day(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = settings.MOST_FRIENDLIES = 1
        FriendlyPair().join().begin()
        day = timedelta(days=1)
        Friendly.objects.update(opened_at=clock.now() - 2 * day)
        assert Api().post("friendlies/", open_body(), 429)["error"]["code"] == "too_many_tables"
        Friendly.objects.update(claimed_at=clock.now() - day)
        FriendlyPair()

    def test_a_match_that_is_over_counts_no_more(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 1
        pair = FriendlyPair(rules=ONE_HAND).join()
        pair.begin()
        pair.play_match()
        FriendlyPair()

    def test_without_guests_only_accounts_play(self, settings: Settings) -> None:
        pair = FriendlyPair()
        settings.GUESTS = False
        assert Api().post("friendlies/", open_body(), 403)["error"]["code"] == "forbidden"
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        Api().post("friendlies/claims/", claim, 403)
        pair.view(status=404)
        FriendlyPair(opener=make_user("Ada"))


class TestClaiming:
    def test_the_link_gives_the_other_seat_once(self) -> None:
        pair = FriendlyPair().join()
        assert pair.view(1)["seat"] == 1
        assert pair.view()["players"][1] == {"name": "Kim", "guest": True}
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Max"}
        refused = Api().post("friendlies/claims/", claim, 409)
        assert refused["error"]["code"] == "link_used"
        assert Guest.objects.count() == 2

    def test_sent_again_it_is_the_same_seat_until_the_first_card(self) -> None:
        pair = FriendlyPair()
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        first = Api().post("friendlies/claims/", claim, key="0123456789abcdef")
        assert Api().post("friendlies/claims/", claim, key="0123456789abcdef") == first
        Api().post("friendlies/claims/", claim, 409, key="another-key-of-16")
        pair.seats.append(guest_api(first["seat_token"]))
        pair.begin()
        Api().post("friendlies/claims/", claim, 409, key="0123456789abcdef")

    def test_a_key_of_somebody_else_gives_nobody_the_seat(self) -> None:
        pair, key = FriendlyPair(), "0123456789abcdef"
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        assert Api().post("friendlies/claims/", claim, 400, key="1")["error"]["code"] == (
            "bad_idempotency_key"
        )
        Api().post("friendlies/claims/", claim, key=key)
        Api(make_user("Ada")).post("friendlies/claims/", claim, 409, key=key)

    def test_nobody_sits_down_opposite_themselves(self) -> None:
        pair = FriendlyPair()
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        refused = pair.seats[0].post("friendlies/claims/", claim, 409)
        assert refused["error"]["code"] == "own_table"

    @pytest.mark.parametrize("token", ["", "x", "x" * 200, "täg"])
    def test_a_link_that_is_none_leads_nowhere(self, token: str) -> None:
        FriendlyPair()
        Api().post("friendlies/claims/", {"token": token, "name": "Kim"}, 400)

    def test_a_table_that_has_had_its_time_is_not_joined(self) -> None:
        pair = FriendlyPair()
        Tournament.objects.update(expires_at=clock.now())
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        Api().post("friendlies/claims/", claim, 400)

    def test_an_account_is_found_again_by_itself(self) -> None:
        user = make_user("Kim Deal")
        pair = FriendlyPair(invited=user).join("")
        assert Api(user).get(f"{pair.match}table/")["seat"] == 1
        assert pair.view()["players"][1] == {"name": "Kim Deal"}


class TestANewLink:
    def test_takes_the_seat_from_who_came_by_the_old_one(self) -> None:
        pair = FriendlyPair().join("Stranger")
        made = pair.call(0, "invitation", 201)
        assert made["opponent_url"] != pair.opened["opponent_url"]
        pair.view(1, status=404)
        assert pair.view()["players"][1] == {"name": "", "open": True}
        old = {"token": token_of(pair.opened["opponent_url"]), "name": "Stranger"}
        Api().post("friendlies/claims/", old, 400)
        new = {"token": token_of(made["opponent_url"]), "name": "Kim"}
        claimed = Api().post("friendlies/claims/", new)
        pair.seats[1] = guest_api(claimed["seat_token"])
        pair.begin()
        assert [one["name"] for one in pair.view()["players"]] == ["Mia", "Kim"]
        assert Guest.objects.count() == 2

    def test_is_made_by_the_opener_alone_and_before_the_first_card(self) -> None:
        pair = FriendlyPair().join()
        assert pair.call(1, "invitation", 403)["error"]["code"] == "forbidden"
        pair.begin()
        assert pair.call(0, "invitation", 409)["error"]["code"] == "too_late"


class TestClosing:
    def test_leaves_nothing_of_the_table_and_makes_room(self, settings: Settings) -> None:
        settings.FRIENDLIES_AT_ONCE = 1
        pair = FriendlyPair().join()
        pair.seats[0].delete(f"{pair.match}invitation/", 204)
        for seat in (0, 1):
            pair.view(seat, status=404)
        claim = {"token": token_of(pair.opened["opponent_url"]), "name": "Kim"}
        Api().post("friendlies/claims/", claim, 400)
        pair.seats[0].delete(f"{pair.match}invitation/", 404)
        assert not Tournament.objects.exists()
        assert not Guest.objects.exists()
        FriendlyPair()

    def test_is_the_openers_alone_and_before_the_first_card(self) -> None:
        pair = FriendlyPair().join()
        refused = pair.seats[1].delete(f"{pair.match}invitation/", 403)
        assert refused["error"]["code"] == "forbidden"
        pair.begin()
        refused = pair.seats[0].delete(f"{pair.match}invitation/", 409)
        assert refused["error"]["code"] == "too_late"
        assert pair.view()


class TestPlaying:
    def test_a_match_is_played_to_its_end_and_can_be_checked(self) -> None:
        pair = FriendlyPair(rules=ONE_HAND).join()
        pair.begin()
        assert pair.view(0)["hands"][1] is None
        assert pair.view(1)["hands"][0] is None
        assert pair.play_match()["state"] == "finished"
        deals = pair.seats[0].get(f"{pair.match}deals/")
        n = max(one["n"] for one in deals["deals"] if one["n"])
        records = [pair.seats[0].get(f"{pair.match}hands/{i}/record/") for i in range(1, n + 1)]
        assert verify_deals(deals | {"records": records})["deals"] == deals["dealt"]

    def test_what_a_guest_sends_twice_is_done_once(self) -> None:
        pair = FriendlyPair().join()
        pair.begin()
        turn = pair.view()["turn"]
        view = pair.view(turn)
        body = {"version": view["version"], "action": view["actions"][0]}
        done = pair.ask(turn, "actions", body, key="once")
        assert pair.ask(turn, "actions", body, key="once")["version"] == done["version"]

    def test_phrases_are_said_and_there_is_no_referee_to_call(self) -> None:
        pair = FriendlyPair().join()
        pair.ask(0, "phrases", {"code": "good_luck"})
        assert pair.seats[1].get(f"{pair.match}table/phrases/")["said"][0]["code"] == "good_luck"
        pair.ask(1, "mute", {})
        pair.ask(1, "report", {}, 403)

    def test_nobody_else_finds_it(self) -> None:
        pair = FriendlyPair().join()
        event = OnlineEvent()
        others = (Api(), *event.seats, *FriendlyPair().join().seats)
        for api in others:
            api.get(f"{pair.match}table/", 404)
            api.get(f"{pair.match}deals/", 404)
            api.get(pair.match, 404)
            api.post(f"{pair.match}table/ready/", {"d": 0}, 404)
        for api in pair.seats:
            api.get(pair.match, 404)
            api.get(f"{event.match}table/")

    @pytest.mark.parametrize("header", ["Seat", "Seat ", "Seat x y", "Seat täg", "Seat nobody"])
    def test_a_token_that_is_none_opens_nothing(self, header: str) -> None:
        pair, api = FriendlyPair(), Api()
        api.headers["Authorization"] = header
        answer = api.client.get(f"/api/v1/{pair.match}table/", headers=api.headers)
        assert answer.status_code in (401, 404)


class TestTheTokenOfASeat:
    def test_goes_before_who_is_signed_in_in_the_browser(self) -> None:
        pair, api, user = FriendlyPair().join(), Api(), make_user("Ada")
        sign_in(api.client, user)
        api.headers["Authorization"] = f"Seat {pair.claimed['seat_token']}"
        assert api.get(f"{pair.match}table/")["seat"] == 1
        opened = api.post("friendlies/", open_body(), 201)
        assert opened["seat_token"], "it was opened by a guest"
        assert not Guest.objects.filter(user=user).exists()
        api.headers["Authorization"] = "Seat nobodys"
        api.get(f"{pair.match}table/", 404)

    def test_opens_no_other_table_that_is_opened_or_joined_with_it(self) -> None:
        first, second = FriendlyPair(), FriendlyPair()
        guest = first.seats[0]
        opened = guest.post("friendlies/", open_body(), 201)
        claim = {"token": token_of(second.opened["opponent_url"]), "name": "Kim"}
        claimed = guest.post("friendlies/claims/", claim)
        for answer in (opened, claimed):
            table = f"matches/{answer['match']}/table/"
            guest.get(table, 404)
            guest_api(answer["seat_token"]).get(table)

    def test_is_not_asked_of_a_browser_whose_own_secret_opens_all(self) -> None:
        browser = Api()
        browser.client.cookies[configured.SEAT_COOKIE_NAME] = "a secret of a browser"
        opened = browser.post("friendlies/", open_body(), 201)
        assert browser.get(f"matches/{opened['match']}/table/")["seat"] == 0


class TestPlayingAgain:
    def played(self, **who: Any) -> FriendlyPair:
        pair = FriendlyPair(rules=ONE_HAND, **who).join("" if who else "Kim")
        pair.begin()
        pair.play_match()
        return pair

    def test_there_is_a_new_table_once_both_have_asked(self) -> None:
        pair = self.played()
        waiting = pair.call(1, "rematch", 202)
        assert waiting == {"asked": [False, True], "match": None, "url": None}
        assert pair.call(1, "rematch", 202) == waiting
        made = pair.call(0, "rematch", 201)
        assert pair.call(1, "rematch", 201) == made
        pair.match = f"matches/{made['match']}/"
        assert [one["name"] for one in pair.view()["players"]] == ["Mia", "Kim"]
        assert (pair.view(0)["seat"], pair.view(1)["seat"]) == (0, 1)
        pair.begin()
        assert pair.play_match()["state"] == "finished"

    def test_accounts_have_their_seats_there_too(self) -> None:
        users = {"opener": make_user("Ada"), "invited": make_user("Kim")}
        pair = self.played(**users)
        pair.call(0, "rematch", 202)
        pair.match = f"matches/{pair.call(1, 'rematch', 201)['match']}/"
        assert (pair.view(0)["seat"], pair.view(1)["seat"]) == (0, 1)

    def test_nobody_opens_it_anew_alone_once_it_is_gone(self) -> None:
        pair = self.played()
        pair.call(0, "rematch", 202)
        made = pair.call(1, "rematch", 201)
        pair.seats[0].delete(f"matches/{made['match']}/invitation/")
        for seat in (0, 1):
            assert pair.call(seat, "rematch", 409)["error"]["code"] == "too_late"
        assert Friendly.objects.count() == 1

    def test_who_asked_second_is_not_taken_to_have_asked_where_it_was_not_made(
        self, settings: Settings
    ) -> None:
        pair = self.played()
        pair.call(0, "rematch", 202)
        settings.MOST_FRIENDLIES = 0
        pair.call(1, "rematch", 429)
        settings.MOST_FRIENDLIES = 500
        pair.call(1, "rematch", 201)

    def test_not_before_the_match_is_over(self) -> None:
        pair = FriendlyPair().join()
        assert pair.call(0, "rematch", 409)["error"]["code"] == "match_open"


class TestNames:
    def test_one_that_insults_is_shown_no_more(self) -> None:
        pair = FriendlyPair(name="An Insult").join()
        pair.call(1, "name-report", 204)
        pair.call(1, "name-report", 204)
        assert [one["name"] for one in pair.view(1)["players"]] == ["Guest", "Kim"]
        assert [one["name"] for one in pair.view(0)["players"]] == ["Guest", "Kim"]
        assert not Guest.objects.filter(name="An Insult").exists()


def test_every_seat_of_a_friendly_is_a_guests() -> None:
    FriendlyPair().join()
    assert not MatchSeat.objects.filter(player__isnull=False).exists()
    assert GuestKey.objects.count() == 2


def test_its_club_is_seen_by_nobody() -> None:
    pair = FriendlyPair(opener=make_user("Ada")).join()
    slug = Club.objects.get(is_hidden=True).slug
    for api in (*pair.seats, Api()):
        api.get(f"clubs/{slug}/", 404)
        assert api.get("clubs/")["results"] == []
        assert api.get("tournaments/")["results"] == []


def test_it_leaves_nothing_in_the_audit() -> None:
    before = AuditEntry.objects.count()
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    assert AuditEntry.objects.count() == before

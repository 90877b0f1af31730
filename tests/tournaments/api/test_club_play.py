"""Those who belong to a club find each other through the API: who would play now, and tables that
are opened for the club."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from pytest_django import Settings

from kernel.permissions import Actor
from players.models import AuditEntry, Club, Membership, Player, User
from players.services.accounts import delete_account, export_my_data
from players.services.blocks import block
from tests.builders import make_user
from tests.client import Api
from tests.friendlies import token_of
from tests.online import NO_CLOCK
from tournaments.models import ClubTable, Friendly, Tournament, WouldPlay
from tournaments.selectors.events.friendlies import invitation_path
from tournaments.services.events.lone_matches import remove_expired
from tournaments.services.events.ticking import tick
from web.db import clock

pytestmark = pytest.mark.django_db

PLAY = "clubs/club/play/"
TABLE = {"rules": "club", "clock": NO_CLOCK}


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="club", name="The club")


class Person:
    """Somebody with an account who plays in the club."""

    def __init__(self, club: Club, name: str, **more: Any) -> None:
        self.user: User = make_user(name)
        self.player = Player.objects.create(club=club, name=name, user=self.user, **more)
        self.api = Api(self.user)

    def sees(self) -> Any:
        return self.api.get(PLAY)

    def players(self) -> list[str]:
        return [one["name"] for one in self.sees()["players"]]

    def tables(self) -> list[int]:
        return [one["match"] for one in self.sees()["tables"]]

    def would_play(self, status: int = 200) -> Any:
        return self.api.post(f"{PLAY}presence/", {}, status)

    def open(self, status: int = 201, **more: object) -> Any:
        return self.api.post(f"{PLAY}tables/", TABLE | more, status)

    def sit(self, match: int, status: int = 200) -> Any:
        return self.api.post(f"{PLAY}tables/{match}/seat/", {}, status)

    def close(self, match: int, status: int = 204) -> Any:
        return self.api.delete(f"{PLAY}tables/{match}/", status)


@pytest.fixture
def ada(club: Club) -> Person:
    return Person(club, "Ada Lovelace")


@pytest.fixture
def ben(club: Club) -> Person:
    return Person(club, "Ben Jonson")


def code(answer: Any) -> str:
    return str(answer["error"]["code"])


def member_of(club: Club) -> Api:
    """A member whom the list of players does not name."""
    user = make_user("Mo Member")
    Membership.objects.create(club=club, user=user, role="member")
    return Api(user)


class TestWhoWouldPlay:
    def test_says_so_and_the_others_see_it_for_an_hour(self, ada: Person, ben: Person) -> None:
        assert ada.sees()["until"] is None
        until = ada.would_play()["until"]
        assert ada.sees()["until"] == until
        assert ada.players() == []
        shown = {"player": ada.player.pk, "name": "Ada Lovelace", "until": until, "challenge": None}
        assert ben.sees()["players"] == [shown]
        left = WouldPlay.objects.get().until - clock.now()
        assert timedelta(minutes=59) < left <= timedelta(hours=1)

    def test_said_again_the_hour_begins_anew(self, ada: Person) -> None:
        ada.would_play()
        WouldPlay.objects.update(until=clock.now() + timedelta(minutes=1))
        ada.would_play()
        assert WouldPlay.objects.get().until > clock.now() + timedelta(minutes=59)

    def test_is_over_by_itself_and_then_gone(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        WouldPlay.objects.update(until=clock.now())
        assert ben.players() == []
        assert ada.sees()["until"] is None
        tick(by=Actor("task", system=True), now=clock.now())
        assert not WouldPlay.objects.exists()

    def test_can_be_taken_back(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        for _ in range(2):
            ada.api.delete(f"{PLAY}presence/")
        assert ben.players() == []

    def test_ends_as_two_sit_down_and_not_for_who_waits(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        ben.would_play()
        match = ada.open()["match"]
        assert (ada.players(), ben.players()) == (["Ben Jonson"], ["Ada Lovelace"])
        ben.sit(match)
        assert (ada.sees()["until"], ben.sees()["until"]) == (None, None)
        ben.would_play()
        ben.sit(match)
        assert ben.sees()["until"] is not None
        assert ada.players() == ["Ben Jonson"]

    def test_ends_with_a_challenge_that_is_accepted(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        ben.would_play()
        match = ada.api.post("friendlies/", TABLE | {"opponent": {"player": ben.player.pk}}, 201)[
            "match"
        ]
        assert [one["challenge"] for one in ada.sees()["players"]] == [match]
        assert [one["challenge"] for one in ben.sees()["players"]] == [match]
        ben.api.post(f"matches/{match}/acceptance/", {})
        assert not WouldPlay.objects.exists()

    def test_of_a_challenge_that_was_declined_nothing_waits(self, ada: Person, ben: Person) -> None:
        ben.would_play()
        match = ada.api.post("friendlies/", TABLE | {"opponent": {"player": ben.player.pk}}, 201)[
            "match"
        ]
        ben.api.delete(f"matches/{match}/acceptance/")
        assert [one["challenge"] for one in ada.sees()["players"]] == [None]

    def test_a_member_who_is_no_player_sees_it_but_is_not_found(
        self, ada: Person, club: Club
    ) -> None:
        ada.would_play()
        member = member_of(club)
        assert [one["name"] for one in member.get(PLAY)["players"]] == ["Ada Lovelace"]
        assert member.get(PLAY)["found"] is False
        assert code(member.post(f"{PLAY}presence/", {}, 409)) == "not_listed"

    def test_nobody_whose_name_is_hidden(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        Player.objects.filter(pk=ada.player.pk).update(shown=Player.Shown.HIDDEN)
        assert ben.players() == []
        assert (ada.sees()["found"], ada.sees()["until"]) == (False, None)
        assert code(ada.would_play(409)) == "not_listed"
        assert code(ada.open(409)) == "not_listed"

    def test_nobody_whose_account_is_that_of_a_pass(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        User.objects.filter(pk=ada.user.pk).update(email=None, password=make_password(None))
        assert ben.players() == []
        assert code(ada.would_play(409)) == "not_listed"

    @pytest.mark.parametrize("is_by_ada", [True, False])
    def test_two_who_are_blocked_do_not_see_each_other(
        self, ada: Person, ben: Person, is_by_ada: bool
    ) -> None:
        ada.would_play()
        ben.would_play()
        by, user = (ada.user, ben.user) if is_by_ada else (ben.user, ada.user)
        block(by=by.pk, user=user.pk, called="", now=clock.now())
        assert (ada.players(), ben.players()) == ([], [])

    def test_a_name_is_as_short_as_the_club_shows_it(self, ada: Person, ben: Person) -> None:
        Club.objects.update(names=Club.Names.SHORT)
        ada.would_play()
        assert ben.players() == ["Ada L."]
        ben.sit(ada.open()["match"])
        assert {one["other"] for one in ben.sees()["own"]} == {"Ada L."}


class TestWhoseIt:
    CALLS = (
        ("GET", PLAY),
        ("POST", f"{PLAY}presence/"),
        ("DELETE", f"{PLAY}presence/"),
        ("POST", f"{PLAY}tables/"),
        ("DELETE", f"{PLAY}tables/1/"),
        ("POST", f"{PLAY}tables/1/seat/"),
    )

    @pytest.mark.parametrize(("method", "path"), CALLS)
    def test_is_not_there_for_others(self, ada: Person, method: str, path: str) -> None:
        for api in (Api(), Api(make_user("Stranger"))):
            api.send(method, path, TABLE if path.endswith("tables/") else {}, 404)

    @pytest.mark.parametrize(("method", "path"), CALLS)
    def test_is_not_there_where_the_club_wishes_for_none(
        self, ada: Person, method: str, path: str
    ) -> None:
        Club.objects.update(play_page=False)
        ada.api.send(method, path, TABLE if path.endswith("tables/") else {}, 404)

    def test_the_club_turns_it_off_and_it_is_written_down(self, club: Club) -> None:
        owner = make_user("Olga Owner")
        Membership.objects.create(club=club, user=owner, role="owner")
        api = Api(owner)
        assert api.get("clubs/club/")["play_page"] is True
        assert api.patch("clubs/club/", {"play_page": False})["play_page"] is False
        assert AuditEntry.objects.get(action="club.edit").data["play_page"] is False
        api.get(PLAY, 404)

    def test_another_club_sees_nothing_of_it(self, ada: Person) -> None:
        other = Club.objects.create(slug="other", name="Another club")
        elsewhere = Player.objects.create(club=other, name="Ada Lovelace", user=ada.user)
        carl = Person(other, "Carl")
        ada.would_play()
        match = ada.open()["match"]
        seen = carl.api.get("clubs/other/play/")
        assert (seen["players"], seen["tables"]) == ([], [])
        carl.api.post(f"clubs/other/play/tables/{match}/seat/", {}, 404)
        assert elsewhere.user == ada.user


class TestTables:
    def test_are_seen_with_their_rules_by_fellow_members(self, ada: Person, ben: Person) -> None:
        match = ada.open(best_of=3)["match"]
        (table,) = ben.sees()["tables"]
        assert (table["match"], table["by"], table["clock"]) == (match, "Ada Lovelace", NO_CLOCK)
        assert (table["rules"]["match_type"], table["rules"]["match_n"]) == ("best_of", 3)
        assert ada.tables() == []
        (own,) = ada.sees()["own"]
        assert (own["match"], own["other"]) == (match, "")

    def test_name_no_token(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        token = token_of(invitation_path(Friendly.objects.get()))
        for said in (ada.sees(), ben.sees(), ben.sit(match)):
            assert token not in str(said)

    def test_are_joined_by_one_press_and_twice_is_once(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        seat = ben.sit(match)
        assert ben.sit(match) == seat
        view = ben.api.get(f"matches/{match}/table/")
        assert view["seat"] == 1
        assert view["players"] == [{"name": "Ada Lovelace"}, {"name": "Ben Jonson"}]
        assert view["seating"]["sat"] == [True, True]
        assert Tournament.objects.get().expires_at > clock.now() + timedelta(days=29)
        assert [one["match"] for one in ben.sees()["own"]] == [match]

    def test_the_next_one_is_told(self, club: Club, ada: Person, ben: Person) -> None:
        match, carl = ada.open()["match"], Person(club, "Carl")
        ben.sit(match)
        assert code(carl.sit(match, 409)) == "seat_taken"
        assert carl.tables() == []
        carl.api.get(f"matches/{match}/table/", 404)

    def test_a_member_who_is_no_player_joins_under_the_name_of_the_account(
        self, club: Club, ada: Person
    ) -> None:
        match = ada.open()["match"]
        member_of(club).post(f"{PLAY}tables/{match}/seat/", {})
        assert [one["other"] for one in ada.sees()["own"]] == ["Mo Member"]

    @pytest.mark.parametrize("is_by_ada", [True, False])
    def test_two_who_are_blocked_neither_see_nor_join_them(
        self, ada: Person, ben: Person, is_by_ada: bool
    ) -> None:
        match = ada.open()["match"]
        by, user = (ada.user, ben.user) if is_by_ada else (ben.user, ada.user)
        block(by=by.pk, user=user.pk, called="", now=clock.now())
        assert ben.tables() == []
        assert code(ben.sit(match, 404)) == "not_found"
        assert ben.sit(match, 404) == ben.sit(2**40, 404)

    def test_who_has_left_the_club_waits_for_nobody(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        Player.objects.filter(pk=ada.player.pk).update(user=None)
        assert ben.tables() == []
        ben.sit(match, 404)

    def test_lapse_after_an_hour(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        event = Tournament.objects.get()
        assert event.expires_at <= clock.now() + timedelta(hours=1)
        Tournament.objects.update(expires_at=clock.now() - timedelta(seconds=1))
        assert ben.tables() == []
        assert code(ben.sit(match, 404)) == "not_found"
        remove_expired(now=clock.now())
        assert not ClubTable.objects.exists()

    def test_one_at_a_time(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        assert code(ada.open(409)) == "table_waits"
        assert Friendly.objects.count() == 1
        ben.sit(match)
        ada.open()

    def test_are_closed_by_who_has_opened_them(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        assert code(ben.close(match, 403)) == "forbidden"
        ada.close(match)
        assert not Tournament.objects.exists()
        assert code(ben.sit(match, 404)) == "not_found"

    def test_are_not_closed_once_somebody_has_joined(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        ben.sit(match)
        assert code(ada.close(match, 409)) == "wrong_state"

    def test_a_new_link_is_for_somebody_else_alone(self, ada: Person, ben: Person) -> None:
        match = ada.open()["match"]
        ben.sit(match)
        link = ada.api.post(f"matches/{match}/invitation/", {}, 201)["opponent_url"]
        assert ben.tables() == []
        ben.sit(match, 404)
        Api(ben.user).post("friendlies/claims/", {"token": token_of(link)})

    def test_a_friendly_by_link_is_not_among_them(self, ada: Person, ben: Person) -> None:
        body = TABLE | {"opponent": {"link": True}}
        match = ada.api.post("friendlies/", body, 201)["match"]
        assert ben.tables() == []
        ben.sit(match, 404)

    def test_a_long_name_is_whole(self, club: Club, ben: Person) -> None:
        name = "Wilhelmina " + "x" * 40
        Person(club, name).open()
        assert ben.sees()["tables"][0]["by"] == name

    def test_the_same_key_is_the_same_table(self, ada: Person) -> None:
        first = ada.api.post(f"{PLAY}tables/", TABLE, 201, key="a table of mine")
        assert ada.api.post(f"{PLAY}tables/", TABLE, 201, key="a table of mine") == first
        assert Friendly.objects.count() == 1


def test_challenges_are_shown_to_whom_they_are_made(ada: Person, ben: Person) -> None:
    body = TABLE | {"opponent": {"player": ben.player.pk}}
    match = ada.api.post("friendlies/", body, 201)["match"]
    (waiting,) = ben.sees()["challenges"]
    assert (waiting["match"], waiting["by"]) == (match, "Ada Lovelace")
    assert ada.sees()["challenges"] == []


class TestWhenAnAccountGoes:
    def end(self, user: User) -> None:
        assert user.email is not None
        now = clock.now()
        delete_account(user=user, typed=user.email, by=Actor("page", user_id=user.pk), now=now)

    def test_so_does_what_waits(self, ada: Person, ben: Person) -> None:
        ada.would_play()
        ada.open()
        self.end(ada.user)
        assert not WouldPlay.objects.exists()
        assert not Tournament.objects.exists()

    def test_a_table_at_which_somebody_sits_stays(self, ada: Person, ben: Person) -> None:
        ben.sit(ada.open()["match"])
        self.end(ada.user)
        assert len(ben.sees()["own"]) == 1

    def test_its_data_holds_both(self, ada: Person) -> None:
        ada.would_play()
        match = ada.open()["match"]
        data = export_my_data(user=ada.user)
        assert [row["club"] for row in data["would_play"]] == [ada.player.club_id]
        assert [row["match"] for row in data["friendlies"]] == [match]

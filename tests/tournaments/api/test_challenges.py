"""Challenges to a player through the API: made, accepted, declined, taken back; and who meets whom
no more."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from kernel.permissions import Actor
from players.models import Block, Club, Membership, Player, User
from players.services.accounts import delete_account, edit_account, export_my_data
from players.services.blocks import block
from tests.builders import make_user
from tests.client import Api
from tests.friendlies import ONE_HAND, FriendlyPair, open_body, token_of
from tournaments.models import Challenge, Friendly, Notice, Tournament
from tournaments.services.events.lone_matches import remove_expired
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="club", name="The club")


def listed(club: Club, name: str, **more: Any) -> tuple[User, Player]:
    """Somebody with an account who plays in a club."""
    user = make_user(name)
    return user, Player.objects.create(club=club, name=name, user=user, **more)


class Pair:
    """Ada, who challenges Ben; both play in the club."""

    def __init__(self, club: Club) -> None:
        self.ada, _ = listed(club, "Ada Lovelace")
        self.ben, self.player = listed(club, "Ben Jonson")
        self.seats = [Api(self.ada), Api(self.ben)]

    def challenge(self, status: int = 201, **more: object) -> Any:
        body = open_body(opponent={"player": self.player.pk}, name="", rules=ONE_HAND) | more
        return self.seats[0].post("friendlies/", body, status)

    def call(self, seat: int, method: str, match: int, noun: str, status: int) -> Any:
        return self.seats[seat].send(method, f"matches/{match}/{noun}/", {}, status)


@pytest.fixture
def pair(club: Club) -> Pair:
    return Pair(club)


def code(answer: Any) -> str:
    return str(answer["error"]["code"])


class TestChallenging:
    def test_is_a_table_that_only_they_can_join(self, pair: Pair) -> None:
        made = pair.challenge()
        assert (made["opponent_url"], made["seat_token"]) == (None, None)
        match = made["match"]
        assert pair.seats[0].get(f"matches/{match}/table/")["players"][1]["open"]
        pair.seats[1].get(f"matches/{match}/table/", 404)
        assert code(pair.call(0, "POST", match, "invitation", 403)) == "forbidden"

    def test_accepted_both_sit_there_and_play(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        accepted = pair.call(1, "POST", match, "acceptance", 200)
        assert accepted["match"] == match
        assert accepted["seat_token"] is None
        view = pair.seats[1].get(f"matches/{match}/table/")
        assert view["seat"] == 1
        assert view["players"] == [{"name": "Ada Lovelace"}, {"name": "Ben Jonson"}]
        assert view["seating"]["sat"] == [True, True]
        assert pair.call(1, "POST", match, "acceptance", 200) == accepted
        assert code(pair.call(1, "DELETE", match, "acceptance", 409)) == "wrong_state"
        assert code(pair.call(0, "DELETE", match, "acceptance", 409)) == "wrong_state"

    def test_who_challenges_cannot_accept(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        assert code(pair.call(0, "POST", match, "acceptance", 403)) == "forbidden"

    def test_declined_it_stays_declined_and_goes_soon(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        version = pair.seats[0].get(f"matches/{match}/table/")["version"]
        pair.call(1, "DELETE", match, "acceptance", 204)
        pair.call(1, "DELETE", match, "acceptance", 204)
        assert code(pair.call(1, "POST", match, "acceptance", 409)) == "wrong_state"
        # Who waits there hears of it.
        assert pair.seats[0].get(f"matches/{match}/table/")["version"] == version + 1
        assert Tournament.objects.get().expires_at <= clock.now() + timedelta(hours=1)
        pair.challenge()

    def test_taken_back_it_is_gone(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        pair.call(0, "DELETE", match, "acceptance", 204)
        assert not Tournament.objects.exists()
        pair.call(1, "POST", match, "acceptance", 404)

    def test_lapses_after_a_day(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        Tournament.objects.update(expires_at=clock.now() - timedelta(seconds=1))
        pair.call(1, "POST", match, "acceptance", 404)
        remove_expired(now=clock.now())
        assert not Challenge.objects.exists()

    def test_nobody_is_asked_twice_at_a_time(self, pair: Pair) -> None:
        pair.challenge()
        assert code(pair.challenge(409)) == "challenged_already"
        assert Friendly.objects.count() == 1

    def test_the_same_key_is_the_same_challenge(self, pair: Pair) -> None:
        body = open_body(opponent={"player": pair.player.pk}, name="")
        first = pair.seats[0].post("friendlies/", body, 201, key="a challenge of mine")
        again = pair.seats[0].post("friendlies/", body, 201, key="a challenge of mine")
        assert first == again

    def test_is_not_for_others_to_see(self, pair: Pair, club: Club) -> None:
        match = pair.challenge()["match"]
        third, _player = listed(club, "Carl")
        for api in (Api(third), Api(make_user("Dora"))):
            for noun in ("acceptance", "block"):
                api.post(f"matches/{match}/{noun}/", {}, 404)
                api.delete(f"matches/{match}/{noun}/", 404)
        for noun in ("acceptance", "block"):
            Api().post(f"matches/{match}/{noun}/", {}, 401)

    def test_whoever_wishes_for_it_is_told_by_mail(self, pair: Pair) -> None:
        edit_account(user=pair.ben, notices=["challenged"])
        pair.challenge()
        assert list(Notice.objects.values_list("kind", "user")) == [("challenged", pair.ben.pk)]
        (mail,) = pair.ben.mails.all()
        assert mail.subject == "Ada Lovelace challenges you to a game"
        assert "/play/" in mail.body


class TestWhoCanBeChallenged:
    def refused(self, pair: Pair) -> str:
        answer = pair.challenge(400)
        assert code(answer) == "not_challengeable"
        return str(answer["error"]["message"])

    def test_nobody_of_a_club_to_which_one_does_not_belong(self, pair: Pair) -> None:
        pair.player.club = Club.objects.create(slug="other", name="Another club")
        pair.player.save()
        self.refused(pair)
        Membership.objects.create(club=pair.player.club, user=pair.ada, role="member")
        pair.challenge()

    @pytest.mark.parametrize("change", [{"user": None}, {"shown": "hidden"}])
    def test_nobody_without_an_account_or_a_name(
        self, pair: Pair, change: dict[str, object]
    ) -> None:
        Player.objects.filter(pk=pair.player.pk).update(**change)
        self.refused(pair)

    def test_not_oneself(self, pair: Pair) -> None:
        pair.player = Player.objects.get(user=pair.ada)
        self.refused(pair)

    @pytest.mark.parametrize("is_by_ada", [True, False])
    def test_who_is_blocked_reads_what_everybody_reads(
        self, pair: Pair, club: Club, is_by_ada: bool
    ) -> None:
        by, user = (pair.ada, pair.ben) if is_by_ada else (pair.ben, pair.ada)
        block(by=by.pk, user=user.pk, called="", now=clock.now())
        said = self.refused(pair)
        pair.player = Player.objects.create(club=club, name="Without account")
        assert said == self.refused(pair)

    def test_a_visitor_signs_in_first(self, pair: Pair) -> None:
        body = open_body(opponent={"player": pair.player.pk}, name="")
        assert code(Api().post("friendlies/", body, 403)) == "forbidden"
        assert not Friendly.objects.exists()

    def test_the_name_is_that_of_the_account(self, pair: Pair) -> None:
        answer = pair.challenge(400, name="Queen of Spades")
        assert "name" in answer["error"]["fields"]


class TestBlocking:
    def accepted(self, pair: Pair) -> int:
        match = int(pair.challenge()["match"])
        pair.call(1, "POST", match, "acceptance", 200)
        return match

    def test_in_a_challenge_declines_it(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        pair.call(1, "POST", match, "block", 204)
        pair.call(1, "POST", match, "block", 204)
        assert Challenge.objects.get().declined_at is not None
        assert Block.objects.get().called == "Ada Lovelace"
        assert code(pair.challenge(400)) == "not_challengeable"
        pair.call(1, "DELETE", match, "block", 204)
        pair.challenge()

    def test_takes_back_what_one_asked_oneself(self, pair: Pair) -> None:
        before = self.accepted(pair)
        pair.challenge()
        pair.call(0, "POST", before, "block", 204)
        assert not Challenge.objects.filter(friendly__claimed_at=None).exists()

    def test_leaves_the_match_and_nobody_plays_again(self, pair: Pair) -> None:
        table = FriendlyPair(
            opener=pair.ada, invited=pair.ben, challenged=pair.player.pk, rules=ONE_HAND
        ).join()
        table.begin()
        pair.call(0, "POST", table.opened["match"], "block", 204)
        table.play_match()
        # The one who was blocked asks, and nobody answers.
        for seat in (1, 0):
            assert table.call(seat, "rematch", 202)["match"] is None
        assert Friendly.objects.count() == 1

    def test_a_link_leads_nowhere_for_them(self, pair: Pair) -> None:
        block(by=pair.ada.pk, user=pair.ben.pk, called="", now=clock.now())
        opened = pair.seats[0].post("friendlies/", open_body(name=""), 201)
        claim = {"token": token_of(opened["opponent_url"])}
        assert code(pair.seats[1].post("friendlies/claims/", claim, 400)) == "link_unknown"

    def test_needs_an_account_opposite(self, pair: Pair) -> None:
        opened = pair.seats[0].post("friendlies/", open_body(name=""), 201)
        claim = {"token": token_of(opened["opponent_url"]), "name": "Kim"}
        Api().post("friendlies/claims/", claim)
        assert code(pair.call(0, "POST", opened["match"], "block", 409)) == "plays_as_guest"


class TestWhenAnAccountGoes:
    def end(self, user: User) -> None:
        assert user.email is not None
        now = clock.now()
        delete_account(user=user, typed=user.email, by=Actor("page", user_id=user.pk), now=now)

    def test_what_it_asked_goes(self, pair: Pair) -> None:
        pair.challenge()
        self.end(pair.ada)
        assert not Tournament.objects.exists()

    def test_who_asked_it_is_declined_and_no_name_stays(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        self.end(pair.ben)
        challenge = Challenge.objects.get()
        assert (challenge.called, challenge.user) == ("", None)
        assert challenge.declined_at is not None
        pair.call(0, "DELETE", match, "acceptance", 204)

    def test_its_data_holds_both(self, pair: Pair) -> None:
        match = pair.challenge()["match"]
        pair.call(1, "POST", match, "block", 204)
        data = export_my_data(user=pair.ben)
        assert [row["called"] for row in data["challenges"]] == ["Ben Jonson"]
        assert [row["called"] for row in data["blocks"]] == ["Ada Lovelace"]

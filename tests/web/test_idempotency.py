"""The same write again, and many at once: one change, and a clear answer for each."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse

from games.models import Hand
from players.access.kept_answers import purge_answers
from players.models import Answer, Club, Player
from tests.builders import board_of, make_club, make_tournament, make_user, owner_of
from tests.client import BASE, Api
from tournaments.models import Draw, Publication, StateChange, Tournament
from web.db import clock

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}
MANY = 20


def at_once(number: int, call: Callable[[int], HttpResponse]) -> list[HttpResponse]:
    """The answers to so many calls that begin together, each on a connection of its own."""
    gate = threading.Barrier(number)

    def one(which: int) -> HttpResponse:
        try:
            gate.wait()
            return call(which)
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def send(api: Api, path: str, body: object, key: str = "") -> HttpResponse:
    headers = {**api.headers, "Idempotency-Key": key} if key else api.headers
    return api.client.post(BASE + path, body, content_type="application/json", headers=headers)


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


@pytest.mark.django_db
class TestOneAfterTheOther:
    """A key is answered from memory, whatever has changed since."""

    def test_the_same_hand_again_gives_the_first_answer(
        self, owner: Api, tournament: Tournament
    ) -> None:
        match = board_of(tournament, 1, 1).match
        path, body = f"matches/{match.pk}/hands/", {"version": match.version, **KNOCK}
        first = owner.post(path, body, key="one")
        owner.post(path, {"version": first["version"], **KNOCK})
        assert owner.post(path, body, key="one") == first
        assert Hand.objects.count() == 2

    def test_a_refusal_is_given_again_too(self, owner: Api, tournament: Tournament) -> None:
        match = board_of(tournament, 1, 1).match
        path, body = f"matches/{match.pk}/hands/", {"version": match.version + 1, **KNOCK}
        refused = owner.post(path, body, 409, key="early")
        assert refused["error"]["code"] == "stale"
        owner.post(path, {**body, "version": match.version})
        assert owner.post(path, body, 409, key="early") == refused

    def test_what_is_gone_since_is_still_answered(self, owner: Api, tournament: Tournament) -> None:
        path = f"tournaments/{tournament.pk}/cancellation/"
        first = owner.post(path, {"name": "Autumn Cup"}, key="end")
        owner.delete(f"tournaments/{tournament.pk}/?name=Autumn Cup")
        assert owner.post(path, {"name": "Autumn Cup"}, key="end") == first

    def test_another_body_or_query_under_the_same_key_is_refused(self, owner: Api) -> None:
        owner.post("clubs/", {"name": "One"}, 201, key="k")
        for path, body in (("clubs/", {"name": "Two"}), ("clubs/?x=1", {"name": "One"})):
            refused = owner.post(path, body, 409, key="k")
            assert refused["error"]["code"] == "idempotency_mismatch"
        assert set(Club.objects.values_list("name", flat=True)) == {"Tuesday Gin Club", "One"}

    def test_spaces_and_the_order_of_fields_do_not_count(self, owner: Api) -> None:
        first = send(owner, "clubs/", '{"name":"One","language":"de"}', "k")
        again = send(owner, "clubs/", '{ "language": "de",\n "name": "One" }', "k")
        assert (first.status_code, first.json()) == (again.status_code, again.json())

    def test_a_key_is_one_account_s_and_one_address_s(
        self, owner: Api, tournament: Tournament
    ) -> None:
        owner.post("clubs/", {"name": "One"}, 201, key="k")
        Api(make_user()).post("clubs/", {"name": "Two"}, 201, key="k")
        club = tournament.club.slug
        owner.post(f"clubs/{club}/players/", {"name": "Ann"}, 201, key="k")
        assert Club.objects.count() == 3

    def test_a_file_is_the_same_by_what_it_holds(self, owner: Api, tournament: Tournament) -> None:
        def upload(text: bytes) -> HttpResponse:
            return owner.client.post(
                f"{BASE}clubs/{tournament.club.slug}/players/import/",
                {"file": SimpleUploadedFile("roster.csv", text)},
                headers={**owner.headers, "Idempotency-Key": "roster"},
            )

        first = upload(b"Name\nAnn\n")
        assert first.json()["created"] == 1
        assert upload(b"Name\nAnn\n").json() == first.json()
        assert upload(b"Name\nBob\n").status_code == 409
        assert not Player.objects.filter(name="Bob").exists()

    @pytest.mark.parametrize("key", ["k" * 201, "tab\there", "é" * 201])
    def test_a_key_that_can_not_be_is_refused(self, owner: Api, key: str) -> None:
        refused = owner.post("clubs/", {"name": "One"}, 400, key=key)
        assert refused["error"]["code"] == "bad_idempotency_key"
        owner.post("clubs/", {"name": "One"}, 201, key="k" * 200)

    def test_a_crash_is_not_kept(self, owner: Api, monkeypatch: pytest.MonkeyPatch) -> None:
        owner.client.raise_request_exception = False
        with monkeypatch.context() as patch:
            patch.setattr("players.api.clubs.ClubAnswer", lambda *_: 1 / 0)
            owner.post("clubs/", {"name": "One"}, 500, key="k")
        assert not Club.objects.filter(name="One").exists()
        owner.post("clubs/", {"name": "One"}, 201, key="k")

    def test_what_was_never_tried_is_not_kept(self, owner: Api) -> None:
        assert send(owner, "clubs/", "{", "k").status_code == 400
        Api().post("clubs/", {"name": "One"}, 401, key="k")
        assert not Answer.objects.exists()

    def test_a_secret_is_not_kept(self, owner: Api, tournament: Tournament) -> None:
        path = f"tournaments/{tournament.pk}/passes/"
        first = owner.post(path, {"name": "Door"}, 201, key="k")
        assert owner.post(path, {"name": "Door"}, 201, key="k")["token"] != first["token"]
        assert not Answer.objects.exists()

    def test_answers_are_forgotten_after_48_hours(self, owner: Api) -> None:
        owner.post("clubs/", {"name": "One"}, 201, key="k")
        now = clock.now()
        purge_answers(now=now + timedelta(hours=47))
        assert Answer.objects.count() == 1
        purge_answers(now=now + timedelta(hours=49))
        assert not Answer.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Twenty at once, over real connections."""

    def test_one_hand_is_written_and_19_are_told_that_it_is(
        self, owner: Api, tournament: Tournament
    ) -> None:
        match = board_of(tournament, 1, 1).match
        path, body = f"matches/{match.pk}/hands/", {"version": match.version, **KNOCK}
        answers = at_once(MANY, lambda _: send(owner, path, body))
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: MANY - 1}
        errors = [answer.json()["error"] for answer in answers if answer.status_code == 409]
        assert {error["code"] for error in errors} == {"stale"}
        now = owner.get(f"matches/{match.pk}/")
        assert all(error["current"] == now for error in errors)
        assert Hand.objects.count() == 1

    def test_under_one_key_one_hand_is_written_and_all_get_its_answer(
        self, owner: Api, tournament: Tournament
    ) -> None:
        match = board_of(tournament, 1, 1).match
        path, body = f"matches/{match.pk}/hands/", {"version": match.version, **KNOCK}
        answers = at_once(MANY, lambda _: send(owner, path, body, "same"))
        assert {answer.status_code for answer in answers} == {200}
        assert all(answer.json() == answers[0].json() for answer in answers)
        assert Hand.objects.count() == 1

    def test_one_result_is_written(self, owner: Api, tournament: Tournament) -> None:
        match = board_of(tournament, 1, 1).match
        path = f"matches/{match.pk}/result/"
        body = {"version": match.version, "games_won": [3, 1]}
        answers = at_once(MANY, lambda _: send(owner, path, body))
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: MANY - 1}
        match.refresh_from_db()
        assert match.submissions.count() == 1
        assert (match.winner, match.games_won) == (0, [3, 1])

    def test_starting_five_times_starts_once(self) -> None:
        tournament = make_tournament(make_club(), start=False)
        owner = Api(owner_of(tournament.club))
        answers = at_once(5, lambda _: send(owner, f"tournaments/{tournament.pk}/start/", {}))
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.json()["state"] for answer in answers} == {"running"}
        assert Draw.objects.count() == 1
        assert Publication.objects.filter(round__number=1).count() == 1
        assert StateChange.objects.filter(state="running").count() == 1

    def test_different_writes_under_different_keys_all_happen(self, owner: Api) -> None:
        def post(which: int) -> Any:
            return send(owner, "clubs/", {"name": "Same name"}, f"key {which}")

        answers = at_once(8, post)
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["slug"] for answer in answers}) == 8

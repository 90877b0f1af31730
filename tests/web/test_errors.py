"""Every error has one form, and bad input of any kind gets a clear answer and changes nothing."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
import requests
from django.http import HttpResponse
from django.test import Client

from games.models import Hand
from players.models import Club, Membership
from tests.builders import board_of, make_club, make_tournament, make_user, owner_of, win
from tests.client import BASE, Api
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


@pytest.fixture
def match(tournament: Tournament) -> int:
    return board_of(tournament, 1, 1).match_id


def told(response: HttpResponse, status: int) -> dict[str, Any]:
    """The error of an answer, which has this status and the one form."""
    assert response.status_code == status, response.content[:500]
    assert response["Content-Type"] == "application/json"
    body = response.json()
    assert body.keys() == {"error"}
    error = body["error"]
    assert error.keys() - {"current"} == {"code", "message", "fields"}
    assert error["message"]
    assert all(isinstance(messages, list) and messages for messages in error["fields"].values())
    return error


def raw(api: Api, path: str, body: bytes | str, content_type: str = "application/json") -> Any:
    return api.client.post(BASE + path, body, content_type=content_type, headers=api.headers)


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (lambda c: c.get("/api/v1/nothing/"), 404, "not_found"),
        (lambda c: c.get("/api/v1/clubs"), 404, "not_found"),
        (lambda c: c.post("/api/nothing"), 404, "not_found"),
        (lambda c: c.get("/api/v1/matches/999999/"), 404, "not_found"),
        (lambda c: c.get(f"/api/v1/matches/{'9' * 40}/"), 404, "not_found"),
        (lambda c: c.delete("/api/v1/clubs/"), 405, "method_not_allowed"),
        (lambda c: c.options("/api/v1/clubs/"), 405, "method_not_allowed"),
        (lambda c: c.post("/api/v1/clubs/"), 401, "not_authenticated"),
        (lambda c: c.get("/api/v1/clubs/?page=x"), 400, "invalid"),
        (lambda c: c.get("/api/v1/clubs/?page=" + "9" * 40), 400, "invalid"),
        (lambda c: c.get("/api/v1/tournaments/?club=%00"), 400, "malformed"),
        (lambda c: c.get("/api/v1/tournaments/?state=asleep"), 400, "invalid"),
    ],
)
def test_errors_outside_of_any_write(
    call: Callable[[Client], HttpResponse], status: int, code: str
) -> None:
    assert told(call(Client()), status)["code"] == code


def test_head_is_answered_like_get_without_a_body() -> None:
    response = Client().head("/api/v1/clubs/")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("header", ["Token nonsense", "Token", "Token a b", "Token \xff"])
def test_a_bad_token_is_told(header: str) -> None:
    response = Client().get("/api/v1/clubs/", headers={"Authorization": header})
    assert told(response, 401)["code"] == "bad_token"
    assert response["WWW-Authenticate"] == "Token"


def test_a_crash_is_told_in_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.api.clubs.clubs_visible_to", lambda _: 1 / 0)
    response = Client(raise_request_exception=False).get("/api/v1/clubs/")
    assert told(response, 500)["code"] == "server_error"


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "nonsense",
        "3",
        '"text"',
        "null",
        "true",
        "[]",
        '{"name": NaN}',
        '{"name": Infinity}',
        '{"name": -Infinity}',
        '{"name": 1e400}',
        '{"name": ' + "9" * 5000 + "}",
        '{"name": "half \\ud83d"}',
        '{"half \\ud83d": 1}',
        '{"name": "nul \\u0000"}',
        '{"nul \\\\\\u0000": 1}',
        '{"name": ' + DEEP,
        '{"name": ' + "[" * 17 + "]" * 17 + "}",
        b'{"name": "\xff"}',
        b"\x00\x01\x02",
        "{'name': 1}",
    ],
    ids=lambda body: repr(body[:24]),
)
def test_a_body_that_is_no_object_is_told(owner: Api, body: str | bytes) -> None:
    assert told(raw(owner, "clubs/", body), 400)["code"] in {"malformed", "invalid"}
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "n" * 300,
        "n" * 3000,
        "bell\u0007",
        "\u202eright to left",
        5,
        1.5,
        True,
        None,
        ["a"],
        {"a": 1},
    ],
    ids=repr,
)
def test_a_name_that_can_not_be_is_told(owner: Api, tournament: Tournament, name: object) -> None:
    for path, send in (
        ("clubs/", owner.post),
        (f"clubs/{tournament.club.slug}/players/", owner.post),
        (f"tournaments/{tournament.pk}/", owner.patch),
    ):
        error = send(path, {"name": name}, status=400)["error"]
        assert list(error["fields"]) == ["name"]
    tournament.refresh_from_db()
    assert (tournament.name, tournament.version) == ("Autumn Cup", tournament.version)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"knocker_count": 11}, "illegal_knock", "knocker_count"),
        ({"kind": "gin", "knocker_count": 3}, "not_gin", "knocker_count"),
        ({"kind": "undercut"}, "invalid", "kind"),
        ({"kind": None}, "invalid", "kind"),
        ({"kind": ["knock"] * 9}, "invalid", "kind"),
        ({"knocker": 2}, "bad_seat", "knocker"),
        ({"knocker": True}, "invalid", "knocker"),
        ({"knocker": "0"}, "invalid", "knocker"),
        ({"knocker": None}, "missing_knocker", "knocker"),
        ({"dealer": -1}, "invalid", "dealer"),
        ({"knocker_count": 8.0}, "invalid", "knocker_count"),
        ({"knocker_count": 10**40}, "invalid", "knocker_count"),
        ({"knocker_count": -1}, "invalid", "knocker_count"),
        ({"knocker_count": None}, "missing_count", "knocker_count"),
        ({"defender_count": 10**9}, "bad_count", "defender_count"),
        ({"version": None}, "invalid", "version"),
        ({"version": "1"}, "invalid", "version"),
        ({"version": 10**40}, "invalid", "version"),
        ({"factor": 3}, None, "factor"),
        ({"upcard": "ZZ"}, None, "upcard"),
        ({"upcard": "9" * 500}, "invalid", "upcard"),
        ({"reson": "typo"}, "unknown_field", "reson"),
        ({"knocker_cards": ["7S"], "defender_cards": []}, "invalid", "knocker_count"),
        ({"knocker_melds": [["7S"]]}, "invalid", "knocker_cards"),
    ],
    ids=str,
)
def test_a_hand_that_can_not_be_is_told(
    owner: Api, match: int, change: dict[str, object], code: str | None, field: str
) -> None:
    version = owner.get(f"matches/{match}/")["version"]
    body = {"version": version, **KNOCK, **change}
    error = owner.post(f"matches/{match}/hands/", body, 400)["error"]
    assert code in {None, error["code"]}
    assert field in error["fields"]
    assert not Hand.objects.exists()
    assert owner.get(f"matches/{match}/")["version"] == version


@pytest.mark.parametrize(
    "result",
    [
        {"games": [{"winner": 0, "points": [100, 100]}] * 3},
        {"games": [{"winner": 0, "points": [40, 104]}] * 3},
        {"games": [{"winner": 0, "points": [104]}]},
        {"games": [{"winner": 0}]},
        {"games": [{"winner": 0, "points": [104, 61], "box": [1, 2]}]},
        {"games": []},
        {"games": "3-1"},
        {"games": [None]},
        {"games_won": [2, 2]},
        {"games_won": [3, 3]},
        {"games_won": [4, 0]},
        {"games_won": [3]},
        {"games_won": [3, -1]},
        {"games_won": ["3", "1"]},
        {"walkover": 2},
        {"walkover": None},
        {"walkover": False},
        {"double_forfeit": False},
        {"double_forfeit": 1},
        {"games_won": [3, 1], "walkover": 0},
        {},
    ],
    ids=str,
)
def test_a_result_that_can_not_be_is_told(
    owner: Api, match: int, result: dict[str, object]
) -> None:
    before = owner.get(f"matches/{match}/")
    body = {"version": before["version"], **result}
    told_result = owner.post(f"matches/{match}/result/", body, 400)["error"]
    assert told_result["message"]
    assert owner.get(f"matches/{match}/") == before


def test_a_hand_for_a_finished_match_is_told(
    owner: Api, tournament: Tournament, match: int
) -> None:
    version = win(board_of(tournament, 1, 1), 0).record.match.version
    error = owner.post(f"matches/{match}/hands/", {"version": version, **KNOCK}, 409)["error"]
    assert error["code"] == "match_over"


def test_a_stale_version_is_told_with_the_match_as_it_is(owner: Api, match: int) -> None:
    version = owner.get(f"matches/{match}/")["version"]
    owner.post(f"matches/{match}/hands/", {"version": version, **KNOCK})
    for path, body in (
        ("hands/", KNOCK),
        ("hands/1/corrections/", KNOCK),
        ("result/", {"games_won": [3, 1]}),
        ("confirmation/", {}),
        ("dispute/", {"reason": "no"}),
    ):
        error = owner.post(f"matches/{match}/{path}", {"version": version, **body}, 409)["error"]
        assert error["code"] == "stale"
        assert error["current"] == owner.get(f"matches/{match}/")


@pytest.mark.django_db(transaction=True)
def test_a_correction_without_a_reason_or_after_a_later_match_is_told(
    owner: Api, tournament: Tournament
) -> None:
    path = f"matches/{board_of(tournament, 1, 1).match_id}/result/"
    version = win(board_of(tournament, 1, 1), 0).record.match.version
    body = {"version": version, "games_won": [1, 3]}
    assert owner.post(path, body, 400)["error"]["code"] == "reason_needed"
    body["version"] = owner.post(path, {**body, "reason": "other way round"})["version"]
    win(board_of(tournament, 1, 2), 0)
    final = board_of(tournament, 2, 1).match
    owner.post(f"matches/{final.pk}/hands/", {"version": final.version, **KNOCK})
    back = {**body, "games_won": [3, 1], "reason": "back again"}
    refused = owner.post(path, back, 409)["error"]
    assert refused["code"] == "choice_needed"
    assert "have begun" in refused["message"]


def test_a_body_of_10_mb_is_told(owner: Api, tournament: Tournament) -> None:
    club = tournament.club.slug
    huge = json.dumps({"text": "x" * 10_000_000})
    assert told(raw(owner, f"clubs/{club}/players/import/", huge), 413)["code"] == "too_large"
    form = "--b\r\nContent-Disposition: form-data; name=file; filename=a.csv\r\n\r\n"
    form += "x" * 10_000_000 + "\r\n--b--\r\n"
    response = raw(owner, f"clubs/{club}/players/import/", form, "multipart/form-data; boundary=b")
    assert told(response, 413)["code"] == "too_large"


@pytest.mark.django_db(transaction=True)
def test_a_body_in_chunks_is_taken_and_measured(server: str, owner: Api) -> None:
    def chunks(body: bytes) -> Iterator[bytes]:
        yield from (body[at : at + 65536] for at in range(0, len(body), 65536))

    def post(body: bytes) -> requests.Response:
        headers = {**owner.headers, "Content-Type": "application/json"}
        url = f"{server}{BASE}clubs/"
        return requests.post(url, data=chunks(body), headers=headers, timeout=30)

    assert post(b'{"name": "In chunks"}').json()["slug"] == "in-chunks"
    assert post(b'{"name": "' + b"x" * 10_000_000).status_code == 413


@pytest.mark.parametrize(
    ("body", "status"), [(b'{"name": "In chunks"}', 201), (b"x" * 3_000_000, 413), (b"", 400)]
)
def test_a_body_in_chunks_is_taken_from_gunicorn_too(owner: Api, body: bytes, status: int) -> None:
    environment = {
        "CONTENT_LENGTH": "",
        "CONTENT_TYPE": "application/json",
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
    }
    response = owner.client.generic("POST", BASE + "clubs/", headers=owner.headers, **environment)
    assert response.status_code == status


@pytest.mark.parametrize("length", ["-1", "abc", "1.5", "9" * 40])
def test_a_content_length_that_lies_is_told(owner: Api, length: str) -> None:
    response = owner.client.post(
        BASE + "clubs/",
        b'{"name": "x"}',
        content_type="application/json",
        headers=owner.headers,
        CONTENT_LENGTH=length,
    )
    assert told(response, 413 if length.isdigit() else 400)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/xml", "", "nonsense", "multipart/form-data"]
)
def test_another_content_type_is_told(owner: Api, content_type: str) -> None:
    response = raw(owner, "clubs/", b"name=x", content_type)
    assert told(response, 415)["code"] == "unsupported_media_type"


def test_a_guessed_id_of_another_club_is_not_to_be_seen(match: int) -> None:
    other = make_tournament(make_club(), start=False)
    mine = Api(owner_of(other.club))
    draft = make_tournament(make_club(), start=False)
    for path in ("", "entries/", "matches/", "bracket/", "staff/"):
        mine.get(f"tournaments/{draft.pk}/{path}", 404)
    mine.post(f"tournaments/{draft.pk}/start/", status=404)
    mine.patch(f"tournaments/{draft.pk}/", {"name": "Stolen"}, 404)
    player = draft.entries.first().members.get().player_id
    error = mine.post(f"tournaments/{other.pk}/entries/", {"player": player}, 400)["error"]
    assert "player" in error["fields"]
    mine.get(f"clubs/{other.club.slug}/players/{player}/", 404)
    own = other.entries.first().members.get().player_id
    mine.post(f"clubs/{other.club.slug}/players/{own}/merge/", {"other": player}, 404)
    body = {"version": 1, "games_won": [3, 1]}
    assert mine.post(f"matches/{match}/result/", body, 403)["error"]["code"] == "forbidden"


def test_an_entry_twice_in_one_list_is_told(owner: Api, tournament: Tournament) -> None:
    draft = make_tournament(tournament.club, entrants=0, start=False, name="Second")
    player = tournament.club.players.first().pk
    body = [{"player": player}, {"player": player}]
    assert "player" in owner.post(f"tournaments/{draft.pk}/entries/", body, 400)["error"]["fields"]
    assert not draft.entries.exists()


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("nobody's", "unknown_rules"),
        ({"preset": "nobody's"}, "unknown_rules"),
        ({"knock_limt": 10}, "unknown_rules"),
        ({"gin_bonus": "25"}, "bad_rules"),
        ({"gin_bonus": 10**40}, "bad_rules"),
        ({"gin_bonus": [[1]]}, "bad_rules"),
        ({"variant": "rummy"}, "bad_rules"),
        ({"": 1}, "unknown_rules"),
        (5, "invalid"),
        (None, "invalid"),
    ],
    ids=str,
)
def test_rules_that_can_not_be_are_told(
    owner: Api, tournament: Tournament, rules: object, code: str
) -> None:
    body = {"club": tournament.club.slug, "name": "Second", "rules": rules}
    assert owner.post("tournaments/", body, 400)["error"]["code"] == code
    assert Tournament.objects.count() == 1


def test_a_field_left_out_resets_nothing(owner: Api, tournament: Tournament) -> None:
    path = f"tournaments/{tournament.pk}/"
    owner.patch(path, {"place": "Hall", "protest_minutes": 30})
    before = owner.get(path)
    after = owner.patch(path, {"place": "Cellar"})
    assert after == before | {"place": "Cellar", "version": after["version"]}
    player = f"clubs/{tournament.club.slug}/players/{tournament.club.players.first().pk}/"
    owner.patch(player, {"email": "a@club.example", "home_club": "North", "rating": 1500})
    assert owner.patch(player, {"name": "Renamed"}) | {"name": ""} == owner.get(player) | {
        "name": "",
        "email": "a@club.example",
        "home_club": "North",
        "rating": 1500,
    }


def test_a_session_needs_its_csrf_token() -> None:
    user = make_user()
    Membership.objects.filter(user=user).delete()
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    body = {"name": "By session"}
    refused = client.post("/api/v1/clubs/", body, content_type="application/json")
    assert told(refused, 403)["code"] == "forbidden"
    client.cookies["csrftoken"] = "a" * 32
    done = client.post(
        "/api/v1/clubs/",
        body,
        content_type="application/json",
        headers={"X-CSRFToken": "a" * 32},
    )
    assert done.status_code == 201

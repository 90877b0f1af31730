"""Tokens of the API: what each is for, how long it holds, and what is answered to it."""

import re
from datetime import timedelta
from itertools import product

import pytest
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.test.utils import CaptureQueriesContext
from knox.crypto import hash_token
from pytest_django import Settings

from config.api import _schema
from kernel.permissions import ENTERING, IN_ONES_NAME, TABLE, Role, Scope, reaches
from kernel.text import Refusal
from players.models import ApiToken, User
from players.services import tokens
from tests.builders import NOW, PASSWORD, make_user, sign_in
from tests.client import BASE, Api
from tests.players.access.test_permissions import (
    ALL_ROUTES,
    CALLS,
    DOES_IT,
    REFUSED_AFTERWARDS,
    World,
    world,  # noqa: F401
)
from tests.upgrading import migrate_by_old_chain
from web.db.clock import now

# By hand, against the table: what a token for results reaches beside reading, and what anybody may.
ENTERS = {"score", "enter", "report", "answer", "correct", "correct_own"}
FREE = {"site.view", "account.sign_in", "club.view", "player.list", "tournament.view"}
FREE |= {"match.view", "ruling.view", "table.view"}


@pytest.fixture
def user(db: None) -> User:
    return make_user()


def client_with(user: User, scope: Scope = Scope.ALL, scheme: str = "Token") -> Client:
    made = tokens.make_token(user=user, name="x", scope=scope, now=now())
    return Client(headers={"Authorization": f"{scheme} {made.secret}"})


@pytest.mark.parametrize(("action", "scope"), [*product(TABLE, Scope)])
def test_every_cell_of_the_scopes_is_as_expected(action: str, scope: Scope) -> None:
    enters = action in {f"match.{what}" for what in ENTERS}
    expected = scope == "all" or action in FREE or (scope == "enter" and enters)
    assert reaches(scope, action, writes=True) == expected
    assert reaches(scope, action, writes=False)


def test_what_enters_results_are_actions_of_the_table() -> None:
    assert set(TABLE) >= ENTERING
    free = {action for action, roles in TABLE.items() if Role.ANYONE in roles}
    assert free - IN_ONES_NAME == FREE
    assert free >= IN_ONES_NAME


@pytest.mark.parametrize("scope", [Scope.READ, Scope.ENTER])
def test_a_token_reaches_through_http_what_its_scope_says(
    world: World,  # noqa: F811
    scope: Scope,
) -> None:
    """Each call with the token of somebody who may: only the scope stands in the way."""
    for action, ask in CALLS.items():
        person = DOES_IT.get(action, "owner")
        if person == "guest":
            continue  # has no token
        api = world.api(person)
        ApiToken.objects.filter(user=world.people[person]).update(scope=scope)
        seen: list[tuple[str, str, int, str]] = []
        watched(api, seen)
        if action in REFUSED_AFTERWARDS | {"appeal.decide", "round.redraw"}:
            continue  # looked at within other calls
        with transaction.atomic():
            ask(api, world)
            transaction.set_rollback(True)
        for method, path, status, code in seen:
            is_free = method == "GET" or action in FREE | {"account.edit"}
            is_for_it = is_free or (scope == "enter" and action in ENTERING)
            refused = (status, code) == (403, "not_its_scope")
            assert refused == (not is_for_it), (action, method, path, status, code)


def watched(api: Api, seen: list[tuple[str, str, int, str]]) -> None:
    """Note what the calls of this client are answered."""
    generic = api.client.generic

    def noting(method: str, path: str, *args: object, **more: object):
        answer = generic(method, path, *args, **more)
        code = answer.json()["error"]["code"] if answer.status_code >= 400 else ""
        seen.append((method, path, answer.status_code, code))
        return answer

    api.client.generic = noting


def test_a_token_for_results_writes_hands_and_nothing_else(
    world: World,  # noqa: F811
) -> None:
    client = client_with(world.people["owner"], Scope.ENTER)
    hand = {"version": world.version(), "kind": "knock", "knocker": 0}
    hand |= {"knocker_count": 8, "defender_count": 32}
    kind = "application/json"
    assert client.post(f"{BASE}{world.match}hands/", hand, kind).status_code == 200
    refused = client.post(f"{BASE}clubs/", {"name": "New"}, kind)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_its_scope")
    assert client.get(f"{BASE}{world.club}members/").status_code == 200
    assert client.post(f"{BASE}auth/logout/").status_code == 204
    assert client.get(f"{BASE}clubs/").status_code == 401


def test_a_token_that_only_reads_gets_no_kept_answer_of_a_write(user: User) -> None:
    writes, reads = client_with(user), client_with(user, Scope.READ)
    body, kind = {"name": "New"}, "application/json"
    headers = {"Idempotency-Key": "k"}
    assert writes.post(BASE + "clubs/", body, kind, headers=headers).status_code == 201
    assert reads.post(BASE + "clubs/", body, kind, headers=headers).status_code == 403


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "token", "BEARER"])
def test_bearer_is_as_good_as_token(user: User, scheme: str) -> None:
    client = client_with(user, scheme=scheme)
    answer = client.post(BASE + "clubs/", {"name": "Mine"}, "application/json")
    assert answer.status_code == 201


def addresses() -> list[str]:
    """One of each of the API, with something where it takes a number or a name."""
    return sorted(
        {re.sub(r"<[^>]*>", "1", path) for path, _ in ALL_ROUTES if path.startswith("api/")}
    )


@pytest.fixture
def unlimited(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = settings.ACCOUNT_REQUESTS_AT_ONCE = 100_000


def test_an_unknown_token_is_401_at_every_address(db: None, unlimited: None) -> None:
    for scheme in ("Token", "Bearer"):
        client = Client(headers={"Authorization": f"{scheme} unknown"})
        for path in addresses():
            for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"):
                answer = client.generic(method, "/" + path, "{}", "application/json")
                assert answer.status_code == 401, (scheme, method, path)
                assert "private" in answer["Cache-Control"], (scheme, method, path)
    assert Client(headers={"Authorization": "Bearer unknown"}).get("/").status_code == 200


def test_what_a_token_is_answered_is_kept_for_nobody_else(user: User, unlimited: None) -> None:
    client = client_with(user)
    for path in addresses():
        for method in ("GET", "OPTIONS", "POST"):
            if "logout" in path and method == "POST":
                continue
            answer = client.generic(method, "/" + path, "{}", "application/json")
            assert answer.status_code != 401, (method, path)
            assert "private" in answer["Cache-Control"], (method, path)
            varies = set(answer["Vary"].replace(" ", "").split(","))
            assert {"Authorization", "Cookie"} <= varies, (method, path)
        assert "Authorization" in Client().get("/" + path)["Vary"], path
    assert "private" in Client(headers={"Authorization": "Bearer x"}).get(BASE)["Cache-Control"]


def test_a_token_ends_on_its_day(user: User) -> None:
    client = client_with(user)
    assert client.get(BASE + "clubs/").status_code == 200
    ApiToken.objects.update(expiry=now() - timedelta(seconds=1))
    assert client.get(BASE + "clubs/").status_code == 401


def test_a_token_opens_nothing_while_its_account_is_closed(user: User) -> None:
    client = client_with(user)
    User.objects.update(is_active=False)
    assert client.get(BASE + "clubs/").status_code == 401


def test_what_has_ended_goes_with_the_next_token(user: User) -> None:
    client_with(user)
    ApiToken.objects.update(expiry=now() - timedelta(seconds=1))
    client_with(user)
    assert ApiToken.objects.get().expiry > now()


def test_signing_in_gives_a_token_of_thirty_days(user: User) -> None:
    body = {"email": user.email, "password": PASSWORD}
    answer = Client().post(BASE + "auth/login/", body, "application/json").json()
    assert answer.keys() == {"token", "expiry"}
    token = ApiToken.objects.get()
    days = token.expiry - now()
    assert timedelta(days=29, hours=23) < days <= timedelta(days=30)
    assert (token.name, token.scope) == ("", "all")


def test_the_last_use_is_kept_to_the_hour(user: User) -> None:
    client = client_with(user)

    def writes() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(BASE + "clubs/").status_code == 200
        return sum(query["sql"].startswith("UPDATE") for query in queries)

    assert [writes(), writes(), writes()] == [1, 0, 0]
    used = ApiToken.objects.get().last_used_at
    ApiToken.objects.update(last_used_at=used - timedelta(hours=1, seconds=1))
    assert [writes(), writes()] == [1, 0]


def test_a_use_that_can_not_be_noted_is_answered(
    user: User, caplog: pytest.LogCaptureFixture
) -> None:
    client, is_sqlite = client_with(user), connection.vendor == "sqlite"
    connection.check_constraints()  # PostgreSQL locks rows for those that wait
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA query_only = 1" if is_sqlite else "SET LOCAL transaction_read_only = 1"
        )
    try:
        assert client.get(BASE + "clubs/").status_code == 200
    finally:
        if is_sqlite:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only = 0")
    (line,) = (
        record.getMessage() for record in caplog.records if record.name == tokens.logger.name
    )
    assert line.startswith("The use of a token is not noted: ")
    assert ApiToken.objects.get().last_used_at is None


@pytest.mark.parametrize("days", [0, -1, 3651, 2**63])
def test_a_life_that_is_none_is_refused(user: User, days: int) -> None:
    with pytest.raises(Refusal):
        tokens.make_token(user=user, name="x", scope=Scope.READ, days=days, now=NOW)
    assert not ApiToken.objects.exists()


def test_the_page_shows_a_new_token_once_and_revokes_it(user: User) -> None:
    client = Client()
    sign_in(client, user)
    made = client.post("/account/tokens/", {"name": "Hall", "scope": "read", "days": "90"})
    token = ApiToken.objects.get()
    secret = made.context["made"].secret
    assert hash_token(secret) == token.digest
    assert secret in made.text
    assert made["Cache-Control"].count("no-store") == 1
    page = client.get("/account/tokens/").text
    assert "Hall" in page
    assert secret not in page
    api = Client(headers={"Authorization": f"Bearer {secret}"})
    assert api.get(BASE + "clubs/").status_code == 200
    other = Client()
    sign_in(other, make_user())
    other.post("/account/tokens/", {"revoke": token.digest})
    assert api.get(BASE + "clubs/").status_code == 200
    client.post("/account/tokens/", {"revoke": token.digest})
    assert api.get(BASE + "clubs/").status_code == 401


def test_what_is_wrong_with_the_form_is_said_and_nothing_is_made(user: User) -> None:
    client = Client()
    sign_in(client, user)
    for wrong in ({"name": " "}, {"scope": "everything"}, {"days": "-1"}):
        sent = {"name": "Hall", "scope": "read", "days": "90"} | wrong
        assert client.post("/account/tokens/", sent).status_code == 400
    assert not ApiToken.objects.exists()


def test_no_account_holds_tokens_without_end(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    for _ in range(3):
        tokens.make_sign_in_token(user=user, now=now())  # counted with none of them
    write = {"user": user, "name": "x", "scope": Scope.READ, "now": now()}
    tokens.make_token(**write)
    tokens.make_token(**write)
    with pytest.raises(Refusal, match="Revoke"):
        tokens.make_token(**write)


def test_the_schema_says_both_ways() -> None:
    schemes = _schema()["components"]["securitySchemes"]
    assert schemes["bearer"] == schemes["bearer"] | {"type": "http", "scheme": "bearer"}
    assert schemes["token"]["name"] == "Authorization"
    said = _schema()["paths"]["/api/v1/clubs/"]["post"]["security"]
    assert {"token": []} in said
    assert {"bearer": []} in said


@pytest.mark.django_db(transaction=True)
def test_tokens_of_the_time_before_go_on_with_their_dates() -> None:
    user, secret = make_user(), "a" * 64
    made, ends = now() - timedelta(days=400), now() + timedelta(days=2)
    migrate_by_old_chain(("players", "0006_no_axes"))
    try:
        with connection.cursor() as cursor:
            sql = "INSERT INTO knox_authtoken (digest, token_key, user_id, created, expiry)"
            rows = [(hash_token(secret), ends), ("0" * 128, None)]
            for digest, expiry in rows:
                values = [digest, digest[:8], user.pk, made, expiry]
                cursor.execute(f"{sql} VALUES (%s, %s, %s, %s, %s)", values)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    found = ApiToken.objects.get(digest=hash_token(secret))
    assert (found.name, found.scope, found.created, found.expiry) == ("Token", "all", made, ends)
    assert ApiToken.objects.get(digest="0" * 128).expiry is None
    client = Client(headers={"Authorization": f"Token {secret}"})
    assert client.get(BASE + "clubs/").status_code == 200

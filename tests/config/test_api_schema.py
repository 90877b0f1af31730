"""The schema and the API say the same: schemathesis asks every call for what the schema allows,
and for what it does not. Each case is undone, so that the next finds the same running event."""

import os
import zlib
from collections import defaultdict
from collections.abc import Iterator
from itertools import count

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings
from schemathesis import Case, GenerationMode
from schemathesis.config import (
    ChecksConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import ignored_auth
from werkzeug.test import Client

from config import heartbeat
from tests.builders import board_of, make_tournament, owner_of
from tests.client import Api
from web.malformed import WsgiPages

IS_LONG = "UNDERCUT_LONG" in os.environ
if connection.vendor != "sqlite" and not IS_LONG:
    # What a schema says hangs on no database, and to read it takes seconds.
    pytest.skip("on PostgreSQL in the long run alone", allow_module_level=True)
EXAMPLES = 25 if IS_LONG else 5
SAMPLE = 12  # one case in so many
# What the rules of the game and the state of the event forbid, no schema can say.
ACCEPTANCE = PositiveDataAcceptanceConfig(
    expected_statuses=["2xx", "400", "401", "403", "404", "409"]
)
CONFIGURATION = SchemathesisConfig(
    projects=ProjectsConfig(
        default=ProjectConfig(checks=ChecksConfig(positive_data_acceptance=ACCEPTANCE))
    )
)
application = WsgiPages()
schema = schemathesis.openapi.from_wsgi(
    "/api/v1/schema/?format=json", application, config=CONFIGURATION
)


Event = tuple[Api, dict[str, object]]

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Event]:
    """One event for all calls, in a transaction that is never committed."""
    with django_db_blocker.unblock(), transaction.atomic():
        # The application stays on this connection, as it does under Django's test client.
        made = make_event()
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        yield made
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        transaction.set_rollback(True)


def make_event() -> Event:
    """The owner of a club with a running tournament, and the ids of what is in it."""
    tournament = make_tournament(third_place=True)
    club, match = tournament.club, board_of(tournament, 1, 1).match
    owner = owner_of(club)
    api = Api(owner)
    hand = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}
    api.post(f"matches/{match.pk}/hands/", {"version": match.version, **hand})
    ids = {
        "slug": club.slug,
        "tournament_id": tournament.pk,
        "match_id": match.pk,
        "entry_id": tournament.entries.first().pk,
        "player_id": club.players.first().pk,
        "user_id": owner.pk,
        "number": 1,
        "n": 1,
    }
    return api, ids


@pytest.fixture
def turns(request: pytest.FixtureRequest) -> Iterator[bool]:
    """For each case whether it is tried: all in the long run, else a sample that the seed moves."""
    seed = request.config.getoption("randomly_seed", 0)
    offset = zlib.crc32(f"{seed} {request.node.name}".encode())
    return (IS_LONG or (number + offset) % SAMPLE == 0 for number in count())


@schema.parametrize()
@hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_call_is_as_the_schema_says(case: Case, event: Event, turns: Iterator[bool]) -> None:
    if not next(turns):
        return
    api, ids = event
    path = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    if path is None or path.mode == GenerationMode.POSITIVE:
        case.path_parameters.update(
            {name: ids[name] for name in case.path_parameters if name in ids}
        )
    heartbeat.begin()  # as a worker does that has come up
    with transaction.atomic():
        headers = {**api.headers, "Accept-Encoding": "identity"}
        # It asks once more without a token, when the first call has changed what is asked for.
        case.call_and_validate(headers=headers, excluded_checks=[ignored_auth])
        transaction.set_rollback(True)


def test_what_needs_a_token_says_so(event: Event) -> None:
    _api, ids = event
    visitor = Client(application)
    found = {True: set(), False: set()}
    for path, operations in schema.raw_schema["paths"].items():
        for method in operations.keys() & {"get", "post", "put", "patch", "delete"}:
            with transaction.atomic():
                filled = path.format_map(defaultdict(lambda: 1, ids))
                response = visitor.open(filled, method=method.upper(), json={})
                transaction.set_rollback(True)
            needs_token = {} not in operations[method].get("security", [{}])
            found[needs_token].add(response.status_code)
    assert found[True] <= {401, 404}, "a visitor gets through where the schema wants a token"
    assert 401 not in found[False], "a token is wanted where the schema wants none"


def test_each_shape_of_the_schema_has_a_name_of_its_own() -> None:
    """Of two shapes with one name the schema would keep one, and say it of both."""
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache


def test_the_schema_is_valid_openapi() -> None:
    validate_schema(schema.raw_schema)


def test_the_cookie_of_a_seat_is_named_as_it_is_set(settings: Settings) -> None:
    settings.SEAT_COOKIE_NAME = "__Host-seat"
    with GENERATOR_STATS.silence():
        made = SchemaGenerator().get_schema(request=None, public=True)
    assert made["components"]["securitySchemes"]["seat_cookie"]["name"] == "__Host-seat"


def test_what_bases_say_to_those_who_write_views_is_not_told_to_callers() -> None:
    told = [
        operation.get("description", "")
        for operations in schema.raw_schema["paths"].values()
        for operation in operations.values()
    ]
    assert any(told)
    assert not [words for words in told if "`load`" in words or "`self." in words]

"""One match between partners that many write to at once, and while Redis or the database is away.

Each of the four has a phone: the hands of a round end at nearly the same moment.
"""

from collections.abc import Iterator
from functools import partial

import psycopg
import pytest
from django.db import connection

from config.celery import app
from games.engine.gin.scoring.hand import HandCounts
from games.models import Hand, HandFact
from games.selectors.matches import match_record
from games.services.scoresheet import HandEntry
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_teams, owner_of
from tests.client import Api
from tests.concurrency import assert_chain, at_once, codes
from tests.services import Process
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import results
from tournaments.services.events import setup, teams
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

PHONES = 60
RULES = {"preset": "rummy-games", "variant": "partnership", "target": 500, "match_type": "single"}
FIRST, SECOND = (0, 1), (2, 3)


@pytest.fixture
def tournament() -> Tournament:
    club = make_club()
    made = setup.create_tournament(club=club, name="Pairs", rules=RULES, by=DIRECTOR, now=NOW)
    write = {"tournament_id": made.pk, "by": DIRECTOR, "now": NOW}
    teams.enter_teams(teams=make_teams(club, 2, 2), **write)
    rounds.start_tournament(seed="s", **write)
    made.refresh_from_db()
    return made


@pytest.fixture
def without_worker(redis: object) -> Iterator[None]:
    """Tasks wait in the broker."""
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


def hand(tournament: Tournament, players: tuple[int, int], left: int = 20) -> partial[object]:
    """A hand of these two as one of the phones sends it, with the version that it has read."""
    board = board_of(tournament, 1, 1)
    said = HandCounts.of("knock", players[0], 5, left)
    return partial(
        results.record_hand,
        board=board,
        version=board.match.version,
        entry=HandEntry(said, players=players),
        by=DIRECTOR,
        now=NOW,
    )


def is_whole(tournament: Tournament, hands: int) -> None:
    """So many hands stand, each told once, and all of it follows from the facts."""
    assert (Hand.objects.count(), HandFact.objects.count()) == (hands, hands)
    assert assert_chain(f"tournament:{tournament.pk}").count("match.hand") == hands
    before = snapshot(tournament)
    rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert snapshot(tournament) == before


def test_of_sixty_at_once_one_is_written_and_no_hand_is_lost(
    tournament: Tournament, without_worker: None
) -> None:
    both = hand(tournament, FIRST, 30), hand(tournament, SECOND, 20)
    given = at_once(*both, times=PHONES // 2)
    assert codes(given) == ["stale"] * (PHONES - 1)
    (written,) = HandFact.objects.all()
    # Everybody looks anew: whose hand stands by now is told so, one of the others is written.
    both = hand(tournament, FIRST, 30), hand(tournament, SECOND, 20)
    given = at_once(*both, times=PHONES // 2)
    refused = codes(given)
    assert len(refused) == PHONES - 1
    assert set(refused) <= {"stale", "plays_twice"}
    found = [tuple(fact.players) for fact in HandFact.objects.order_by("hand__sequence")]
    assert found[0] == tuple(written.players)
    assert sorted(found) == [FIRST, SECOND]
    record = match_record(board_of(tournament, 1, 1).match)
    assert record.games[0].points == (25 + 15, 0)
    is_whole(tournament, 2)


def test_both_hands_of_a_round_stand_whoever_comes_first(
    tournament: Tournament, without_worker: None
) -> None:
    """Who is told that somebody else has written looks anew and writes again."""

    def until_it_stands(players: tuple[int, int]) -> int:
        for attempt in range(1, 10):
            given = refusal_of(hand(tournament, players))
            if given is None:
                return attempt
            assert given.text.code == "stale"
        raise AssertionError("never written")

    for written in range(2, 12, 2):
        given = at_once(*(partial(until_it_stands, players) for players in (FIRST, SECOND)))
        assert all(type(one) is int for one in given)
        is_whole(tournament, written)


def refusal_of(call: partial[object]) -> Refusal | None:
    try:
        call()
    except Refusal as refusal:
        return refusal
    return None


def test_hands_are_written_while_redis_is_away(
    tournament: Tournament, without_worker: None, redis_process: Process
) -> None:
    redis_process.end()
    try:
        hand(tournament, SECOND)()
        hand(tournament, FIRST)()
    finally:
        redis_process.start()
    record = match_record(board_of(tournament, 1, 1).match)
    assert record.games[0].points == (30, 0)
    is_whole(tournament, 2)


@pytest.mark.postgresql
def test_a_hand_is_whole_or_not_there_when_the_database_goes(
    tournament: Tournament, redis: object
) -> None:
    owner = Api(owner_of(tournament.club))
    here = f"matches/{board_of(tournament, 1, 1).match_id}/"
    body = {
        "version": owner.get(here)["version"],
        "kind": "knock",
        "knocker": 2,
        "knocker_count": 5,
        "defender_count": 20,
        "players": list(SECOND),
    }
    options, ended = connection.get_connection_params(), []
    server = {
        name: options[name] for name in ("host", "port", "user", "password") if name in options
    }

    def end_it(execute, sql, params, many, context):
        if not ended and sql.startswith('INSERT INTO "games_handfact"'):
            ended.append(sql)
            with psycopg.connect(dbname="postgres", autocommit=True, **server) as other:
                pid = connection.connection.info.backend_pid
                other.execute("SELECT pg_terminate_backend(%s)", [pid])
        return execute(sql, params, many, context)

    owner.client.raise_request_exception = False
    with connection.execute_wrapper(end_it):
        away = owner.post(f"{here}hands/", body, 503, key="phone-1")
    assert ended
    assert away["error"]["code"] == "database_away"
    assert not Hand.objects.exists()
    owner.post(f"{here}hands/", body, key="phone-1")
    again = owner.post(f"{here}hands/", body, key="phone-1")
    assert again["games"][0]["hands"][0]["players"] == list(SECOND)
    is_whole(tournament, 1)

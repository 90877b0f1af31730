"""What a write costs the database, with all that follows from it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.celery import app
from games.engine.gin.irregularities.remedies import Effect
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, say_games
from tournaments.models import Board, Tournament
from tournaments.services.desk import results, rulings
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)

HAND, LAST_HAND, RULING, PUBLICATION = 14, 40, 60, 40
ENTRANTS = 8
SETTINGS: dict[str, dict[str, int]] = {
    "single_elimination": {},
    "round_robin": {},
    "swiss": {"rounds": 4},
}
SMALL, LARGE = knock(0, 5, 20), knock(0, 2, 98)  # one of each ends a game


@pytest.fixture(params=SETTINGS)
def tournament(request: pytest.FixtureRequest) -> Tournament:
    """One game a match, the first round published."""
    return make_tournament(
        entrants=ENTRANTS,
        format=request.param,
        format_settings=SETTINGS[request.param],
        rules={"match_n": 1},
        publishing="by_hand",
    )


@contextmanager
def at_most(most: int) -> Iterator[None]:
    """No more queries than that, with all tasks, each begin and end of a transaction counted."""
    with CaptureQueriesContext(connection) as queries:
        yield
    statements = [query["sql"] for query in queries]
    assert len(statements) <= most, "\n".join([f"{len(statements)} queries:", *statements])


@contextmanager
def without_tasks() -> Iterator[None]:
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


def settle(tournament: Tournament) -> None:
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def write(board: Board, entry: HandEntry, most: int = 100) -> None:
    board.match.refresh_from_db()
    version = board.match.version
    with at_most(most):
        results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)


def test_a_hand_that_goes_on(tournament: Tournament) -> None:
    board = board_of(tournament, 1, 1)
    write(board, SMALL, HAND)
    write(board, SMALL, HAND)


def test_a_hand_that_ends_the_match(tournament: Tournament) -> None:
    board = board_of(tournament, 1, 1)
    write(board, SMALL)
    write(board, LARGE, LAST_HAND)


@pytest.mark.parametrize("n", [None, 2], ids=["nobody else wins", "it goes on"])
def test_a_ruling_on_a_finished_match(tournament: Tournament, n: int | None) -> None:
    board = board_of(tournament, 1, 1)
    write(board, SMALL)
    write(board, LARGE)
    board.match.refresh_from_db()
    version = board.match.version
    effects = [] if n is None else [Effect("void_hand")]
    entry = RulingEntry(effects, n=n, facts="The pack was short of a card.")
    with at_most(RULING):
        rulings.record_ruling(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)
    board.match.refresh_from_db()
    assert board.match.state == ("finished" if n is None else "running")


def test_the_publication_of_a_round(tournament: Tournament) -> None:
    with without_tasks():
        for number in range(1, ENTRANTS // 2 + 1):
            say_games(board_of(tournament, 1, number), [1, 0])
    settle(tournament)
    with at_most(PUBLICATION):
        rounds.publish_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)

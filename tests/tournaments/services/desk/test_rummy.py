"""Events of rummy: tables of five, and two who meet, by everybody's counts."""

import random
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.scoring.counted import CountedHand
from games.models import Match
from games.selectors.matches import match_by_id, match_record
from games.services.scoresheet import HandEntry
from tests.builders import DIRECTOR, NOW, board_of, make_tournament
from tournaments.models import Board, Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import results
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = pytest.mark.django_db(transaction=True)

CHANCE = random.Random("rummy")


def write(board: Board, hand: CountedHand) -> Any:
    version = Match.objects.get(pk=board.match_id).version
    entry = HandEntry(hand)
    return results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)


def play_out(board: Board, out: int) -> None:
    """The match is played to its end; a seat goes out in every hand."""
    seats = match_record(match_by_id(board.match_id)).game_rules.seats
    while Match.objects.get(pk=board.match_id).state != Match.States.FINISHED:
        counts = [CHANCE.randint(5, 40) for _ in range(seats)]
        counts[out] = 0
        write(board, CountedHand("out", out, tuple(counts)))


def require_that_it_can_be_made_anew(tournament: Tournament) -> None:
    before = snapshot(Tournament.objects.get(pk=tournament.pk))
    call_command("verify_standings")
    call_command("verify_audit", tournament=tournament.pk)
    rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert snapshot(Tournament.objects.get(pk=tournament.pk)) == before


def test_ten_at_two_tables() -> None:
    rules = {"game": "rummy", "table_size": 5}
    event = make_tournament(entrants=10, rules=rules, settles=True)
    assert event.game == "rummy"
    assert event.has_tables
    first, second = (board_of(event, 1, number) for number in (1, 2))
    assert {board.match.game for board in (first, second)} == {"rummy"}
    write(first, CountedHand("out", 1, (12, 0, 30, 7, 25)))
    record = match_record(match_by_id(first.match_id))
    assert record.games[0].points == (12, 0, 30, 7, 25)
    play_out(first, 1)
    play_out(second, 4)
    record = match_record(match_by_id(first.match_id))
    assert record.winner == 1
    assert sum(record.match.tally["accounts"]) == 0
    require_that_it_can_be_made_anew(event)


def test_two_meet() -> None:
    rules = {"game": "rummy", "table_size": 2, "match_type": "best_of", "match_n": 3}
    event = make_tournament(entrants=4, rules=rules)
    assert not event.has_tables
    for number in (1, 2):
        play_out(board_of(event, 1, number), 0)
    play_out(board_of(event, 2, 1), 1)
    event.refresh_from_db()
    assert event.state == "finished"
    require_that_it_can_be_made_anew(event)

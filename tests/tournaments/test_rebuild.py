"""Stored copies are only copies: dropped and made anew they are the same."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.models import HandFact, Match
from tests.builders import DIRECTOR, NOW, board_of, entry_at, knock, make_tournament, win
from tournaments.models import PairingSide, Round, StandingTable
from tournaments.selectors.snapshot import snapshot
from tournaments.services import entries, results

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(django_capture_on_commit_callbacks):
    """Seven entrants in the middle of the event: a bye, a match by hands, one by games won, a
    walkover, a withdrawal, a match under way."""
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament(entrants=7, format_settings={"third_place": True})
    with django_capture_on_commit_callbacks(execute=True):
        win(board_of(tournament, 1, 2), seat=1)
        play(board_of(tournament, 1, 3), hands=14)
        entries.withdraw_entry(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 3).pk, by=DIRECTOR, now=NOW
        )
    with django_capture_on_commit_callbacks(execute=True):
        play(board_of(tournament, 2, 1), hands=3)
    tournament.refresh_from_db()
    return tournament


def play(board, hands):
    for _ in range(hands):
        board.match.refresh_from_db()
        if board.match.state == "finished":
            return
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 2, 60), by=DIRECTOR, now=NOW
        )


def scramble():
    """Write nonsense over everything that is only a copy."""
    StandingTable.objects.all().delete()
    Match.objects.update(state="finished", winner=1, games_won=[9, 9])
    PairingSide.objects.filter(kind__in=["winner", "loser"]).update(entry=None)
    Round.objects.update(state="draft")


def test_rebuilt_copies_are_the_same(tournament):
    before = snapshot(tournament).splitlines()
    scramble()
    assert snapshot(tournament).splitlines() != before
    call_command("rebuild")
    tournament.refresh_from_db()
    assert snapshot(tournament).splitlines() == before


def test_the_tournament_snapshot_tells_what_was_said_and_what_it_comes_to(tournament):
    told = json.loads(snapshot(tournament))
    rounds = told["stages"][0]["rounds"]
    first, second = rounds[0]["pairings"][2]["match"], rounds[1]["pairings"][0]["match"]
    assert len(first["hands"]) == HandFact.objects.count() - len(second["hands"])
    assert first["stored"] == first["folded"] == ["finished", [3, 0], 0]
    assert second["stored"][0] == "running"
    assert told["entries"][2]["withdrawn_from"] == 1
    assert [row["rank"] for row in told["stages"][0]["standings"][-1]["rows"]] == [
        *(None, None, None, None),
        *(5, 5, 5),
    ]


def test_what_is_named_is_rebuilt_and_what_is_not_there_is_said(tournament, capsys):
    call_command("rebuild", tournament.pk)
    assert f"{tournament.pk} Autumn Cup: rebuilt, running" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no tournament 98765"):
        call_command("rebuild", tournament.pk, 98765)

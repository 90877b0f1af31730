"""Results are corrected at random moments and in random ways: whatever is published and not played
is drawn as it would be now, or it is marked."""

import os
import random
from contextlib import suppress

import pytest
from django.core.management import call_command

from players.text import Refusal
from tests.builders import DIRECTOR, NOW
from tests.tournaments.test_stages import board_of_match, staged
from tournaments.models import Board, Correction, Stage
from tournaments.selectors.drawings import compared_with, drawings_after
from tournaments.selectors.snapshot import snapshot
from tournaments.selectors.stages import stage_table
from tournaments.services import results
from tournaments.services.corrections import undo_correction
from tournaments.services.redrawing import RestsOn
from tournaments.services.stages import StagePlan

pytestmark = pytest.mark.django_db

LONG = os.environ.get("UNDERCUT_LONG") == "1"
SEEDS, STEPS = range(12 if LONG else 2), 60 if LONG else 30
STAGES = [
    StagePlan("swiss", {"rounds": 2}, rules={"match_n": 1}),
    StagePlan("single_elimination", take=4, rules={"match_n": 1}),
]


class Evening:
    """An event of two stages in which anything is corrected and taken back at any time."""

    def __init__(self, commits, seed):
        self.commits, self.chance = commits, random.Random(seed)
        self.event = staged(commits, STAGES, entrants=6, publishing="automatic")
        self.done = set()

    def step(self):
        way = self.chance.choice([self.play, self.play, self.correct, self.undo])
        with suppress(Refusal):  # what can't be done now changes nothing
            way()
            self.done.add(way.__name__)

    def boards(self, *states):
        found = Board.objects.filter(
            pairing__round__stage__tournament=self.event, match__state__in=states
        ).exclude(pairing__round__state="draft")
        return [one for one in found.order_by("pk") if one.match.seats.count() == 2]

    def play(self):
        boards = self.boards("open")
        if boards:
            self.say(self.chance.choice(boards), self.chance.randrange(2))

    def correct(self):
        boards = self.boards("finished")
        if not boards:
            return
        board = self.chance.choice(boards)
        seat = 1 - board.match.winner
        try:
            self.say(board, seat, reason="misread")
        except RestsOn as asked:
            choice = self.chance.choice(asked.choices)
            self.done.add(str(choice))
            confirm = "Round 1 of 2" if board.pairing.round.number == 1 else "Round 2 of 2"
            self.say(board, seat, reason="misread", choice=choice, confirm=confirm)

    def undo(self):
        made = Correction.objects.filter(board__pairing__round__stage__isnull=False).last()
        if made is not None:
            made.board.match.refresh_from_db()
            with self.commits(execute=True):
                version = made.board.match.version
                undo_correction(correction=made, version=version, by=DIRECTOR, now=NOW)

    def say(self, board, seat, **more):
        board = board_of_match(board.match_id)
        with self.commits(execute=True):
            results.record_result(
                board=board,
                version=board.match.version,
                level="games_won",
                payload={"games_won": [1, 0] if seat == 0 else [0, 1]},
                by=DIRECTOR,
                now=NOW,
                **more,
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_published_is_as_it_would_be_drawn_or_marked(
    django_capture_on_commit_callbacks, capsys, seed
):
    evening = Evening(django_capture_on_commit_callbacks, seed)
    for _ in range(STEPS):
        evening.step()
        require_right_or_marked(evening.event)
    assert {"play", "correct"} <= evening.done
    evening.event.refresh_from_db()
    before = snapshot(evening.event).splitlines()
    for command in ("rebuild", "verify_standings", "verify_audit"):
        call_command(command)
    evening.event.refresh_from_db()
    assert snapshot(evening.event).splitlines() == before
    capsys.readouterr()


def require_right_or_marked(event):
    """Nothing that is published differs from what would be drawn without a mark."""
    first, second = Stage.objects.filter(tournament=event).order_by("number")
    facts = stage_table(first)
    marked = {number for number, *_ in first.repaired}
    for drawing in compared_with(facts, drawings_after(facts.rounds[0])):
        if not drawing.is_published:
            continue
        is_marked = (
            drawing.rounds[0].number in marked
            if drawing.stage == first
            else second.redrawn is not None
        )
        assert is_marked == (drawing.found is not None), drawing

"""A bracket is read as it was at one moment, while others write."""

from functools import partial

import pytest

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, win
from tests.concurrency import at_once
from tournaments.selectors.stages.bracket import bracket, matches_of
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]


def test_what_is_read_as_ready_has_the_version_with_which_it_was_made_ready():
    tournament = make_tournament(entrants=16)
    stage = tournament.stages.get()
    versions = set()

    def play():
        for number in range(1, 9):
            win(board_of(tournament, 1, number), seat=0)

    def read():
        for _ in range(40):
            ready = [match for match in matches_of(bracket(stage)) if match.round == 2]
            versions.update(slot.match.version for slot in ready if slot.state == "ready")

    at_once(play, read, read)
    read()
    assert versions == {3}


def test_a_bracket_can_be_read_while_it_is_drawn_again():
    tournament = make_tournament(entrants=16, start=False)
    stage = tournament.stages.get()

    def draw():
        for _ in range(5):
            rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)

    def read():
        for _ in range(40):
            shown = bracket(stage)
            assert len(shown) in {0, 4}
            assert len(matches_of(shown)) in {0, 15}

    at_once(draw, partial(read), partial(read))

"""A correction that was taken back is made again by taking that back."""

import pytest

from kernel.text import Refusal
from tests.tournaments.services.desk.test_what_rests import other_way, unwind, written
from tests.tournaments.services.stages.test_reseeding import first_of
from tests.tournaments.services.stages.test_swiss import play, swiss
from tournaments.models import Correction

pytestmark = pytest.mark.django_db


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


def test_what_was_kept_is_kept_again_and_what_was_drawn_since_is_not(commits):
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    made = other_way(commits, tournament, choice="keep")
    kept = written(tournament)
    unwind(commits, made)
    undone = Correction.objects.latest("pk")
    unwind(commits, undone)
    assert written(tournament) == kept
    unwind(commits, Correction.objects.latest("pk"))
    play(commits, tournament, 2)
    before = written(tournament)
    with pytest.raises(Refusal, match="Round 3 of stage 1 was drawn from the corrected result"):
        unwind(commits, Correction.objects.latest("pk"))
    assert written(tournament) == before
    other_way(commits, tournament, choice="keep")
    assert [mark[0] for mark in first_of(tournament).repaired] == [2, 3]


def test_of_two_corrections_that_kept_a_round_the_older_is_taken_back(commits):
    """The round stays as it is drawn, and marked by the newer one: nobody is asked twice."""
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    older = other_way(commits, tournament, number=1, choice="keep")
    newer = other_way(commits, tournament, number=2, choice="keep")
    unwind(commits, older)
    assert [mark[0] for mark in first_of(tournament).repaired] == [2]
    unwind(commits, newer)
    assert first_of(tournament).repaired == []

"""The record of a match of three, under the rules of `three_seats`: its fold and stored copies."""

import pytest

from games.models import Adjustment, Match, Submission
from games.selectors import MatchRecord
from games.services.stored import copy_fold
from tests.builders import NOW
from tests.games.engine.three_seats import RulesOfThree

GAMES = [{"winner": 1, "points": [3, 10, 1]}, {"winner": 1, "points": [0, 11, 5]}]


def record_of(level, payload, *adjustments, head_start=(0, 0, 0)):
    match = Match(head_start=list(head_start))
    said = Submission(match=match, level=level, payload=payload, role="referee", at=NOW)
    return MatchRecord(match, RulesOfThree(), (), said, adjustments=adjustments)


@pytest.mark.parametrize(
    ("level", "payload", "games_won", "winner", "games"),
    [
        ("games", {"games": GAMES}, [0, 2, 0], 1, [[1, 7], [1, 6]]),
        ("games_won", {"games_won": [1, 0, 2]}, [1, 0, 2], 2, [[0, 0], [2, 0], [2, 0]]),
        ("drawn", {"games_won": [1, 1, 1]}, [1, 1, 1], None, [[0, 0], [1, 0], [2, 0]]),
        ("walkover", {"walkover": 2}, [0, 0, 0], 2, []),
        ("double_forfeit", {}, [0, 0, 0], None, []),
    ],
)
def test_copies_of_a_result_have_a_value_for_each_seat(level, payload, games_won, winner, games):
    match = copy_fold(record_of(level, payload))
    assert (match.state, match.games_won, match.winner) == ("finished", games_won, winner)
    assert match.tally == {"games": games, "gins": [0, 0, 0]}


def test_a_match_that_is_lost_goes_to_the_best_of_the_others():
    lost = Adjustment(kind="match_loss", seat=2)
    record = record_of("games_won", {"games_won": [1, 0, 2]}, lost)
    assert (record.score.winner, record.score.games_won) == (0, (1, 0, 2))


def test_a_match_of_which_nothing_is_said_stands_at_its_head_start():
    record = MatchRecord(Match(head_start=[0, 1, 0]), RulesOfThree(), ())
    assert (record.score.games_won, record.score.finished) == ((0, 1, 0), False)

"""The record of a match of three, under the rules of `three_seats`: its fold and stored copies."""

import pytest

from games import catalogue
from games.catalogue import UnknownGameError
from games.models import Adjustment, HandFact, Match, Submission
from games.selectors.matches import MatchRecord, match_records
from games.services import rulings
from games.services.adjustments import adjust
from games.services.rulings import RulingEntry
from games.services.scoresheet import VOID, HandEntry
from games.services.stored import copy_fold
from tests.builders import NOW
from tests.games.engine.strategies import refuses
from tests.games.engine.three_seats import Doubling, RulesOfThree
from tests.games.services.table import REFEREE, TableOfThree

GAMES = [{"winner": 1, "points": [3, 10, 1]}, {"winner": 1, "points": [0, 11, 5]}]


def say(table, service, **fields):
    return service(record=table.record, by=REFEREE, now=table.now, **fields)


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
    assert (match.tally["games"], match.tally["gins"]) == (games, [0, 0, 0])
    assert sum(match.tally["accounts"]) == 0


def test_a_match_that_is_lost_goes_to_the_best_of_the_others():
    lost = Adjustment(kind="match_loss", seat=2)
    record = record_of("games_won", {"games_won": [1, 0, 2]}, lost)
    assert (record.score.winner, record.score.games_won) == (0, (1, 0, 2))


def test_a_match_of_which_nothing_is_said_stands_at_its_head_start():
    record = MatchRecord(Match(head_start=[0, 1, 0]), RulesOfThree(), ())
    assert (record.score.games_won, record.score.finished) == ((0, 1, 0), False)


def test_a_match_of_a_game_that_nobody_knows_is_no_match():
    with pytest.raises(UnknownGameError, match="whist"):
        match_records([Match(pk=1, game="whist", rules={}, rules_version=1)], ())


class TestStored:
    """A match of three as it is written down, stored and read."""

    pytestmark = pytest.mark.django_db

    @pytest.fixture
    def table(self, monkeypatch):
        monkeypatch.setitem(catalogue.GAMES, RulesOfThree.name, RulesOfThree.from_stored)
        return TableOfThree()

    def test_hands_of_three_are_stored_and_read(self, table):
        left = table.hands(HandEntry((4, 3, 0), 2), VOID, HandEntry((0, 8, 9)))
        assert [fact.counts for fact in HandFact.objects.order_by("pk")] == [
            [4, 3, 0],
            [None, None, None],
            [0, 8, 9],
        ]
        assert [hand.dealer for hand in left.sheet.games[0].hands] == [2, 0, 1]
        assert left.match.games_won == [0, 1, 0]
        # With 4, 11 and 9 points each pair settles: 4-11 and 4-9, 11-4 and 11-9, 9-4 and 9-11.
        accounts = [-12, 9, 3]
        assert left.match.tally == {"games": [[1, 2]], "gins": [0, 0, 0], "accounts": accounts}
        won = table.hands(HandEntry((0, 12, 0)))
        assert (won.state, won.winner, won.match.winner) == ("finished", 1, 1)

    def test_what_each_seat_has_is_checked(self, table):
        for wrong, code in [(HandEntry((4, 3)), "bad_hand"), (HandEntry((4, 3, 0), 3), "bad_seat")]:
            assert refuses(table.hands, wrong).text.code == code
        assert refuses(table.submit, "walkover", walkover=3).text.code == "bad_seat"
        assert refuses(table.won, 2, 0).text.code == "bad_result"
        assert table.submit("walkover", walkover=2).winner == 2

    def test_a_hand_is_said_anew_ruled_on_and_lost(self, table):
        table.hands(HandEntry((4, 3, 0), 2))
        assert table.correct(1, HandEntry((4, 0, 3))).sheet.games[0].score.points == (4, 0, 3)
        doubled = RulingEntry([Doubling()], n=1, offender=2, chosen_by="2", facts="Doubled.")
        record, ruling = say(table, rulings.rule, entry=doubled)
        assert record.sheet.games[0].score.points == (8, 0, 6)
        assert (ruling.chosen_by, ruling.rules_version) == ("2", 1)
        (stored,) = table.record.rulings
        say(table, rulings.take_back_ruling, ruling=stored, reason="no")
        assert table.record.sheet.games[0].score.points == (4, 0, 3)
        say(table, adjust, kind="hand_loss", seat=0, n=1)
        assert table.record.sheet.games[0].score.points == (0, 0, 0)

    def test_the_third_reports_and_another_confirms(self, table):
        left = table.submit("games_won", table.as_players[2], games_won=[0, 0, 2])
        assert (left.state, left.reporter) == ("reported", 2)
        assert table.confirm(table.as_players[0]).winner == 2

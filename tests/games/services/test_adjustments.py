"""What penalties of the event do to the score of a match."""

import pytest

from games.models import Adjustment, Match
from games.services import adjustments, scoresheet
from kernel.text import Refusal
from tests.builders import knock
from tests.games.services.table import REFEREE, Table

pytestmark = pytest.mark.django_db

Kinds = Adjustment.Kinds


def adjusted(table, kind, seat, **fields):
    left = {}

    def service(*, record, by, now, **rest):
        record, left["adjustment"] = adjustments.adjust(record=record, by=by, now=now, **rest)
        return record

    record = table.do(service, REFEREE, kind=kind, seat=seat, **fields)
    return record, left["adjustment"]


def test_points_go_to_the_opponent_in_the_running_game_outside_boxes():
    table = Table()
    table.hands(knock(0, 4, 19))
    record, _adjustment = adjusted(table, Kinds.POINTS, 0)
    assert record.games[0].points == (15, 25)
    assert record.games[0].boxes == (1, 0)


def test_points_can_end_a_game():
    table = Table()
    table.hands(knock(1, 2, 98))
    record, _adjustment = adjusted(table, Kinds.POINTS, 0)
    assert record.games[0].winner == 1
    assert record.score.games_won == (0, 1)


def test_a_lost_hand_is_void_and_brings_points_and_a_box():
    table = Table()
    table.hands(knock(0, 4, 19))
    record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0)
    assert (adjustment.n, record.facts[-1].kind) == (2, "void")
    assert record.games[0].points == (15, 25)
    assert record.games[0].boxes == (1, 1)


def test_a_hand_that_is_written_down_can_be_lost():
    table = Table()
    table.hands(knock(0, 4, 19))
    record, _adjustment = adjusted(table, Kinds.HAND_LOSS, 0, n=1)
    assert record.games[0].points == (0, 25)
    assert record.facts[0].kind == "knock"


def test_a_lost_game_goes_to_the_opponent_and_the_next_one_begins():
    table = Table()
    table.hands(knock(0, 4, 19))
    record, _adjustment = adjusted(table, Kinds.GAME_LOSS, 0)
    assert record.score.games_won == (0, 1)
    assert table.hands(knock(0, 4, 19)).facts[-1].hand.game == 2


@pytest.mark.parametrize("begun", [True, False])
def test_a_lost_match_stands_at_once_whoever_wrote_it_down(begun):
    table = Table()
    if begun:
        table.hands(knock(0, 4, 19), by=table.ada)
    record, _adjustment = adjusted(table, Kinds.MATCH_LOSS, 0)
    assert (record.state, record.winner) == (Match.States.FINISHED, 1)


def test_what_a_penalty_did_is_undone():
    table = Table()
    table.hands(knock(0, 4, 19))
    before = table.record.score
    _record, adjustment = adjusted(table, Kinds.MATCH_LOSS, 0)

    def end(*, record, by, now):
        return adjustments.end_adjustment(record=record, adjustment=adjustment, now=now)

    assert table.do(end, REFEREE).score == before
    assert table.record.state == Match.States.RUNNING


def ended(table, adjustment):
    def end(*, record, by, now):
        return adjustments.end_adjustment(record=record, adjustment=adjustment, now=now)

    return table.do(end, REFEREE)


def test_a_hand_that_was_lost_goes_with_its_penalty():
    table = Table()
    before = table.hands(knock(0, 4, 19))
    _record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0)
    record = ended(table, adjustment)
    assert [fact.kind for fact in record.facts] == ["knock"]
    assert record.sheet == before.sheet
    again = table.hands(knock(1, 4, 19))
    assert [fact.hand.number for fact in again.facts] == [1, 2]


def test_it_goes_too_where_its_points_had_ended_the_match():
    table = Table(match_n=1)
    table.hands(knock(1, 2, 98))
    record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0)
    assert (record.state, record.winner) == (Match.States.FINISHED, 1)
    record = ended(table, adjustment)
    assert ([fact.kind for fact in record.facts], record.state) == (["knock"], "running")


def test_with_later_hands_it_stays_void_and_brings_nothing():
    table = Table()
    table.hands(knock(0, 4, 19))
    _record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0)
    table.hands(knock(0, 4, 19))
    record = ended(table, adjustment)
    assert [fact.kind for fact in record.facts] == ["knock", "void", "knock"]
    assert (record.games[0].points, record.games[0].boxes) == ((30, 0), (2, 0))


def test_a_hand_that_was_played_is_what_it_was_again():
    table = Table()
    before = table.hands(knock(0, 4, 19))
    _record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0, n=1)
    assert ended(table, adjustment).sheet == before.sheet


def test_a_lost_hand_that_was_said_anew_stays_as_it_was_said():
    table = Table()
    _record, adjustment = adjusted(table, Kinds.HAND_LOSS, 0)
    table.do(
        scoresheet.correct_hand,
        REFEREE,
        n=1,
        entry=knock(0, 4, 19),
        reason="played to its end",
        if_unfinished=None,
    )
    assert [fact.kind for fact in ended(table, adjustment).facts] == ["knock"]


def test_a_match_that_is_over_takes_no_more_points():
    table = Table(match_n=1)
    table.hands(knock(0, 2, 98), knock(0, 2, 98))
    with pytest.raises(Refusal) as refused:
        adjusted(table, Kinds.POINTS, 0)
    assert refused.value.text.code == "match_over"

"""What is written down of a match: hands, results, corrections, the second voice."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import pytest

from games.engine.gin.scoring.hand import HandCounts
from games.models import Confirmation, Dispute, GameDecision, HandFact, Match, Submission
from games.selectors.matches import MatchRecord, match_record, match_records
from games.services import scoresheet
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from tests.builders import NOW, knock, make_user
from tests.games.services.table import REFEREE, Table

pytestmark = pytest.mark.django_db

GAME_0, GAME_1 = knock(0, 2, 98), knock(1, 2, 98)  # 96 points; with the next one a game is won
FINISH_0, FINISH_1 = knock(0, 2, 12), knock(1, 2, 12)


@pytest.fixture
def table():
    return Table()


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value.text.code


# Hands


def test_hands_make_games_and_games_the_match(table):
    left = table.hands(GAME_0, FINISH_0, GAME_0, FINISH_0)
    assert (left.state, left.score.games_won) == ("running", (2, 0))
    assert [fact.hand.game for fact in left.facts] == [1, 1, 2, 2]
    assert [fact.hand.number for fact in left.facts] == [1, 2, 1, 2]
    left = table.hands(GAME_1, FINISH_1, GAME_0, FINISH_0)
    assert (left.state, left.score.games_won, left.winner) == ("finished", (3, 1), 0)
    assert left.match.version == 1 + 8


def test_a_hand_for_a_finished_match_is_refused(table):
    table.hands(*[GAME_0, FINISH_0] * 3)
    assert refused(table.hands, GAME_0) == "match_over"
    other = Table()
    other.submit("walkover", walkover=0)
    assert refused(other.hands, GAME_0) == "match_over"


def test_a_dealer_left_out_is_the_proposed_one(table):
    table.hands(replace(knock(0, 5, 20), dealer=1), knock(0, 5, 20), replace(GAME_0, dealer=1))
    assert [fact.dealer for fact in table.record.facts] == [1, 0, 1]
    assert [row.dealer_differs for row in table.record.sheet.games[0].hands] == [
        *(False, False, False)
    ]


@pytest.mark.parametrize(
    "counts",
    [
        HandCounts.of("knock", 0, 11, 30),
        HandCounts.of("knock", 0, 0, 30),
        HandCounts.of("gin", 0, 3, 30),
        HandCounts.of("knock", 0, 5, 99),
        HandCounts.of("knock", 0, 5, 10**40),
        HandCounts.of("knock", 2, 5, 30),
        HandCounts.of("knock", None, 5, 30),
        HandCounts.of("void", 0),
        HandCounts.of("meld", 0, 5, 30),
        HandCounts.of("knock", 0, 5, 30, upcard="7S"),
        HandCounts.of("knock", 0, 5, 30, factor=2),
    ],
)
def test_a_hand_that_cannot_be_leaves_nothing(table, counts):
    table.hands(knock(0, 5, 20))
    assert refused(table.hands, HandEntry(counts))
    assert refused(table.correct, 1, HandEntry(counts))
    assert HandFact.objects.count() == 1
    assert table.record.facts[0].superseded_at is None


def test_a_preview_is_what_the_hand_then_is_and_writes_nothing(table):
    table.hands(GAME_0)
    preview = scoresheet.preview_hand(record=table.record, entry=FINISH_0)
    assert HandFact.objects.count() == 1
    assert preview.score == table.hands(FINISH_0).score


def test_records_of_many_matches_are_those_of_each(table):
    other, empty, replaced = Table(), Table(), Table()
    table.hands(GAME_0, FINISH_0, GAME_1)
    table.correct(2, knock(0, 5, 6), if_unfinished="leader")
    other.won(3, 1)
    replaced.hands(GAME_0)
    replaced.won(3, 1)
    matches = list(Match.objects.order_by("pk"))
    many = match_records(matches)
    for match in matches:
        record = match_record(match)
        assert (many[match.pk].state, many[match.pk].score) == (record.state, record.score)
        assert many[match.pk].facts == record.facts
        assert many[match.pk].games == record.games
    assert many[empty.match.pk].state == "open"


# A pad shared by both players


def test_players_write_down_hand_by_hand_and_the_opponent_of_the_last_confirms(table):
    for by, entry in [(table.ada, GAME_0), (table.bob, FINISH_0)] * 3:
        left = table.hands(entry, by=by)
    assert (left.state, left.winner, left.reporter) == ("reported", None, 1)
    assert refused(table.confirm, table.bob) == "forbidden"
    assert refused(table.dispute, table.bob) == "forbidden"
    left = table.confirm(table.ada)
    assert (left.state, left.winner) == ("finished", 0)


def test_one_hand_of_a_player_is_enough_that_it_waits(table):
    table.hands(GAME_0, by=table.ada)
    left = table.hands(FINISH_0, *[GAME_0, FINISH_0] * 2)
    assert left.state == "reported"
    assert table.confirm(REFEREE).state == "finished"


def test_who_is_no_staff_never_makes_a_result_stand(table):
    stranger = Actor("api", user_id=make_user().pk, roles=frozenset({Role.MEMBER, Role.USER}))
    assert table.won(3, 1, by=stranger).state == "reported"


# Reports


def test_a_players_report_waits_for_the_opponent(table):
    left = table.won(3, 1, by=table.ada)
    assert (left.state, left.winner, left.reporter) == ("reported", None, 0)
    assert refused(table.confirm, table.ada) == "forbidden"
    left = table.confirm(table.bob)
    assert (left.state, left.winner) == ("finished", 0)
    version = left.match.version
    assert table.confirm(table.bob).match.version == version


def test_a_player_says_their_report_anew_until_it_is_answered(table):
    table.won(3, 1, by=table.ada)
    assert table.won(3, 2, by=table.ada).score.games_won == (3, 2)
    assert refused(table.won, 1, 3, by=table.bob) == "wrong_state"
    table.confirm(table.bob)
    assert refused(table.won, 3, 0, by=table.ada, reason="no") == "wrong_state"
    assert [
        submission.superseded_at is None for submission in Submission.objects.order_by("revision")
    ] == [*(False, True)]


def test_a_dispute_waits_for_a_referee(table):
    table.won(3, 1, by=table.ada)
    left = table.dispute(table.bob)
    assert (left.state, left.winner) == ("disputed", None)
    assert table.dispute(table.bob).match.version == left.match.version
    assert refused(table.won, 3, 2, by=table.ada) == "wrong_state"
    assert Dispute.objects.get().reason == "I had gin"
    assert table.won(1, 3).winner == 1


@pytest.mark.parametrize("by", ["referee", "opponent"])
def test_a_disputed_report_can_still_be_confirmed(table, by):
    table.won(3, 1, by=table.ada)
    table.dispute(table.bob)
    assert refused(table.confirm, table.ada) == "forbidden"
    assert table.confirm(REFEREE if by == "referee" else table.bob).state == "finished"


def test_there_is_nothing_to_confirm_while_nothing_is_reported(table):
    assert refused(table.confirm, table.bob) == "wrong_state"
    table.hands(GAME_0, by=table.ada)
    assert refused(table.confirm, table.bob) == "wrong_state"
    assert refused(table.dispute, table.bob) == "wrong_state"


def test_what_players_say_after_a_confirmation_needs_a_new_one(table):
    table.hands(*[GAME_0, FINISH_0] * 3, by=table.ada)
    table.confirm(table.bob)
    table.correct(6, knock(0, 5, 6))
    assert table.record.state == "running"
    left = table.hands(FINISH_0, by=table.ada)
    assert (left.state, left.winner) == ("reported", None)
    assert table.confirm(table.bob).state == "finished"
    assert Confirmation.objects.count() == 1


def test_what_players_say_after_a_dispute_may_be_disputed_anew(table):
    table.hands(*[GAME_0, FINISH_0] * 3, by=table.ada)
    table.dispute(table.bob)
    assert table.correct(6, knock(0, 2, 22), by=table.ada).state == "reported"
    assert table.dispute(table.bob, "still wrong").state == "disputed"
    assert Dispute.objects.get().reason == "still wrong"


# Results that are handed in at once


@pytest.mark.parametrize(
    ("level", "payload", "code"),
    [
        ("games_won", {"games_won": [2, 2]}, "bad_result"),
        ("games_won", {"games_won": [3, 3]}, "bad_result"),
        ("games_won", {"games_won": [4, 0]}, "bad_result"),
        ("games_won", {"games_won": [3, -1]}, "bad_result"),
        ("games_won", {"games_won": [True, 3]}, "bad_result"),
        ("games", {"games": [{"winner": 0, "points": [104, 100]}]}, "bad_game"),
        ("games", {"games": [{"winner": 1, "points": [104, 61]}]}, "bad_game"),
        ("games", {"games": [{"winner": 0, "points": [104, 61]}]}, "bad_result"),
        ("games", {"games": [{"winner": 0, "points": [104, 61]}] * 4}, "bad_result"),
        ("games", {"games": []}, "bad_result"),
        ("walkover", {"walkover": 2}, "bad_seat"),
        ("walkover", {"walkover": None}, "bad_seat"),
    ],
)
def test_a_result_that_cannot_be_leaves_nothing(table, level, payload, code):
    assert refused(table.submit, level, **payload) == code
    assert table.record.state == "open"
    assert not Submission.objects.exists()


@pytest.mark.parametrize("level", ["hands", "online", "rumour"])
def test_only_results_are_handed_in_as_results(table, level):
    with pytest.raises(ValueError, match=level):
        table.submit(level)


def test_a_result_game_by_game_has_its_points(table):
    game = {"winner": 0, "points": [104, 61], "boxes": [5, 3]}
    left = table.submit("games", games=[game] * 3)
    assert (left.state, left.winner, left.score.games_won) == ("finished", 0, (3, 0))
    assert left.games[0].totals == (104 + 100 + 5 * 25, 61 + 3 * 25)


def test_a_walkover_and_a_double_forfeit(table):
    left = table.submit("walkover", walkover=1)
    assert (left.state, left.winner, left.score.games_won) == ("finished", 1, (0, 0))
    left = table.submit("double_forfeit", reason="neither came")
    assert (left.state, left.winner) == ("finished", None)


def test_a_standing_result_is_replaced_with_a_reason_and_the_old_one_kept(table):
    table.won(3, 1)
    assert refused(table.won, 3, 2) == "reason_needed"
    table.won(3, 2, reason="one game more")
    assert Submission.objects.filter(superseded_at=None).get().payload == {"games_won": [3, 2]}
    assert Submission.objects.count() == 2


def test_staff_take_the_place_of_hands_players_do_not(table):
    table.hands(GAME_0, by=table.ada)
    assert refused(table.won, 3, 1, by=table.ada) == "wrong_state"
    assert table.submit("walkover", walkover=0).winner == 0
    assert refused(table.correct, 1, GAME_1) == "not_by_hands"


# Corrections


def test_the_last_hand_of_a_running_match_is_corrected_by_whoever_entered_it(table):
    table.hands(knock(0, 5, 20), knock(0, 5, 30), by=table.ada)
    assert refused(table.correct, 2, GAME_0, by=table.bob) == "forbidden"
    assert refused(table.correct, 1, GAME_0, by=table.ada) == "forbidden"
    left = table.correct(2, knock(0, 5, 40), by=table.ada)
    assert left.sheet.games[0].score.points == (15 + 35, 0)
    assert [fact.revision for fact in HandFact.objects.order_by("pk")] == [1, 1, 2]
    table.correct(2, knock(0, 5, 50))
    assert refused(table.correct, 2, GAME_0, by=table.ada) == "forbidden"


def test_a_player_does_not_correct_what_stands(table):
    table.hands(*[GAME_0, FINISH_0] * 3, by=table.ada)
    table.correct(6, knock(0, 2, 22), by=table.ada)
    table.confirm(table.bob)
    assert refused(table.correct, 6, FINISH_0, by=table.ada) == "forbidden"


def test_a_dealer_left_out_of_a_correction_stays(table):
    table.hands(replace(knock(0, 5, 20), dealer=1))
    table.correct(1, knock(0, 5, 30))
    assert table.record.facts[0].dealer == 1


def test_a_hand_that_is_not_there_cannot_be_corrected(table):
    assert refused(table.correct, 1, GAME_0) == "not_by_hands"
    table.hands(GAME_0)
    assert refused(table.correct, 2, GAME_0) == "not_found"


def test_a_game_that_ended_earlier_leaves_its_later_hands_void(table):
    table.hands(knock(0, 2, 60), GAME_1, FINISH_1, knock(0, 5, 20))
    left = table.correct(2, knock(0, 2, 98))
    assert left.score.games_won == (1, 0)
    assert [row.after_end for row in left.sheet.games[0].hands] == [False, False, True]
    assert left.sheet.running_game == 2


@pytest.mark.parametrize(
    ("choice", "games_won", "running"), [("leader", (1, 0), 2), ("void", (0, 0), 2)]
)
def test_a_game_that_did_not_end_needs_a_choice(table, choice, games_won, running):
    table.hands(GAME_0, FINISH_0, knock(1, 5, 20))
    assert refused(table.correct, 2, knock(0, 5, 6)) == "choice_needed"
    assert [fact.revision for fact in table.record.facts] == [1, 1, 1]
    left = table.correct(2, knock(0, 5, 6), if_unfinished=choice)
    assert (left.score.games_won, left.sheet.running_game) == (games_won, running)


def test_played_on_the_next_hand_joins_the_unfinished_game(table):
    table.hands(GAME_0, FINISH_0, knock(1, 5, 20))
    left = table.correct(2, knock(0, 5, 6), if_unfinished="play_on")
    assert left.sheet.running_game == 1
    left = table.hands(FINISH_0)
    assert (left.facts[-1].hand.game, left.facts[-1].hand.number) == (1, 3)
    assert (left.score.games_won, left.sheet.running_game) == ((1, 0), 2)


def test_a_choice_can_be_made_anew(table):
    table.hands(GAME_0, FINISH_0, knock(1, 5, 20))
    table.correct(2, knock(0, 5, 6), if_unfinished="play_on")
    left = table.correct(2, knock(0, 5, 6), if_unfinished="leader")
    assert left.score.games_won == (1, 0)
    assert [
        (decision.decision, decision.superseded_at is None)
        for decision in GameDecision.objects.all()
    ] == [
        ("play_on", False),
        ("leader", True),
    ]
    left = table.correct(2, knock(0, 5, 7))
    assert left.score.games_won == (1, 0)


def test_a_level_game_has_no_leader(table):
    table.hands(knock(0, 2, 98), knock(1, 2, 98), FINISH_0, knock(0, 5, 20))
    void = HandEntry(HandCounts("void"))
    assert refused(table.correct, 3, void, if_unfinished="leader") == "level_game"
    assert table.correct(3, void, if_unfinished="void").score.games_won == (0, 0)


def test_a_correction_may_undo_the_end(table):
    table.hands(*[GAME_0, FINISH_0] * 3)
    left = table.correct(6, knock(0, 5, 6))
    assert (left.state, left.winner) == ("running", None)


# The cost


@contextmanager
def folds() -> Iterator[list[str]]:
    """Each time that a record is folded."""
    found: list[str] = []

    def hear(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is MatchRecord.fold.func.__code__:
            found.append(frame.f_code.co_name)

    sys.setprofile(hear)
    try:
        yield found
    finally:
        sys.setprofile(None)


def test_a_match_is_folded_once_as_it_was_and_once_as_it_is(table):
    table.hands(GAME_0)
    record = table.record
    with folds() as found:
        scoresheet.add_hand(record=record, entry=FINISH_0, by=REFEREE, now=NOW)
    assert len(found) == 2


def test_a_correction_folds_it_once_and_once_more_where_a_game_is_decided(table):
    table.hands(GAME_0, FINISH_0, GAME_1)
    record = table.record
    said = {"reason": "misread", "by": REFEREE, "now": NOW}
    with folds() as found:
        record = scoresheet.correct_hand(
            record=record, n=2, entry=knock(0, 3, 14), if_unfinished=None, **said
        )
    assert len(found) == 1
    with folds() as found:
        scoresheet.correct_hand(
            record=record, n=2, entry=knock(0, 5, 6), if_unfinished="leader", **said
        )
    assert len(found) == 2

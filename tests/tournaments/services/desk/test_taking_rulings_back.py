"""Rulings and corrections of standing results are taken back, whatever was ended by them."""

from contextlib import suppress
from itertools import permutations

import pytest

from games.engine.gin.irregularities.effects import effects_of
from games.models import GameDecision, Ruling
from games.selectors.matches import match_record
from games.services.rulings import RulingEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.services.audit import check_chain
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user
from tests.games.services.test_taking_back import CHOICES, RECOUNT, possible_conditions
from tests.tournaments.services.desk.test_penalties import give
from tournaments.models import Correction, Penalty, Round
from tournaments.selectors.desk.corrections import open_corrections
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import appeals, results, rulings
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.events import rebuilding, staff
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]


@pytest.fixture
def tournament():
    return make_tournament(rules={"match_n": 1, "target": 20})


@pytest.fixture
def board(tournament):
    return board_of(tournament, 1, 1)


def worked(tournament):
    """The snapshot when the work in the background is done."""
    stage = tournament.stages.get().pk
    settle_stage(stage_id=stage, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return snapshot(tournament)


def same(tournament):
    """The same, which a rebuild leaves as it is."""
    found = worked(tournament)
    rebuilding.rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    assert snapshot(tournament) == found
    return found


def version(board):
    board.match.refresh_from_db()
    return board.match.version


def hands(board, *entries, by=DIRECTOR):
    for entry in entries:
        write = {"board": board, "version": version(board), "by": by, "now": NOW}
        left = results.record_hand(entry=entry, **write)
    return left.record


def correct(board, n, entry, by=DIRECTOR, **more):
    write = {"board": board, "version": version(board), "by": by, "now": NOW}
    return results.correct_hand(n=n, entry=entry, reason="misread", **more, **write).record


def rule(board, row, n, hand=None, *, option="", conditions=(), **more):
    effects = effects_of(row, option, conditions, 0, 0, cards=1)
    entry = RulingEntry(effects, rule=row, option=option, n=n, hand=hand, offender=0)
    write = {"board": board, "version": version(board), "by": DIRECTOR, "now": NOW}
    return rulings.record_ruling(entry=entry, **more, **write).record.rulings[-1]


def take_back(board, ruling, **more):
    write = {"board": board, "version": version(board), "by": DIRECTOR, "now": NOW}
    made = {"ruling_id": ruling.pk, "reason": "the other player"}
    return rulings.take_back_ruling(**made, **more, **write).record


def undo(board, correction):
    write = {"version": version(board), "by": DIRECTOR, "now": NOW}
    return undo_correction(correction=correction, **write).record


def result(board):
    board.match.refresh_from_db()
    return board.match.state, board.match.winner


def points_of(board):
    board.match.refresh_from_db()
    return match_record(board.match).games[0].points


def newest(board):
    return Correction.objects.filter(board=board).latest("pk")


def head_referee(tournament):
    user = make_user("Hedda Head")
    staff.appoint_staff(
        tournament_id=tournament.pk, user=user, role="head_referee", by=DIRECTOR, now=NOW
    )
    return Actor("page", user.pk, roles=frozenset({Role.HEAD_REFEREE, Role.ANYONE}))


def round_state(tournament):
    return Round.objects.get(stage__tournament=tournament, number=1).state


def lift(board, penalty, if_unfinished=None):
    request = CorrectionRequest("penalty", "he had not", if_unfinished=if_unfinished)
    write = {"version": version(board), "by": DIRECTOR, "now": NOW}
    return take_back_penalty(penalty=penalty, request=request, **write)


def appealed(board, **given):
    entry = AppealEntry("the cards", "counted right", **given)
    return appeals.make_appeal(board=board, entry=entry, by=DIRECTOR, now=NOW)


def overturn(board, appeal, by, **more):
    entry = DecisionEntry("overturned", [f"user:{by.user_id}"], "as we saw", version(board), **more)
    return appeals.decide_appeal(appeal=appeal, entry=entry, by=by, now=NOW)


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value


class TestOverturned:
    def test_the_points_of_a_recount_are_given_back(self):
        tournament = make_tournament()
        board, head = board_of(tournament, 1, 1), head_referee(tournament)
        assert hands(board, knock(0, 8, 32)).games[0].points == (24, 0)
        before = same(tournament)
        ruling = rule(board, "COUNT_ERROR", 1, knock(0, 8, 22), **RECOUNT)
        assert points_of(board) == (14, 0)
        overturn(board, appealed(board, ruling=ruling.pk), head)
        assert points_of(board) == (24, 0)
        assert same(tournament) == before

    def test_a_standing_result_is_as_before_for_every_row_and_choice(self, tournament, board):
        head, recorded = head_referee(tournament), 0
        hands(board, knock(0, 8, 32))
        before = same(tournament)
        for row, option in CHOICES:
            conditions = possible_conditions(row, option)[-1]
            for hand in (None, knock(0, 8, 22)):
                with suppress(Refusal):  # which are, tests/games/services/test_taking_back.py says
                    ruling = rule(board, row.id, 1, hand, option=option, conditions=conditions)
                    overturn(board, appealed(board, ruling=ruling.pk), head)
                    recorded += 1
                assert worked(tournament) == before, (row.id, option, hand)
        assert recorded > len(CHOICES)
        assert same(tournament) == before
        assert not check_chain(f"tournament:{tournament.pk}", tournament.audit_digest).breaks


class TestInAnyOrder:
    """Two rulings and a correction of the one hand of a match that is over."""

    @pytest.mark.parametrize("made", list(permutations("ABC")))
    def test_two_rulings_and_a_correction_of_one_hand(self, tournament, board, made):
        """A correction waits for the rulings that were made after it."""
        hands(board, knock(0, 8, 32))
        before = same(tournament)
        for back in permutations("ABC"):
            done, standing = {step: self.write(board, step) for step in made}, list(made)
            for step in self.possible(board, made, back, done):
                undo(board, done[step]) if step == "C" else take_back(board, done[step])
                standing.remove(step)
                points = {"A": 26, "B": 27, "C": 25}[standing[-1]] if standing else 24
                assert points_of(board) == (points, 0), (back, step)
            assert worked(tournament) == before, back
        assert same(tournament) == before

    def possible(self, board, made, back, done):
        """The order in which they are taken back, the correction when nothing is made upon it."""
        left = list(back)
        while left:
            newer = set(made[made.index("C") + 1 :]) & set(left)
            step = left[0]
            if step == "C" and newer:
                assert "newer correction" in str(refused(undo, board, done["C"]))
                step = next(other for other in left if other in newer)
            left.remove(step)
            yield step

    def write(self, board, step):
        """A and B are rulings, C is a correction."""
        if step == "C":
            correct(board, 1, knock(0, 8, 33))
            return newest(board)
        return rule(board, "MELD_INVALID", 1, knock(0, 8, {"A": 34, "B": 35}[step]))

    def test_what_an_undone_taking_back_had_ended_stands_again(self, tournament, board):
        hands(board, knock(0, 8, 32))
        ruling = rule(board, "MELD_INVALID", 1, knock(0, 8, 34))
        ruled = same(tournament)
        take_back(board, ruling)
        undo(board, newest(board))
        assert same(tournament) == ruled

    def test_a_hand_that_was_played_on_has_its_place_again(self, tournament, board):
        ruling = rule(board, "MELD_NON_MINIMAL", 1, knock(0, 8, 32))
        ruled = same(tournament)
        take_back(board, ruling)
        assert result(board) == ("open", None)
        undo(board, newest(board))
        assert same(tournament) == ruled


class TestTheFirstHand:
    def test_the_match_and_its_round_have_not_begun(self):
        tournament = make_tournament()
        board = board_of(tournament, 1, 1)
        before = same(tournament)
        ruling = rule(board, "STOCK_51ST", 1)
        assert round_state(tournament) == "running"
        take_back(board, ruling)
        assert result(board) == ("open", None)
        assert round_state(tournament) == "published"
        assert same(tournament) == before

    def test_a_ruling_without_a_hand_begins_no_round(self):
        tournament = make_tournament()
        rule(board_of(tournament, 1, 1), "LOOK_BACK", 1)
        assert round_state(tournament) == "published"
        same(tournament)

    def test_nor_have_they_when_a_penalty_is_taken_back(self):
        tournament = make_tournament()
        board = board_of(tournament, 1, 1)
        (penalty,) = give(board, 1, "T_NOTES", "game_loss")
        assert result(board) == ("running", None)
        lift(board, penalty)
        assert result(board) == ("open", None)
        assert round_state(tournament) == "published"


class TestWhatBecomesOfAGame:
    """Hand 1 has ended game 1, hand 2 is of game 2."""

    @pytest.fixture
    def tournament(self):
        return make_tournament(rules={"match_n": 5, "target": 20})

    @pytest.fixture
    def begun(self, board):
        hands(board, knock(0, 8, 32), knock(1, 8, 20))
        return board

    def test_an_overturned_ruling_asks(self, tournament, board):
        head = head_referee(tournament)
        hands(board, knock(0, 8, 20))
        ruling = rule(board, "MELD_INVALID", 1, knock(0, 8, 32))
        hands(board, knock(1, 8, 20))
        appeal = appealed(board, ruling=ruling.pk)
        refusal = refused(overturn, board, appeal, head)
        assert (refusal.text.code, refusal.field) == ("choice_needed", "if_unfinished")
        overturn(board, appeal, head, if_unfinished="leader")
        board.match.refresh_from_db()
        assert board.match.games_won == [1, 0]

    def test_a_penalty_that_is_taken_back_asks(self, tournament, board):
        hands(board, knock(0, 8, 20))
        (penalty,) = give(board, 4, "T_NOTES", "game_loss")
        hands(board, knock(1, 8, 20))
        refusal = refused(lift, board, penalty)
        assert (refusal.text.code, refusal.field) == ("choice_needed", "if_unfinished")
        assert Penalty.objects.get().superseded_at is None
        lift(board, penalty, "play_on")
        board.match.refresh_from_db()
        assert match_record(board.match).sheet.running_game == 1

    def test_a_penalty_that_panel_overturns_asks(self, tournament, board):
        head = head_referee(tournament)
        hands(board, knock(0, 8, 20))
        (penalty,) = give(board, 4, "T_NOTES", "game_loss")
        hands(board, knock(1, 8, 20))
        appeal = appealed(board, penalty=penalty.pk)
        assert refused(overturn, board, appeal, head).field == "if_unfinished"
        overturn(board, appeal, head, if_unfinished="void")
        board.match.refresh_from_db()
        assert match_record(board.match).sheet.running_game == 2

    def test_a_ruling_asks_and_nothing_is_blocked(self, begun):
        found = version(begun)
        refusal = refused(rule, begun, "HAND_COUNT_END_MANY", 1)
        assert (refusal.text.code, refusal.field) == ("choice_needed", "if_unfinished")
        assert version(begun) == found
        rule(begun, "HAND_COUNT_END_MANY", 1, if_unfinished="play_on")
        hands(begun, knock(0, 8, 40))
        begun.match.refresh_from_db()
        assert begun.match.games_won == [1, 0]

    def test_what_was_decided_with_a_ruling_goes_with_it_after_it_was_put_back(self):
        tournament = make_tournament(rules={"match_n": 3, "target": 20})
        board = board_of(tournament, 1, 1)
        hands(board, knock(0, 8, 20), knock(0, 8, 32), knock(0, 8, 32))
        before = same(tournament)
        ruling = rule(board, "HAND_COUNT_END_MANY", 2, if_unfinished="leader")
        for _ in range(3):
            take_back(board, ruling)
            assert not GameDecision.objects.filter(superseded_at__isnull=True).exists()
            assert same(tournament) == before
            undo(board, newest(board))
            ruling = Ruling.objects.get(superseded_at__isnull=True)


class TestCorrectionsInReverseOrder:
    def test_as_many_as_there_are(self, tournament, board):
        hands(board, knock(0, 8, 32))
        states, made = [same(tournament)], []
        for count in (33, 34, 35):
            correct(board, 1, knock(0, 8, count))
            made.append(newest(board))
            states.append(same(tournament))
        assert refused(undo, board, made[0]).text.code == "wrong_state"
        for correction in reversed(made):
            states.pop()
            assert open_corrections(board_of(tournament, 1, 1))[-1] == correction
            undo(board, correction)
            assert same(tournament) == states[-1]
        assert [
            correction.undoes for correction in open_corrections(board_of(tournament, 1, 1))
        ] == [made[0]]

    def test_also_those_that_moved_somebody(self, tournament, board):
        hands(board, knock(0, 8, 32))
        first = same(tournament)
        made = []
        for entry in (knock(1, 8, 40), knock(0, 8, 41)):
            correct(board, 1, entry)
            made.append(newest(board))
        for correction in reversed(made):
            undo(board, correction)
        assert same(tournament) == first

    def test_with_another_level_of_result(self, tournament, board):
        hands(board, knock(0, 8, 32))
        first = same(tournament)
        made = []
        for walkover in (1, 0):
            write = {"board": board, "version": version(board), "by": DIRECTOR, "now": NOW}
            results.record_result(
                level="walkover", payload={"walkover": walkover}, reason="he left", **write
            )
            made.append(newest(board))
        for correction in reversed(made):
            undo(board, correction)
        assert same(tournament) == first

    def test_what_was_made_again_is_the_newest(self, tournament, board):
        hands(board, knock(0, 8, 32))
        made = []
        for count in (33, 34):
            correct(board, 1, knock(0, 8, count))
            made.append(newest(board))
        undo(board, made[1])
        undo(board, newest(board))
        assert "newer" in str(refused(undo, board, made[0]))
        undo(board, newest(board))
        undo(board, made[0])
        assert points_of(board) == (24, 0)

    def test_what_was_played_since_stands_in_the_way(self, tournament, board):
        hands(board, knock(0, 8, 32))
        correct(board, 1, knock(0, 8, 10))
        first = newest(board)
        hands(board, knock(0, 8, 30))
        correct(board, 2, knock(0, 8, 31))
        undo(board, newest(board))
        assert "changed since" in str(refused(undo, board, first))

"""Penalties of the event: given, carried, taken back, and what they do to score and bracket."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Adjustment, HandFact, Ruling
from games.services.stored import copied
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tournaments.models import Penalty
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.bracket import bracket
from tournaments.services.desk import results
from tournaments.services.desk.penalties import (
    PenaltyEntry,
    change_penalty,
    give_penalty,
    take_back_penalty,
)
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.events import setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

REFEREE = Actor(via="page", roles=frozenset({Role.REFEREE, Role.ANYONE}))
HEAD = Actor(via="page", roles=frozenset({Role.HEAD_REFEREE, Role.ANYONE}))


@pytest.fixture
def tournament():
    return make_tournament(entrants=8)


def give(board, seed, infraction, step=None, by=HEAD, occurrence=1, **fields):
    board.match.refresh_from_db()
    entry = entry_at(board.pairing.round.stage.tournament, seed)
    said = PenaltyEntry(entry.pk, infraction, occurrence, step, **fields)
    version = board.match.version
    return give_penalty(board=board, version=version, entry=said, by=by, now=NOW)


def take_back(penalty, by=HEAD, reason="misheard", **wish):
    penalty.refresh_from_db()
    board = penalty.takes_effect or penalty.board
    board.match.refresh_from_db()
    return take_back_penalty(
        penalty=penalty,
        version=board.match.version,
        request=CorrectionRequest("penalty", reason, **wish),
        by=by,
        now=NOW,
    )


def advanced(tournament):
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def slot_of(tournament, round, number):
    slots = bracket(tournament.stages.get())[round - 1].slots
    return next(slot for slot in slots if slot.number == number)


def seeds_at(tournament, round, number):
    return [side and side.seed for side in slot_of(tournament, round, number).players]


def hands_of(board):
    facts = HandFact.objects.filter(hand__match=board.match, superseded_at=None)
    return list(facts.order_by("hand__sequence").values_list("kind", flat=True))


def score_of(board):
    board.match.refresh_from_db()
    return board.match.state, board.match.games_won, board.match.winner


class TestGiving:
    def test_a_warning_is_on_record_and_leaves_the_match_as_it_is(self, tournament):
        board = board_of(tournament, 1, 1)
        before = board.match.version
        (penalty,) = give(board, 1, "T_SLOW", by=REFEREE, facts="45 seconds a turn")
        assert (penalty.step, penalty.occurrence, penalty.discretionary) == ("warning", 1, False)
        board.match.refresh_from_db()
        assert (board.match.state, board.match.version) == ("open", before)

    def test_the_same_again_is_the_next_step_and_hits_the_game(self, tournament):
        board = board_of(tournament, 1, 1)
        give(board, 1, "T_NOTES")
        (second,) = give(board, 1, "T_NOTES", occurrence=2)
        assert second.step == "game_loss"
        assert score_of(board) == ("running", [0, 1], None)

    def test_points_go_to_the_opponent_in_the_running_game(self, tournament):
        board = board_of(tournament, 1, 1)
        entry = knock(0, 5, 20)
        results.record_hand(
            board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
        )
        (penalty,) = give(board, 1, "T_REPEAT_IRREG", "point_penalty")
        assert penalty.discretionary
        assert (penalty.adjustment.kind, penalty.adjustment.points) == ("points", 25)
        assert (penalty.adjustment.seat, penalty.adjustment.after) == (0, 1)

    def test_a_game_that_has_just_ended_is_still_what_the_pad_names(self, tournament):
        board = board_of(tournament, 1, 1)
        for _ in range(2):
            board.match.refresh_from_db()
            version = board.match.version
            entry = knock(0, 5, 98)
            results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)
        give(board, 1, "T_REPEAT_IRREG", "point_penalty")
        client, club = Client(), tournament.club
        sign_in(client, owner_of(club))
        page = client.get(reverse("pad", args=[club.slug, tournament.slug, board.match.pk])).text
        assert re.search('<h2 id="ended">(.*)</h2>', page)[1].startswith("Game 1 to Player 0001")

    def test_a_lost_match_moves_the_bracket_at_once_and_was_not_played(self, tournament):
        board = board_of(tournament, 1, 1)
        give(board, 1, "T_NOSHOW", minutes=12)
        assert score_of(board)[0] == "finished"
        assert slot_of(tournament, 1, 1).decision == "walkover"
        assert seeds_at(tournament, 2, 1)[0] == 8

    def test_both_are_out_who_agreed_on_a_result(self, tournament):
        board = board_of(tournament, 1, 1)
        given = give(board, 1, "T_COLLUDE")
        assert [penalty.entry.seed for penalty in given] == [1, 8]
        assert slot_of(tournament, 1, 1).decision == "withdrawal"
        assert slot_of(tournament, 1, 1).winner is None

    def test_a_second_press_is_refused(self, tournament):
        board = board_of(tournament, 1, 1)
        give(board, 1, "T_SLOW")
        with pytest.raises(Refusal) as refused:
            give(board, 1, "T_SLOW")
        assert refused.value.text.code == "stale"
        assert Penalty.objects.count() == 1

    def test_who_does_not_play_there_gets_none(self, tournament):
        with pytest.raises(Refusal, match="Say which of the two"):
            give(board_of(tournament, 1, 1), 2, "T_SLOW")

    def test_of_what_does_not_hit_the_score_visitors_are_told_nothing(self, tournament):
        board = board_of(tournament, 1, 1)

        def public():
            tournament.refresh_from_db()
            return tournament.public_version

        before = public()
        give(board, 1, "T_SLOW")
        assert public() == before
        give(board, 1, "T_NOTES", "game_loss")
        assert public() == before + 1

    def test_the_draw_stands_once_one_was_given(self, tournament):
        give(board_of(tournament, 1, 1), 1, "T_SLOW")
        write = {"tournament_id": tournament.pk, "number": 1, "by": DIRECTOR, "now": NOW}
        rounds.unpublish_round(**write)
        with pytest.raises(Refusal, match="Penalties were given"):
            rounds.drop_round(**write)


class TestWho:
    @pytest.mark.parametrize(
        ("infraction", "step"),
        [
            ("T_CHEAT", None),
            ("T_SLOW", "match_loss"),
            ("T_SLOW", "disqualification"),
            ("T_LATE", None),
            ("T_JUDGE", None),
        ],
    )
    def test_the_severe_are_not_the_referees(self, tournament, infraction, step):
        board = board_of(tournament, 1, 1)
        with pytest.raises(Refusal) as refused:
            give(board, 1, infraction, step, by=REFEREE)
        assert refused.value.text.code == "forbidden"
        give(board, 1, infraction, step, by=HEAD)

    def test_nobody_judges_their_own_match(self, tournament):
        board, user = board_of(tournament, 1, 1), make_user()
        Player.objects.filter(match_seats__match=board.match, match_seats__seat=1).update(user=user)
        by = Actor(via="page", user_id=user.pk, roles=HEAD.roles)
        with pytest.raises(Refusal, match="You play in this match yourself"):
            give(board, 1, "T_SLOW", by=by)

    def test_a_referee_takes_back_no_severe_one(self, tournament):
        (penalty,) = give(board_of(tournament, 1, 1), 1, "T_SLOW", "match_loss")
        with pytest.raises(Refusal, match="head referee"):
            take_back(penalty, by=REFEREE)


class TestOneCause:
    def test_only_the_most_severe_stands(self, tournament, ruling):
        board = ruling.match.board
        (first,) = give(board, 1, "T_REPEAT_IRREG", cause=ruling.pk)
        (second,) = give(board, 1, "T_COACH", cause=ruling.pk)
        first.refresh_from_db()
        assert first.superseded_at is not None
        assert second.supersedes == first
        with pytest.raises(Refusal, match="Only the most severe stands"):
            give(board, 1, "T_MISREPORT", cause=ruling.pk)

    def test_a_ruling_that_was_put_back_is_the_same_cause(self, tournament, ruling):
        board = ruling.match.board
        (first,) = give(board, 1, "T_REPEAT_IRREG", cause=ruling.pk)
        Ruling.objects.filter(pk=ruling.pk).update(superseded_at=NOW)
        ruling.refresh_from_db()
        again = copied(ruling)
        (second,) = give(board, 1, "T_COACH", cause=again.pk)
        assert second.supersedes == first

    def test_one_lateness_is_one_cause_however_long_it_lasts(self, tournament):
        board = board_of(tournament, 1, 1)
        (note,) = give(board, 1, "T_LATE", minutes=3)
        (game,) = give(board, 1, "T_LATE", minutes=6)
        assert (note.step, game.step, game.occurrence) == ("note", "game_loss", 1)
        assert score_of(board) == ("running", [0, 1], None)
        with pytest.raises(Refusal, match="Only the most severe stands"):
            give(board, 1, "T_LATE", minutes=7)
        (match,) = give(board, 1, "T_NOSHOW", minutes=10)
        assert (match.step, match.supersedes) == ("match_loss", game)
        assert slot_of(tournament, 1, 1).winner == 1

    @pytest.fixture
    def ruling(self, tournament):
        match = board_of(tournament, 1, 1).match
        return Ruling.objects.create(
            match=match, n=1, rules_version=1, at=NOW, role="referee", via="page"
        )


class TestCarried:
    def test_a_penalty_after_the_match_hits_the_next_one_when_it_can_be_played(self, tournament):
        board = board_of(tournament, 1, 1)
        win(board, seat=0)
        advanced(tournament)
        (penalty,) = give(board, 1, "T_NOTES", "game_loss")
        assert (penalty.adjustment, penalty.takes_effect) == (None, None)
        win(board_of(tournament, 1, 2), seat=0)
        advanced(tournament)
        penalty.refresh_from_db()
        following = board_of(tournament, 2, 1)
        assert penalty.takes_effect == following
        assert score_of(following) == ("running", [0, 1], None)
        advanced(tournament)
        assert Adjustment.objects.count() == 1

    def test_it_waits_until_the_next_round_is_published(self):
        tournament = make_tournament(entrants=4, publishing="by_hand")
        for number in (1, 2):
            win(board_of(tournament, 1, number), seat=0)
        advanced(tournament)
        give(board_of(tournament, 1, 1), 1, "T_NOTES", "game_loss")
        final = board_of(tournament, 2, 1)
        assert score_of(final) == ("open", [0, 0], None)
        rounds.publish_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)
        assert score_of(final) == ("running", [0, 1], None)

    def test_a_lost_match_that_is_carried_moves_the_bracket_on(self, tournament):
        for number in (1, 2):
            win(board_of(tournament, 1, number), seat=0)
        advanced(tournament)
        give(board_of(tournament, 1, 1), 1, "T_NOTES", "match_loss")
        assert score_of(board_of(tournament, 2, 1))[0] == "finished"
        assert seeds_at(tournament, 3, 1)[0] == 4

    def test_who_has_no_match_left_has_it_on_record(self, tournament):
        board = board_of(tournament, 1, 1)
        win(board, seat=0)
        advanced(tournament)
        (penalty,) = give(board, 8, "T_NOTES", "match_loss")
        assert penalty.adjustment is None
        assert score_of(board)[2] == 0

    def test_it_leaves_the_match_with_who_loses_their_place_there(self, tournament):
        """The winner of the first match was given it for the next one; then the first match turns
        out to be the other one's."""
        for number in (1, 2):
            win(board_of(tournament, 1, number), seat=0)
        advanced(tournament)
        first, following = board_of(tournament, 1, 1), board_of(tournament, 2, 1)
        (penalty,) = give(first, 1, "T_NOTES", "game_loss")
        assert score_of(following) == ("running", [0, 1], None)
        win(first, seat=1, reason="misread", choice="void", confirm="Quarter-finals")
        assert score_of(following) == ("open", [0, 0], None)
        assert seeds_at(tournament, 2, 1) == [8, 4]
        win(first, seat=0, reason="it was right")
        assert seeds_at(tournament, 2, 1) == [1, 4]
        assert score_of(following) == ("running", [0, 1], None)
        penalty.refresh_from_db()
        assert penalty.takes_effect == following


class TestDisqualified:
    def test_out_from_the_undecided_match_on(self, tournament):
        board = board_of(tournament, 1, 1)
        give(board, 1, "T_CHEAT")
        slot = slot_of(tournament, 1, 1)
        assert (slot.decision, slot.winner) == ("withdrawal", 1)
        with pytest.raises(Refusal, match="out of the event"):
            win(board, seat=0)

    def test_what_was_won_before_stays_won(self, tournament):
        board = board_of(tournament, 1, 1)
        for number in (1, 2):
            win(board_of(tournament, 1, number), seat=0)
        advanced(tournament)
        (penalty,) = give(board, 1, "T_CHEAT")
        assert penalty.out_from == 2
        assert slot_of(tournament, 1, 1).winner == 0
        assert slot_of(tournament, 2, 1).winner == 1

    def test_taken_back_the_player_plays_on(self, tournament):
        before = snapshot(tournament)
        (penalty,) = give(board_of(tournament, 1, 1), 1, "T_CHEAT")
        assert snapshot(tournament) != before
        take_back(penalty)
        assert snapshot(tournament) == before
        assert slot_of(tournament, 1, 1).decision is None

    def test_not_once_the_opponent_plays_on(self, tournament):
        (penalty,) = give(board_of(tournament, 1, 1), 1, "T_CHEAT")
        win(board_of(tournament, 1, 2), seat=0)
        advanced(tournament)
        board = board_of(tournament, 2, 1)
        entry = knock(0, 5, 20)
        version = board.match.version
        results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)
        with pytest.raises(Refusal, match="has begun"):
            take_back(penalty)


class TestTakenBack:
    def test_a_lost_match_is_a_correction_once_the_winner_plays_on(self, tournament):
        board = board_of(tournament, 1, 1)
        (penalty,) = give(board, 1, "T_NOSHOW")
        win(board_of(tournament, 1, 2), seat=0)
        advanced(tournament)
        win(board_of(tournament, 2, 1), seat=0)
        with pytest.raises(Refusal) as refused:
            take_back(penalty)
        assert refused.value.text.code == "choice_needed"
        take_back(penalty, choice="keep")
        assert score_of(board)[0] == "open"
        assert seeds_at(tournament, 2, 1) == [8, 4]

    def test_with_the_penalty_goes_what_it_did(self, tournament):
        board = board_of(tournament, 1, 1)
        (penalty,) = give(board, 1, "T_NOSHOW")
        take_back(penalty)
        assert score_of(board) == ("open", [0, 0], None)
        assert seeds_at(tournament, 2, 1)[0] is None
        penalty.refresh_from_db()
        assert penalty.end_reason == "misheard"

    def test_twice_changes_nothing_and_a_reason_is_needed(self, tournament):
        (penalty,) = give(board_of(tournament, 1, 1), 1, "T_SLOW")
        with pytest.raises(Refusal, match="Say why"):
            take_back(penalty, reason="")
        take_back(penalty)
        version = tournament.__class__.objects.get().version
        take_back(penalty, reason="again")
        assert tournament.__class__.objects.get().version == version

    def test_it_does_not_count_for_the_next_step(self, tournament):
        board = board_of(tournament, 1, 1)
        (first,) = give(board, 1, "T_NOTES")
        take_back(first)
        (second,) = give(board, 1, "T_NOTES")
        assert second.step == "warning"


def test_a_tournament_goes_with_all_that_was_corrected_ruled_and_replaced_in_it(tournament):
    board = board_of(tournament, 1, 1)
    for minutes in (2, 6):
        give(board, 1, "T_LATE", minutes=minutes)
    write = {"by": DIRECTOR, "now": NOW}
    for act, fields in (
        (results.record_hand, {"entry": knock(0, 5, 20)}),
        (results.correct_hand, {"entry": knock(0, 5, 21), "n": 1, "reason": "misread"}),
    ):
        board.match.refresh_from_db()
        act(board=board, version=board.match.version, **fields, **write)
    other = board_of(tournament, 1, 2)
    win(other, seat=0)
    win(other, seat=1, reason="misread")
    named = {"tournament_id": tournament.pk, "name": tournament.name, **write}
    setup.move_tournament(action="cancel", **named)
    setup.delete_tournament(**named)
    assert not Penalty.objects.exists()


def test_a_hand_loss_that_is_taken_back_takes_its_void_hand_along(tournament):
    """The match is as it was before, and what was the last hand is played on."""
    board = board_of(tournament, 1, 1)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
    )
    before = snapshot(tournament)
    (penalty,) = give(board, 1, "T_COACH", "hand_loss", conditions=["advice_used"])
    assert hands_of(board) == ["knock", "void"]
    take_back(penalty)
    assert hands_of(board) == ["knock"]
    assert snapshot(tournament) == before


def test_another_step_in_place_of_a_hand_loss_leaves_no_void_hand(tournament):
    board = board_of(tournament, 1, 1)
    (penalty,) = give(board, 1, "T_COACH", "hand_loss", conditions=["advice_used"])
    board.match.refresh_from_db()
    change_penalty(
        penalty=penalty,
        version=board.match.version,
        step="warning",
        request=CorrectionRequest("penalty", "the panel"),
        by=HEAD,
        now=NOW,
    )
    assert hands_of(board) == []

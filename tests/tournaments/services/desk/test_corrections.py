"""What the bracket must know at once, and not when a worker comes to it."""

import pytest

from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, board_of, entry_at, knock, make_tournament, win
from tournaments.models import Round
from tournaments.selectors.stages.bracket import bracket
from tournaments.services.desk import results
from tournaments.services.events import entries
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(entrants=8)


def advanced(tournament):
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def seeds_of(board):
    return [side.entry and side.entry.seed for side in board.pairing.sides.order_by("seat")]


def test_a_round_in_which_a_hand_is_written_down_cannot_be_taken_back(tournament):
    board = board_of(tournament, 1, 1)
    results.record_hand(board=board, version=2, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW)
    assert Round.objects.get(number=1).state == "running"
    with pytest.raises(Refusal, match="has been played in"):
        rounds.unpublish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)


def test_who_loses_their_place_by_a_correction_has_lost_it_at_once(tournament):
    win(board_of(tournament, 1, 1), seat=0)
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    assert seeds_of(board_of(tournament, 2, 1)) == [1, 4]
    win(board_of(tournament, 1, 1), seat=1, reason="the slip was misread")
    board = board_of(tournament, 2, 1)
    assert seeds_of(board) == [8, 4]
    assert [seat.player.name for seat in board.match.seats.all()] == ["Player 0008", "Player 0004"]


def test_a_corrected_final_resumes_the_tournament_at_once():
    tournament = make_tournament(entrants=2)
    final = board_of(tournament, 1, 1)
    while final.match.state != "finished":
        results.record_hand(
            board=final, version=final.match.version, entry=knock(0, 1, 91), by=DIRECTOR, now=NOW
        )
        final.match.refresh_from_db()
    advanced(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    results.correct_hand(
        board=final,
        version=final.match.version,
        n=final.match.hands.count(),
        entry=knock(0, 5, 6),
        reason="one point, not ninety",
        by=DIRECTOR,
        now=NOW,
    )
    tournament.refresh_from_db()
    assert tournament.state == "running"


def test_a_match_that_has_begun_behind_one_that_was_not_played_rests_on_the_result(tournament):
    """The next opponent withdrew, so that the match between is open for ever, but the one behind
    it has begun."""
    for number, seat in ((1, 0), (2, 0), (3, 0), (4, 0)):
        win(board_of(tournament, 1, number), seat=seat)
    advanced(tournament)
    entries.withdraw_entry(
        tournament_id=tournament.pk, entry_id=entry_at(tournament, 4).pk, by=DIRECTOR, now=NOW
    )
    win(board_of(tournament, 2, 2), seat=0)
    advanced(tournament)
    final = board_of(tournament, 3, 1)
    assert seeds_of(final) == [1, 2]
    version = final.match.version
    results.record_hand(board=final, version=version, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW)
    with pytest.raises(Refusal, match="Matches that rest on this result have begun"):
        win(board_of(tournament, 1, 1), seat=1, reason="the slip was misread")


def test_a_match_that_is_shown_as_ready_can_be_written_to(tournament):
    """Whoever reads it there posts with the version that they read."""

    def semi_final():
        return next(slot for slot in bracket(tournament.stages.get())[1].slots if slot.number == 1)

    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    assert [side.seed for side in semi_final().players] == [1, 4]
    assert semi_final().state == "locked"
    advanced(tournament)
    shown = semi_final()
    assert shown.state == "ready"
    results.record_hand(
        board=board_of(tournament, 2, 1),
        version=shown.match.version,
        entry=knock(0, 5, 20),
        by=DIRECTOR,
        now=NOW,
    )


def test_the_audit_holds_no_words_of_people(tournament):
    board = board_of(tournament, 1, 1)
    for reason in ("", "Anna counted wrong"):
        win(board, seat=0, reason=reason)
    results.record_hand(
        board=board_of(tournament, 1, 2), version=2, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW
    )
    results.correct_hand(
        board=board_of(tournament, 1, 2),
        version=3,
        n=1,
        entry=knock(0, 5, 21),
        reason="Anna counted wrong",
        by=DIRECTOR,
        now=NOW,
    )
    assert "Anna" not in str(list(AuditEntry.objects.values_list("data", flat=True)))

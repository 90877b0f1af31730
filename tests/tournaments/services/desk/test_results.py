"""Results come in, and the bracket and the standings follow."""

from datetime import timedelta

import pytest

from games.engine.gin.scoring.hand import HandCounts
from games.models import Match, Submission
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry, Membership, Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_tournament,
    make_user,
    win,
)
from tournaments.models import StandingTable
from tournaments.selectors.events.access import acting_at
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.gate import changes
from tournaments.services.gate.changes import SETTLE
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


def report(board, level, by=DIRECTOR, reason="", version=None, now=NOW, **payload):
    board.match.refresh_from_db()
    return results.record_result(
        board=board,
        version=version or board.match.version,
        level=level,
        payload=payload,
        reason=reason,
        by=by,
        now=now,
    )


def hand(board, entry, by=DIRECTOR, version=None, now=NOW):
    board.match.refresh_from_db()
    return results.record_hand(
        board=board, version=version or board.match.version, entry=entry, by=by, now=now
    )


def answer(service, board, by, **fields):
    board.match.refresh_from_db()
    return service(board=board, version=board.match.version, by=by, now=NOW, **fields)


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value.text.code


def state_of(board):
    board.match.refresh_from_db()
    return board.match.state


def player_at(board, seat):
    """The player of a seat as an actor: an account that is a member of the club, too."""
    player = board.match.seats.get(seat=seat).player
    if player.user is None:
        player.user = make_user(player.name)
        player.save()
        Membership.objects.create(club=player.club, user=player.user, role="member")
    return acting_at(Actor("page", user_id=player.user_id), board)


def slots(tournament):
    return {
        (slot.round, slot.number): slot
        for part in bracket(tournament.stages.get())
        for slot in part.slots
    }


def places(tournament):
    rows = standing_table(tournament.stages.get()).rows
    return [
        (int(row["name"][-2:]), row["rank"], row["shared"], row["reason"]["code"]) for row in rows
    ]


class Evening:
    """A tournament whose tasks run as soon as a change has committed."""

    def __init__(self, capture, **fields):
        self.capture = capture
        with capture(execute=True):
            self.tournament = make_tournament(**fields)

    def board(self, round, number):
        return board_of(self.tournament, round, number)

    def do(self, call, *args, **fields):
        with self.capture(execute=True):
            return call(*args, **fields)

    def win(self, round, number, seat, **fields):
        return self.do(win, self.board(round, number), seat, **fields)

    def forfeit(self, round, number, **fields):
        return self.do(report, self.board(round, number), "double_forfeit", **fields)

    @property
    def state(self):
        self.tournament.refresh_from_db()
        return self.tournament.state


@pytest.fixture
def evening(django_capture_on_commit_callbacks):
    return lambda **fields: Evening(django_capture_on_commit_callbacks, **fields)


# Who may


def test_a_player_reports_the_opponent_confirms_and_the_bracket_moves(evening):
    night = evening()
    board = night.board(1, 1)
    ada, bob = player_at(board, 0), player_at(board, 1)
    assert (ada.role, bob.role) == (Role.PLAYER, Role.PLAYER)
    night.do(report, board, "games_won", by=ada, games_won=[3, 1])
    slot = slots(night.tournament)[1, 1]
    assert (slot.state, slot.winner) == ("reported", None)
    assert refused(answer, results.confirm_result, board, ada) == "forbidden"
    night.do(answer, results.confirm_result, board, bob)
    assert slots(night.tournament)[1, 1].state == "finished"
    assert slots(night.tournament)[2, 1].players[0].seed == 1
    assert Submission.objects.get().role == "player"


def test_a_disputed_report_waits_for_a_referee(evening):
    night = evening()
    board = night.board(1, 1)
    ada, bob = player_at(board, 0), player_at(board, 1)
    night.do(report, board, "games_won", by=ada, games_won=[3, 1])
    night.do(answer, results.dispute_result, board, bob, reason="I won")
    assert slots(night.tournament)[1, 1].state == "disputed"
    assert refused(report, board, "games_won", by=ada, games_won=[3, 1]) == "wrong_state"
    night.do(report, board, "games_won", games_won=[1, 3])
    slot = slots(night.tournament)[1, 1]
    assert (slot.state, slot.winner) == ("finished", 1)


def test_both_players_write_on_one_pad_and_a_stale_hand_is_refused():
    board = board_of(make_tournament(), 1, 1)
    ada, bob = player_at(board, 0), player_at(board, 1)
    version = board.match.version
    hand(board, knock(0, 5, 20), by=ada)
    assert refused(hand, board, knock(0, 5, 20), by=bob, version=version) == "stale"
    left = hand(board, knock(1, 5, 20), by=bob)
    assert [fact.by_id for fact in left.record.facts] == [ada.user_id, bob.user_id]
    assert left.record.sheet.games[0].score.points == (15, 15)


@pytest.mark.parametrize("who", ["other match", "member", "nobody", "referee of another table"])
def test_whoever_has_no_part_in_a_match_writes_nothing(who):
    tournament = make_tournament(start=False)
    setup.set_tables(tournament_id=tournament.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    board, other = board_of(tournament, 1, 1), board_of(tournament, 1, 2)
    if who == "other match":
        by = acting_at(player_at(other, 0), board)
    elif who == "member":
        user = make_user()
        Membership.objects.create(club=tournament.club, user=user, role="member")
        by = acting_at(Actor("api", user_id=user.pk), board)
    elif who == "referee of another table":
        user = make_user()
        tournament.staff.create(user=user, name="Rita", role="referee", tables=[2])
        assert Role.TABLE_REFEREE in acting_at(Actor("api", user_id=user.pk), other).roles
        by = acting_at(Actor("api", user_id=user.pk), board)
    else:
        by = acting_at(Actor("api"), board)
    assert refused(hand, board, knock(0, 5, 20), by=by) == "forbidden"
    assert refused(report, board, "games_won", by=by, games_won=[3, 1]) == "forbidden"
    hand(board, knock(0, 5, 20))
    board.match.refresh_from_db()
    corrected = {"n": 1, "entry": knock(0, 5, 30), "reason": ""}
    assert refused(answer, results.correct_hand, board, by, **corrected) == "forbidden"
    assert not Submission.objects.filter(role=by.role).exists()


def test_a_director_who_plays_writes_as_director():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    ada = player_at(board, 0)
    Membership.objects.filter(user_id=ada.user_id).update(role="organiser")
    left = report(board, "games_won", by=acting_at(ada, board), games_won=[3, 1])
    assert left.record.state == "finished"


# What can't be


def test_nothing_is_written_before_its_time():
    tournament = make_tournament(start=False)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    board = board_of(tournament, 1, 1)
    assert refused(hand, board, knock(0, 5, 20)) == "wrong_state"
    rounds.publish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)
    assert refused(hand, board_of(tournament, 2, 1), knock(0, 5, 20)) == "not_ready"


def test_nothing_is_written_in_a_cancelled_tournament():
    tournament = make_tournament()
    setup.move_tournament(
        tournament_id=tournament.pk, action="cancel", name="Autumn Cup", by=DIRECTOR, now=NOW
    )
    board = board_of(tournament, 1, 1)
    assert refused(hand, board, knock(0, 5, 20)) == "wrong_state"
    assert refused(report, board, "walkover", walkover=0) == "wrong_state"


def test_a_match_that_was_taken_back_with_its_draw_is_gone():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    version = board.match.version
    later = NOW + timedelta(minutes=1)
    rounds.unpublish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=later)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=later)
    with pytest.raises(Refusal, match="taken back with its draw"):
        results.record_hand(
            board=board, version=version, entry=knock(0, 5, 20), by=DIRECTOR, now=later
        )


def test_a_refused_hand_leaves_no_trace():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    tournament.refresh_from_db()
    before = (tournament.version, board.match.version, AuditEntry.objects.count())
    assert refused(hand, board, HandEntry(HandCounts.of("gin", 0, 3, 20))) == "not_gin"
    assert refused(report, board, "games_won", games_won=[2, 2]) == "bad_result"
    tournament.refresh_from_db()
    board.match.refresh_from_db()
    assert before == (tournament.version, board.match.version, AuditEntry.objects.count())
    assert board.match.state == "open"


def test_a_round_begins_with_its_first_hand_and_stays_begun():
    tournament = make_tournament()
    hand(board_of(tournament, 1, 2), knock(0, 5, 20))
    assert tournament.stages.get().rounds.get(number=1).state == "running"


# Walkover, double forfeit


def test_a_walkover_counts_as_no_match_played(evening):
    night = evening(entrants=2)
    night.do(report, night.board(1, 1), "walkover", walkover=1)
    rows = standing_table(night.tournament.stages.get()).rows
    assert [(row["rank"], row["played"], row["won"], row["reason"]["code"]) for row in rows] == [
        (1, 0, 0, "won_walkover"),
        (2, 0, 0, "lost_walkover"),
    ]
    assert night.state == "finished"


def test_a_double_forfeit_in_the_first_round_sends_a_bye_onward(evening):
    night = evening(entrants=8)
    night.forfeit(1, 1)
    night.win(1, 2, seat=0)
    found = slots(night.tournament)
    assert (found[2, 1].state, found[2, 1].winner) == ("bye", 1)
    assert [side and side.seed for side in found[3, 1].players] == [4, None]
    assert (1, 5, True, "double_forfeit") in places(night.tournament)


def test_a_double_forfeit_in_a_semi_final_leaves_the_final_to_the_other(evening):
    night = evening(entrants=4, format_settings={"third_place": True})
    night.forfeit(1, 1)
    night.win(1, 2, seat=0)
    assert night.state == "finished"
    assert [row[:3] for row in places(night.tournament)] == [
        (2, 1, False),
        (3, 3, False),
        (1, 4, True),
        (4, 4, True),
    ]


def test_a_double_forfeit_in_the_final_leaves_no_champion_and_both_second(evening):
    night = evening(entrants=4)
    for number in (1, 2):
        night.win(1, number, seat=0)
    night.forfeit(2, 1)
    assert night.state == "finished"
    assert places(night.tournament)[:2] == [
        (1, 2, True, "double_forfeit"),
        (2, 2, True, "double_forfeit"),
    ]
    assert slots(night.tournament)[2, 1].winner is None


def test_double_forfeits_everywhere_end_the_tournament_without_a_champion(evening):
    night = evening(entrants=4)
    night.forfeit(1, 1)
    night.forfeit(1, 2)
    assert night.state == "finished"
    assert {rank for _, rank, _, _ in places(night.tournament)} == {3}


# Corrected


def test_a_correction_before_the_next_match_begins_is_followed_by_all(evening):
    night = evening(entrants=4, format_settings={"third_place": True})
    for number in (1, 2):
        night.win(1, number, seat=0)
    night.win(1, 1, seat=1, reason="wrong way round")
    found = slots(night.tournament)
    assert [side.seed for side in found[2, 1].players] == [4, 2]
    assert [side.seed for side in found[2, 2].players] == [1, 3]
    seated = [
        [seat.player.name for seat in night.board(2, number).match.seats.all()] for number in (1, 2)
    ]
    assert seated == [["Player 0004", "Player 0002"], ["Player 0001", "Player 0003"]]
    night.win(2, 1, seat=0)
    night.win(2, 2, seat=1)
    assert [row[0] for row in places(night.tournament)] == [4, 2, 3, 1]
    assert night.state == "finished"


@pytest.mark.parametrize("begun", [(2, 1), (2, 2)])
def test_a_correction_asks_once_the_final_or_the_match_for_third_place_has_begun(evening, begun):
    night = evening(entrants=4, format_settings={"third_place": True})
    for number in (1, 2):
        night.win(1, number, seat=0)
    hand(night.board(*begun), knock(0, 5, 20))
    for number in (1, 2):
        assert refused(win, night.board(1, number), 1, reason="no") == "choice_needed"


def test_a_correction_of_the_same_winner_moves_nobody_but_counts(evening):
    night = evening(entrants=2)
    night.do(report, night.board(1, 1), "walkover", walkover=0)
    night.win(1, 1, seat=0, reason="they did play")
    assert places(night.tournament)[0] == (1, 1, False, "won_played")


def test_a_correction_that_undoes_a_result_reopens_what_follows(evening):
    night = evening(entrants=4)
    board = night.board(1, 1)
    for _ in range(6):
        night.do(hand, board, knock(0, 1, 91))
    night.win(1, 2, seat=0)
    assert [side.seed for side in slots(night.tournament)[2, 1].players] == [1, 2]
    night.do(
        answer,
        results.correct_hand,
        board,
        DIRECTOR,
        n=6,
        entry=knock(0, 5, 6),
        reason="one, not ninety",
    )
    found = slots(night.tournament)
    assert (found[1, 1].state, found[2, 1].state) == ("running", "waiting")
    assert [side and side.seed for side in found[2, 1].players] == [None, 2]
    assert [seat.seat for seat in night.board(2, 1).match.seats.all()] == [1]
    assert refused(hand, night.board(2, 1), knock(0, 5, 20)) == "not_ready"
    night.do(hand, board, knock(1, 5, 20))
    night.do(hand, board, knock(0, 1, 91))
    assert [side.seed for side in slots(night.tournament)[2, 1].players] == [1, 2]


def test_a_corrected_final_changes_the_champion(evening):
    night = evening(entrants=2)
    night.win(1, 1, seat=0)
    assert night.state == "finished"
    assert refused(win, night.board(1, 1), 1) == "reason_needed"
    night.win(1, 1, seat=1, reason="wrong way round")
    assert night.state == "finished"
    assert [row[0] for row in places(night.tournament)] == [2, 1]


# Standings


def test_standings_are_kept_for_each_round_and_follow_corrections(evening):
    night = evening(entrants=4)
    for number in (1, 2):
        night.win(1, number, seat=0)
    night.win(2, 1, seat=0)
    stage = night.tournament.stages.get()
    after_first = [row["rank"] for row in standing_table(stage, 1).rows]
    assert after_first == [None, None, 3, 3]
    assert [row["rank"] for row in standing_table(stage).rows] == [1, 2, 3, 3]
    assert all(row["tiebreaks"] == {} for row in standing_table(stage).rows)
    assert standing_table(stage).rows[2]["reason"] == {
        "code": "lost_played",
        "values": {
            "round": {"code": "semi_finals", "values": {}},
            "opponent": entry_at(night.tournament, 2).pk
            if standing_table(stage).rows[2]["name"].endswith("3")
            else entry_at(night.tournament, 1).pk,
        },
    }
    night.win(2, 1, seat=1, reason="wrong way round")
    assert [row["name"][-1] for row in standing_table(stage).rows[:2]] == ["2", "1"]
    night.tournament.refresh_from_db()
    assert set(StandingTable.objects.values_list("version", flat=True)) == {
        night.tournament.version
    }


# Withdrawn


def test_a_withdrawal_after_a_win_leaves_the_win(evening):
    night = evening(entrants=4)
    night.win(1, 1, seat=0)
    night.do(
        entries.withdraw_entry,
        tournament_id=night.tournament.pk,
        entry_id=entry_at(night.tournament, 1).pk,
        by=DIRECTOR,
        now=NOW,
    )
    night.win(1, 2, seat=0)
    assert night.state == "finished"
    assert [(row[0], row[1], row[3]) for row in places(night.tournament)[:2]] == [
        (2, 1, "won_withdrawal"),
        (1, 2, "withdrew"),
    ]


# What follows


def test_a_stage_is_settled_where_a_result_stands_or_stood(monkeypatch):
    board = board_of(make_tournament(best_of=1), 1, 1)
    settles = [(SETTLE, board.pairing.round.stage_id)]
    ada, bob = player_at(board, 0), player_at(board, 1)
    asked = []
    monkeypatch.setattr(changes, "enqueue", lambda *task: asked.append(task))
    hand(board, knock(0, 2, 98), by=ada)
    hand(board, knock(0, 5, 20), by=ada)
    assert (state_of(board), asked) == ("reported", [])
    answer(results.confirm_result, board, bob)
    assert (state_of(board), asked) == ("finished", settles)
    again = {"n": 2, "entry": knock(0, 5, 6), "reason": "misread"}
    answer(results.correct_hand, board, DIRECTOR, **again)
    assert (state_of(board), asked) == ("running", settles * 2)
    hand(board, knock(0, 5, 6))
    assert asked == settles * 2


# The cost


def test_a_hand_takes_few_queries(django_assert_max_num_queries):
    board = board_of(make_tournament(entrants=16), 1, 1)
    for _ in range(3):
        hand(board, knock(0, 5, 20))
    board.match.refresh_from_db()
    with django_assert_max_num_queries(14 + 2):  # the transaction's begin and end
        results.record_hand(
            board=board,
            version=board.match.version,
            entry=knock(0, 5, 20),
            by=DIRECTOR,
            now=NOW,
        )


def test_another_clubs_player_of_the_same_account_has_no_part():
    """One account may play in two clubs, as two players."""
    board = board_of(make_tournament(), 1, 1)
    other = board_of(make_tournament(make_club()), 1, 1)
    ada = player_at(board, 0)
    Player.objects.filter(match_seats__match=other.match, match_seats__seat=1).update(
        user=ada.user_id
    )
    assert Role.PLAYER in acting_at(ada, other).roles
    assert (
        Role.PLAYER
        not in acting_at(ada, board_of(other.pairing.round.stage.tournament, 1, 2)).roles
    )
    assert Match.objects.count() == 6

"""Rounds that are set aside, taken back or played anew while somebody sits at an online table."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from config.celery import app
from games.cut_offs import flag_reference, resignation_reference
from games.models import Hand, Match, TableEvent
from games.selectors.holds import holds_at
from games.selectors.matches import match_record
from games.services.adjustments import adjust
from games.services.scoresheet import opened
from games.services.stored import store, who
from kernel.permissions import ONLINE, SYSTEM, Actor
from kernel.text import Refusal, refusal
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, win
from tests.concurrency import assert_chain, at_once, begun_before, codes
from tests.games.services.online import deal_at, seat_online, write_online
from tests.tournaments.services.desk.test_table_settling import at_table, online_event
from tests.tournaments.services.stages.test_swiss import pairs, play, swiss
from tournaments.models import Board, Penalty, Round
from tournaments.selectors.desk.own_table import own_online_table
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty, take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.desk.table_settling import settle_table
from tournaments.services.desk.table_staff import adjourn_table, pause_table, resume_table
from tournaments.services.events.entries import withdraw_entry
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.events.setup import move_tournament
from tournaments.services.stages import rounds
from web.db import clock


def seat_all(tournament, number):
    """Online tables for all matches of a round; the boards."""
    boards = Board.objects.filter(
        pairing__round__stage__tournament=tournament, pairing__round__number=number
    )
    found = list(boards.select_related("match").order_by("pairing__number"))
    for board in found:
        seat_online(board.match)
    return found


def ended(board):
    """What the table of a match was told of its end, one after the other."""
    events = TableEvent.objects.filter(table__match=board.match_id, kind="ruling")
    return [event.data["ended"] for event in events.order_by("number") if "ended" in event.data]


def withdraw(tournament, entry_id):
    withdraw_entry(tournament_id=tournament.pk, entry_id=entry_id, by=DIRECTOR, now=NOW)


def put_out(board, entry_id):
    said = PenaltyEntry(entry_id, "T_SLOW", 1, "disqualification")
    by, version = {"by": DIRECTOR, "now": NOW}, board.match.version
    (given,) = give_penalty(board=board, version=version, entry=said, **by)
    return given


def entry_at(board, seat):
    return board.pairing.sides.get(seat=seat).entry_id


def deal(match_id):
    """The first deal of a table, as a player brings it about: under the lock of the match alone."""
    with transaction.atomic():
        matches = Match.objects.select_for_update(of=("self",)).select_related("table")
        match = matches.get(pk=match_id)
        last = match.table.events.order_by("-number").first()
        if last is not None and last.data.get("ended"):
            raise refusal("hand_over", "The round of this match was drawn anew.")
        deal_at(match.table, NOW)
        store(opened(match_record(match), ONLINE, NOW))
    return "dealt"


class TestTold:
    """Tables that are told what becomes of their play."""

    pytestmark = pytest.mark.django_db

    @pytest.fixture
    def commits(self, django_capture_on_commit_callbacks):
        """Tasks run as soon as what they follow from is done."""
        return django_capture_on_commit_callbacks

    @pytest.fixture
    def two_rounds(self, commits):
        """A Swiss of eight; its first round is over, the second published."""
        tournament = swiss(commits, publishing="automatic")
        play(commits, tournament, 1)
        return tournament

    def other_way(self, commits, tournament, choice):
        with commits(execute=True):
            board = board_of(tournament, 1, 1)
            return win(board, 1, reason="misread", choice=choice).followed.correction

    def test_a_round_that_is_drawn_again_and_brought_back(self, commits, two_rounds):
        boards = seat_all(two_rounds, 2)
        made = self.other_way(commits, two_rounds, "redraw")
        assert [ended(board) for board in boards] == [["redrawn"]] * len(boards)
        made.board.match.refresh_from_db()
        with commits(execute=True):
            undo_correction(correction=made, version=made.board.match.version, by=DIRECTOR, now=NOW)
        assert [ended(board) for board in boards] == [["redrawn", None]] * len(boards)

    def test_play_that_has_begun_is_not_drawn_again(self, commits, two_rounds):
        board, *_others = seat_all(two_rounds, 2)
        deal(board.match_id)
        with pytest.raises(Refusal) as found:
            self.other_way(commits, two_rounds, "redraw")
        assert found.value.text.code == "choice_needed"
        assert ended(board) == []

    def test_a_round_that_is_taken_back_and_published_again(self, commits, two_rounds):
        board, *_others = seat_all(two_rounds, 2)
        of_round = {"tournament_id": two_rounds.pk, "number": 2, "by": DIRECTOR, "now": NOW}
        rounds.unpublish_round(**of_round)
        assert ended(board) == ["redrawn"]
        rounds.publish_round(**of_round)
        assert ended(board) == ["redrawn", None]

    def test_a_round_in_which_somebody_plays_is_not_taken_back(self, commits, two_rounds):
        board, *_others = seat_all(two_rounds, 2)
        deal(board.match_id)
        of_round = {"tournament_id": two_rounds.pk, "number": 2, "by": DIRECTOR, "now": NOW}
        with pytest.raises(Refusal) as found:
            rounds.unpublish_round(**of_round)
        assert found.value.text.code == "wrong_state"
        assert ended(board) == []

    def test_others_who_come_to_a_table_find_it_begun_anew(self, commits):
        tournament = make_tournament()
        play(commits, tournament, 1)
        final = board_of(tournament, 2, 1)
        seat_online(final.match)
        with commits(execute=True):
            win(board_of(tournament, 1, 1), 1, reason="misread", choice="rewind")
        assert ended(final) == ["void"]

    def test_what_was_played_there_is_void(self, commits):
        tournament = make_tournament()
        play(commits, tournament, 1)
        final = board_of(tournament, 2, 1)
        seat_online(final.match)
        match = Match.objects.get(pk=final.match_id)
        write_online(record=match_record(match), by=ONLINE, now=NOW)
        correct = {"reason": "misread", "choice": "void", "confirm": "Semi-finals"}
        with commits(execute=True):
            win(board_of(tournament, 1, 1), 1, **correct)
        assert ended(final)[0] == "void"
        assert Hand.objects.get(match=match).deal == 1
        assert match_record(Match.objects.get(pk=match.pk)).facts == ()

    def test_who_has_left_plays_no_further(self, commits):
        """The hand that they play ends, and the match can't be won back at its table."""
        event = online_event()
        board = board_of(event, 1, 1)
        match = at_table(board)
        match.play_hand_until_turn()
        with commits(execute=True):
            withdraw(event, entry_at(board, 0))
        assert ended(board) == ["redrawn"]
        settle_table(match_id=board.match_id, by=SYSTEM, now=NOW)
        assert match.kinds()[-1] == "cut_off"
        assert match.resign(1, "match").refused.text.code == "hand_over"
        for seat in (0, 1):
            match.ready(seat)
        assert match.now.state.stage == "hand_over"
        assert entry_at(board_of(event, 2, 1), 0) == entry_at(board, 1)
        with commits(execute=True):
            rebuild_tournament(tournament_id=event.pk, by=DIRECTOR, now=NOW)
        assert ended(board) == ["redrawn"]

    def test_a_match_that_is_played_to_its_end_is_told_nothing(self, commits):
        event = online_event(rules={"match_n": 1})
        board = board_of(event, 1, 1)
        at_table(board).play()
        with commits(execute=True):
            settle_table(match_id=board.match_id, by=SYSTEM, now=NOW)
        with commits(execute=True):
            withdraw(event, entry_at(board_of(event, 2, 1), 0))
        assert ended(board) == []

    def test_a_cancelled_event_is_not_played_on(self):
        event = online_event()
        boards = [board_of(event, 1, 1), board_of(event, 1, 2)]
        matches = [at_table(board) for board in boards]
        matches[0].play_hand_until_turn()
        cancel = {"tournament_id": event.pk, "action": "cancel", "name": event.name}
        move_tournament(**cancel, by=DIRECTOR, now=NOW)
        assert [ended(board) for board in boards] == [["redrawn"], ["redrawn"]]
        settle_table(match_id=boards[0].match_id, by=SYSTEM, now=NOW)
        assert matches[0].now.state.stage == "hand_over"
        with pytest.raises(Refusal) as found:
            pause_table(board=boards[1], reason="a call", by=DIRECTOR, now=NOW)
        assert found.value.text.code == "wrong_state"

    def test_a_table_that_was_stopped_is_not_adjourned(self, commits):
        """Nor does anybody read of an adjourned match that is not to be played on."""
        event = online_event()
        board = board_of(event, 1, 1)
        at_table(board).play_hand_until_turn()
        said = {"board": board, "reason": "supper", "by": DIRECTOR, "now": NOW}
        hour = clock.now() + timedelta(hours=1)
        adjourn_table(until=hour, **said)
        assert set(holds_at([board.match_id])) == {board.match_id}
        with commits(execute=True):
            withdraw(event, entry_at(board, 0))
        assert holds_at([board.match_id]) == {}
        resume_table(**said)
        with pytest.raises(Refusal) as found:
            adjourn_table(until=hour, **said)
        assert found.value.text.code == "hand_over"

    def test_who_goes_on_is_led_to_the_match_that_they_play(self, commits):
        """Not to the one that was decided because their opponent was put out."""
        event = online_event(rules={"match_n": 5})
        board = board_of(event, 1, 1)
        at_table(board)
        user = board.match.seats.get(seat=1).player.user_id
        found = partial(own_online_table, Actor("page", user_id=user), event, NOW)
        event.refresh_from_db()
        assert found().match == board.match_id
        with commits(execute=True):
            put_out(board, entry_at(board, 0))
        assert found() is None
        with commits(execute=True):
            win(board_of(event, 1, 2), 0)
        assert found().match == board_of(event, 2, 1).match_id

    def test_who_is_put_out_and_let_in_again_plays_on(self, commits):
        event = online_event()
        board = board_of(event, 1, 1)
        match = at_table(board)
        match.play_hand()
        settle_table(match_id=board.match_id, by=SYSTEM, now=NOW)
        with commits(execute=True):
            penalty = put_out(board_of(event, 1, 1), entry_at(board, 0))
        assert ended(board) == ["redrawn"]
        settle_table(match_id=board.match_id, by=SYSTEM, now=NOW)
        match.pass_time(hours=1)
        board = board_of(event, 1, 1)
        with commits(execute=True):
            take_back_penalty(
                penalty=penalty,
                version=board.match.version,
                request=CorrectionRequest("penalty", reason="a mistake"),
                by=DIRECTOR,
                now=clock.now(),
            )
        assert ended(board) == ["redrawn", None]
        settle_table(match_id=board.match_id, by=SYSTEM, now=NOW)
        assert match.now.state.ready == (False, False), "nothing fell due meanwhile"
        match.play_hand()
        assert [fact.hand.sequence for fact in match.record.facts] == [1, 2]

    @pytest.mark.parametrize("reference", [resignation_reference(3), flag_reference(3)])
    def test_what_its_table_brought_about_comes_back_with_a_match(self, commits, reference):
        """It is no penalty, so nobody has taken one back."""
        tournament = make_tournament()
        play(commits, tournament, 1)
        final = board_of(tournament, 2, 1)
        seat_online(final.match)
        match = Match.objects.get(pk=final.match_id)
        record = write_online(record=match_record(match), by=ONLINE, now=NOW)
        adjust(record=record, kind="game_loss", seat=0, by=ONLINE, now=NOW, reference=reference)
        with commits(execute=True):
            again = {"reason": "misread", "choice": "void", "confirm": "Semi-finals"}
            made = win(board_of(tournament, 1, 1), 1, **again).followed.correction
        made.board.match.refresh_from_db()
        with commits(execute=True):
            undo_correction(correction=made, version=made.board.match.version, by=DIRECTOR, now=NOW)
        record = match_record(Match.objects.get(pk=match.pk))
        assert [one.reference for one in record.adjustments] == [reference]
        assert [fact.hand.sequence for fact in record.facts] == [1]
        assert record.score.games_won == (0, 1)
        assert ended(final) == ["void"] * len(ended(final))

    def test_the_penalty_of_a_flag_hits_no_other_match(self, commits):
        """The desk gave it, so that it is counted; with the play in which the flag fell it goes."""
        tournament = make_tournament()
        play(commits, tournament, 1)
        final = board_of(tournament, 2, 1)
        seat_online(final.match)
        record = match_record(Match.objects.get(pk=final.match_id))
        record, hit = adjust(
            record=record, kind="game_loss", seat=0, by=ONLINE, now=NOW, reference=flag_reference(3)
        )
        Penalty.objects.create(
            tournament=tournament,
            board=final,
            takes_effect=final,
            entry=final.pairing.sides.get(seat=0).entry,
            player=final.match.seats.get(seat=0).player,
            infraction="T_SLOW",
            occurrence=1,
            step="game_loss",
            adjustment=hit,
            **who(ONLINE, NOW),
        )
        with commits(execute=True):
            again = {"reason": "misread", "choice": "void", "confirm": "Semi-finals"}
            win(board_of(tournament, 1, 2), 1, **again)
        record = match_record(Match.objects.get(pk=final.match_id))
        assert (record.adjustments, record.state) == ((), Match.States.OPEN)


@pytest.mark.databases_differ
class TestMeanwhile:
    """Players act while a director decides, each on a connection of their own."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture(autouse=True)
    def without_worker(self, redis):
        """Tasks wait in the broker: what they would do the tests do."""
        app.conf.task_always_eager = False
        yield
        app.conf.task_always_eager = True

    @pytest.fixture
    def tournament(self, django_capture_on_commit_callbacks):
        app.conf.task_always_eager = True
        tournament = swiss(django_capture_on_commit_callbacks, publishing="automatic")
        play(django_capture_on_commit_callbacks, tournament, 1)
        app.conf.task_always_eager = False
        return tournament

    def test_a_deal_and_a_redraw_at_once(self, tournament):
        """Whichever comes first, nothing is dealt in a round that is set aside."""
        boards = seat_all(tournament, 2)
        old, first = pairs(tournament, 2), board_of(tournament, 1, 1)
        redraw = partial(win, first, 1, reason="misread", choice="redraw")
        given = at_once(redraw, *(partial(deal, board.match_id) for board in boards))
        dealt = given[1:].count("dealt")
        if dealt:
            assert codes(given[:1]) == ["choice_needed"]
            assert (pairs(tournament, 2), dealt) == (old, len(boards))
        else:
            assert codes(given) == ["hand_over"] * len(boards)
            assert Round.objects.get(set_aside_from__isnull=False).number == 2
        assert_chain(f"tournament:{tournament.pk}")

    def test_a_deal_while_a_round_is_set_aside(self, tournament):
        """It comes too late as soon as somebody has looked whether play has begun."""
        board, *_others = seat_all(tournament, 2)
        deals = partial(deal, board.match_id)
        with begun_before('UPDATE "tournaments_round" SET "set_aside_from_id"', deals) as given:
            made = win(board_of(tournament, 1, 1), 1, reason="misread", choice="redraw")
        assert made.followed.correction.choice == "redraw"
        assert codes(given) == ["hand_over"]
        assert not TableEvent.objects.filter(kind="deal").exists()

    def test_a_deal_while_a_round_is_taken_back(self, tournament):
        board, *_others = seat_all(tournament, 2)
        of_round = {"tournament_id": tournament.pk, "number": 2, "by": DIRECTOR, "now": NOW}
        deals = partial(deal, board.match_id)
        with begun_before('UPDATE "tournaments_publication"', deals) as given:
            rounds.unpublish_round(**of_round)
        assert codes(given) == ["hand_over"]

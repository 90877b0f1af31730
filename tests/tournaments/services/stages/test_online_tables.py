"""Rounds that are set aside, taken back or played anew while somebody sits at an online table."""

from functools import partial

import pytest
from django.db import transaction

from config.celery import app
from games.cut_offs import flag_reference, resignation_reference
from games.models import Hand, Match, TableEvent
from games.selectors.matches import match_record
from games.services.adjustments import adjust
from games.services.scoresheet import opened
from games.services.stored import store, who
from kernel.permissions import ONLINE
from kernel.text import Refusal, refusal
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, win
from tests.concurrency import assert_chain, at_once, begun_before, codes
from tests.games.services.online import deal_at, seat_online, write_online
from tests.tournaments.services.stages.test_swiss import pairs, play, swiss
from tournaments.models import Board, Penalty, Round
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.stages import rounds


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
    return [event.data["ended"] for event in events.order_by("number")]


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

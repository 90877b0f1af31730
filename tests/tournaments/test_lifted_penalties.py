"""Who was put out comes back: the match that went to the opponent without play is open again, and
what was drawn from it is asked about."""

import pytest

from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, win
from tests.stock import stocked
from tests.tournaments.services.desk.test_appeals import appeal, appointed, decide
from tests.tournaments.services.desk.test_penalties import HEAD, give, score_of, take_back
from tests.tournaments.services.desk.test_what_rests import unwind, written
from tests.tournaments.services.stages.test_plans import board_of_match, staged, win_best_of
from tests.tournaments.services.stages.test_swiss import pairs, publish, states, swiss
from tournaments.models import Board, Correction, Penalty, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import entries
from tournaments.services.stages.redrawing import RestsOn

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@stocked
def put_out(commits, publishing="automatic"):
    """A Swiss of eight: seed 1 is put out in the first round, the other three matches are over."""
    tournament = swiss(commits, publishing=publishing)
    with commits(execute=True):
        give(board_of(tournament, 1, 1), 1, "T_CHEAT", by=DIRECTOR)
    for number in (2, 3, 4):
        with commits(execute=True):
            win(board_of(tournament, 1, number), 0)
    return tournament


@pytest.fixture
@stocked
def tournament(commits):
    return put_out(commits)


def penalty_of(tournament):
    return Penalty.objects.get(tournament=tournament, superseded_at__isnull=True)


def lift(commits, tournament, choice=None, by=DIRECTOR, **more):
    with commits(execute=True):
        return take_back(penalty_of(tournament), by=by, choice=choice, **more)


def play_rest(commits, event, number):
    """The first seat wins every match of a stage that is open and not decided without play."""
    stage = Stage.objects.get(tournament=event, number=number)
    while matches := [match.pk for match in ready_in(stage)]:
        with commits(execute=True):
            win_best_of(board_of_match(matches[0]), 0)


def ready_in(stage):
    facts = stage_record(stage)
    open_ = [pairing.plan.key for pairing in facts.resolved() if not pairing.decision]
    boards = [board for key in open_ for board in facts.pairings[key].boards]
    return [board.match for board in boards if None not in board.players]


def marks(tournament):
    return [mark[0] for mark in Stage.objects.get(tournament=tournament, number=1).repaired]


def test_the_round_that_was_drawn_from_it_is_asked_about(commits, tournament):
    assert states(tournament) == ["complete", "published"]
    before = written(tournament)
    with pytest.raises(RestsOn) as refused:
        lift(commits, tournament)
    assert refused.value.text.code == "choice_needed"
    assert refused.value.choices == ("redraw", "keep")
    assert [drawing.place for drawing in refused.value.drawings] == [(1, 2)]
    assert written(tournament) == before


def test_drawn_again_it_waits_for_the_match(commits, tournament):
    before, old = written(tournament), pairs(tournament, 2)
    lift(commits, tournament, "redraw")
    assert states(tournament) == ["running"]
    correction = Correction.objects.get()
    assert (correction.kind, correction.choice) == ("penalty", "redraw")
    unwind(commits, correction)
    assert states(tournament) == ["complete", "published"]
    assert pairs(tournament, 2) == old
    assert drawn(written(tournament)) == drawn(before)
    lift(commits, tournament, "redraw")
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 0)
    assert states(tournament) == ["complete", "published"]


def drawn(lines):
    return [line for line in lines if "revision" not in line]


def test_kept_it_is_marked(commits, tournament):
    old = pairs(tournament, 2)
    lift(commits, tournament, "keep")
    assert (pairs(tournament, 2), marks(tournament)) == (old, [2])


def test_what_was_played_is_void_by_typing_the_round(commits, tournament):
    with commits(execute=True):
        win(board_of(tournament, 2, 1), 0)
    for choice, confirm, code in (
        (None, "", "choice_needed"),
        ("redraw", "", "choice_needed"),
        ("void", "", "confirm_needed"),
    ):
        with pytest.raises(Refusal) as refused:
            lift(commits, tournament, choice, confirm=confirm)
        assert refused.value.text.code == code
    lift(commits, tournament, "void", confirm="Round 1 of 3")
    assert states(tournament) == ["running"]


def test_a_director_says_what_becomes_of_it(commits, tournament):
    for choice in (None, "keep"):
        with pytest.raises(RestsOn) as refused:
            lift(commits, tournament, choice, by=HEAD)
        assert refused.value.text.code == "forbidden"
    assert not Correction.objects.exists()


def test_a_draft_is_drawn_again_of_itself(commits):
    tournament = put_out(commits, publishing="by_hand")
    assert states(tournament) == ["complete", "draft"]
    lift(commits, tournament)
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 0)
    assert pairs(tournament, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    publish(commits, tournament, 2)


def test_a_panel_is_asked_too(commits, tournament):
    board, head = board_of(tournament, 1, 1), appointed(tournament, "director")
    made = appeal(board, penalty_of(tournament), DIRECTOR)
    for outcome, step in (("overturned", ""), ("changed", "warning")):
        with pytest.raises(RestsOn):
            decide(board, made, outcome, head, step=step)
    with commits(execute=True):
        decide(board, made, "changed", head, step="warning", choice="keep")
    assert marks(tournament) == [2]


def test_another_step_brings_them_back_as_well(commits, tournament):
    """The opponent is through all the same, but the round was drawn without them."""
    board, head = board_of(tournament, 1, 1), appointed(tournament, "director")
    made = appeal(board, penalty_of(tournament), DIRECTOR)
    with commits(execute=True):
        decide(board, made, "changed", head, step="match_loss", choice="keep")
    assert score_of(board)[2] == 1
    assert (states(tournament), marks(tournament)) == (["complete", "published"], [2])


def test_the_stage_that_was_drawn_from_a_group_is_asked_about(commits):
    event = staged(commits)
    last = Board.objects.filter(match__seats__player__name="Player 0008").order_by(
        "-pairing__round__number"
    )[0]
    with commits(execute=True):
        give(board_of_match(last.match_id), 8, "T_CHEAT", by=DIRECTOR)
    play_rest(commits, event, 1)
    drawn_stage = Stage.objects.get(tournament=event, number=2)
    assert drawn_stage.rounds.first().state == "published"
    with pytest.raises(RestsOn) as refused:
        lift(commits, event)
    assert [drawing.place for drawing in refused.value.drawings] == [(2, 1)]
    lift(commits, event, "redraw")
    assert not drawn_stage.rounds.exists()
    play_rest(commits, event, 1)
    assert drawn_stage.rounds.first().state == "published"


def test_a_match_of_another_stage_has_nothing_to_do_with_it(commits):
    """In the groups a match went to them without play, and so it is open there as well."""
    event = staged(commits)
    names = {
        board.pk: {seat.player.name for seat in board.match.seats.all()}
        for board in Board.objects.filter(pairing__round__number=1)
    }
    with_leader = next(two for two in names.values() if "Player 0001" in two)
    (other,) = with_leader - {"Player 0001"}
    with commits(execute=True):
        entries.withdraw_entry(
            tournament_id=event.pk,
            entry_id=event.entries.get(name=other).pk,
            by=DIRECTOR,
            now=NOW,
        )
    play_rest(commits, event, 1)
    semi_final = Board.objects.get(
        pairing__round__stage__number=2,
        pairing__round__number=1,
        match__seats__player__name="Player 0001",
    )
    with commits(execute=True):
        give(board_of_match(semi_final.match_id), 1, "T_CHEAT", by=DIRECTOR)
    play_rest(commits, event, 2)
    final = Board.objects.get(pairing__round__stage__number=2, pairing__round__number=2)
    assert final.match.seats.count() == 2
    with pytest.raises(Refusal, match="has begun"):
        lift(commits, event)

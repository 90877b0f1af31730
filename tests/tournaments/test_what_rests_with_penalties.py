"""What is set aside and comes back where penalties were given, taken back, changed or appealed."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.models import Adjustment
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of, sign_in, win
from tests.tournaments.services.desk.test_appeals import ruled
from tests.tournaments.services.desk.test_penalties import HEAD, give, score_of, take_back
from tests.tournaments.services.desk.test_what_rests import begin, other_way, unwind, written
from tests.tournaments.services.stages.test_plans import board_of_match, play_stage, staged
from tests.tournaments.services.stages.test_swiss import play, publish, states, swiss
from tournaments.models import Board, Penalty
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal
from tournaments.services.desk.penalties import board_of as board_hit_by
from tournaments.services.desk.penalties import change_penalty
from tournaments.services.desk.result_change import CorrectionRequest

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

VOID = {"choice": "void", "confirm": "Round 1 of 3"}


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


def two_rounds(commits, publishing, step):
    """A Swiss of eight whose second round is published, with a penalty that was given in the first
    and hits the second."""
    tournament = swiss(commits, publishing=publishing)
    play(commits, tournament, 1)
    if publishing == "by_hand":
        publish(commits, tournament, 2)
    with commits(execute=True):
        (penalty,) = give(board_of(tournament, 1, 2), 2, "T_SLOW", step)
    penalty.refresh_from_db()
    assert penalty.takes_effect.pairing.round.number == 2
    return tournament, penalty


def lift(commits, penalty, way, step="warning"):
    """It is taken back, or another step takes its place."""
    penalty.refresh_from_db()
    with commits(execute=True):
        if way == "take_back":
            take_back(penalty)
            return
        change_penalty(
            penalty=penalty,
            version=board_hit_by(penalty).match.version,
            step=step,
            request=CorrectionRequest("appeal", "too severe"),
            by=HEAD,
            now=NOW,
        )


def page(tournament, name, *keys):
    """A page of the desk, as the owner reads it."""
    client, args = Client(), [tournament.club.slug, tournament.slug, *keys]
    sign_in(client, owner_of(tournament.club))
    return client.get(reverse(name, args=args)).content.decode()


def require_proved(capsys, tournament):
    """What stands is what a rebuild makes of the facts."""
    before = written(tournament)
    for command in ("rebuild", "verify_standings", "verify_audit"):
        call_command(command)
    assert written(tournament) == before
    capsys.readouterr()


@pytest.mark.parametrize("publishing", ["by_hand", "automatic"])
@pytest.mark.parametrize("step", ["game_loss", "hand_loss"])
@pytest.mark.parametrize("way", ["take_back", "change"])
def test_a_penalty_that_was_lifted_meanwhile_is_off_the_score_that_comes_back(
    commits, capsys, publishing, step, way
):
    tournament, penalty = two_rounds(commits, publishing, step)
    hit = penalty.takes_effect
    made = other_way(commits, tournament, **VOID)
    lift(commits, penalty, way)
    unwind(commits, made)
    assert score_of(hit) == ("open", [0, 0], None)
    assert hit.pairing.round.stage_id is not None
    assert not Adjustment.objects.filter(match=hit.match, superseded_at=None).exists()
    require_proved(capsys, tournament)


def test_of_a_match_that_was_void_it_is_off_as_well(commits, capsys):
    """A bracket: the final is void, and who had the penalty is out of it meanwhile."""
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    with commits(execute=True):
        (penalty,) = give(board_of(tournament, 1, 1), 1, "T_SLOW", "game_loss")
    final = board_of(tournament, 2, 1)
    assert score_of(final) == ("running", [0, 1], None)
    made = other_way(commits, tournament, choice="void", confirm="Semi-finals")
    assert score_of(final) == ("open", [0, 0], None)
    lift(commits, penalty, "take_back")
    unwind(commits, made)
    assert score_of(final) == ("open", [0, 0], None)
    require_proved(capsys, tournament)


def test_where_a_result_rests_on_it_nothing_comes_back_but_the_result_is_corrected(commits, capsys):
    tournament, penalty = two_rounds(commits, "by_hand", "match_loss")
    assert score_of(penalty.takes_effect)[0] == "finished"
    made = other_way(commits, tournament, **VOID)
    lift(commits, penalty, "take_back")
    with pytest.raises(Refusal, match="correct the result instead"):
        unwind(commits, made)
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 0, reason="it was right at first")
    assert states(tournament) == ["complete", "draft"]
    require_proved(capsys, tournament)


def test_what_was_given_where_it_is_set_aside_is_taken_back_first(commits, capsys):
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    board = board_of(tournament, 2, 1)
    begin(commits, board)
    (penalty,) = give(board, 1, "T_SLOW")
    with pytest.raises(Refusal, match="take the penalty back first"):
        other_way(commits, tournament, **VOID)
    lift(commits, penalty, "take_back")
    made = other_way(commits, tournament, **VOID)
    require_proved(capsys, tournament)
    shown = page(tournament, "penalties")
    assert "taken back: misheard" in shown
    assert f"/matches/{board.match_id}/" not in shown
    unwind(commits, made)
    require_proved(capsys, tournament)


def test_what_hit_what_is_set_aside_and_was_taken_back_is_in_nobody_s_way(commits, capsys):
    tournament, penalty = two_rounds(commits, "automatic", "game_loss")
    hit = penalty.takes_effect
    lift(commits, penalty, "take_back")
    begin(commits, hit)
    made = other_way(commits, tournament, **VOID)
    unwind(commits, made)
    penalty.refresh_from_db()
    assert penalty.takes_effect == hit
    require_proved(capsys, tournament)


def test_a_penalty_of_the_new_round_is_taken_back_before_the_old_one_comes_back(commits, capsys):
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    made = other_way(commits, tournament, choice="redraw")
    (penalty,) = give(board_of(tournament, 2, 1), 2, "T_SLOW")
    with pytest.raises(Refusal, match="take the penalty back first"):
        unwind(commits, made)
    lift(commits, penalty, "take_back")
    unwind(commits, made)
    require_proved(capsys, tournament)


@pytest.mark.parametrize("what", ["ruling", "penalty"])
def test_an_appeal_is_decided_before_its_match_is_set_aside(commits, capsys, what):
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    board = board_of(tournament, 2, 1)
    begin(commits, board)
    board.match.refresh_from_db()
    if what == "ruling":
        appealed = {"ruling": ruled(board).pk}
    else:
        appealed = {"penalty": give(board, 1, "T_SLOW")[0].pk}
    entry = AppealEntry("a slow turn", "the clock stood still", **appealed)
    appeal = make_appeal(board=board, entry=entry, by=DIRECTOR, now=NOW)
    if what == "penalty":
        lift(commits, appeal.penalty, "take_back")
    with pytest.raises(Refusal, match="record what the panel decided first"):
        other_way(commits, tournament, **VOID)
    board.match.refresh_from_db()
    panel = [f"user:{owner_of(tournament.club).pk}"]
    decision = DecisionEntry("upheld", panel, "as it was", board.match.version)
    decide_appeal(appeal=appeal, entry=decision, by=DIRECTOR, now=NOW)
    made = other_way(commits, tournament, **VOID)
    require_proved(capsys, tournament)
    assert "Upheld" in page(tournament, "appeals")
    assert f"/matches/{board.match_id}/" not in page(tournament, "appeal_decision", appeal.pk)
    unwind(commits, made)
    require_proved(capsys, tournament)


@pytest.mark.parametrize("way", ["give", "change"])
def test_what_is_given_in_a_stage_that_is_over_hits_the_next_stage_at_once(commits, capsys, way):
    event = staged(commits)
    play_stage(commits, event, 1)
    board = Board.objects.filter(
        pairing__round__stage__number=1, pairing__sides__entry__seed=1
    ).first()
    board = board_of_match(board.match_id)
    with commits(execute=True):
        (penalty,) = give(board, 1, "T_SLOW", "game_loss" if way == "give" else "warning")
    if way == "change":
        lift(commits, penalty, "change", step="game_loss")
    penalty = Penalty.objects.get(superseded_at=None)
    assert penalty.takes_effect.pairing.round.stage.number == 2
    require_proved(capsys, event)

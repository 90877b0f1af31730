"""Events of several stages through the services."""

import pytest

from games.engine.gin.rules import KNOBS, from_stored
from games.models import Match
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, make_tournament
from tests.stock import stocked
from tournaments.models import Board, Round, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.events import entries
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, set_stages

pytestmark = pytest.mark.django_db

GROUPS_THEN_KNOCK_OUT = [
    StagePlan("round_robin", {"groups": 2}, rules={"match_n": 3}),
    StagePlan(
        "single_elimination",
        take=4,
        rules={"match_n": 3},
        final_rounds=1,
        final_rules={"match_n": 5},
    ),
]


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


@stocked
def staged(commits, stages=GROUPS_THEN_KNOCK_OUT, entrants=8, **fields):
    tournament = make_tournament(entrants=entrants, start=False, stages=stages, **fields)
    with commits(execute=True):
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, seed="1")
    return tournament


def play_stage(commits, tournament, number):
    """The better seed wins every match of the stage that can be played."""
    boards = Board.objects.filter(pairing__round__stage__tournament=tournament)
    while True:
        open_ = boards.filter(pairing__round__stage__number=number, match__state="open")
        board = open_.exclude(pairing__round__state="draft").order_by("pairing__round", "pk")
        board = next((candidate for candidate in board if candidate.match.seats.count() == 2), None)
        if board is None:
            return
        seats = [seat.player.name for seat in board.match.seats.order_by("seat")]
        with commits(execute=True):
            win_best_of(board, seats.index(min(seats)))


def win_best_of(board, seat):
    needed = (board.match.rules["match_n"] + 1) // 2
    board = board_of_match(board.match_id)
    results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [needed, 0] if seat == 0 else [0, needed]},
        by=DIRECTOR,
        now=NOW,
    )


def board_of_match(match):
    return Board.objects.select_related("match", "pairing__round__stage__tournament__club").get(
        match=match
    )


def seeds(tournament, stage):
    facts = stage_record(Stage.objects.get(tournament=tournament, number=stage))
    return [facts.entrants[entry].seed for entry in facts.table.entries]


def test_groups_then_a_knock_out_with_rules_of_its_own(commits):
    tournament = staged(commits)
    first = Match.objects.filter(board__pairing__round__stage__number=1)
    assert {match.rules["match_n"] for match in first} == {3}
    play_stage(commits, tournament, 1)
    assert sorted(seeds(tournament, 2)[:2]) == [1, 2]
    tournament.refresh_from_db()
    assert tournament.state == "running"
    lengths = Match.objects.filter(board__pairing__round__stage__number=2).values_list(
        "board__pairing__round__number", "rules__match_n"
    )
    assert set(lengths) == {(1, 3), (2, 5)}
    play_stage(commits, tournament, 2)
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_a_correction_draws_the_next_stage_again_while_it_is_a_draft(commits):
    tournament = staged(commits, publishing="by_hand")
    play_stage_by_hand(commits, tournament)
    before = seeds(tournament, 2)
    board = next(
        board_of_match(candidate.match_id)
        for candidate in Board.objects.filter(pairing__round__stage__number=1)
        if {seat.player.name for seat in candidate.match.seats.all()}
        == {"Player 0001", "Player 0004"}
    )
    seat = board.match.seats.get(player__name="Player 0004").seat
    with commits(execute=True):
        results.record_result(
            board=board,
            version=board.match.version,
            level="games_won",
            payload={"games_won": [2, 0] if seat == 0 else [0, 2]},
            reason="The sheet was read wrongly.",
            by=DIRECTOR,
            now=NOW,
        )
    assert sorted(before[:2]) == [1, 2]
    assert sorted(seeds(tournament, 2)[:2]) == [2, 4]


def play_stage_by_hand(commits, tournament):
    for number in Round.objects.filter(stage__number=1).values_list("number", flat=True):
        with commits(execute=True):
            rounds.publish_round(tournament_id=tournament.pk, number=number, by=DIRECTOR, now=NOW)
        play_stage(commits, tournament, 1)


def test_who_leaves_between_the_stages_makes_room(commits):
    tournament = staged(commits, publishing="by_hand")
    play_stage_by_hand(commits, tournament)
    with commits(execute=True):
        entries.withdraw_entry(
            tournament_id=tournament.pk,
            entry_id=tournament.entries.get(seed=2).pk,
            by=DIRECTOR,
            now=NOW,
        )
    assert 2 not in seeds(tournament, 2)
    assert len(seeds(tournament, 2)) == 4
    first = stage_record(Stage.objects.get(tournament=tournament, number=1))
    assert not first.table.withdrawn


def as_an_older_program_left_it(tournament):
    """Before points were counted gross, and rounds of which each deals a hand."""
    tournament.rules = {knob.name: tournament.rules[knob.name] for knob in KNOBS if knob.since <= 2}
    tournament.rules_version = 2
    tournament.save()


def test_a_stage_of_an_older_event_can_have_a_length_that_came_later(commits):
    tournament = make_tournament(entrants=4, start=False)
    as_an_older_program_left_it(tournament)
    knobs = {"match_type": "rounds", "match_n": 2, "round_of": "deal_each"}
    stages = [StagePlan("single_elimination", rules=knobs)]
    set_stages(tournament_id=tournament.pk, stages=stages, by=DIRECTOR, now=NOW)
    with commits(execute=True):
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, seed="1")
    match = Match.objects.first()
    assert from_stored(match.rules, match.rules_version).hands_a_round == 2


def test_rules_of_an_older_event_are_edited_with_the_same_meaning(commits):
    tournament = make_tournament(entrants=4, start=False)
    as_an_older_program_left_it(tournament)
    tournament = edit_tournament(tournament_id=tournament.pk, best_of=3, by=DIRECTOR, now=NOW)
    rules = from_stored(tournament.rules, tournament.rules_version)
    assert (rules.match_n, rules.points_by, rules.round_of) == (3, "net", "hand")


def test_stages_that_are_set_twice_are_set_once():
    tournament = make_tournament(start=False)
    for _ in range(2):
        set_stages(tournament_id=tournament.pk, stages=GROUPS_THEN_KNOCK_OUT, by=DIRECTOR, now=NOW)
        tournament.refresh_from_db()
    assert tournament.stages.count() == 2
    version = tournament.version
    set_stages(tournament_id=tournament.pk, stages=GROUPS_THEN_KNOCK_OUT, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    assert tournament.version == version


@pytest.mark.parametrize(
    ("stages", "field"),
    [
        ([], "stages"),
        ([StagePlan("single_elimination", take=4)], "take"),
        ([StagePlan("swiss"), StagePlan("single_elimination")], "take"),
        ([StagePlan("swiss", final_rounds=1, final_rules={"match_n": 5})], "final_rounds"),
        ([StagePlan("round_robin", final_rounds=1)], "final_rounds"),
        ([StagePlan("round_robin", {"groups": "two"})], "groups"),
        ([StagePlan("round_robin", rules={"match_n": 4})], "match_n"),
    ],
)
def test_what_cannot_be_a_stage_is_refused(stages, field):
    tournament = make_tournament(start=False)
    with pytest.raises(Refusal) as refusal:
        set_stages(tournament_id=tournament.pk, stages=stages, by=DIRECTOR, now=NOW)
    assert refusal.value.field == field


def test_a_correction_behind_a_stage_that_is_under_way_warns_and_moves_nobody(commits):
    tournament = staged(commits)
    play_stage(commits, tournament, 1)
    before = seeds(tournament, 2)
    board = board_of_match(
        Board.objects.filter(pairing__round__stage__number=1).earliest("pk").match_id
    )
    with commits(execute=True):
        left = results.record_result(
            board=board,
            version=board.match.version,
            level="games_won",
            payload={"games_won": [2, 0] if board.match.winner == 1 else [0, 2]},
            reason="The sheet was read wrongly.",
            by=DIRECTOR,
            now=NOW,
        )
    assert left.followed.correction.level == "warning"
    assert seeds(tournament, 2) == before

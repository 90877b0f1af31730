"""A ladder and a qualifying through the services: to the end, and on into a bracket."""

import pytest

from players.models import Player
from tests.builders import DIRECTOR, NOW
from tests.tournaments.services.stages.test_plans import play_stage, seeds, staged
from tournaments.models import Stage
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import presence
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


def pairs(tournament, round):
    """The pairs of a round of the first stage by seeds, None for the bye."""
    facts = stage_record(Stage.objects.get(tournament=tournament, number=1))
    seed = {entry: entrant.seed for entry, entrant in facts.entrants.items()}
    plans = [plan for plan in facts.table.plan if plan.round == round]
    return [tuple(seed.get(side.entry) for side in plan.sides) for plan in plans]


def test_a_ladder_is_played_to_its_end(commits):
    ladder = [StagePlan("ladder", {"rounds": 3})]
    tournament = staged(commits, ladder, entrants=5, publishing="automatic")
    assert pairs(tournament, 1) == [(1, 2), (3, 4), (5, None)]
    player = Player.objects.create(club=tournament.club, name="Late Comer")
    with commits(execute=True):
        presence.enter_late(tournament_id=tournament.pk, who=player, by=DIRECTOR, now=NOW)
    play_stage(commits, tournament, 1)
    assert pairs(tournament, 2) == [(1, 3), (2, 4), (5, 6)]
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    table = standing_table(Stage.objects.get(tournament=tournament))
    assert [row["rank"] for row in table.rows] == [1, 2, 3, 4, 5, 6]
    assert {row["reason"]["code"] for row in table.rows} == {"ladder_won", "ladder_lost"}


def test_the_best_records_of_a_qualifying_go_on(commits):
    stages = [
        StagePlan("qualifying", {"rounds": 2, "groups": 2}, rules={"match_n": 3}),
        StagePlan("single_elimination", take=4, rules={"match_n": 3}),
    ]
    tournament = staged(commits, stages, publishing="automatic")
    assert len(pairs(tournament, 1)) == 4
    play_stage(commits, tournament, 1)
    first = standing_table(Stage.objects.get(tournament=tournament, number=1))
    assert [row["rank"] for row in first.rows] == [1, 2, 3, 4] * 2
    assert len(seeds(tournament, 2)) == 4
    best = {row["entry"] for row in first.rows if row["rank"] <= 2}
    following = stage_record(Stage.objects.get(tournament=tournament, number=2))
    assert {*following.table.entries} == best
    play_stage(commits, tournament, 2)
    tournament.refresh_from_db()
    assert tournament.state == "finished"

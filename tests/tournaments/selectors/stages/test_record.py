"""A stage is read as its facts are, whatever happened in an event before: random ones are played,
corrected, ruled on, left and taken back, and at each step their totals are proved."""

import os
import random

import pytest
from django.core.management import call_command

from tests.builders import DIRECTOR, NOW, make_club, make_players, make_teams
from tests.tournaments.services.desk.test_what_rests_at_random import Desk
from tournaments.domain.verification.tables import recomputed
from tournaments.models import Absence, Board, Entry, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import entries, presence, setup, teams
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, set_stages

pytestmark = pytest.mark.django_db

LONG = os.environ.get("UNDERCUT_LONG") == "1"
SEEDS, STEPS = range(24 if LONG else 6), 20

ONE_GAME = {"match_n": 1}
KNOCK_OUT = StagePlan("single_elimination", take=4, rules=ONE_GAME)
PLANS = [
    [StagePlan("swiss", {"rounds": 3, "apart_rounds": 1}, rules=ONE_GAME), KNOCK_OUT],
    [StagePlan("round_robin", {"groups": 2}, rules=ONE_GAME), KNOCK_OUT],
    [StagePlan("single_elimination", {"third_place": True}, rules=ONE_GAME)],
    [StagePlan("double_elimination", rules=ONE_GAME)],
    [StagePlan("ladder", {"rounds": 3}, rules=ONE_GAME)],
    [StagePlan("qualifying", {"rounds": 2, "groups": 2}, rules=ONE_GAME), KNOCK_OUT],
]


class RandomEvent(Desk):
    """An event of any format between players or teams, in which anything happens at any time."""

    def __init__(self, commits, seed):
        self.commits, self.chance = commits, random.Random(seed)
        self.done = set()
        plan, size = PLANS[seed % len(PLANS)], self.chance.randint(6, 9)
        boards = 2 if self.chance.random() < 0.3 else 1
        self.club = make_club()
        self.event = setup.create_tournament(
            club=self.club,
            name="Autumn Cup",
            boards=boards,
            publishing="automatic",
            rules={"target": 20},
            by=DIRECTOR,
            now=NOW,
        )
        own = {"tournament_id": self.event.pk, "by": DIRECTOR, "now": NOW}
        if boards > 1:
            teams.enter_teams(teams=make_teams(self.club, size, boards), **own)
        else:
            people = make_players(self.club, size)
            entries.enter_players(players=[(person, None) for person in people], **own)
        set_stages(stages=plan, **own)
        with commits(execute=True):
            rounds.start_tournament(**own, seed="1")

    def ways(self):
        return [*super().ways(), self.hand, self.hand, self.leave, self.be_away, self.come_back]

    def some_entry(self):
        return self.some(Entry.objects.filter(tournament=self.event, withdrawal__isnull=True))

    def leave(self):
        for entry in self.some_entry():
            self.say_of(entries.withdraw_entry, entry.pk)

    def be_away(self):
        for entry in self.some_entry():
            self.say_of(presence.note_absence, entry.pk)

    def come_back(self):
        for absence in self.some(Absence.objects.filter(superseded_at=None)):
            self.say_of(presence.end_absence, absence.entry_id)

    def say_of(self, service, entry):
        with self.commits(execute=True):
            service(tournament_id=self.event.pk, entry_id=entry, by=DIRECTOR, now=NOW)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_totals_of_a_record_are_those_that_are_proved(
    django_capture_on_commit_callbacks, capsys, seed
):
    event = RandomEvent(django_capture_on_commit_callbacks, seed)
    for _ in range(STEPS):
        event.step()
        call_command("verify_standings")
        require_totals(event.event)
    assert event.done
    capsys.readouterr()


def require_totals(event):
    """What a record comes to is what the definitions make of it, and each match that is over is
    told of once."""
    for stage in Stage.objects.filter(tournament=event):
        record = stage_record(stage)
        told = [board for pairing in record.pairings.values() for board in pairing.boards]
        over = Board.objects.filter(pairing__round__stage=stage, match__state="finished")
        assert sorted(board.match.pk for board in told if board.outcome) == sorted(
            over.values_list("match", flat=True)
        )
        places = [
            (place.entry, place.rank, place.played, place.won, place.lost)
            for place in record.format.places(record.table)
        ]
        assert places == [
            (row.entry, row.rank, *row.record)
            for row in recomputed(record.table, record.format.by_definition)
        ]

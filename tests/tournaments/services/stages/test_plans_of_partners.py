"""The stages of an event of partners: who enters follows from whether partners change."""

from collections.abc import Sequence

import pytest

from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, make_club, make_teams
from tournaments.models import Tournament
from tournaments.services.events import setup, teams
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages.plans import StagePlan, set_stages

pytestmark = pytest.mark.django_db

SCRAMBLE, SWISS = [StagePlan("scramble")], [StagePlan("swiss")]


def event(play: str = "table") -> Tournament:
    rules = {"preset": "rummy-games", "variant": "partnership"}
    return setup.create_tournament(
        club=make_club(), name="Pairs", rules=rules, by=DIRECTOR, now=NOW, play=play
    )


def staged(made: Tournament, stages: Sequence[StagePlan]) -> tuple[int, bool]:
    """How many enter together, and whether they are partners for the event."""
    set_stages(tournament_id=made.pk, stages=stages, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made.boards, made.has_partners


def test_who_changes_partners_enters_alone() -> None:
    made = event()
    assert staged(made, SCRAMBLE) == (1, False)
    assert staged(made, SWISS) == (2, True)


def test_somebody_who_is_entered_stays_what_they_are() -> None:
    made = event()
    pairs = make_teams(made.club, 2, 2)
    teams.enter_teams(tournament_id=made.pk, teams=pairs, by=DIRECTOR, now=NOW)
    with pytest.raises(Refusal) as refused:
        staged(made, SCRAMBLE)
    assert (refused.value.text.code, refused.value.field) == ("not_ready", "boards")
    assert made.stages.get().format != "scramble"


@pytest.mark.parametrize("stages", [SCRAMBLE, SWISS])
def test_partners_play_online_and_do_not_move(stages: Sequence[StagePlan]) -> None:
    made = event("online")
    staged(made, stages)
    with pytest.raises(Refusal) as refused:
        edit_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW, play="hybrid")
    assert (refused.value.text.code, refused.value.field) == ("invalid", "play")

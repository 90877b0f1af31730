"""The tables of standings, as they are kept for each round."""

import pytest

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, say_games
from tournaments.domain.kinds.base import Format
from tournaments.models import StandingTable
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch):
    """How often it was worked out who is sure of what."""
    found, clinch = [], Format.clinch

    def note(format, *args, **fields):
        found.append(format)
        return clinch(format, *args, **fields)

    monkeypatch.setattr(Format, "clinch", note)
    return found


@pytest.mark.parametrize("format", ["single_elimination", "round_robin"])
def test_who_is_sure_of_what_is_worked_out_when_results_change_not_at_publishing(format, asked):
    made = make_tournament(format=format, publishing="by_hand", rules={"match_n": 1})
    for number in (1, 2):
        say_games(board_of(made, 1, number), [1, 0])
    asked.clear()
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    assert len(asked) == 1
    rounds.publish_round(tournament_id=made.pk, number=2, by=DIRECTOR, now=NOW)
    assert len(asked) == 1
    first, second = StandingTable.objects.order_by("round__number")
    assert second.rows == first.rows
    say_games(board_of(made, 2, 1), [1, 0])
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    assert len(asked) == (1 if format == "single_elimination" else 2)  # it is over

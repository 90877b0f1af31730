"""What a stage is played for, by the length of its matches."""

import pytest

from tests.builders import make_tournament
from tournaments.selectors.stages.chances import UNBOUNDED, Goal
from tournaments.selectors.stages.reading import stage_record

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        ({"match_type": "single"}, 1),
        ({"match_n": 7}, 7),
        ({"match_type": "points", "match_n": 300}, UNBOUNDED),
        ({"match_type": "rounds", "match_n": 30}, 1),
        ({"match_type": "rounds", "match_n": 30, "round_of": "deal_each"}, 1),
    ],
)
def test_a_match_has_at_most_so_many_games(rules: dict[str, object], games: int) -> None:
    event = make_tournament(rules=rules)
    facts = stage_record(event.stages.get())
    assert Goal.of(facts, event.rules, None).best_of == games

"""What entrants can still reach in a stage, near its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Self

from kernel.text import Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.cuts import Cut
from tournaments.domain.kinds.clinch.sentences import STILL_OPEN
from tournaments.models import Stage
from tournaments.selectors.stages.record import StageRecord

LAST_ROUNDS = 3
UNBOUNDED = 1_000_000
"""Games of a match to points."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a stage is played for: the first `take` go on, None where that is not asked. `best_of`
    is the most games that a match of it has; between teams without bound, as a team may win more
    boards with fewer games."""

    take: int | None
    best_of: float

    @classmethod
    def of(cls, facts: StageRecord, rules: Mapping[str, Any], following: Stage | None) -> Self:
        """The goal of a stage of an event with these rules, as they are stored, and of the stage
        that follows."""
        each = [{**rules, **(round.rules or {})} for round in facts.rounds]
        lengths = [_most_games(match_rules) for match_rules in each]
        plays_boards = facts.stage.tournament.plays_boards
        return cls(_take(following), inf if plays_boards else max(lengths, default=1))


def is_near_end(facts: StageRecord, table: Crosstable, round: int) -> bool:
    """Whether a round is among the last ones of a stage, after which something may be sure."""
    return facts.format.rounds_left(table, round) <= LAST_ROUNDS


def chances(facts: StageRecord, table: Crosstable, round: int, goal: Goal) -> Mapping[int, Text]:
    """What is sure of whom, by entry, after a round among the last ones of a stage, by the facts up
    to it (`ranking.table_after`); who is not there is still open."""
    format = facts.format
    is_near = is_near_end(facts, table, round)
    if goal.take is None or not is_near or format.is_over(table):
        return {}
    found = format.clinch(table, goal.take, best_of=goal.best_of)
    return {entry: text for entry, text in found.items() if text.code != STILL_OPEN.code}


def _most_games(rules: Mapping[str, Any]) -> int:
    """Of a match by these knobs. So many hands or rounds are one game."""
    if rules["match_type"] == "points":
        return UNBOUNDED
    return 1 if rules["match_type"] == "rounds" else int(rules["match_n"])


def _take(following: Stage | None) -> int | None:
    if following is None:
        return 1
    through = Cut(**following.cut)
    return through.take or None if not through.skip else None

"""The clocks of the rounds that are played now."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.domain.clock import ClockFact, RoundClock, round_clock
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, ClockEvent, Round, Stage
from tournaments.selectors.stages.bracket import BracketRound


@dataclass(frozen=True, slots=True)
class Clocks:
    """`minutes` and `facts` of the rounds that have a length and are played, by number."""

    minutes: Mapping[int, int]
    facts: Mapping[int, Sequence[ClockFact]]

    def of(self, round: int, table: int | None = None) -> RoundClock | None:
        """The clock of a round, or at one of its tables; None where there is none."""
        if round not in self.minutes:
            return None
        return round_clock(self.minutes[round], self.facts.get(round, ()), table)


def minutes_since_start(board: Board, now: datetime) -> int | None:
    """The whole minutes that the clock of a match's round has run at its table; None where there is
    no clock, or it was not started."""
    round, table = board.pairing.round, board.pairing.table
    clock = clocks_of(round.stage, [round]).of(round.number, table.number if table else None)
    return None if clock is None else clock.since_start_at(now) // 60


def clocks_of(stage: Stage, rounds: Sequence[BracketRound | Round]) -> Clocks:
    """The clocks of these rounds: one query, none where no round that is played has a length."""
    minutes = {
        round.number: round.minutes
        for round in rounds
        if round.minutes and round.state in (RoundState.PUBLISHED, RoundState.RUNNING)
    }
    facts: defaultdict[int, list[ClockFact]] = defaultdict(list)
    if minutes:
        events = ClockEvent.objects.filter(round__stage=stage, round__number__in=minutes)
        rows = events.order_by("id").values_list(
            "round__number", "kind", "at", "table__number", "seconds"
        )
        for number, kind, at, table, seconds in rows:
            facts[number].append(ClockFact(kind, at, table, seconds))
    return Clocks(minutes, facts)

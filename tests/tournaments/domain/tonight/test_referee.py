"""What is next for a referee, the awkward situations first."""

import pytest

from kernel.text import Text
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Urgency
from tournaments.domain.tonight.referee import (
    Need,
    RefereeFacts,
    TableInNeed,
    in_order,
    needed_at,
    next_step,
)

RUNNING = TournamentState.RUNNING


def at(table: int, need: Need, seconds: int = 0, *, mine: bool = True) -> TableInNeed:
    """The table with this number; its match is ten times that, its call or appeal a hundred."""
    return TableInNeed(
        need,
        Text("table", "Table %(number)d", {"number": table}),
        10 * table,
        mine,
        seconds,
        table,
        100 * table,
        "count",
        "Ruth",
    )


def facts(*tables: TableInNeed, state: TournamentState = RUNNING, playing: int = 4) -> RefereeFacts:
    return RefereeFacts(1, state, tables, playing, is_drawn=state == RUNNING)


SITUATIONS = {
    "the only call is at a table of another pass": (
        facts(at(7, Need.CALLED, mine=False)),
        (Urgency.GOING_ON, "Nobody waits at your tables", "tables", None),
    ),
    "a table of their own is late, another's calls": (
        facts(at(7, Need.CALLED, mine=False), at(2, Need.LATE)),
        (Urgency.NOW, "Table 2: the time is up", "result", 20),
    ),
    "somebody else is on the way to the only call": (
        facts(at(5, Need.TAKEN)),
        (Urgency.GOING_ON, "Nobody waits for a referee", "tables", None),
    ),
    "on their way, and another table calls meanwhile": (
        facts(at(5, Need.GOING, 90), at(7, Need.CALLED, 5)),
        (Urgency.CALLED, "2 tables need you", "take", 700),
    ),
    "on their way": (
        facts(at(5, Need.GOING)),
        (Urgency.CALLED, "Table 5: you are on your way", "pad", 50),
    ),
    "called": (
        facts(at(7, Need.CALLED)),
        (Urgency.CALLED, "Table 7 calls: count in doubt", "take", 700),
    ),
    "disputed, and late for longer": (
        facts(at(3, Need.LATE, 900), at(8, Need.DISPUTED, 60)),
        (Urgency.ASKED, "2 tables need you", "match", 80),
    ),
    "under appeal after the end": (
        facts(at(1, Need.APPEAL), state=TournamentState.FINISHED, playing=0),
        (Urgency.ASKED, "Table 1: under appeal", "appeal", 100),
    ),
    "nobody has begun": (
        facts(at(11, Need.ABSENT)),
        (Urgency.NOW, "Table 11: not begun yet", "table", 11),
    ),
    "a report without an answer": (
        facts(at(4, Need.UNANSWERED)),
        (Urgency.NOW, "Table 4: a report waits for its answer", "match", 40),
    ),
    "all play and nobody waits": (
        facts(),
        (Urgency.GOING_ON, "Nobody waits for a referee", "tables", None),
    ),
    "between two rounds": (
        facts(playing=0),
        (Urgency.GOING_ON, "All results are in, the next round is to come", "tables", None),
    ),
    "started, and nothing is drawn": (
        RefereeFacts(1, RUNNING),
        (Urgency.LATER, "Nothing is played yet", "event", None),
    ),
    "at check-in": (
        facts(state=TournamentState.CHECK_IN, playing=0),
        (Urgency.NOW, "Check-in is open, nothing is played yet", "check_in", None),
    ),
    "over": (
        facts(state=TournamentState.FINISHED, playing=0),
        (Urgency.OVER, "All results are in, the event is over", "event", None),
    ),
    "cancelled": (
        facts(state=TournamentState.CANCELLED, playing=0),
        (Urgency.OVER, "The event is closed", "event", None),
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_next(situation: str) -> None:
    known, (urgency, sentence, does, key) = SITUATIONS[situation]
    step = next_step(known)
    assert (step.urgency, str(step.sentence)) == (urgency, sentence)
    assert (step.button.does, step.button.key, step.event) == (does, key, 1)


def test_their_own_tables_come_first_then_the_kind_then_who_waits_longest() -> None:
    tables = [
        at(1, Need.CALLED, mine=False),
        at(2, Need.TAKEN, 500),
        at(3, Need.LATE, 60),
        at(4, Need.LATE, 90),
        at(5, Need.CALLED, 5),
    ]
    assert [one.table for one in in_order(tables)] == [5, 4, 3, 2, 1]
    assert [one.table for one in needed_at(tables)] == [5, 4, 3]

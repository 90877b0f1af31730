"""What every way of reading a stage makes of its rows."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey, PairingPlan, Side
from tournaments.domain.team_matches import result_of_boards
from tournaments.models import PairingSide, Stage
from tournaments.selectors.events.pair_rules import NO_CONDITIONS, draw_conditions_of
from tournaments.selectors.stages.rows import (
    FIRST_FEEDER,
    FIRST_PLAYER,
    FIRST_SIDE,
    KEY,
    RESULT,
    SECOND_FEEDER,
    SECOND_PLAYER,
    SECOND_SIDE,
    PairingRow,
    members_of,
)
from tournaments.selectors.stages.shapes import (
    BothSeats,
    Feeders,
    Members,
    StageEntrant,
    outcome_of,
)

ROWS_KEPT = 16_384
"""Of how many rows it is remembered what they say: with each new result nearly all rows of an event
are read as they were, and the same row always says the same."""

NOT_DRAWN = (None, None)

InContext = tuple[PairingRow, Feeders, BothSeats]


def in_context(rows: Sequence[PairingRow], entry_of: Mapping[int, int]) -> Iterator[InContext]:
    """Rows, each with the pairings that feed it and the entries of those who sit there."""
    key_of = {row[0]: row[KEY] for row in rows}
    for row in rows:
        feeders = (key_of.get(row[FIRST_FEEDER]), key_of.get(row[SECOND_FEEDER]))
        yield row, feeders, (entry_of.get(row[FIRST_PLAYER]), entry_of.get(row[SECOND_PLAYER]))


@lru_cache(ROWS_KEPT)
def read_row(
    row: PairingRow, feeders: Feeders, seats: BothSeats
) -> tuple[PairingPlan, Outcome | None]:
    """A pairing as planned, and what came out of its first board."""
    first, second = feeders
    sides = (planned_side(*row[FIRST_SIDE], first), planned_side(*row[SECOND_SIDE], second))
    state, winner, tally, forfeited = row[RESULT]
    outcome = outcome_of(state, winner, json.loads(tally), forfeited, seats) if state else None
    return PairingPlan(*row[KEY], sides), outcome


def planned_side(kind: str, entry: int | None, kept: int | None, feeder: PairingKey | None) -> Side:
    """A side as planned; where somebody was kept, the side is that entry."""
    if kept is not None:
        return Side("entry", entry=kept)
    return Side(kind, entry if kind == PairingSide.Kinds.ENTRY else None, feeder)


def crosstable_of(
    stage: Stage,
    drawn: tuple[Sequence[int] | None, str | None],
    plan: tuple[PairingPlan, ...],
    outcomes: Mapping[PairingKey, Outcome],
    members: Members,
) -> Crosstable:
    """The crosstable; `drawn` are the order and the seed of the draw that stands."""
    order, seed = tuple(drawn[0] or ()), drawn[1] or ""
    one_by_one = stage.format_class.drawn_by_round
    said = draw_conditions_of(stage, order, members.entrants) if one_by_one else NO_CONDITIONS
    return Crosstable(
        entries=(*order, *said.joined),
        plan=plan,
        outcomes=outcomes,
        withdrawn=members.withdrawn,
        put_out=members.put_out,
        joined=said.joined,
        absent=said.absent,
        constraints=said.constraints,
        seed=seed,
    )


def members_in(stage: Stage) -> Members:
    """Everybody of the event, and who of them is out of the stage."""
    found: dict[int, StageEntrant] = {}
    entry_of, withdrawn, put_out = {}, {}, set()
    lineups: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for player, board, entry, left_in, left, out, *row in members_of(stage.pk, stage.tournament_id):
        entry_of[player] = entry
        if board:
            lineups[entry][board] = player
        if entry in found:
            continue
        found[entry] = StageEntrant(lineups[entry], *row)
        if left_in != stage.pk:
            left = None
        if left is not None or out is not None:
            withdrawn[entry] = min(number for number in (left, out) if number is not None)
        if out is not None:
            put_out.add(entry)
    return Members(found, entry_of, withdrawn, frozenset(put_out))


def pairing_outcomes(
    stage: Stage, boards: Mapping[PairingKey, Sequence[Outcome | None]]
) -> dict[PairingKey, Outcome]:
    """What came out of each pairing, where all its boards are decided."""
    has_teams, draws = stage.tournament.has_teams, stage.knows_draws
    found = {
        key: result_of_boards(each, draws=draws) if has_teams else each[0]
        for key, each in boards.items()
    }
    return {key: outcome for key, outcome in found.items() if outcome is not None}

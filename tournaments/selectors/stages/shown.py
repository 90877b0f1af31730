"""A stage as it is shown: from plain rows, of which no models are made."""

import json
from collections.abc import Sequence
from functools import lru_cache

from tournaments.domain.formats.sentences import text_from
from tournaments.models import PairingSide, Stage
from tournaments.selectors.stages.reading import (
    NOT_DRAWN,
    crosstable_of,
    in_context,
    members_in,
    pairing_outcomes,
    read_row,
)
from tournaments.selectors.stages.rows import (
    DRAWN,
    FIRST_PLAYER,
    FIRST_SIDE,
    KEY,
    OF_CROSSTABLE,
    OF_PAIRING,
    OF_ROUND,
    RESULT,
    SECOND_PLAYER,
    SECOND_SIDE,
    ShownRow,
    board_rows,
    shown_rows,
)
from tournaments.selectors.stages.shapes import (
    BothSeats,
    Feeders,
    ShownBoard,
    ShownMatch,
    ShownPairing,
    ShownRound,
    ShownStage,
    outcome_of,
)
from web.db.consistent_read import consistent_read

ROWS_KEPT = 8192
"""As many as eight events of 1,024 in a knock-out."""

OF_BOARD = ("match", "match__version", "match__games_won", "under_appeal")


def shown_stage(stage: Stage) -> ShownStage:
    """Read what is shown of a stage as it is at one moment: two queries, whatever its size, one
    more between teams and four more where rounds are paired one by one."""
    with consistent_read():
        rows, members = shown_rows(stage.pk), members_in(stage)
        entry_of = members.entry_of
        read = [_pairing(row, *found) for row, *found in in_context(rows, entry_of)]
        pairings = {shown_pairing.plan.key: shown_pairing for shown_pairing in read}
        boards = {
            key: [shown_pairing.board]
            for key, shown_pairing in pairings.items()
            if shown_pairing.board
        }
        key_of = {shown_pairing.pk: key for key, shown_pairing in pairings.items()}
        for pairing, first, second, *row in board_rows(stage, *OF_BOARD):
            seats = (entry_of.get(first), entry_of.get(second))
            outcome = outcome_of(*row[:4], seats)
            shown = _match(row[0], *row[4:7])
            board = ShownBoard(shown, (first, second), outcome, row[7])
            boards[key_of[pairing]].append(board)
        order, seed = rows[0][DRAWN] if rows else NOT_DRAWN
        drawn = (json.loads(order) if order else None, seed)
        plan = tuple([shown_pairing.plan for shown_pairing in read])
        outcomes = {
            key: [shown_board.outcome for shown_board in of_one] for key, of_one in boards.items()
        }
        return ShownStage(
            stage=stage,
            table=crosstable_of(stage, drawn, plan, pairing_outcomes(stage, outcomes), members),
            rounds=tuple({row[KEY][0]: _round(row) for row in rows}.values()),
            pairings=pairings,
            boards=boards,
            entrants=members.entrants,
        )


def _round(row: ShownRow) -> ShownRound:
    return ShownRound(row[KEY][0], *row[OF_ROUND])


@lru_cache(ROWS_KEPT)
def _pairing(row: ShownRow, feeders: Feeders, seats: BothSeats) -> ShownPairing:
    """A pairing with its first board."""
    plan, outcome = read_row(row[OF_CROSSTABLE], feeders, seats)
    table, label, why, appealed, match, version, games = row[OF_PAIRING]
    (first_kind, _, first_kept), (second_kind, _, second_kept) = row[FIRST_SIDE], row[SECOND_SIDE]
    board = None
    if match is not None:
        shown = _match(row[RESULT][0], match, version, json.loads(games))
        board = ShownBoard(shown, (row[FIRST_PLAYER], row[SECOND_PLAYER]), outcome, appealed)
    reason = json.loads(why) if why else None
    return ShownPairing(
        pk=row[0],
        plan=plan,
        feeders=feeders,
        loses=(first_kind == PairingSide.Kinds.LOSER, second_kind == PairingSide.Kinds.LOSER),
        kept=(first_kept, second_kept),
        table=table,
        table_label=label or "",
        reason=text_from(reason) if reason else None,
        board=board,
    )


def _match(state: str, pk: int, version: int, won: Sequence[int]) -> ShownMatch:
    return ShownMatch(pk, version, state, (won[0], won[1]) if won else (0, 0))

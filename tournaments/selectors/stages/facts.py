"""A stage as its facts: what the formats are told, with the rows from which it was made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey, PairingPlan, fed_by
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.team_matches import result_of_boards
from tournaments.models import Board, Pairing, Round, Stage
from tournaments.selectors.stages.reading import (
    NOT_DRAWN,
    crosstable_of,
    in_context,
    members_in,
    pairing_outcomes,
    planned_side,
    read_row,
)
from tournaments.selectors.stages.rows import (
    SIDE_COLUMNS,
    board_rows,
    rows_of,
    rows_of_rounds,
    seated_boards,
    stage_rows,
    standing_draws,
)
from tournaments.selectors.stages.shapes import (
    NOBODY,
    BothSeats,
    DrawnSide,
    Members,
    PlayedBoard,
    StageFacts,
    StageTable,
    outcome_of,
)
from web.db.consistent_read import consistent_read


def stage_facts(stage: Stage) -> StageFacts:
    """Read a stage as it is at one moment: two queries, whatever its size, and four more where
    rounds are paired one by one."""
    with consistent_read():
        rows, members = rows_of(stage.pk), members_in(stage)
        facts = _facts(stage, rows, members)
        drawn = (vars(rows[0])["order"], vars(rows[0])["seed"]) if rows else NOT_DRAWN
        plan = tuple(_plan_of(facts, key) for key in facts.sides)
        outcomes = pairing_outcomes(
            stage,
            {key: [board.outcome for board in boards] for key, boards in facts.boards.items()},
        )
        return replace(facts, table=crosstable_of(stage, drawn, plan, outcomes, members))


def open_facts(stage: Stage) -> StageFacts:
    """The same where what is over stays as it is: pairings and matches are those of rounds in which
    something is open alone, rounds and crosstable are whole."""
    with consistent_read():
        whole = stage_table(stage)
        undecided = {
            pairing.plan.round
            for pairing in whole.format.advance(whole.table)
            if pairing.decision is None
        }
        rounds = [
            round.pk
            for round in whole.rounds
            if round.number in undecided or round.state != RoundState.COMPLETE
        ]
        rows = rows_of_rounds(*rounds) if rounds else []
        facts = _facts(stage, rows, members_in(stage))
        return replace(facts, rounds=whole.rounds, table=whole.table)


def stage_table(stage: Stage) -> StageTable:
    """What the format is told of a stage, and nothing else: in a fraction of the time of
    `stage_facts` where thousands of matches were played."""
    with consistent_read():
        rounds = tuple(stage.rounds.defer("proposed").order_by("number"))
        rows = stage_rows(stage.pk)
        members = members_in(stage)
        entry_of = members.entry_of
        read = {row[0]: read_row(row, *found) for row, *found in in_context(rows, entry_of)}
        boards = {plan.key: [outcome] for plan, outcome in read.values()}
        for pairing, first, second, *result in board_rows(stage):
            seats = (entry_of.get(first), entry_of.get(second))
            boards[read[pairing][0].key].append(outcome_of(*result, seats))
        drawn = standing_draws(stage.pk)[0] if rows else NOT_DRAWN
        plan = tuple([planned for planned, _ in read.values()])
        table = crosstable_of(stage, drawn, plan, pairing_outcomes(stage, boards), members)
        return StageTable(stage, table, rounds)


def result_of(pairing: Pairing) -> Outcome | None:
    """What came of a pairing of teams by its boards, None while one of them is open."""
    stage = pairing.round.stage
    entry_of = members_in(stage).entry_of
    boards = seated_boards(pairing=pairing).order_by("number")
    return result_of_boards(
        [_played(board, entry_of).outcome for board in boards], draws=stage.knows_draws
    )


def why_not_corrected(pairing: Pairing) -> Text | None:
    """Why a pairing that was decided without play stays so: a match to which it led, at once or
    later on, has begun. None while it can change."""
    facts = stage_facts(pairing.round.stage)
    for later in fed_by(facts.table.plan, (pairing.round.number, pairing.number)):
        if facts.has_begun(later):
            sentence = N_(
                "Match %(number)d of round %(round)d, to which this result led, has begun: it "
                "can't be corrected any more."
            )
            values = {"number": later[1], "round": later[0]}
            return Text("later_match_begun", sentence, values)
    return None


def _facts(stage: Stage, rows: Sequence[Pairing], members: Members) -> StageFacts:
    """The rows of a stage; its crosstable is for the caller to put in."""
    rounds: dict[int, Round] = {}
    for row in rows:
        if row.round_id not in rounds:
            rounds[row.round_id] = row.round
    pairings = {(rounds[row.round_id].number, row.number): row for row in rows}
    sides = {key: _sides(row) for key, row in pairings.items()}
    key_of = {pairing.pk: key for key, pairing in pairings.items()}
    kept = {key: _kept(row) for key, row in pairings.items() if _kept(row) != NOBODY}
    return StageFacts(
        stage=stage,
        rounds=tuple(rounds.values()),
        pairings=pairings,
        key_of=key_of,
        sides=sides,
        boards=_boards(stage, pairings, members),
        entrants=members.entrants,
        kept=kept,
        table=Crosstable(()),
    )


def _boards(
    stage: Stage, pairings: Mapping[PairingKey, Pairing], members: Members
) -> dict[PairingKey, tuple[PlayedBoard, ...]]:
    """The first boards come with their pairings, all others are there between teams alone."""
    entry_of = members.entry_of
    first = ((key, vars(row).get("board"), row) for key, row in pairings.items())
    found = {key: [_played(board, entry_of, row)] for key, board, row in first if board}
    if stage.tournament.has_teams:
        key_of = {pairing.pk: key for key, pairing in pairings.items()}
        others = seated_boards(pairing__in=key_of, number__gt=1)
        for board in others.order_by("pairing", "number"):
            found[key_of[board.pairing_id]].append(_played(board, entry_of))
    return {key: tuple(boards) for key, boards in found.items()}


def _played(
    board: Board, entry_of: Mapping[int, int], row: Board | Pairing | None = None
) -> PlayedBoard:
    """A board with what its own row, or that of its pairing, says of it."""
    said = vars(row or board)
    first, second = said["first_player"], said["second_player"]
    entries = (
        None if first is None else entry_of.get(first),
        None if second is None else entry_of.get(second),
    )
    return PlayedBoard(board.match, (first, second), entries, said["forfeited"])


def _sides(pairing: Pairing) -> tuple[DrawnSide, DrawnSide]:
    found = vars(pairing)
    first, second = (
        DrawnSide(
            found[f"{side}_id"],
            seat,
            *(found[f"{side}_{column}"] for column in SIDE_COLUMNS),
        )
        for seat, side in enumerate(("first", "second"))
    )
    return first, second


def _plan_of(facts: StageFacts, key: PairingKey) -> PairingPlan:
    first, second = (
        planned_side(side.kind, side.entry_id, kept, facts.feeder(side))
        for side, kept in zip(facts.sides[key], facts.kept.get(key, NOBODY), strict=True)
    )
    return PairingPlan(*key, (first, second))


def _kept(pairing: Pairing) -> BothSeats:
    """The entries that stay there in spite of a feeder, by seat."""
    found = vars(pairing)
    return found["first_kept"], found["second_kept"]

"""Reads a stage: plain rows are asked for, and joined here into its record."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.domain.crosstable import (
    Crosstable,
    GamePoints,
    Outcome,
    OutcomeKind,
    PairingKey,
    PairingPlan,
)
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.team_matches import result_of_boards
from tournaments.models import Pairing, Stage
from tournaments.selectors.events.names import entry_shown
from tournaments.selectors.events.pair_rules import NO_CONDITIONS, draw_conditions_of
from tournaments.selectors.stages.queries import (
    NOT_DRAWN,
    BoardRow,
    MemberRow,
    SideRow,
    board_rows,
    is_forfeited,
    member_rows,
    order_and_seed_of,
    rounds_of,
    seats_in,
    side_rows,
)
from tournaments.selectors.stages.record import (
    AtSeats,
    BoardFact,
    MatchFact,
    PairingFact,
    SideFact,
    StageEntrant,
    StageRecord,
)
from web.db.consistent_read import consistent_read

NO_GAMES = NO_GINS = (0, 0)

SeatsAt = Mapping[int, Mapping[int, int]]
"""Who sits at matches, by seat."""


def stage_record(stage: Stage) -> StageRecord:
    """Read a stage as it is at one moment: five queries, whatever its size, and up to five more
    where rounds are paired one by one, or more than two play a match; two of a stage that is not
    drawn."""
    with consistent_read():
        members, rounds = member_rows(stage), rounds_of(stage)
        draw = order_and_seed_of(stage) if rounds else NOT_DRAWN
        entry_of = {row.player: row.entry for row in members}
        is_of_two = stage.format_class.meets == "two"
        seats = {} if is_of_two or not rounds else seats_in(stage)
        pairings = _pairings(stage, entry_of, seats) if rounds else {}
        entrants = _entrants(members, are_teams=stage.tournament.has_teams)
        record = StageRecord(
            stage=stage,
            rounds=rounds,
            pairings=pairings,
            table=_crosstable(stage, draw, pairings, members, entrants),
            entrants=entrants,
            players={row.player: (row.player_name, row.player_shown) for row in members},
        )
    return _with_left_open(record)


def result_of(pairing: Pairing) -> Outcome | None:
    """What came of a pairing, None while one of its matches is open."""
    record = stage_record(pairing.round.stage)
    return record.table.outcomes.get((pairing.round.number, pairing.number))


def _with_left_open(record: StageRecord) -> StageRecord:
    """The same, told what was open when its rounds were paired. A published round stays as it was
    paired; a draft follows the facts, so that there only counts what is open still."""
    for round in record.rounds:
        found = record.left_open_in(round)
        if found and round.state == RoundState.DRAFT:
            undecided = {match.plan.key for match in record.resolved() if match.decision is None}
            found = tuple(row for row in found if record.key_of[row.pairing] in undecided)
        if found:
            record = record.without(round.number, found)
    return record


def _entrants(members: Iterable[MemberRow], *, are_teams: bool) -> dict[int, StageEntrant]:
    lineups: defaultdict[int, dict[int, int]] = defaultdict(dict)
    found = {}
    for row in members:
        if row.board:
            lineups[row.entry][row.board] = row.player
        lineup, shown = lineups[row.entry], entry_shown(row.player_shown, is_team=are_teams)
        found[row.entry] = StageEntrant(lineup, row.name, row.seed, shown, row.table)
    return found


def _pairings(
    stage: Stage, entry_of: Mapping[int, int], seats: SeatsAt
) -> dict[PairingKey, PairingFact]:
    """The pairings in order, each with its sides and boards; `seats` are of more than two."""
    partners = stage.format_class.meets == "partners"
    rows = board_rows(stage)
    row_of = {row.pairing: row for row in rows}
    key_of = {row.pairing: (row.round, row.number) for row in row_of.values()}
    sides: defaultdict[int, list[SideFact]] = defaultdict(list)
    for side in side_rows(stage):
        sides[side.pairing].append(_side(side, key_of))
    boards: defaultdict[int, list[BoardFact]] = defaultdict(list)
    for row in rows:
        if row.match is not None:
            players: AtSeats = (row.first_player, row.second_player)
            if len(sides[row.pairing]) > len(players):
                at = seats.get(row.match, {})
                players = tuple(at.get(seat) for seat in range(len(sides[row.pairing])))
            boards[row.pairing].append(_board(row, row.match, players, entry_of))
    return {
        key: _pairing(row_of[pairing], sides[pairing], boards[pairing], partners=partners)
        for pairing, key in key_of.items()
    }


def _pairing(
    row: BoardRow, sides: Sequence[SideFact], boards: Sequence[BoardFact], *, partners: bool
) -> PairingFact:
    planned = tuple([side.planned for side in sides])
    return PairingFact(
        pk=row.pairing,
        plan=PairingPlan(row.round, row.number, planned, partners=partners),
        sides=tuple(sides),
        boards=tuple(boards),
        reason=row.reason,
        table=row.table,
        table_number=row.table_number,
        table_label=row.table_label or "",
    )


def _side(row: SideRow, key_of: Mapping[int, PairingKey]) -> SideFact:
    feeder = None if row.feeder is None else key_of[row.feeder]
    return SideFact(row.pk, row.kind, row.entry, feeder, row.kept)


def _board(row: BoardRow, match: int, players: AtSeats, entry_of: Mapping[int, int]) -> BoardFact:
    entries = tuple([None if player is None else entry_of.get(player) for player in players])
    games_won = tuple(row.games_won) or NO_GAMES
    fact = MatchFact(match, row.version, row.state, games_won, row.moved_to)
    here = tuple([entry for entry in entries if entry is not None])
    outcome = _outcome(row, here) if fact.is_over and len(here) == len(entries) else None
    return BoardFact(fact, players, entries, outcome, row.under_appeal)


def _outcome(row: BoardRow, entries: tuple[int, ...]) -> Outcome:
    """What came out of a match that is over."""
    if is_forfeited(row.level, lost=row.is_lost):
        return Outcome("double_forfeit" if row.winner is None else "walkover", entries, row.winner)
    games = tuple(GamePoints(*game) for game in row.tally.get("games", ()))
    gins = tuple(row.tally.get("gins", NO_GINS))
    kind: OutcomeKind = "drawn" if row.winner is None else "played"
    accounts = tuple(row.tally.get("accounts", ()))
    return Outcome(kind, entries, row.winner, games, gins, accounts=accounts)


def _outcomes(
    stage: Stage, pairings: Mapping[PairingKey, PairingFact]
) -> dict[PairingKey, Outcome]:
    """What came out of each pairing, where all its boards are decided."""
    found = {}
    for key, pairing in pairings.items():
        outcomes = [board.outcome for board in pairing.boards]
        if stage.tournament.plays_boards:
            outcome = result_of_boards(outcomes, draws=stage.knows_draws)
        else:
            outcome = outcomes[0] if outcomes else None
        if outcome is not None:
            found[key] = outcome
    return found


def _crosstable(
    stage: Stage,
    draw: tuple[Sequence[int], str],
    pairings: Mapping[PairingKey, PairingFact],
    members: Iterable[MemberRow],
    entrants: Mapping[int, StageEntrant],
) -> Crosstable:
    order, seed = draw
    one_by_one = stage.format_class.drawn_by_round
    said = draw_conditions_of(stage, order, entrants) if one_by_one else NO_CONDITIONS
    return Crosstable(
        entries=(*order, *said.joined),
        plan=tuple(pairing.plan for pairing in pairings.values()),
        outcomes=_outcomes(stage, pairings),
        withdrawn=_withdrawn(stage, members),
        put_out=frozenset(row.entry for row in members if row.out is not None),
        joined=said.joined,
        absent=said.absent,
        constraints=said.constraints,
        seed=seed,
    )


def _withdrawn(stage: Stage, members: Iterable[MemberRow]) -> dict[int, int]:
    """For those who are out of a stage the round from which on they are."""
    found = {}
    for row in members:
        left = row.left if row.left_stage == stage.pk else None
        rounds = [number for number in (left, row.out) if number is not None]
        if rounds:
            found[row.entry] = min(rounds)
    return found

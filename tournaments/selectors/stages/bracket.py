"""The bracket and the matches, in the shapes that API and pages show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kernel.seats import SIDES, PerSeat
from kernel.text import N_, Text
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.kinds.base import BracketSide
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import MatchState, RoundState, match_state
from tournaments.domain.open_results import OpenResult
from tournaments.domain.team_matches import Margin, margin_of_boards
from tournaments.models import Round, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import BoardFact, MatchFact, PairingFact, StageRecord
from tournaments.selectors.stages.sides import NamedSide, entrants_of, players_of_teams

FREE = Text(
    "free_round", N_("The number is odd, so one plays nobody in each round: that counts nothing.")
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A pairing as it is shown, or one board of a pairing of teams.

    `match` is None for a bye of the draw and for a pairing of teams, whose matches are those of
    its `boards`, each a slot with its number as `board` (0: no board of teams); `state` is one of
    MatchState or "bye"; `table_label` is empty for a table that has only its number; `players` are
    by seat, None where unknown or nobody; `winner` is a seat; `feeders` are the pairings that the
    seats come from, and `loses` whether it is their loser who comes; `side` is that of a double
    elimination; `reason` says why the two meet, where their round was paired by itself;
    `games_won` of a pairing of teams are the boards that each has won, and `margin` is by what it
    was won, where it was played; `under_appeal`: a panel has
    still to decide about it; `against`: somebody was kept here against the results, which leaves
    the rules of the event; `is_free`: who has no opponent here is free, which counts nothing.

    Of more than two `players` each plays alone, and `settled` is what each settles with the others,
    by seat; or, where it `has_partners`, they are partners at every other seat, whose `games_won`
    and `winner` are by side. `goes_on` are the entries that go on from a table, None where it
    decides of nobody.
    """

    pairing: int
    match: MatchFact | None
    stage: int
    round: int
    number: int
    name: Text | None
    state: str
    table: int | None
    table_label: str
    players: tuple[NamedSide | None, ...]
    games_won: PerSeat
    winner: int | None
    feeders: tuple[PairingKey | None, ...] = (None, None)
    loses: tuple[bool, ...] = (False, False)
    side: BracketSide | None = None
    reason: Text | None = None
    decision: str | None = None
    under_appeal: bool = False
    against: bool = False
    board: int = 0
    boards: tuple["Slot", ...] = ()
    margin: Margin | None = None
    is_free: bool = False
    has_partners: bool = False
    settled: PerSeat = ()
    goes_on: frozenset[int] | None = None

    @property
    def is_table(self) -> bool:
        """Whether more than two sit here."""
        return len(self.players) > SIDES

    def side_of(self, seat: int) -> int:
        """The account of a seat, by which games are won."""
        return seat % SIDES if self.has_partners else seat

    @property
    def path(self) -> str:
        """Where its page is, below those of the matches; empty for a bye."""
        if self.boards:
            return f"teams/{self.pairing}/"
        return f"{self.match.pk}/" if self.match else ""

    @property
    def key(self) -> PairingKey:
        return (self.round, self.number)

    @property
    def is_second_final(self) -> bool:
        """Whether the two of an earlier match meet here once more, if that is needed."""
        first, second, *_others = self.feeders
        return first is not None and first == second


@dataclass(frozen=True, slots=True)
class BracketRound:
    """`left_open` are the matches before it that were open when it was paired, each with as what it
    counted."""

    number: int
    name: Text
    state: str
    planned_start: datetime | None
    minutes: int | None
    slots: tuple[Slot, ...]
    left_open: tuple[tuple[PairingKey, OpenResult], ...] = ()

    @property
    def matches(self) -> list[Slot]:
        """All but byes: between teams their pairings."""
        return [slot for slot in self.slots if slot.path and slot.state != "bye"]


def names_by_side(slot: Slot) -> tuple[str, ...]:
    """What those who meet are called, by seat; partners together, by side."""
    names = [player.name if player else "" for player in slot.players]
    if not slot.has_partners:
        return tuple(names)
    return tuple(" & ".join(names[side::SIDES]) for side in range(SIDES))


def bracket(stage: Stage, *, full_names: bool = False) -> tuple[BracketRound, ...]:
    """All rounds of a stage that is drawn, with every pairing as it stands.

    Names are as their owners show them to everybody; `full_names` is for the staff.
    """
    return bracket_of(stage_record(stage), full_names=full_names)


def bracket_of(record: StageRecord, *, full_names: bool) -> tuple[BracketRound, ...]:
    """The same of a stage that has been read."""
    maker = _SlotMaker(record, full_names=full_names)
    return tuple(
        BracketRound(
            round.number,
            record.format.round_name(record.table, round.number),
            round.state,
            round.planned_start,
            round.minutes,
            tuple(maker.slots_of(round)),
            tuple((record.key_of[row.pairing], row) for row in record.left_open_in(round)),
        )
        for round in record.rounds
        if full_names or is_shown_to_all(round.state, record.stage)
    )


def is_shown_to_all(round_state: str, stage: Stage) -> bool:
    """Whether visitors may see a round of a stage of which they see the first one."""
    return round_state != RoundState.DRAFT or not stage.format_class.drawn_by_round


def matches_of(rounds: Sequence[BracketRound]) -> list[Slot]:
    """The matches of a bracket: all slots but byes, between teams each board, in order of round and
    number."""
    return [slot for slot in slots_of(rounds) if slot.match and slot.state != "bye"]


def slots_of(rounds: Sequence[BracketRound]) -> Iterator[Slot]:
    """Every pairing of a bracket, between teams each of its boards."""
    for round in rounds:
        for slot in round.slots:
            yield from slot.boards or [slot]


def is_drawn_for_all(stage: Stage) -> bool:
    """Whether visitors may see the stage: its first round is published."""
    first = Round.objects.filter(stage=stage, number=1)
    return first.exclude(state=RoundState.DRAFT).exists()


class _SlotMaker:
    """Makes the slots of a stage."""

    def __init__(self, record: StageRecord, *, full_names: bool) -> None:
        self.record = record
        self.entries = entrants_of(record, full_names=full_names)
        self.people = players_of_teams(record, full_names=full_names)
        self.resolved = record.resolved()
        self.against = record.against_results(self.resolved)
        self.names = self._names()
        self.through = record.format.through(record.table)

    def _names(self) -> Mapping[PairingKey, Text | None]:
        """What each pairing is called. Where it is the group, it is so for all pairings of an
        entry, and is asked for once: to find a group is to look through the whole plan."""
        format, is_bracket = self.record.format, self.record.stage.format_class.is_bracket
        known: dict[object, Text | None] = {}
        names: dict[PairingKey, Text | None] = {}
        for pairing in self.resolved:
            key = pairing.plan.key
            same = key if is_bracket else min(pairing.entries, default=key)
            if same not in known:
                known[same] = format.pairing_name(self.record.table, key)
            names[key] = known[same]
        return names

    def slots_of(self, round: Round) -> Iterator[Slot]:
        """The pairings of a round as they stand."""
        for resolved in self.resolved:
            if resolved.plan.round == round.number:
                pairing = self.record.pairings[resolved.plan.key]
                slot = self._slot(resolved, pairing, round.state)
                if pairing.boards and self.people:
                    slot = self._of_teams(slot, resolved, pairing.boards, round.state)
                yield slot

    def _slot(self, resolved: Resolved, pairing: PairingFact, round_state: str) -> Slot:
        record, key = self.record, resolved.plan.key
        is_free = record.stage.format_class.has_free_rounds
        board = pairing.boards[0] if pairing.boards else None
        reason = text_from(pairing.reason) if pairing.reason else None
        return Slot(
            pairing=pairing.pk,
            match=board.match if board else None,
            stage=record.stage.number,
            round=resolved.plan.round,
            number=resolved.plan.number,
            name=self.names[key],
            state=_state(resolved, board, round_state),
            table=pairing.table_number,
            table_label=pairing.table_label,
            players=tuple(self.entries.get(at.entry or 0) for at in resolved.occupants),
            games_won=board.match.games_won if board else (0, 0),
            winner=resolved.winner_seat,
            feeders=tuple(side.feeder for side in pairing.sides),
            loses=tuple(side.loses for side in pairing.sides),
            side=record.format.side_of(record.table, key),
            reason=FREE if resolved.is_bye and is_free else reason,
            decision=resolved.decision,
            under_appeal=board is not None and board.under_appeal,
            against=key in self.against,
            is_free=is_free,
            has_partners=resolved.plan.partners,
            settled=board.outcome.accounts if board and board.outcome else (),
            goes_on=self.through.get(key),
        )

    def _of_teams(
        self, slot: Slot, resolved: Resolved, boards: Sequence[BoardFact], round_state: str
    ) -> Slot:
        """A pairing of teams with its boards; it is in the state of the board that is furthest, and
        finished only with the last."""
        of_boards = tuple(
            self._board(slot, resolved, board, number, round_state)
            for number, board in enumerate(boards, 1)
        )
        outcomes = [board.outcome for board in boards if board.outcome]
        is_played, draws = resolved.decision == "played", self.record.stage.knows_draws
        won = [board.winner for board in of_boards]
        return replace(
            slot,
            match=None,
            state=slot.state if slot.state == "bye" else _state_of_boards(of_boards, resolved),
            games_won=(won.count(0), won.count(1)),
            under_appeal=any(board.under_appeal for board in of_boards),
            boards=of_boards,
            margin=margin_of_boards(outcomes, draws=draws) if is_played else None,
        )

    def _board(
        self, slot: Slot, resolved: Resolved, board: BoardFact, number: int, round_state: str
    ) -> Slot:
        outcome, (first, second, *_) = board.outcome, slot.players
        return replace(
            slot,
            match=board.match,
            board=number,
            state=_state(resolved, board, round_state),
            players=(
                _player(first, self.people.get(board.players[0] or 0)),
                _player(second, self.people.get(board.players[1] or 0)),
            ),
            games_won=board.match.games_won,
            winner=outcome.winner if outcome else None,
            decision=outcome.kind if outcome else resolved.decision,
            under_appeal=board.under_appeal,
        )


def _player(team: NamedSide | None, name: str | None) -> NamedSide | None:
    """Who plays for a team on a board; the team itself while nobody is seated."""
    return replace(team, name=name, team=team.name) if team and name else team


def _state_of_boards(boards: Sequence[Slot], resolved: Resolved) -> MatchState:
    """Once anything is played it is running, until the last board is over."""
    if resolved.decision is not None:
        return MatchState.FINISHED
    states = {MatchState(board.state) for board in boards}
    if states & {MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED, MatchState.FINISHED}:
        return MatchState.RUNNING
    return min(states, key=list(MatchState).index)


def _state(resolved: Resolved, board: BoardFact | None, round_state: str) -> str:
    """The state of a match: who came through is shown at once, but is known to the match only when
    seated there."""
    if board is None or resolved.is_bye:
        return "bye"
    seated = sum(player is not None for player in board.players)
    published = round_state != RoundState.DRAFT
    over = resolved.decision is not None
    known = seated * SIDES // len(board.players)
    return match_state(board.match.state, known, published=published, over=over)

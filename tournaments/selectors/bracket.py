"""The bracket and the matches, in the shapes that API and pages show."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from config.statements import written_once
from games.models import Match
from players.selectors import name_as
from players.text import Text
from tournaments.domain.crosstable import Key
from tournaments.domain.formats.base import BracketSide, Format, Resolved
from tournaments.domain.formats.registry import BRACKETS, PAIRED_BY_ROUND
from tournaments.domain.formats.sentences import pairing_text_from
from tournaments.domain.lifecycle import MatchFacts, MatchState, RoundState, match_state
from tournaments.domain.team_matches import Margin, margin_of_boards
from tournaments.models import EntryMember, Kept, PairingSide, Round, Stage
from tournaments.selectors.names import way_of_showing
from tournaments.selectors.penalties import out_from
from tournaments.selectors.stages import PlayedBoard, StageFacts, stage_facts

LOSER = PairingSide.Kinds.LOSER


@dataclass(frozen=True, slots=True)
class Side:
    """Who sits on a side of a match, as it is shown; on a board of a match between teams the player
    with the name of his `team`."""

    entry: int
    name: str
    seed: int | None
    team: str = ""

    @property
    def in_full(self) -> str:
        """The name, with that of the team for which he plays."""
        return f"{self.name} ({self.team})" if self.team else self.name


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
    the rules of the event.
    """

    pairing: int
    match: Match | None
    stage: int
    round: int
    number: int
    name: Text | None
    state: str
    table: int | None
    table_label: str
    players: tuple[Side | None, Side | None]
    games_won: tuple[int, int]
    winner: int | None
    feeders: tuple[Key | None, Key | None]
    loses: tuple[bool, bool]
    side: BracketSide | None
    reason: Text | None
    decision: str | None
    under_appeal: bool
    against: bool
    board: int = 0
    boards: tuple["Slot", ...] = ()
    margin: Margin | None = None

    @property
    def path(self) -> str:
        """Where its page is, below those of the matches; empty for a bye."""
        if self.boards:
            return f"teams/{self.pairing}/"
        return f"{self.match.pk}/" if self.match else ""

    @property
    def key(self) -> Key:
        return (self.round, self.number)

    @property
    def is_second_final(self) -> bool:
        """Whether the two of an earlier match meet here once more, if that is needed."""
        first, second = self.feeders
        return first is not None and first == second


@dataclass(frozen=True, slots=True)
class BracketRound:
    number: int
    name: Text
    state: str
    planned_start: datetime | None
    minutes: int | None
    slots: tuple[Slot, ...]

    @property
    def matches(self) -> list[Slot]:
        """All but byes: between teams their pairings."""
        return [slot for slot in self.slots if slot.path and slot.state != "bye"]


def bracket(stage: Stage, *, full_names: bool = False) -> tuple[BracketRound, ...]:
    """All rounds of a stage that is drawn, with every pairing as it stands.

    Names are as their owners show them to everybody; `full_names` is for the staff.
    """
    return bracket_of(stage_facts(stage), full_names=full_names)


def bracket_of(facts: StageFacts, *, full_names: bool) -> tuple[BracketRound, ...]:
    """The same from facts that have been read."""
    entries = entrants_of(facts, full_names=full_names)
    people = _people(facts.stage, full_names=full_names)
    format, resolved = facts.format, facts.resolved()
    against, names = facts.against_results(resolved), _names_of_pairings(facts, format, resolved)
    return tuple(
        BracketRound(
            round.number,
            format.round_name(facts.table, round.number),
            round.state,
            round.planned_start,
            round.minutes,
            tuple(
                _slot(
                    facts,
                    one,
                    round.state,
                    entries,
                    people,
                    name=names[one.plan.key],
                    side=format.side_of(facts.table, one.plan.key),
                    against=one.plan.key in against,
                )
                for one in resolved
                if one.plan.round == round.number
            ),
        )
        for round in facts.rounds
        if full_names or is_shown_to_all(round, facts.stage)
    )


def entrants_of(facts: StageFacts, *, full_names: bool) -> Mapping[int, Side]:
    """The entrants of a stage as they are shown, by entry."""
    return {
        entry: Side(entry, one.name if full_names else name_as(one.name, one.shown), one.seed)
        for entry, one in facts.entrants.items()
    }


def is_shown_to_all(round: Round, stage: Stage) -> bool:
    """Whether visitors may see a round of a stage of which they see the first one."""
    return round.state != RoundState.DRAFT or stage.format not in PAIRED_BY_ROUND


def sides_of(tournament_id: int, *, full_names: bool) -> Mapping[int, Side]:
    """The entrants as they are shown, by entry: to everybody, or in full to the staff."""
    return {
        entry: Side(entry, name if full_names else name_as(name, shown), seed)
        for entry, name, shown, seed in _names(tournament_id)
    }


@written_once
def _names(tournament: int) -> QuerySet[EntryMember, tuple[Any, ...]]:
    members = EntryMember.objects.filter(tournament=tournament, board=1)
    found = members.annotate(shown=way_of_showing())
    return found.values_list("entry_id", "entry__name", "shown", "entry__seed")


def _people(stage: Stage, *, full_names: bool) -> Mapping[int, str]:
    """Who plays for teams, by player, as everybody wishes his name to be shown."""
    if not stage.tournament.has_teams:
        return {}
    members = EntryMember.objects.filter(tournament=stage.tournament_id)
    return {
        player: name if full_names else name_as(name, shown)
        for player, name, shown in members.values_list("player_id", "player__name", "player__shown")
    }


def sides_at(pairing_id: int) -> QuerySet[PairingSide]:
    """The sides of one pairing by seat, each with how its player shows his name (`shown`) and the
    round from which a penalty put him out (`out_from`), and who was kept there (`stays`)."""
    kept = Kept.objects.filter(side=OuterRef("pk"), superseded_at__isnull=True)
    members = EntryMember.objects.filter(entry=OuterRef("entry"), board=1)
    return (
        PairingSide.objects.filter(pairing=pairing_id)
        .select_related("entry__withdrawal", "pairing__round__stage")
        .annotate(
            shown=Subquery(members.annotate(shown=way_of_showing()).values("shown")[:1]),
            out_from=out_from("entry", OuterRef("pairing__round__stage")),
            stays=Subquery(kept.values("entry")[:1]),
        )
        .order_by("seat")
    )


def has_left(side: PairingSide) -> bool:
    """Whether who sits on a side of `sides_at` has withdrawn, or was put out, by its round."""
    gone, round = getattr(side.entry, "withdrawal", None), side.pairing.round
    left = gone.from_round if gone and gone.stage_id == round.stage_id else None
    rounds, number = (left, vars(side)["out_from"]), round.number
    return any(from_round is not None and from_round <= number for from_round in rounds)


def name_at(side: PairingSide, *, full: bool) -> str:
    """The name of who sits on a side of `sides_at`, to everybody or in full to the staff."""
    assert side.entry is not None
    return side.entry.name if full else name_as(side.entry.name, vars(side)["shown"])


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
    return bool(_published_first_rounds(stage.pk))


@written_once
def _published_first_rounds(stage: int) -> QuerySet[Round]:
    return Round.objects.filter(stage=stage, number=1).exclude(state=RoundState.DRAFT)


def slot_state(match: Match, known: int, *, published: bool, over: bool) -> MatchState:
    """The state of a match from its stored copy and the place it has."""
    return match_state(
        MatchFacts(
            published=published,
            known=known,
            begun=match.state != Match.States.OPEN,
            reported=match.state == Match.States.REPORTED,
            disputed=match.state == Match.States.DISPUTED,
            over=over or match.state == Match.States.FINISHED,
        )
    )


def _names_of_pairings(
    facts: StageFacts, format: Format, resolved: Sequence[Resolved]
) -> Mapping[Key, Text | None]:
    """What each pairing is called. Where it is the group, it is so for all pairings of an entry,
    and is asked for once: to find a group is to look through the whole plan."""
    is_bracket = facts.stage.format in BRACKETS
    known: dict[object, Text | None] = {}
    names: dict[Key, Text | None] = {}
    for one in resolved:
        key = one.plan.key
        same = key if is_bracket else min(one.entries, default=key)
        if same not in known:
            known[same] = format.pairing_name(facts.table, key)
        names[key] = known[same]
    return names


def _slot(
    facts: StageFacts,
    one: Resolved,
    round_state: str,
    entries: Mapping[int, Side],
    people: Mapping[int, str],
    *,
    name: Text | None,
    side: BracketSide | None,
    against: bool,
) -> Slot:
    pairing, sides = facts.pairings[one.plan.key], facts.sides[one.plan.key]
    boards = facts.boards.get(one.plan.key, ())
    players = tuple(entries.get(side.entry) if side.entry else None for side in one.occupants)
    match, table = boards[0].match if boards else None, pairing.table
    slot = Slot(
        pairing=pairing.pk,
        match=match,
        stage=facts.stage.number,
        round=one.plan.round,
        number=one.plan.number,
        name=name,
        state=_state(one, boards[0] if boards else None, round_state),
        table=table.number if table else None,
        table_label=table.label if table else "",
        players=(players[0], players[1]),
        games_won=tuple(match.games_won) if match and match.games_won else (0, 0),
        winner=one.winner_seat,
        feeders=(facts.feeder(sides[0]), facts.feeder(sides[1])),
        loses=(sides[0].kind == LOSER, sides[1].kind == LOSER),
        side=side,
        reason=pairing_text_from(pairing.reason) if pairing.reason else None,
        decision=one.decision,
        under_appeal=vars(pairing)["under_appeal"],
        against=against,
    )
    return (
        slot
        if not boards or not people
        else _of_teams(facts, slot, one, boards, people, round_state)
    )


def _of_teams(
    facts: StageFacts,
    slot: Slot,
    one: Resolved,
    boards: Sequence[PlayedBoard],
    people: Mapping[int, str],
    round_state: str,
) -> Slot:
    """A pairing of teams with its boards; it is in the state of the board that is furthest, and
    finished only with the last."""
    of_boards = tuple(
        _board(slot, one, board, number, people, round_state)
        for number, board in enumerate(boards, 1)
    )
    states = {board.state for board in of_boards}
    over = one.decision is not None
    return replace(
        slot,
        match=None,
        state=slot.state if slot.state == "bye" else _state_of_boards(states, over=over),
        games_won=(_boards_won(of_boards, 0), _boards_won(of_boards, 1)),
        under_appeal=any(board.under_appeal for board in of_boards),
        boards=of_boards,
        margin=_margin(boards, draws=facts.stage.knows_draws) if one.decision == "played" else None,
    )


def _margin(boards: Sequence[PlayedBoard], *, draws: bool) -> Margin | None:
    outcomes = [board.outcome for board in boards]
    return margin_of_boards([one for one in outcomes if one], draws=draws)


def _board(
    slot: Slot,
    one: Resolved,
    board: PlayedBoard,
    number: int,
    people: Mapping[int, str],
    round_state: str,
) -> Slot:
    outcome, won = board.outcome, board.match.games_won
    return replace(
        slot,
        match=board.match,
        board=number,
        state=_state(one, board, round_state),
        players=(
            _player(slot.players[0], people.get(board.players[0] or 0)),
            _player(slot.players[1], people.get(board.players[1] or 0)),
        ),
        games_won=(won[0], won[1]) if won else (0, 0),
        winner=outcome.winner if outcome else None,
        decision=outcome.kind if outcome else one.decision,
        under_appeal=board.under_appeal,
    )


def _player(team: Side | None, name: str | None) -> Side | None:
    """Who plays for a team on a board; the team itself while nobody is seated."""
    return replace(team, name=name, team=team.name) if team and name else team


def _state_of_boards(states: Set[str], *, over: bool) -> MatchState:
    """Once anything is played it is running, until the last board is over."""
    if over:
        return MatchState.FINISHED
    if states & {MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED, MatchState.FINISHED}:
        return MatchState.RUNNING
    return MatchState(min(states, key=list(MatchState).index))


def _boards_won(boards: Sequence[Slot], seat: int) -> int:
    return sum(board.winner == seat for board in boards)


def _state(one: Resolved, board: PlayedBoard | None, round_state: str) -> str:
    """The state of a match: who came through is shown at once; he is known to the match when he has
    been seated there."""
    if board is None or one.is_bye:
        return "bye"
    seated = sum(player is not None for player in board.players)
    published = round_state != RoundState.DRAFT
    return slot_state(board.match, seated, published=published, over=one.decision is not None)

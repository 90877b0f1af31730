"""A stage as its facts: what the formats are told, and the rows from which it was made."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import (
    Case,
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    When,
)
from django.db.models.functions import Cast

from config.moment import one_moment
from config.statements import written_once
from games.models import Adjustment, Match, MatchSeat, Submission
from players.text import N_, Text
from tournaments.domain.crosstable import (
    Crosstable,
    GameScore,
    Key,
    Outcome,
    PairingPlan,
    Side,
    fed_by,
)
from tournaments.domain.formats.base import Format, Resolved
from tournaments.domain.formats.registry import PAIRED_BY_ROUND, format_of
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.team_matches import result_of_boards
from tournaments.models import Board, Draw, EntryMember, Kept, Pairing, PairingSide, Round, Stage
from tournaments.selectors.appeals import is_under_appeal
from tournaments.selectors.names import way_of_showing
from tournaments.selectors.pair_rules import NOTHING_SAID, said_of
from tournaments.selectors.penalties import out_from

Seated = tuple[int | None, int | None]
"""Who sits there, by seat."""

NOBODY: Seated = (None, None)
NONE = (0, 0)
SIDE_COLUMNS = ("kind", "entry", "feeder")
LEAN = (
    "pk",
    "round__number",
    "number",
    *(f"{side}_{column}" for side in ("first", "second") for column in (*SIDE_COLUMNS, "kept")),
    *("first_player", "second_player"),
    *("board__match__state", "board__match__winner", "tally", "forfeited"),
)
"""What a crosstable is made of, a row for each pairing; the tally is a text."""

ROWS_KEPT = 16_384
"""Of how many rows it is remembered what they say: with each new result nearly all rows of an event
are read as they were, and the same row always says the same."""

NOT_DRAWN = (None, None)
FORFEITS = {Submission.Levels.WALKOVER, Submission.Levels.DOUBLE_FORFEIT}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team with who plays for it; `shown` is how the name may be shown."""

    lineup: Mapping[int, int]
    """The player on each board, from 1."""
    name: str
    seed: int | None
    shown: str
    table: int | None = None
    """The id of a table of his own."""


@dataclass(slots=True)
class DrawnSide:
    """What is stored of one side of a pairing (`PairingSide`)."""

    pk: int
    seat: int
    kind: str
    entry_id: int | None
    feeder_id: int | None


@dataclass(frozen=True, slots=True)
class Members:
    """Everybody of an event by entry; for those who are out of a stage the round from which on they
    are, and who of these was put out by a penalty."""

    entrants: Mapping[int, Entrant]
    entry_of: Mapping[int, int]
    """By player, who stands by as well."""
    withdrawn: Mapping[int, int]
    put_out: frozenset[int]


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A match of a pairing, and who sits at it: players, and the entries for which they play."""

    match: Match
    players: Seated
    entries: Seated
    forfeited: bool
    under_appeal: bool

    @property
    def outcome(self) -> Outcome | None:
        """What came of it, None while it is open."""
        match = self.match
        return _outcome(match.state, match.winner, match.tally, self.forfeited, self.entries)


@dataclass(frozen=True, slots=True)
class StageTable:
    """A stage with its rounds and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    table: Crosstable

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage with its rows by the key (round, number) of a pairing, and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[Key, Pairing]
    key_of: Mapping[int, Key]
    """By the id of a pairing."""
    sides: Mapping[Key, tuple[DrawnSide, DrawnSide]]
    boards: Mapping[Key, tuple[PlayedBoard, ...]]
    """The matches of a pairing in order: one, or k between teams; a bye of the draw has none."""
    entrants: Mapping[int, Entrant]
    """By entry."""
    kept: Mapping[Key, Seated]
    """By seat the entries that stay on a side in spite of its feeder; only pairings with any."""
    table: Crosstable
    """Its plan has who was kept as an entry of his own: what happens before him moves him not."""

    @property
    def matches(self) -> list[Match]:
        """Of all boards."""
        return [board.match for boards in self.boards.values() for board in boards]

    @property
    def format(self) -> Format:
        return format_of(self.stage.format, self.stage.settings)

    def resolved(self) -> tuple[Resolved, ...]:
        """Every pairing as it stands, by round and number."""
        return self.format.advance(self.table)

    def against_results(self, resolved: Sequence[Resolved]) -> frozenset[Key]:
        """The pairings that leave the rules of the event: who was kept on a side is not the one who
        comes through its feeder."""
        if not self.kept:
            return frozenset()
        done = {one.plan.key: one for one in resolved}
        return frozenset(
            key
            for key, kept in self.kept.items()
            for side, entry in zip(self.sides[key], kept, strict=True)
            if entry is not None and self._comes_through(side, done) != entry
        )

    def feeder(self, side: DrawnSide) -> Key | None:
        """The pairing from which a side is filled."""
        return self.key_of[side.feeder_id] if side.feeder_id else None

    def _comes_through(self, side: DrawnSide, done: Mapping[Key, Resolved]) -> int | None:
        feeder = self.feeder(side)
        if feeder is None:
            return None
        comes_from = done[feeder]
        won = side.kind == PairingSide.Kinds.WINNER
        return (comes_from.winner if won else comes_from.loser).entry

    def begun(self) -> bool:
        """Whether anything of the stage is played or written down."""
        return any(match.state != Match.States.OPEN for match in self.matches)

    def has_begun(self, key: Key) -> bool:
        """Whether anything of a pairing is played or written down."""
        boards = self.boards.get(key, ())
        return any(board.match.state != Match.States.OPEN for board in boards)


@written_once
def stages_of(tournament: int) -> QuerySet[Stage]:
    """The stages of a tournament in order, with tournament and club; each with whether it is drawn
    (`is_drawn`) and whether visitors may see it (`is_published`)."""
    stages = as_far_as_drawn().filter(tournament=tournament)
    return stages.select_related("tournament__club")


def as_far_as_drawn() -> QuerySet[Stage]:
    """Stages in order, each with `is_drawn` and `is_published`."""
    rounds = Round.objects.filter(stage=OuterRef("pk"), number=1)
    found = Stage.objects.annotate(
        is_drawn=Exists(rounds), is_published=Exists(rounds.exclude(state=RoundState.DRAFT))
    )
    return found.order_by("tournament", "number")


def current_stage(stages: Iterable[Stage], *, drafts: bool = True) -> Stage:
    """Of the stages of a tournament (`stages_of`) the last that is drawn, for staff, or that is
    published; the first before that."""
    seen = "is_drawn" if drafts else "is_published"
    first, *later = stages
    return next((one for one in reversed(later) if vars(one)[seen]), first)


def stage_facts(stage: Stage) -> StageFacts:
    """Read a stage as it is at one moment: two queries, whatever its size, and four more where
    rounds are paired one by one."""
    with one_moment():
        rows, members = _rows(stage.pk), _entrants(stage)
        facts = _facts(stage, rows, members)
        drawn = (vars(rows[0])["order"], vars(rows[0])["seed"]) if rows else NOT_DRAWN
        plan = tuple(_plan_of(facts, key) for key in facts.sides)
        outcomes = _together(
            stage,
            {key: [one.outcome for one in boards] for key, boards in facts.boards.items()},
        )
        return replace(facts, table=_table(stage, drawn, plan, outcomes, members))


def open_facts(stage: Stage) -> StageFacts:
    """The same where what is over stays as it is: pairings and matches are those of rounds in which
    something is open alone, rounds and crosstable are whole."""
    with one_moment():
        whole = stage_table(stage)
        undecided = {
            one.plan.round for one in whole.format.advance(whole.table) if one.decision is None
        }
        rounds = [
            one.pk
            for one in whole.rounds
            if one.number in undecided or one.state != RoundState.COMPLETE
        ]
        rows = _rows_of_rounds(*rounds) if rounds else []
        facts = _facts(stage, rows, _entrants(stage))
        return replace(facts, rounds=whole.rounds, table=whole.table)


def _facts(stage: Stage, rows: Sequence[Pairing], members: Members) -> StageFacts:
    """The rows of a stage; its crosstable is for the caller to put in."""
    pairings = {(row.round.number, row.number): row for row in rows}
    sides = {key: _sides(row) for key, row in pairings.items()}
    key_of = {pairing.pk: key for key, pairing in pairings.items()}
    kept = {key: _kept(row) for key, row in pairings.items() if _kept(row) != NOBODY}
    return StageFacts(
        stage=stage,
        rounds=tuple({row.round.number: row.round for row in rows}.values()),
        pairings=pairings,
        key_of=key_of,
        sides=sides,
        boards=_boards(stage, pairings, members),
        entrants=members.entrants,
        kept=kept,
        table=Crosstable(()),
    )


def stage_table(stage: Stage) -> StageTable:
    """What the format is told of a stage, and nothing else: in a fraction of the time of
    `stage_facts` where thousands of matches were played."""
    with one_moment():
        rounds = tuple(stage.rounds.defer("proposed").order_by("number"))
        rows = _lean_rows(stage.pk)
        members = _entrants(stage)
        entry_of = members.entry_of
        key_of = {row[0]: (row[1], row[2]) for row in rows}
        plan: list[PairingPlan] = []
        outcomes: dict[Key, list[Outcome | None]] = {}
        for pairing, _round, _number, *sides, one, other, state, winner, tally, forfeited in rows:
            key = key_of[pairing]
            kind, entry, feeder, kept, other_kind, other_entry, other_feeder, other_kept = sides
            first = (kind, entry, key_of.get(feeder), kept)
            second = (other_kind, other_entry, key_of.get(other_feeder), other_kept)
            plan.append(_plan(key, first, second))
            if state is not None:
                seats = (entry_of.get(one), entry_of.get(other))
                outcomes[key] = [_outcome_of_text(state, winner, tally, forfeited, seats)]
        for pairing, *result, first, second in _lean_boards(stage):
            seats = (entry_of.get(first), entry_of.get(second))
            outcomes[key_of[pairing]].append(_outcome(*result, seats))
        drawn = _draws(stage.pk)[0] if rows else NOT_DRAWN
        table = _table(stage, drawn, tuple(plan), _together(stage, outcomes), members)
        return StageTable(stage, rounds, table)


def result_of(pairing: Pairing) -> Outcome | None:
    """What came of a pairing of teams by its boards, None while one of them is open."""
    stage = pairing.round.stage
    entry_of = _entrants(stage).entry_of
    boards = _seated_boards(pairing=pairing).order_by("number")
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


@written_once
def _rows(stage: int) -> QuerySet[Pairing]:
    """The pairings with their rounds, tables, sides and matches."""
    return _whole(_drawn(round__stage=stage))


@written_once
def _rows_of_rounds(*rounds: int) -> QuerySet[Pairing]:
    return _whole(_drawn(round__in=rounds))


def _whole(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    found = pairings.annotate(under_appeal=is_under_appeal("board__match", "board"))
    found = found.select_related("round", "table", "board__match").defer("round__proposed")
    return found.order_by("round__number", "number")


@written_once
def _lean_rows(stage: int) -> QuerySet[Pairing, tuple[Any, ...]]:
    """The same as plain rows: LEAN."""
    found = _drawn(round__stage=stage).annotate(tally=Cast("board__match__tally", TextField()))
    return found.values_list(*LEAN).order_by("round__number", "number")


@written_once
def _draws(stage: int) -> QuerySet[Draw, tuple[Any, ...]]:
    """The order and the seed of the draw that stands."""
    return Draw.objects.filter(stage=stage, superseded_at__isnull=True).values_list("order", "seed")


def _drawn(**of: Any) -> QuerySet[Pairing]:
    """Pairings with who is drawn and seated there, and whether a forfeit (or a match lost by a
    penalty) stands; the first also with the order of the draw."""
    standing = Q(superseded_at__isnull=True)
    kept = Kept.objects.filter(standing, side__pairing=OuterRef("pk"))
    draw = Draw.objects.filter(standing, stage=OuterRef("round__stage"))
    return Pairing.objects.filter(**of).annotate(
        first=FilteredRelation("sides", condition=Q(sides__seat=0)),
        second=FilteredRelation("sides", condition=Q(sides__seat=1)),
        board=FilteredRelation("boards", condition=Q(boards__number=1)),
        first_player=_player_in(0, "board__match"),
        second_player=_player_in(1, "board__match"),
        first_kept=Subquery(kept.filter(side__seat=0).values("entry")[:1]),
        second_kept=Subquery(kept.filter(side__seat=1).values("entry")[:1]),
        forfeited=_is_forfeited("board__match"),
        **{
            f"{side}_{column}": F(f"{side}__{column}")
            for side in ("first", "second")
            for column in ("id", *SIDE_COLUMNS)
        },
        **{
            column: Case(When(round__number=1, number=1, then=Subquery(draw.values(column)[:1])))
            for column in ("order", "seed")
        },
    )


def _player_in(seat: int, match: str) -> Subquery:
    seats = MatchSeat.objects.filter(match=OuterRef(match), seat=seat)
    return Subquery(seats.values("player")[:1])


def _is_forfeited(match: str) -> Q:
    """Whether a forfeit stands, or the match is lost by a penalty."""
    of_match = Q(match=OuterRef(match), superseded_at__isnull=True)
    forfeits = Submission.objects.filter(of_match, level__in=FORFEITS)
    lost = Adjustment.objects.filter(of_match, kind=Adjustment.Kinds.MATCH_LOSS)
    return Q(Exists(forfeits)) | Q(Exists(lost))


def _seated_boards(**of: Any) -> QuerySet[Board]:
    """Boards with their matches, who sits there, and what else a `PlayedBoard` has."""
    found = Board.objects.filter(**of).select_related("match")
    return found.annotate(
        first_player=_player_in(0, "match"),
        second_player=_player_in(1, "match"),
        forfeited=_is_forfeited("match"),
        under_appeal=is_under_appeal("match", "pk"),
    )


def _boards(
    stage: Stage, pairings: Mapping[Key, Pairing], members: Members
) -> dict[Key, tuple[PlayedBoard, ...]]:
    """The first boards come with their pairings, all others are there between teams alone."""
    entry_of = members.entry_of
    first = ((key, vars(row).get("board"), row) for key, row in pairings.items())
    found = {key: [_played(board, entry_of, row)] for key, board, row in first if board}
    if stage.tournament.has_teams:
        key_of = {pairing.pk: key for key, pairing in pairings.items()}
        others = _seated_boards(pairing__in=key_of, number__gt=1)
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
    return PlayedBoard(
        board.match, (first, second), entries, said["forfeited"], said["under_appeal"]
    )


def _lean_boards(stage: Stage) -> Iterable[tuple[Any, ...]]:
    """All boards but the first of matches between teams, as plain rows in order: their pairing,
    what `_outcome` takes, and the two players."""
    if not stage.tournament.has_teams:
        return ()
    boards = _seated_boards(pairing__round__stage=stage, number__gt=1)
    columns = ("match__state", "match__winner", "match__tally", "forfeited")
    found = boards.values_list("pairing_id", *columns, "first_player", "second_player")
    return found.order_by("pairing", "number")


def _sides(pairing: Pairing) -> tuple[DrawnSide, DrawnSide]:
    found = vars(pairing)
    first, second = (
        DrawnSide(found[f"{side}_id"], seat, *(found[f"{side}_{one}"] for one in SIDE_COLUMNS))
        for seat, side in enumerate(("first", "second"))
    )
    return first, second


SideAsDrawn = tuple[str, int | None, Key | None, int | None]
"""What is stored of a side: its kind, the entry, the pairing that feeds it, who is kept there."""


def _plan_of(facts: StageFacts, key: Key) -> PairingPlan:
    first, second = (
        (side.kind, side.entry_id, facts.feeder(side), kept)
        for side, kept in zip(facts.sides[key], facts.kept.get(key, NOBODY), strict=True)
    )
    return _plan(key, first, second)


@lru_cache(ROWS_KEPT)
def _plan(key: Key, first: SideAsDrawn, second: SideAsDrawn) -> PairingPlan:
    """A pairing as planned."""
    return PairingPlan(*key, (_planned(*first), _planned(*second)))


def _planned(kind: str, entry: int | None, feeder: Key | None, kept: int | None) -> Side:
    if kept is not None:
        return Side("entry", entry=kept)
    return Side(kind, entry if kind == PairingSide.Kinds.ENTRY else None, feeder)


def _table(
    stage: Stage,
    drawn: tuple[Sequence[int] | None, str | None],
    plan: tuple[PairingPlan, ...],
    outcomes: Mapping[Key, Outcome],
    members: Members,
) -> Crosstable:
    """The crosstable; `drawn` are the order and the seed of the draw that stands."""
    order, seed = tuple(drawn[0] or ()), drawn[1] or ""
    one_by_one = stage.format in PAIRED_BY_ROUND
    said = said_of(stage, order, members.entrants) if one_by_one else NOTHING_SAID
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


def _entrants(stage: Stage) -> Members:
    """Everybody of the event, and who of them is out of the stage."""
    found: dict[int, Entrant] = {}
    entry_of, withdrawn, put_out = {}, {}, set()
    lineups: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for player, board, entry, left_in, left, out, *row in _members(stage.pk, stage.tournament_id):
        entry_of[player] = entry
        if board:
            lineups[entry][board] = player
        if entry in found:
            continue
        found[entry] = Entrant(lineups[entry], *row)
        if left_in != stage.pk:
            left = None
        if left is not None or out is not None:
            withdrawn[entry] = min(one for one in (left, out) if one is not None)
        if out is not None:
            put_out.add(entry)
    return Members(found, entry_of, withdrawn, frozenset(put_out))


@written_once
def _members(stage: int, tournament: int) -> QuerySet[EntryMember, tuple[Any, ...]]:
    members = EntryMember.objects.filter(tournament=tournament)
    gone = ("entry__withdrawal__stage", "entry__withdrawal__from_round", "out_from")
    columns = ("entry__name", "entry__seed", "shown", "entry__fixed_table")
    found = members.annotate(out_from=out_from("entry", stage), shown=way_of_showing())
    return found.values_list("player_id", "board", "entry_id", *gone, *columns)


def _kept(pairing: Pairing) -> Seated:
    """The entries that stay there in spite of a feeder, by seat."""
    found = vars(pairing)
    return found["first_kept"], found["second_kept"]


def _together(stage: Stage, boards: Mapping[Key, Sequence[Outcome | None]]) -> dict[Key, Outcome]:
    """What came out of each pairing, where all its boards are decided."""
    has_teams, draws = stage.tournament.has_teams, stage.knows_draws
    found = {
        key: result_of_boards(each, draws=draws) if has_teams else each[0]
        for key, each in boards.items()
    }
    return {key: outcome for key, outcome in found.items() if outcome is not None}


def _outcome(
    state: str, winner: int | None, tally: Mapping[str, Any], forfeited: bool, seats: Seated
) -> Outcome | None:
    """What came out of a match, None while it is open."""
    first, second = seats
    if state != Match.States.FINISHED or first is None or second is None:
        return None
    if forfeited:
        return Outcome("double_forfeit" if winner is None else "walkover", (first, second), winner)
    kind = "drawn" if winner is None else "played"
    games = tuple(GameScore(*game) for game in tally.get("games", ()))
    return Outcome(kind, (first, second), winner, games, tuple(tally.get("gins", NONE)))


@lru_cache(ROWS_KEPT)
def _outcome_of_text(
    state: str, winner: int | None, tally: str, forfeited: bool, seats: Seated
) -> Outcome | None:
    """The same of a tally that is read as a text."""
    return _outcome(state, winner, json.loads(tally), forfeited, seats)

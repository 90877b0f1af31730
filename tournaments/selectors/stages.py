"""A stage as its facts: what the formats are told, and the rows from which it was made."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    When,
)

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
from tournaments.models import Board, Draw, EntryMember, Kept, Pairing, PairingSide, Round, Stage
from tournaments.selectors.appeals import is_under_appeal
from tournaments.selectors.pair_rules import NOTHING_SAID, said_of
from tournaments.selectors.penalties import out_from

NOBODY = (None, None)
NONE = (0, 0)
SIDE_COLUMNS = ("kind", "entry", "feeder")
FORFEITS = {Submission.Levels.WALKOVER, Submission.Levels.DOUBLE_FORFEIT}


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays for an entry on board 1; `shown` is how he wishes his name to be shown."""

    player: int
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
class StageFacts:
    """A stage with its rows by the key (round, number) of a pairing, and its crosstable."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[Key, Pairing]
    key_of: Mapping[int, Key]
    """By the id of a pairing."""
    sides: Mapping[Key, tuple[DrawnSide, DrawnSide]]
    matches: Mapping[Key, Match]
    seats: Mapping[int, tuple[int | None, int | None]]
    """For each match the entries that sit there, by seat."""
    entrants: Mapping[int, Entrant]
    """By entry."""
    kept: Mapping[Key, tuple[int | None, int | None]]
    """By seat the entries that stay on a side in spite of its feeder; only pairings with any."""
    table: Crosstable
    """Its plan has who was kept as an entry of his own: what happens before him moves him not."""

    @property
    def player_of(self) -> Mapping[int, int]:
        """For each entry its player on board 1."""
        return {entry: one.player for entry, one in self.entrants.items()}

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
        return any(match.state != Match.States.OPEN for match in self.matches.values())


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
        return _read(stage)


def _read(stage: Stage) -> StageFacts:
    rows = _rows(stage.pk)
    pairings = {(row.round.number, row.number): row for row in rows}
    sides = {key: _sides(row) for key, row in pairings.items()}
    key_of = {pairing.pk: key for key, pairing in pairings.items()}
    boards = {key: board for key, row in pairings.items() if (board := vars(row).get("board"))}
    kept = {key: _kept(row) for key, row in pairings.items() if _kept(row) != NOBODY}
    entrants, withdrawn, put_out = _entrants(stage)
    entry_of = {one.player: entry for entry, one in entrants.items()}
    seats = {board.match_id: _seated(pairings[key], entry_of) for key, board in boards.items()}
    drawn = tuple(vars(rows[0])["order"] or ()) if rows else ()
    said = said_of(stage, drawn, entrants) if stage.format in PAIRED_BY_ROUND else NOTHING_SAID
    table = Crosstable(
        entries=(*drawn, *said.joined),
        plan=tuple(_plan(key, both, key_of, kept.get(key, NOBODY)) for key, both in sides.items()),
        outcomes=_outcomes(pairings, boards, seats),
        withdrawn=withdrawn,
        put_out=put_out,
        joined=said.joined,
        absent=said.absent,
        constraints=said.constraints,
        seed=(vars(rows[0])["seed"] or "") if rows else "",
    )
    return StageFacts(
        stage=stage,
        rounds=tuple({row.round.number: row.round for row in rows}.values()),
        pairings=pairings,
        key_of=key_of,
        sides=sides,
        matches={key: board.match for key, board in boards.items()},
        seats=seats,
        entrants=entrants,
        kept=kept,
        table=table,
    )


def why_not_corrected(pairing: Pairing) -> Text | None:
    """Why a pairing that was decided without play stays so: a match to which it led, at once or
    later on, has begun. None while it can change."""
    facts = stage_facts(pairing.round.stage)
    for later in fed_by(facts.table.plan, (pairing.round.number, pairing.number)):
        match = facts.matches.get(later)
        if match is not None and match.state != Match.States.OPEN:
            sentence = N_(
                "Match %(number)d of round %(round)d, to which this result led, has begun: it "
                "can't be corrected any more."
            )
            values = {"number": later[1], "round": later[0]}
            return Text("later_match_begun", sentence, values)
    return None


@written_once
def _rows(stage: int) -> QuerySet[Pairing]:
    """The pairings with their rounds, tables, sides and matches, who is seated there, and whether a
    forfeit (or a match lost by a penalty) stands; the first also with the order of the draw."""
    seats = MatchSeat.objects.filter(match=OuterRef("board__match"))
    standing = Q(superseded_at__isnull=True)
    forfeits = Submission.objects.filter(
        standing, match=OuterRef("board__match"), level__in=FORFEITS
    )
    lost = Adjustment.objects.filter(
        standing, match=OuterRef("board__match"), kind=Adjustment.Kinds.MATCH_LOSS
    )
    kept = Kept.objects.filter(standing, side__pairing=OuterRef("pk"))
    draw = Draw.objects.filter(standing, stage=OuterRef("round__stage"))
    pairings = Pairing.objects.filter(round__stage=stage).annotate(
        first=FilteredRelation("sides", condition=Q(sides__seat=0)),
        second=FilteredRelation("sides", condition=Q(sides__seat=1)),
        board=FilteredRelation("boards", condition=Q(boards__number=1)),
        first_player=Subquery(seats.filter(seat=0).values("player")[:1]),
        second_player=Subquery(seats.filter(seat=1).values("player")[:1]),
        first_kept=Subquery(kept.filter(side__seat=0).values("entry")[:1]),
        second_kept=Subquery(kept.filter(side__seat=1).values("entry")[:1]),
        forfeited=Exists(forfeits) | Exists(lost),
        under_appeal=is_under_appeal("board__match", "board"),
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
    found = pairings.select_related("round", "table", "board__match")
    return found.order_by("round__number", "number")


def _sides(pairing: Pairing) -> tuple[DrawnSide, DrawnSide]:
    found = vars(pairing)
    first, second = (
        DrawnSide(found[f"{side}_id"], seat, *(found[f"{side}_{one}"] for one in SIDE_COLUMNS))
        for seat, side in enumerate(("first", "second"))
    )
    return first, second


def _plan(
    key: Key,
    sides: tuple[DrawnSide, DrawnSide],
    key_of: Mapping[int, Key],
    kept: tuple[int | None, int | None],
) -> PairingPlan:
    def planned(side: DrawnSide, kept: int | None) -> Side:
        if kept is not None:
            return Side("entry", entry=kept)
        own = side.kind == PairingSide.Kinds.ENTRY
        return Side(
            side.kind,
            entry=side.entry_id if own else None,
            feeder=key_of[side.feeder_id] if side.feeder_id else None,
        )

    return PairingPlan(key[0], key[1], (planned(sides[0], kept[0]), planned(sides[1], kept[1])))


def _entrants(stage: Stage) -> tuple[dict[int, Entrant], dict[int, int], frozenset[int]]:
    """The entrants by entry; for those who are out the round from which on they are; of these who
    was put out by a penalty."""
    found, withdrawn, put_out = {}, {}, set()
    for entry, left_in, left, out, *row in _members(stage.pk, stage.tournament_id):
        found[entry] = Entrant(*row)
        if left_in != stage.pk:
            left = None
        if left is not None or out is not None:
            withdrawn[entry] = min(one for one in (left, out) if one is not None)
        if out is not None:
            put_out.add(entry)
    return found, withdrawn, frozenset(put_out)


@written_once
def _members(stage: int, tournament: int) -> QuerySet[EntryMember, tuple[Any, ...]]:
    members = EntryMember.objects.filter(tournament=tournament, board=1)
    gone = ("entry__withdrawal__stage", "entry__withdrawal__from_round", "out_from")
    columns = ("player_id", "entry__name", "entry__seed", "player__shown", "entry__fixed_table")
    found = members.annotate(out_from=out_from("entry", stage))
    return found.values_list("entry_id", *gone, *columns)


def _seated(pairing: Pairing, entry_of: Mapping[int, int]) -> tuple[int | None, int | None]:
    """The entries that sit there, by seat."""
    found = vars(pairing)
    first, second = found["first_player"], found["second_player"]
    return (
        None if first is None else entry_of[first],
        None if second is None else entry_of[second],
    )


def _kept(pairing: Pairing) -> tuple[int | None, int | None]:
    """The entries that stay there in spite of a feeder, by seat."""
    found = vars(pairing)
    return found["first_kept"], found["second_kept"]


def _outcomes(
    pairings: Mapping[Key, Pairing],
    boards: Mapping[Key, Board],
    seats: Mapping[int, tuple[int | None, int | None]],
) -> dict[Key, Outcome]:
    return {
        key: outcome
        for key, board in boards.items()
        if (outcome := _outcome(pairings[key], board.match, seats[board.match_id]))
    }


def _outcome(
    pairing: Pairing, match: Match, seats: tuple[int | None, int | None]
) -> Outcome | None:
    first, second = seats
    if match.state != Match.States.FINISHED or first is None or second is None:
        return None
    if vars(pairing)["forfeited"]:
        kind = "double_forfeit" if match.winner is None else "walkover"
        return Outcome(kind, (first, second), match.winner)
    kind = "drawn" if match.winner is None else "played"
    games = tuple(GameScore(*game) for game in match.tally.get("games", ()))
    return Outcome(kind, (first, second), match.winner, games, tuple(match.tally.get("gins", NONE)))

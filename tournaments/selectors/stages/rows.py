"""The rows from which a stage is made."""

from collections.abc import Iterable
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

from games.levels import FORFEITS
from games.models import Adjustment, MatchSeat, Submission
from tournaments.models import Board, Draw, EntryMember, Kept, Pairing, Stage
from tournaments.selectors.events.appeals import is_under_appeal
from tournaments.selectors.events.names import way_of_showing
from tournaments.selectors.events.penalties import out_from
from web.db.statements import written_once

SIDE_COLUMNS = ("kind", "entry", "feeder")

LEAN = (
    *("pk", "round__number", "number"),
    *("first_feeder", "second_feeder", "first_player", "second_player"),
    *("first_kind", "first_entry", "first_kept", "second_kind", "second_entry", "second_kept"),
    *("board__match__state", "board__match__winner", "tally", "forfeited"),
)
"""What a crosstable is made of, a row for each pairing; the tally is a text."""

SHOWN = (
    *LEAN,
    *("table__number", "table__label", "why", "appealed"),
    *("board__match", "board__match__version", "games"),
    *("round__state", "round__planned_start", "round__minutes", "drawn_order", "seed"),
)
"""What a bracket is shown from: what a crosstable is made of, then what is told of the pairing, of
its match, of its round, and with the first of all rows the draw; `why`, `games` and `drawn_order`
are JSON as a text."""

KEY = slice(1, 3)
FIRST_FEEDER, SECOND_FEEDER, FIRST_PLAYER, SECOND_PLAYER = range(3, 7)
FIRST_SIDE, SECOND_SIDE, RESULT = slice(7, 10), slice(10, 13), slice(13, 17)
"""What stands where in such a row: kind, entry and who is kept of a side, and what `outcome_of`
takes of the match."""

PairingRow = tuple[Any, ...]

OF_CROSSTABLE, OF_PAIRING, OF_ROUND, DRAWN = slice(17), slice(17, 24), slice(24, 27), slice(27, 29)
"""The same of a row that is shown."""

ShownRow = tuple[Any, ...]


@written_once
def rows_of(stage: int) -> QuerySet[Pairing]:
    """The pairings of a stage with their rounds, tables, sides and matches."""
    return _whole(_drawn(round__stage=stage))


@written_once
def rows_of_rounds(*rounds: int) -> QuerySet[Pairing]:
    """The same of some rounds."""
    return _whole(_drawn(round__in=rounds))


def _whole(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    found = pairings.select_related("round", "table", "board__match").defer("round__proposed")
    return found.order_by("round__number", "number")


@written_once
def stage_rows(stage: int) -> QuerySet[Pairing, PairingRow]:
    """The pairings of a stage as plain rows: LEAN."""
    found = _drawn(round__stage=stage).annotate(tally=Cast("board__match__tally", TextField()))
    return found.values_list(*LEAN).order_by("round__number", "number")


@written_once
def shown_rows(stage: int) -> QuerySet[Pairing, ShownRow]:
    """The pairings of a stage as plain rows: SHOWN."""
    found = _drawn(round__stage=stage).annotate(
        appealed=is_under_appeal("board__match", "board"),
        tally=Cast("board__match__tally", TextField()),
        games=Cast("board__match__games_won", TextField()),
        why=Cast("reason", TextField()),
        drawn_order=Cast("order", TextField()),
    )
    return found.values_list(*SHOWN).order_by("round__number", "number")


@written_once
def standing_draws(stage: int) -> QuerySet[Draw, tuple[Any, ...]]:
    """The order and the seed of the draw that stands."""
    return Draw.objects.filter(stage=stage, superseded_at__isnull=True).values_list("order", "seed")


def standing_draw_of(stage: Stage) -> Draw | None:
    """The draw of a stage that stands, None while it is not drawn."""
    return Draw.objects.filter(stage=stage, superseded_at__isnull=True).first()


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


def seated_boards(**of: Any) -> QuerySet[Board]:
    """Boards with their matches, who sits there, and what else a `PlayedBoard` has."""
    found = Board.objects.filter(**of).select_related("match")
    return found.annotate(
        first_player=_player_in(0, "match"),
        second_player=_player_in(1, "match"),
        forfeited=_is_forfeited("match"),
        under_appeal=is_under_appeal("match", "pk"),
    )


def board_rows(stage: Stage, *more: str) -> Iterable[tuple[Any, ...]]:
    """All boards but the first of matches between teams, as plain rows in order: their pairing,
    the two players, what `outcome_of` takes, and these columns more."""
    if not stage.tournament.has_teams:
        return ()
    boards = seated_boards(pairing__round__stage=stage, number__gt=1)
    seats, result = ("first_player", "second_player"), ("state", "winner", "tally")
    of_match = [f"match__{column}" for column in result]
    found = boards.values_list("pairing_id", *seats, *of_match, "forfeited", *more)
    return found.order_by("pairing", "number")


@written_once
def members_of(stage: int, tournament: int) -> QuerySet[EntryMember, tuple[Any, ...]]:
    """Who plays for whom, as plain rows: player, board, entry, where and when it left and was put
    out, what an `Entrant` has."""
    members = EntryMember.objects.filter(tournament=tournament)
    gone = ("entry__withdrawal__stage", "entry__withdrawal__from_round", "out_from")
    columns = ("entry__name", "entry__seed", "shown", "entry__fixed_table")
    found = members.annotate(out_from=out_from("entry", stage), shown=way_of_showing())
    return found.values_list("player_id", "board", "entry_id", *gone, *columns)

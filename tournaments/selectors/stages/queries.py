"""What is asked of the database about a stage, each answer as rows with names."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable

from games.levels import FORFEITS
from games.models import Adjustment, MatchSeat, Submission
from players.selectors import way_shown
from tournaments.domain.crosstable import SeatIndex, SideKind
from tournaments.models import Draw, EntryMember, Kept, Pairing, PairingSide, Round, Stage
from tournaments.selectors.events.appeals import is_under_appeal
from tournaments.selectors.events.penalties import out_from


class MemberRow(NamedTuple):
    """Who plays for an entry on a board, or stands by on board 0, and what is told of the entry.

    `left` and `left_stage` are where it withdrew, `out` is the round from which on a penalty keeps
    it out of the stage.
    """

    player: int
    player_name: str
    player_shown: str
    board: int
    entry: int
    name: str
    seed: int | None
    table: int | None
    left: int | None
    left_stage: int | None
    out: int | None


MEMBER_COLUMNS = (
    *("player_id", "player__name", way_shown("player__"), "board"),
    *("entry_id", "entry__name", "entry__seed", "entry__fixed_table"),
    *("entry__withdrawal__from_round", "entry__withdrawal__stage", "out_from"),
)


class BoardRow(NamedTuple):
    """A pairing with one of its matches: between teams there are several rows of it, and of a bye
    a row without a match."""

    pairing: int
    round: int
    number: int
    reason: Mapping[str, Any] | None
    table: int | None
    table_number: int | None
    table_label: str | None
    match: int | None
    version: int
    state: str
    winner: SeatIndex | None
    games_won: Sequence[int]
    tally: Mapping[str, Any]
    moved_to: str
    first_player: int | None
    second_player: int | None
    level: str | None
    is_lost: bool
    under_appeal: bool


BOARD_COLUMNS = (
    *("pk", "round__number", "number", "reason", "table", "table__number", "table__label"),
    *("boards__match", "boards__match__version", "boards__match__state", "boards__match__winner"),
    *(
        "boards__match__games_won",
        "boards__match__tally",
        "boards__match__moved_to",
        "first_player",
        "second_player",
    ),
    *("level", "is_lost", "under_appeal"),
)


class SideRow(NamedTuple):
    """A side of a pairing: who was drawn or came there, and who was kept there."""

    pk: int
    pairing: int
    seat: int
    kind: SideKind
    entry: int | None
    feeder: int | None
    kept: int | None


SIDE_COLUMNS = ("pk", "pairing", "seat", "kind", "entry", "feeder", "stays")


NOT_DRAWN = ((), "")


def member_rows(stage: Stage) -> list[MemberRow]:
    """Everybody of the event of a stage."""
    found = EntryMember.objects.filter(tournament=stage.tournament_id).order_by("pk")
    found = found.annotate(out_from=out_from("entry", stage.pk))
    return [MemberRow._make(row) for row in found.values_list(*MEMBER_COLUMNS)]


def rounds_of(stage: Stage) -> tuple[Round, ...]:
    """The rounds of a stage in order."""
    return tuple(stage.rounds.defer("proposed").order_by("number"))


def standing_draw_of(stage: Stage) -> Draw | None:
    """The draw of a stage that stands, None while it is not drawn."""
    return Draw.objects.filter(stage=stage, superseded_at__isnull=True).first()


def order_and_seed_of(stage: Stage) -> tuple[Sequence[int], str]:
    """The entries of the same draw in order of seed, and the seed of what was drawn by chance."""
    standing = Draw.objects.filter(stage=stage, superseded_at__isnull=True)
    return next(iter(standing.values_list("order", "seed")), NOT_DRAWN)


def board_rows(stage: Stage) -> list[BoardRow]:
    """The pairings of a stage with their matches, in order."""
    found = Pairing.objects.filter(round__stage=stage).annotate(
        **told_of("boards__match"), under_appeal=is_under_appeal("boards__match", "boards")
    )
    rows: QuerySet[Pairing, Any] = found.order_by("round__number", "number", "boards__number")
    return [BoardRow._make(row) for row in rows.values_list(*BOARD_COLUMNS)]


def side_rows(stage: Stage) -> list[SideRow]:
    """The sides of the pairings of a stage by seat."""
    kept = Kept.objects.filter(side=OuterRef("pk"), superseded_at__isnull=True)
    found = PairingSide.objects.filter(pairing__round__stage=stage)
    rows = found.annotate(stays=Subquery(kept.values("entry")[:1])).order_by("pairing_id", "seat")
    return [SideRow._make(row) for row in rows.values_list(*SIDE_COLUMNS)]


def seats_in(stage: Stage) -> Mapping[int, Mapping[int, int]]:
    """Who sits at the matches of a stage, by seat: of those at which more than two may."""
    found: dict[int, dict[int, int]] = {}
    rows = MatchSeat.objects.filter(match__board__pairing__round__stage=stage, player__isnull=False)
    for match, seat, player in rows.values_list("match", "seat", "player"):
        found.setdefault(match, {})[seat] = player
    return found


def told_of(match: str) -> dict[str, Combinable]:
    """What a row can be told of its match (the column of its id): who sits there, the level of what
    stands of it, null where nothing does, and whether a penalty decides it."""
    seats = MatchSeat.objects.filter(match=OuterRef(match)).order_by().values("player")
    standing = Submission.objects.filter(match=OuterRef(match), superseded_at__isnull=True)
    penalties = Adjustment.objects.filter(match=OuterRef(match), superseded_at__isnull=True)
    return {
        "first_player": Subquery(seats.filter(seat=0)),
        "second_player": Subquery(seats.filter(seat=1)),
        "level": Subquery(standing.order_by().values("level")),
        "is_lost": Exists(penalties.filter(kind=Adjustment.Kinds.MATCH_LOSS)),
    }


def is_forfeited(level: str | None, *, lost: bool) -> bool:
    """Whether a match was decided without play: what stands of it is a forfeit, or it is `lost` by
    a penalty."""
    return lost or level in FORFEITS

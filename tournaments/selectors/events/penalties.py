"""The penalties of an event: what was given to whom, and what stands of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from games.models import MatchSeat, Ruling
from kernel.seats import SIDES, Seat
from tournaments.domain.penalties.escalation import Proposal, proposed_step
from tournaments.domain.penalties.infractions import INFRACTIONS, LATENESS, Infraction
from tournaments.domain.penalties.ladder import PenaltyStep, changes_score
from tournaments.models import Board, Penalty, Tournament


def out_from(entry: str, stage: int | OuterRef | None = None) -> Subquery:
    """The first round that an entry (the column of this name) no longer plays by a penalty that
    stands, in a stage, or in any without one; null for nearly everybody."""
    standing = Penalty.objects.filter(
        entry=OuterRef(entry), superseded_at__isnull=True, out_from__isnull=False
    )
    if stage is not None:
        standing = standing.filter(board__pairing__round__stage=stage)
    return Subquery(standing.order_by("out_from").values("out_from")[:1])


def penalties_at(board: Board) -> QuerySet[Penalty]:
    """What stands of penalties that were given at a match, or hit it, in order."""
    about = Q(board=board) | Q(takes_effect=board)
    found = Penalty.objects.filter(about, superseded_at__isnull=True)
    return found.select_related("entry", "board", "takes_effect", "appeal").order_by("id")


def put_out(stage_id: int) -> QuerySet[Penalty, int]:
    """The entries that a penalty put out of the event of a stage."""
    standing = Penalty.objects.filter(
        tournament__stages=stage_id, superseded_at__isnull=True, out_from__isnull=False
    )
    return standing.values_list("entry", flat=True)


def penalties_of(tournament: Tournament) -> QuerySet[Penalty]:
    """All that was given in an event, the newest first, with who it hit and where."""
    found = Penalty.objects.filter(tournament=tournament)
    places = ("board__pairing__round", "takes_effect__pairing__round")
    found = found.select_related("tournament", "entry", "player", *places)
    return found.order_by("-id")


def standing_penalties(tournament: Tournament) -> QuerySet[Penalty]:
    """What stands, in the order in which it was given, with what it does to a score."""
    found = Penalty.objects.filter(tournament=tournament, superseded_at__isnull=True)
    return found.select_related("adjustment").order_by("id")


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an entry was given before, the newest last."""

    penalties: Sequence[Penalty]

    def steps_for(self, infraction: Infraction) -> list[PenaltyStep]:
        return [
            PenaltyStep(penalty.step)
            for penalty in self.penalties
            if penalty.infraction == infraction.id
        ]

    def next_occurrence(self, infraction: Infraction) -> int:
        """The number that the next penalty for it gets: one that no other has that stands."""
        taken = (
            penalty.occurrence for penalty in self.penalties if penalty.infraction == infraction.id
        )
        return 1 + max(taken, default=0)

    @property
    def warnings(self) -> int:
        return sum(penalty.step == PenaltyStep.WARNING for penalty in self.penalties)

    def proposal(
        self, infraction: Infraction, *, minutes: int = 0, conditions: Sequence[str] = ()
    ) -> Proposal:
        """The step that the table proposes now."""
        return proposed_step(
            infraction,
            earlier=self.steps_for(infraction),
            warnings=self.warnings,
            minutes=minutes,
            conditions=conditions,
        )


def earlier_of(board: Board, side: Seat) -> Earlier:
    """What stands in the event against who sits there, between partners against any of them."""
    tournament = board.pairing.round.stage.tournament
    found = Penalty.objects.filter(
        tournament=tournament,
        player__in=_seats_of(tournament, board.match_id, side).values("player"),
        superseded_at__isnull=True,
    )
    return Earlier(list(found.select_related("adjustment").order_by("id")))


def partners_penalised(penalty: Penalty) -> Sequence[str]:
    """The names of the partners whom a penalty hit, by seat, where they sat when it was given;
    nobody where no partners play."""
    board, tournament = penalty.board, penalty.tournament
    if board is None or not tournament.has_partners:
        return ()
    own = MatchSeat.objects.filter(match=board.match_id, player=penalty.player_id)
    seat = own.values_list("seat", flat=True).first()
    if seat is None:
        return ()
    seats = _seats_of(tournament, board.match_id, seat % SIDES)
    return list(seats.order_by("seat").values_list("player__name", flat=True))


def _seats_of(tournament: Tournament, match: int, side: Seat) -> QuerySet[MatchSeat]:
    """The seats of a side: of partners every other one."""
    seats = MatchSeat.objects.filter(match=match)
    if not tournament.has_partners:
        return seats.filter(seat=side)
    return seats.annotate(side=F("seat") % SIDES).filter(side=side)


def with_other_causes(
    earlier: Earlier, infraction: Infraction, board: Board, cause: int | None
) -> tuple[Earlier, Penalty | None]:
    """What was given for other causes, and what was given for this one: the same ruling, or the
    same lateness at this match."""

    causes = _put_back_from(cause)

    def has_this_cause(penalty: Penalty) -> bool:
        late = penalty.board_id == board.pk and {penalty.infraction, infraction.id} <= LATENESS
        return late or penalty.cause_id in causes

    same = next((penalty for penalty in earlier.penalties if has_this_cause(penalty)), None)
    return Earlier([penalty for penalty in earlier.penalties if penalty != same]), same


def _put_back_from(ruling: int | None) -> set[int]:
    """A ruling and those that it puts back: the same one under other numbers."""
    found = set()
    while ruling is not None:
        found.add(ruling)
        rows = Ruling.objects.filter(pk=ruling).values_list("supersedes_id", flat=True)
        ruling = rows.first()
    return found


def given_most(club_id: int) -> list[str]:
    """The infractions for which a club gives penalties most; none before it has given any."""
    standing = Penalty.objects.filter(superseded_at__isnull=True, tournament__club=club_id)
    rows = standing.order_by().values_list("infraction").annotate(times=Count("id"))
    return [infraction for infraction, _times in sorted(rows, key=lambda row: (-row[1], row[0]))]


def is_public(penalty: Penalty) -> bool:
    """Whether visitors see that it was given: it hits the score, or puts somebody out."""
    return changes_score(PenaltyStep(penalty.step)) or penalty.out_from is not None


def infraction_of(penalty: Penalty) -> Infraction:
    """The row of the rulebook's table that a penalty is for."""
    return INFRACTIONS[penalty.infraction]

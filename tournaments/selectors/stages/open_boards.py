"""The matches that can be played on."""

from django.db.models import Count, Exists, OuterRef, QuerySet

from games.selectors.matches import UNFINISHED
from kernel.seats import SIDES
from tournaments.domain.lifecycle import ACTIONS, RoundState
from tournaments.models import Board, PairingSide


def open_boards(tournament: int) -> QuerySet[Board]:
    """The published matches of which all players are known and that are not over, in order; none
    where the event is not running."""
    unknown = PairingSide.objects.filter(pairing=OuterRef("pairing"), entry=None)
    boards = Board.objects.filter(
        pairing__round__stage__tournament=tournament,
        pairing__round__stage__tournament__state__in=ACTIONS["enter_result"].states,
        match__state__in=UNFINISHED,
    ).exclude(pairing__round__state=RoundState.DRAFT)
    boards = boards.exclude(Exists(unknown))
    boards = boards.annotate(seated=Count("match__seats")).filter(seated__gte=SIDES)
    boards = boards.select_related("match", "pairing__table", "pairing__round__stage__tournament")
    return boards.order_by("pairing__round", "pairing__number", "number")


def still_open(board: Board) -> Board | None:
    """The same match as it stands now; None where it is over, or there no more."""
    return open_boards(board.pairing.round.stage.tournament_id).filter(pk=board.pk).first()

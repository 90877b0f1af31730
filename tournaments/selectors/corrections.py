"""The corrections that were made."""

from django.db.models import QuerySet

from tournaments.models import Board, Correction, Tournament


def corrections_of(board: Board) -> QuerySet[Correction]:
    """Those of a match, the newest first, each with the one that took it back."""
    return _newest_first(Correction.objects.filter(board=board))


def newest_correction(tournament: Tournament) -> Correction | None:
    """The last one of a tournament; None where there is none, or it was taken back."""
    newest = _newest_first(Correction.objects.filter(tournament=tournament)).first()
    return None if newest is None or newest.undoes_id else newest


def _newest_first(found: QuerySet[Correction]) -> QuerySet[Correction]:
    related = ("undone_by", "board__match", "board__pairing__round__stage__tournament__club")
    return found.select_related(*related).order_by("-id")

"""The corrections that were made."""

from django.db.models import QuerySet

from tournaments.models import Board, Correction, Tournament


def corrections_of(board: Board) -> QuerySet[Correction]:
    """Those of a match, the newest first, each with the one that took it back."""
    return _newest_first(Correction.objects.filter(board=board))


def newest_correction(tournament: Tournament) -> Correction | None:
    """The last one of a tournament, as long as its match stands as it left it."""
    newest = _newest_first(Correction.objects.filter(tournament=tournament)).first()
    return newest if newest is not None and stands_unchanged(newest) else None


def stands_unchanged(correction: Correction) -> bool:
    """Whether nothing was written to the match since, so that it can be taken back."""
    undone = hasattr(correction, "undone_by")
    return not undone and correction.made["version"] == [correction.board.match.version]


def _newest_first(found: QuerySet[Correction]) -> QuerySet[Correction]:
    related = ("undone_by", "board__match", "board__pairing__round__stage__tournament__club")
    return found.select_related(*related).order_by("-id")

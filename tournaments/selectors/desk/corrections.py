"""The corrections that were made."""

from collections.abc import Sequence
from itertools import pairwise

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


def open_corrections(board: Board) -> list[Correction]:
    """What can be taken back now, the newest first: of the corrections of a match the last one that
    is in effect, and the newest of all, which is perhaps one that took another back."""
    newest_first = list(corrections_of(board))
    if not newest_first or newest_first[0].made["version"] != [board.match.version]:
        return []
    last = _last_in_effect(newest_first)
    found = [newest_first[0]]
    if last not in (None, newest_first[0]) and _follow_each_other(newest_first, last):
        found.append(last)
    return found


def newest_in_effect(board: Board) -> Correction | None:
    """The newest correction of a match that was not taken back."""
    return _last_in_effect(list(corrections_of(board)))


def _last_in_effect(newest_first: Sequence[Correction]) -> Correction | None:
    """The newest of those that are not taken back. A ruling that was taken back is none; that it
    was is in the way of no older one."""
    standing: list[Correction] = []
    for correction in reversed(newest_first):
        ended = set(correction.ended.get("ruling", ()))
        gone = [
            other
            for other in standing
            if other.pk == correction.undoes_id or ended & set(other.made.get("ruling", ()))
        ]
        standing = [other for other in standing if other not in gone]
        is_taking_back = bool(ended) and not correction.made.get("ruling")
        if not gone and not (is_taking_back and correction.undoes_id is None):
            standing.append(correction)
    return standing[-1] if standing else None


def _follow_each_other(newest_first: Sequence[Correction], last: Correction | None) -> bool:
    """Whether from `last` on nothing was written to the match but corrections."""
    since = newest_first[: newest_first.index(last) + 1] if last else ()
    return all(
        newer.ended.get("version") == older.made["version"] for newer, older in pairwise(since)
    )


def _newest_first(found: QuerySet[Correction]) -> QuerySet[Correction]:
    related = ("undone_by", "board__match", "board__pairing__round__stage__tournament__club")
    return found.select_related(*related).order_by("-id")

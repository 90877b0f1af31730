"""Online tables whose matches are drawn anew, played anew, or wait for their round again."""

from collections.abc import Iterable

from games.services.tables.ruled import lock_matches, lock_tables, tables_were_ruled_on
from kernel.text import N_, refusal
from tournaments.models import Board, Round
from tournaments.services.gate.changes import Change

BEGUN = N_("Round %(round)d can't be unpublished: at an online table of it play has begun.")


def lock_matches_of(rounds: Iterable[int]) -> None:
    """Nothing is played in the matches of these rounds until this change is through."""
    lock_matches(_matches_of(rounds))


def require_not_begun(round: Round) -> None:
    """Refuse where play has begun at an online table of a round, and let none begin."""
    if lock_tables(_matches_of([round.pk])):
        raise refusal("wrong_state", BEGUN, round=round.number)


def tell_tables(change: Change, matches: Iterable[int], ended: str | None) -> None:
    """Say at the online tables of these matches what becomes of play there."""
    data = {"ended": ended}
    tables_were_ruled_on(matches=matches, by=change.by, data=data)


def tell_tables_of(change: Change, rounds: Iterable[int], ended: str | None) -> None:
    """The same at those of all matches of these rounds."""
    tell_tables(change, _matches_of(rounds), ended)


def _matches_of(rounds: Iterable[int]) -> list[int]:
    boards = Board.objects.filter(pairing__round__in=list(rounds))
    return list(boards.values_list("match_id", flat=True))

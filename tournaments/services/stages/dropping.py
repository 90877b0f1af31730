"""Rows of tournaments go: with all that hangs on them, and with what is played beside them.

All of it inside a change that has begun, with the tournaments locked.
"""

from django.db.models import Q, QuerySet

from games.models import Match
from games.services.bots import delete_bots
from games.services.tables.ruled import lock_matches
from tournaments.models import Board, Round, Stage, Tournament


def drop_rows(*tournaments: Tournament) -> None:
    """Delete from the facts upward: what is played beside byes, then matches, then sides, then all
    that hangs on the tournaments."""
    of_events = Q(stage__tournament__in=tournaments) | Q(set_aside_from__tournament__in=tournaments)
    drop_beside(Round.objects.filter(of_events))
    for stage in ("stage", "set_aside_from"):
        Match.objects.filter(
            **{f"board__pairing__round__{stage}__tournament__in": tournaments}
        ).delete()
    Stage.objects.filter(tournament__in=tournaments).delete()
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()


def drop_beside(rounds: QuerySet[Round]) -> None:
    """Delete what is played beside the byes of these rounds. Who plays meanwhile is waited for."""
    found = Tournament.objects.filter(beside__round__in=rounds).order_by("pk")
    beside = list(found.select_for_update(of=("self",)))
    if not beside:
        return
    boards = Board.objects.filter(pairing__round__stage__tournament__in=beside)
    matches = list(boards.values_list("match", flat=True))
    lock_matches(matches)
    delete_bots(matches=matches)
    drop_rows(*beside)

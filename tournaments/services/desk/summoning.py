"""The director calls who is not at their online table yet."""

from collections.abc import Collection, Sequence
from datetime import datetime

from games.selectors.glances import glances_at
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal
from tournaments.models import Summons, Tournament
from tournaments.selectors.desk.missing import MissingPlayer, at_their_hour, missing_players
from tournaments.selectors.desk.tonight_director import EventAt
from tournaments.selectors.events.play import plays_online
from tournaments.selectors.stages.tables import TableMatch
from tournaments.services.gate.changes import changing

NOBODY = N_(
    "Nobody was called: they are there by now, have no account, or were called less than three "
    "minutes ago."
)


def summon_players(
    *,
    tournament_id: int,
    by: Actor,
    now: datetime,
    seats: Collection[tuple[int, Seat]] | None = None,
) -> Sequence[MissingPlayer]:
    """Call players to their online tables: those who are missing at these seats of matches, or
    (None) all of them. Who was called just now, or has come since, is left in peace.

    They read it on their pages, and by e-mail if they wish for it. Gives whom it has called.
    """
    if not by.may("tournament.announce"):
        raise refusal("forbidden", N_("Only who runs the event calls its players."))
    with changing(tournament_id, by=by, now=now, action="enter_result") as change:
        at = EventAt(change.tournament, now)
        at_tables = [one for one in at.open if _is_online(change.tournament, one)]
        at_tables = list(at_their_hour(at_tables, change.tournament, now))
        matches = [one.slot.match.pk for one in at_tables if one.slot.match]
        missing = missing_players(at_tables, glances_at(matches))
        called = [
            one
            for one in missing
            if one.may_be_called(now) and (seats is None or (one.match, one.seat) in seats)
        ]
        if not called:
            raise refusal("wrong_state", NOBODY)
        Summons.objects.bulk_create(
            Summons(board_id=one.board, seat=one.seat, **change.facts) for one in called
        )
        for one in called:
            change.record("match.summon", "calls", match=one.match, seat=one.seat)
        change.unsettled.add(at.stage.pk)
    return called


def _is_online(tournament: Tournament, one: TableMatch) -> bool:
    return one.slot.match is not None and plays_online(tournament, one.slot.match.moved_to)

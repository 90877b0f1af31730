"""A player of an event by days is away for some days, as far as it allows that: their matches are
adjourned until they are back. The event is locked, then each match."""

from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext

from games.selectors.holds import Hold, holds_at
from games.selectors.seats import players_at
from games.selectors.tables import stopped_among
from games.services.tables import staff
from games.services.tables.writing import settle_table_now
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.models import Vacation
from tournaments.selectors.desk.vacations import (
    away_until,
    boards_of_player,
    days_left,
    standing_vacation,
    vacation_days,
)
from tournaments.selectors.events.access import own_members
from tournaments.services.gate.changes import Change, changing

ON_VACATION = N_("On vacation")


def begin_vacation(*, tournament_id: int, days: int, by: Actor, now: datetime) -> Vacation:
    """From now on the actor's matches by days in this event stand still, for so many days."""
    with changing(tournament_id, by=by, now=now, action="enter_result") as change:
        event, player = change.tournament, _own_player(change)
        if standing_vacation(event, player, now) is not None:
            raise refusal("wrong_state", N_("You are away already. End that vacation first."))
        left = days_left(event, player, now)
        if not 1 <= days <= left:
            sentence = N_("You may still be away for %(left)d days this year.")
            raise refusal("too_many_days", sentence, "days", left=left)
        # One that has run out by itself has ended at its hour.
        for past in Vacation.objects.filter(tournament=event, player=player, ended_at=None):
            past.ended_at = past.until
            past.save(update_fields=["ended_at"])
        vacation = Vacation.objects.create(
            tournament=event, player_id=player, until=now + timedelta(days=days), **change.facts
        )
        change.record("vacation.begin", "results", player=player, days=days)
        _hold_matches(change, player)
    return vacation


def end_vacation(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """The actor is back: their matches go on, but where the other player is away. Twice is once."""
    with changing(tournament_id, by=by, now=now, action="enter_result") as change:
        player = _own_player(change)
        vacation = standing_vacation(change.tournament, player, now)
        if vacation is None:
            return
        vacation.ended_at = now
        vacation.save(update_fields=["ended_at"])
        change.record("vacation.end", "results", player=player)
        _hold_matches(change, player)


def _own_player(change: Change) -> int:
    """Who the actor plays as. Refused where the event has no vacation."""
    member = own_members(change.by, change.tournament).first()
    if member is None:
        raise refusal("forbidden", N_("Only who plays in this event can be away from it."))
    if not vacation_days(change.tournament):
        raise refusal("wrong_state", N_("This event has no vacation."))
    return int(member.player_id)


def _hold_matches(change: Change, player: int) -> None:
    """Let each match of a player stand still as long as one of its two is away. What staff have
    stopped stays as they said."""
    for match in _matches(change, player):
        settle_table_now(match=match)  # what was due before may have ended it
    matches = _matches(change, player)
    holds, seats = holds_at(matches), players_at(matches)
    for match in matches:
        both = [other for (where, _seat), other in seats.items() if where == match]
        _hold(change, match, holds.get(match), away_until(change.tournament, both, change.now))


def _matches(change: Change, player: int) -> list[int]:
    """Those of a player that are to be played on."""
    boards = boards_of_player(change.tournament, player, change.now)
    matches = list(boards.values_list("match", flat=True))
    stopped = stopped_among(matches)
    return [match for match in matches if match not in stopped]


def _hold(change: Change, match: int, hold: Hold | None, until: datetime | None) -> None:
    if hold is not None and (not hold.is_vacation or hold.until == until):
        return
    if hold is not None:
        staff.resume(match=match, reason="", by=change.by)
    if until is not None:
        with translation.override(change.tournament.club.language):
            reason = gettext(ON_VACATION)
        staff.adjourn(match=match, until=until, reason=reason, by=change.by, is_vacation=True)

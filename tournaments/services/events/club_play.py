"""Those who belong to a club find each other: who would play now, and tables that are opened for
the club. All that concerns a table locks the tournament before the match, as friendlies by link
do; opening one locks the hidden club first."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.selectors.guests import guest_seat
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.selectors import account_name, own_player, shown_name
from tournaments.models import ClubTable, Friendly, Tournament, WouldPlay
from tournaments.selectors.events.club_play import (
    club_table_at,
    is_found,
    own_waiting_table,
    tables_opened_by,
)
from tournaments.services.events.friendlies import Asked, join, locked, open_friendly
from tournaments.services.events.lone_matches import remove

AN_HOUR = timedelta(hours=1)
"""So long somebody would play who has said so, and a table waits for somebody of the club."""

GONE = N_("This table waits for nobody any more. Choose another one, or open one.")
NOT_FOUND = N_(
    "The others can’t find you here: your account needs an e-mail address, and the club’s list "
    "your name, shown and connected with the account."
)


def say_would_play(*, club: int, by: Actor, now: datetime) -> datetime:
    """From now on the actor would play, for an hour; said again it begins anew. Until when."""
    _require_found(by, club)
    until = now + AN_HOUR
    WouldPlay.objects.update_or_create(
        club_id=club, user_id=by.account_id, defaults={"until": until}
    )
    return until


def take_back_would_play(*, club: int, by: Actor) -> None:
    """The actor would not play any more. Twice is once."""
    WouldPlay.objects.filter(club=club, user=by.account_id).delete()


def forget_would_play(*, now: datetime) -> None:
    """Delete who would have played earlier."""
    WouldPlay.objects.filter(until__lte=now).delete()


def open_table(
    *,
    club: int,
    asked: Asked,
    rules: str | Mapping[str, object],
    best_of: int | None = None,
    target: int | None = None,
    clock: Mapping[str, object] | None = None,
) -> Friendly:
    """Open a friendly for whoever belongs to the club, and sit down at it; it waits for an hour.
    Refused to whom others can't find there, and while another table of theirs waits."""
    _require_found(asked.by, club)
    with transaction.atomic():
        friendly = open_friendly(
            asked=asked,
            rules=rules,
            best_of=best_of,
            target=target,
            clock=clock,
            called=_name_in(club, asked.by),
        )
        # Behind the lock under which all tables are opened.
        if own_waiting_table(asked.by, club, asked.now) is not None:
            sentence = N_("A table of yours waits here already. Close it before you open another.")
            raise refusal("table_waits", sentence)
        ClubTable.objects.create(friendly=friendly, club_id=club)
        Tournament.objects.filter(pk=friendly.tournament_id).update(expires_at=asked.now + AN_HOUR)
    return friendly


def take_seat(*, club: int, match: int, by: Actor, now: datetime) -> Friendly:
    """Sit down at a table that was opened for the club. Twice is once; the first of several has
    the seat."""
    with transaction.atomic():
        friendly = _locked_table(club, match, by, now).friendly
        own = guest_seat(by, match)
        if own is None and friendly.claimed_at is not None:
            raise refusal("seat_taken", N_("Somebody was faster and has taken this seat."))
        if own is None:
            join(friendly, _name_in(club, by), by, now)
    return friendly


def close_table(*, club: int, match: int, by: Actor, now: datetime) -> None:
    """Close a table of one's own that waits. Refused once somebody has joined."""
    with transaction.atomic():
        friendly = _locked_table(club, match, by, now).friendly
        if not tables_opened_by(by, club, now).filter(friendly=friendly).exists():
            raise refusal("forbidden", N_("Only who has opened a table closes it."))
        if friendly.claimed_at is not None:
            sentence = N_("Somebody has joined: play the game, or resign at the table.")
            raise refusal("wrong_state", sentence)
        remove([friendly.tournament])


def close_tables_of(*, user_id: int) -> None:
    """The account goes: nobody is to wait for it."""
    waiting = ClubTable.objects.filter(
        friendly__claimed_at=None,
        friendly__tournament__stages__rounds__pairings__boards__match__seats__guest__user=user_id,
    )
    remove([table.friendly.tournament for table in waiting.select_related("friendly__tournament")])


def _require_found(by: Actor, club: int) -> None:
    if not is_found(by, club):
        raise refusal("not_listed", NOT_FOUND)


def _name_in(club: int, by: Actor) -> str:
    """What the actor is called at a table of the club: as it shows the name to everybody, that of
    the account where it does not list them."""
    own = own_player(by, club)
    return account_name(by.account_id) if own is None else shown_name(own)


def _locked_table(club: int, match: int, by: Actor, now: datetime) -> ClubTable:
    """The table with its friendly, locked and read anew. Raises Refusal where it is gone."""
    found = club_table_at(by, club, match, now)
    if found is None:
        raise refusal("not_found", GONE)
    locked(found.friendly)
    again = club_table_at(by, club, match, now)
    if again is None:
        raise refusal("not_found", GONE)
    return again

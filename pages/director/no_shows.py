"""Somebody does not come: the first on the waitlist takes the place, while nothing is played."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _

from pages.parts.rooms import TournamentRoomPage
from tournaments.domain.lifecycle import why_not_round
from tournaments.models import Round
from tournaments.selectors.events.entries import EntryRow, waitlist_of
from tournaments.services.events.entries import swap_no_show
from web.actors import say
from web.numbers import number_sent


def swap(room: TournamentRoomPage) -> None:
    """Who was chosen makes room."""
    out = number_sent(room.request.POST.get("out"))
    came = swap_no_show(entry_id=out, **room.write())
    messages.success(room.request, _("%(name)s takes over the place.") % {"name": came.name})


def swap_context(
    room: TournamentRoomPage, first: Round, rows: Sequence[EntryRow]
) -> dict[str, Any]:
    """What the form shows, by the first round of the event."""
    waiting = waitlist_of(rows)
    why_not = room.blocked("swap_entry")
    if not why_not and not waiting:
        why_not = _("Nobody is on the waitlist to take a place.")
    reason = why_not_round(first.state, "swap", round=1)
    return {
        "places": sorted((row for row in rows if row.drawn), key=lambda row: row.checked_in),
        "waiting": waiting,
        "why_no_swap": why_not or (say(reason) if reason else ""),
    }

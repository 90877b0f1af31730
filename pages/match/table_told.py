"""What staff did at an online table, as its players read it: that it was done, and never why; and
what the other player asks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.tables.events import Event, Kind
from kernel.text import N_
from pages.match.table_words import DoneWords, time_words

#: That the match is paused or adjourned the table itself says, as long as it is.
_TOLD: Mapping[Kind, str] = {
    "resumption": N_("Play goes on."),
    "time": N_("%(name)s was given more time: %(time)s."),
    "adjudication": N_("An official has ended this hand."),
    "disclosure": N_("An official who does not play in this event sees both hands from now on."),
    "move_request": N_("%(name)s asks to go back to the table."),
}


def told_words(view: Mapping[str, Any], log: Iterable[Event]) -> list[DoneWords]:
    """What a seat is told: what was done since its own last action, and that hands were disclosed
    as long as that hand is on the table. `log` begins with its dealing at the latest."""
    seat, found = view["seat"], list[Event]()
    if seat is None:
        return []
    for event in log:
        if event.kind == "action" and event.seat == seat:
            found = [one for one in found if one.kind == "disclosure"]
        elif event.kind == "move_request" and event.seat != seat:
            found = [one for one in found if one.kind != "move_request"]
            found += [] if event["taken_back"] else [event]
        elif event.kind in _TOLD and event.kind != "move_request":
            found.append(event)
    return [DoneWords(event.number, _words(view, event)) for event in found]


def _words(view: Mapping[str, Any], event: Event) -> str:
    if event.seat is None:
        return _(_TOLD[event.kind])
    values = {"name": view["players"][event.seat]["name"]}
    if event.kind == "time":
        values["time"] = time_words(event["ms"])
    return _(_TOLD[event.kind]) % values

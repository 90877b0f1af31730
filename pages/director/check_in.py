"""The desk at the door: who is here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _

from kernel.names import search_key, sort_key
from pages.director.presence import Attendance, note_absent, note_back
from pages.parts.rooms import TournamentRoomPage
from tournaments.domain.lifecycle import TournamentState
from tournaments.selectors.events.door import door_token
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.services.events.entries import check_in_entry, take_back_check_in
from tournaments.services.events.setup import move_tournament
from web.links import absolute_url, qr_code
from web.numbers import number_sent

HERE = ("entered", "waitlist")


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """Somebody who may come; what is said of the rounds that they play, and whether they sit out
    the next one."""

    row: EntryRow
    presence: str
    is_away: bool


class CheckInPage(TournamentRoomPage):
    """Everybody who may come, each with one button; opened and closed here."""

    action = "tournament.check_in"
    template = "director/check_in.html"
    tab = "check_in"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {
            "here": lambda key: self.note(key, here=True),
            "away": lambda key: self.note(key, here=False),
            "open": lambda _key: self.move("open_check_in"),
            "close": lambda _key: self.move("open_registration"),
            "absent": self.absent,
            "back": self.back,
        }

    def note(self, key: str, *, here: bool) -> str:
        number = number_sent(key)
        service = check_in_entry if here else take_back_check_in
        entry = service(entry_id=number, **self.write())
        sentence = _("%(name)s is here.") if here else _("%(name)s is not here.")
        messages.success(self.request, sentence % {"name": entry.name})
        return self._back()

    def absent(self, key: str) -> str:
        note_absent(self, key)
        return self._back()

    def back(self, key: str) -> str:
        note_back(self, key)
        return self._back()

    def _back(self) -> str:
        query = self.request.GET.urlencode()
        return self.here("check_in") + (f"?{query}" if query else "")

    def move(self, action: str) -> str:
        self.require("tournament.edit")
        move_tournament(action=action, **self.write())
        return self.here("check_in")

    def context(self) -> dict[str, Any]:
        rows = [row for row in entry_rows(self.tournament) if row.status in HERE]
        query = self.request.GET.get("q", "")
        wanted = search_key(" ".join(query.split()))
        found = [row for row in rows if wanted in search_key(row.entry.name)]
        here = sum(row.checked_in for row in rows)
        attendance = Attendance(self.tournament)
        return super().context() | {
            "found": [
                AtTheDoor(row, attendance.said_of(row.entry.pk), attendance.is_away(row.entry.pk))
                for row in sorted(found, key=_by_name)
            ],
            "next_round": attendance.round,
            "query": query,
            "here": here,
            "missing": len(rows) - here,
            "all": len(rows),
            "is_open": self.tournament.state == TournamentState.CHECK_IN,
            "why_not_open": self.blocked("open_check_in"),
            "why_not_note": self.blocked("check_in"),
            "door": self._door(),
        }

    def _door(self) -> dict[str, str]:
        """The address behind the QR code at the door: where players check themselves in."""
        path = self.here("door", door_token(self.tournament))
        link = absolute_url(path)
        return {"link": link, "qr": qr_code(link)}


def _by_name(row: EntryRow) -> tuple[str, int]:
    return sort_key(row.entry.name), row.entry.pk

"""The desk at the door: who is here."""

from typing import Any

from django.utils.translation import gettext as _

from kernel.names import search_key, sort_key
from pages.director.presence import Attendance, AttendanceRoomPage
from tournaments.domain.lifecycle import TournamentState
from tournaments.selectors.events.door import door_token, tablet_token
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.services.events.entries import check_in_entry, take_back_check_in
from tournaments.services.events.setup import move_tournament
from web.links import absolute_url, qr_code
from web.numbers import number_sent

HERE = ("entered", "waitlist")


class CheckInPage(AttendanceRoomPage):
    """Everybody who may come, each with one button; opened and closed here."""

    action = "tournament.check_in"
    template = "director/check_in.html"
    tab = "check_in"
    acts = (*AttendanceRoomPage.acts, "here", "away", "open", "close")

    def here(self, key: str) -> str:
        entry = check_in_entry(entry_id=number_sent(key), **self.write())
        return self.done(_("%(name)s is here.") % {"name": entry.name}, self.same_part())

    def away(self, key: str) -> str:
        entry = take_back_check_in(entry_id=number_sent(key), **self.write())
        return self.done(_("%(name)s is not here.") % {"name": entry.name}, self.same_part())

    def open(self, _key: str) -> str:
        return self._move("open_check_in")

    def close(self, _key: str) -> str:
        return self._move("open_registration")

    def _move(self, action: str) -> str:
        self.require("tournament.edit")
        move_tournament(action=action, **self.write())
        return self.address("check_in")

    def context(self) -> dict[str, Any]:
        rows = [row for row in entry_rows(self.tournament) if row.status in HERE]
        query = self.request.GET.get("q", "")
        wanted = search_key(" ".join(query.split()))
        found = [row for row in rows if wanted in search_key(row.entry.name)]
        here = sum(row.checked_in for row in rows)
        attendance = Attendance(self.tournament)
        return super().context() | {
            "found": [attendance.of(row) for row in sorted(found, key=_by_name)],
            "next_round": attendance.round,
            "query": query,
            "here": here,
            "missing": len(rows) - here,
            "all": len(rows),
            "is_open": self.tournament.state == TournamentState.CHECK_IN,
            "may_open": not self.blocked("open_check_in"),
            "why_not_note": self.blocked("check_in"),
            "door": self._door(),
            "tablet": self.address("door_tablet", tablet_token(self.tournament)),
        }

    def _door(self) -> dict[str, str]:
        """The address behind the QR code at the door: where players check themselves in."""
        path = self.address("door", door_token(self.tournament))
        link = absolute_url(path)
        return {"link": link, "qr": qr_code(link)}


def _by_name(row: EntryRow) -> tuple[str, int]:
    return sort_key(row.entry.name), row.entry.pk

"""The tablet at the door, without an account: who comes in taps their name."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from kernel.names import search_key, sort_key
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from pages.parts.event_page import EventPage
from tournaments.selectors.events.door import opens_tablet
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.services.events.entries import check_in_entry, take_back_check_in
from web.actors import say
from web.addresses import client_address
from web.attempts import address_count, begin, take_back
from web.errors import status_of
from web.numbers import number_in, number_sent

COMING = ("entered", "waitlist")
UNDO_WITHIN = timedelta(minutes=1)


class DoorTabletPage(EventPage):
    """Those who may come, by the names that everybody may read; one tap says that somebody is here,
    and for a moment takes it back.

    Whoever holds the address may do that and nothing else: whoever has signed in on the tablet acts
    as a visitor here.
    """

    action = "tournament.view"

    def find(self) -> Actor:
        self.actor = replace(self.actor, user_id=None, staff_id=None)
        super().find()
        tries = address_count("link", client_address(self.request))
        begin(tries)
        if not opens_tablet(self.tournament, self.kwargs["token"]):
            raise Http404
        take_back(tries)
        return replace(self.actor, roles=frozenset({Role.ANYONE}))

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show()

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        name, _colon, key = request.POST.get("act", "").partition(":")
        write: dict[str, Any] = {
            "tournament_id": self.tournament.pk,
            "by": self.actor,
            "now": self.now,
        }
        entry = number_sent(key)
        try:
            if name == "here" and entry in {row.entry.pk for row in self._listed()}:
                check_in_entry(entry_id=entry, **write)
                return redirect(f"{request.path}?done={entry}")
            if name == "undo" and self._just_now(entry):
                take_back_check_in(entry_id=entry, **write)
        except Refusal as refusal:
            return self.show(status_of(refusal.text.code), refused=say(refusal.text))
        return redirect(request.path)

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        query = self.request.GET.get("q", "")
        wanted = search_key(" ".join(query.split()))
        rows = [row for row in self._listed() if wanted in search_key(row.public)]
        response = self.answer(
            "player/door_tablet.html",
            status,
            rows=sorted(rows, key=lambda row: (sort_key(row.public), row.entry.pk)),
            query=query,
            done=self._just_now(number_in(self.request.GET.get("done")) or 0),
            blocked=self.blocked("check_in"),
            **context,
        )
        # The token stands in the address: other sites must not be told it.
        response["Referrer-Policy"] = "same-origin"
        return response

    def _listed(self) -> list[EntryRow]:
        """Those who may come and whose names everybody may read."""
        rows = entry_rows(self.tournament)
        return [row for row in rows if row.status in COMING and not row.is_hidden]

    def _just_now(self, entry: int) -> EntryRow | None:
        """Who was checked in on a tablet a moment ago."""
        row = next((row for row in self._listed() if row.entry.pk == entry), None)
        if row is None or not row.checked_in:
            return None
        noted = row.entry.check_in
        is_of_tablet = noted.role == Role.ANYONE and noted.by_id is None
        return row if is_of_tablet and noted.at > self.now - UNDO_WITHIN else None

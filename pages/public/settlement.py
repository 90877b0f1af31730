"""Who owes whom after an event that is played for points: for its staff and those who play in it.

What people owe is not for everybody to read, so the page is made for its reader, is kept by nobody,
and stands in no list.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from kernel.permissions import Actor
from pages.parts.event_page import EventPage
from pages.parts.settlement_words import settlement_shown
from players.selectors import own_player
from tournaments.selectors.desk.settlement import acting_at_settlement, settlement_of
from tournaments.selectors.events.access import sees_drafts


@method_decorator(never_cache, name="dispatch")
class SettlementPage(EventPage):
    """Balances and payments; not found where the event does not settle."""

    action = "tournament.settlement"

    def find(self) -> Actor:
        super().find()
        if not self.tournament.settles:
            raise Http404
        return acting_at_settlement(self.actor, self.tournament)

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.answer("public/settlement.html", **self._shown())

    def _shown(self) -> dict[str, Any]:
        is_staff = sees_drafts(self.actor)
        found = settlement_of(self.tournament, full_names=is_staff)
        own = own_player(self.actor, self.tournament.club_id)
        shown = settlement_shown(found, found.players.get(own.pk) if own else None)
        return {**shown, "is_staff": is_staff}

"""Who pays whom, on paper."""

from typing import Any

from django.http import Http404

from kernel.permissions import Actor
from pages.paper.paper import PaperRoomPage
from pages.parts.settlement_words import settlement_shown
from tournaments.selectors.desk.settlement import settlement_of


class SettlementOnPaperPage(PaperRoomPage):
    """The payments and the balances, in full names; not found where the event does not settle."""

    template = "paper/settlement.html"
    action = "tournament.settlement"

    def find(self) -> Actor:
        found = super().find()
        if not self.tournament.settles:
            raise Http404
        return found

    def context(self) -> dict[str, Any]:
        found = settlement_of(self.tournament, full_names=True)
        return super().context() | settlement_shown(found)

"""Players' passes on paper: eight to a leaf, with lines to cut along."""

from datetime import datetime
from typing import Any

from pages.parts.rooms import ClubRoomPage
from web.links import absolute_url, qr_drawing

PASSES_A_LEAF = 8


class PassesOnPaperPage(ClubRoomPage):
    """The passes that were just made; their secrets are shown this once."""

    action = "player.edit"
    template = "paper/passes.html"

    def context(self) -> dict[str, Any]:
        made = self.request.session.get("passes")
        if made and made["club"] == self.club.pk:
            del self.request.session["passes"]
        else:
            made = {"made": [], "until": None}
        cards = [
            {"name": name, "qr": qr_drawing(url), "url": url, "code": code}
            for name, url, code in made["made"]
        ]
        first = range(0, len(cards), PASSES_A_LEAF)
        return super().context() | {
            "leaves": [cards[at : at + PASSES_A_LEAF] for at in first],
            "until": made["until"] and datetime.fromisoformat(made["until"]),
            "place": absolute_url("/pass/").partition("//")[2],
        }

"""A hand against the computer: one press, no account, no name."""

from typing import Any

from django import forms

from games.engine.gin.bots.levels import LEVELS
from kernel.permissions import Actor
from pages.parts.fields import PageForm
from pages.parts.hand_offer import hand_offer
from pages.play.forms import CLOCKS
from pages.play.seat_page import SeatFormPage
from tournaments.selectors.events.friendlies import table_of
from tournaments.services.events.friendlies import Asked, open_friendly
from web.addresses import client_address

#: The club rules, where the draw says who deals: nobody is asked anything before the first card.
RULES = {"preset": "club", "first_dealer": "random"}


class HandForm(PageForm):
    """How well the computer is to play: by the button that was pressed."""

    level = forms.ChoiceField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("level", [(level.code, level.code) for level in LEVELS])


class PlayHandPage(SeatFormPage):
    """Leads to a table at which the computer sits already: one game by the club rules, without a
    clock."""

    action = "friendly.open"
    template = "play/hand.html"
    form_class = HandForm

    def seat(self, form: PageForm, by: Actor) -> str:
        level, address = form.cleaned_data["level"], client_address(self.request)
        # Who comes back to the page and chooses another level means another table.
        key = f"{self.key} {level}" if self.key else ""
        friendly = open_friendly(
            asked=Asked(by, self.now, address, key, self.digest),
            rules=RULES,
            best_of=1,
            clock=CLOCKS["none"],
            bot=level,
        )
        return table_of(friendly)

    def context(self, form: PageForm) -> dict[str, Any]:
        return dict(hand_offer(self.actor, self.key))

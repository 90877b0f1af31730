"""What somebody runs or judges besides: a card for each part, which leads to the page of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from kernel.text import N_
from tournaments.domain.tonight import director, referee
from tournaments.domain.tonight.next_step import NextStep, Part, Urgency
from tournaments.selectors.desk.tonight import EventParts
from tournaments.selectors.desk.tonight_director import EventAt, director_facts
from tournaments.selectors.desk.tonight_referee import referee_facts
from tournaments.selectors.events.access import acting_in
from web.actors import say

PAGES: Mapping[Part, str] = {Part.DIRECTOR: "desk", Part.REFEREE: "tables"}
"""The pages that are Tonight for who runs an event, and for who judges there."""
PARTS: Mapping[Part, tuple[str, str]] = {
    Part.DIRECTOR: (N_("You run it"), N_("To the desk")),
    Part.REFEREE: (N_("You judge there"), N_("To the tables")),
}
"""What each part is called, and the way to its page."""


@dataclass(frozen=True, slots=True)
class PartCard:
    """A part that somebody has in an event tonight, with what is next for them in it."""

    event: EventParts
    part: Part
    step: NextStep

    @property
    def word(self) -> str:
        return _(PARTS[self.part][0])

    @property
    def button(self) -> str:
        return _(PARTS[self.part][1])

    @property
    def sentence(self) -> str:
        return say(self.step.sentence)

    @property
    def is_calm(self) -> bool:
        """Whether nobody waits for them."""
        return self.step.urgency > Urgency.ASKED

    @property
    def address(self) -> str:
        return page_of(self.event, self.part)


def page_of(event: EventParts, part: Part) -> str:
    """The address of the page of a part."""
    tournament = event.tournament
    return reverse(PAGES[part], args=[tournament.club.slug, tournament.slug])


def cards_of(actor: Actor, events: Sequence[EventParts], now: datetime) -> Sequence[PartCard]:
    """The parts of tonight but for playing, the most urgent first."""
    cards = [
        PartCard(event, part, _step(actor, event, part, now))
        for event in events
        if event.tonight
        for part in event.parts
        if part in PAGES
    ]
    return sorted(cards, key=lambda card: card.step.urgency)


def _step(actor: Actor, event: EventParts, part: Part, now: datetime) -> NextStep:
    tournament = event.tournament
    if part == Part.DIRECTOR:
        return director.next_step(director_facts(EventAt(tournament, now)))
    return referee.next_step(referee_facts(acting_in(actor, tournament), tournament, now))

"""A ruling or a penalty as a form in which every step follows from what was said before.

ruling.js asks for the part that changes (`part`); without it the page shows the same by its button.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, QueryDict

from kernel.text import Refusal
from pages.match.asked import asked_by
from pages.match.match import MatchPage
from pages.match.penalty_words import ladder_of, penalty_words
from pages.match.ruling_words import ruling_words
from tournaments.selectors.desk.rulings import rulings_against
from tournaments.selectors.events.penalties import earlier_of
from web.actors import say
from web.errors import status_of
from web.numbers import number_in
from web.page import new_key

PARTS = ("hits", "detail", "options")
MOST_USED = 6


@dataclass(frozen=True, slots=True)
class OptionButton:
    """A step, or an option with what it does to this hand. `closed` says why it can't be chosen."""

    code: str
    label: str
    effects: Sequence[str] = ()
    points: str = ""
    to: str = ""
    closed: str = ""
    chosen: bool = False


class StepwisePage(MatchPage):
    """The page, and its parts as they change."""

    template: ClassVar[str]

    @property
    def said(self) -> QueryDict:
        """What was said so far: what can't be read is as if it were left out."""
        return self.request.POST if self.request.method == "POST" else self.request.GET

    @property
    def version(self) -> int:
        return number_in(self.said.get("version"), digits=9) or 0

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        part = self.said.get("part", "")
        if self.request.htmx and part in PARTS:
            return self.answer(f"{self.template}#{part}", **self.shown())
        return self.show()

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        try:
            return self.take()
        except Refusal as refusal:
            return self.show(status_of(refusal.text.code), **self._refused(refusal))

    def take(self) -> HttpResponse:
        """Record what was said, and go on."""
        raise NotImplementedError

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer(self.template, status, **self.shown() | context)

    def shown(self) -> dict[str, Any]:
        """What follows from what was said so far."""
        raise NotImplementedError

    def earlier(self) -> list[dict[str, Any]]:
        """For each player the rulings and penalties against them in this event, and where on the
        ladder they are."""
        players = self.place.slot.players
        rulings = rulings_against(self.tournament, self.board.match, len(players))
        shown = []
        for seat, player in enumerate(players):
            if player is not None:
                given = earlier_of(self.board, seat).penalties
                rows = [penalty_words(penalty, player.in_full) for penalty in given]
                shown.append(
                    {
                        "name": player.in_full,
                        "rulings": [
                            ruling_words(ruling, self.names, self.record.game_rules)
                            for ruling in rulings[seat]
                        ],
                        "penalties": rows[::-1],
                        "ladder": ladder_of(penalty.step for penalty in given),
                    }
                )
        return shown

    def wrong(self, refusal: Refusal) -> dict[str, Any]:
        """What is shown of a refusal that asks nothing."""
        return {"errors": [say(refusal.text)]}

    def _refused(self, refusal: Refusal) -> dict[str, Any]:
        if refusal.text.code in ("stale", "idempotency_mismatch"):
            meanwhile = self.meanwhile(self.version or None)
            refused = "" if meanwhile else say(refusal.text)
            return {"meanwhile": meanwhile, "refused": refused, "key": new_key()}
        asked = asked_by(refusal, self.said)
        return asked | {"key": new_key()} if asked else self.wrong(refusal)

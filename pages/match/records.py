"""What may be read of an online match once its hands are over: the base of replays and deals."""

from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control

from kernel.permissions import Actor
from pages.match.table_seats import TableSeatsPage
from tournaments.selectors.desk.tables import records_open_to


class HandPlace(NamedTuple):
    """The n-th hand of a match, in its `game` the `number`-th."""

    n: int
    game: int
    number: int


class RecordsPage(TableSeatsPage):
    """A page for who may read the records of a match; to everybody else it is not there."""

    action = "table.view"

    def find(self) -> Actor:
        actor = super().find()
        record = records_open_to(actor, self.board)
        if record is None:
            raise Http404
        self.record = record
        return actor

    @property
    def hands(self) -> list[HandPlace]:
        """The hands of the match that were dealt online."""
        return [
            HandPlace(fact.hand.sequence, fact.hand.game, fact.hand.number)
            for fact in self.record.facts
            if fact.hand.deal is not None
        ]

    def answer(self, template: str, status: int = 200, **context: Any) -> HttpResponse:
        return kept_by_nobody(super().answer(template, status, **context))

    def file(self, text: str, content_type: str, name: str) -> HttpResponse:
        """The text as a file to be kept, called `name`."""
        response = HttpResponse(text, content_type)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return kept_by_nobody(response)


def kept_by_nobody(response: HttpResponse) -> HttpResponse:
    """An answer that is for its reader alone: another may not be told the same."""
    response.headers.pop("Cache-Control", None)
    patch_cache_control(response, private=True, no_store=True)
    return response

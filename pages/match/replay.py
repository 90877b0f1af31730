"""The replay of an online hand that is over: step by step, from each seat, and as a file."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.engine.gin.notation.record import read_record
from games.engine.gin.notation.text import format_record
from games.selectors.deal_records import hand_record
from games.tables.replay import moments
from kernel.permissions import Actor
from pages.match.records import RecordsPage
from pages.match.replay_words import SEATS, end_of, moment_shown, steps_of


class HandRecordPage(RecordsPage):
    """A page made from the record of one hand."""

    hand: Mapping[str, Any]

    def find(self) -> Actor:
        actor = super().find()
        found = hand_record(self.record, self.kwargs["n"])
        if found is None:
            raise Http404
        self.hand = found
        return actor

    @property
    def file_name(self) -> str:
        """What its file is called, without an ending."""
        return f"match-{self.board.match_id}-hand-{self.hand['n']}"


class ReplayPage(HandRecordPage):
    """A hand at one step; to htmx the table and the list of steps alone."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        found = moments(self.hand)
        at, seat = self.asked_number("step") or 0, self._bottom
        if at >= len(found) or seat not in SEATS:
            raise Http404
        names = self._called
        steps = steps_of(found, names)
        part = "#replay" if self.request.htmx else ""
        return self.answer(
            f"match/replay.html{part}",
            hand=self.hand,
            shown=moment_shown(found, steps, names, at, seat),
            steps=steps,
            end=end_of(self.hand, found[-1], names) if at == len(found) - 1 else None,
            hands=self.hands,
        )

    @property
    def _called(self) -> tuple[str, str]:
        """What the two are called who played the hand."""
        first, second = self.hand.get("players", SEATS)
        names = self.people or self.names
        return names[first], names[second]

    @property
    def _bottom(self) -> int:
        """The seat at the bottom: the one that the address asks for, else the reader's own."""
        asked = self.asked_number("seat")
        return (self.seat or 0) if asked is None else asked


class RecordAsTextPage(HandRecordPage):
    """The record as a person reads it."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        hand = read_record(self.hand)
        text = format_record(hand.rules, [hand])
        return self.file(text, "text/plain; charset=utf-8", f"{self.file_name}.txt")


class RecordAsJSONPage(HandRecordPage):
    """The record as `manage.py replay` reads it."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        text = json.dumps(self.hand, ensure_ascii=False)
        return self.file(f"{text}\n", "application/json", f"{self.file_name}.json")

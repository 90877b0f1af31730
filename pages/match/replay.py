"""The replay of an online hand that is over: step by step, from each seat, and as a file."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.selectors.deal_records import hand_record
from games.tables.hands.text import is_of_two, text_of
from games.tables.replay import moments
from kernel.permissions import Actor
from pages.match.counted_replay import CountedReplay
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
        at, seat = self.asked_number("step") or 0, self._bottom
        moment = self._of_two if is_of_two(self.hand) else self._of_all
        part = "#replay" if self.request.htmx else ""
        return self.answer(
            f"match/replay.html{part}", hand=self.hand, hands=self.hands, **moment(at, seat)
        )

    def _of_two(self, at: int, seat: int) -> dict[str, Any]:
        """A hand of gin after so many actions, with a seat at the bottom."""
        found = moments(self.hand)
        if at >= len(found) or seat not in SEATS:
            raise Http404
        names = self._called
        steps = steps_of(found, names)
        is_last = at == len(found) - 1
        return {
            "shown": moment_shown(found, steps, names, at, seat),
            "steps": steps,
            "end": end_of(self.hand, found[-1], names) if is_last else None,
        }

    def _of_all(self, at: int, seat: int) -> dict[str, Any]:
        """The same of a hand that everybody at the table played."""
        names = list(self.people or self.names)
        replay = CountedReplay(self.hand, names)
        if at > replay.last or seat >= len(names):
            raise Http404
        steps = replay.steps()
        end = replay.end() if at == replay.last else None
        return {"shown": replay.shown(steps, at, seat), "steps": steps, "end": end}

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
        return self.file(text_of(self.hand), "text/plain; charset=utf-8", f"{self.file_name}.txt")


class RecordAsJSONPage(HandRecordPage):
    """The record as `manage.py replay` reads it."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        text = json.dumps(self.hand, ensure_ascii=False)
        return self.file(f"{text}\n", "application/json", f"{self.file_name}.json")

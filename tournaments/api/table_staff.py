"""What staff do at the online table of a match."""

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.table_now import TableNow
from players.access.kept_answers import answer_once
from tournaments.api.table_bodies import (
    AdjournmentBody,
    ReasonBody,
    TableAdjudicationBody,
    TimeBody,
)
from tournaments.api.tables import REPLAYED, TableView, writes_table
from tournaments.services.desk import table_staff
from web.idempotency import IdempotentWrite
from web.input import read_body


class StaffTableView(TableView):
    # Kept is by which key it was done, and never a view.

    def _post_once(
        self, write: IdempotentWrite, post: Callable[..., Response], request: Request, **kwargs: Any
    ) -> Response:
        self._admit()
        answered: list[Response] = []

        def act() -> tuple[int, None]:
            answered.append(post(request, **kwargs))
            return 200, None

        answer_once(write, act, now=self.now)
        return answered[0] if answered else Response(self.current(), headers={REPLAYED: "true"})

    def told(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What every service is told."""
        told = {"board": self.board, "by": self.actor, "now": self.now}
        return told | {"reason": body["reason"]}

    def require_seat(self, body: Mapping[str, Any], name: str) -> None:
        """Refuse a seat that this table does not have, as any number that is too large."""
        last = len(self.found.players) - 1
        if body.get(name, 0) > last:
            message = serializers.IntegerField.default_error_messages["max_value"]
            raise ValidationError({name: [message.format(max_value=last)]})

    def answer(self, left: TableNow) -> Response:
        self.left = left
        return Response(self.current())


class PauseView(StaffTableView):
    @writes_table("table.run", ReasonBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Stop play and the clocks."""
        body = read_body(ReasonBody, request)
        return self.answer(table_staff.pause_table(**self.told(body)))


class ResumptionView(StaffTableView):
    @writes_table("table.run", ReasonBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Let play go on."""
        body = read_body(ReasonBody, request)
        return self.answer(table_staff.resume_table(**self.told(body)))


class TimeView(StaffTableView):
    @writes_table("table.run", TimeBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Give a seat more time."""
        body = read_body(TimeBody, request)
        self.require_seat(body, "seat")
        more = {"seat": body["seat"], "seconds": body["seconds"]}
        return self.answer(table_staff.give_table_time(**more, **self.told(body)))


class AdjournmentView(StaffTableView):
    @writes_table("table.run", AdjournmentBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Stop play and the clocks until an hour, at which it goes on by itself."""
        body = read_body(AdjournmentBody, request)
        return self.answer(table_staff.adjourn_table(until=body["at"], **self.told(body)))


class AdjudicationView(StaffTableView):
    @writes_table("table.run", TableAdjudicationBody)
    def post(self, request: Request, match_id: int) -> Response:
        """End the hand that is played: with points for a seat, or void."""
        body = read_body(TableAdjudicationBody, request)
        self.require_seat(body, "winner")
        worth = {name: body[name] for name in ("players",) if name in body}
        worth |= {"winner": body.get("winner"), "points": body.get("points", 0)}
        return self.answer(table_staff.adjudicate_table(**worth, **self.told(body)))


class DisclosureView(StaffTableView):
    @writes_table("table.disclose", ReasonBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Have both hands shown to oneself from now on, as staff who do not play in the event."""
        body = read_body(ReasonBody, request)
        left = table_staff.disclose_table(**self.told(body))
        self._admit()  # as somebody who sees more from now on
        return self.answer(left)

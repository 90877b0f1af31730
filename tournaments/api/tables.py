"""The online table of a match: its view, what players do at it, what staff do, its records."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.table_now import TableNow, now_at
from games.services.tables import acting
from games.services.tables.acting import Answer, SeatRequest
from games.tables.hands.base import IllegalAction
from games.tables.view import Reader, version_for
from kernel.permissions import Actor
from players.access.api_view import ApiView
from tournaments.api.table_bodies import ActionBody, ReadyBody, ResignationBody, SeatQuery
from tournaments.api.table_shapes import OnlineTableAnswer, TableErrorAnswer
from tournaments.models import Board
from tournaments.selectors.desk.tables import TableReader, reader_or_open, view_of
from tournaments.selectors.events.access import sees_drafts
from tournaments.services.desk.online import open_table
from web.idempotency import write_of
from web.input import Body, read_body, read_query
from web.schema import STALE, Method, call

REPLAYED = "Idempotency-Replayed"

DISCARD = OpenApiExample(
    "A discard", value={"version": 31, "action": "discard 8C"}, request_only=True
)


class TableView(ApiView):
    """Something of the online table at which the match is played."""

    tag = "online tables"
    found: TableReader
    left: TableNow | None = None
    """The table as a write has left it, or as it was read."""

    def load(self) -> Actor:
        match, asked = self.kwargs["match_id"], read_query(SeatQuery, self.request)
        found = reader_or_open(
            self.actor,
            match,
            lambda: open_table(by=self.actor, match=match),
            asked.get("seat", 0),
        )
        if found is None:
            raise Http404
        self.found = found
        return found.actor

    @property
    def board(self) -> Board:
        return self.found.board

    @property
    def reader(self) -> Reader:
        return self.found.reader

    @property
    def table(self) -> TableNow:
        """The table as it is."""
        self.left = self.left or now_at(self.board.match.table)
        return self.left

    def current(self) -> dict[str, Any]:
        return view_of(self.found, self.table)

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(exc, IllegalAction):
            response.data["error"]["legal"] = list(exc.legal)
        return response

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """What a seat is shown is theirs alone, and its length tells nobody what is in it."""
        response = super().finalize_response(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["Content-Encoding"] = "identity"  # so that nothing on the way compresses it
        return response


def writes_table(
    action: str, takes: type[Body], *examples: OpenApiExample
) -> Callable[[Method], Method]:
    """A call that writes to a table, and answers with the caller's view."""
    return call(
        action,
        OnlineTableAnswer,
        takes=takes,
        query=SeatQuery if action == "table.play" else None,
        errors={400: TableErrorAnswer, 409: TableErrorAnswer},
        examples=[STALE, *examples],
    )


class OneTableView(TableView):
    @call("table.view", OnlineTableAnswer, query=SeatQuery)
    def get(self, request: Request, match_id: int) -> Response:
        """Show the table as the caller may see it. 304 where nothing was done since: clocks,
        presence and `at` alone make no other answer."""
        etag = self.etag()
        if get_conditional_response(request._request, etag=etag) is not None:
            return Response(status=304, headers={"ETag": etag})
        return Response(self.current(), headers={"ETag": etag})

    def etag(self) -> str:
        """Of all that the view shows but for what goes on by itself. Not strong: the clocks in two
        answers with the same one differ."""
        table, language = self.table, get_language()
        whole = (
            *(table.match.pk, table.match.version),
            version_for(table.state, self.reader.seat),
            *(self.reader, sees_drafts(self.actor), language, settings.RELEASE),
        )
        return f'W/"{hashlib.sha256(repr(whole).encode()).hexdigest()[:32]}"'


class PlayView(TableView):
    # What a seat does: kept is by which of the table's events it was done, and no answer.

    def _keyed_write(self) -> None:
        return None

    def asked(self) -> SeatRequest:
        """Who asks, by the key that they sent."""
        seat = self.reader.seat
        assert seat is not None, "the permission table lets players alone through"
        write = write_of(self.request, self.actor)
        if write is None:
            return SeatRequest(self.board.match_id, seat, self.actor)
        digest = hashlib.sha256(f"{write.path} {write.body_digest}".encode()).hexdigest()
        return SeatRequest(self.board.match_id, seat, self.actor, write.key, digest)

    def answer(self, answer: Answer) -> Response:
        """The caller's view, or the refusal."""
        self.left = answer.now
        if answer.refused is not None:
            raise answer.refused
        headers = {REPLAYED: "true"} if answer.replayed else None
        return Response(self.current(), headers=headers)


class ReadyView(PlayView):
    @writes_table("table.play", ReadyBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Sit down, commit to a word, open it, or have seen the end of a hand."""
        body = read_body(ReadyBody, request)
        said = {name: body[name] for name in ("word_hash", "word") if name in body}
        return self.answer(acting.get_ready(request=self.asked(), d=body["d"], **said))


class ActionsView(PlayView):
    @writes_table("table.play", ActionBody, DISCARD)
    def post(self, request: Request, match_id: int) -> Response:
        """Do an action."""
        body = read_body(ActionBody, request)
        version, action = body["version"], body["action"]
        return self.answer(acting.act(request=self.asked(), version=version, action=action))


class ResignationView(PlayView):
    @writes_table("table.play", ResignationBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Give up the game or the match."""
        body = read_body(ResignationBody, request)
        return self.answer(acting.resign(request=self.asked(), d=body["d"], of=body["of"]))

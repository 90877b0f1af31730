"""What anybody may check of an online match: the records of its hands, and how they were dealt."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.deal_records import hand_record, published_deals
from games.tables.hands.text import text_of
from kernel.permissions import Actor
from tournaments.api.places import MatchView
from tournaments.api.table_bodies import RecordQuery
from tournaments.api.table_shapes import DealsAnswer, RecordAnswer
from tournaments.models import Board
from tournaments.selectors.desk.tables import records_open_to
from tournaments.selectors.events.access import tables_visible_to
from web.input import read_query
from web.schema import call


class TextRenderer(BaseRenderer):
    """A text as it is."""

    media_type = "text/plain"
    format = "text"

    def render(self, data: str, *_args: object, **_context: object) -> bytes:
        return data.encode()


class TableRecordView(MatchView):
    tag = "online tables"

    def load(self) -> Actor:
        actor = super().load()
        record = records_open_to(actor, self.board)
        if record is None:
            raise Http404
        self.record = record
        return actor

    def boards(self) -> QuerySet[Board]:
        return tables_visible_to(self.actor)

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """As a view of the table: who asks is told what is open to them, and no other is."""
        response = super().finalize_response(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        return response


class RecordView(TableRecordView):
    @call("table.view", RecordAnswer, query=RecordQuery)
    def get(self, request: Request, match_id: int, n: int) -> Response:
        """Show a hand that is over: its cards, what was done, what it is worth, its secret."""
        asked = read_query(RecordQuery, request)
        found = hand_record(self.record, n)
        if found is None:
            raise Http404
        if asked.get("as") != "text":
            return Response(found)
        request.accepted_renderer = TextRenderer()
        request.accepted_media_type = TextRenderer.media_type
        return Response(text_of(found))


class DealsView(TableRecordView):
    @call("table.view", DealsAnswer)
    def get(self, request: Request, match_id: int) -> Response:
        """Show what it takes to check the deals of which the caller may read the record."""
        return Response(published_deals(self.board.match.table, self.record, lambda _n: True))

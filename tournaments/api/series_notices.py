"""Notice in an endless Hollywood series: the running columns are the last (rulebook 4.4)."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import LAST_SEAT
from tournaments.api.correcting import VersionBody, WriteView, writes_match
from tournaments.api.match_shapes import MatchAnswer
from tournaments.services.desk import results
from web.input import NumberField, NumberInQuery, Query, read_body, read_query
from web.schema import STALE, call


class NoticeBody(VersionBody):
    """Who gave notice."""

    seat = NumberField(
        max_value=LAST_SEAT, required=False, help_text="Left out, the player who writes it down."
    )


class VersionQuery(Query):
    """The version last read."""

    version = NumberInQuery(min_value=1)


class SeriesNoticeView(WriteView):
    @writes_match("match.score", NoticeBody)
    def post(self, request: Request, match_id: int) -> Response:
        """A player gives notice: the running columns are the last, from the next hand on."""
        body = read_body(NoticeBody, request)
        return self.answer(results.give_notice(seat=body.get("seat"), **self.write(body)))

    @call("match.score", MatchAnswer, query=VersionQuery, examples=[STALE])
    def delete(self, request: Request, match_id: int) -> Response:
        """Take the notice back while no hand came after it."""
        query = read_query(VersionQuery, request)
        return self.answer(results.take_back_notice(**self.write(query)))

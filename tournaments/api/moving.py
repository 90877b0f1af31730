"""A match of a hybrid event moves to an online table, and back."""

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.match_shapes import MatchAnswer, match_answer
from tournaments.api.places import MatchView
from tournaments.api.table_bodies import LONGEST_REASON
from tournaments.selectors.events.access import sees_drafts
from tournaments.services.desk import moving
from tournaments.services.desk.moving import Moved
from web.input import Body, LineField, read_body
from web.schema import call


class MoveBody(Body):
    """Why it moves."""

    reason = LineField(max_length=LONGEST_REASON, required=False)


class MatchOnlineView(MatchView):
    @call("match.move", MatchAnswer, takes=MoveBody, status=(200, 202))
    def post(self, request: Request, match_id: int) -> Response:
        """Let the match go on at an online table: as an official at once, as a player once both
        have asked for it. 202 until then."""
        return self.move(moving.move_online)

    @call("match.move", MatchAnswer, takes=MoveBody, status=(200, 202))
    def delete(self, request: Request, match_id: int) -> Response:
        """Let it go on at its table in the room again, in the same way. A hand that is half played
        is dealt there again."""
        return self.move(moving.move_back)

    def move(self, service: Callable[..., Moved]) -> Response:
        body = read_body(MoveBody, self.request)
        moved = service(board=self.board, by=self.actor, now=self.now, **body)
        full = sees_drafts(self.actor)
        answer = match_answer(self.board, moved.record, full_names=full)
        return Response(answer, status=200 if moved.is_there else 202)


class MoveRequestView(MatchView):
    @call("match.move", MatchAnswer)
    def delete(self, request: Request, match_id: int) -> Response:
        """Take back that one has asked for it. Twice is once."""
        record = moving.take_back_ask(board=self.board, by=self.actor, now=self.now)
        full = sees_drafts(self.actor)
        return Response(match_answer(self.board, record, full_names=full))

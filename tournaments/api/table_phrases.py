"""The ready phrases of an online table: said, muted, reported, by its seats alone."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.phrases import talk_of
from games.services.tables import talking
from games.services.tables.acting import Answer
from games.tables.phrases import Phrase
from kernel.seats import Seat
from tournaments.api.phrase_shapes import PhraseBody, PhraseReportAnswer, PhrasesAnswer
from tournaments.api.tables import REPLAYED, PlayView, TableView
from tournaments.services.desk.calls import report_phrases
from web.input import read_body
from web.schema import call


def seat_of(view: TableView) -> Seat:
    """The caller's."""
    seat = view.reader.seat
    assert seat is not None, "the permission table lets players alone through"
    return seat


class TalkView(PlayView):
    """Something of what the caller says and hears at a table."""

    def current(self) -> dict[str, Any]:
        talk = talk_of(self.table, seat_of(self))
        return {
            "match": self.board.match_id,
            "codes": list(Phrase),
            "said": [
                {"seat": one.seat, "code": one.code, "deal": one.deal, "at": one.at}
                for one in talk.said
            ],
            "heard": talk.heard,
            "left": talk.left,
            "muted": talk.is_muted,
        }

    def shown(self, answer: Answer | None = None) -> Response:
        """What the caller hears now, or the refusal."""
        if answer is not None:
            self.left = answer.now
            if answer.refused is not None:
                raise answer.refused
        headers = {REPLAYED: "true"} if answer is not None and answer.replayed else None
        return Response(PhrasesAnswer(self.current()).data, headers=headers)


class PhrasesView(TalkView):
    @call("table.play", PhrasesAnswer)
    def get(self, request: Request, match_id: int) -> Response:
        """Show what the caller hears."""
        return self.shown()

    @call("table.play", PhrasesAnswer, takes=PhraseBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Say a phrase: while both sit down, between two hands, and when the match is over."""
        body = read_body(PhraseBody, request)
        return self.shown(talking.say_phrase(request=self.asked(), code=body["code"]))


class MuteView(TalkView):
    @call("table.play", PhrasesAnswer)
    def post(self, request: Request, match_id: int) -> Response:
        """Hear nothing more of what the other player says. They are not told."""
        return self.shown(talking.mute(request=self.asked()))

    @call("table.play", PhrasesAnswer)
    def delete(self, request: Request, match_id: int) -> Response:
        """Hear them again; what was said meanwhile is never heard."""
        return self.shown(talking.unmute(request=self.asked()))


class PhraseReportView(TableView):
    @call("table.report", PhraseReportAnswer)
    def post(self, request: Request, match_id: int) -> Response:
        """Call a referee to what the other player has said; once in a match."""
        report = report_phrases(board=self.board, seat=seat_of(self), by=self.actor, now=self.now)
        said = {"match": self.board.match_id, "call": report.call_id, "said": report.said}
        return Response(PhraseReportAnswer(said | {"at": report.at}).data)

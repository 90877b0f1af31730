"""The hour of a match in an event by windows: proposed by one of the two, taken by the other."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import InstantField, SeatField
from tournaments.api.places import MatchView
from tournaments.domain.windows import MOST_TIMES, Hour
from tournaments.selectors.desk.arranging import Arrangement, arrangement_of, sees_proposals
from tournaments.services.desk import arranging
from web.input import Body, MomentField, read_body
from web.schema import Shape, call


class TimesBody(Body):
    """The hours at which the caller could play."""

    times = serializers.ListField(child=MomentField(), min_length=1, max_length=MOST_TIMES)


class AgreementBody(Body):
    """Which of the hours of the other one is taken."""

    time = MomentField()


class TimesAnswer(Shape):
    """When a match is played. `proposer` and `proposed` are for its two and for the staff."""

    match = serializers.IntegerField()
    until = InstantField(help_text="The end of the window of its round.")
    agreed = InstantField(allow_null=True)
    missed = serializers.BooleanField(
        help_text="Whether that was an hour ago at least, and nothing was played."
    )
    proposer = SeatField()
    proposed = serializers.ListField(child=InstantField())


class ArrangementView(MatchView):
    """When the two of a match play."""

    def shown(self, stands: Arrangement | None) -> Response:
        if stands is None:
            return Response(status=204)
        sees = sees_proposals(self.actor, self.board)
        answer = {
            "match": self.board.match_id,
            "until": stands.until,
            "agreed": stands.agreed,
            "missed": stands.hour == Hour.MISSED,
            "proposer": stands.proposer if sees else None,
            "proposed": stands.proposed if sees else (),
        }
        return Response(TimesAnswer(answer).data)


class TimesView(ArrangementView):
    @call("match.view", TimesAnswer, status=(200, 204))
    def get(self, request: Request, match_id: int) -> Response:
        """Show when the match is played; 204 where its round has no window."""
        return self.shown(arrangement_of(self.board, self.now))

    @call("match.arrange", TimesAnswer, takes=TimesBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Propose up to three hours; they take the place of those that were proposed before."""
        times = read_body(TimesBody, request)["times"]
        return self.shown(
            arranging.propose_times(board=self.board, times=times, by=self.actor, now=self.now)
        )


class AgreedTimeView(ArrangementView):
    @call("match.arrange", TimesAnswer, takes=AgreementBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Take one of the hours that the other player proposes."""
        time = read_body(AgreementBody, request)["time"]
        return self.shown(
            arranging.accept_time(board=self.board, time=time, by=self.actor, now=self.now)
        )

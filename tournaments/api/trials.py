"""Tables at which one person plays both seats, to try rules."""

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.clubs import ClubView
from tournaments.api.stage_shapes import RulesField
from tournaments.services.events import trials
from web.input import Body, read_body
from web.schema import Shape, call


class TrialBody(Body):
    """The rules that are tried."""

    rules = RulesField()


class TrialAnswer(Shape):
    """A table whose two seats the caller plays: `?seat=0` and `?seat=1` at its address, and at the
    calls of the match's table."""

    match = serializers.IntegerField()
    url = serializers.CharField(help_text="The page of the table.")
    expires_at = serializers.DateTimeField(help_text="When it goes, with all that was played.")


class TrialsView(ClubView):
    tag = "online tables"

    @call("club.try_rules", TrialAnswer, takes=TrialBody, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Open a table to try rules at. It is listed nowhere, and found by nobody else."""
        rules = read_body(TrialBody, request)["rules"]
        board = trials.open_trial(club_id=self.club.pk, rules=rules, by=self.actor, now=self.now)
        event = board.pairing.round.stage.tournament
        url = reverse("online_table", args=[self.club.slug, event.slug, board.match_id])
        made = {"match": board.match_id, "url": url, "expires_at": event.expires_at}
        return Response(made, status=201)


class OneTrialView(ClubView):
    tag = "online tables"

    @call("club.try_rules", status=204)
    def delete(self, request: Request, slug: str, match_id: int) -> Response:
        """Close a table that the caller has opened: it is gone at once."""
        trials.close_trial(match_id=match_id, by=self.actor)
        return Response(status=204)

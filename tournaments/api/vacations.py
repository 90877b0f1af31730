"""The vacation of a player in an event by days."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import InstantField
from tournaments.api.places import TournamentView
from tournaments.selectors.desk.vacations import days_left, standing_vacation
from tournaments.selectors.events.access import own_members
from tournaments.services.desk import vacations
from web.input import Body, NumberField, read_body
from web.schema import Shape, call


class VacationBody(Body):
    """For how long the caller is away."""

    days = NumberField(min_value=1, max_value=14)


class VacationAnswer(Shape):
    """Until when the caller is away, null for who is there; how many days they have left."""

    until = InstantField(allow_null=True)
    days_left = serializers.IntegerField()


class VacationView(TournamentView):
    """Being away from one's matches by days, where the event's clock says `vacation`."""

    def current(self) -> dict[str, Any]:
        player = own_members(self.actor, self.tournament).values_list("player", flat=True).get()
        vacation = standing_vacation(self.tournament, player, self.now)
        return {
            "until": vacation.until if vacation else None,
            "days_left": days_left(self.tournament, player, self.now),
        }

    @call("tournament.vacation", VacationAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Show whether the caller is away."""
        return Response(VacationAnswer(self.current()).data)

    @call("tournament.vacation", VacationAnswer, takes=VacationBody)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Be away: the caller's matches by days stand still for so many days."""
        body = read_body(VacationBody, request)
        vacations.begin_vacation(days=body["days"], **self.write)
        return Response(VacationAnswer(self.current()).data)

    @call("tournament.vacation", VacationAnswer)
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Be back: they go on. Twice is once."""
        vacations.end_vacation(**self.write)
        return Response(VacationAnswer(self.current()).data)

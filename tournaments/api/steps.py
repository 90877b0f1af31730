"""The steps of a tournament's life."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.places import TournamentView
from tournaments.api.tournaments import NameBody, TournamentAnswer, tournament_row
from tournaments.services.events import setup
from web.input import read_body
from web.schema import call


class StepView(TournamentView):
    """A step of a tournament's life."""

    def move(self, action: str, name: str = "") -> Response:
        tournament = setup.move_tournament(action=action, name=name, **self.write)
        return Response(tournament_row(tournament, self.actor))


class RegistrationPeriodView(StepView):
    @call("tournament.edit", TournamentAnswer)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Open registration."""
        return self.move("open_registration")

    @call("tournament.edit", TournamentAnswer)
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Close registration: back to draft."""
        return self.move("close_registration")


class CheckInPeriodView(StepView):
    @call("tournament.edit", TournamentAnswer)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Open check-in."""
        return self.move("open_check_in")


class ArchiveView(StepView):
    @call("tournament.archive", TournamentAnswer)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Put a finished tournament into the archive."""
        return self.move("archive")

    @call("tournament.archive", TournamentAnswer)
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Take it out of the archive."""
        return self.move("unarchive")


class CancellationView(StepView):
    @call("tournament.cancel", TournamentAnswer, takes=NameBody)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Cancel a tournament: its name is typed to be sure."""
        return self.move("cancel", read_body(NameBody, request)["name"])

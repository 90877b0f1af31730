"""A team does not come: one press decides every board of its match that is not begun."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from kernel.seats import opponent
from kernel.text import Refusal
from pages.match.match import MatchPage
from pages.parts.event_page import EventPage
from tournaments.services.desk.results import forfeit_boards
from web.actors import say
from web.errors import status_of


class TeamWalkoverPage(MatchPage):
    """Says which of the two teams is not there; the card of their table has the same press."""

    action = "match.enter"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self._show()

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        seat = request.POST.get("walkover")
        if seat not in ("0", "1"):
            raise BadRequest("no such seat")
        try:
            return self.once(lambda: self._write(int(seat)))
        except Refusal as refusal:
            return self._show(status_of(refusal.text.code), refused=say(refusal.text))

    def _write(self, seat: int) -> str:
        forfeit_boards(board=self.board, walkover=seat, by=self.actor, now=self.now)
        table = self.board.pairing.table
        if table is None:
            return self.address("match")
        return EventPage.address(self, "table", table.number)

    def _show(self, status: int = 200, **context: Any) -> HttpResponse:
        players = self.place.slot.players
        teams = [
            (player.team or player.name, opponent(seat))
            for seat, player in enumerate(players)
            if player
        ]
        return self.answer("match/team_walkover.html", status, teams=teams, **context)

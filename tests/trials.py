"""A table at which rules are tried, and whoever plays both of its seats, through HTTP."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from kernel.permissions import Actor
from players.models import Club, Membership, User
from players.selectors import club_roles
from tests.builders import make_club, make_user
from tests.client import Api
from tests.online import PREFERRED
from tournaments.models import Board, Tournament
from tournaments.services.events.trials import open_trial
from web.db import clock


def member_of(club: Club, role: str = "member") -> User:
    """Somebody who belongs to a club."""
    user = make_user(f"Teacher {User.objects.count()}")
    Membership.objects.create(club=club, user=user, role=role)
    return user


def acting(club: Club, user: User) -> Actor:
    """An account with what it is in the club."""
    return Actor("page", user_id=user.pk, roles=club_roles(Actor("", user_id=user.pk), club.pk))


class Trial:
    """A trial, and the calls of its holder."""

    def __init__(
        self,
        club: Club | None = None,
        user: User | None = None,
        *,
        rules: object = "club",
        at: datetime | None = None,
    ) -> None:
        self.club = club or make_club()
        self.user = user or member_of(self.club)
        self.by = acting(self.club, self.user)
        self.board: Board = open_trial(
            club_id=self.club.pk,
            by=self.by,
            now=at or clock.now(),
            rules=rules,  # type: ignore[arg-type]  # also what is refused
        )
        self.event: Tournament = self.board.pairing.round.stage.tournament
        self.api = Api(self.user)
        self.match = f"matches/{self.board.match_id}/"
        self.page = f"/c/{self.club.slug}/{self.event.slug}/matches/{self.board.match_id}/table/"

    def view(self, seat: int | None = None, status: int = 200) -> dict[str, Any]:
        query = "" if seat is None else f"?seat={seat}"
        return self.api.get(f"{self.match}table/{query}", status)

    def ask(self, seat: int, noun: str, body: object, status: int = 200) -> dict[str, Any]:
        return self.api.post(f"{self.match}table/{noun}/?seat={seat}", body, status)

    def act(self, seat: int, action: str, status: int = 200) -> dict[str, Any]:
        body = {"version": self.view(seat)["version"], "action": action}
        return self.ask(seat, "actions", body, status)

    def step(self, prefer: Sequence[str] = PREFERRED) -> dict[str, Any]:
        """One action of the seat in turn; its view."""
        turn = self.view()["turn"]
        legal = self.view(turn)["actions"]
        found = [text for kind in prefer for text in legal if text.split()[0] == kind]
        return self.act(turn, (found or legal)[0])

    def play_hand(self) -> dict[str, Any]:
        """Until the hand is over; the view of the first seat."""
        while self.view()["state"] in ("drawing", "playing"):
            self.step()
        return self.view()

    def play_match(self) -> dict[str, Any]:
        """Until the match is over; a hand that nobody wins is dealt again."""
        while (view := self.play_hand())["state"] == "hand_over":
            self.ask(0, "ready", {"d": view["d"]})
        return view

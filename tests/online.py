"""An event that is played online, and the two who play its first match, through HTTP."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from games.engine.gin.fair.words import word_hash
from games.models import OnlineTable
from players.models import User
from tests.builders import board_of, make_tournament, make_user
from tests.client import BASE, Api
from tournaments.models import Board, Tournament

WORDS = ("seven of hearts", "0b3d6f")
NO_CLOCK = {"kind": "none"}

#: What the simple player prefers: knock as soon as they can, and draw from the stock.
PREFERRED = ("big_gin", "gin", "knock", "done", "melds", "draw")


class OnlineEvent:
    """Two entrants with accounts, and the match that they play."""

    def __init__(self, *, entrants: int = 2, **fields: Any) -> None:
        self.tournament: Tournament = make_tournament(
            entrants=entrants, **{"play": "online", "clock": NO_CLOCK, **fields}
        )
        self.users: list[User] = []
        for seat in self.board.match.seats.order_by("seat"):
            seat.player.user = make_user(seat.player.name)
            seat.player.save()
            self.users.append(seat.player.user)
        self.seats = [Api(user) for user in self.users]

    @property
    def board(self) -> Board:
        return board_of(self.tournament, 1, 1)

    @property
    def match(self) -> str:
        return f"matches/{self.board.match_id}/"

    @property
    def table(self) -> OnlineTable:
        return OnlineTable.objects.get(match=self.board.match)

    def view(self, api: Api | int = 0) -> dict[str, Any]:
        return self._api(api).get(f"{self.match}table/")

    def ask(self, api: Api | int, noun: str, body: object, status: int = 200, key: str = "") -> Any:
        return self._api(api).post(f"{self.match}table/{noun}/", body, status, key)

    def ready(self, seat: int, status: int = 200, **said: object) -> Any:
        return self.ask(seat, "ready", {"d": self.view(seat)["d"], **said}, status)

    def sit_down(self, words: Sequence[str] = WORDS) -> None:
        """Both sit down, commit to their words and open them."""
        for seat in (0, 1):
            self.ready(seat)
        for seat, word in enumerate(words):
            self.ready(seat, word_hash=word_hash(word))
        for seat, word in enumerate(words):
            self.ready(seat, word=word)

    def act(self, seat: int, action: object, status: int = 200, key: str = "", **more: int) -> Any:
        version = more.get("version", self.view(seat)["version"])
        return self.ask(seat, "actions", {"version": version, "action": action}, status, key)

    def begin(self) -> dict[str, Any]:
        """Both sit down and, where there is something to choose, the owner of the high card deals;
        the view of who is in turn."""
        self.sit_down()
        view = self.view()
        if view["state"] == "drawing":
            self.act(view["turn"], "deal_self")
        return self.view(self.view()["turn"])

    def step(self, prefer: Sequence[str] = PREFERRED) -> dict[str, Any]:
        """One action of who is in turn; their view."""
        turn = self.view()["turn"]
        legal = self.view(turn)["actions"]
        for kind in prefer:
            if found := [text for text in legal if text.split()[0] == kind]:
                return self.act(turn, found[0])
        return self.act(turn, legal[0])

    def play_hand(self) -> dict[str, Any]:
        """Until the hand is over; the view of seat 0."""
        while self.view()["state"] == "playing":
            self.step()
        return self.view()

    def raw(self, api: Api | int, noun: str = "", **headers: str) -> HttpResponse:
        """What a GET is answered, whole."""
        asked = self._api(api)
        path = f"{BASE}{self.match}table/{noun}"
        return asked.client.get(path, headers={**asked.headers, **headers})

    def _api(self, api: Api | int) -> Api:
        return self.seats[api] if isinstance(api, int) else api

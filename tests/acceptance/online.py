"""A match at an online table, played by script over HTTP while servers die at any moment."""

import json
import random
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import requests
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from games.engine.cards import typed_cards
from games.engine.gin.fair.words import word_hash
from games.engine.melds.least import least_deadwood
from players.models import ApiToken, User
from tests.services import wait_until

SECONDS = 10
PREFERRED = ("big_gin", "gin", "knock", "done", "melds", "meld", "lay_off", "draw")


class Seat:
    """One who plays: they ask again until they are answered, with the same key, so that nothing is
    done twice. `done` are the keys of the actions that were acknowledged."""

    def __init__(self, address: str, match: int, user: User) -> None:
        self.table = f"{address}/api/v1/matches/{match}/table/"
        self.token = ApiToken.objects.create(user)[1]
        self.headers = {"Authorization": f"Token {self.token}"}
        self.done: list[str] = []

    def view(self) -> dict[str, Any]:
        answer = self._answered("GET", "")
        assert answer.status_code == 200, answer.text[:1000]
        return answer.json()

    def ready(self, **said: object) -> None:
        """Whether it was too late, the view tells."""
        answer = self._answered("POST", "ready/", {"d": self.view()["d"], **said})
        assert answer.status_code in (200, 409), answer.text[:1000]

    def act(self, version: int, action: str) -> None:
        key = uuid4().hex
        body = {"version": version, "action": action}
        answer = self._answered("POST", "actions/", body, key)
        assert answer.status_code == 200, (action, answer.text[:1000])
        self.done.append(key)

    def _answered(
        self, method: str, path: str, body: object = None, key: str = ""
    ) -> requests.Response:
        headers = {**self.headers, "Idempotency-Key": key} if key else self.headers
        answers: list[requests.Response] = []

        def is_answered() -> bool:
            try:
                answer = requests.request(
                    method, self.table + path, json=body, headers=headers, timeout=SECONDS
                )
            except requests.RequestException:
                return False
            answers.append(answer)
            return answer.status_code < 500

        wait_until(is_answered, what=f"an answer to {method} {path}")
        return answers[-1]


class Ear:
    """The socket of a seat, which is opened again whenever it was lost."""

    def __init__(self, address: str, match: int, token: str) -> None:
        self.address = f"{address.replace('http', 'ws')}/ws/matches/{match}/"
        self.origin, self.token = address, token
        self._stack = ExitStack()
        self._socket: ClientConnection | None = None

    def wait_for(self, version: int) -> None:
        """Wait until it is told of this version of the table."""
        wait_until(lambda: self.asked().get("version", 0) >= version, what=f"version {version}")

    def asked(self) -> dict[str, Any]:
        """The frame that answers a question; {} while there is no answer."""
        try:
            self._socket = self._socket or self._stack.enter_context(self._opened())
            self._socket.send('{"ask": "version"}')
            return json.loads(self._socket.recv(timeout=SECONDS))
        except (OSError, TimeoutError, WebSocketException):
            self.close()
            return {}

    def _opened(self) -> AbstractContextManager[ClientConnection]:
        return connect(
            self.address,
            origin=self.origin,
            additional_headers={"Authorization": f"Token {self.token}"},
            open_timeout=SECONDS,
            ping_interval=None,
            max_queue=None,  # all is heard, also while nobody asks
        )

    def close(self) -> None:
        self._socket = None
        self._stack.close()


@dataclass
class Played:
    """The seats of a match, at a table of more than two the first of them, as far as no computer
    players sit there; `chance` chooses for them."""

    seats: list[Seat]
    chance: random.Random
    turns: int = field(default=0)

    def goes_on(self) -> bool:
        """Do the next thing, whosever it is; false once the match is over."""
        views = [seat.view() for seat in self.seats]
        states = {view["state"] for view in views}
        if "finished" in states:
            return False
        if "seating" in states:
            self.sit_down()
        elif states == {"hand_over"}:
            for seat in self.seats:
                seat.ready()
        elif in_turn := [seat for seat, own in enumerate(views) if own["actions"]]:
            turn = self.chance.choice(in_turn)
            self._act(turn, views[turn])
        return True

    def sit_down(self) -> None:
        """Whoever was too late, or was sat down already, does it again."""
        for seat in self.seats:
            seat.ready()
        for seat in self.seats:
            seat.ready(word_hash=word_hash(seat.token))
        for seat in self.seats:
            seat.ready(word=seat.token)

    def _act(self, turn: int, own: dict[str, Any]) -> None:
        self.seats[turn].act(own["version"], self._chosen(own, turn))
        self.turns += 1

    def _chosen(self, own: dict[str, Any], turn: int) -> str:
        for kind in PREFERRED:
            if found := [text for text in own["actions"] if text.split()[0] == kind]:
                return found[0]
        thrown = [text for text in own["actions"] if text.startswith("discard ")]
        if not thrown:
            return self.chance.choice(own["actions"])
        held = own["hands"][turn]
        return min(thrown, key=lambda text: deadwood(held, text.split()[1]))


def deadwood(held: list[str], thrown: str) -> int:
    """What is left of the cards in hand without one of them."""
    return least_deadwood(typed_cards("".join(held)).bits & ~typed_cards(thrown).bits)

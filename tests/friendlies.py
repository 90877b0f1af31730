"""A friendly by link, and the two who play it, through the API: with an account or as guests."""

from collections.abc import Sequence
from typing import Any

from games.engine.gin.fair.words import word_hash
from kernel.seats import Seat
from players.models import User
from tests.client import Api
from tests.online import NO_CLOCK, PREFERRED, WORDS
from tournaments.models import Friendly

ONE_HAND = {"preset": "club", "match_type": "rounds", "match_n": 1, "round_of": "hand"}


def guest_api(seat_token: str) -> Api:
    """The calls of a guest, by the token of their seat."""
    api = Api()
    api.headers["Authorization"] = f"Seat {seat_token}"
    return api


def open_body(**more: object) -> dict[str, object]:
    return {"rules": "club", "clock": NO_CLOCK, "opponent": {"link": True}, "name": "Mia"} | more


def token_of(url: str) -> str:
    """The token in which a link ends."""
    return url.rstrip("/").rsplit("/", 1)[-1]


class FriendlyPair:
    """A table, the answers to who opened it and who joined, and their calls."""

    def __init__(
        self,
        *,
        opener: User | None = None,
        invited: User | None = None,
        challenged: int | None = None,
        **body: object,
    ) -> None:
        first = Api(opener)
        self._challenged = challenged
        if challenged:
            body |= {"opponent": {"player": challenged}, "name": ""}
        self.opened: dict[str, Any] = first.post("friendlies/", open_body(**body), 201)
        self.match = f"matches/{self.opened['match']}/"
        self.seats = [first if opener else guest_api(self.opened["seat_token"])]
        self._invited = invited
        self.claimed: dict[str, Any] = {}

    def join(self, name: str = "Kim") -> "FriendlyPair":
        """The second one sits down."""
        api = Api(self._invited)
        if self._challenged:
            self.claimed = api.post(f"{self.match}acceptance/", {})
            self.seats.append(api)
            return self
        claim = {"token": token_of(self.opened["opponent_url"]), "name": name}
        self.claimed = api.post("friendlies/claims/", claim)
        self.seats.append(api if self._invited else guest_api(self.claimed["seat_token"]))
        return self

    @property
    def friendly(self) -> Friendly:
        matches = "tournament__stages__rounds__pairings__boards__match"
        return Friendly.objects.select_related("tournament__club").get(
            **{matches: self.opened["match"]}
        )

    @property
    def page(self) -> str:
        event = self.friendly.tournament
        place = f"/c/{event.club.slug}/{event.slug}/matches/{self.opened['match']}"
        return f"{place}/table/"

    def view(self, seat: Seat = 0, status: int = 200) -> dict[str, Any]:
        return self.seats[seat].get(f"{self.match}table/", status)

    def ask(self, seat: Seat, noun: str, body: object, status: int = 200, key: str = "") -> Any:
        return self.seats[seat].post(f"{self.match}table/{noun}/", body, status, key)

    def call(self, seat: Seat, noun: str, status: int) -> Any:
        return self.seats[seat].post(f"{self.match}{noun}/", {}, status)

    def begin(self, words: Sequence[str] = WORDS) -> dict[str, Any]:
        """Both choose their words, and the cards are dealt; the view of the first seat."""
        for seat, word in enumerate(words):
            self.ask(seat, "ready", {"d": self.view(seat)["d"], "word_hash": word_hash(word)})
        for seat, word in enumerate(words):
            self.ask(seat, "ready", {"d": self.view(seat)["d"], "word": word})
        if (view := self.view())["state"] == "drawing":
            self.act(view["turn"], "deal_self")
        return self.view()

    def act(self, seat: Seat, action: str, status: int = 200) -> Any:
        body = {"version": self.view(seat)["version"], "action": action}
        return self.ask(seat, "actions", body, status)

    def play_match(self) -> dict[str, Any]:
        """Until the match is over; a hand that nobody wins is dealt again."""
        while (view := self.view())["state"] != "finished":
            if view["state"] == "hand_over":
                for seat in (0, 1):
                    self.ask(seat, "ready", {"d": view["d"]})
                continue
            turn = view["turn"]
            legal = self.view(turn)["actions"]
            found = [text for kind in PREFERRED for text in legal if text.split()[0] == kind]
            self.act(turn, (found or legal)[0])
        return view

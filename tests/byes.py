"""A bye and the match beside it, through HTTP: of an event that is there, or of a Swiss of five."""

from typing import Any

from games.engine.gin.bots.roster import CODES
from games.engine.gin.fair.words import word_hash
from games.services.tables import acting
from games.services.tables.bot_moves import move_bot
from kernel.permissions import COMPUTER, Actor
from players.models import User
from tests.builders import make_tournament, make_user
from tests.client import Api
from tests.friendlies import ONE_HAND
from tests.online import PREFERRED
from tournaments.models import Board, Pairing, Tournament

HOUSE = "club"
assert HOUSE in CODES


class OwnBye:
    """An event, and who has the bye of its first round: `user`, with their calls."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.path = f"tournaments/{tournament.pk}/byes/"
        side = self.bye.sides.select_related("entry").get(entry__isnull=False)
        self.player = side.entry.members.get().player
        self.user: User = self.player.user or make_user(self.player.name)
        self.player.user = self.user
        self.player.save()
        self.api = Api(self.user)

    @property
    def bye(self) -> Pairing:
        """That of the first round."""
        of_round = Pairing.objects.filter(round__stage__tournament=self.tournament, round__number=1)
        return of_round.get(sides__kind="bye")

    @property
    def actor(self) -> Actor:
        return Actor("page", user_id=self.user.pk)

    @property
    def board(self) -> Board:
        """That of the match beside it."""
        return Board.objects.select_related("match").get(
            pairing__round__stage__tournament__beside=self.bye
        )

    @property
    def table(self) -> str:
        return f"matches/{self.board.match_id}/table/"

    def fill(self, status: int = 200) -> Any:
        return self.api.post(self.path, {"pairing": self.bye.pk}, status)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.api.get(self.table)
        return view

    def ready(self, **said: str) -> None:
        self.api.post(f"{self.table}ready/", {"d": self.view()["d"], **said})

    def begin(self) -> None:
        """Sit down, and choose a word: the cards are dealt."""
        self.fill()
        self.ready(word_hash=word_hash("mine"))
        self.ready(word="mine")

    def go_on(self) -> bool:
        """Whoever is to act does it, the worker for the computer player; false at the end."""
        view = self.view()
        if view["state"] == "finished":
            return False
        if view["state"] == "hand_over":
            self.ready()
        elif view["turn"] == 1:
            move_bot(match=self.board.match_id, version=view["version"])
        else:
            legal = view["actions"]
            found = [text for kind in PREFERRED for text in legal if text.split()[0] == kind]
            body = {"version": view["version"], "action": (found or legal)[0]}
            self.api.post(f"{self.table}actions/", body)
        return True

    def play(self) -> None:
        """The whole match."""
        self.begin()
        while self.go_on():
            pass

    def give_up(self, seat: int) -> None:
        """A seat resigns the match that is dealt: the other one has won it."""
        while self.view()["state"] != "playing":
            self.go_on()
        by = self.actor if seat == 0 else COMPUTER
        request = acting.SeatRequest(self.board.match_id, seat, by)
        answer = acting.resign(request=request, d=self.view()["d"], of="match")
        assert answer.refused is None, answer.refused.text


class ByeEvent(OwnBye):
    """An event of its own."""

    def __init__(self, *, entrants: int = 5, **fields: Any) -> None:
        asked = {"format": "swiss", "rules": ONE_HAND, "bye_opponent": HOUSE, **fields}
        super().__init__(make_tournament(entrants=entrants, **asked))

"""A match of more than two at its online table, through the API: its people, and computer
players."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from games.engine.gin.bots.roster import manner_of
from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.fair.words import word_hash
from games.models import Bot, MatchSeat
from games.selectors.bots import bots_at, seat_sight
from games.selectors.table_now import table_now
from games.services.bots import seat_bot
from games.services.tables.bot_moves import move_bot
from games.tables.bots import bots_in_turn, choice_of
from players.models import Player, User
from tests.builders import make_user
from tests.client import Api
from tests.games.engine.strategies import refuses

PREFERRED = ("big_gin", "gin", "knock", "lay_off", "melds", "done", "draw")


def account_of(player: Player) -> User:
    """An account of its own for a player."""
    player.user = make_user(player.name, f"player{player.pk}@club.example")
    Player.objects.filter(pk=player.pk).update(user=player.user)
    return player.user


class SeatsOnline:
    """All who sit at a match that is played online: of each seat a program and a browser; the seats
    in `bots` are computer players'. `path` is that of the match, `owner` the club's."""

    def __init__(
        self, owner: Api, path: str, bots: Sequence[int] = (), level: str = "club"
    ) -> None:
        self.owner, self.path = owner, path
        self.match = int(path.split("/")[1])
        self.users, self.api = dict[int, User](), dict[int, Api]()
        self.browsers = dict[int, Client]()
        for row in MatchSeat.objects.filter(match=self.match).select_related("player__user"):
            assert row.player is not None
            user = self.users[row.seat] = row.player.user or account_of(row.player)
            self.api[row.seat] = Api(user)
            self.browsers[row.seat] = Client()
            self.browsers[row.seat].force_login(user)
        self.view(0)
        for seat in bots:
            MatchSeat.objects.filter(match=self.match, seat=seat).delete()
            seat_bot(match=self.match, seat=seat, as_is=Bot(code=level))
            del self.api[seat]

    def view(self, seat: int) -> Any:
        return self.api[seat].get(f"{self.path}table/")

    def ready(self, seat: int, **said: str) -> Any:
        return self.api[seat].post(f"{self.path}table/ready/", {"d": self.view(seat)["d"], **said})

    def sit_down(self) -> None:
        for seat in self.api:
            self.ready(seat)
        for seat in self.api:
            self.ready(seat, word_hash=word_hash(f"word {seat}"))
        for seat in self.api:
            self.ready(seat, word=f"word {seat}")

    def act(self, seat: int, status: int = 200, action: str = "", **more: int) -> Any:
        view = self.view(seat)
        said = action or next(
            (one for kind in PREFERRED for one in view["actions"] if one.split()[0] == kind),
            view["actions"][-1] if view["actions"] else "draw",
        )
        body = {"version": more.get("version", view["version"]), "action": said}
        return self.api[seat].post(f"{self.path}table/actions/", body, status)

    def move_bots(self) -> bool:
        """Let the computer players in turn move; whether one was."""
        now = table_now(self.match)
        turns = bots_in_turn(now.state, bots_at(now.table), is_over=now.account.hand.is_over)
        for play in turns.values():
            move_bot(match=self.match, version=play.version)
        return bool(turns)

    def step(self, level: str = "") -> bool:
        """What anybody may do now; false once the match is over. `level`: of the computer player
        who chooses for people, too."""
        if self.move_bots():
            return True
        for seat in self.api:
            view = self.view(seat)
            if view["state"] == "finished":
                return False
            if view["state"] == "hand_over" and not view["ready"][seat]:
                self.ready(seat)
                return True
            if view["actions"]:
                self.act(seat, action=self.chosen(seat, level) if level else "")
                return True
        raise AssertionError("nobody has anything to do")

    def play_hand(self, seat: int) -> Any:
        """The hand of this seat to its end, with the other one left alone; what the seat sees."""
        while (view := self.view(seat))["state"] == "playing":
            self.act(view["turn"])
        return view

    def chosen(self, seat: int, level: str) -> str:
        """What a computer player would do in a seat."""
        return choice_of(manner_of(level), "seed", seat_sight(table_now(self.match), seat))

    def play(self, level: str = "") -> Any:
        """The match to its end; what is shown of it."""
        while self.step(level):
            pass
        return self.owner.get(self.path)


def check_deals(seats: SeatsOnline) -> None:
    """Whoever has what is published of a match can check all its deals, and who played them."""
    deals = seats.owner.get(f"{seats.path}deals/")
    games = seats.owner.get(seats.path)["games"]
    records = [
        seats.owner.get(f"{seats.path}hands/{hand['n']}/record/")
        for game in games
        for hand in game["hands"]
    ]
    assert verify_deals({**deals, "records": records}) == {"deals": deals["dealt"]}
    if records:
        broken = [{**records[0], "players": records[0]["players"][::-1]}, *records[1:]]
        refused = refuses(verify_deals, {**deals, "records": broken})
        assert refused is not None
        assert refused.text.code == "wrong_players"

"""A match at an online table, played by script: each seat chooses from what it may do."""

import random
from datetime import timedelta

from django.db.models import F

from games.engine.gin.fair.words import word_hash
from games.engine.gin.rules import as_dict
from games.models import MatchSeat, OnlineTable, TableEvent
from games.selectors.matches import match_by_id, match_record
from games.selectors.table_now import TableNow, events_from, table_now
from games.services.tables import acting
from games.services.tables.acting import Answer, SeatRequest
from games.services.tables.writing import open_table, settle_table_now
from games.tables.clock import clock_from
from games.tables.events import Event
from games.tables.requests import legal_of, table_d
from kernel.permissions import Actor, Role
from tests.games.services.table import Table

NO_CLOCK = {"kind": "none"}
MOVE = {"kind": "move", "seconds": 45, "reserve": 180}
WORDS = ("seven of hearts", "0b3d6f")
SEATED = frozenset({Role.PLAYER, Role.ENTRANT, Role.USER, Role.ANYONE})

#: The simple player throws the highest card, knocks when they can, and leaves discards mostly.
PREFERRED = ("big_gin", "gin", "knock", "lay_off", "melds", "done", "draw")


class OnlineMatch:
    """Both seats of a match at its online table; `chance` chooses for them."""

    def __init__(self, match: int, seed: int = 1) -> None:
        self.match, self.chance = match, random.Random(seed)
        seats = MatchSeat.objects.filter(match=match).select_related("player")
        self.by = [Actor("api", user_id=seat.player.user_id, roles=SEATED) for seat in seats]

    @classmethod
    def begun(cls, clock=NO_CLOCK, flag="game_loss", seed=1, rules=None, **knobs) -> "OnlineMatch":
        """A match of its own, at whose table nobody sits yet; under these rules, else by knobs."""
        match = Table(**(as_dict(rules) if rules else knobs)).match.pk
        open_table(
            match=match,
            clock=clock_from(clock).as_json(),
            flag=flag,
            spectators="hand_end",
            assist=True,
        )
        return cls(match, seed)

    @property
    def now(self) -> TableNow:
        return table_now(self.match)

    @property
    def table(self) -> OnlineTable:
        return OnlineTable.objects.get(match=self.match)

    @property
    def record(self):
        return match_record(match_by_id(self.match))

    @property
    def d(self) -> int:
        now = self.now
        return table_d(now.state, draws=now.account.draws)

    def kinds(self) -> list[str]:
        """All that was ever done at the table, by its kinds."""
        events = TableEvent.objects.filter(table__match=self.match)
        return list(events.order_by("number").values_list("kind", flat=True))

    def events(self, **which: object) -> list[Event]:
        """What was done at the table, or what of it is asked for."""
        return events_from(TableEvent.objects.filter(table__match=self.match, **which))

    def asks(self, seat: int, key: str | None = None, digest: str = "") -> SeatRequest:
        return SeatRequest(self.match, seat, self.by[seat], key, digest)

    def ready(self, seat: int, d: int | None = None, **said: str) -> Answer:
        d = self.d if d is None else d
        return done(acting.get_ready(request=self.asks(seat), d=d, **said))

    def act(self, seat: int, action: str, version: int | None = None) -> Answer:
        version = self.now.state.version if version is None else version
        return acting.act(request=self.asks(seat), version=version, action=action)

    def resign(self, seat: int, of: str = "game") -> Answer:
        return acting.resign(request=self.asks(seat), d=self.d, of=of)

    def sit_down(self) -> None:
        """Both sit down, commit to their words and open them."""
        for seat in (0, 1):
            self.ready(seat)
        for seat, word in enumerate(WORDS):
            self.ready(seat, word_hash=word_hash(word))
        for seat, word in enumerate(WORDS):
            self.ready(seat, word=word)

    def step(self, now: TableNow) -> TableNow:
        """One thing that somebody may do at the table as it is now; as it is after it."""
        state = now.state
        if state.stage == "seating":
            self.sit_down()
            return self.now
        if state.stage == "hand_over":
            d = table_d(state, draws=now.account.draws)
            return self.ready(state.ready.index(False), d).now
        assert state.turn is not None
        return done(self.act(state.turn, self.choose(now, state.turn), state.version)).now

    def choose(self, now: TableNow, seat: int) -> str:
        """What the simple player does: mostly the best that is listed, sometimes anything."""
        legal = legal_of(now.state, seat)
        if self.chance.random() < 0.1:
            return self.chance.choice(legal)
        for kind in PREFERRED:
            if found := [text for text in legal if text.split()[0] == kind]:
                return found[0]
        return self.chance.choice(legal)

    def play_hand(self) -> None:
        """Play until a hand is over that was not before."""
        now = self.now
        d = now.state.dealing.d if now.state.dealing else 0
        while not self._is_over(now, d):
            now = self.step(now)

    def play_hand_until_turn(self) -> None:
        """Play until a hand has been dealt, and somebody is to act."""
        now = self.now
        while now.state.stage != "playing":
            now = self.step(now)

    def _is_over(self, now: TableNow, d: int) -> bool:
        state = now.state
        is_new = state.dealing is not None and state.dealing.d > d
        return now.account.is_finished or (state.stage == "hand_over" and is_new)

    def play(self) -> None:
        """Play the match to its end."""
        now = self.now
        while not now.account.is_finished:
            now = self.step(now)

    def pass_time(self, **span: float) -> None:
        """So much time goes by: all that was done was so much earlier."""
        TableEvent.objects.filter(table__match=self.match).update(at=F("at") - timedelta(**span))

    def look(self) -> None:
        """The worker comes by."""
        settle_table_now(match=self.match)


def done(answer: Answer) -> Answer:
    """An answer that refuses nothing."""
    if answer.refused is not None:
        raise answer.refused
    return answer

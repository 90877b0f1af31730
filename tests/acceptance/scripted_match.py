"""Matches at online tables, both seats played by script through the API alone, and what must hold
of each afterwards, whoever asks."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.notation.record import replay
from tests.scripted_seats import Call, ScriptedSeat, View

Json = dict[str, Any]


class Caller(Protocol):
    """A client of the API that expects its calls to succeed."""

    def get(self, path: str) -> Any: ...

    def post(self, path: str, body: object) -> Any: ...


class ScriptedMatch:
    """Both seats of a match; `callers` by seat."""

    def __init__(self, match: int, callers: Sequence[Caller], seed: int) -> None:
        chance = random.Random(seed)
        self.path, self.callers = f"matches/{match}/", callers
        self.seats = [ScriptedSeat(seat, random.Random(chance.random())) for seat in (0, 1)]

    def play(self, until: Callable[[View], bool]) -> View:
        """Play until a view is like this, or the match is over; that view. A call that is refused
        is an error of the caller's: only what was offered is sent."""
        view, seat, waiting = self.look(0), 0, 0
        while not (view["state"] == "finished" or until(view)):
            call = self.seats[seat].next_call(view)
            if call is not None:
                view, waiting = self.send(seat, call), 0
                continue
            assert waiting < len(self.seats), ("nobody can go on", view)
            seat, waiting = 1 - seat, waiting + 1
            view = self.look(seat)
        return view

    def send(self, seat: int, call: Call) -> Json:
        left: Json = self.callers[seat].post(f"{self.path}table/{call.noun}/", call.body)
        return left

    def play_hands(self, number: int) -> View:
        """Play until so many hands of the match are over, or the match is."""
        return self.play(lambda view: view["state"] == "hand_over" and view["hand"]["n"] >= number)

    def look(self, seat: int) -> Json:
        seen: Json = self.callers[seat].get(f"{self.path}table/")
        assert seen["seat"] == seat
        return seen

    def check(self) -> int:
        """What was played is what is stored, and was dealt fairly. Gives the number of hands."""
        reader = self.callers[0]
        stored = list(_hands(reader.get(self.path)))
        records = [reader.get(f"{self.path}hands/{hand['n']}/record/") for hand in stored]
        for hand, record in zip(stored, records, strict=True):
            _check_score(hand, record)
        published = {**reader.get(f"{self.path}deals/"), "records": records}
        ruled = [record["n"] for record in records if record["rulings"]]
        expected = {"deals": published["dealt"]} | ({"ruled": ruled} if ruled else {})
        assert verify_deals(published) == expected
        return len(stored)


def _hands(match: Json) -> Iterator[Json]:
    return (hand for game in match["games"] for hand in game["hands"])


def _check_score(hand: Json, record: Json) -> None:
    """The record comes to what it says itself, and to what the sheet of the match has, unless
    it was ruled on; a hand that was cut off comes to nothing."""
    played = replay(record)
    if record["result"] == "cut_off":
        assert (hand["kind"], hand["cut_off"], played["finished"]) == ("void", True, False)
        return
    assert played["finished"]
    for name in ("result", "winner", "points", "boxes"):
        assert played[name] == record[name], (name, played, record)
    if record["rulings"]:
        return
    assert (hand["kind"], hand["winner"]) == (record["result"], record["winner"])
    if record["winner"] is not None:
        assert hand["points"] == record["points"][record["winner"]]

"""What staff, clocks and players do to hands that are played online: play goes on, and whatever
became of a hand, its record, its deal, the audit and a rebuild say the same."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F

from games.models import TableEvent
from games.tables.clock import FLAGS
from games.tables.steps import FORGIVEN
from tests.acceptance.scripted_match import Json, ScriptedMatch
from tests.builders import owner_of
from tests.client import Api
from tests.online import OnlineEvent
from tournaments.models import Penalty
from tournaments.selectors.desk.snapshot import snapshot

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"preset": "club", "target": 100, "match_n": 3}
CLOCK = {"kind": "move", "seconds": 45, "reserve": 180}
VOID = [{"remedy": "void_hand", "seats": []}]


class RuledMatch(OnlineEvent):
    """A match that is played by script, and the staff who look after it."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{"rules": RULES, "clock": CLOCK, **fields})
        self.staff = Api(owner_of(self.tournament.club))
        self.played = ScriptedMatch(self.board.match_id, self.seats, seed=19)

    @property
    def seen(self) -> Json:
        """The match as it is written down."""
        seen: Json = self.staff.get(self.match)
        return seen

    def play_hands(self, number: int) -> None:
        self.played.play_hands(number)

    def play_into(self, n: int) -> None:
        """Until somebody is to act in the n-th hand."""
        self.played.play(lambda view: view["state"] == "playing" and view["hand"]["n"] == n)

    def do(self, path: str, status: int = 200, **body: object) -> Any:
        """What staff do to the match, from its version."""
        said = {"version": self.seen["version"], **body}
        return self.staff.post(self.match + path, said, status)

    def rule_void(self, n: int) -> int:
        facts = "The line of one of them broke."
        made: int = self.do("rulings/", n=n, effects=VOID, facts=facts)["ruling"]["id"]
        return made

    def take_back(self, ruling: int) -> None:
        self.do(f"rulings/{ruling}/taking-back/", reason="It was another table.")

    def adjudicate(self, **said: object) -> None:
        said |= {"reason": "They had to leave."}
        self.staff.post(f"{self.match}table/adjudication/", said)

    def resign(self, seat: int, of: str) -> None:
        self.ask(seat, "resignation", {"d": self.view(seat)["d"], "of": of})

    def run_out_of_time(self) -> int:
        """Whoever is in turn in the first hand acts when their time is just over, and ran out after
        all that the event was told; their seat."""
        turn: int = self.view()["turn"]
        here = TableEvent.objects.filter(table=self.table)
        here.update(at=F("at") - timedelta(seconds=45 + 180, milliseconds=FORGIVEN - 1))
        view = self.view(turn)
        asked = {"version": view["version"], "action": view["actions"][0]}
        refused = self.ask(turn, "actions", asked, 409)
        assert refused["error"]["code"] in ("time_over", "stale"), refused
        return turn

    def take_flag_back(self) -> None:
        penalty = Penalty.objects.get()
        path = f"tournaments/{self.tournament.pk}/penalties/{penalty.pk}/reversal/"
        said = {"version": self.seen["version"], "reason": "The server stood still."}
        self.staff.post(path, said)

    def check(self) -> None:
        """Records, deals, audit and a rebuild say the same."""
        self.played.check()
        self.tournament.refresh_from_db()
        seen = snapshot(self.tournament)
        call_command("verify_audit", tournament=self.tournament.pk)
        call_command("rebuild", self.tournament.pk)
        self.tournament.refresh_from_db()
        assert snapshot(self.tournament).splitlines() == seen.splitlines()


def adjudicated(event: RuledMatch) -> None:
    event.play_into(2)
    before = event.seen["games"][0]["points"]
    event.adjudicate(winner=1, points=20)
    after = event.seen["games"][0]["points"]
    assert [now - then for now, then in zip(after, before, strict=True)] == [0, 20]
    assert is_cut_off(event, 2)


def adjudicated_void(event: RuledMatch) -> None:
    event.play_into(2)
    before = event.seen["games"][0]["points"]
    event.adjudicate(void=True)
    assert event.seen["games"][0]["points"] == before
    assert is_cut_off(event, 2)


def ruled_void(event: RuledMatch) -> None:
    event.play_hands(1)
    assert max(event.seen["games"][0]["points"]) > 0
    event.rule_void(1)
    assert event.seen["games"][0]["points"] == [0, 0]


def ruled_void_and_taken_back(event: RuledMatch) -> None:
    event.play_hands(1)
    before = event.seen["games"][0]["points"]
    event.take_back(event.rule_void(1))
    assert event.seen["games"][0]["points"] == before


def ruled_void_while_played(event: RuledMatch) -> None:
    event.play_into(2)
    event.rule_void(2)
    assert is_cut_off(event, 2)


def ruled_void_while_played_and_taken_back(event: RuledMatch) -> None:
    event.play_into(2)
    event.take_back(event.rule_void(2))
    assert is_cut_off(event, 2)


def game_resigned(event: RuledMatch) -> None:
    event.play_into(2)
    event.resign(0, "game")
    assert event.view()["games_won"] == [0, 1]
    assert is_cut_off(event, 2)


def match_resigned(event: RuledMatch) -> None:
    event.play_into(2)
    event.resign(1, "match")
    assert event.seen["winner"] == 0
    assert is_cut_off(event, 2)


def game_lost_by_penalty(event: RuledMatch) -> None:
    event.play_into(2)
    side = event.board.pairing.sides.get(seat=0)
    event.staff.post(
        f"tournaments/{event.tournament.pk}/penalties/",
        {
            "match": event.board.match_id,
            "version": event.seen["version"],
            "entry": side.entry_id,
            "infraction": "T_SLOW",
            "occurrence": 1,
            "step": "game_loss",
            "facts": "They let the clock run.",
        },
        201,
    )
    assert event.view()["games_won"] == [0, 1]
    assert is_cut_off(event, 2)


CASES: list[Callable[[RuledMatch], None]] = [
    adjudicated,
    adjudicated_void,
    ruled_void,
    ruled_void_and_taken_back,
    ruled_void_while_played,
    ruled_void_while_played_and_taken_back,
    game_resigned,
    match_resigned,
    game_lost_by_penalty,
]


def is_cut_off(event: RuledMatch, n: int) -> bool:
    """Whether the hand stands among those of the match, cut off and void."""
    (hand,) = [hand for game in event.seen["games"] for hand in game["hands"] if hand["n"] == n]
    record = event.staff.get(f"{event.match}hands/{n}/record/")
    return (hand["kind"], hand["cut_off"], record["result"]) == ("void", True, "cut_off")


def points_of(event: RuledMatch) -> list[int]:
    """The points of the game that is played."""
    points: list[int] = event.view()["points"]
    return points


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_after_a_ruling_play_goes_on_and_all_that_is_kept_agrees(
    case: Callable[[RuledMatch], None],
) -> None:
    event = RuledMatch()
    case(event)
    event.check()
    event.play_hands(4)
    event.check()


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize("is_taken_back", [False, True], ids=["stands", "taken_back"])
def test_after_a_flag_play_goes_on_and_all_that_is_kept_agrees(
    flag: str, is_taken_back: bool
) -> None:
    event = RuledMatch(flag=flag)
    event.play_into(1)
    seat = event.run_out_of_time()
    won = [0, 0]
    won[1 - seat] = int(flag == "game_loss")
    assert event.view()["games_won"] == won
    assert (points_of(event)[1 - seat] > 0) == (flag == "hand_loss")
    assert Penalty.objects.count() == int(flag != "auto_play")
    if is_taken_back and Penalty.objects.exists():
        event.take_flag_back()
        assert (event.view()["games_won"], points_of(event)) == ([0, 0], [0, 0])
    event.play_hands(3)
    event.check()

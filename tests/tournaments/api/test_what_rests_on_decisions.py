"""What was drawn from a result that a ruling, a penalty or a panel changes, through the API: told,
chosen, undone."""

import pytest

from tests.builders import board_of, owner_of
from tests.client import Api
from tests.tournaments.services.desk.test_what_rests import begin
from tests.tournaments.test_what_rests_on_decisions import (
    PenaltyChangedByAPanel,
    PenaltyOverturned,
    PenaltyTakenBack,
    RulingMade,
    RulingOverturned,
    RulingTakenBack,
    Way,
)
from tournaments.models import AppealDecision, Correction

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

REASON = {"reason": "as we saw it"}
TOO_MANY = {"rule": "HAND_COUNT_END_MANY", "offender": 0, "n": 1}
CALLS = {
    RulingMade: (
        "matches/{match}/rulings/",
        {"rule": "HAND_COUNT_END_MANY", "offender": 0, "n": 1},
    ),
    RulingTakenBack: ("matches/{match}/rulings/{ruling}/taking-back/", REASON),
    PenaltyTakenBack: ("tournaments/{event}/penalties/{penalty}/reversal/", REASON),
    RulingOverturned: ("matches/{match}/appeals/{appeal}/decision/", {"outcome": "overturned"}),
    PenaltyOverturned: ("matches/{match}/appeals/{appeal}/decision/", {"outcome": "overturned"}),
    PenaltyChangedByAPanel: (
        "matches/{match}/appeals/{appeal}/decision/",
        {"outcome": "changed", "step": "warning"},
    ),
}


class Calls:
    """The owner's calls that change the result of match 1."""

    def __init__(self, made: Way) -> None:
        user = owner_of(made.tournament.club)
        self.made, self.owner = made, Api(user)
        self.event = made.tournament.pk
        self.place, self.body = CALLS[type(made)]
        if "appeal" in self.place:
            self.body = (
                self.body | REASON | {"panel": [f"user:{owner_of(made.tournament.club).pk}"]}
            )

    def change(self, status: int = 200, **wish: str) -> dict:
        board, pk = self.made.board, {"event": self.event}
        for name in ("ruling", "penalty", "appeal"):
            pk[name] = getattr(getattr(self.made, name, None), "pk", None)
        path = self.place.format(match=board.match_id, **pk)
        body = self.body | {"version": board.match.version} | wish
        with self.made.commits(execute=True):
            return self.owner.post(path, body, status)

    def undo(self) -> None:
        made = Correction.objects.latest("pk")
        with self.made.commits(execute=True):
            version = {"version": self.made.board.match.version}
            self.owner.post(f"corrections/{made.pk}/undo/", version)

    def second_round(self) -> list[int]:
        found = self.owner.get(f"tournaments/{self.event}/matches/?round=2")["results"]
        return [match["id"] for match in found]


@pytest.fixture
def calls(request: pytest.FixtureRequest, django_capture_on_commit_callbacks) -> Calls:
    return Calls(request.param(django_capture_on_commit_callbacks))


every_way = pytest.mark.parametrize("calls", CALLS, indirect=True)


@every_way
def test_what_rests_on_it_is_told_drawn_again_and_undone(calls: Calls) -> None:
    before = calls.second_round()
    assert len(before) == 2
    refused = calls.change(409)["error"]
    assert (refused["code"], "if_rests_on" in refused["fields"]) == ("choice_needed", True)
    (rests,) = refused["rests_on"]
    assert (rests["stage"], rests["round"], rests["published"]) == (1, 2, True)
    assert rests["matches"] == []
    assert calls.second_round() == before
    assert not AppealDecision.objects.exists()
    calls.change(if_rests_on="redraw")
    assert set(calls.second_round()).isdisjoint(before)
    assert Correction.objects.latest("pk").choice == "redraw"
    calls.undo()
    assert calls.second_round() == before


@every_way
def test_what_is_played_of_it_is_told_and_void_or_kept(calls: Calls) -> None:
    under_way = board_of(calls.made.tournament, 2, 1)
    begin(calls.made.commits, under_way)
    (rests,) = calls.change(409)["error"]["rests_on"]
    (played,) = rests["matches"]
    assert (played["match"], played["state"]) == (under_way.match_id, "running")
    refused = calls.change(409, if_rests_on="void")["error"]
    assert refused["code"] == "confirm_needed"
    calls.change(if_rests_on="void", confirm="Round 1 of 3")
    calls.owner.get(f"matches/{under_way.match_id}/", 404)
    calls.undo()
    assert calls.owner.get(f"matches/{under_way.match_id}/")["state"] == "running"


@every_way
def test_what_is_kept_is_marked_until_it_is_undone(calls: Calls) -> None:
    calls.change(if_rests_on="keep")
    stages = f"tournaments/{calls.event}/stages/"
    (mark,) = calls.owner.get(stages)["stages"][0]["would_be_paired"]
    assert mark["round"] == 2
    calls.undo()
    assert calls.owner.get(stages)["stages"][0]["would_be_paired"] == []

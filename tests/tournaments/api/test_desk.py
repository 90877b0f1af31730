"""Penalties and appeals through the API: their shapes, and what a program may do with them."""

import re

import pytest

from players.models import Player
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, owner_of
from tests.client import Api
from tournaments.models import Board, Tournament
from tournaments.services.events import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def board(tournament: Tournament) -> Board:
    return board_of(tournament, 1, 1)


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


def body(board: Board, infraction: str, **fields: object) -> dict[str, object]:
    board.match.refresh_from_db()
    entry = board.pairing.sides.get(seat=0).entry_id
    said = {"match": board.match_id, "version": board.match.version, "entry": entry}
    return {**said, "occurrence": 1, "infraction": infraction, **fields}


def test_a_penalty_is_given_listed_and_taken_back(
    owner: Api, board: Board, tournament: Tournament
) -> None:
    path = f"tournaments/{tournament.pk}/penalties/"
    said = body(board, "T_LATE", minutes=6, facts="in the bar")
    (given,) = owner.post(path, said, 201)
    shown = {name: given[name] for name in ("step", "minutes", "discretionary", "stands")}
    assert shown == {"step": "game_loss", "minutes": 6, "discretionary": False, "stands": True}
    match = owner.get(f"matches/{board.match_id}/")
    assert (match["games_won"], match["state"]) == ([0, 1], "running")
    assert [row["id"] for row in owner.get(path)["results"]] == [given["id"]]
    assert owner.post(path, {**said, "version": match["version"]}, 409)["error"]["code"] in (
        "less_severe",
        "stale",
    )
    reversal = {"version": match["version"], "reason": "the clock was wrong"}
    left = owner.post(f"{path}{given['id']}/reversal/", reversal)
    assert (left["stands"], left["end_reason"]) == (False, "the clock was wrong")
    assert owner.get(f"matches/{board.match_id}/")["games_won"] == [0, 0]


def test_an_appeal_is_made_by_a_player_and_decided_by_a_panel(
    owner: Api, board: Board, tournament: Tournament
) -> None:
    path = f"tournaments/{tournament.pk}/penalties/"
    (given,) = owner.post(path, body(board, "T_CONDUCT_MINOR"), 201)
    head, user = make_user(), make_user()
    write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    staff.appoint_staff(user=head, role="head_referee", **write)
    Player.objects.filter(match_seats__match=board.match, match_seats__seat=0).update(user=user)
    appeals = f"matches/{board.match_id}/appeals/"
    asked = {"penalty": given["id"], "facts": "I swore", "reason": "at myself"}
    made = Api(user).post(appeals, asked, 201)
    assert (made["outcome"], made["penalty"]) == (None, given["id"])
    Api(make_user()).get(appeals, 403)
    board.match.refresh_from_db()
    said = {"version": board.match.version, "outcome": "changed", "step": "note"}
    said |= {"panel": [f"user:{head.pk}"], "reason": "nobody else heard it"}
    own = {**said, "panel": [f"user:{owner_of(tournament.club).pk}"]}
    assert Api(head).post(f"{appeals}{made['id']}/decision/", own, 400)["error"]["fields"]["panel"]
    decided = Api(head).post(f"{appeals}{made['id']}/decision/", said)
    assert (decided["outcome"], decided["panel"]) == ("changed", [f"user:{head.pk}"])
    steps = [(row["step"], row["stands"]) for row in owner.get(path)["results"]]
    assert steps == [("note", True), ("warning", False)]


def test_what_is_kept_as_a_reason_is_as_short_as_a_reason(owner: Api, board: Board) -> None:
    """What is said of a ruling or a decision becomes the reason of a correction."""
    said = {"version": board.match.version, "rule": "LOOK_BACK", "offender": 0, "n": 1}
    refused = owner.post(f"matches/{board.match_id}/rulings/", {**said, "facts": "x" * 501}, 400)
    assert refused["error"]["fields"]["facts"]
    made = owner.post(f"matches/{board.match_id}/rulings/", {**said, "facts": "x" * 500})
    appeals = f"matches/{board.match_id}/appeals/"
    asked = {"ruling": made["ruling"]["id"], "facts": "y" * 1000, "reason": "z" * 1000}
    appeal = owner.post(appeals, asked, 201)
    decided = {"version": made["match"]["version"], "outcome": "overturned", "panel": ["user:1"]}
    path = f"{appeals}{appeal['id']}/decision/"
    assert owner.post(path, {**decided, "reason": "x" * 501}, 400)["error"]["fields"]["reason"]


def test_memos_are_nowhere_in_it(owner: Api) -> None:
    schema = owner.client.get("/api/v1/schema/?format=json", headers=owner.headers)
    assert not re.search(r"memo(?!ry)", schema.content.decode().lower())

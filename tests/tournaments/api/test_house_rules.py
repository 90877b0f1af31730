"""An evening under a club's own rules, eleven of them changed, through the API alone: from the
roster to the champion, with a correction that makes another the winner.

What each hand and game comes to is worked out by hand beside it:

    knock    difference + 5      limit 7, for knocks alone
    gin      count + 25          1 box, and 1 more
    undercut difference + 25     1 box, and 2 more; equal counts are an undercut
    at the end of a game, 100: 150 for it, 20 a box, 100 more for a shutout
"""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.builders import make_user
from tests.client import Api

# The bracket moves on when a result has been committed.
pytestmark = pytest.mark.django_db(transaction=True)

ROSTER = "Name;Rating;Email\nAda;1700;\nBo;1600;\nCy;1500;\nDi;1400;\n"
HOUSE: dict[str, Any] = {
    "knock_limit": 7,
    "knock_base": 5,
    "big_gin_bonus": None,
    "box_bonus": 20,
    "extra_boxes_gin": 1,
    "extra_boxes_undercut": 2,
    "game_bonus": 150,
    "dealer_policy": "loser",
    "void_dealer": "alternate",
    "first_dealer": "low_card_deals",
    "discards_open": True,
}
"""What is changed of "Club default"."""


@dataclass(frozen=True, slots=True)
class Said:
    """A hand as it is said: who knocked or had gin (None: void), both counts; then what it is, the
    points of each in the game, and who deals the next one."""

    knocker: int | None
    count: int
    other: int
    kind: str
    points: tuple[int, int]
    next_dealer: int | None

    @property
    def body(self) -> dict[str, Any]:
        if self.knocker is None:
            return {"kind": "void"}
        told = {"knocker": self.knocker, "knocker_count": self.count, "defender_count": self.other}
        return told | {"kind": "gin" if self.count == 0 else "knock"}


@dataclass(frozen=True, slots=True)
class Sums:
    """What a game comes to."""

    winner: int
    points: tuple[int, int]
    boxes: tuple[int, int]
    totals: tuple[int, int]
    net: int
    shutout: bool = False


ADA_DI = (
    Said(0, 5, 30, "knock", (30, 0), 1),  # 25 + 5; who lost deals
    Said(1, 0, 28, "gin", (30, 53), 0),  # 28 + 25
    Said(None, 0, 0, "void", (30, 53), 1),  # after a void hand the other deals
    Said(0, 6, 6, "undercut", (30, 78), 0),  # equal: 0 + 25
    Said(0, 0, 45, "gin", (100, 78), None),  # 45 + 25
)
# Boxes: a knock and a gin, 1 + 2; a gin and an undercut, 2 + 3.
ADA_WINS = Sums(0, (100, 78), (3, 5), (100 + 150 + 3 * 20, 78 + 5 * 20), 310 - 178)
# The last hand was Di's gin against 40, 65: 78 + 65; boxes 5 + 2. Ada keeps the knock.
DI_WINS = Sums(1, (30, 143), (1, 7), (30 + 20, 143 + 150 + 7 * 20), 433 - 50)

BO_CY = (
    Said(0, 0, 50, "gin", (75, 0), 1),  # 50 + 25
    Said(0, 4, 26, "knock", (102, 0), None),  # 22 + 5
)
BO_WINS = Sums(0, (102, 0), (3, 0), (102 + 150 + 100 + 3 * 20, 0), 412, shutout=True)

DI_BO = (
    Said(1, 3, 33, "knock", (0, 35), 0),  # 30 + 5
    Said(0, 7, 20, "knock", (18, 35), 1),  # 13 + 5
    Said(None, 0, 0, "void", (18, 35), 0),
    Said(1, 0, 38, "gin", (18, 98), 0),  # 38 + 25
    Said(1, 7, 1, "undercut", (49, 98), 1),  # 6 + 25
    Said(1, 7, 8, "knock", (49, 104), None),  # 1 + 5
)
# Boxes: a knock and an undercut, 1 + 3; two knocks and a gin, 2 + 2.
BO_IS_FIRST = Sums(1, (49, 104), (4, 4), (49 + 4 * 20, 104 + 150 + 4 * 20), 334 - 129)


@pytest.fixture
def owner() -> Api:
    return Api(make_user())


@pytest.fixture
def event(owner: Api) -> dict[str, Any]:
    """Four of the roster, in a knock-out by the rules that the club has named."""
    club = owner.post("clubs/", {"name": "Tuesday Gin Club"}, 201)["slug"]
    imported = owner.post(f"clubs/{club}/players/import/", {"text": ROSTER})
    assert imported["created"] == 4
    sets = f"clubs/{club}/rule-sets/"
    named = owner.post(sets, {"name": "Tuesday", "rules": {"preset": "club", **HOUSE}}, 201)
    body = {"club": club, "name": "House Cup", "rules": {"club_rule_set": named["id"]}}
    made = owner.post("tournaments/", {**body, "best_of": 1}, 201)
    listed = owner.get(f"clubs/{club}/players/")["results"]
    entries = [{"player": one["id"], "seed": seed} for seed, one in enumerate(listed, 1)]
    owner.post(f"tournaments/{made['id']}/entries/", entries, 201)
    owner.post(f"tournaments/{made['id']}/start/")
    return owner.get(f"tournaments/{made['id']}/")


def match_of(owner: Api, event: dict[str, Any], round: int, number: int) -> dict[str, Any]:
    rows = owner.get(f"tournaments/{event['id']}/matches/", round=round)["results"]
    found = next(row for row in rows if row["number"] == number)
    return owner.get(f"matches/{found['id']}/")


def play(owner: Api, match: dict[str, Any], hands: tuple[Said, ...], sums: Sums) -> dict[str, Any]:
    """Write down the hands; each comes to what is worked out beside it."""
    for said in hands:
        body = {"version": match["version"], **said.body}
        match = owner.post(f"matches/{match['id']}/hands/", body)
        (game,) = match["games"]
        shown = game["hands"][-1]
        assert (shown["kind"], tuple(game["points"])) == (said.kind, said.points)
        following = match["next_hand"]
        assert (following and following["dealer"]) == said.next_dealer
    check(match, sums)
    return match


def check(match: dict[str, Any], sums: Sums) -> None:
    (game,) = match["games"]
    assert (game["winner"], match["winner"], match["state"]) == (
        sums.winner,
        sums.winner,
        "finished",
    )
    found = [tuple(game[name]) for name in ("points", "boxes", "totals")]
    assert found == [sums.points, sums.boxes, sums.totals]
    assert (game["net"], game["shutout"]) == (sums.net, sums.shutout)


def test_the_eleven_are_told(owner: Api, event: dict[str, Any]) -> None:
    assert {name: event["rules"][name] for name in HOUSE} == HOUSE
    assert event["rule_set"]["code"] == "club"
    assert sorted(event["rule_set"]["differs"]) == sorted(HOUSE)


def test_what_the_house_does_not_allow_is_refused(owner: Api, event: dict[str, Any]) -> None:
    match = match_of(owner, event, 1, 1)
    hands = f"matches/{match['id']}/hands/"
    body = {"version": match["version"], "knocker": 0, "defender_count": 30}
    over = owner.post(hands, {**body, "kind": "knock", "knocker_count": 8}, 400)
    assert "7" in over["error"]["message"]
    owner.post(hands, {**body, "kind": "big_gin", "knocker_count": 0}, 400)
    assert match_of(owner, event, 1, 1)["games"] == []


def test_from_the_roster_to_the_champion(owner: Api, event: dict[str, Any]) -> None:
    first = play(owner, match_of(owner, event, 1, 1), ADA_DI, ADA_WINS)
    play(owner, match_of(owner, event, 1, 2), BO_CY, BO_WINS)
    final = match_of(owner, event, 2, 1)
    assert [player["name"] for player in final["players"]] == ["Ada", "Bo"]

    body = {"version": first["version"], "reason": "The slip was misread."}
    gin = {"kind": "gin", "knocker": 1, "knocker_count": 0, "defender_count": 40}
    corrected = owner.post(f"matches/{first['id']}/hands/5/corrections/", body | gin)
    check(corrected, DI_WINS)

    final = match_of(owner, event, 2, 1)
    assert [player["name"] for player in final["players"]] == ["Di", "Bo"]
    play(owner, final, DI_BO, BO_IS_FIRST)
    assert owner.get(f"tournaments/{event['id']}/")["state"] == "finished"
    rows = owner.get(f"tournaments/{event['id']}/standings/")["rows"]
    assert [(row["rank"], row["name"]) for row in rows[:2]] == [(1, "Bo"), (2, "Di")]
    assert {row["name"] for row in rows[2:]} == {"Ada", "Cy"}

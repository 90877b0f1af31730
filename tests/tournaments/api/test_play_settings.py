"""Where an event is played, and what holds online, through the API."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.tables.clock import FIGURES
from players.models import Club
from tests.builders import make_club, owner_of
from tests.client import Api

pytestmark = pytest.mark.django_db

MOVE = {"kind": "move", "seconds": 45, "reserve": 180}
SETTINGS = ("play", "clock", "flag", "spectators", "assist")


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Api:
    return Api(owner_of(club))


def make(owner: Api, club: Club, status: int = 201, **fields: Any) -> Any:
    return owner.post("tournaments/", {"club": club.slug, "name": "Cup", **fields}, status)


def settings_of(answer: Mapping[str, Any]) -> list[Any]:
    return [answer[name] for name in SETTINGS]


def test_an_event_is_played_at_the_table_unless_told_otherwise(owner: Api, club: Club) -> None:
    made = make(owner, club)
    assert settings_of(made) == ["table", None, None, None, True]
    assert settings_of(owner.get(f"tournaments/{made['id']}/")) == settings_of(made)


def test_an_online_event_has_the_usual_and_is_changed(owner: Api, club: Club) -> None:
    made = make(owner, club, play="online")
    assert settings_of(made) == ["online", MOVE, "game_loss", "hand_end", True]
    path = f"tournaments/{made['id']}/"
    days = {"kind": "days", "days": 3}
    changed = owner.patch(path, {"clock": days, "spectators": "none", "assist": False})
    assert settings_of(changed) == ["online", days, "game_loss", "none", False]
    assert settings_of(owner.get(path)) == settings_of(changed)
    assert settings_of(owner.patch(path, {"play": "table"})) == ["table", None, None, None, False]


def test_a_hybrid_event_has_what_holds_at_its_online_tables(owner: Api, club: Club) -> None:
    made = make(owner, club, play="hybrid", spectators="none")
    assert settings_of(made) == ["hybrid", MOVE, "game_loss", "none", True]
    changed = owner.patch(f"tournaments/{made['id']}/", {"play": "table"})
    assert settings_of(changed) == ["table", None, None, None, True]


@pytest.mark.parametrize("kind", list(FIGURES))
def test_each_kind_of_clock_comes_back_as_it_was_sent(owner: Api, club: Club, kind: str) -> None:
    clock = {"kind": kind, **{figure.name: figure.most for figure in FIGURES[kind]}}
    assert make(owner, club, play="online", clock=clock)["clock"] == clock


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        ({"clock": MOVE}, "invalid", "clock"),
        ({"play": "table", "flag": "game_loss"}, "invalid", "flag"),
        ({"play": "table", "spectators": "none"}, "invalid", "spectators"),
        ({"play": "both"}, "invalid", "play"),
        ({"play": "online", "flag": "match_loss"}, "invalid", "flag"),
        ({"play": "online", "spectators": "all"}, "invalid", "spectators"),
        ({"play": "online", "assist": 1}, "invalid", "assist"),
        ({"play": "online", "clock": None}, "invalid", "clock"),
        ({"play": "online", "clock": "move"}, "bad_clock", "clock"),
        ({"play": "online", "clock": {**MOVE, "seconds": 601}}, "bad_clock", "clock"),
        ({"play": "online", "clock": {**MOVE, "reserve": 3_601}}, "bad_clock", "clock"),
        ({"play": "online", "clock": {"kind": "none", "days": 1}}, "bad_clock", "clock"),
    ],
)
def test_anything_else_is_refused_at_its_field(
    owner: Api, club: Club, sent: dict[str, Any], code: str, field: str
) -> None:
    error = make(owner, club, 400, **sent)["error"]
    assert (error["code"], list(error["fields"])) == (code, [field])
    made = make(owner, club)
    error = owner.patch(f"tournaments/{made['id']}/", sent, 400)["error"]
    assert (error["code"], list(error["fields"])) == (code, [field])


def test_the_schema_has_a_shape_for_each_kind(owner: Api) -> None:
    shapes = owner.get("schema/", format="json")["components"]["schemas"]
    for kind, figures in FIGURES.items():
        shape = shapes[f"{kind.title()}Clock"]
        asked = [figure.name for figure in figures if not figure.is_optional]
        assert shape["required"] == sorted(["kind", *asked])
        assert shape["properties"]["kind"]["enum"] == [kind]
        for figure in figures:
            field = shape["properties"][figure.name]
            assert (field["minimum"], field["maximum"]) == (figure.least, figure.most)
    mapping = shapes["Clock"]["discriminator"]["mapping"]
    assert {kind: path.rsplit("/")[-1] for kind, path in mapping.items()} == {
        kind: f"{kind.title()}Clock" for kind in FIGURES
    }
    assert shapes["TournamentBody"]["properties"]["clock"]["allOf"][0] == {
        "$ref": "#/components/schemas/Clock"
    }

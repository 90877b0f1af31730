"""The rule sets of a club through the API."""

import pytest

from players.models import Club
from tests.builders import make_club, owner_of
from tests.client import Api

pytestmark = pytest.mark.django_db

RULES = {"preset": "pagat", "gin_bonus": 25}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Api:
    return Api(owner_of(club))


@pytest.fixture
def sets(club: Club) -> str:
    return f"clubs/{club.slug}/rule-sets/"


def test_from_the_name_to_the_event(owner: Api, club: Club, sets: str) -> None:
    made = owner.post(sets, {"name": "Tuesday", "rules": RULES}, 201)
    assert (made["id"], made["version"], made["name"]) == (1, 1, "Tuesday")
    assert made["rules"]["undercut_bonus"] == 10
    assert made["rule_set"] == {
        "code": "pagat",
        "differs": ["gin_bonus"],
        "certainty": "published",
    }
    assert (made["changed_by"], made["events"]) == (owner.user.name, 0)

    body = {"club": club.slug, "name": "Cup", "rules": {"club_rule_set": 1}, "target": 150}
    event = owner.post("tournaments/", body, 201)
    assert (event["rules"]["gin_bonus"], event["target"]) == (25, 150)
    assert owner.get(sets + "1/")["events"] == 1

    changes = {"version": 1, "rules": RULES | {"gin_bonus": 30}}
    newer = owner.patch(sets + "1/", changes)
    assert (newer["id"], newer["version"], newer["events"]) == (1, 2, 0)
    assert owner.get(f"tournaments/{event['id']}/")["rules"]["gin_bonus"] == 25
    assert owner.get(sets)["results"] == [newer]

    owner.delete(sets + "1/")
    owner.get(sets + "1/", 404)
    assert owner.get(sets)["count"] == 0


def test_an_old_version_is_a_conflict(owner: Api, sets: str) -> None:
    owner.post(sets, {"name": "Tuesday", "rules": RULES}, 201)
    owner.patch(sets + "1/", {"version": 1, "name": "Friday"})
    refused = owner.patch(sets + "1/", {"version": 1, "name": "Sunday"}, 409)
    assert refused["error"]["code"] == "stale"


def test_a_name_that_is_taken(owner: Api, sets: str) -> None:
    owner.post(sets, {"name": "Tuesday", "rules": RULES}, 201)
    refused = owner.post(sets, {"name": "TUESDAY", "rules": "plain"}, 409)
    assert refused["error"]["code"] == "name_taken"
    assert refused["error"]["fields"].keys() == {"name"}


def test_rules_that_are_not_there(owner: Api, club: Club) -> None:
    body = {"club": club.slug, "name": "Cup", "rules": {"club_rule_set": 1}}
    refused = owner.post("tournaments/", body, 400)
    assert refused["error"]["code"] == "unknown_rules"


@pytest.mark.parametrize("version", [None, 0, "1", True])
def test_a_change_says_which_version_was_read(owner: Api, sets: str, version: object) -> None:
    owner.post(sets, {"name": "Tuesday", "rules": RULES}, 201)
    owner.patch(sets + "1/", {"version": version, "name": "Friday"}, 400)

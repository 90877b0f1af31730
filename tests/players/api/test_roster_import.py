"""Rosters through the API: taken in, listed, undone, as programs see it."""

import pytest

from tests.builders import make_user
from tests.client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Api:
    return Api(make_user("Ada Owner", "ada@club.example"))


def test_an_import_is_listed_and_undone(owner: Api) -> None:
    club = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    here = f"clubs/{club}/players/"
    dry = owner.post(here + "import/?dry_run=1", {"text": "Anna Šimek"})
    assert dry["import"] is None
    done = owner.post(here + "import/", {"text": "1. Anna Šimek (Bonn), 1500\n2. Jansen, Bob\n"})
    assert (done["created"], [row["club"] for row in done["rows"]]) == (2, ["Bonn", ""])
    (row,) = owner.get(here + "imports/")["results"]
    assert (row["id"], row["created"], row["updated"]) == (done["import"], 2, 0)
    assert (row["by"], row["undone_at"]) == ("Ada Owner", None)
    event = owner.post("tournaments/", {"club": club, "name": "Cup"}, 201)["id"]
    anna = done["rows"][0]["player"]
    owner.post(f"tournaments/{event}/entries/", {"player": anna}, 201)
    undo = f"{here}imports/{done['import']}/undo/"
    assert owner.post(undo, status=409)["error"]["code"] == "player_entered"
    assert owner.get(here)["count"] == 2
    owner.delete(f"tournaments/{event}/?name=Cup")
    assert owner.post(undo) == {"removed": 2, "restored": 0, "kept": 0}
    assert owner.post(undo) == {"removed": 0, "restored": 0, "kept": 0}
    assert owner.get(here)["count"] == 0
    assert owner.get(here + "imports/")["results"][0]["undone_at"]
    Api(make_user()).post(undo, status=403)
    owner.post(f"{here}imports/999999/undo/", status=404)


def test_a_second_of_one_name_is_told_apart(owner: Api) -> None:
    club = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    here = f"clubs/{club}/players/"
    owner.post(here, {"name": "Jan Jansen"}, 201)
    told = owner.post(here, {"name": "Jan Jansen", "home_club": "Bonn"}, 409)["error"]
    assert (told["code"], list(told["fields"])) == ("name_taken", ["name"])
    assert "Jan Jansen (Bonn)" in told["message"]
    assert owner.post(here, {"name": "Jan Jansen (Bonn)"}, 201)["name"] == "Jan Jansen (Bonn)"
    asked = owner.post(here + "import/", {"text": "Jan Jansen"})
    assert len(asked["questions"][0]["candidates"]) == 2
    left = owner.post(here + "import/", {"text": "Jan Jansen\nCleo", "answers": {"1": "skip"}})
    assert (left["created"], left["rows"][0]["outcome"]) == (1, "left_out")

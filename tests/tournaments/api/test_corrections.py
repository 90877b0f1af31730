"""Corrections through the API: the preview, the choice, the mark, and the way back."""

import pytest

from tests.builders import board_of, make_tournament, owner_of, win
from tests.client import Api
from tests.stock import stocked
from tournaments.models import Correction, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Four entrants; the semi-finals are over."""
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    return tournament


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


@pytest.fixture
def semi_final(tournament: Tournament) -> str:
    return f"matches/{board_of(tournament, 1, 1).match_id}/"


def other_way(owner: Api, semi_final: str) -> dict:
    version = owner.get(semi_final)["version"]
    return {"version": version, "games_won": [1, 3], "reason": "other way round"}


def begin_final(owner: Api, tournament: Tournament) -> str:
    final = board_of(tournament, 2, 1).match
    owner.post(f"matches/{final.pk}/hands/", {"version": final.version, **KNOCK})
    return f"matches/{final.pk}/"


def test_once_a_later_match_has_begun_each_way_is_shown_and_asked_for(
    owner: Api, tournament: Tournament, semi_final: str
) -> None:
    final = begin_final(owner, tournament)
    body = other_way(owner, semi_final)
    refused = owner.post(f"{semi_final}result/", body, 409)["error"]
    assert refused["code"] == "choice_needed"
    assert refused["preview"] == owner.post(f"{semi_final}result/preview/", body)
    assert refused["preview"]["confirm"] == "Semi-finals"
    void, keep = refused["preview"]["choices"]
    assert (void["choice"], void["level"]) == ("void", "double")
    assert (keep["choice"], keep["level"]) == ("keep", "leaves_rules")
    assert [player["name"] for player in void["winner"]] == ["Player 0001", "Player 0004"]
    assert void["void"] == keep["against"] == [{"round": 2, "number": 1}]
    (moved,) = void["moved"]
    assert (moved["before"]["seed"], moved["after"]["seed"]) == (1, 4)

    asked = {**body, "choice": "void"}
    assert owner.post(f"{semi_final}result/", asked, 409)["error"]["code"] == "confirm_needed"
    owner.post(f"{semi_final}result/", {**asked, "confirm": "Semi-finals"})
    assert owner.get(final)["state"] == "ready"
    assert [player["seed"] for player in owner.get(final)["players"]] == [4, 2]


def test_what_stays_against_the_results_is_marked_wherever_it_is_shown(
    owner: Api, tournament: Tournament, semi_final: str
) -> None:
    final = begin_final(owner, tournament)
    place = f"tournaments/{tournament.pk}/"
    assert not owner.get(final)["leaves_rules"]
    assert not owner.get(f"{place}standings/")["leaves_rules"]
    owner.post(f"{semi_final}result/", {**other_way(owner, semi_final), "choice": "keep"})
    assert owner.get(final)["leaves_rules"]
    assert not owner.get(semi_final)["leaves_rules"]
    bracket = owner.get(f"{place}bracket/")["rounds"]
    marks = [[match["leaves_rules"] for match in part["matches"]] for part in bracket]
    assert marks == [[False, False], [True]]
    listed = owner.get(f"{place}matches/?round=2")["results"]
    assert [match["leaves_rules"] for match in listed] == [True]
    assert owner.get(f"{place}standings/")["leaves_rules"]


def test_a_correction_is_listed_and_taken_back(
    owner: Api, tournament: Tournament, semi_final: str
) -> None:
    before = owner.get(semi_final)
    body = other_way(owner, semi_final)
    assert owner.post(f"{semi_final}result/preview/", body)["choices"][0]["choice"] == "rewind"
    left = owner.post(f"{semi_final}result/", body)
    (made,) = owner.get(f"{semi_final}corrections/")["results"]
    assert (made["kind"], made["choice"], made["undone"]) == ("games_won", "rewind", False)
    path = f"corrections/{made['id']}/undo/"
    assert owner.post(path, {"version": 1}, 409)["error"]["code"] == "stale"
    again = owner.post(path, {"version": left["version"]})
    assert again == before | {"version": again["version"]}
    undo, undone = owner.get(f"{semi_final}corrections/")["results"]
    assert (undo["kind"], undo["undoes"], undone["undone"]) == ("undo", made["id"], True)
    taken = owner.post(path, {"version": again["version"]}, 409)["error"]
    assert "taken back already" in taken["message"]


def test_a_corrected_hand_is_previewed_too() -> None:
    tournament = make_tournament(entrants=2, best_of=1)
    owner = Api(owner_of(tournament.club))
    match = board_of(tournament, 1, 1).match
    path, version = f"matches/{match.pk}/", match.version
    almost = KNOCK | {"knocker_count": 1, "defender_count": 91}
    for _ in range(2):
        version = owner.post(f"{path}hands/", {"version": version, **almost})["version"]
    body = {"version": version, **KNOCK, "defender_count": 16, "reason": "eight, not ninety"}
    (found,) = owner.post(f"{path}hands/2/corrections/preview/", body)["choices"]
    assert found["state"] == ["finished", "running"]
    assert (found["winner"][1], found["games_won"][1]) == (None, [0, 0])
    assert not Correction.objects.exists()


def test_where_nothing_stands_there_is_nothing_to_preview() -> None:
    tournament = make_tournament()
    owner = Api(owner_of(tournament.club))
    path = f"matches/{board_of(tournament, 1, 1).match_id}/result/preview/"
    refused = owner.post(path, {"version": 2, "games_won": [3, 0], "reason": "no"}, 409)["error"]
    assert refused["code"] == "wrong_state"


def test_who_may_not_correct_sees_no_preview(tournament: Tournament, semi_final: str) -> None:
    body = {"version": 3, "games_won": [1, 3], "reason": "no"}
    Api().post(f"{semi_final}result/preview/", body, 401)
    Api().get(f"{semi_final}corrections/", 401)

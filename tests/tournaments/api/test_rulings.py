"""Rulings through the API: made, read by who may, taken back; a standing result follows them."""

import pytest

from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.client import Api
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 2, "defender_count": 98}
TOO_MANY = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0}


@pytest.fixture
def tournament() -> Tournament:
    """Four entrants, matches of one game."""
    return make_tournament(rules={"match_n": 1})


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


@pytest.fixture
def semi_final(tournament: Tournament) -> str:
    return f"matches/{board_of(tournament, 1, 1).match_id}/"


def write(api: Api, path: str, to: str, body: dict, status: int = 200) -> dict:
    return api.post(f"{path}{to}/", {"version": api.get(path)["version"], **body}, status)


def test_what_a_ruling_does_is_in_the_match_that_is_answered(owner: Api, semi_final: str) -> None:
    write(owner, semi_final, "hands", KNOCK)
    left = write(owner, semi_final, "rulings", {**TOO_MANY, "n": 1, "facts": "Eleven cards."})
    assert left["match"]["games"][0]["points"] == [0, 0]
    assert left["ruling"]["consequences"][0].startswith("If seat 0 would win this hand")
    ruling = left["ruling"]["id"]
    left = write(owner, semi_final, f"rulings/{ruling}/taking-back", {"reason": "Miscounted."})
    assert left["games"][0]["points"] == [96, 0]
    assert owner.get(f"{semi_final}rulings/")["count"] == 0


def test_a_ruling_that_cannot_be_is_refused_with_its_reason(owner: Api, semi_final: str) -> None:
    accepted = {"rule": "KNOCK_ILLEGAL_EARLY", "offender": 0, "n": 1, "option": "accept_as_legal"}
    refused = write(owner, semi_final, "rulings", accepted, 400)["error"]
    assert refused["code"] == "option_not_open"
    refused = write(owner, semi_final, "rulings", {"n": 1, "facts": "So be it."}, 400)["error"]
    assert refused["code"] == "facts_needed"
    refused = write(owner, semi_final, "rulings", {**TOO_MANY, "n": 7}, 404)["error"]
    assert refused["code"] == "not_found"


def test_what_was_stated_of_it_holds_whatever_the_phase_implies(
    owner: Api, semi_final: str
) -> None:
    write(owner, semi_final, "hands", KNOCK)
    played_on = {"rule": "STOCK_PLAYED_ON", "phase": "COUNTED", "n": 1}
    stands = {**played_on, "conditions": ["next_deal_begun"]}
    left = write(owner, semi_final, "rulings", stands)
    assert left["match"]["games"][0]["points"] == [96, 0]
    left = write(owner, semi_final, "rulings", played_on)
    assert left["match"]["games"][0]["points"] == [0, 0]
    pack = {"rule": "DEAL_IMPERFECT_PACK", "phase": "COUNTED", "n": 1}
    pack["conditions"] = ["before_knock"]
    refused = write(owner, semi_final, "rulings", pack, 400)["error"]
    assert refused["code"] == "wrong_condition"
    assert "It was found before a knock" in refused["message"]


def test_a_free_ruling_takes_its_effects_from_the_list(owner: Api, semi_final: str) -> None:
    write(owner, semi_final, "hands", KNOCK)
    free = {"n": 1, "facts": "The lights went out.", "effects": [{"remedy": "void_hand"}]}
    refused = write(owner, semi_final, "rulings", free, 400)["error"]
    assert refused["code"] == "bad_effect"
    free["effects"] = [{"remedy": "void_hand", "seats": []}]
    left = write(owner, semi_final, "rulings", free)
    assert left["ruling"]["discretionary"]
    assert left["match"]["games"][0]["points"] == [0, 0]


def test_a_ruling_that_turns_a_result_after_the_next_match_began_needs_a_choice(
    owner: Api, tournament: Tournament, semi_final: str
) -> None:
    other = f"matches/{board_of(tournament, 1, 2).match_id}/"
    for path in (semi_final, semi_final, other, other):
        write(owner, path, "hands", KNOCK)
    final = f"matches/{board_of(tournament, 2, 1).match_id}/"
    write(owner, final, "hands", KNOCK)
    ruling = {**TOO_MANY, "n": 2, "facts": "Found by the camera."}
    refused = write(owner, semi_final, "rulings", ruling, 409)["error"]
    assert refused["code"] == "choice_needed"
    assert {choice["choice"] for choice in refused["preview"]["choices"]} >= {"void", "keep"}
    left = write(owner, semi_final, "rulings", {**ruling, "choice": "keep"})
    assert left["match"]["state"] == "running"
    assert owner.get(final)["players"][0] is not None


def test_who_sees_what(owner: Api, tournament: Tournament, semi_final: str) -> None:
    """The rule is public, what was said of it is for the match's people, case law for referees."""
    write(owner, semi_final, "hands", KNOCK)
    write(owner, semi_final, "rulings", {**TOO_MANY, "n": 1, "facts": "Eleven cards."})
    assert owner.get(f"{semi_final}rulings/")["results"][0]["facts"] == "Eleven cards."
    [shown] = Api().get(f"{semi_final}rulings/")["results"]
    assert (shown["rule"], "facts" in shown) == ("HAND_COUNT_END_MANY", False)
    law = f"tournaments/{tournament.pk}/case-law/"
    assert owner.get(law, rule="HAND_COUNT_END_MANY")["count"] == 1
    assert owner.get(law, search="camera")["count"] == 0
    Api(make_user("Somebody")).get(law, 403)


def test_the_table_of_irregularities_is_read_by_who_has_signed_in(owner: Api) -> None:
    rows = {row["id"]: row for row in owner.get("irregularities/")}
    assert len(rows) == 54
    assert [option["code"] for option in rows["KNOCK_ILLEGAL_EARLY"]["options"]] == [
        "reject",
        "accept_as_legal",
    ]
    Api().get("irregularities/", 401)

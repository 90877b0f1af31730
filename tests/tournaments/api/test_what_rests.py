"""What was drawn from a corrected result, through the API: told, chosen, undone."""

import pytest

from players.models import ApiToken
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, owner_of, win
from tests.client import Api
from tests.stock import stocked
from tests.tournaments.services.stages.test_swiss import play, swiss
from tournaments.models import Correction, Round, Tournament
from tournaments.services.events.staff import appoint_staff

pytestmark = pytest.mark.django_db

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}


@pytest.fixture
@stocked
def tournament(django_capture_on_commit_callbacks) -> Tournament:
    """A Swiss of eight; the first of three rounds is over, the second published."""
    made = swiss(django_capture_on_commit_callbacks, publishing="automatic")
    play(django_capture_on_commit_callbacks, made, 1)
    return made


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


@pytest.fixture
def match(tournament: Tournament) -> str:
    return f"matches/{board_of(tournament, 1, 1).match_id}/"


def other_way(owner: Api, match: str, **more: str) -> dict:
    version = owner.get(match)["version"]
    return {"version": version, "games_won": [1, 3], "reason": "other way round"} | more


def test_what_rests_on_it_is_told_and_asked_for(
    owner: Api, tournament: Tournament, match: str
) -> None:
    under_way = board_of(tournament, 2, 1).match
    owner.post(f"matches/{under_way.pk}/hands/", {"version": under_way.version, **KNOCK})
    body = other_way(owner, match)
    refused = owner.post(f"{match}result/", body, 409)["error"]
    assert refused["code"] == "choice_needed"
    assert "if_rests_on" in refused["fields"]
    (rests,) = refused["rests_on"]
    assert (rests["stage"], rests["round"], rests["published"], rests["open"]) == (
        1,
        2,
        True,
        False,
    )
    assert rests["comes_in"] == rests["goes_out"] == []
    assert {entry["seed"] for two in rests["pairs"]["now"] for entry in two} >= {1, 5}
    (played,) = rests["matches"]
    assert (played["match"], played["state"]) == (under_way.pk, "running")
    assert len(played["players"]) == 2
    previews = owner.post(f"{match}result/preview/", body)
    assert refused["preview"] == previews
    assert previews["asked"]
    keep, void = previews["choices"]
    assert (keep["choice"], keep["stays"], keep["drawn"]) == (
        "keep", [{"stage": 1, "round": 2}], []
    )  # fmt: skip
    assert (void["choice"], void["set_aside"]) == ("void", [{"stage": 1, "round": 2}])
    assert [len(drawing["pairs"]) for drawing in void["drawn"]] == [4]
    refused = owner.post(f"{match}result/", body | {"if_rests_on": "void"}, 409)["error"]
    assert refused["code"] == "confirm_needed"
    void = {"if_rests_on": "void", "confirm": previews["confirm"]}
    owner.post(f"{match}result/", body | void)
    owner.get(f"matches/{under_way.pk}/", 404)


def test_redraw_and_undo(owner: Api, tournament: Tournament, match: str) -> None:
    place = f"tournaments/{tournament.pk}/matches/?round=2"
    before = owner.get(place)["results"]
    left = owner.post(f"{match}result/", other_way(owner, match, if_rests_on="redraw"))
    after = owner.get(place)["results"]
    assert {row["id"] for row in before}.isdisjoint({row["id"] for row in after})
    assert len(after) == 4
    correction = Correction.objects.get()
    assert owner.get(f"{match}corrections/")["results"][0]["choice"] == "redraw"
    owner.post(f"corrections/{correction.pk}/undo/", {"version": left["version"]})
    again = owner.get(place)["results"]
    assert [row["id"] for row in again] == [row["id"] for row in before]
    assert [row["players"] for row in again] == [row["players"] for row in before]


def test_keep_is_marked_on_the_stage(owner: Api, tournament: Tournament, match: str) -> None:
    stages = f"tournaments/{tournament.pk}/stages/"
    assert owner.get(stages)["stages"][0]["would_be_paired"] == []
    owner.post(f"{match}result/", other_way(owner, match, if_rests_on="keep"))
    (mark,) = owner.get(stages)["stages"][0]["would_be_paired"]
    assert mark["round"] == 2
    assert mark["drawn"]
    assert mark["now"]
    assert Round.objects.filter(set_aside_from__isnull=False).count() == 0


def test_a_referee_is_refused_and_told_what_rests_on_it(
    tournament: Tournament, match: str, owner: Api
) -> None:
    referee = make_user("Rita Referee")
    write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    appoint_staff(user=referee, role="referee", **write)
    for wish in ({}, {"if_rests_on": "keep"}):
        body = other_way(owner, match, **wish)
        refused = Api(referee).post(f"{match}result/", body, 403)["error"]
        assert refused["code"] == "forbidden"
        assert "ask a director" in refused["message"]
        assert [row["round"] for row in refused["rests_on"]] == [2]
    assert not Correction.objects.exists()


@pytest.mark.parametrize(("wish", "choice"), [("redraw", "rewind"), ("keep", "score_only")])
def test_in_a_bracket_the_same_words_hold(wish: str, choice: str) -> None:
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    owner = Api(owner_of(tournament.club))
    match = f"matches/{board_of(tournament, 1, 1).match_id}/"
    owner.post(f"{match}result/", other_way(owner, match, if_rests_on=wish))
    assert Correction.objects.get().choice == choice


def test_a_token_that_enters_results_draws_no_round_anew(
    owner: Api, tournament: Tournament, match: str
) -> None:
    """The choice is another thing than the result, though the same call makes it."""
    ApiToken.objects.update(scope="enter")
    body = other_way(owner, match, if_rests_on="redraw")
    assert owner.post(f"{match}result/", body, 403)["error"]["code"] == "forbidden"
    ApiToken.objects.update(scope="all")
    owner.post(f"{match}result/", body)

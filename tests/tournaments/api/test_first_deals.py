"""The draw for the first deal through the API."""

import pytest

from players.models import AuditEntry
from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.client import Api
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(rules={"first_dealer": "low_card_deals"})


@pytest.fixture
def board(tournament: Tournament) -> Board:
    return board_of(tournament, 1, 1)


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


def seated(board: Board, seat: int) -> Api:
    player = board.match.seats.get(seat=seat).player
    player.user = make_user(player.name)
    player.save()
    return Api(player.user)


def test_a_player_notes_what_was_drawn_and_the_match_shows_it(board: Board) -> None:
    player, path = seated(board, 0), f"matches/{board.match_id}/"
    shown = player.get(path)
    assert (shown["first_deal"], shown["next_hand"]["dealer"]) == (None, 0)
    said = {"version": shown["version"], "cards": ["ks", "7H"]}
    left = player.post(f"{path}first-deal/", said)
    assert left["first_deal"] == {"cards": ["KS", "7H"], "dealer": 1, "agreed": False}
    assert (left["next_hand"]["dealer"], left["state"]) == (1, "ready")
    assert left["version"] == shown["version"] + 1
    assert player.post(f"{path}first-deal/", said, 409)["error"]["code"] == "stale"
    again = {"version": left["version"], "dealer": 0}
    agreed = player.post(f"{path}first-deal/", again)
    assert agreed["first_deal"] == {"cards": [], "dealer": 0, "agreed": True}
    entry = AuditEntry.objects.filter(action="match.first_deal").first()
    assert (entry.data["cards"], entry.data["dealer"]) == (["KS", "7H"], 1)


@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ({"cards": ["KS", "KS"]}, "duplicate_card", "cards"),
        ({"cards": ["KS"]}, "bad_draw", "cards"),
        ({"cards": ["KS", "XX"]}, "bad_card", "cards"),
        ({"cards": ["KS", "7H", "8H"]}, "bad_draw", "cards"),
        ({"cards": ["KS", "7H"], "dealer": 2}, "bad_seat", "dealer"),
        ({}, "dealer_needed", "dealer"),
    ],
)
def test_what_cannot_be_is_refused(
    owner: Api, board: Board, said: dict[str, object], code: str, field: str
) -> None:
    body = {"version": board.match.version, **said}
    error = owner.post(f"matches/{board.match_id}/first-deal/", body, 400)["error"]
    assert (error["code"], list(error["fields"])) == (code, [field])


def test_others_do_not_note_it(board: Board, tournament: Tournament) -> None:
    body = {"version": board.match.version, "dealer": 0}
    other = seated(board_of(tournament, 1, 2), 0)
    other.post(f"matches/{board.match_id}/first-deal/", body, 403)
    Api().post(f"matches/{board.match_id}/first-deal/", body, 401)


def test_once_a_hand_is_written_a_referee_puts_it_right_with_a_reason(
    owner: Api, board: Board
) -> None:
    path, player = f"matches/{board.match_id}/", seated(board, 0)
    hand = {"version": 1, "kind": "knock", "knocker": 0, "knocker_count": 4, "defender_count": 20}
    left = player.post(f"{path}hands/", {**hand, "version": board.match.version})
    said = {"version": left["version"], "cards": ["2S", "2H"]}
    assert player.post(f"{path}first-deal/", said, 403)["error"]["code"] == "forbidden"
    assert owner.post(f"{path}first-deal/", said, 400)["error"]["code"] == "reason_needed"
    noted = owner.post(f"{path}first-deal/", said | {"reason": "was not noted"})
    assert noted["first_deal"]["dealer"] == 1
    hand = noted["games"][0]["hands"][0]
    assert (hand["dealer"], hand["dealer_differs"]) == (0, True)


def test_in_a_match_that_is_over_it_is_a_correction_that_can_be_taken_back(
    owner: Api, board: Board
) -> None:
    path = f"matches/{board.match_id}/"
    won = {"kind": "gin", "knocker": 0, "defender_count": 98}
    left = owner.post(f"{path}first-deal/", {"version": board.match.version, "cards": ["KS", "7H"]})
    while not left["winner"] and left["state"] != "finished":
        left = owner.post(f"{path}hands/", {"version": left["version"], **won})
    said = {"version": left["version"], "dealer": 0, "reason": "they agreed on it"}
    put_right = owner.post(f"{path}first-deal/", said)
    assert (put_right["state"], put_right["first_deal"]["dealer"]) == ("finished", 0)
    (made,) = owner.get(f"{path}corrections/")["results"]
    undone = owner.post(f"corrections/{made['id']}/undo/", {"version": put_right["version"]})
    assert undone["first_deal"] == {"cards": ["KS", "7H"], "dealer": 1, "agreed": False}


@pytest.mark.django_db(transaction=True)
def test_who_comes_in_by_a_correction_draws_anew(owner: Api, tournament: Tournament) -> None:
    """The final is drawn for; then its seat goes to somebody else: the draw was not theirs."""
    for number in (1, 2):
        board = board_of(tournament, 1, number)
        body = {"version": board.match.version, "games_won": [3, 0]}
        left = owner.post(f"matches/{board.match_id}/result/", body)
    final = board_of(tournament, 2, 1).match
    noted = owner.post(f"matches/{final.pk}/first-deal/", {"version": final.version, "dealer": 1})
    assert noted["first_deal"]["dealer"] == 1
    body = {"version": left["version"], "games_won": [0, 3], "reason": "wrong way round"}
    owner.post(f"matches/{board.match_id}/result/", body)
    assert owner.get(f"matches/{final.pk}/")["first_deal"] is None


def test_the_event_says_whether_players_draw(owner: Api, tournament: Tournament) -> None:
    path = f"tournaments/{tournament.pk}/"
    assert owner.get(path)["draws_first_deal"] is False
    assert owner.patch(path, {"draws_first_deal": True})["draws_first_deal"] is True

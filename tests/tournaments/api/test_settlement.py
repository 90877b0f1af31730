"""Who owes whom, through the API: who reads it, what counts, and what is named in place of it."""

from decimal import Decimal

import pytest

from players.models import Club, Player
from tests.builders import DIRECTOR, board_of, make_tournament, make_user, owner_of, team_event
from tests.client import Api
from tournaments.models import Board, Tournament
from tournaments.services.events import staff

pytestmark = pytest.mark.django_db

# To 20 a game brings 100, 100 for the shutout, 25 a box: net 200 + points + 25 for one gin.
RULES = {"target": 20, "match_type": "single", "match_n": 1}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(rules=RULES, settles=True, entrants=8)


@pytest.fixture
def owner(tournament: Tournament) -> Api:
    return Api(owner_of(tournament.club))


def path(tournament: Tournament) -> str:
    return f"tournaments/{tournament.pk}/settlement/"


def gin(owner: Api, board: Board, winner: int, left: int) -> None:
    """The match is one gin: 25 and what is left in the other hand."""
    hand = {"kind": "gin", "knocker": winner, "defender_count": left}
    owner.post(f"matches/{board.match_id}/hands/", {"version": board.match.version, **hand})


def hand_in(owner: Api, board: Board, **result: object) -> None:
    board.match.refresh_from_db()
    body = {"version": board.match.version, **result}
    owner.post(f"matches/{board.match_id}/result/", body)


def points_of(found: dict[str, object]) -> dict[str, int]:
    return {row["name"]: row["points"] for row in found["balances"]}


def boards(tournament: Tournament) -> list[Board]:
    return list(
        Board.objects.filter(pairing__round__stage__tournament=tournament)
        .select_related("match")
        .order_by("pairing__round__number", "pairing__number")
    )


def test_the_loser_owes_the_net_and_it_takes_the_fewest_payments(
    owner: Api, tournament: Tournament
) -> None:
    for board, left in zip(boards(tournament)[:2], (5, 15), strict=True):
        gin(owner, board, 0, left)
    found = owner.get(path(tournament))
    # 100 + 100 + 25 (box) + 25 (gin) and what was left
    assert sorted(points_of(found).values()) == [-265, -255, 255, 265]
    assert [row["points"] for row in found["payments"]] == [265, 255]
    assert (found["fewest"], found["final"], found["unsettled"]) == (True, False, [])
    first = found["payments"][0]
    sides = {
        side["name"]: points_of(found)[side["name"]] for side in (first["payer"], first["payee"])
    }
    assert sorted(sides.values()) == [-265, 265]
    assert (found["point_value"], found["point_unit"]) == (None, "")


def test_what_is_not_known_is_named_and_never_counted_as_nothing(
    owner: Api, tournament: Tournament
) -> None:
    known, won, no_boxes, forfeited, *_ = boards(tournament)
    hand_in(owner, known, games=[{"winner": 1, "points": [0, 30], "boxes": [0, 1]}])
    hand_in(owner, won, games_won=[1, 0])
    hand_in(owner, no_boxes, games=[{"winner": 0, "points": [30, 5]}])
    hand_in(owner, forfeited, walkover=1)
    found = owner.get(path(tournament))
    assert sorted(row["match"] for row in found["unsettled"]) == [won.match_id, no_boxes.match_id]
    assert sorted(points_of(found).values()) == [-255, 255]
    names = [player["name"] for player in found["unsettled"][0]["players"]]
    assert names == [seat.player.name for seat in won.match.seats.order_by("seat")]


def test_without_a_bonus_for_boxes_points_say_it_all() -> None:
    made = make_tournament(rules={**RULES, "box_bonus": 0}, settles=True)
    owner = Api(owner_of(made.club))
    hand_in(owner, board_of(made, 1, 1), games=[{"winner": 0, "points": [30, 5]}])
    found = owner.get(path(made))
    assert (sorted(points_of(found).values()), found["unsettled"]) == ([-125, 125], [])


def test_a_negative_net_goes_the_other_way() -> None:
    """GV09: who reaches the target has won, and owes, where boxes give the other more."""
    rules = {**RULES, "game_bonus": 0, "shutout_rule": "none"}
    made = make_tournament(rules=rules, settles=True)
    owner, board = Api(owner_of(made.club)), board_of(made, 1, 1)
    hand_in(owner, board, games=[{"winner": 0, "points": [20, 18], "boxes": [1, 4]}])
    (payment,) = owner.get(path(made))["payments"]
    # 20 + 25 against 18 + 100
    assert payment["points"] == 73
    assert payment["payer"]["player"] == board.match.seats.get(seat=0).player_id


def test_a_corrected_result_is_settled_as_it_stands(owner: Api, tournament: Tournament) -> None:
    board = boards(tournament)[0]
    gin(owner, board, 0, 5)
    hand_in(owner, board, games=[{"winner": 1, "points": [0, 30], "boxes": [0, 1]}], reason="wrong")
    found = owner.get(path(tournament))
    second = board.match.seats.get(seat=1).player.name
    assert points_of(found)[second] == 255
    assert len(found["payments"]) == 1


def test_where_teams_meet_each_player_settles_their_own_board() -> None:
    made = team_event(rules=RULES, settles=True)
    owner = Api(owner_of(made.club))
    board = Board.objects.filter(pairing__round__stage__tournament=made).order_by("pk").first()
    gin(owner, board, 0, 10)
    found = owner.get(path(made))
    two = {seat.player.name for seat in board.match.seats.all()}
    assert {row["name"] for row in found["balances"]} == two


def test_it_is_read_by_staff_and_by_those_who_sit_in_a_match(
    owner: Api, tournament: Tournament
) -> None:
    gin(owner, boards(tournament)[0], 0, 5)
    player = Player.objects.get(pk=boards(tournament)[0].match.seats.get(seat=0).player_id)
    player.user = make_user(player.name)
    player.save()
    assert Api(player.user).get(path(tournament))["payments"]
    Api(make_user("Eve")).get(path(tournament), 403)
    Api().get(path(tournament), 401)
    referee = make_user("Rae")
    write = {"tournament_id": tournament.pk, "now": tournament.created_at}
    staff.appoint_staff(user=referee, role="referee", tables=[], by=DIRECTOR, **write)
    Api(referee).get(path(tournament))


def test_who_only_waits_for_a_place_reads_nothing(owner: Api, tournament: Tournament) -> None:
    """An entry without a match: they asked to take part, and nobody has let them in."""
    waiting = Player.objects.create(club=tournament.club, name="Waits", user=make_user("Waits"))
    entry = tournament.entries.create(name=waiting.name)
    entry.members.create(tournament=tournament, player=waiting, board=1)
    Api(waiting.user).get(path(tournament), 403)


def test_a_hidden_name_stays_hidden_from_other_players(owner: Api, tournament: Tournament) -> None:
    board = boards(tournament)[0]
    gin(owner, board, 0, 5)
    hidden, other = (board.match.seats.get(seat=seat).player for seat in (0, 1))
    hidden.shown, hidden.name = Player.Shown.HIDDEN, "Henrietta Secret"
    hidden.save()
    other.user = make_user(other.name)
    other.save()
    assert "Henrietta" not in str(Api(other.user).get(path(tournament)))
    assert "Henrietta" in str(owner.get(path(tournament)))


def test_where_an_event_does_not_settle_there_is_nothing(owner: Api) -> None:
    made = make_tournament(Club.objects.get(), name="Other")
    owner.get(path(made), 404)


def test_what_a_point_is_worth_is_set_and_shown(owner: Api, tournament: Tournament) -> None:
    event = f"tournaments/{tournament.pk}/"
    said = owner.patch(event, {"point_value": "0.50", "point_unit": "Cent"})
    assert (said["point_value"], said["point_unit"], said["settles"]) == ("0.5", "Cent", True)
    assert owner.get(path(tournament))["point_value"] == "0.5"
    tournament.refresh_from_db()
    assert tournament.point_value == Decimal("0.5")
    for wrong in ("0", "-1", "1.2345", "many", 0.5):
        owner.patch(event, {"point_value": wrong}, 400)
    assert owner.patch(event, {"point_value": None})["point_value"] is None

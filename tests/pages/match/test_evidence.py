"""What an online match tells its referees, by page and by API: not before its result stands, and
not to who plays in the event."""

from datetime import timedelta

import pytest
from django.test import Client

from games.models import OnlineTable, SeatConnection, TableEvent
from games.services.connections import network_of
from games.services.tables.writing import open_table
from players.models import Player, User
from tests.builders import board_of, make_tournament, make_user, owner_of, sign_in
from tests.client import BASE, Api
from tests.games.online import NO_CLOCK, OnlineMatch
from tournaments.models import Board, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def board() -> Board:
    """A match whose first hand has been played at an online table."""
    board = board_of(make_tournament(), 1, 1)
    settings = {"clock": NO_CLOCK, "flag": "game_loss", "spectators": "hand_end", "assist": True}
    open_table(match=board.match_id, **settings)
    OnlineMatch(board.match_id).play_hand()
    return board


@pytest.fixture
def over(board: Board) -> Board:
    OnlineMatch(board.match_id).resign(1, "match")
    return board


def connected(board: Board, seat: int, address: str) -> None:
    """A page of this seat was there from the first deal on, but for the last second."""
    table = OnlineTable.objects.get(match=board.match_id)
    events = TableEvent.objects.filter(table=table).order_by("number")
    left = events.last().at - timedelta(seconds=1)
    events.filter(number__lt=events.last().number).update(at=left - timedelta(seconds=5))
    times = {"began_at": left - timedelta(hours=1), "seen_at": left, "ended_at": left}
    network = network_of(table=table.pk, address=address) if address else ""
    SeatConnection.objects.create(table=table, seat=seat, network=network, **times)


def referee(board: Board, *, plays: bool = False) -> User:
    tournament, user = board.pairing.round.stage.tournament, make_user("Rea Feree")
    Staff.objects.create(tournament=tournament, user=user, role=Staff.Roles.REFEREE)
    if plays:
        Player.objects.filter(entry_members__tournament=tournament).filter(
            pk__in=board.match.seats.values("player")
        ).update(user=None)
        other = Player.objects.exclude(pk__in=board.match.seats.values("player")).first()
        other.user = user
        other.save()
    return user


def asked(board: Board, user: User) -> tuple[int, dict]:
    api = Api(user)
    answer = api.client.get(f"{BASE}matches/{board.match_id}/evidence/", headers=api.headers)
    return answer.status_code, answer.json()


def page(board: Board, user: User) -> tuple[int, str]:
    tournament, client = board.pairing.round.stage.tournament, Client()
    sign_in(client, user)
    place = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/evidence/"
    answer = client.get(place)
    return answer.status_code, answer.content.decode()


def test_each_decision_is_told_with_its_time(over: Board) -> None:
    status, told = asked(over, referee(over))
    done = OnlineMatch(over.match_id).events(kind__in=["action", "choice"])
    assert status == 200
    assert [(one["number"], one["d"], one["seat"]) for one in told["decisions"]] == [
        (event.number, event.deal, event.seat) for event in done
    ]
    assert all(0 <= one["took"] < 60_000 for one in told["decisions"])


@pytest.mark.parametrize(
    ("addresses", "one_network"),
    [
        (("192.0.2.7", "192.0.2.7"), True),
        (("192.0.2.7", "192.0.2.8"), False),
        (("192.0.2.7", ""), None),
        (("", ""), None),
    ],
)
def test_whether_both_came_from_one_network(
    over: Board, addresses: tuple[str, str], one_network: bool | None
) -> None:
    for seat, address in enumerate(addresses):
        connected(over, seat, address)
    assert asked(over, referee(over))[1]["one_network"] is one_network


def test_when_somebody_was_not_connected(over: Board) -> None:
    connected(over, 0, "")
    told = asked(over, referee(over))[1]["absences"]
    assert [one["seat"] for one in told] == [0, 1]
    # The other one was never there; both from the first deal to the last thing that was done.
    assert told[0]["ended"] == told[1]["ended"]
    assert told[0]["began"] > told[1]["began"]


def test_without_any_page_nothing_is_said_of_connections(over: Board) -> None:
    """Who plays by a program has none."""
    assert asked(over, referee(over))[1]["absences"] == []


def test_not_before_the_result_stands(board: Board) -> None:
    user = referee(board)
    assert (asked(board, user)[0], page(board, user)[0]) == (409, 409)


def test_not_to_who_plays_in_the_event(over: Board) -> None:
    user = referee(over, plays=True)
    status, told = asked(over, user)
    assert (status, told["error"]["code"]) == (403, "plays_in_event")
    status, text = page(over, user)
    assert status == 403
    assert "Seconds for each decision" not in text


def test_a_match_at_a_table_in_a_room_has_none(over: Board) -> None:
    OnlineTable.objects.all().delete()
    user = referee(over)
    assert (asked(over, user)[0], page(over, user)[0]) == (404, 404)


def test_the_page_says_that_it_is_no_proof(over: Board) -> None:
    connected(over, 0, "192.0.2.7")
    status, text = page(over, referee(over))
    assert status == 200
    assert "None of this is proof." in text
    assert "Seconds for each decision" in text


def test_the_page_of_the_match_leads_there(over: Board) -> None:
    tournament = over.pairing.round.stage.tournament
    address = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{over.match_id}/"
    client = Client()
    assert "/evidence/" not in client.get(address).content.decode()
    sign_in(client, owner_of(tournament.club))
    assert f"{address}evidence/" in client.get(address).content.decode()

"""Who owes whom: the page for those who played, and the paper."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from pages.parts.settlement_words import settlement_shown, value_words, worth_of
from players.models import Player
from tests.builders import board_of, make_tournament, make_user, owner_of, sign_in
from tests.client import Api
from tournaments.domain.settlement import Payment
from tournaments.models import Tournament
from tournaments.selectors.desk.settlement import EventSettlement, Unsettled, Worth

pytestmark = pytest.mark.django_db

RULES = {"target": 20, "match_type": "single", "match_n": 1}


@pytest.fixture
def tournament() -> Tournament:
    """Four players: one match by its points, the other by the games won alone."""
    worth = {"point_value": Decimal("0.5"), "point_unit": "Cent"}
    made = make_tournament(rules=RULES, settles=True, **worth)
    owner = Api(owner_of(made.club))
    results = (
        {"games": [{"winner": 1, "points": [0, 30], "boxes": [0, 1]}]},
        {"games_won": [1, 0]},
    )
    for number, result in enumerate(results, 1):
        match = board_of(made, 1, number).match
        owner.post(f"matches/{match.pk}/result/", {"version": match.version, **result})
    return made


def client_of(tournament: Tournament, seat: int | None = None) -> Client:
    """The owner, or who plays in the first match."""
    client = Client()
    if seat is None:
        sign_in(client, owner_of(tournament.club))
        return client
    player = board_of(tournament, 1, 1).match.seats.get(seat=seat).player
    player.user = player.user or make_user(player.name)
    player.save()
    sign_in(client, player.user)
    return client


def address(tournament: Tournament, name: str = "settlement") -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def text_of(response: object) -> str:
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_page_says_who_pays_whom_and_what_it_is_worth(tournament: Tournament) -> None:
    shown = text_of(client_of(tournament).get(address(tournament)))
    assert "1 payment settles it." in shown
    assert "Player 0001 Player 0004 255 127.50 Cent" in shown
    assert "Player 0004 +255 127.50 Cent" in shown
    assert "Player 0001 −255 −127.50 Cent" in shown
    assert "A point is worth 0.5 Cent." in shown
    assert "So far: the event is not over." in shown


def test_matches_that_cannot_be_settled_are_named(tournament: Tournament) -> None:
    page = client_of(tournament).get(address(tournament))
    assert "Not settled" in text_of(page)
    other = board_of(tournament, 1, 2).match_id
    assert f"/matches/{other}/" in page.content.decode()
    assert "Player 0002 v Player 0003" in text_of(page)


def test_who_played_reads_it_and_finds_their_own_line(tournament: Tournament) -> None:
    page = client_of(tournament, 0).get(address(tournament))
    assert page.content.decode().count('class="own-row"') == 2
    assert "no-store" in page["Cache-Control"]
    assert client_of(tournament, 0).get(address(tournament, "print_settlement")).status_code == 403


def test_a_hidden_name_stays_hidden_from_who_played_too(tournament: Tournament) -> None:
    other = board_of(tournament, 1, 1).match.seats.get(seat=1).player
    other.name, other.shown = "Henrietta Secret", Player.Shown.HIDDEN
    other.save()
    assert "Henrietta" not in text_of(client_of(tournament, 0).get(address(tournament)))
    assert "Henrietta" in text_of(client_of(tournament).get(address(tournament)))


def test_it_is_nobody_elses_to_read(tournament: Tournament) -> None:
    visitor = Client().get(address(tournament))
    assert visitor.status_code == 302
    assert "sign-in" in visitor["Location"]
    stranger = Client()
    sign_in(stranger, make_user("Eve"))
    assert stranger.get(address(tournament)).status_code == 403


def test_paper_says_the_same(tournament: Tournament) -> None:
    owner = client_of(tournament)
    assert address(tournament, "print_settlement") in index_of(owner, tournament)
    shown = text_of(owner.get(address(tournament, "print_settlement")))
    assert "Player 0001 Player 0004 255 127.50 Cent" in shown
    assert "Not settled" in shown
    assert "Player 0002 v Player 0003" in shown


def index_of(client: Client, tournament: Tournament) -> str:
    return client.get(address(tournament, "print")).content.decode()


def test_where_an_event_does_not_settle_nothing_leads_there(tournament: Tournament) -> None:
    owner = client_of(tournament)
    Tournament.objects.update(settles=False)
    for name in ("settlement", "print_settlement"):
        assert owner.get(address(tournament, name)).status_code == 404
    assert "settlement" not in owner.get(address(tournament, "standings")).content.decode()
    assert address(tournament, "print_settlement") not in index_of(owner, tournament)


def test_it_is_set_among_the_settings(tournament: Tournament) -> None:
    owner, way = client_of(tournament), address(tournament, "settings_deal")
    page = owner.get(way).content.decode()
    assert 'name="point_value" value="0.5"' in page
    said = {
        "act": "save",
        "key": "s" * 20,
        "settles": "on",
        "point_value": "2",
        "point_unit": "chips",
        "initial-draws_first_deal": "False",
        "initial-settles": "True",
        "initial-point_value": "0.500",
        "initial-point_unit": "Cent",
    }
    assert owner.post(way, said).status_code == 302
    tournament.refresh_from_db()
    kept = (tournament.settles, tournament.point_value, tournament.point_unit)
    assert kept == (True, 2, "chips")
    assert "A point is worth 2 chips." in text_of(owner.get(address(tournament, "settings")))
    wrong = owner.post(way, said | {"point_value": "0", "key": "t" * 20})
    assert wrong.status_code == 400


@pytest.mark.parametrize(
    ("value", "points", "english", "german"),
    [
        ("0.5", 37, "18.50 Cent", "18,50 Cent"),
        ("0.5", -37, "−18.50 Cent", "−18,50 Cent"),
        ("0.5", 38, "19 Cent", "19 Cent"),
        ("0.005", 37, "0.185 Cent", "0,185 Cent"),
        ("2", 1200, "2,400 Cent", "2.400 Cent"),
    ],
)
def test_what_points_are_worth(value: str, points: int, english: str, german: str) -> None:
    event = Worth(Decimal(value), "Cent")
    assert worth_of(event, points).replace("2400", "2,400") == english
    with override("de"):
        assert worth_of(event, points).replace("2400", "2.400") == german


def test_without_a_value_points_stand_alone() -> None:
    event = Worth(None, "")
    assert (worth_of(event, 37), value_words(event)) == ("", "")


def test_few_payments_are_not_called_the_fewest() -> None:
    found = EventSettlement(
        {1: "Anna", 2: "Ben"},
        {1: 1, 2: 2},
        [(2, 5), (1, -5)],
        [Payment(1, 2, 5)] * 2,
        False,
        [Unsettled(7, (1, 2))],
        True,
        Worth(None, ""),
    )
    shown = settlement_shown(found, own=1)
    assert shown["how_many"] == "2 payments, which is few for so many people."
    assert [line.is_own for line in shown["balances"]] == [False, True]
    assert shown["unsettled"] == [{"match": 7, "names": ["Anna", "Ben"]}]
    nobody = EventSettlement({}, {}, [], [], True, [], True, Worth(None, ""))
    assert settlement_shown(nobody)["how_many"] == "Nobody owes anybody anything."

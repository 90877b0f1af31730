"""A player's page: his tournaments, his places, what he won and lost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    owner_of,
    sign_in,
    win,
)
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.services.standings import compute_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long_on_postgresql]


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Seed 1 won it, seed 2 lost the final."""
    tournament = make_tournament()
    for round, number in ((1, 1), (1, 2), (2, 1)):
        win(board_of(tournament, round, number), 0)
    compute_standings(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def player_of(tournament: Tournament, seed: int) -> Player:
    return Player.objects.get(entry_members__entry=entry_at(tournament, seed))


def address(player: Player) -> str:
    return reverse("player", args=[player.club.slug, player.pk])


def text(html: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.decode()).split())


def test_it_tells_where_he_played_and_how_it_went(
    tournament: Tournament, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(12):
        winner = text(Client().get(address(player_of(tournament, 1))).content)
    assert "Player 0001" in winner
    assert "Matches won 2 Matches lost 0" in winner
    assert "1 Autumn Cup 2 0" in winner


def test_a_hidden_player_has_a_page_for_the_clubs_staff_alone(tournament: Tournament) -> None:
    player, owner = player_of(tournament, 1), Client()
    sign_in(owner, owner_of(tournament.club))
    Player.objects.filter(pk=player.pk).update(shown="hidden")
    assert Client().get(address(player)).status_code == 404
    assert player.name in owner.get(address(player)).content.decode()


def test_a_short_name_stays_short(tournament: Tournament) -> None:
    player = player_of(tournament, 1)
    Player.objects.filter(pk=player.pk).update(name="Anna Šimek", shown="short")
    page = text(Client().get(address(player)).content)
    assert "Anna Š." in page
    assert "Šimek" not in page


def test_a_player_of_another_club_is_not_found_here(tournament: Tournament) -> None:
    other = player_of(make_tournament(), 1)
    wrong = reverse("player", args=[tournament.club.slug, other.pk])
    assert Client().get(wrong).status_code == 404

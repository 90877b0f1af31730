"""A player's page: their tournaments, their places, what they won and lost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    boards_at,
    entry_at,
    make_tournament,
    owner_of,
    play_boards,
    say_games,
    sign_in,
    team_event,
    win,
)
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.services.desk.results import record_result
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Seed 1 won it, seed 2 lost the final."""
    tournament = make_tournament()
    for round, number in ((1, 1), (1, 2), (2, 1)):
        win(board_of(tournament, round, number), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def player_of(tournament: Tournament, seed: int) -> Player:
    return Player.objects.get(entry_members__entry=entry_at(tournament, seed))


def address(player: Player) -> str:
    return reverse("player", args=[player.club.slug, player.pk])


def text(html: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.decode()).split())


def test_it_tells_where_they_played_and_how_it_went(
    tournament: Tournament, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(12):
        winner = text(Client().get(address(player_of(tournament, 1))).content)
    assert "Player 0001" in winner
    assert "Matches won 2 Matches lost 0" in winner
    assert "1 Autumn Cup 2 0" in winner


def test_who_plays_for_a_team_has_their_own_boards(django_assert_max_num_queries) -> None:
    """The team won its match by two boards to one; the player lost there, and won in the final."""
    tournament = team_event()
    play_boards(tournament, 1, 1, [3, 0], [1, 3], [3, 0])
    play_boards(tournament, 1, 2, [3, 0], [3, 0], [3, 0])
    third, fourth = (
        Player.objects.get(club=tournament.club, name=f"Player {number}")
        for number in ("0003", "0004")
    )
    final = boards_at(tournament, 2, 1)
    say_games(final[1], [3, 2])
    record_result(
        board=final[2],
        version=final[2].match.version,
        level="walkover",
        payload={"walkover": 1},
        by=DIRECTOR,
        now=NOW,
    )
    second = Player.objects.get(club=tournament.club, name="Player 0002")
    opponent = final[1].match.seats.get(seat=1).player
    Player.objects.filter(pk=opponent.pk).update(name="Bo Šimek", shown="short")
    with django_assert_max_num_queries(14):
        page = text(Client().get(address(second)).content)
    assert "Matches won 1 Matches lost 1" in page
    assert "Club Cup for Team A 1 1" in page
    assert "Round 1, board 2 Club Cup Player 0014 Team D 1–3" in page
    assert "Round 2, board 2 Club Cup Bo Š. Team B 3–2" in page
    page = text(Client().get(address(third)).content)
    assert "Matches won 1 Matches lost 0" in page
    assert "Round 2, board 3 Club Cup Player 0007 Team B without play" in page
    standing_by = text(Client().get(address(fourth)).content)
    assert "Matches won 0 Matches lost 0" in standing_by
    assert "Boards for teams" not in standing_by


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

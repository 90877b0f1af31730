"""The page with a player's figures: whose it is, who sees it, and what stands on it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.scoring.hand import HandCounts
from pages.public.player_figures import shown_figures
from players.models import AuditEntry, Player
from tests.builders import make_tournament, make_user, owner_of, sign_in
from tests.stock import stocked
from tests.tournaments.selectors.desk.test_player_figures import HANDS, play, player_at
from tournaments.models import Tournament
from tournaments.selectors.desk.player_figures import PlayerFigures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """One match is over; its first player has an account."""
    tournament = make_tournament(best_of=1)
    play(tournament, *HANDS)
    Player.objects.filter(pk=player_at(tournament, 0).pk).update(user=make_user("Ann"))
    return tournament


def own(tournament: Tournament) -> tuple[Client, Player]:
    player = player_at(tournament, 0)
    client = Client()
    assert player.user is not None
    sign_in(client, player.user)
    return client, player


def address(player: Player, name: str = "player_figures") -> str:
    return reverse(name, args=[player.club.slug, player.pk])


def text(client: Client, player: Player) -> str:
    html = client.get(address(player)).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_player_reads_what_was_written_down(tournament: Tournament) -> None:
    said = text(*own(tournament))
    assert "Your figures Seen by you alone." in said
    assert "Gins 20.0 % in 5 hands" in said
    assert "Points in hands 108 in 3 hands won" in said
    assert "Undercuts given 100.0 % 1 of 1 hand that others knocked" in said
    assert "Undercuts suffered 50.0 % 1 of 2 knocks" in said
    assert "Count at the knock 6.5" in said
    assert "Boxes a game 3.0 in 1 game" in said
    assert "Biggest hand 65 gin" in said
    rival = player_at(tournament, 1).name
    assert f"{rival} undercuts 1 : 1, knock 6.5, boxes 3.0 1 1 1 1 : 1 6.5 3.0" in said


def test_a_table_of_three_is_told_by_its_form() -> None:
    rules = {"preset": "club", "variant": "cutthroat", "target": 30, "match_type": "single"}
    tournament = make_tournament(entrants=3, rules=rules, format="table_rounds")
    play(tournament, HandCounts.of("gin", 0, 0, 10))
    Player.objects.filter(pk=player_at(tournament, 0).pk).update(user=make_user("Ann"))
    said = text(*own(tournament))
    assert "Points in hands 35 in 1 hand won" in said
    assert ", Cutthroat" in said


def test_nobody_else_sees_them_until_they_are_shown(tournament: Tournament) -> None:
    client, player = own(tournament)
    owner = Client()
    sign_in(owner, owner_of(tournament.club))
    for other in (Client(), owner):
        assert other.get(address(player)).status_code == 404
        assert address(player) not in other.get(address(player, "player")).content.decode()
    assert address(player) in client.get(address(player, "player")).content.decode()

    answer = client.post(address(player, "show_figures"), {"shown": "1"})
    assert answer.status_code in (302, 303)
    assert f"Figures of {player.name}" in text(Client(), player)
    assert address(player) in Client().get(address(player, "player")).content.decode()
    entry = AuditEntry.objects.get(action="player.figures")
    assert entry.data == {"player": player.pk, "shown": True}

    client.post(address(player, "show_figures"))
    assert Client().get(address(player)).status_code == 404


def test_nobody_shows_them_for_the_player(tournament: Tournament) -> None:
    player = player_at(tournament, 0)
    owner = Client()
    sign_in(owner, owner_of(tournament.club))
    assert owner.post(address(player, "show_figures"), {"shown": "1"}).status_code == 404
    Player.objects.filter(pk=player.pk).update(figures_shown=True)
    assert owner.post(address(player, "show_figures"), {}).status_code == 404
    player.refresh_from_db()
    assert player.figures_shown


def test_who_hides_their_name_shows_no_figures(tournament: Tournament) -> None:
    client, player = own(tournament)
    Player.objects.filter(pk=player.pk).update(figures_shown=True, shown=Player.Shown.HIDDEN)
    assert Client().get(address(player)).status_code == 404
    assert "Your name is hidden, so nobody else finds it." in text(client, player)


def test_who_has_played_nothing_is_told_what_would_stand_here(tournament: Tournament) -> None:
    _client, player = own(tournament)
    newcomer = Player.objects.create(club=player.club, name="New Comer", user=make_user("New"))
    client = Client()
    sign_in(client, newcomer.user)
    assert "No match is over yet." in text(client, newcomer)


def test_it_takes_as_many_queries_however_many_matches(
    tournament: Tournament, django_assert_max_num_queries
) -> None:
    client, player = own(tournament)
    with django_assert_max_num_queries(16):
        client.get(address(player))


def test_figures_are_rounded() -> None:
    """2 of 14 are 14.28…: not cut off, as Django writes numbers."""
    [gins] = [one.figure for one in shown_figures(PlayerFigures(hands=14, gins=2))]
    assert gins == "14.3 %"

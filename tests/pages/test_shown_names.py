"""A name is public as its owner wishes, on pages and in the API, for all but the staff."""

import pytest
from django.test import Client

from players.models import Player
from players.services.players import edit_player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)

FULL, SHORT, HIDDEN = "Zoë Lindqvist", "Anna Šimek", "Íñigo Novák"


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Anna beat Íñigo; Zoë waits. They show their names in three ways."""
    tournament = make_tournament(entrants=4)
    named = [(SHORT, "short"), (FULL, "full"), ("Håkon Dvořák", "full"), (HIDDEN, "hidden")]
    for seed, (name, shown) in enumerate(named, 1):
        entry = tournament.entries.get(seed=seed)
        tournament.entries.filter(pk=entry.pk).update(name=name)
        Player.objects.filter(entry_members__entry=entry).update(name=name, shown=shown)
    win(board_of(tournament, 1, 1), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def pages(tournament: Tournament) -> list[str]:
    event = f"/c/{tournament.club.slug}/{tournament.slug}/"
    match = board_of(tournament, 1, 1).match_id
    api = f"/api/v1/tournaments/{tournament.pk}/"
    return [
        event,
        f"{event}matches/",
        f"{event}matches/{match}/",
        f"{event}standings/",
        f"{event}entrants/",
        f"{api}entries/",
        f"{api}matches/",
        f"{api}bracket/",
        f"{api}standings/",
        f"/api/v1/matches/{match}/",
    ]


def read(client: Client, page: str) -> str:
    response = client.get(page)
    assert response.status_code == 200, page
    return response.content.decode()


def test_everybody_reads_no_more_of_a_name_than_its_owner_shows(tournament: Tournament) -> None:
    visitor, somebody = Client(), Client()
    sign_in(somebody, make_user())
    for client in (visitor, somebody):
        for page in pages(tournament):
            text = read(client, page)
            assert "Šimek" not in text, page
            assert "Íñigo" not in text, page
            assert "Anna Š." in text, page
            assert "A player" in text, page


def test_staff_read_full_names(tournament: Tournament) -> None:
    owner = Client()
    sign_in(owner, owner_of(tournament.club))
    for page in pages(tournament):
        text = read(owner, page)
        assert SHORT in text, page
        assert HIDDEN in text, page


def test_no_page_that_was_read_before_a_name_was_hidden_is_taken_for_new(
    tournament: Tournament,
) -> None:
    etags = {page: Client().get(page).headers.get("ETag", "") for page in pages(tournament)}
    player = Player.objects.get(name=FULL)
    edit_player(player=player, shown="hidden", by=DIRECTOR, now=NOW)
    for page, etag in etags.items():
        response = Client().get(page, headers={"If-None-Match": etag})
        assert response.status_code == 200, page
        assert FULL not in response.content.decode(), page

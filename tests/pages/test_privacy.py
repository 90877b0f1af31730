"""What a club has chosen to show of its players holds at every address that a visitor can open."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from players.models import Club, Membership, Player, Rating
from players.services.clubs import edit_club
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_tournament,
    make_user,
    sign_in,
    team_event,
    win,
)
from tests.players.access.test_permissions import ALL_ROUTES
from tournaments.models import Tournament
from tournaments.selectors.events.audiences import visitors_copy
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
FAMILY = "Featherstonehaugh"


def name_players(club: Club) -> None:
    """Names that nothing else on a page could hold."""
    for number, player in enumerate(club.players.order_by("pk")):
        player.name = f"Given{number} {FAMILY}{number}"
        player.save()
        player.entry_members.exclude(tournament__boards__gt=1).first()
        for member in player.entry_members.filter(tournament__boards=1):
            member.entry.name = player.name
            member.entry.save()
        Rating.objects.create(player=player, value=7654, source="typed", at=NOW)


@pytest.fixture(params=["players", "teams"])
def event(request: pytest.FixtureRequest) -> Tournament:
    made = team_event() if request.param == "teams" else make_tournament(name="Autumn Cup")
    name_players(made.club)
    if request.param == "players":
        win(board_of(made, 1, 1), 0)
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    return made


def addresses(event: Tournament) -> list[str]:
    """Every address of the pages and the API, with what there is of this club in it."""
    board = board_of(event, 1, 1) if not event.has_teams else None
    first = event.stages.get().rounds.get(number=1).pairings.order_by("number").first()
    match = (board or first.boards.order_by("number").first()).match_id
    values = {
        "club": event.club.slug,
        "slug": event.slug,
        "tournament_id": event.pk,
        "match_id": match,
        "pairing": first.pk,
        "player": event.club.players.earliest("pk").pk,
        "player_id": event.club.players.earliest("pk").pk,
        "entry": event.entries.earliest("pk").pk,
        "entry_id": event.entries.earliest("pk").pk,
    }
    found = []
    for route, _view in ALL_ROUTES:
        of_club = values | ({"slug": event.club.slug} if route.startswith("api/v1/clubs") else {})
        found.append("/" + PARAMETER.sub(lambda part, at=of_club: str(at.get(part[1], 1)), route))
    return found


def walked(event: Tournament, client: Client) -> dict[str, str]:
    """What each address says that answers with something."""
    answers = {path: client.get(path) for path in addresses(event)}
    said = [(path, answer) for path, answer in answers.items() if answer.status_code == 200]
    return {path: answer.content.decode(errors="replace") for path, answer in said}


def choose(event: Tournament, **choice: object) -> None:
    edit_club(club=event.club, by=DIRECTOR, now=NOW, **choice)
    event.refresh_from_db()


def test_the_walk_meets_names_where_they_are_shown(event: Tournament) -> None:
    cache.clear()
    named = [path for path, text in walked(event, Client()).items() if FAMILY in text]
    assert len(named) > 8, "or this file finds nothing"


def test_where_names_are_short_no_visitor_reads_a_family_name(event: Tournament) -> None:
    walked(event, Client())  # what is kept by now must not be found again
    choose(event, names="short")
    told = [path for path, text in walked(event, Client()).items() if FAMILY in text]
    assert told == []


def test_what_is_for_members_is_nothing_to_others(event: Tournament) -> None:
    walked(event, Client())
    choose(event, names="members")
    stranger = Client()
    sign_in(stranger, make_user())
    for client in (Client(), stranger):
        told = [path for path, text in walked(event, client).items() if FAMILY in text]
        assert told == []
        page = reverse("tournament", args=[event.club.slug, event.slug])
        assert client.get(page).status_code == 404
    assert visitors_copy(event.club.slug, event.slug) is None
    member, client = make_user(), Client()
    Membership.objects.create(club=event.club, user=member, role=Membership.Roles.MEMBER)
    sign_in(client, member)
    named = [path for path, text in walked(event, client).items() if FAMILY in text]
    assert len(named) > 8
    entrant, client = make_user(), Client()
    Player.objects.filter(pk=event.club.players.earliest("pk").pk).update(user=entrant)
    sign_in(client, entrant)
    assert client.get(page).status_code == 200


def test_where_ratings_are_not_shown_no_visitor_reads_one(event: Tournament) -> None:
    rated = [path for path, text in walked(event, Client()).items() if "7654" in text]
    assert len(rated) > 3
    choose(event, ratings_shown=False)
    assert [path for path, text in walked(event, Client()).items() if "7654" in text] == []


def test_players_are_found_by_search_engines_only_if_the_club_wants_it(event: Tournament) -> None:
    player = event.club.players.earliest("pk")
    address = reverse("player", args=[event.club.slug, player.pk])
    assert '<meta name="robots" content="noindex">' in Client().get(address).text
    choose(event, people_found=True)
    assert "noindex" not in Client().get(address).text

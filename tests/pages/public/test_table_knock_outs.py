"""A knock-out by tables on the pages: who goes on from which table, and who is out."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player, User
from tests.builders import make_user, sign_in
from tests.pages.public.test_formats import decide, opened, playable
from tests.tournaments.services.stages.test_plans import staged
from tournaments.models import Board, Tournament
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db

RULES = {"variant": "cutthroat", "match_type": "single"}


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


@pytest.fixture
def event(commits) -> Tournament:
    """Nine, of whose three tables the first go on; the table of the top seed is over."""
    stages = [StagePlan("table_knock_out")]
    event = staged(commits, stages, 9, rules=RULES, publishing="automatic")
    settle(commits, playable(event)[0])
    return event


def settle(commits, board: Board) -> None:
    """By the order of the seats."""
    game = {"winner": 0, "accounts": [100, -20, -80]}
    decide(commits, board, "games", {"games": [game]})


def seated(event: Tournament, number: int) -> list[str]:
    board = Board.objects.get(
        pairing__round__stage__tournament=event, pairing__round__number=1, pairing__number=number
    )
    return [seat.player.name for seat in board.match.seats.order_by("seat")]


def going_on(html: str) -> list[str]:
    return re.findall(r"([^<>]+?) ?<i class=\"goes-on\">goes on</i>", html)


def user_of(name: str) -> User:
    user = make_user(name, f"{name[-4:]}@club.example")
    Player.objects.filter(name=name).update(user=user)
    return user


def place_of(event: Tournament) -> list[str]:
    return [event.club.slug, event.slug]


@pytest.mark.parametrize("page", ["tournament", "matches"])
def test_who_goes_on_from_a_table_is_seen(commits, event, page):
    address = f"{reverse(page, args=place_of(event))}?round=1"
    first, *_others = seated(event, 1)
    html = opened(Client(), address)
    assert [name.strip() for name in going_on(html)] == [first]
    for board in playable(event):
        settle(commits, board)
    html = opened(Client(), address)
    assert len(going_on(html)) == 3
    assert f"Goes on: {first}." in html


def test_what_came_of_a_table_is_said_by_place(commits, event):
    board = playable(event)[0]
    names = seated(event, board.pairing.number)
    decide(commits, board, "games", {"games": [{"winner": 1, "accounts": [-20, 100, -80]}]})
    html = opened(Client(), reverse("tournament", args=place_of(event)))
    assert f"{names[1]} 100, {names[0]} −20, {names[2]} −80." in html


def test_the_podium_is_that_of_the_last_table(commits, event):
    for _ in range(3):
        settle(commits, playable(event)[0])
    event.refresh_from_db()
    assert event.state == "finished"
    html = opened(Client(), f"{reverse('tournament', args=place_of(event))}?round=2")
    assert "Last table: place 1 at the table" in html
    assert going_on(html) == []


def test_who_is_out_is_told_so_and_who_goes_on_that_the_next_round_follows(event):
    first, second, _third = seated(event, 1)
    shown = {}
    for name in (first, second):
        client = Client()
        sign_in(client, user_of(name))
        shown[name] = opened(client, reverse("me"))
    assert "The next round follows." in shown[first]
    assert "The next round follows." not in shown[second]
    assert f"Goes on: {first}." in shown[second]

"""The front page: what is on tonight, whom to watch, and the doors."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tournaments.models import Tournament
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db


def read(client: Client | None = None) -> str:
    response = (client or Client()).get(reverse("home"))
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def part(html: str, name: str) -> str:
    """A section of the page in words, empty where there is none."""
    found = re.search(rf'<section class="sec" aria-labelledby="{name}">(.*?)</section>', html, re.S)
    return words(found[1]) if found else ""


def evening(name: str, **fields: object) -> Tournament:
    """A running event of four."""
    made = make_tournament(name=name, **fields)
    Tournament.objects.filter(pk=made.pk).update(starts_at=timezone.now())
    return made


def play_a_hand(tournament: Tournament, number: int = 1) -> None:
    board = board_of(tournament, 1, number)
    hand = knock(0, 5, 20)
    results.record_hand(board=board, version=board.match.version, entry=hand, by=DIRECTOR, now=NOW)


def test_the_bill_says_how_far_a_running_event_is():
    cup = evening("Autumn Cup")
    assert "Autumn Cup: Running Semi-finals, 0 of 2 matches are over Watch" in part(
        read(), "tonight"
    )
    win(board_of(cup, 1, 1), 0)
    assert "Semi-finals, 1 of 2 matches are over" in part(read(), "tonight"), (
        "of the version before"
    )


def test_what_begins_today_stands_in_the_bill_and_what_comes_later_below_it():
    club = make_club()
    now = timezone.now()
    for name, at in (("Today Cup", now), ("Later Cup", now + timedelta(days=2))):
        made = make_tournament(club, start=False, entrants=2, name=name)
        Tournament.objects.filter(pk=made.pk).update(starts_at=at, state="registration")
    html = read()
    assert "Today Cup" in part(html, "tonight")
    assert "Watch" not in part(html, "tonight").partition("Today Cup")[2], "nothing to be seen yet"
    assert "Today Cup" not in part(html, "next")
    assert "Later Cup" in part(html, "next")
    assert "Later Cup" not in part(html, "tonight")


def test_three_tables_are_watched_one_of_each_event_first():
    first, second = evening("First Cup"), evening("Second Cup")
    assert part(read(), "watch") == "", "nothing is in play yet"
    for cup in (first, second):
        for number in (1, 2):
            play_a_hand(cup, number)
    html = read()
    headings = [words(found) for found in re.findall(r"<h3>(.*?)</h3>", html, re.S)][2:]
    events = [heading.split(" · ")[0] for heading in headings]
    assert len(headings) == 3
    assert set(events[:2]) == {"First Cup", "Second Cup"}
    assert f'/matches/{board_of(first, 1, 1).match_id}/"' in html
    assert "Game 1, hand 2" in part(html, "watch")
    assert "Player 0001 Games won: 0 Points: 15" in part(html, "watch")


def test_what_is_on_is_read_once_for_all_who_look(django_assert_num_queries):
    cup = evening("Autumn Cup")
    play_a_hand(cup)
    read()
    with django_assert_num_queries(5):
        read()


def test_a_name_that_is_not_shown_is_not_on_the_front_page():
    cup = evening("Autumn Cup")
    board = board_of(cup, 1, 1)
    player = board.match.seats.get(seat=0).player
    type(player).objects.filter(pk=player.pk).update(shown="hidden", name="Ada Hidden")
    play_a_hand(cup)
    assert "Ada Hidden" not in read()


def test_the_door_of_an_organiser_leads_to_their_club():
    club = make_club()
    client, stranger = Client(), Client()
    sign_in(client, owner_of(club))
    sign_in(stranger, make_user())
    assert f'class="door" href="{reverse("club", args=[club.slug])}"' in read(client)
    for other in (stranger, Client()):
        assert f'class="door" href="{reverse("new_club")}"' in read(other)

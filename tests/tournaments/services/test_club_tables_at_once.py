"""Several of a club press at the same time: one has the seat, the others are told."""

from functools import partial

import pytest

from games.selectors.guests import guests_at
from kernel.permissions import Actor
from players.models import Club, Player
from tests.builders import make_user
from tests.concurrency import at_once, codes
from tests.online import NO_CLOCK
from tournaments.models import ClubTable, Friendly, Tournament, WouldPlay
from tournaments.selectors.events.friendlies import board_of
from tournaments.services.events import club_play
from tournaments.services.events.friendlies import Asked
from web.db import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 4


def listed(club: Club, name: str) -> Actor:
    user = make_user(name)
    Player.objects.create(club=club, name=name, user=user)
    return Actor("api", user_id=user.pk)


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="club", name="The club")


def opened(club: Club, by: Actor) -> Friendly:
    asked = Asked(by, clock.now(), "192.0.2.1")
    return club_play.open_table(club=club.pk, asked=asked, rules="club", clock=NO_CLOCK)


def test_the_first_of_several_has_the_seat(club: Club) -> None:
    friendly = opened(club, listed(club, "Ada"))
    match, others = board_of(friendly).match_id, [listed(club, f"P{n}") for n in range(MANY)]
    sit = partial(club_play.take_seat, club=club.pk, match=match, now=clock.now())
    given = at_once(*(partial(sit, by=one) for one in others))
    assert codes(given) == ["seat_taken"] * (MANY - 1)
    winner = next(n for n, one in enumerate(given) if isinstance(one, Friendly))
    assert guests_at(match)[1].name == f"P{winner}"


def test_a_table_is_closed_or_joined(club: Club) -> None:
    ada, ben = listed(club, "Ada"), listed(club, "Ben")
    match = board_of(opened(club, ada)).match_id
    write = {"club": club.pk, "match": match, "now": clock.now()}
    given = at_once(
        partial(club_play.take_seat, by=ben, **write),
        partial(club_play.close_table, by=ada, **write),
    )
    refused = codes(given)
    assert refused == (["wrong_state"] if ClubTable.objects.exists() else ["not_found"])
    assert Tournament.objects.count() == ClubTable.objects.count()


def test_one_table_waits_however_often_one_presses(club: Club) -> None:
    ada = listed(club, "Ada")
    assert codes(at_once(partial(opened, club, ada), times=MANY)) == ["table_waits"] * (MANY - 1)
    assert ClubTable.objects.count() == 1


def test_to_say_it_many_times_at_once_is_to_say_it_once(club: Club) -> None:
    ada, now = listed(club, "Ada"), clock.now()
    at_once(partial(club_play.say_would_play, club=club.pk, by=ada, now=now), times=MANY)
    assert WouldPlay.objects.count() == 1

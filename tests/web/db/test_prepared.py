"""A prepared query gives what its queryset gives, and is built once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.models import MatchSeat, Outage
from players.models import Club, Membership, Player
from tests.builders import make_club, make_players
from tests.games.services.table import Table
from web.db.prepared import Prepared

pytestmark = [pytest.mark.django_db, pytest.mark.databases_differ]


class Built:
    """A way to build a query that counts how often it is gone."""

    def __init__(self) -> None:
        self.times = 0
        self.prepared = Prepared(self.players)

    def players(self, club: int, user: int | None, name: str) -> QuerySet[Player]:
        self.times += 1
        member = Membership.objects.filter(club=OuterRef("club"), user=user)
        rows = Player.objects.select_related("club").annotate(now=Now())
        return rows.filter(Q(Exists(member)) | Q(name=name), club=club).order_by("pk")


def test_it_gives_what_its_queryset_gives() -> None:
    built, clubs = Built(), [make_club(), make_club()]
    for club in clubs:
        make_players(club, 3)
    owner = clubs[1].memberships.get().user_id
    for club in clubs:
        for user in (owner, owner + 1):
            for name in ("Player 0002", "nobody"):
                found = built.prepared(club.pk, user, name)
                assert found == list(Built().players(club.pk, user, name))
                assert all(player.club == club for player in found)
    assert built.times == 1
    assert len(built.prepared(clubs[1].pk, owner, "nobody")) == 3


def test_what_is_related_is_read_along(django_assert_num_queries: Any) -> None:
    club, built = make_club(name="Tuesday Gin Club"), Built()
    make_players(club, 1)
    with django_assert_num_queries(1):
        (found,) = built.prepared(club.pk, None, "Player 0001")
        assert found.club.name == "Tuesday Gin Club"


def test_without_a_value_it_is_another_query() -> None:
    def of_user(user: int | None) -> QuerySet[Membership]:
        rows = Membership.objects.all()
        return rows.none() if user is None else rows.filter(user=user)

    membership = make_club().memberships.get()
    prepared = Prepared(of_user)
    assert prepared(None) == []
    assert prepared(membership.user_id) == [membership]
    assert prepared(None) == []


def test_instants_are_values_too() -> None:
    def over_since(since: datetime) -> QuerySet[Outage, tuple[Any, ...]]:
        return Outage.objects.filter(ended_at__gte=since).values_list("began_at", "ended_at")

    now, day = datetime.now(UTC), timedelta(days=1)
    Outage.objects.create(began_at=now - day, ended_at=now)
    prepared = Prepared(over_since)
    assert prepared(now + day) == []
    assert prepared(now - day) == list(over_since(now - day)) == [(now - day, now)]


def test_a_small_number_is_a_value_too() -> None:
    """Of a field that PostgreSQL keeps in two bytes."""
    match = Table().match
    seats = list(match.seats.order_by("seat"))
    prepared = Prepared(lambda match, seat: MatchSeat.objects.filter(match=match, seat=seat))
    assert [prepared(match.pk, seat) for seat in (0, 1, 2)] == [[seats[0]], [seats[1]], []]


def test_a_query_that_never_finds_anything_is_a_fault() -> None:
    prepared = Prepared(lambda pk: Club.objects.filter(pk=pk, pk__in=[]))
    with pytest.raises(EmptyResultSet):
        prepared(1)


def test_a_row_can_be_locked() -> None:
    club = make_club()
    prepared = Prepared(lambda pk: Club.objects.select_for_update().filter(pk=pk))
    assert prepared(club.pk) == [club]
    assert connection.in_atomic_block

"""Queries whose statement is written once answer as they would if it were written each time."""

import pytest
from django.db.models import Exists, OuterRef, QuerySet

from players.models import Club, Player
from tests.builders import make_club
from web.db.statements import written_once

pytestmark = [pytest.mark.django_db, pytest.mark.long_on_postgresql]


def test_each_call_asks_with_its_own_arguments() -> None:
    made = []

    @written_once
    def players_called(club: int, name: str) -> QuerySet[Player]:
        made.append(club)
        return Player.objects.filter(club=club, name=name).select_related("club")

    first, second = make_club(), make_club()
    for club in (first, second):
        for name in ("Anna", "Bert"):
            Player.objects.create(club=club, name=name)

    for club in (first, second, first):
        for name in ("Anna", "Bert"):
            (found,) = players_called(club.pk, name)
            assert (found.club, found.name) == (club, name)
    assert players_called(first.pk, "Cleo") == []
    assert len(made) == 1


def test_what_shapes_a_statement_is_given_by_name() -> None:
    @written_once
    def names(club: int, *, limit: int) -> QuerySet[Player, tuple[str]]:
        players = Player.objects.filter(club=club).annotate(
            has_namesake=Exists(Player.objects.filter(name=OuterRef("name")).exclude(club=club))
        )
        return players.order_by("name").values_list("name", "has_namesake")[:limit]

    club, other = make_club(), make_club()
    for name in ("Anna", "Bert", "Cleo"):
        Player.objects.create(club=club, name=name)
    Player.objects.create(club=other, name="Bert")

    assert names(club.pk, limit=1) == [("Anna", False)]
    assert names(club.pk, limit=2) == [("Anna", False), ("Bert", True)]
    assert names(other.pk, limit=2) == [("Bert", True)]


def test_an_argument_that_is_not_in_the_statement_is_an_error() -> None:
    @written_once
    def clubs(_slug: str) -> QuerySet[Club]:
        return Club.objects.all()

    with pytest.raises(AssertionError):
        clubs("first")


def test_any_number_of_arguments_may_be_asked_for() -> None:
    @written_once
    def named(*names: str) -> QuerySet[Player]:
        return Player.objects.filter(name__in=names).order_by("name")

    club = make_club()
    for name in ("Anna", "Bert", "Cleo"):
        Player.objects.create(club=club, name=name)

    assert [player.name for player in named("Anna", "Cleo")] == ["Anna", "Cleo"]
    assert [player.name for player in named("Bert")] == ["Bert"]
    assert [player.name for player in named("Cleo", "Dora")] == ["Cleo"]

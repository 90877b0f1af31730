"""Two people of one name: a word behind it tells them apart, wherever a name is given."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from kernel.permissions import Actor
from kernel.text import Refusal
from players.models import Club, Player
from players.services import players
from tests.builders import DIRECTOR, NOW, make_club, make_tournament
from tournaments.models import Entry, Tournament
from tournaments.services.events.entries import enter_players
from tournaments.services.events.presence import enter_late

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def add(club: Club, name: str, **fields: Any) -> Player:
    return players.add_player(club=club, name=name, by=Actor("api"), now=NOW, **fields)


def rename(player: Player, name: str) -> Player:
    return players.edit_player(player=player, name=name, by=Actor("api"), now=NOW)


def test_the_second_of_a_name_is_asked_for_a_word_behind_it(club: Club) -> None:
    add(club, "Jan Jansen")
    for name in ("jan  JANSEN", "Jan Jansen"):
        with pytest.raises(Refusal) as caught:
            add(club, name, home_club="Bonn")
        assert (caught.value.text.code, caught.value.field) == ("name_taken", "name")
        assert f"Free is: {' '.join(name.split())} (Bonn)" in str(caught.value.text)
    assert add(club, "Jan Jansen (Bonn)").name == "Jan Jansen (Bonn)"
    with pytest.raises(Refusal, match=r"Free is: Jan Jansen \(2\)"):
        add(club, "Jan Jansen", home_club="Bonn")
    assert club.players.count() == 2


def test_nobody_is_renamed_to_somebody_else(club: Club) -> None:
    jan = add(club, "Jan Jansen")
    other = add(club, "Jo Jansen")
    with pytest.raises(Refusal, match="Jan Jansen is on the list already"):
        rename(other, "Jan Jansen")
    assert rename(jan, "JAN Jansen").name == "JAN Jansen"


def test_a_name_is_free_again_in_another_club_and_after_a_merge(club: Club) -> None:
    jan, other = add(club, "Jan Jansen"), add(club, "Jan Jansen (2)")
    players.merge_players(kept=other, other=jan, by=Actor("api"), now=NOW)
    assert add(club, "Jan Jansen")
    assert add(make_club(), "Jan Jansen")


def test_before_the_draw_an_entry_is_called_as_the_list_says(club: Club) -> None:
    made = make_tournament(club, entrants=4, start=False)
    first = club.players.get(entry_members__entry__seed=1)
    rename(first, "Jan Jansen (Bonn)")
    assert Entry.objects.get(tournament=made, seed=1).name == "Jan Jansen (Bonn)"


def test_the_name_of_a_draw_stays_and_nobody_else_enters_under_it(club: Club) -> None:
    made: Tournament = make_tournament(club, entrants=4, format="swiss", rounds=3)
    first = club.players.get(entry_members__entry__seed=1)
    name = first.name
    rename(first, "Jan Jansen")
    assert made.entries.get(seed=1).name == name
    late = add(club, name)
    with pytest.raises(Refusal, match=f"Somebody else plays here as {name}"):
        enter_late(tournament_id=made.pk, who=late, by=DIRECTOR, now=NOW)
    late = rename(late, f"{name} (2)")
    assert enter_late(tournament_id=made.pk, who=late, by=DIRECTOR, now=NOW).name == f"{name} (2)"
    new = make_tournament(club, entrants=0, start=False)
    enter_players(tournament_id=new.pk, players=[(first, None)], by=DIRECTOR, now=NOW)


def test_those_of_one_name_from_before_are_told_apart(club: Club) -> None:
    Player.objects.create(club=club, name="Jan Jansen")
    for home in ("", "Bonn", "Bonn"):
        Player.objects.create(club=club, name="jan jansen", home_club=home)
    Player.objects.create(club=make_club(), name="Jan Jansen")
    Player.objects.create(club=club, name="Jan-Jansen")
    migration = import_module("players.migrations.0003_namesakes_are_told_apart")
    migration.tell_apart(apps, SimpleNamespace(connection=connection))
    assert sorted(club.players.values_list("name", flat=True)) == [
        "Jan Jansen",
        "Jan-Jansen",
        "jan jansen (2)",
        "jan jansen (3)",
        "jan jansen (Bonn)",
    ]
    keys = club.players.order_by("sort_key").values_list("search_key", flat=True)
    assert "jan jansen (bonn)" in keys

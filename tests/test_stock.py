"""What is put back is what was made."""

import pytest
from django.core import mail
from django.db import connection, transaction

from players.models import Club, Player
from tests.builders import make_club, make_tournament
from tests.stock import stocked
from tournaments.selectors.desk.snapshot import snapshot

calls = []


@stocked
def make_north(name: str = "North") -> Club:
    """A club; the commit is told of it."""
    calls.append(name)
    club = Club.objects.create(name=name, slug=name.lower())
    transaction.on_commit(lambda: calls.append("committed"))
    return club


@pytest.fixture(autouse=True)
def forgotten() -> None:
    make_north.stock.clear()
    calls.clear()


def anew(build, *args):
    """The same once more in an empty database; what was there before is rolled back."""
    with transaction.atomic():
        built = build(*args)
        transaction.set_rollback(True)
    return built


@pytest.mark.django_db
def test_it_is_made_once_and_put_back_with_its_ids() -> None:
    made = anew(make_north)
    assert not Club.objects.exists()
    found = make_north()
    assert (found, found.name) == (made, "North")
    assert found is not made
    assert Club.objects.get() == made
    assert calls == ["North"]


@pytest.mark.django_db
def test_what_comes_after_it_has_ids_of_its_own() -> None:
    """Also where a restored backup has begun to count anew."""
    made = anew(make_north)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence('players_club', 'id'), %s, false)", [made.pk]
            )
    make_north()
    assert Club.objects.create(name="Other", slug="other") != made


@pytest.mark.django_db
def test_other_arguments_are_another_thing() -> None:
    anew(make_north)
    assert make_north("South").name == Club.objects.get().name == "South"


@pytest.mark.django_db
def test_in_a_database_with_something_else_in_it_it_is_made() -> None:
    anew(make_north)
    other = Club.objects.create(name="Other", slug="other")
    assert make_north() != other
    assert calls == ["North", "North"]
    assert Club.objects.count() == 2


@pytest.mark.django_db
def test_what_was_changed_or_removed_is_so_again() -> None:
    @stocked
    def change(club: Club) -> None:
        Player.objects.filter(name="Two").delete()
        Player.objects.filter(name="One").update(name="Changed")

    club = make_club()
    for name in ("One", "Two"):
        Player.objects.create(club=club, name=name)
    anew(change, club)
    assert Player.objects.count() == 2
    change(club)
    assert [player.name for player in Player.objects.all()] == ["Changed"]


@pytest.mark.django_db(transaction=True)
def test_what_waits_for_the_commit_waits_again() -> None:
    anew(make_north)
    with transaction.atomic():
        make_north()
        assert calls == ["North"]
    assert calls == ["North", "committed"]


@pytest.mark.django_db(transaction=True)
def test_what_was_done_at_the_commit_is_not_there_before_it() -> None:
    anew(make_north)
    make_north()
    assert calls == ["North", "North", "committed"]


@pytest.mark.django_db
def test_what_sends_mail_is_made_each_time() -> None:
    @stocked
    def write() -> None:
        mail.send_mail("Subject", "Text", None, ["ada@club.example"])

    for number in (1, 2):
        write()
        assert len(mail.outbox) == number


@pytest.mark.django_db
def test_a_tournament_is_the_same_to_its_last_fact() -> None:
    made = anew(lambda: snapshot(make_tournament()))
    assert anew(lambda: snapshot(make_tournament())) == made
    make_tournament.stock.clear()
    assert snapshot(make_tournament()) == made

"""The demo club: every kind of page has something to show, and its accounts open."""

import json

import pytest
from django.contrib.auth.hashers import check_password
from django.core.management import CommandError, call_command

from games.models import Match
from players.models import User
from tournaments.models import Pairing, Tournament


@pytest.mark.django_db
def test_the_demo_has_something_of_everything(tmp_path):
    accounts = tmp_path / "accounts"
    call_command("demo", accounts=str(accounts))
    states = dict(Tournament.objects.values_list("name", "state"))
    assert states == {
        "Summer Cup": "finished",
        "Team League": "running",
        "Autumn Cup": "running",
        "Matinee Swiss": "running",
        "Winter Cup": "registration",
    }
    of_today = Match.objects.filter(board__pairing__round__stage__tournament__name="Autumn Cup")
    assert set(of_today.values_list("state", flat=True)) == {"finished", "running", "open"}
    league = Pairing.objects.filter(round__stage__tournament__name="Team League")
    played = league.exclude(boards__match__state="open").order_by("round__number", "number")
    assert [
        (pairing.round.number, {board.match.state for board in pairing.boards.all()})
        for pairing in played.distinct()
    ] == [
        (1, {"finished"}),
        (1, {"finished"}),
        (2, {"finished", "running"}),
        (2, {"running"}),
    ]
    assert accounts.stat().st_mode & 0o777 == 0o600
    rows = [json.loads(line) for line in accounts.read_text().splitlines()]
    assert [row["role"] for row in rows] == [
        "owner",
        "organiser",
        "director",
        "referee",
        "player",
    ]
    for row in rows:
        assert check_password(row["password"], User.objects.get(email=row["email"]).password)


@pytest.mark.django_db
def test_a_database_in_use_gets_no_demo(tmp_path):
    User.objects.create_user("someone@club.example", "x", name="Someone")
    with pytest.raises(CommandError):
        call_command("demo", accounts=str(tmp_path / "accounts"))
    assert User.objects.count() == 1

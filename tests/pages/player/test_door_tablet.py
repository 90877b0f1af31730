"""The tablet at the door: one tap for a name, and nothing else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    entry_at,
    make_tournament,
    owner_of,
    sign_in,
    team_event,
)
from tournaments.models import CheckIn, Tournament
from tournaments.selectors.events.door import door_token, tablet_token
from tournaments.services.events import setup
from tournaments.services.events.entries import check_in_entry

pytestmark = pytest.mark.django_db


def opened(event: Tournament) -> Tournament:
    for action in ("open_registration", "open_check_in"):
        setup.move_tournament(tournament_id=event.pk, action=action, by=DIRECTOR, now=NOW)
    event.refresh_from_db()
    return event


@pytest.fixture
def event() -> Tournament:
    return opened(make_tournament(entrants=3, start=False))


def tablet(event: Tournament, token: str = "") -> str:
    return reverse("door_tablet", args=[event.club.slug, event.slug, token or tablet_token(event)])


def press(event: Tournament, act: str, seed: int = 1, client: Client | None = None) -> object:
    act = f"{act}:{entry_at(event, seed).pk}"
    return (client or Client()).post(tablet(event), {"act": act}, follow=True)


def test_one_tap_says_that_somebody_is_here(event: Tournament) -> None:
    html = press(event, "here").content.decode()
    assert "Player 0001 is here." in html
    noted = CheckIn.objects.get()
    assert (noted.entry, noted.by, noted.role) == (entry_at(event, 1), None, "anyone")


def test_a_slip_is_undone_for_a_moment(event: Tournament) -> None:
    press(event, "here")
    press(event, "undo")
    assert not CheckIn.objects.exists()
    press(event, "here")
    CheckIn.objects.update(at=CheckIn.objects.get().at - timedelta(minutes=2))
    assert "slip" not in Client().get(tablet(event)).content.decode()
    press(event, "undo")
    assert CheckIn.objects.exists()


def test_what_the_desk_has_noted_stays(event: Tournament) -> None:
    write = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    check_in_entry(entry_id=entry_at(event, 1).pk, **write)
    press(event, "undo")
    assert CheckIn.objects.exists()


def test_names_are_shown_as_everybody_may_read_them(event: Tournament) -> None:
    for number, shown in ((1, "short"), (2, "hidden")):
        name = f"Player {number:04}"
        Player.objects.filter(club=event.club, name=name).update(shown=shown)
    html = Client().get(tablet(event)).content.decode()
    assert "Player 0001" not in html
    assert "Player 0002" not in html
    assert html.count('value="here:') == 2
    press(event, "here", seed=2)
    assert not CheckIn.objects.exists()


def test_a_name_is_found_without_script(event: Tournament) -> None:
    html = Client().get(tablet(event), {"q": "0003"}).content.decode()
    assert ("Player 0003" in html, "Player 0001" in html) == (True, False)


@pytest.mark.parametrize("token", ["guess", "door", "other"])
def test_only_its_own_address_opens_it(event: Tournament, token: str) -> None:
    tokens = {"door": door_token(event), "other": tablet_token(make_tournament(start=False))}
    address = tablet(event, tokens.get(token, token))
    data = {"act": f"here:{entry_at(event, 1).pk}"}
    assert Client().get(address).status_code == 404
    assert Client().post(address, data).status_code == 404


def test_whoever_is_signed_in_there_acts_as_a_visitor(event: Tournament) -> None:
    client = Client()
    sign_in(client, owner_of(event.club))
    press(event, "here", client=client)
    assert CheckIn.objects.get().by is None


def test_the_entrants_of_another_event_are_out_of_reach(event: Tournament) -> None:
    other = opened(make_tournament(entrants=2, start=False, name="Other"))
    Client().post(tablet(event), {"act": f"here:{entry_at(other, 1).pk}"})
    assert not CheckIn.objects.exists()


def test_before_check_in_nobody_is_noted() -> None:
    event = make_tournament(entrants=2, start=False)
    setup.move_tournament(tournament_id=event.pk, action="open_registration", by=DIRECTOR, now=NOW)
    press(event, "here")
    assert not CheckIn.objects.exists()


def test_a_team_is_here_by_its_name() -> None:
    event = opened(team_event(start=False))
    html = press(event, "here").content.decode()
    assert "Team A is here." in html
    assert CheckIn.objects.count() == 1


def test_the_desk_leads_to_the_tablet(event: Tournament) -> None:
    client = Client()
    sign_in(client, owner_of(event.club))
    page = client.get(reverse("check_in", args=[event.club.slug, event.slug]))
    assert tablet(event) in page.content.decode()

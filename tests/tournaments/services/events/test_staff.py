"""Passes for one night: what they open, and what they do not."""

from datetime import timedelta

import pytest
from django.urls import reverse

from kernel.text import Refusal
from tests.builders import DIRECTOR, make_club, make_tournament, make_user, owner_of, sign_in
from tournaments.services.events import setup
from tournaments.services.events.staff import end_staff, issue_pass, staff_of_pin, staff_of_token
from web.db.clock import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = make_tournament(start=False)
    setup.set_tables(
        tournament_id=tournament.pk, tables=[(1, ""), (2, "Window")], by=DIRECTOR, now=now()
    )
    setup.move_tournament(
        tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=now()
    )
    return tournament


def make_pass(tournament, **fields):
    return issue_pass(
        tournament_id=tournament.pk, name="Rita Referee", by=DIRECTOR, now=now(), **fields
    )


def test_a_scanned_pass_signs_in_only_when_asked_to(client, tournament):
    made = make_pass(tournament, tables=[2])
    address = reverse("staff_pass", args=[made.token])
    shown = client.get(address)
    assert "Rita Referee" in shown.content.decode()
    assert "staff_pass" not in client.session
    assert client.post(address).status_code == 302
    assert client.session["staff_pass"] == made.staff.pk


def test_a_pass_signs_an_account_out(client, tournament):
    sign_in(client, make_user())
    client.post(reverse("staff_pass", args=[make_pass(tournament).token]))
    assert "_auth_user_id" not in client.session


def test_a_pin_signs_in_with_or_without_spaces(client, tournament):
    made = make_pass(tournament)
    address = reverse("staff_pin", args=[tournament.club.slug, tournament.slug])
    client.post(address, {"pin": f"{made.pin[:4]} {made.pin[4:]}"})
    assert client.session["staff_pass"] == made.staff.pk


def test_a_pin_is_of_one_tournament(tournament):
    made = make_pass(tournament)
    other = make_tournament(make_club(), start=False)
    with pytest.raises(Refusal):
        staff_of_pin(tournament_id=other.pk, pin=made.pin, now=now())


def test_wrong_pins_are_counted_by_address(client, tournament):
    address = reverse("staff_pin", args=[tournament.club.slug, tournament.slug])
    answers = [client.post(address, {"pin": "0"}).status_code for _ in range(21)]
    assert answers == [400] * 20 + [429]


def test_an_ended_pass_and_an_old_one_open_nothing(tournament):
    ended, old = make_pass(tournament), make_pass(tournament, hours=1)
    end_staff(tournament_id=tournament.pk, staff_id=ended.staff.pk, by=DIRECTOR, now=now())
    for token, when in ((ended.token, now()), (old.token, now() + timedelta(hours=2))):
        with pytest.raises(Refusal) as refused:
            staff_of_token(token=token, now=when)
        assert refused.value.text.code == "bad_pass"


def test_only_those_who_run_the_tournament_make_passes(client, tournament):
    address = reverse("staff", args=[tournament.club.slug, tournament.slug])
    assert client.get(address).status_code == 403
    sign_in(client, owner_of(tournament.club))
    page = client.post(address, {"name": "Rita", "tables": "1, 2"}).content.decode()
    assert "data:image/png;base64," in page
    assert tournament.staff.get().tables == [1, 2]


def test_unknown_tables_are_refused_and_nothing_typed_is_lost(client, tournament):
    sign_in(client, owner_of(tournament.club))
    address = reverse("staff", args=[tournament.club.slug, tournament.slug])
    page = client.post(address, {"name": "Rita", "tables": "9"}).content.decode()
    assert "There is no table 9" in page
    assert 'value="Rita"' in page

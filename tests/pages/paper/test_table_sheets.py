"""The printed sheet of three and more at a table."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import owner_of, sign_in
from tests.tournaments.tables import CAPTAIN, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("seats", "knobs"), [(3, {}), (5, CAPTAIN)])
def test_everybody_has_a_column(client: Client, seats: int, knobs: dict[str, object]) -> None:
    board = table_of(seats, **knobs)
    event = board.pairing.round.stage.tournament
    sign_in(client, owner_of(event.club))
    page = client.get(reverse("print_sheets", args=[event.club.slug, event.slug])).text
    for seat in board.match.seats.all():
        assert f'<th scope="col">{seat.player.name}</th>' in page
        assert f"{seat.player.name} signs" in page
    assert page.count("<span>Account</span>") == 1
    assert "B signs" not in page

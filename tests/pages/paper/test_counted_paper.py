"""Sheets on paper where everybody's count is written down."""

import pytest
from django.test import Client

from tests.builders import make_tournament, owner_of, sign_in
from tests.tournaments.tables import table_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def sheets(client: Client, event: Tournament) -> str:
    sign_in(client, owner_of(event.club))
    answer = client.get(f"/c/{event.club.slug}/{event.slug}/print/sheets/")
    assert answer.status_code == 200
    return answer.text


def test_everybody_has_a_column_and_may_be_below_nothing(client: Client) -> None:
    page = sheets(client, table_of(3, variant="battle_royal").pairing.round.stage.tournament)
    assert "below 0 too" in page
    assert page.count("signs</dt>") == 3
    assert "Boxes" in page


@pytest.mark.parametrize("seats", [2, 5])
def test_rummy_is_kept_by_seats_without_boxes(client: Client, seats: int) -> None:
    format = "table_rounds" if seats > 2 else "single_elimination"
    rules = {"game": "rummy", "table_size": seats}
    page = sheets(client, make_tournament(entrants=seats, format=format, rules=rules))
    assert page.count("signs</dt>") == seats
    assert "Boxes" not in page
    assert "below 0 too" not in page

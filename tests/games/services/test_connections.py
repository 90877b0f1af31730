"""Who is connected with a table, and what is kept of it for how long."""

from datetime import timedelta

import pytest

from games.models import OnlineTable, SeatConnection
from games.selectors.connections import LEASE, present_at
from games.services.connections import (
    KEPT_FOR,
    NETWORK_KEPT_FOR,
    begin_connection,
    end_connection,
    end_lost_connections,
    keep_connections,
    network_of,
    purge_connections,
)
from tests.builders import NOW
from tests.games.services.table import Table

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
NETWORK = "a" * 64


@pytest.fixture
def table() -> int:
    return OnlineTable.objects.create(match=Table().match, clock={}).pk


def connect(table: int, seat: int = 0, *, after: timedelta = timedelta()) -> int:
    return begin_connection(table=table, seat=seat, network=NETWORK, now=NOW + after)


def test_a_seat_is_there_while_one_of_its_pages_is(table: int) -> None:
    assert present_at(table, NOW) == (False, False)
    laptop, telephone = connect(table), connect(table, after=SECOND)
    connect(OnlineTable.objects.create(match=Table().match, clock={}).pk, 1)
    assert present_at(table, NOW + SECOND) == (True, False)
    end_connection(connection=laptop, now=NOW + 2 * SECOND)
    assert present_at(table, NOW + 2 * SECOND) == (True, False)
    end_connection(connection=telephone, now=NOW + 3 * SECOND)
    assert present_at(table, NOW + 3 * SECOND) == (False, False)


def test_who_was_there_earlier_is_known(table: int) -> None:
    page = connect(table, 1, after=5 * SECOND)
    end_connection(connection=page, now=NOW + 9 * SECOND)
    seen = [present_at(table, NOW + second * SECOND)[1] for second in (4, 5, 8, 9)]
    assert seen == [False, True, True, False]


def test_whose_server_was_killed_is_gone_after_a_while(table: int) -> None:
    page = connect(table)
    keep_connections(connections=[page], now=NOW + 10 * SECOND)
    gone = NOW + 10 * SECOND + LEASE
    assert present_at(table, gone - SECOND) == (True, False)
    assert present_at(table, gone) == (False, False)
    end_lost_connections(now=gone - SECOND)
    assert SeatConnection.objects.get().ended_at is None
    end_lost_connections(now=gone)
    assert SeatConnection.objects.get().ended_at == NOW + 10 * SECOND


def test_a_page_that_was_given_up_too_early_is_there_again(table: int) -> None:
    page = connect(table)
    end_lost_connections(now=NOW + LEASE)
    keep_connections(connections=[page], now=NOW + LEASE + SECOND)
    assert present_at(table, NOW + LEASE + SECOND) == (True, False)


def test_a_page_that_has_left_is_not_kept(table: int) -> None:
    """Its server may have said so, and that it is there, at the same moment."""
    page = connect(table)
    end_connection(connection=page, now=NOW + SECOND)
    keep_connections(connections=[page], now=NOW + 2 * SECOND)
    assert present_at(table, NOW + 2 * SECOND) == (False, False)


def test_networks_are_forgotten_and_later_all_of_it(table: int) -> None:
    page = connect(table)
    end_connection(connection=page, now=NOW + SECOND)
    purge_connections(now=NOW + NETWORK_KEPT_FOR)
    assert SeatConnection.objects.get().network == NETWORK
    purge_connections(now=NOW + NETWORK_KEPT_FOR + SECOND)
    assert SeatConnection.objects.get().network == ""
    purge_connections(now=NOW + KEPT_FOR)
    assert SeatConnection.objects.exists()
    purge_connections(now=NOW + KEPT_FOR + 2 * SECOND)
    assert not SeatConnection.objects.exists()


def test_a_network_is_told_from_others_at_its_table_alone() -> None:
    here = network_of(table=1, address="192.0.2.7")
    assert here == network_of(table=1, address="192.0.2.7")
    assert (
        len(
            {
                here,
                network_of(table=1, address="192.0.2.8"),
                network_of(table=2, address="192.0.2.7"),
            }
        )
        == 3
    )
    assert "192" not in here

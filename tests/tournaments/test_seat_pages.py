"""The pages of seats that a process holds, from an event loop of its own."""

import asyncio
import logging
from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from games.models import OnlineTable, SeatConnection
from games.selectors.connections import present_at
from tests.games.services.table import Table
from tournaments.seat_pages import seat_pages
from web.db.clock import now

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> int:
    return OnlineTable.objects.create(match=Table().match, clock={}).pk


@database_sync_to_async
def rename(to: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {name} RENAME TO {to}")


@database_sync_to_async
def was_seen(at: datetime) -> None:
    SeatConnection.objects.update(began_at=at, seen_at=at)


def test_a_page_is_kept_until_it_leaves(table: int) -> None:
    long_ago = now() - timedelta(hours=1)

    async def come_and_go() -> None:
        one = await seat_pages().begin(table=table, seat=0, network="n")
        other = await seat_pages().begin(table=table, seat=1, network="n")
        await was_seen(long_ago)
        await seat_pages().end(other)
        await seat_pages().keep()
        assert one != other

    asyncio.run(come_and_go())
    assert present_at(table, now()) == (True, False)


def test_with_the_database_away_it_goes_on(table: int, caplog: pytest.LogCaptureFixture) -> None:
    async def while_away() -> None:
        page = await seat_pages().begin(table=table, seat=0, network="")
        await rename("away", "games_seatconnection")
        try:
            await seat_pages().keep()
            await seat_pages().end(page)
        finally:
            await rename("games_seatconnection", "away")

    with caplog.at_level(logging.WARNING):
        asyncio.run(while_away())
    assert len(caplog.messages) == 2
    assert SeatConnection.objects.get().ended_at is None

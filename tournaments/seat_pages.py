"""The pages of seats that this process holds: each is written down when it comes and when it goes,
and all of them together every ten seconds, so that a process that was killed leaves nobody there.
"""

import asyncio
import logging

from channels.db import database_sync_to_async
from django.db import Error

from games.selectors.connections import LEASE
from games.services import connections
from web.db.clock import now

EVERY = LEASE.total_seconds() / 3

logger = logging.getLogger(__name__)


class SeatPages:
    """Those of the event loop in which it is made."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._there: set[int] = set()
        self._keeping = asyncio.create_task(self._keep_on())

    async def begin(self, *, table: int, seat: int, network: str) -> int:
        """A page of this seat has come; gives the number with which it ends."""
        connection: int = await _begin(table, seat, network)
        self._there.add(connection)
        return connection

    async def end(self, connection: int) -> None:
        """A page has left. With the database away it counts as there for half a minute more."""
        self._there.discard(connection)
        try:
            await _end(connection)
        except Error as error:
            logger.warning("A page that has left is still written down: %s", error)

    async def keep(self) -> None:
        """All pages that have not left are there."""
        if self._there:
            try:
                await _keep(tuple(self._there))
            except Error as error:
                logger.warning("Who is there is not written down: %s", error)

    async def _keep_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.keep()


@database_sync_to_async
def _begin(table: int, seat: int, network: str) -> int:
    return connections.begin_connection(table=table, seat=seat, network=network, now=now())


@database_sync_to_async
def _keep(there: tuple[int, ...]) -> None:
    connections.keep_connections(connections=there, now=now())


@database_sync_to_async
def _end(connection: int) -> None:
    connections.end_connection(connection=connection, now=now())


_pages: SeatPages | None = None


def seat_pages() -> SeatPages:
    """Those of the running event loop."""
    global _pages
    if _pages is None or _pages.loop is not asyncio.get_running_loop():
        _pages = SeatPages()
    return _pages

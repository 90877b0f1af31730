"""HTTP for uvicorn: a request that does not come to its end is not waited for.

uvicorn closes idle connections, but waits for ever for the rest of a head or of a body. In front of
gunicorn the proxy does this (`deploy/Caddyfile`).
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 10.0
"""From the connection, or the first byte of a further request, to the end of the head."""
BODY_SECONDS = 60.0
"""From the end of the head to the end of the body: 2 MB through a poor Wi-Fi."""


class PunctualProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a deadline for what is sent; what is answered takes its time."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_within(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_within(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._expect_within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()
        # An address or a cookie of 8 kB, or 130 headers: refused, but uvicorn would not say it.
        socket = self.transport.get_protocol()
        assert isinstance(socket, WebSocketsSansIOProtocol)
        handshake = socket.conn
        if handshake.handshake_exc and not self.transport.is_closing():
            self.transport.writelines(handshake.data_to_send())
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _expect_within(self, seconds: float) -> None:
        self._stop_waiting()
        self.deadline = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

"""A line to a server that a test can cut, or let go silent, while the server itself lives on."""

import socket
import threading
from contextlib import suppress
from typing import Self

BYTES = 65_536


class Line:
    """Listens on `port` and passes on to the server on port `target` what it is given.

    A line that `is_silent` takes everything and passes nothing on, as when a cable is out: nobody
    is told. One that `is_down` hangs up on every new call. Words of `changes` are passed on as
    others of the same length.
    """

    def __init__(self, target: int, changes: dict[bytes, bytes] | None = None) -> None:
        self.target = target
        self.changes = changes or {}
        self.is_silent = False
        self.is_down = False
        self.calls = 0
        self._silenced = set[socket.socket]()
        self._ends: list[tuple[socket.socket, socket.socket]] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._begin(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        _hang_up(self._listener)
        self.cut()
        for thread in self._threads:
            thread.join(5)

    def cut(self) -> None:
        """End the connections there are; new ones are passed on."""
        for end in [end for ends in self._ends for end in ends]:
            _hang_up(end)

    def silence(self) -> None:
        """Let the connections there are go silent; new ones are passed on."""
        self._silenced.update(end for ends in self._ends for end in ends)

    def _begin(self, work, *arguments) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self.calls += 1
            if self.is_down:
                _hang_up(near)
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self._ends.append((near, far))
            self._begin(self._pass_on, near, far)
            self._begin(self._pass_on, far, near)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while words := source.recv(BYTES):
                if self.is_silent or source in self._silenced:
                    continue
                for old, new in self.changes.items():
                    words = words.replace(old, new)
                target.sendall(words)
        for end in (source, target):
            _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()

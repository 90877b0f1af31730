"""Requests that do not come to their end are closed; the others go on as before."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from config import slow_requests
from config.embedded import commands
from config.embedded.listening import listen
from tests.services import wait_until

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": WHOLE[:-2] + b"X-Slow: ",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf",
    "half of a second one": WHOLE + WHOLE[:-2],
}


async def answering(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (said := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": said["text"]})
        return
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(slow_requests, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(slow_requests, "BODY_SECONDS", 0.5)
    with listen("127.0.0.1", 0) as listener:
        configuration = uvicorn.Config(
            answering,
            http="config.slow_requests:PunctualProtocol",
            lifespan="off",
            log_config=None,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(configuration)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive(), what="uvicorn")
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def opened(port: int, said: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(said)
    return connection


def ask(connection: socket.socket) -> bytes:
    connection.sendall(WHOLE)
    answer = connection.recv(4096)
    while not answer.endswith(b"ok"):
        answer += connection.recv(4096)
    return answer


def test_half_sent_requests_are_closed_and_whole_ones_answered(port: int) -> None:
    patient = opened(port, b"")
    assert ask(patient).startswith(b"HTTP/1.1 200")
    with connect(f"ws://127.0.0.1:{port}/", open_timeout=20) as watching:
        half = {name: [opened(port, said) for _ in range(30)] for name, said in HALF.items()}
        assert ask(patient).startswith(b"HTTP/1.1 200")
        for name, connections in half.items():
            for connection in connections:
                left = b""
                while got := connection.recv(4096):  # b"" where it was closed, else it times out
                    left += got
                assert left.endswith(b"ok") == (name == "half of a second one"), name
                connection.close()
        # They were idle for longer than that.
        assert ask(patient).startswith(b"HTTP/1.1 200")
        watching.send("still here")
        assert watching.recv(timeout=20) == "still here"
    patient.close()


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("x" * 10_000, "", b"414"),
        ("?" + "x" * 10_000, "", b"414"),
        ("", f"Cookie: {'x' * 10_000}\r\n", b"431"),
        ("", "X-Many: x\r\n" * 200, b"431"),
    ],
    ids=["path", "query", "cookie", "headers"],
)
def test_a_socket_that_asks_too_long_is_refused(
    port: int, path: str, headers: str, status: bytes
) -> None:
    head = f"GET /{path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    connection = opened(port, f"{head}{headers}\r\n".encode())
    answer = b""
    while got := connection.recv(4096):
        answer += got
    assert answer.startswith(b"HTTP/1.1 " + status)
    connection.close()


def test_the_embedded_server_serves_by_it() -> None:
    assert "config.slow_requests:PunctualProtocol" in commands.web(3)

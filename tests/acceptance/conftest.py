"""The running product: web server and worker as processes of their own, as `bin/server` starts
them, on the test database."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from tests.acceptance.evening import Client
from tests.acceptance.trapping import TrappedWorker
from tests.builders import PASSWORD, make_user
from tests.services import web_server


@pytest.fixture
def server(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[str]:
    """The address of the web server."""
    with web_server(tmp_path) as web:
        yield web.address


@pytest.fixture
def client(server: str) -> Client:
    """An account that will own a club."""
    return Client(server, make_user().email, PASSWORD)


@pytest.fixture
def trapped_worker(client: Client, redis: Redis, tmp_path: Path) -> Iterator[TrappedWorker]:
    """A worker that can be killed inside a task."""
    ended = threading.Event()
    with TrappedWorker(tmp_path) as worker, ThreadPoolExecutor(1) as pool:
        watch = pool.submit(worker.watch, ended)
        try:
            yield worker
        finally:
            ended.set()
            watch.result()

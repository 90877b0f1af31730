"""The running product: web server and worker as processes of their own, as `bin/server` starts
them, on the test database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from config.embedded import commands
from config.embedded.listening import listen
from tests.acceptance.evening import Client
from tests.builders import PASSWORD, make_user
from tests.services import Process, product_environment


@pytest.fixture
def server(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[str]:
    """The address of the web server."""
    with listen("127.0.0.1", 0) as listener:
        web = Process(
            commands.web(listener.fileno()), tmp_path / "web.log", product_environment(tmp_path)
        )
        web.descriptors = [listener.fileno()]
        with web:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture
def client(server: str) -> Client:
    """An account that will own a club."""
    return Client(server, make_user().email, PASSWORD)

"""Fixtures for real parts, and the marks that say what a test touches.

`database`: uses the database; runs on SQLite and on PostgreSQL. `browser`: drives a real browser.
`postgresql`: of use on PostgreSQL alone. `sampled` and `databases_differ` say what `bin/test` may
leave out and what never: `tests/samples.py`. The first two follow from the fixtures that a test
uses. Tasks run in the test's own process unless it uses `worker`.
"""

import gc
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils.translation import deactivate
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker
from redis import Redis

from config.celery import app
from tests import samples
from tests.browsers import FLAGS, find_browser
from tests.services import Process, Worker, redis_server, served

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"

# How long an example takes says more of what else the machine does than of the code. The long run
# looks for new examples, the short one says the same of the same code each time: samples.py.
hypothesis.settings.register_profile(
    "suite", deadline=None, max_examples=100 if IS_LONG else 30, derandomize=not IS_LONG
)
hypothesis.settings.load_profile("suite")
expect.set_options(timeout=15_000)  # as little as how long a page may take

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}
BROWSER_FIXTURES = {"page", "context", "new_context", "browser"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only the tests that touch the database, without those in a browser",
    )
    parser.addoption(
        "--sample",
        action="store_true",
        help="not all of the longest tests, nor on the second database; the seed chooses",
    )


def pytest_collection_finish() -> None:
    """What was imported stays to the end; to look through it again and again for garbage would
    take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    for item in items:
        if label := getattr(item, "operation_label", ""):
            # What pytest makes of a call of the API has no call in its id.
            item._id = replace(item.id, params=label)
        fixtures = set(item.fixturenames)
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
            item.fixturenames.insert(0, "redis")
        if fixtures & BROWSER_FIXTURES:
            item.add_marker("browser")
    only_database = config.getoption("--database-only")
    chosen = [item for item in items if _is_chosen(item, only_database=only_database)]
    if config.getoption("--sample"):
        chance = random.Random(config.getoption("randomly_seed", 0))
        chosen = samples.of(chosen, chance, is_second_database=only_database)
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen
    yield
    if len({item.nodeid for item in items}) < len(items):
        raise pytest.UsageError("Some tests have the same id: side by side only one of them runs.")
    items.sort(key=_place)  # after the shuffle


def _place(item: pytest.Item) -> int:
    """The long ones first, so that in the end no process waits for another that plays an evening.
    The browser last: Playwright's event loop stays, and would be in the way of async tests."""
    if _is_in_browser(item):
        return 2
    return int("acceptance" not in item.path.parts)


def _is_in_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


def _is_chosen(item: pytest.Item, *, only_database: bool) -> bool:
    if item.get_closest_marker("postgresql") and connection.vendor != "postgresql":
        return False
    is_of_database = item.get_closest_marker("database") is not None
    return not only_database or (is_of_database and not _is_in_browser(item))


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A language that a test's requests asked for is not that of the next test."""
    yield
    deactivate()


@pytest.fixture(scope="session", autouse=True)
def tasks() -> None:
    """The tasks are known by name, so that they can run in the test's own process."""
    app.loader.import_default_modules()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database, dropped in the end whatever threads and processes left behind."""
    # What they make stays when the database is emptied: tests/emptying.py.
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def redis_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """This test process's own Redis server."""
    with redis_server(settings.REDIS_PORT, tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def redis_client(redis_process: Process) -> Iterator[Redis]:
    """A client of the suite's Redis; it connects again to one that was started again."""
    with Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture
def redis(redis_client: Redis) -> Redis:
    """A client of the suite's Redis, emptied before each test."""
    redis_client.flushdb()
    return redis_client


@pytest.fixture
def worker(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[Worker]:
    """A real Celery worker with its beat; the test's own tasks go to it, too."""
    app.conf.task_always_eager = False
    try:
        with Worker(tmp_path) as running:
            yield running
    finally:
        app.conf.task_always_eager = True


@pytest.fixture
def server(transactional_db: None, redis: Redis) -> Iterator[str]:
    """The address of the running product: pages, API and sockets on the test database."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """The browser of this machine instead of one that Playwright would download."""
    found = find_browser()
    if not found:
        pytest.skip("no Chromium, Chrome or Edge on the PATH")
    return {**browser_type_launch_args, "executable_path": found, "args": [*FLAGS]}


@pytest.fixture(scope="session")
def figure() -> Callable[[str, object], None]:
    """Notes a measured figure for the page that `bin/test --long` writes."""

    def note(name: str, value: object) -> None:
        if path := os.environ.get("UNDERCUT_FIGURES"):
            with Path(path).open("a") as figures:
                figures.write(f"{name}: {value}\n")

    return note

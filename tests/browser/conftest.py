"""What tests in a browser share."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browsers import CLUB_HOST

T = TypeVar("T")

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 900}
# Where there is nothing: the browser notes the 404 in its console.
NOWHERE = "/nothing/here/"
# What it notes while a test keeps network or server away.
AWAY = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION_REFUSED")


@pytest.fixture
def aside() -> Iterator[Callable[[Callable[[], T]], T]]:
    """Does work in a thread of its own: Playwright's event loop runs in the test's, and there
    services can't tell the sockets."""

    def run(work: Callable[[], T]) -> T:
        return pool.submit(work).result()

    with ThreadPoolExecutor(1) as pool:
        yield run
        run(lambda: connection.close())


@pytest.fixture
def server(server: str) -> str:
    """The running product as a telephone in the club's network reaches it: by a name, on http."""
    return server.replace("127.0.0.1", CLUB_HOST)


@pytest.fixture
def opened(server: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in browsers of their own; in the end none may have complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage, expected: tuple[str, ...]) -> None:
        is_told = any(words in message.text for words in expected)
        asked_for = message.location["url"].endswith(NOWHERE) or is_told
        if message.type in ("error", "warning") and not asked_for:
            complaints.append(message.text)

    def new_page(expected: tuple[str, ...] = (), **options: object) -> Page:
        """`expected`: what the browser may note, besides that the network is away."""
        context = browser.new_context(**{"viewport": LAPTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: note(message, (*AWAY, *expected)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield new_page
    for context in contexts:
        context.close()
    assert not complaints


def watch(page: Page, address: str) -> None:
    """Open a page and wait until its socket has told the version."""
    with awaited(page):
        page.goto(address)


@contextmanager
def awaited(page: Page) -> Iterator[None]:
    """What is done in here opens a live page: wait until its socket has told the version."""
    heard: list[str | bytes] = []
    # A lambda, as Playwright leaves a mark on what it is given, and a built-in takes none.
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame))
    )
    yield
    deadline = time.monotonic() + 60
    while not heard:
        assert time.monotonic() < deadline, f"{page.url} hears nothing"
        page.wait_for_timeout(10)  # time.sleep would keep Playwright from listening

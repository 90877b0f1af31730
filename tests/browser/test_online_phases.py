"""An online table in each of its phases: what a screen reader is told of it is kept word for word,
axe finds nothing, and nothing scrolls sideways."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import watch
from tests.browser.table_phases import PHASES, Phase, same_secrets
from tests.browser.test_accessibility import RULES

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.browser,
    pytest.mark.sampled,
]

KEPT = Path(__file__).parent.parent / "data" / "online-table"
VIEWS = [
    {"viewport": {"width": width, "height": 844}, "color_scheme": theme}
    for width in (390, 1280)
    for theme in ("light", "dark")
]
#: What is another in each run: the hour at which an adjourned match goes on, and the club.
CHANGES = re.compile(r"(?<=It goes on by itself: ).*|(?<=/c/)[^/]+")


@pytest.fixture(params=PHASES)
def phase(request: pytest.FixtureRequest, server: str, aside: Callable) -> tuple[str, Phase, str]:
    """Its name, the table in it, and the session of who looks at it."""
    with same_secrets(request.param):
        phase = aside(PHASES[request.param])
        return request.param, phase, aside(lambda: phase.table.session(phase.seat))


def look(opened: Callable[..., Page], server: str, phase: Phase, session: str, **view) -> Page:
    page = opened(**view)
    if session:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, server + phase.table.path)
    return page


def told(page: Page) -> str:
    """The accessibility tree of the table, once it knows that its reader is there.

    A look may exchange the table while it is being read, which then reads as nothing: it is read
    again.
    """
    table = page.locator("#live")
    if table.get_attribute("data-present") is not None:
        expect(table).to_have_attribute("data-present", re.compile("1"))
    heard = table.aria_snapshot() or table.aria_snapshot()
    return CHANGES.sub("..", heard) + "\n"


def test_a_screen_reader_is_told_the_same(
    phase: tuple[str, Phase, str], server: str, opened: Callable[..., Page]
) -> None:
    name, table, session = phase
    page = look(opened, server, table, session)
    assert told(page) == (KEPT / f"{name}.txt").read_text()


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    phase: tuple[str, Phase, str], server: str, opened: Callable[..., Page]
) -> None:
    _name, table, session = phase
    for view in VIEWS:
        page = look(opened, server, table, session, **view)
        found = Axe().run(page, options=RULES).response["violations"]
        assert not found, found
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]

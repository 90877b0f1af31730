"""axe finds nothing on any page, by the rules of WCAG 2.0 to 2.2 A and AA, and by two more: what is
called otherwise than it reads, and landmarks with one name. No page scrolls sideways, and each time
on it is one that a program can read.

With UNDERCUT_LONG=1 each page is looked at in each of the four views, else a few by chance.
"""

import os
import random
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from tests.browser.demo_evening import DemoEvening, make_demo_evening
from tests.browser.places import Place, places, places_by_reader
from tests.browser.visiting import VIEWS, View, error_places, visiting

pytestmark = pytest.mark.sampled

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES = {
    "runOnly": TAGS,
    "rules": {
        "label-content-name-mismatch": {"enabled": True},
        "landmark-no-duplicate-main": {"enabled": True},
        "landmark-unique": {"enabled": True},
    },
}
AXE = Axe()
IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
SAMPLE = 4  # pages a view
NARROWEST = View("narrowest", 320, 640, "light")
WIDER_THAN_THE_WINDOW = (
    "document.documentElement.scrollWidth > document.documentElement.clientWidth"
)
# There the bar that stays in sight has its own place; elsewhere it covers a part of what scrolls.
TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"
# The forms of the standard that our pages write: a moment with its zone, a day, an hour.
UNREADABLE_TIMES = r"""() => [...document.querySelectorAll("time")]
  .map((one) => one.getAttribute("datetime") ?? one.textContent.trim())
  .filter((said) => !/^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?|\d\d:\d\d)$/
    .test(said) || (said.includes("-") && Number.isNaN(Date.parse(said))))
"""


@pytest.fixture
def evening(transactional_db: None, aside: Callable, settings: Settings) -> DemoEvening:
    settings.OPEN_SIGN_UP = True
    return aside(make_demo_evening)


@pytest.mark.parametrize("views", [[view] for view in VIEWS] if IS_LONG else [VIEWS])
def test_axe_finds_nothing_on_any_page(
    browser: Browser, server: str, evening: DemoEvening, aside: Callable, views: list[View]
) -> None:
    everywhere = [*aside(lambda: places(evening)), *error_places()]
    random.shuffle(everywhere)
    wrong = []
    for view in views:
        with visiting(browser, server, evening, view) as visit:
            for place in chosen(everywhere, view):
                wrong += [f"{view.name}, {words}" for words in faults(visit, place)]
    assert not wrong, "\n".join(wrong)


def test_tables_and_partners_fit_on_the_narrowest_phone(
    browser: Browser, server: str, evening: DemoEvening, aside: Callable
) -> None:
    """Several names stand side by side there, and long ones in pairs."""
    those = aside(lambda: places_by_reader(evening))["tables"]
    those = [place for place in those if not place.name.startswith("print")]
    random.shuffle(those)
    wrong = []
    with visiting(browser, server, evening, NARROWEST) as visit:
        for place in those if IS_LONG else those[: 2 * SAMPLE]:
            wrong += faults(visit, place)
    assert not wrong, "\n".join(wrong)


def chosen(everywhere: list[Place], view: View) -> list[Place]:
    """All of them, or a sample that is another one in every view."""
    if IS_LONG:
        return everywhere
    return everywhere[VIEWS.index(view) :: len(VIEWS)][:SAMPLE]


def faults(visit: Callable[[Place], Page], place: Place) -> list[str]:
    page = visit(place)
    page.evaluate(TO_THE_END)
    found = AXE.run(page, options=RULES)
    words = [found.generate_report()] if found.violations_count else []
    if page.evaluate(WIDER_THAN_THE_WINDOW):
        words.append("It scrolls sideways.")
    words += [f"No time: {said}" for said in page.evaluate(UNREADABLE_TIMES)]
    return [f"{place.title}: {word}" for word in words]

"""axe finds nothing, by the rules of WCAG 2.0 to 2.2 A and AA, on any page that there is so far."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import LAPTOP, NOWHERE, PHONE
from tests.builders import board_of, make_tournament, win
from tournaments.models import Tournament

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = Axe()


@pytest.fixture
def tournament(transactional_db: None, aside: Callable) -> Tournament:
    def make() -> Tournament:
        made = make_tournament(entrants=11, format_settings={"third_place": True})
        win(board_of(made, 1, 2), 0)
        return made

    return aside(make)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing(
    opened: Callable[..., Page],
    server: str,
    tournament: Tournament,
    viewport: dict[str, int],
    theme: str,
) -> None:
    page = opened(viewport=viewport, color_scheme=theme)
    club = f"/c/{tournament.club.slug}/"
    for path in ("/", club, f"{club}{tournament.slug}/", "/sign-in/", NOWHERE):
        page.goto(server + path)
        found = AXE.run(page, options={"runOnly": TAGS})
        assert not found.violations_count, found.generate_report()

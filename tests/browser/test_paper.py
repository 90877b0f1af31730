"""Slips and bracket as the printer gets them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.test_preparation import sign_in
from tests.builders import make_tournament, owner_of

WIDE = re.compile(rb"/MediaBox \[0 0 (\d+)(?:\.\d+)? (\d+)")


@pytest.mark.parametrize("format", ["A4", "Letter"])
def test_slips_and_bracket_print_as_many_leaves_as_are_shown(
    opened: Callable[..., Page], server: str, aside: Callable, format: str
) -> None:
    tournament = aside(lambda: make_tournament(entrants=32))
    page = opened()
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    room = f"{server}/c/{tournament.club.slug}/{tournament.slug}/print/"
    for paper, leaves, is_wide in (
        ("slips", 4, False),
        ("sheets", 16, False),
        ("bracket", 3, True),
    ):
        page.goto(f"{room}{paper}/")
        assert page.locator(".leaf").count() == leaves
        printed = page.pdf(format=format, prefer_css_page_size=True)
        assert printed.startswith(b"%PDF")
        sizes = [(int(w), int(h)) for w, h in WIDE.findall(printed)]
        assert len(sizes) == leaves, paper
        assert all((width > height) is is_wide for width, height in sizes), paper

"""Slips and bracket as the printer gets them."""

import re
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.test_preparation import sign_in
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of, win
from tournaments.models import Tournament
from tournaments.services.stages.settling import settle_stage

PAPERS = (
    *("slips", "sheets", "bracket", "tables", "tables/?by=name&wall=1", "cards", "roll-call"),
    *("standings", "standings/?reasons", "standings/?wall"),
    *("certificates", "certificates/?design=card", "certificates/?design=way"),
)
OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj", re.DOTALL)
CONTENTS = re.compile(rb"/Contents (\d+) 0 R")
STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
SHOWS_TEXT = re.compile(rb"T[jJ]\b")

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


def sheets_of(printed: bytes) -> list[bool]:
    """The sheets of a print, each with whether anything is written on it."""
    found = dict(OBJECT.findall(printed))
    pages = [one for one in found.values() if re.search(rb"/Type /Page\b", one)]
    written = []
    for page in pages:
        contents = CONTENTS.search(page)
        stream = STREAM.search(found[contents[1]]) if contents else None
        drawn = zlib.decompress(stream[1]) if stream else b""
        written.append(bool(SHOWS_TEXT.search(drawn)))
    return written


def cup(entrants: int, *, until: int) -> Tournament:
    """A knock-out of which so many rounds are over."""
    tournament = make_tournament(entrants=entrants)
    stage = tournament.stages.get()
    for round in range(1, until + 1):
        for number in range(1, 2 ** (entrants.bit_length() - 1 - round) + 1):
            win(board_of(tournament, round, number), 0)
        settle_stage(stage_id=stage.pk, by=DIRECTOR, now=NOW)
    return tournament


@pytest.mark.parametrize(
    "make",
    [lambda: make_tournament(entrants=8, start=False), lambda: cup(8, until=1)],
    ids=["not drawn", "running"],
)
def test_no_sheet_is_blank(
    opened: Callable[..., Page], server: str, aside: Callable, make: Callable[[], Tournament]
) -> None:
    tournament = aside(make)
    page = opened()
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    for paper in PAPERS:
        slash = "" if "?" in paper else "/"
        page.goto(f"{server}/c/{tournament.club.slug}/{tournament.slug}/print/{paper}{slash}")
        written = sheets_of(page.pdf(format="A4", prefer_css_page_size=True))
        assert written, paper
        assert all(written), (paper, written)


def test_the_end_prints_as_many_sheets_as_it_takes(
    opened: Callable[..., Page], server: str, aside: Callable
) -> None:
    tournament = aside(lambda: cup(64, until=6))
    page = opened()
    place = f"{server}/c/{tournament.club.slug}/{tournament.slug}/"
    page.goto(place)
    # The podium with the final table and nothing of the rounds: what one press prints.
    assert sheets_of(page.pdf(format="A4", prefer_css_page_size=True)) == [True]
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    for paper, count in (
        ("standings/", 1),
        ("certificates/", 4),  # two share the third place
        ("certificates/?design=card", 4),
        ("certificates/?design=way&for=8", 8),
    ):
        page.goto(f"{place}print/{paper}")
        printed = page.pdf(format="A4", prefer_css_page_size=True)
        assert sheets_of(printed) == [True] * count, paper
        if paper.startswith("certificates"):
            sizes = [(int(w), int(h)) for w, h in WIDE.findall(printed)]
            assert all(width > height for width, height in sizes), paper

"""Slips and bracket as the printer gets them."""

import re
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from players.models import Club, Player, User
from tests.browser.demo_evening import DemoEvening, make_demo_evening
from tests.browser.places import places_by_reader
from tests.browser.test_preparation import sign_in
from tests.browser.visiting import VIEWS, visiting
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_club,
    make_players,
    make_tournament,
    owner_of,
    win,
)
from tournaments.models import Tournament
from tournaments.services.stages.settling import settle_stage

PAPERS = (
    *("slips", "sheets", "bracket", "tables", "tables/?by=name&wall=1", "cards", "roll-call"),
    *("standings", "standings/?reasons", "standings/?wall"),
    *("certificates", "certificates/?design=card", "certificates/?design=way"),
)
OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj", re.DOTALL)
CONTENTS = re.compile(rb"/Contents (\d+) 0 R")
STREAM = re.compile(rb"stream\r?\n(.*?)\nendstream", re.DOTALL)
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


def test_every_paper_of_the_demo_evening_is_on_sheets_that_are_written_on(
    browser: Browser, server: str, transactional_db: None, aside: Callable
) -> None:
    evening: DemoEvening = aside(make_demo_evening)
    for place in aside(lambda: places_by_reader(evening))["paper"]:
        with visiting(browser, server, evening, VIEWS[-1]) as visit:
            page = visit(place)
            # A list takes the sheets that it takes; a leaf and a certificate one each.
            long, shown = page.locator(".leaf-long").count(), page.locator(".leaf, .cert").count()
            written = sheets_of(page.pdf(format="A4", prefer_css_page_size=True))
            assert written, place.title
            assert all(written), (place.title, written)
            if shown and not long:
                assert len(written) == shown, place.title
            # In black on white, whatever the theme; and no word of a heading in two parts.
            page.emulate_media(media="print")
            assert page.evaluate(BROKEN_HEADINGS) == [], place.title


# The headings of columns of which a word is broken.
BROKEN_HEADINGS = """
() => [...document.querySelectorAll("main thead th")]
  .filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const lines = new Set([...words.getClientRects()].map((box) => Math.round(box.top)));
    return lines.size > Math.max(1, one.textContent.trim().split(/\\s+/).length);
  })
  .map((one) => one.textContent)
"""


@pytest.mark.parametrize(
    ("paper", "sheets"),
    [
        ("standings/", 1),  # about sixty a sheet
        ("standings/?reasons", 2),
        ("standings/?wall", 3),
        ("roll-call/", 2),
        ("tables/", 2),
        ("bracket/", 5),
    ],
)
def test_long_lists_take_few_sheets(
    opened: Callable[..., Page], server: str, aside: Callable, paper: str, sheets: int
) -> None:
    over = not paper.startswith("tables")
    tournament = aside(lambda: cup(64, until=6 if over else 0))
    page = opened()
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    page.goto(f"{server}/c/{tournament.club.slug}/{tournament.slug}/print/{paper}")
    assert sheets_of(page.pdf(format="A4", prefer_css_page_size=True)) == [True] * sheets


LONG_NAME = "Órlaith Nguyễn-Ōshima Erdős y Świętopełk"


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (8, 1), (9, 2), (17, 3)])
def test_passes_are_eight_to_a_sheet_each_inside_its_lines(
    opened: Callable[..., Page], server: str, aside: Callable, count: int, sheets: int
) -> None:
    def make() -> Club:
        club = make_club()
        make_players(club, count - 1)
        Player.objects.create(club=club, name=LONG_NAME)
        return club

    club = aside(make)
    page = opened()
    sign_in(page, server, aside(lambda: owner_of(club).email))
    page.goto(f"{server}/c/{club.slug}/passes/?choose=all")
    page.get_by_role("button", name="Print passes").click()
    page.wait_for_url("**/passes/print/")
    assert page.locator(".player-pass .pass-qr svg").count() == count
    assert sheets_of(page.pdf(format="A4", prefer_css_page_size=True)) == [True] * sheets
    page.emulate_media(media="print")
    page.set_viewport_size(PRINTED)
    assert page.evaluate(SPILT, ".player-pass") == []


# What 190 by 269 mm of a sheet are, in the pixels of the screen.
PRINTED = {"width": 688, "height": 1017}
# The texts that reach out of what they stand in.
SPILT = """
(boxes) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const room = box.getBoundingClientRect();
  return [...box.querySelectorAll("*")]
    .filter((one) => {
      const at = one.getBoundingClientRect();
      return at.bottom > room.bottom + 1 || at.right > room.right + 1;
    })
    .map((one) => one.textContent.trim());
})
"""


LONG_NAMES = (
    "Órlaith Nguyễn-Ōshima Erdős y Świętopełk",
    "Donaudampfschifffahrtsgesellschaftskarte",
    "Die Ōtaru-Śląsk-Knocker vom Erdősplatz e",
    "Wolfgang-Maximilian Wimmer-Mühlenkamp Jr",
)
# What of a certificate is cut off, or lies on something else, or takes more lines than it may.
CRAMPED = """
() => [...document.querySelectorAll(".cert")].flatMap((cert) => {
  const room = cert.getBoundingClientRect();
  const sign = cert.querySelector(".c-sign").getBoundingClientRect();
  const wrong = [];
  for (const one of cert.querySelectorAll("p, dd, dt, li, b, i")) {
    if (one.closest("[aria-hidden]")) continue;
    const words = document.createRange();
    words.selectNodeContents(one);
    const boxes = [...words.getClientRects()];
    const said = one.textContent.trim();
    if (boxes.some((box) => box.right > room.right - 8 || box.left < room.left + 8))
      wrong.push(`over the edge: ${said}`);
    if (!one.closest(".c-sign") && boxes.some((box) => box.bottom > sign.top))
      wrong.push(`on the signatures: ${said}`);
    const lines = new Set(boxes.map((box) => Math.round(box.top)));
    if (one.matches(".c-name, .c-ev") && lines.size > 2) wrong.push(`${lines.size} lines: ${said}`);
  }
  return wrong;
})
"""


@pytest.mark.parametrize("design", ["sheet", "card", "way"])
def test_long_names_stand_whole_on_a_certificate(
    opened: Callable[..., Page], server: str, aside: Callable, design: str
) -> None:
    def make() -> Tournament:
        tournament = cup(4, until=2)
        for seed, name in enumerate(LONG_NAMES, 1):
            tournament.entries.filter(seed=seed).update(name=name)
            tournament.club.players.filter(name=f"Player {seed:04}").update(name=name)
        User.objects.update(language="de")
        tournament.refresh_from_db()
        tournament.name = "Offene Gin-Rummy-Meisterschaft von Łódź 2026"
        tournament.place = "Vereinsheim am Świętokrzyska-Platz, Saal 2"
        tournament.starts_at = NOW
        tournament.save()
        return tournament

    tournament = aside(make)
    page = opened()
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    place = f"{server}/c/{tournament.club.slug}/{tournament.slug}/print/certificates/"
    page.goto(f"{place}?design={design}&for=all")
    assert page.locator("html[lang=de] .cert").count() == 4
    assert page.evaluate(CRAMPED) == []
    written = sheets_of(page.pdf(format="A4", prefer_css_page_size=True))
    assert written == [True] * 4
    page.emulate_media(media="print")
    assert page.evaluate(CRAMPED) == []

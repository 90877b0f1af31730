"""`bin/screens`: every page at both widths and in both themes, on contact sheets.

Each page alone, as it was photographed, is left in `var/screens/`.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from django.utils.text import slugify
from playwright.sync_api import Browser
from pytest_django import Settings

from config.embedded.options import ROOT
from tests.browser.demo_evening import make_demo_evening
from tests.browser.places import Place, places_by_reader
from tests.browser.visiting import VIEWS, View, error_places, visiting

SHEETS = ROOT / "docs" / "screens"
SHOTS = ROOT / "var" / "screens"
TALLEST = 2400  # of a page on a sheet, in its own pixels
ROWS = 8  # pages a sheet
QUALITY = 60
SCALE = {390: 0.55, 1280: 0.45}
STYLE = """
body { margin: 24px; background: #777; color: #fff; font: 600 18px/1.4 sans-serif }
h1 { font-size: 24px } h2 { margin: 24px 0 6px; font-size: 18px }
div { display: flex; align-items: start; gap: 12px } img { display: block }
"""


def test_contact_sheets(
    browser: Browser,
    server: str,
    transactional_db: None,
    aside: Callable,
    settings: Settings,
) -> None:
    settings.OPEN_SIGN_UP = True
    evening = aside(make_demo_evening)
    groups = aside(lambda: places_by_reader(evening)) | {"errors": error_places()}
    everywhere = [place for group in groups.values() for place in group]
    for folder in (SHEETS, SHOTS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for view in VIEWS:
        with visiting(browser, server, evening, view) as visit:
            for place in everywhere:
                page = visit(place)
                height = page.evaluate("document.documentElement.scrollHeight")
                page.screenshot(
                    path=shot(place, view),
                    type="jpeg",
                    quality=90,
                    full_page=True,
                    animations="disabled",
                    clip={"x": 0, "y": 0, "width": view.width, "height": min(height, TALLEST)},
                )
    for name, group in groups.items():
        for number, rows in enumerate(parts(group), 1):
            photograph(browser, f"{name}-{number}", rows)


def shot(place: Place, view: View) -> Path:
    return SHOTS / f"{slugify(place.title)}.{view.name}.jpg"


def parts(group: list[Place]) -> Iterator[list[Place]]:
    for start in range(0, len(group), ROWS):
        yield group[start : start + ROWS]


def photograph(browser: Browser, name: str, rows: list[Place]) -> None:
    """The sheet is a page of pictures, and a picture of that page."""
    source = SHOTS / f"{name}.html"
    source.write_text(f"<style>{STYLE}</style><h1>{name}</h1>{''.join(map(row, rows))}")
    with browser.new_page(viewport={"width": 1680, "height": 900}) as page:
        page.goto(source.as_uri())
        page.screenshot(path=SHEETS / f"{name}.jpg", type="jpeg", quality=QUALITY, full_page=True)
    source.unlink()


def row(place: Place) -> str:
    pictures = "".join(
        f'<img src="{shot(place, view).name}" width="{view.width * SCALE[view.width]:.0f}">'
        for view in VIEWS
    )
    return f"<h2>{place.title} &nbsp; {place.path}</h2><div>{pictures}</div>"

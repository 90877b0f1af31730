"""Going through the places of the demo evening in one of the four views."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.template.loader import render_to_string
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.demo_evening import DemoEvening
from tests.browser.places import Place
from tests.browsers import CLUB_HOST

# What the browser notes in its console: an answer of 400 or more, the blocked service worker.
_EXPECTED = (
    "Failed to load resource: the server responded with a status of 4",
    "Service Worker registration blocked by Playwright",
)
# Pages that no address leads to: one template each.
ERRORS = ("400", "403", "403_csrf", "404", "409", "429", "500")


@dataclass(frozen=True, slots=True)
class View:
    """How wide a window is, and in which theme."""

    name: str
    width: int
    height: int
    theme: str


VIEWS = [
    View(f"{device}-{theme}", size["width"], size["height"], theme)
    for device, size in (("phone", PHONE), ("laptop", LAPTOP))
    for theme in ("light", "dark")
]


def error_places() -> list[Place]:
    """The pages that say what went wrong."""
    return [Place(f"error {name}", f"/errors/{name}/") for name in ERRORS]


@contextmanager
def visiting(
    browser: Browser, server: str, evening: DemoEvening, view: View
) -> Iterator[Callable[[Place], Page]]:
    """Opens places one after the other, each as its reader; none may complain."""
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            complaints.append(f"{page.url}: {message.text}")

    size = {"width": view.width, "height": view.height}
    # A service worker would take the pages of errors from under the route.
    context = browser.new_context(viewport=size, color_scheme=view.theme, service_workers="block")
    context.route("**/errors/*/", _answer_with_error)
    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))

    def visit(place: Place) -> Page:
        _become(context, server, evening.sessions.get(place.reader))
        page.goto(_host_of(place, server) + place.path)
        if place.press:
            page.get_by_role("button", name=place.press).click()
            page.wait_for_load_state()
        return page

    yield visit
    context.close()
    assert not complaints, "\n".join(complaints)


def _host_of(place: Place, server: str) -> str:
    """What no server has answered may not load the styles of a private address: the browser takes
    it as from outside, where the name is no secure context."""
    is_made_here = place.path.startswith("/errors/")
    return server.replace(CLUB_HOST, "127.0.0.1") if is_made_here else server


def _become(context: BrowserContext, server: str, session: str | None) -> None:
    context.clear_cookies()
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": server}])


def _answer_with_error(route: Route) -> None:
    name = route.request.url.rstrip("/").rpartition("/")[2]
    route.fulfill(body=render_to_string(f"{name}.html"), content_type="text/html")

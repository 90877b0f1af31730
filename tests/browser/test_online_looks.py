"""What a look at an online table leaves alone: what was done, what is typed, and the focus."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect

from games.engine.gin.fair.words import word_hash
from tests.browser.conftest import PHONE, watch
from tests.browser.test_online_moves import page, table
from tests.browser.test_phrases import PlayedHand, enter, say, session_of
from tests.browsers import CLUB_HOST
from tests.online import OnlineEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["enter", "page", "table"]

TABLE = re.compile(r"/table/$")
LOOK = "document.dispatchEvent(new Event('live:behind'))"


class Seating:
    """A match before its first hand: the other player has sat down already."""

    def __init__(self) -> None:
        self.event = OnlineEvent(rules={"first_dealer": "random"})
        tournament = self.event.tournament
        place = [tournament.club.slug, tournament.slug, self.event.board.match_id]
        self.path = reverse("online_table", args=place)
        self.session = session_of(self.event.users[0])
        self.event.ready(1)

    def is_committed(self) -> bool:
        return self.event.view()["seating"]["word_hashes"][0] is not None

    def commit_other(self) -> None:
        self.event.ready(1, word_hash=word_hash("of the opponent"))

    def open_other(self) -> None:
        self.event.ready(1, word="of the opponent")


@pytest.fixture
def seating(server: str, aside: Callable) -> Seating:
    return aside(Seating)


@pytest.fixture
def sitting(seating: Seating, server: str, opened: Callable[..., Page]) -> Page:
    """The page of who is to sit down."""
    page = opened(viewport=PHONE, expected=("[object HTMLDivElement]",))
    page.context.add_cookies([{"name": "sessionid", "value": seating.session, "url": server}])
    watch(page, server + seating.path)
    return page


@pytest.fixture
def played(server: str, aside: Callable) -> PlayedHand:
    return aside(PlayedHand)


def hold(page: Page, method: str) -> list[Callable[[], None]]:
    """The next such request to the table reaches the server at once; its answer reaches the page
    when what will be in the list is called."""
    held: list[Callable[[], None]] = []

    def keep(route: Route) -> None:
        if held or route.request.method != method:
            route.continue_()
            return
        # Only the browser knows the name of the host.
        asked = route.request
        headers = asked.all_headers() | {"host": urlsplit(asked.url).netloc}
        answer = route.fetch(url=asked.url.replace(CLUB_HOST, "127.0.0.1"), headers=headers)
        held.append(lambda: route.fulfill(response=answer))

    page.route(TABLE, keep)
    return held


def wait_for(page: Page, held: list[Callable[[], None]]) -> Callable[[], None]:
    """How to let go what is held, as soon as the server has answered."""
    deadline = time.monotonic() + 30
    while not held:
        assert time.monotonic() < deadline, "nothing was asked of the table"
        page.wait_for_timeout(10)
    return held[0]


def hold_look(page: Page) -> Callable[[], None]:
    """Have the page look at its table; its answer is held until this is called."""
    held = hold(page, "GET")
    page.evaluate(LOOK)
    return wait_for(page, held)


def is_look(asked: Request) -> bool:
    return asked.method == "GET" and TABLE.search(asked.url) is not None


def looks_of(page: Page) -> list[str]:
    """Fills up with the looks of the page."""
    looks: list[str] = []
    page.on("request", lambda asked: looks.append(asked.url) if is_look(asked) else None)
    return looks


def wait_until_present(page: Page) -> None:
    """Until the page shows that its own player is there: no look follows from that any more."""
    expect(page.locator("#live")).to_have_attribute("data-present", re.compile("1"))


def look(page: Page) -> None:
    """Have the page look at its table, until it shows what has come."""
    page.evaluate("document.getElementById('live').dataset.old = ''")
    page.evaluate(LOOK)
    expect(page.locator("#live:not([data-old])")).to_be_attached()


def test_a_look_from_before_a_phrase_is_dropped(
    played: PlayedHand, enter: Callable[[str, str], Page]
) -> None:
    page = enter(played.sessions[0], played.path)
    let_go = hold_look(page)
    page.get_by_role("button", name=re.compile("^Mute")).click()
    heard_again = page.get_by_role("button", name="Hear their phrases again")
    expect(heard_again).to_be_visible()
    with page.expect_request(is_look):  # it looks anew
        let_go()
    look(page)
    expect(heard_again).to_be_visible()


def test_a_look_in_the_middle_of_a_press_waits_for_its_end(page: Page) -> None:
    wait_until_present(page)
    let_go = hold_look(page)
    button = page.get_by_role("button", name="Draw from the stock")
    box = button.bounding_box()
    assert box is not None
    page.evaluate("document.getElementById('live').dataset.old = ''")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    with page.expect_event("requestfinished", is_look):
        let_go()
    page.wait_for_timeout(200)
    expect(page.locator("#live[data-old]")).to_be_attached()
    page.mouse.up()
    expect(page.locator(".ot-card")).to_have_count(11)


def test_no_look_follows_ones_own_move(page: Page) -> None:
    """Though the socket tells of it before the form is answered."""
    wait_until_present(page)
    page.evaluate(
        """() => {
          const before = Number(document.getElementById("live").dataset.version);
          document.addEventListener("live:frame", ({ detail }) => {
            window.isTold ||= detail.version > before;
          });
        }"""
    )
    looks, held = looks_of(page), hold(page, "POST")
    page.get_by_role("button", name="Draw from the stock").click()
    page.wait_for_function("() => window.isTold")
    wait_for(page, held)()
    expect(page.locator(".ot-card")).to_have_count(11)
    page.wait_for_timeout(500)
    assert not looks


def test_what_is_typed_outlasts_a_look(sitting: Page) -> None:
    word = sitting.get_by_label("A word of your own")
    word.press_sequentially("seven of")
    look(sitting)
    expect(word).to_be_focused()
    sitting.keyboard.type(" hearts")
    expect(word).to_have_value("seven of hearts")


def test_the_focus_stays_where_it_was(page: Page) -> None:
    for button in (
        page.locator(".ot-buttons button").last,
        page.get_by_role("button", name="Move left"),
    ):
        button.focus()
        look(page)
        expect(button).to_be_focused()


def test_how_it_stands_is_said_however_much_there_is_to_say(page: Page) -> None:
    page.evaluate(
        """() => {
          for (const number of [1, 2, 3, 4]) {
            const more = document.createElement("p");
            Object.assign(more, { id: `more-${number}`, textContent: "as before" });
            more.dataset.said = "";
            document.body.prepend(more);
            document.addEventListener("htmx:afterSwap", () => (more.textContent = "changed"));
          }
          document.getElementById("table-said").textContent = "as before";
        }"""
    )
    look(page)
    said = page.locator("#table-said").inner_text()
    expect(page.locator("#news")).to_have_text(f"{said} changed changed More has changed.")


def test_a_phrase_that_could_not_be_sent_says_so(
    played: PlayedHand, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(viewport=PHONE, expected=("[object HTMLElement]", "[object HTMLDivElement]"))
    page.context.add_cookies([{"name": "sessionid", "value": played.sessions[0], "url": server}])
    watch(page, server + played.path)
    page.context.set_offline(True)
    say(page, "Well played")
    not_sent = page.get_by_role("alert").filter(has_text="Not sent")
    expect(not_sent).to_be_in_viewport()
    page.context.set_offline(False)
    say(page, "Well played")
    expect(page.locator("#phrase-0")).to_contain_text("Well played")
    expect(not_sent).to_be_hidden()


def test_a_step_that_was_not_sent_is_taken_again(
    seating: Seating, sitting: Page, aside: Callable
) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        if not lost and "act=hash" in (route.request.post_data or ""):
            lost.append(route.request.url)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    sitting.route(TABLE, lose)
    sitting.get_by_role("button", name="Sit down").click()
    expect(sitting.get_by_label("A word of your own")).to_have_count(0)
    expect(sitting.locator("#step")).to_have_count(0)
    assert lost
    assert aside(seating.is_committed)


def test_a_look_that_hangs_is_given_up(page: Page) -> None:
    """The next one comes by itself."""
    page.evaluate(
        """() => document.addEventListener("htmx:configRequest", ({ detail }) => {
          window.limit = detail.timeout;
          detail.timeout = 300;
        }, { once: true })"""
    )
    page.route(TABLE, lambda _route: None, times=1)
    look(page)
    assert page.evaluate("window.limit") == 10_000


def test_the_word_is_opened_by_another_page_of_the_browser(
    seating: Seating, sitting: Page, server: str, aside: Callable
) -> None:
    sitting.get_by_label("A word of your own").fill("seven of hearts")
    sitting.get_by_role("button", name="Sit down").click()
    expect(sitting.get_by_label("A word of your own")).to_have_count(0)
    expect(sitting.locator("#step")).to_have_count(0)
    page = sitting.context.new_page()
    sitting.close()
    aside(seating.commit_other)
    aside(seating.open_other)
    watch(page, server + seating.path)
    page.locator("#fair").click()
    expect(page.locator(".ot-fair")).to_contain_text("seven of hearts")
    words = "Object.keys(localStorage).filter((one) => one.includes('word'))"
    assert page.evaluate(words) == []

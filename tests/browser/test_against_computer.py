"""A new visitor with a telephone plays a hand against the computer."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from config.celery import app
from games.engine.gin.bots.levels import LEVELS
from games.models import Match, TableEvent
from tests.browser.conftest import PHONE
from tests.browser.online_players import OnlinePlayer, Tapping, Typing, session_of
from tests.browser.test_accessibility import AXE, RULES
from tests.browser.thumb import Thumb
from tests.builders import make_club, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def idle() -> Iterator[Callable[[], None]]:
    """From the call on nobody works: what the computer is asked for stays in the queue."""
    yield lambda: setattr(app.conf, "task_always_eager", False)
    app.conf.task_always_eager = True


def test_one_tap_from_the_front_page_to_the_first_cards(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    aside(make_club)  # a server without one has nothing but its set-up
    thumb = Thumb(opened(viewport=PHONE))
    thumb.page.goto(server)
    thumb.press("Play a hand")
    expect(thumb.page.locator(".ot-hand [data-card]")).not_to_have_count(0)
    assert thumb.taps <= 2
    expect(thumb.page.get_by_text("Computer (Club)").first).to_be_visible()
    person, page = OnlinePlayer(thumb.page, Tapping), thumb.page
    for _ in range(8):  # the computer's turns come and go meanwhile
        wait_for(page, person.is_asked)
        before = person.version
        person.act()
        wait_for(page, lambda before=before: person.version != before)


@pytest.mark.sampled
@pytest.mark.parametrize("level", [level.code for level in LEVELS])
def test_a_game_is_played_to_its_end_against_each_level(
    server: str, aside: Callable, opened: Callable[..., Page], level: str
) -> None:
    aside(make_club)
    page = opened(viewport=PHONE)
    page.goto(server)
    page.locator(f'[name="bot"][value="{level}"]').click()
    person = OnlinePlayer(page, Typing)
    said = page.locator("#table-said")
    while "This match is over." not in said.inner_text():
        wait_for(page, lambda: person.is_asked() or "This match is over." in said.inner_text())
        before = person.version
        if person.is_asked():
            person.act()
            wait_for(page, lambda before=before: person.version != before)
        expect(page.locator("#live [role=alert]:visible")).to_have_count(0)
    match = aside(Match.objects.get)
    assert (match.rules["target"], max(match.games_won)) == (100, 1)


def test_an_opponent_of_ones_own_is_made_and_played_against(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    session = aside(lambda: session_of(make_user("Ada")))
    page = opened(viewport=PHONE, expected=("400 (Bad Request)",))
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(f"{server}/play/opponents/")
    page.get_by_role("link", name="Make an opponent of your own").click()
    page.get_by_role("link", name="Signor Vento").click()
    page.get_by_label("Name").fill("Aunt Max")
    page.get_by_role("radio", name="Old Mats").check()
    page.get_by_label("Caution, percent").fill("301")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("less than or equal to 300")).to_be_visible()
    assert AXE.run(page, options=RULES).response["violations"] == []
    page.get_by_label("Caution, percent").fill("300")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Aunt Max is one of your opponents now.")).to_be_visible()
    page.get_by_role("radio", name="Straight").check()
    page.keyboard.press("Enter")  # seats nobody
    page.wait_for_url("**/play/opponents/?game=straight")
    expect(page.get_by_role("radio", name="Straight")).to_be_checked()
    page.get_by_role("button", name="Play Aunt Max").click()
    expect(page.locator(".ot-seat .face")).to_be_visible()
    expect(page.locator(".ot-seat").get_by_text("Aunt Max").first).to_be_visible()
    person = OnlinePlayer(page, Tapping)
    wait_for(page, person.is_asked)
    before = person.version
    person.act()
    wait_for(page, lambda: person.version != before)


@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("de", "dark")])
def test_nothing_of_a_hint_is_in_the_way_of_a_screen_reader(
    server: str, aside: Callable, opened: Callable[..., Page], locale: str, scheme: str
) -> None:
    aside(make_club)
    page = opened(viewport=PHONE, locale=locale, color_scheme=scheme)
    page.goto(f"{server}/play/opponents/")
    page.check('[name="game"][value="straight"]')
    page.click('[name="bot"][value="kit"]')
    expect(page.locator(".ot-seat .face")).to_be_visible()
    page.locator("#ask-hint").click(timeout=30_000)
    expect(page.locator("#hint li").first).to_be_visible()
    assert AXE.run(page, options=RULES).response["violations"] == []


def test_a_computer_that_is_late_is_said_to_be(
    server: str, aside: Callable, opened: Callable[..., Page], idle: Callable[[], None]
) -> None:
    aside(make_club)
    page = opened(viewport=PHONE)
    page.clock.install()
    page.goto(server)
    page.get_by_role("button", name="Play a hand").click()
    person = OnlinePlayer(page, Tapping)
    wait_for(page, person.is_asked)
    idle()
    while person.is_asked():
        before = person.version
        person.act()
        wait_for(page, lambda before=before: person.version != before)
    moves = aside(lambda: TableEvent.objects.filter(kind="action").count())
    late = page.locator("#late")
    page.clock.run_for(8_000)
    expect(late).to_be_hidden()
    page.clock.run_for(4_000)
    expect(late).to_be_visible()
    expect(page.locator("#news")).to_contain_text("takes longer than usual")
    assert aside(lambda: TableEvent.objects.filter(kind="action").count()) == moves


def wait_for(page: Page, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, page.locator("#live").inner_text()
        page.wait_for_timeout(20)  # time.sleep would keep Playwright from listening

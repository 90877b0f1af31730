"""A spectator's page: always new, whatever happens to its socket."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from players.models import ApiToken
from tests.browser.conftest import PHONE, watch
from tests.browsers import CLUB_HOST
from tests.builders import board_of, make_tournament, owner_of
from tournaments.models import Tournament

pytestmark = pytest.mark.sampled


class Evening:
    """A tournament of four that its owner runs through the API, and a page that watches it."""

    def __init__(self, server: str, tournament: Tournament, token: str, page: Page) -> None:
        self.server = server
        self.tournament = tournament
        self.headers = {"Authorization": f"Token {token}"}
        self.page = page
        self.fetches = 0
        page.on("request", self._count)

    def _count(self, request: object) -> None:
        self.fetches += "hx-request" in request.headers

    @property
    def address(self) -> str:
        return f"{self.server}/c/{self.tournament.club.slug}/{self.tournament.slug}/"

    def watch(self) -> None:
        watch(self.page, self.address)

    def post(self, number: int, what: str, body: dict[str, object]) -> None:
        match = board_of(self.tournament, 1, number).match
        response = self.page.request.post(
            # Only the browser knows the club's host by its name.
            f"{self.server.replace(CLUB_HOST, '127.0.0.1')}/api/v1/matches/{match.pk}/{what}/",
            data={"version": match.version, **body},
            headers=self.headers,
        )
        assert response.ok, response.text()

    def win(self, number: int) -> None:
        """The first seat of a semi-final wins it 3-1."""
        self.post(number, "result", {"games_won": [3, 1]})


@pytest.fixture
def evening(server: str, aside: Callable, opened: Callable[..., Page]) -> Evening:
    tournament = aside(make_tournament)
    _, token = ApiToken.objects.create(owner_of(tournament.club))
    return Evening(server, tournament, token, opened())


def test_the_bracket_changes_with_a_result(
    evening: Evening, figure: Callable[[str, object], None]
) -> None:
    page = evening.page
    evening.watch()
    final = page.locator("#round-2 .nm")
    expect(final.nth(0)).to_have_text("Winner of semi-final 1")
    evening.win(1)
    answered = time.monotonic()
    expect(final.nth(0)).to_have_text("Player 0001")
    took = round(time.monotonic() - answered, 3)
    figure("seconds from the answer to a result until the spectator's bracket shows it", took)
    expect(page.locator("#match-1-1")).to_have_text(
        "Semi-final 1: Player 0001 beat Player 0004, 3–1."
    )


def test_the_losers_bracket_says_who_comes_in_words_that_fit(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    double = aside(lambda: make_tournament(entrants=16, format="double_elimination"))
    address = f"{server}/c/{aside(lambda: double.club.slug)}/{double.slug}/"
    page = opened()
    page.goto(address)
    coming = page.locator("#losers-3 .from .nm")
    for number, match in enumerate((4, 3, 2, 1)):
        expect(coming.nth(number)).to_be_visible()
        assert coming.nth(number).inner_text().strip() == f"Loser of match {match}"
        assert coming.nth(number).evaluate("it => it.scrollWidth <= it.clientWidth")
    expect(page.locator("#losers-3 h3 .comes")).to_have_text("Losers of Winners' round 2")
    expect(page.locator("#losers-4 .tbd .nm").first).to_be_hidden()
    phone = opened(viewport=PHONE)
    phone.goto(address)
    full = phone.locator("#losers-2 .from .nm").first
    assert full.inner_text().strip() == "Loser of Winners' round 1, match 1"


def test_a_hand_shows_its_points(evening: Evening) -> None:
    evening.watch()
    evening.post(
        1,
        "hands",
        {"kind": "knock", "knocker": 1, "knocker_count": 4, "defender_count": 31},
    )
    card = evening.page.locator(".seat").first
    expect(card).to_contain_text("Game 1, hand 2")
    expect(card.locator(".p").nth(1)).to_contain_text("27")


def test_a_live_region_says_what_changed_and_nothing_else(evening: Evening) -> None:
    evening.watch()
    news = evening.page.locator("#news")
    expect(news).to_be_empty()
    evening.win(2)
    expect(news).to_have_text(
        "Semi-final 2: Player 0002 beat Player 0003, 3–1. "
        "Final: Winner of semi-final 1 against Player 0002."
    )


def test_every_frame_of_a_quick_series_ends_in_the_last_state(evening: Evening) -> None:
    evening.watch()
    for _ in range(6):
        evening.post(1, "hands", {"kind": "void"})
    expect(evening.page.locator(".seat").first).to_contain_text("Game 1, hand 7")


class Line:
    """The wire between page and server, which can be cut or go deaf."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.deaf = False
        self.told: list[str] = []
        self.opened: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        self.opened.append(route)
        server = route.connect_to_server()
        server.on_message(lambda message: self._tell(str(message), route))
        route.on_message(lambda message: self.deaf or server.send(message))

    def _tell(self, message: str, page: WebSocketRoute) -> None:
        self.told.append(message)
        if not self.deaf:
            page.send(message)

    def wait_until_told(self, word: str) -> None:
        deadline = time.monotonic() + 60
        while not any(word in message for message in self.told):
            assert time.monotonic() < deadline, f"{word!r} was not told"
            self.page.wait_for_timeout(10)  # time.sleep would keep Playwright from listening

    def lose_result(self, evening: Evening) -> None:
        """Win the first semi-final while the line is deaf: all that is told of it is lost."""
        self.deaf = True
        evening.win(1)
        for part in ("results", "bracket", "standings"):
            self.wait_until_told(part)


@pytest.fixture
def line(evening: Evening) -> Line:
    """The page is open on a wire of ours, and its clock is ours as well."""
    line = Line(evening.page)
    evening.page.clock.install()
    evening.page.goto(evening.address)
    evening.page.wait_for_function("() => window.htmx")
    line.wait_until_told("version")
    return line


def test_a_lost_frame_is_made_good_by_a_question_every_20_seconds(
    evening: Evening, line: Line
) -> None:
    line.lose_result(evening)
    line.deaf = False
    said = evening.page.locator("#match-1-1")
    expect(said).not_to_contain_text("beat")
    evening.page.clock.run_for(20_000)
    expect(said).to_contain_text("beat")


def test_a_page_that_wakes_asks_at_once(evening: Evening, line: Line) -> None:
    line.lose_result(evening)
    line.deaf = False
    evening.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(evening.page.locator("#match-1-1")).to_contain_text("beat")


def test_a_cut_socket_is_opened_again_and_told_what_it_missed(evening: Evening, line: Line) -> None:
    line.opened[0].close(code=1012)
    evening.win(1)
    evening.page.clock.run_for(1_000)
    expect(evening.page.locator("#match-1-1")).to_contain_text("beat")
    assert len(line.opened) == 2


def test_a_socket_that_no_longer_answers_is_replaced(evening: Evening, line: Line) -> None:
    line.lose_result(evening)
    evening.page.clock.run_for(20_000)
    line.deaf = False
    evening.page.clock.run_for(5_000)
    expect(evening.page.locator("#match-1-1")).to_contain_text("beat")


def test_without_any_socket_the_page_asks_for_itself(evening: Evening) -> None:
    page = evening.page
    page.route_web_socket("**/ws/**", lambda route: route.close(code=1013))
    page.clock.install()
    page.goto(evening.address)
    evening.win(1)
    page.clock.run_for(20_000)
    expect(page.locator("#match-1-1")).to_contain_text("beat")


def test_an_older_version_fetches_nothing(evening: Evening, line: Line) -> None:
    page = evening.page
    shown = int(page.locator("#live").get_attribute("data-version"))
    line.opened[0].send(f'{{"topic": "x", "version": {shown - 1}, "changed": []}}')
    line.opened[0].send(f'{{"topic": "x", "version": {shown}, "changed": []}}')
    page.clock.run_for(1_000)
    assert evening.fetches == 0
    evening.win(1)
    expect(page.locator("#match-1-1")).to_contain_text("beat")
    assert evening.fetches >= 1


def test_a_tournament_that_is_gone_is_not_asked_for_again(evening: Evening, line: Line) -> None:
    line.opened[0].close(code=4404)
    evening.page.clock.run_for(60_000)
    assert len(line.opened) == 1


def test_the_chosen_round_and_the_focus_stay_when_the_page_is_renewed(
    evening: Evening, opened: Callable[..., Page]
) -> None:
    phone = opened(viewport=PHONE)
    evening.page = phone
    evening.watch()
    final = phone.get_by_role("tab", name="Final", exact=True)
    final.click()
    evening.win(1)
    expect(phone.locator("#round-2 .nm").first).to_have_text("Player 0001")
    expect(final).to_have_attribute("aria-selected", "true")
    expect(final).to_be_focused()
    expect(phone.locator("#round-1 h3")).to_be_hidden()

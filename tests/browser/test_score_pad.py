"""A match is written down at the table: on a referee's phone with a network that goes away, and by
its two players who do not agree at once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect

from games.models import HandFact, Match
from games.selectors.matches import match_record
from players.models import Player, User
from tests.browser.conftest import LAPTOP, PHONE
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, owner_of
from tournaments.models import Board, Tournament
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled]

# What the browser and htmx note when an answer is refused or does not come, as it should here.
EXPECTED = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest")


LOOK = "document.dispatchEvent(new Event('live:behind'))"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in browsers of their own; in the end no script may have complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            complaints.append(message.text)

    def new_page(**options: object) -> Page:
        context = browser.new_context(**{"viewport": LAPTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield new_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def board(aside: Callable) -> Board:
    """Anna against Nuño, the best of five."""

    def make() -> Board:
        made = make_tournament(entrants=2, start=False)
        for number, name in enumerate(("Anna Šimek", "Nuño García"), 1):
            Player.objects.filter(club=made.club, name=f"Player {number:04}").update(
                name=name, user=make_user(name)
            )
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        return board_of(made, 1, 1)

    return aside(make)


def tournament_of(board: Board) -> Tournament:
    return board.pairing.round.stage.tournament


def address(server: str, board: Board, page: str = "") -> str:
    tournament = tournament_of(board)
    return f"{server}/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/{page}"


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def sign_in(page: Page, server: str, session: str) -> None:
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server}
    page.context.add_cookies([cookie])


def phone_of(opened: Callable[..., Page], server: str, aside: Callable, user: Any) -> Page:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    sign_in(page, server, aside(lambda: session_of(user())))
    return page


def type_count(page: Page, count: int) -> None:
    for digit in str(count):
        page.get_by_role("button", name=digit, exact=True).tap()


def type_hand(page: Page, knocker: int, held: int, left: int) -> None:
    """Who, the knocker's count, the defender's; the pad goes from one to the other by itself."""
    page.locator(".seg-big label").nth(knocker).tap()
    type_count(page, held)
    if held == 1:
        page.get_by_role("button", name="Next", exact=True).tap()
    type_count(page, left)


def save(page: Page) -> None:
    page.locator(".entry .btn-main").tap()


def hand(page: Page, knocker: int, held: int, left: int) -> None:
    type_hand(page, knocker, held, left)
    save(page)


@pytest.mark.browser
def test_a_referee_writes_down_a_best_of_five_on_their_phone(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))

    # What it will score is said before it is saved.
    type_hand(page, 0, 4, 19)
    expect(page.locator("#verdict")).to_contain_text("15 to Anna")
    expect(page.locator("#verdict")).to_contain_text("0 to 15")
    save(page)
    expect(page.locator("#verdict")).to_contain_text("Saved: Knock")

    # A wrong hand: tapped, said anew.
    hand(page, 1, 3, 27)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    page.get_by_role("link", name="Correct hand 2: Knock 3 v 27").tap()
    expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
    page.get_by_label("Nuño’s count").tap()
    type_count(page, 8)
    expect(page.locator("#verdict")).to_contain_text("27 − 8")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator(".pad")).to_contain_text("Knock 8 v 27")

    # The network goes away: two hands wait, in sight, also after a reload; none is doubled.
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    page.context.set_offline(True)
    hand(page, 0, 2, 42)
    expect(page.locator("#outbox")).to_contain_text("Not saved yet: hand 3 of game 1")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    type_hand(page, 0, 1, 21)
    expect(page.locator("#verdict")).to_contain_text("Counted when saved")
    page.locator(".entry .btn-main").dblclick()
    expect(page.locator("#outbox")).to_contain_text("hand 3 of game 1, hand 4 of game 1")
    assert aside(HandFact.objects.filter(superseded_at=None).count) == 2
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_be_empty()
    expect(page.locator(".pad")).to_contain_text("Knock 1 v 21")
    assert aside(HandFact.objects.filter(superseded_at=None).count) == 4

    # The game ends by itself, with a pause to check; then the next one.
    type_hand(page, 0, 1, 61)
    expect(page.locator("#verdict")).to_contain_text("Game 1 to Anna, 135–19.")
    # A double tap.
    page.locator(".entry .btn-main").dblclick()
    expect(page.get_by_role("heading", name="Game 1 to Anna, 135–19.")).to_be_visible()
    page.get_by_role("link", name="Start game 2").tap()
    for knocker, game in ((1, 2), (0, 3), (1, 4), (1, 5)):
        for count in (1, 2):
            hand(page, knocker, 2, 72)
            if count == 1:
                expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
        if game < 5:
            page.get_by_role("link", name=f"Start game {game + 1}").tap()
            expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    expect(page.get_by_role("heading", name="Nuño García wins the match, 3–2.")).to_be_visible()
    assert aside(HandFact.objects.filter(superseded_at=None).count) == 5 + 4 * 2
    record = aside(lambda: match_record(Match.objects.get(pk=board.match_id)))
    assert (record.state, record.score.games_won) == ("finished", (2, 3))


@pytest.mark.browser
def test_what_waits_is_saved_after_a_reload_too(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    page.route(
        "**/pad/",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    hand(page, 0, 4, 19)
    expect(page.locator("#outbox")).to_contain_text("Not saved yet: hand 1 of game 1")
    page.unroute("**/pad/")
    page.reload()
    expect(page.locator("#outbox")).to_be_empty()
    expect(page.locator(".pad")).to_contain_text("Knock 4 v 19")
    assert aside(HandFact.objects.count) == 1


@pytest.mark.browser
def test_a_hand_is_written_down_by_keyboard_alone(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    page = opened()
    sign_in(page, server, aside(lambda: session_of(owner_of(tournament_of(board).club))))
    page.goto(address(server, board, "pad/"))
    page.locator("[name=knocker]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.type("419")
    expect(page.locator("#verdict")).to_contain_text("15 to Anna")
    page.keyboard.press("Enter")
    expect(page.locator(".pad")).to_contain_text("Knock 4 v 19")
    expect(page.locator(".entry [name=knocker]").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("327")
    page.keyboard.press("Enter")
    expect(page.locator(".pad")).to_contain_text("Knock 3 v 27")


@pytest.mark.browser
def test_two_phones_at_one_match(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    """The sheet comes to the other phone by itself; what is typed there stays and is not taken
    for another hand."""
    match = board.match
    users = [aside(lambda seat=seat: match.seats.get(seat=seat).player.user) for seat in (0, 1)]
    anna, nuno = (phone_of(opened, server, aside, lambda user=user: user) for user in users)
    for page in (anna, nuno):
        page.goto(address(server, board, "pad/"))
    type_hand(nuno, 0, 4, 18)
    hand(anna, 0, 4, 19)
    expect(nuno.locator(".pad")).to_contain_text("Knock 4 v 19")
    expect(nuno.locator("[name=count_1]")).to_have_value("18")
    save(nuno)
    expect(nuno.get_by_role("alert")).to_contain_text("Hand 1 of game 1 was saved: Knock 4 v 19")
    expect(nuno.locator("[name=count_1]")).to_have_value("18")
    nuno.get_by_role("link", name="Drop mine").tap()
    expect(nuno.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert aside(HandFact.objects.count) == 1


@pytest.mark.browser
def test_digits_of_the_pads_own_keys_stay_when_the_other_phone_saves(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    owner, director = (
        phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
        for _phone in range(2)
    )
    owner.goto(address(server, board, "pad/"))
    hand(owner, 0, 4, 19)
    expect(owner.get_by_role("heading", name="Hand 2")).to_be_visible()
    director.goto(address(server, board, "pad/?hand=1"))
    director.get_by_label("Nuño’s count").tap()
    type_count(director, 28)
    hand(owner, 1, 3, 27)
    expect(director.locator(".pad")).to_contain_text("Knock 3 v 27")
    expect(director.locator("[name=count_1]")).to_have_value("28")


@pytest.mark.browser
def test_what_was_chosen_for_a_hand_is_not_chosen_for_the_next(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    """A look that finds nothing new, and one behind the answer to the form, leave nothing of the
    hand to the next one."""
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    held: list[Route] = []
    type_hand(page, 0, 4, 19)
    expect(page.locator("#verdict")).to_contain_text("15 to Anna")
    expect(page.locator("#live :active")).to_have_count(0)  # a press holds up every look
    page.evaluate(told("htmx:beforeSwap"))
    page.evaluate(LOOK)
    expect(page.locator("[data-told='htmx:beforeSwap']")).to_have_count(1)
    page.route("**/pad/", lambda route: held.append(route), times=1)
    with page.expect_request("**/pad/"):
        page.evaluate(LOOK)
    save(page)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    page.evaluate(told("htmx:afterSettle"))
    held[0].continue_()
    expect(page.locator("[data-told='htmx:afterSettle']")).to_have_count(1)
    type_hand(page, 0, 5, 40)
    expect(page.locator("[name=count_0]")).to_have_value("5")
    expect(page.locator("[name=count_1]")).to_have_value("40")


def told(event: str) -> str:
    """A script that notes on the page that an event has come."""
    return f"addEventListener('{event}', () => {{ document.body.dataset.told = '{event}'; }})"


@pytest.mark.browser
def test_two_players_report_dispute_and_confirm(
    server: str, board: Board, opened: Callable[..., Page], aside: Callable
) -> None:
    match = board.match
    users = [aside(lambda seat=seat: match.seats.get(seat=seat).player.user) for seat in (0, 1)]
    anna, nuno = (phone_of(opened, server, aside, lambda user=user: user) for user in users)
    nuno.goto(address(server, board))
    anna.goto(address(server, board))
    anna.get_by_role("link", name="Report the result").tap()
    anna.locator(".seg label", has_text="Anna").tap()
    anna.locator(".seg label", has_text="1").tap()
    anna.get_by_role("button", name="Report the result").tap()
    expect(anna.locator("#waits")).to_contain_text("as soon as Nuño confirms it")

    # Nuño's page changes by itself; Nuño does not agree.
    expect(nuno.locator("#waits")).to_contain_text("Anna says 1–3: you lost.")
    nuno.get_by_text("Not right", exact=True).tap()
    nuno.get_by_label("Or in your own words").fill("It was 3–2 for Anna.")
    nuno.get_by_role("button", name="Say this instead").tap()
    expect(nuno.locator("#waits")).to_contain_text("A referee decides")
    expect(anna.locator("#live")).to_contain_text("It was 3–2 for Anna.")

    # They agree after all: the one who reported can't, the other confirms what stands.
    expect(anna.get_by_role("button", name="Confirm")).to_have_count(0)
    nuno.get_by_role("button", name="Confirm").tap()
    expect(nuno.locator("#live")).to_contain_text("Entered and confirmed by the two players.")
    expect(anna.locator("#live")).to_contain_text("Entered and confirmed by the two players.")

"""Hollywood sheets at the table: a best of three on a referee's phone with a slip put right, an
endless series that ends by notice, and what axe says of all of it."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from games.selectors.matches import match_record
from players.models import Player
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_accessibility import AXE, RULES, WIDER_THAN_THE_WINDOW
from tests.browser.test_score_pad import (
    address,
    board_of,
    hand,
    make_tournament,
    opened,
    owner_of,
    phone_of,
    session_of,
    sign_in,
    tournament_of,
    type_count,
    type_hand,
)
from tests.builders import DIRECTOR, NOW, knock
from tests.hollywood import SERIES, read_sheets
from tournaments.models import Board
from tournaments.services.desk import results
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]

VIEWS = [("light", PHONE), ("dark", PHONE), ("light", LAPTOP), ("dark", LAPTOP)]
NARROW = {"width": 320, "height": 640}


def make_board(**knobs: object) -> Board:
    """Anna against Nuño on Hollywood sheets."""
    rules = {"sheet": "hollywood", "match_type": "best_of", "match_n": 3, **knobs}
    made = make_tournament(rules=rules, entrants=2, start=False)
    for number, name in enumerate(("Anna Šimek", "Nuño García"), 1):
        Player.objects.filter(club=made.club, name=f"Player {number:04}").update(name=name)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    return board_of(made, 1, 1)


def pad_of(opened: Callable[..., Page], server: str, aside: Callable, board: Board) -> Page:
    page = phone_of(opened, server, aside, lambda: owner_of(tournament_of(board).club))
    page.goto(address(server, board, "pad/"))
    return page


def won(page: Page, seat: int, points: int, then: str) -> None:
    """A knock that is worth so much; `then` is the heading that comes after it."""
    hand(page, seat, 5, points + 5)
    expect(page.get_by_role("heading", name=then)).to_be_visible()


def test_a_best_of_three_with_a_slip_put_right(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    board = aside(make_board)
    page = pad_of(opened, server, aside, board)
    hands = SERIES["HW01"]["hands"][:7]

    won(page, 0, 25, "Hand 2")
    # A slip: 28 in place of 18. Before it is saved the pad says where it goes.
    type_hand(page, 0, 5, 33)
    expect(page.locator("#verdict")).to_contain_text("28 to Anna")
    expect(page.locator("#verdict .v-columns")).to_contain_text("1: 25 to 53")
    expect(page.locator("#verdict .v-columns")).to_contain_text("2: 0 to 28")
    page.locator(".entry .btn-main").tap()
    expect(page.locator("#verdict")).to_contain_text("Saved: Knock")
    page.get_by_role("link", name="Correct hand 2: Anna +28").tap()
    expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
    page.get_by_label("Nuño’s count").tap()
    type_count(page, 23)
    expect(page.locator("#verdict .v-columns")).to_contain_text("2: 0 to 18")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(page.locator(".schneider")).to_contain_text("Nuño")

    for n, (who, points, _boxes) in enumerate(hands[2:], start=3):
        last = n == len(hands)
        won(
            page,
            "AB".index(who),
            points,
            "Game 1 to Anna, 3–0 columns." if last else f"Hand {n + 1}",
        )
    (sheet,) = read_sheets(page.content())
    expected = SERIES["HW01"]["expected"]["columns"]
    for n, column in enumerate(expected, start=1):
        pair = slice(2 * n - 2, 2 * n)
        assert sheet.foot["Points"][pair] == [str(column["points"][who] or "blank") for who in "AB"]
        assert sheet.foot["Total"][pair] == [str(column["totals"][who] or "") for who in "AB"]
    assert sheet.foot["Schneidered"] == ["", "", "Nuño"]

    for game, seat in ((2, 1), (3, 0)):
        page.get_by_role("link", name=f"Start game {game}").tap()
        expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
        for n in (2, 3, 4):
            won(page, seat, 70, f"Hand {n}")
        hand(page, seat, 5, 75)
    expect(page.get_by_role("heading", name="Anna Šimek wins the match, 2–1.")).to_be_visible()
    record = aside(lambda: match_record(Match.objects.get(pk=board.match_id)))
    assert (record.state, record.score.games_won) == ("finished", (2, 1))
    assert record.games[0].series_net == SERIES["HW01"]["expected"]["series_net_A"]


def test_an_endless_series_ends_by_notice(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    board = aside(partial(make_board, hollywood_endless=True, match_type="single", match_n=1))
    page = pad_of(opened, server, aside, board)
    won(page, 0, 60, "Hand 2")
    won(page, 0, 60, "Hand 3")
    page.get_by_role("link", name="Give notice").tap()
    expect(page.get_by_text("Then columns 2, 3 and 4 are the last")).to_be_visible()
    page.get_by_text("Nuño", exact=True).last.tap()
    page.get_by_role("button", name="Give notice").tap()
    expect(page.get_by_text("Nuño gave notice after hand 2")).to_be_visible()

    # It was not meant so.
    page.get_by_role("link", name="Notice is given").tap()
    page.get_by_role("button", name="Take the notice back").tap()
    expect(page.get_by_text("gave notice")).to_have_count(0)
    page.get_by_role("link", name="Give notice").tap()
    page.get_by_text("Anna", exact=True).last.tap()
    page.get_by_role("button", name="Give notice").tap()
    won(page, 0, 90, "Hand 4")
    expect(page.get_by_role("link", name="Notice is given")).to_have_count(0)
    won(page, 0, 90, "Hand 5")
    hand(page, 0, 5, 75)
    expect(page.get_by_role("heading", name="Anna Šimek wins the match, 1–0.")).to_be_visible()


@pytest.mark.parametrize(("theme", "size"), [*VIEWS, ("light", NARROW)])
def test_axe_finds_nothing_on_a_hollywood_sheet(
    browser: Browser, server: str, aside: Callable, theme: str, size: dict[str, int]
) -> None:
    running, over = aside(played_on)
    wrong = []
    for board in (running, over):
        context = browser.new_context(viewport=size, color_scheme=theme)
        page = context.new_page()
        user = aside(partial(lambda board: owner_of(tournament_of(board).club), board))
        sign_in(page, server, aside(partial(session_of, user)))
        event = address(server, board).split("matches/")[0]
        for path in (
            address(server, board),
            address(server, board, "pad/"),
            address(server, board, "pad/?notice=1"),
            address(server, board, "pad/?hand=2"),
            address(server, board, "result/?by=games"),
            f"{event}print/sheets/",
            f"{server}/count/hollywood/?hands=A25+A18+A36+B20+A40+B31+A50&first=Anna",
        ):
            page.goto(path)
            found = AXE.run(page, options=RULES)
            wrong += [f"{path}: {found.generate_report()}"] if found.violations_count else []
            wrong += [f"{path}: scrolls sideways"] if page.evaluate(WIDER_THAN_THE_WINDOW) else []
        context.close()
    assert not wrong, "\n".join(wrong)


def played_on() -> tuple[Board, Board]:
    """An endless series that is played, and a best of three after its first game."""
    endless = make_board(hollywood_endless=True)
    over = make_board(hollywood_third_double=True)
    for board, points in ((endless, (60, 60, 20)), (over, (60, 60, 60, 60))):
        for won_points in points:
            board.match.refresh_from_db()
            entry = knock(0, 5, won_points + 5)
            version = board.match.version
            results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)
    return endless, over

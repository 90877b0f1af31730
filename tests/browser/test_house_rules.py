"""A match under a club's own rules: the director sets eleven of them on the page and gives them a
name, a referee writes down the hands on their phone and corrects one, and players read what is
changed. What each hand comes to stands in `tests/tournaments/api/test_house_rules.py`."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.rule_books import GIN
from games.selectors.matches import match_record
from pages.parts import single_rules
from pages.parts.knob_words import titles_of
from players.models import Membership
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_preparation import sign_in
from tests.browser.test_score_pad import save, type_count, type_hand
from tests.browser.test_single_rules import set_knob
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, owner_of
from tests.tournaments.api.test_house_rules import ADA_DI, ADA_WINS, DI_WINS, HOUSE, Said, Sums
from tournaments.models import Board, Tournament
from tournaments.selectors.events.rule_sets import rule_sets_of
from tournaments.services.stages.rounds import start_tournament

pytestmark = pytest.mark.sampled

TITLES = titles_of(GIN)


@pytest.fixture
def event(aside: Callable) -> Tournament:
    return aside(lambda: make_tournament(entrants=2, start=False, name="House Cup"))


def test_eleven_rules_from_the_page_to_the_corrected_sheet(
    server: str, opened: Callable[..., Page], event: Tournament, aside: Callable
) -> None:
    place = f"{server}/c/{event.club.slug}/{event.slug}"
    director = opened(viewport=LAPTOP)
    sign_in(director, server, aside(lambda: owner_of(event.club).email))
    set_the_rules(director, place)
    (kept,) = aside(lambda: rule_sets_of(event.club_id))
    assert {name: getattr(kept.rules, name) for name in HOUSE} == HOUSE

    def begun() -> Board:
        start_tournament(tournament_id=event.pk, by=DIRECTOR, now=NOW)
        return board_of(event, 1, 1)

    board = aside(begun)
    referee = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    sign_in(referee, server, aside(lambda: referee_of(event)))
    referee.goto(f"{place}/matches/{board.match_id}/pad/")
    for number, said in enumerate(ADA_DI, 1):
        expect(referee.get_by_role("heading", name=f"Hand {number}", exact=True)).to_be_visible()
        enter(referee, said)
    expect(referee.get_by_role("heading", name=re.compile("wins the match"))).to_be_visible()
    check(aside, board, ADA_WINS)

    # The last hand was the other's gin, against 40.
    referee.get_by_role("link", name=re.compile("Correct hand 5")).tap()
    expect(referee.get_by_role("heading", name="Correct hand 5")).to_be_visible()
    referee.locator(".seg-big label").nth(1).tap()
    referee.get_by_label("Player 0001’s count").fill("40")
    referee.get_by_label("Reason of the correction").fill("The slip was misread.")
    referee.get_by_role("button", name=re.compile("Save the correction|Correct")).first.tap()
    expect(referee.locator("body")).to_contain_text("Player 0002 wins")
    referee.get_by_role("button", name="Save the correction").tap()
    expect(referee.locator("#match-said")).to_contain_text("Player 0002 wins the match")
    check(aside, board, DI_WINS)

    reader = opened(viewport=PHONE)
    reader.goto(f"{place}/rules/")
    told = reader.locator("section", has=reader.get_by_role("heading", name="House rules"))
    expect(told).to_contain_text("Club rules “Tuesday”.")
    expect(told).to_contain_text("The rules are “Club default” (our own), changed in what follows.")
    expect(told.get_by_role("listitem")).to_have_count(2 + len(HOUSE))
    for name in HOUSE:
        expect(told).to_contain_text(f"{TITLES[name]}: ")


def set_the_rules(page: Page, place: str) -> None:
    """One game by the eleven rules, under a name of the club's."""
    page.goto(f"{place}/settings/rules/")
    page.locator("[name=length][value=best_of]").check(force=True)
    page.locator("[name=best_of]").select_option("1")
    page.get_by_text("Change single rules").click()
    idle = page.locator("#idle-oklahoma_ace")
    expect(idle).to_contain_text("the upcard does not set the knock limit")
    set_knob(page, "knock_limit", "upcard")
    expect(idle).to_be_empty()
    for name, value in HOUSE.items():
        set_knob(page, name, single_rules.written(value))
    page.get_by_label("Keep these rules for the club under the name").fill("Tuesday")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_contain_text("The club keeps these rules as “Tuesday”.")


def referee_of(event: Tournament) -> str:
    user = make_user("Ruth Okonedo")
    Membership.objects.create(club=event.club, user=user, role=Membership.Roles.REFEREE)
    return user.email


def enter(page: Page, said: Said) -> None:
    if said.knocker is None:
        page.locator(".seg-words label", has=page.locator("[value=void]")).tap()
    elif said.count:
        type_hand(page, said.knocker, said.count, said.other)
    else:
        page.locator(".seg-big label").nth(said.knocker).tap()
        page.locator(".seg-words label", has=page.locator("[value=gin]")).tap()
        type_count(page, said.other)
    save(page)


def check(aside: Callable, board: Board, sums: Sums) -> None:
    """The sheet says what was worked out by hand."""

    def found() -> Sums:
        board.match.refresh_from_db()
        (played,) = match_record(board.match).sheet.games
        game = played.score
        return Sums(game.winner, game.points, game.boxes, game.totals, game.net, game.shutout)

    assert aside(found) == sums

"""The director is led through the evening: what is next, what blocks it, and the cure."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from players.services.links import create_setup_link
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_preparation import sign_in
from tests.browser.thumb import Thumb
from tests.builders import DIRECTOR, NOW, PASSWORD, board_of, make_tournament, owner_of, win
from tournaments.models import ClockEvent, Publication, Tournament
from tournaments.services.events import setup
from tournaments.services.stages import rounds
from web.db.clock import now

pytestmark = pytest.mark.sampled


@pytest.fixture
def swiss(server: str, aside: Callable) -> Tournament:
    """Eleven in a Swiss of three rounds, published by hand: of the first round table 5 is late."""

    def make() -> Tournament:
        made = make_tournament(
            entrants=11,
            start=False,
            name="Autumn Swiss",
            format="swiss",
            format_settings={"rounds": 3},
            publishing="by_hand",
        )
        tables = [(number, "") for number in range(1, 7)]
        setup.set_tables(tournament_id=made.pk, tables=tables, by=DIRECTOR, now=NOW)
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        rounds.plan_round(tournament_id=made.pk, number=1, minutes=30, by=DIRECTOR, now=NOW)
        rounds.run_clock(
            tournament_id=made.pk,
            number=1,
            kind=ClockEvent.Kinds.START,
            by=DIRECTOR,
            now=NOW,
        )
        for number in range(1, 5):
            win(board_of(made, 1, number), 0)
        return made

    return aside(make)


def at_the_desk(
    server: str, swiss: Tournament, opened: Callable[..., Page], aside: Callable, size: dict
) -> Page:
    page = opened(viewport=size)
    sign_in(page, server, aside(lambda: owner_of(swiss.club).email))
    page.wait_for_url(f"{server}/c/{swiss.club.slug}/{swiss.slug}/desk/")  # their one part tonight
    return page


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_one_late_table_and_the_next_round_in_three_taps(
    server: str, swiss: Tournament, opened: Callable[..., Page], aside: Callable, size: dict
) -> None:
    page = at_the_desk(server, swiss, opened, aside, size)
    go = page.locator("[data-cure]")
    expect(go).to_be_in_viewport(ratio=1)
    expect(go).to_have_text("Table 5: 5 minutes more")
    page.get_by_label("Walkover for Player 0005").check()
    expect(go).to_have_text("Award it to Player 0005 and draw: Round 2")
    expect(go).to_be_in_viewport(ratio=1)
    go.click()
    publish = page.get_by_role("button", name="Publish: Round 2")
    expect(publish).to_be_in_viewport(ratio=1)
    publish.click()
    expect(page.get_by_role("heading", name="In play: Round 2")).to_be_visible()


def test_the_next_round_is_drawn_without_the_late_table(
    server: str, swiss: Tournament, opened: Callable[..., Page], aside: Callable
) -> None:
    page = at_the_desk(server, swiss, opened, aside, PHONE)
    page.get_by_label("Pair without it").check()
    page.locator("[data-cure]").click()
    page.get_by_role("button", name="Publish: Round 2").click()
    expect(page.get_by_role("link", name="Open Table 5")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_contain_text("Round")


def test_the_final_table_is_printed_after_the_last_result(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    final = aside(lambda: make_tournament(entrants=2))
    page = opened(viewport=PHONE)
    sign_in(page, server, aside(lambda: owner_of(final.club).email))
    aside(lambda: win(board_of(final, 1, 1), 0))
    by = Thumb(page)
    by.press("Print the final table")
    expect(page.get_by_role("button", name="Print")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Player 0001").first).to_be_visible()
    assert by.taps < 2


def test_from_the_set_up_link_to_a_published_draw_of_eleven(
    server: str, transactional_db: None, opened: Callable[..., Page], aside: Callable
) -> None:
    page = opened(viewport=PHONE)
    by = Thumb(page)
    page.goto(server + aside(lambda: create_setup_link(now=now()).path))
    by.fill(page.get_by_label("Name of the club"), "Gin Club")
    by.fill(page.get_by_label("Your name"), "Ada Lovelace")
    by.fill(page.get_by_label("E-mail address"), "ada@club.example")
    by.fill(page.get_by_label("Password"), PASSWORD)
    by.press("Set up")
    by.press("Prepare an evening")
    by.fill(page.get_by_label("Name of the tournament"), "First Evening")
    by.press("Next: rules and length")
    by.press("Next: format, tables, players")
    by.press("Make the tournament")
    names = "\n".join(f"Player Number{number}" for number in range(1, 12))
    by.fill(page.get_by_label("Names, one a line"), names)
    by.press("Enter them")
    by.press("Draw with 11")
    by.press("Publish the draw")
    expect(page.get_by_role("heading", name="In play:")).to_be_visible()
    assert by.taps <= 14
    assert aside(lambda: Publication.objects.filter(round__number=1).count()) == 1

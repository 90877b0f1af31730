"""Evenings at tables of three and five, and with partners who change: clicked by their director."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.selectors.matches import match_record
from players.models import Club
from tests.browser.test_score_pad import (
    hand,
    opened,
    owner_of,
    save,
    session_of,
    sign_in,
    type_count,
)
from tests.builders import make_club, make_players
from tests.tournaments.tables import play_out
from tournaments.models import Board

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["opened"]


class Evening:
    """What the owner of a new club does in a browser; its members are the entrants."""

    def __init__(
        self, server: str, opened: Callable[..., Page], aside: Callable, players: int
    ) -> None:
        self.server, self.aside = server, aside
        self.club = aside(lambda: self._club(players))
        self.page = opened(has_touch=True)
        sign_in(self.page, server, aside(lambda: session_of(owner_of(self.club))))

    def _club(self, players: int) -> Club:
        club = make_club()
        make_players(club, players)
        return club

    def prepare(self, who: str, tables: int, format: str, rounds: int) -> None:
        """From the wizard to the published first round; a match is one game to 50 points."""
        page = self.page
        page.goto(f"{self.server}/c/{self.club.slug}/new/")
        page.get_by_label("Name of the tournament").fill("Evening")
        page.get_by_role("button", name=re.compile("Next")).click()
        page.get_by_label("Who plays").select_option(who)
        page.get_by_role("group", name="A match is").get_by_label("the best of several").check()
        page.get_by_label("Games", exact=True).select_option("1")
        page.get_by_label("Points that end a game").fill("50")
        page.get_by_role("button", name=re.compile("Next")).click()
        self.prepare_tables(tables, format, rounds)

    def prepare_tables(self, tables: int, format: str, rounds: int) -> None:
        """From the last step of the wizard on."""
        page = self.page
        page.get_by_role("radio", name=format).check(force=True)
        page.get_by_role("group", name=format).get_by_label("Rounds", exact=True).fill(str(rounds))
        page.get_by_label("Number of tables").fill(str(tables))
        page.get_by_role("button", name="Make the tournament").click()
        page.get_by_role("button", name=re.compile("Enter all")).click()
        page.get_by_role("link", name="Next: the draw").click()
        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_role("link", name="Look at round 1").click()
        page.get_by_role("button", name="Publish and start").click()

    @property
    def event(self) -> str:
        return f"{self.server}/c/{self.club.slug}/evening/"

    def address(self, round: int, table: int, page: str = "") -> str:
        match = self.aside(lambda: self.boards(round)[table - 1].match_id)
        return f"{self.event}matches/{match}/{page}"

    def boards(self, round: int) -> list[Board]:
        said = Board.objects.filter(pairing__round__stage__tournament__club=self.club)
        return list(said.filter(pairing__round__number=round).order_by("pairing__number"))

    def correct_last_hand(self, then: int) -> None:
        """On the pad: the second one's count was another one."""
        page = self.page
        page.get_by_role("link", name=re.compile("Correct hand")).last.tap()
        page.locator(".entry .count").nth(1).tap()
        type_count(page, then)
        page.get_by_role("button", name="Save the correction").tap()
        expect(page.get_by_role("button", name=re.compile("Save hand"))).to_be_visible()

    def rule_on_hand(self, n: int) -> None:
        """At the first table the first of the two had cards too many in it: it is void."""
        page = self.page
        page.goto(self.address(1, 1, "ruling/"))
        page.get_by_role("searchbox").fill("too many")
        page.locator("#hits label", has_text="Too many cards, found at the end").tap()
        page.get_by_text("another hand").tap()
        with page.expect_response(re.compile("part=detail|part=options")):
            page.get_by_label("It is about").select_option(str(n))
        page.locator('[data-part="offender"] label').first.tap()
        page.get_by_role("button", name="Record the ruling").tap()
        expect(page.get_by_text("Recorded:")).to_be_visible()

    def play_second_round(self) -> None:
        """What is open is played, the next round is published at the desk, and played, too."""
        self.aside(lambda: self.finish(1))
        self.page.goto(f"{self.event}desk/")
        self.page.get_by_role("button", name="Publish: Round 2").tap()
        heading = self.page.get_by_role("heading", name="In play: Round 2")
        expect(heading).to_be_visible()
        self.aside(lambda: self.finish(2))

    def standings(self) -> list[list[float]]:
        """The figures of the final table, as it is read: the place, then column by column."""
        self.page.goto(f"{self.event}standings/")
        rows = self.page.locator("main table tbody tr").all()
        cells = [row.locator("td, th").all_inner_texts() for row in rows]
        return [[float(one.split("\n")[0].replace("−", "-")) for one in row] for row in cells]

    @property
    def points(self) -> tuple[int, ...]:
        """What stands on the sheet of the first table, by account."""
        record = self.aside(lambda: match_record(self.boards(1)[0].match))
        assert record.sheet is not None
        return tuple(record.sheet.games[0].score.points)

    def finish(self, round: int) -> None:
        """What is still open in the round is played: who sits first of the two wins by 30."""
        for board in self.boards(round):
            play_out(board)


def test_a_cutthroat_evening_of_nine(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    evening = Evening(server, opened, aside, 9)
    evening.prepare("cutthroat-3", 3, "Rounds at tables", rounds=2)
    page = evening.page
    page.goto(evening.address(1, 1, "pad/"))
    hand(page, 0, 5, 25)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    hand(page, 0, 5, 15)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    evening.correct_last_hand(30)
    assert evening.points == (45, 0, 0)
    evening.rule_on_hand(2)
    assert evening.points == (20, 0, 0)
    evening.play_second_round()
    rows = evening.standings()
    # Three tables in each of two rounds, at each 12 + 3 + 3; what one has others have paid.
    assert sum(row[2] for row in rows) == 108
    assert sum(row[3] for row in rows) == 0


def test_a_scramble_of_eight(server: str, opened: Callable[..., Page], aside: Callable) -> None:
    evening = Evening(server, opened, aside, 8)
    evening.prepare("partners-2", 2, "Scramble", rounds=2)
    page = evening.page
    page.goto(evening.address(1, 1, "pad/"))
    hand(page, 0, 5, 25)
    expect(page.locator("#verdict")).to_contain_text("Saved")
    hand(page, 1, 5, 15)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    # 20 of one pair, 5 of the other after the correction.
    evening.correct_last_hand(10)
    assert evening.points == (15, 0)
    evening.rule_on_hand(1)
    assert evening.points == (0, 5)
    evening.play_second_round()
    rows = evening.standings()
    # Two at each of two tables have won, twice.
    assert sum(row[1] for row in rows) == 8
    assert [row[3] for row in rows] == [2] * 8


def test_a_chouette_of_five(server: str, opened: Callable[..., Page], aside: Callable) -> None:
    evening = Evening(server, opened, aside, 5)
    evening.prepare("captain-5", 1, "Rounds at tables", rounds=1)
    page = evening.page
    page.goto(evening.address(1, 1, "pad/"))
    # Who is in the box wins both hands, so that the next in line is captain.
    hand(page, 0, 5, 25)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    hand(page, 0, 5, 15)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    evening.correct_last_hand(30)
    assert evening.points == (0, 0, 0, 0, 45)
    evening.rule_on_hand(2)
    assert evening.points == (0, 0, 0, 0, 20)
    aside(lambda: evening.finish(1))
    # 100 for the game, 50 and a box from each, and 100 for whoever has won no hand.
    assert [row[2:4] for row in evening.standings()] == [[12, 1200], *[[4.5, -300]] * 4]


def counted_hand(page: Page, n: int, how: str, who: int, *counts: int) -> None:
    """The n-th hand: how, who, and every count in turn from who ended it on; the pad goes on by
    itself."""
    page.locator(f'.entry [data-part="kind"] label:has([value="{how}"])').tap()
    page.locator('.entry [data-part="knocker"] label').nth(who).tap()
    for count in counts:
        type_count(page, count)
    save(page)
    expect(page.get_by_role("heading", name=f"Hand {n + 1}")).to_be_visible()


def test_a_battle_royal_of_twelve(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    evening = Evening(server, opened, aside, 12)
    evening.prepare("battle_royal-3", 4, "Rounds at tables", rounds=2)
    page = evening.page
    page.goto(evening.address(1, 1, "pad/"))
    counted_hand(page, 1, "knock", 0, 5, 12, 20)  # 27
    counted_hand(page, 2, "knock", 2, 9, 12, 25)  # the third: 12 + 25 - 9 = 28
    assert evening.points == (27, 0, 28)
    page.get_by_role("link", name=re.compile("Correct hand")).last.tap()
    page.locator(".entry .count").nth(1).tap()
    type_count(page, 4)
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.get_by_role("button", name=re.compile("Save hand"))).to_be_visible()
    assert evening.points == (27, 17, -20)  # 9 + 12 - 4, and an undercut
    evening.rule_on_hand(1)  # who won it had cards too many
    assert evening.points == (0, 17, -20)
    evening.play_second_round()
    rows = evening.standings()
    # Four tables in each of two rounds, at each 12 + 3 + 3; what one has others have paid.
    assert sum(row[2] for row in rows) == 144
    assert sum(row[3] for row in rows) == 0


def rummy_hand(page: Page, n: int, how: str, who: int, *counts: int) -> None:
    """The n-th hand, by the counts of all others in turn: a short one, or one that a hundred may
    begin with, is left by the key for it."""
    page.locator(f'.entry [data-part="kind"] label:has([value="{how}"])').tap()
    page.locator('.entry [data-part="knocker"] label').nth(who).tap()
    for count in counts:
        type_count(page, count)
        if count < 20:
            page.get_by_role("button", name="Next", exact=True).tap()
    at = page.locator(".entry .btn-main").bounding_box()
    # A preview that takes longer than a second is not waited for by the pad.
    expect(page.locator("#verdict")).to_contain_text(re.compile(r" to \d|Counted when saved"))
    # Where the thumb is about to come down no digit may come.
    assert page.locator(".entry .btn-main").bounding_box() == at
    save(page)
    expect(page.get_by_role("heading", name=f"Hand {n + 1}")).to_be_visible()


def test_an_evening_of_rummy_of_ten(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    evening = Evening(server, opened, aside, 10)
    page = evening.page
    page.goto(f"{server}/c/{evening.club.slug}/new/")
    page.get_by_label("Name of the tournament").fill("Evening")
    page.locator('[name="game"][value="rummy"]').check(force=True)
    page.get_by_role("button", name=re.compile("Next")).click()
    page.get_by_label("Who plays").select_option("5")
    page.get_by_label("games in which somebody reaches so many points").check(force=True)
    page.get_by_label("Points that end a game").fill("100")
    page.get_by_text("Change single rules").click()
    doubles = page.get_by_role("group", name="Going rummy").get_by_label("It counts double.")
    doubles.check(force=True)
    page.get_by_role("button", name=re.compile("Next")).click()
    evening.prepare_tables(2, "Rounds at tables", 1)
    page.goto(evening.address(1, 1, "pad/"))
    rummy_hand(page, 1, "out", 0, 20, 7, 25, 4)
    # Rummy of the third counts double; said from the fourth on, who sits after them.
    rummy_hand(page, 2, "rummy", 2, 12, 3, 10, 5)
    assert evening.points == (20, 30, 7, 49, 10)
    page.locator('.entry [data-part="kind"] label:has([value="void"])').tap()
    save(page)
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    assert evening.points == (20, 30, 7, 49, 10)
    page.get_by_role("link", name=re.compile("Correct hand 2")).tap()
    expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
    page.locator(".entry .count").nth(3).tap()
    type_count(page, 15)
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.get_by_role("button", name=re.compile("Save hand"))).to_be_visible()
    assert evening.points == (20, 30, 7, 55, 10)
    evening.rule_on_hand(1)  # who went out had cards too many
    assert evening.points == (20, 10, 0, 30, 6)
    page.goto(evening.address(1, 1, "penalty/"))
    page.locator("#hits label", has_text="Notes, photos or a tracking device").tap()
    page.locator('#detail [name="offender"]').nth(1).check(force=True)
    page.get_by_text("Another step, at your discretion").tap()
    page.locator(".opt", has=page.get_by_text("25 points", exact=True)).tap()
    page.get_by_role("button", name="Give the penalty").tap()
    expect(page.get_by_role("heading", name="Penalties")).to_be_visible()
    assert evening.points == (20, 35, 0, 30, 6)
    expect(page.get_by_text("..")).to_have_count(0)
    expect(page.get_by_text(re.compile(r"^Penalty for Player \d+: \+25\.$"))).to_be_visible()
    page.goto(f"{evening.event}print/sheets/")
    expect(page.locator(".leaf thead th")).to_have_count(10)
    expect(page.get_by_text("that is a box")).to_have_count(0)
    aside(lambda: evening.finish(1))
    rows = evening.standings()
    assert [row[0] for row in rows] == list(range(1, 11))
    # At each table 12, 9, 6, 3 and 0; what one has others have paid.
    assert sum(row[2] for row in rows) == 60
    assert sum(row[3] for row in rows) == 0

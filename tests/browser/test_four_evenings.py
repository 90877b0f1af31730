"""Evenings as people walk through them, each with a telephone in one hand: from the address on
paper or in a letter to the row in the database. What they press is in sight; every tap counts.

The director's is in `test_tonight_director.py`.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.models import Confirmation, Match
from players.models import Membership
from players.services.passes import issue_passes
from tests.browser.conftest import PHONE
from tests.browser.test_tonight import at_a_table, report
from tests.browser.thumb import Thumb
from tests.builders import DIRECTOR, PASSWORD, board_of, knock, make_user
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events.staff import issue_pass
from web.db.clock import now

pytestmark = pytest.mark.sampled


@pytest.fixture
def evening(server: str, aside: Callable) -> Tournament:
    """Four players at two tables; at the first one they play."""

    def make() -> Tournament:
        tournament, _session = at_a_table()
        board = board_of(tournament, 1, 2)
        results.record_hand(
            board=board,
            version=board.match.version,
            entry=knock(0, 8, 20),
            by=DIRECTOR,
            now=now(),
        )
        return tournament

    return aside(make)


@pytest.fixture
def thumb(opened: Callable[..., Page]) -> Thumb:
    return Thumb(opened(viewport=PHONE))


def test_a_player_confirms_from_their_own_pass(
    server: str, evening: Tournament, thumb: Thumb, aside: Callable
) -> None:
    def prepared() -> str:
        report(evening, 1, games_won=[3, 1])
        player = evening.club.players.get(name="Player 0004")
        until = now() + timedelta(hours=8)
        (made,) = issue_passes(
            club=evening.club, players=[player.pk], until=until, by=DIRECTOR, now=now()
        )
        return urlsplit(made.url).path

    thumb.page.goto(server + aside(prepared))
    thumb.press("Go on as Player 0004")
    thumb.press("Confirm")
    expect(thumb.page.get_by_role("button", name="Confirm")).to_have_count(0)
    assert aside(lambda: Confirmation.objects.get().by.players.get().name) == "Player 0004"
    assert aside(lambda: board_of(evening, 1, 1).match.state) == Match.States.FINISHED
    assert thumb.taps <= 4


def test_the_code_on_the_table_tells_nobody_who_they_are(
    server: str, evening: Tournament, thumb: Thumb
) -> None:
    thumb.page.goto(f"{server}/c/{evening.club.slug}/{evening.slug}/tables/4/")
    expect(thumb.page).to_have_url(re.compile("/matches/"))
    expect(thumb.page.get_by_role("button", name="Confirm")).to_have_count(0)
    expect(thumb.page.get_by_role("button", name="Report")).to_have_count(0)
    expect(thumb.page.get_by_role("link", name=re.compile("[Pp]ass")).first).to_be_visible()


def test_a_referee_signs_in_and_is_at_the_pad(
    server: str, evening: Tournament, thumb: Thumb, aside: Callable
) -> None:
    def referee() -> str:
        user = make_user("Ruth Okonedo", "ruth@club.example")
        Membership.objects.create(club=evening.club, user=user, role=Membership.Roles.REFEREE)
        return user.email

    page = thumb.page
    page.goto(f"{server}/sign-in/")
    page.get_by_label("E-mail address").fill(aside(referee))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/tables/$"))
    thumb.tap(page.get_by_role("link", name=re.compile("Table (4|5)|Window")).first)
    if not re.search("/pad/$", page.url):
        thumb.press("Score pad")
    expect(page).to_have_url(re.compile("/pad/$"))
    assert thumb.taps <= 3


def test_a_referee_comes_to_the_pad_by_their_pass(
    server: str, evening: Tournament, thumb: Thumb, aside: Callable
) -> None:
    made = aside(
        lambda: issue_pass(tournament_id=evening.pk, name="Gerda Ōno", by=DIRECTOR, now=now())
    )
    page = thumb.page
    page.goto(f"{server}/pass/{made.token}/")
    thumb.press("Sign in with this pass")
    page.wait_for_url(re.compile("/tables/$"))
    thumb.tap(page.get_by_role("link", name=re.compile("Table (4|5)|Window")).first)
    if not re.search("/pad/$", page.url):
        thumb.press("Score pad")
    expect(page).to_have_url(re.compile("/pad/$"))
    assert thumb.taps <= 3

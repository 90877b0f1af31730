"""A club league: two agree on a time, each on a telephone, and a round that is over is settled."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from kernel.permissions import SYSTEM
from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import session_of
from tests.builders import owner_of
from tests.league import League
from tournaments.models import RoundWindow
from tournaments.services.desk.closing_windows import close_windows
from tournaments.services.stages.settling import settle_stage
from web.db import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


class PlayedLeague(League):
    """One whose first round is played these days."""

    def __init__(self) -> None:
        super().__init__(unplayed="who_tried", play="online")
        self.now = clock.now().replace(second=0, microsecond=0)
        self.until = self.now + timedelta(days=7)
        RoundWindow.objects.update(until=self.until)
        event = self.tournament
        self.event = [event.club.slug, event.slug]
        self.match = reverse("match", args=[*self.event, self.board().match_id])
        seats = self.board().match.seats.select_related("player__user")
        self.sessions = [session_of(seat.player.user) for seat in seats]
        self.names = [seat.player.name for seat in seats]
        self.owner = session_of(owner_of(event.club))

    def end_round(self) -> None:
        after = self.until + timedelta(days=60)
        close_windows(tournament_id=self.tournament.pk, by=SYSTEM, now=after)
        settle_stage(stage_id=self.tournament.stages.get().pk, by=SYSTEM, now=after)


@pytest.fixture
def league(server: str, aside: Callable) -> PlayedLeague:
    return aside(PlayedLeague)


@pytest.fixture
def come(server: str, opened: Callable[..., Page]) -> Callable[..., Page]:
    def go(session: str, address: str, **options: object) -> Page:
        page = opened(**{"viewport": PHONE, **options})
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
        watch(page, server + address)
        return page

    return go


def in_a_field(hour: datetime) -> str:
    return hour.strftime("%Y-%m-%dT%H:%M")


def test_two_agree_on_a_time(league: PlayedLeague, come: Callable[..., Page]) -> None:
    first = come(league.sessions[0], league.match)
    second = come(league.sessions[1], reverse("me"))
    expect(second.locator("#step")).to_contain_text("Agree on a time.")
    first.get_by_role("link", name="Propose times").click()
    hours = [league.now + timedelta(days=day) for day in (1, 2, 3)]
    for label, hour in zip(("First", "Second", "Third"), hours, strict=True):
        first.get_by_label(f"{label} choice").fill(in_a_field(hour))
    first.get_by_role("button", name="Propose these").click()
    expect(first.locator("#times-said")).to_have_text("Your times wait for an answer.")

    # On Tonight of the other one it comes by itself.
    expect(second.locator("#times-said")).to_have_text(f"{league.names[0]} proposes:")
    second.locator("#times form button").nth(1).click()
    expect(second.locator("#step")).to_contain_text(f"You play {league.names[0]} on")
    expect(first.locator("#times-said")).to_contain_text("You play on")


def test_what_is_no_time_is_said_and_nothing_typed_is_lost(
    league: PlayedLeague, server: str, come: Callable[..., Page]
) -> None:
    page = come(league.sessions[0], league.match, expected=("400 (Bad Request)",))
    page.get_by_role("link", name="Propose times").click()
    past = in_a_field(league.now - timedelta(days=1))
    page.get_by_label("First choice").fill(past)
    page.get_by_role("button", name="Propose these").click()
    expect(page.get_by_role("alert")).to_contain_text("A time is past already")
    expect(page.get_by_label("First choice")).to_have_value(past)


def test_the_director_gives_more_time_and_the_round_is_settled(
    league: PlayedLeague, server: str, aside: Callable, come: Callable[..., Page]
) -> None:
    aside(lambda: league.propose(1))
    owner = come(league.owner, league.match, viewport=LAPTOP)
    owner.goto(server + reverse("draw", args=league.event))
    later = in_a_field(league.until + timedelta(days=3))
    owner.get_by_label("Played until").first.fill(later)
    owner.locator(".plans form button").first.click()
    expect(owner.locator("#notices")).to_contain_text("Saved.")
    expect(owner.get_by_label("Played until").first).to_have_value(later)

    player = come(league.sessions[1], league.match)
    aside(league.end_round)
    expect(player.locator("#match-said")).to_contain_text("walkover")

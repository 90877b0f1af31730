"""In the demo event who has a bye plays the computer meanwhile, and the bye stands."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import TableEvent
from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import OnlinePlayer, Tapping
from tests.browser.test_accessibility import TAGS
from tests.browser.test_against_computer import wait_for
from tests.builders import sign_in
from tests.byes import OwnBye
from tournaments.management.commands.demo import DemoClub
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from web.db.clock import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def make_demo() -> tuple[OwnBye, str]:
    """The bye of the demo event, and a session of who has it."""
    DemoClub(now()).make()
    bye, client = OwnBye(Tournament.objects.get(name="Matinee Swiss")), Client()
    sign_in(client, bye.user)
    return bye, client.cookies["sessionid"].value


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_who_has_the_bye_sits_down_and_the_computer_plays(
    server: str, aside: Callable[..., Any], opened: Callable[..., Page], size: dict[str, int]
) -> None:
    bye, session = aside(make_demo)
    before = aside(lambda: snapshot(bye.tournament))
    page = opened(viewport=size)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, server + reverse("me"))
    said = page.get_by_text("Meanwhile you may play Computer (Strong).")
    expect(said).to_be_visible()
    assert Axe().run(page, options={"runOnly": TAGS}).violations_count == 0
    page.get_by_role("button", name="Play Computer (Strong)").click()
    expect(page.get_by_text("Beside your bye")).to_be_visible()
    person = OnlinePlayer(page, Tapping)
    for _ in range(6):  # the computer's turns come and go meanwhile
        wait_for(page, person.is_asked)
        version = person.version
        person.act()
        wait_for(page, lambda version=version: person.version != version)
    of_computer = TableEvent.objects.filter(seat=1, kind="action", via="bot")
    assert aside(of_computer.exists)
    aside(lambda: bye.give_up(0))
    watch(page, server + reverse("me"))
    expect(page.get_by_text("You lost the match beside your bye").first).to_be_visible()
    assert aside(lambda: snapshot(bye.tournament)) == before

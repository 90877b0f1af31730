"""What is played beside a bye changes no page and no list but the player's own."""

import pytest
from pytest_django import Settings

from tests.browser.demo_evening import make_demo_evening
from tests.byes import OwnBye
from tests.unseen import everything
from tournaments.models import Tournament
from web.db import clock


def test_nothing_of_it_is_seen_but_by_its_player(
    db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OPEN_SIGN_UP = True
    settings.REQUESTS_AT_ONCE = 10_000
    evening = make_demo_evening()
    bye = OwnBye(Tournament.objects.get(name="Matinee Swiss"))
    assert bye.player.pk == evening.player
    instant = clock.now()
    monkeypatch.setattr(clock, "now", lambda: instant)  # how long something lasts is the same
    everything(evening)  # some pages write down that they were asked for
    before = everything(evening)
    bye.begin()
    bye.give_up(0)
    after = everything(evening)
    differ = {key for key in after if after[key] != before[key]}
    assert {reader for reader, _address in differ} <= {"player", "player's pass"}, differ
    assert differ, "their own page tells of it"
    assert len(before) > 200

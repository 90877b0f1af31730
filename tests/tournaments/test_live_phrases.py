"""The socket of an online table tells a seat that something was said, and never what."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from games.tables.phrases import PHRASES
from tests.online import OnlineEvent
from tests.tournaments.test_live import Watcher
from tests.tournaments.test_live_tables import Watching
from tournaments.live_tables import heard_by


@pytest.fixture
def watch(server: str) -> Iterator[Watching]:
    with ExitStack() as stack:
        yield Watching(server, stack)


@pytest.fixture
def event(server: str) -> OnlineEvent:
    return OnlineEvent()


def say(event: OnlineEvent, seat: int, code: str) -> None:
    event.ask(seat, "phrases", {"code": code})


def until(watcher: Watcher, phrases: int) -> dict[str, object]:
    """The first frame that tells of so many."""
    while (frame := watcher.next()).get("phrases") != phrases:
        pass
    return frame


def test_both_seats_are_told_how_many_and_never_which(event: OnlineEvent, watch: Watching) -> None:
    version = event.view()["version"]
    match = event.board.match_id
    watchers = [watch(match, user) for user in event.users]
    for watcher in watchers:
        assert until(watcher, 0)["version"] == version
    say(event, 0, "good_luck")
    frames = [until(watcher, 1) for watcher in watchers]
    assert {frame["version"] for frame in frames} == {version}
    assert not any(code in json.dumps(frames) for code in PHRASES)


def test_who_has_muted_is_told_nothing(event: OnlineEvent, watch: Watching) -> None:
    event.view()
    muter = watch(event.board.match_id, event.users[1])
    until(muter, 0)
    event.ask(1, "mute", {})
    say(event, 0, "unlucky")
    say(event, 1, "thanks")
    frame = muter.next()
    while "phrases" not in frame:
        frame = muter.next()
    assert frame["phrases"] == 1, "their own, and no frame for that of the other one"
    assert muter.ask()["phrases"] == 1


@pytest.mark.django_db
def test_a_muted_phrase_is_told_to_nobody_but_who_said_it() -> None:
    event = OnlineEvent()
    event.view()
    say(event, 0, "good_luck")
    assert heard_by(event.table.pk, 0) == {"0": 1, "1": 1}
    event.ask(1, "mute", {})
    say(event, 0, "unlucky")
    assert heard_by(event.table.pk, 0) == {"0": 2}
    assert heard_by(event.table.pk, 1) == {"0": 2, "1": 1}


def test_who_looks_on_is_told_nothing(event: OnlineEvent, watch: Watching) -> None:
    event.view()
    match = event.board.match_id
    spectator, seat = watch(match), watch(match, event.users[1])
    until(seat, 0)
    say(event, 0, "thanks")
    until(seat, 1)
    assert "phrases" not in spectator.ask()
    event.ready(0)  # the next that they are told is what is done at the table
    while (frame := spectator.next())["version"] < event.view()["version"]:
        assert "phrases" not in frame
    assert "phrases" not in frame


def test_who_comes_back_is_told_how_many_there_were(event: OnlineEvent, watch: Watching) -> None:
    event.view()
    say(event, 0, "thanks")
    say(event, 1, "thanks")
    assert until(watch(event.board.match_id, event.users[0]), 2)

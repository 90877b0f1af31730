"""The socket of an online table: who is told what, and that no card is ever told."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings
from websockets.sync.client import connect

from games.models import SeatConnection
from games.selectors.table_now import table_now
from players.models import ApiToken, User
from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.client import Api
from tests.friendlies import FriendlyPair
from tests.online import OnlineEvent
from tests.services import wait_until
from tests.tournaments.api.test_partners_online import FourOnline
from tests.tournaments.counted_seats import ROYAL, RUMMY, CountedOnline
from tests.tournaments.test_live import SECONDS, Watcher, session_of
from tests.trials import Trial
from tournaments.selectors.desk.tables import frame_of
from web.sockets import BAD_QUESTION, NOT_FOUND

CARD = re.compile(r"[A2-9TJQK][SHDC]")


class Watching:
    """Opens sockets on the server, and closes them in the end."""

    def __init__(self, server: str, stack: ExitStack) -> None:
        self.server, self.stack = server, stack

    def __call__(
        self, match: int, user: User | None = None, token: str = "", scheme: str = "Token"
    ) -> Watcher:
        headers = {"Authorization": f"{scheme} {token}"} if token else {}
        if user is not None:
            headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"
        connection = connect(
            f"{self.server.replace('http', 'ws')}/ws/matches/{match}/",
            origin=None if token else self.server,
            additional_headers=headers,
            open_timeout=SECONDS,
        )
        return Watcher(self.stack.enter_context(connection))


@pytest.fixture
def watch(server: str) -> Iterator[Watching]:
    with ExitStack() as stack:
        yield Watching(server, stack)


@pytest.fixture
def event(server: str) -> OnlineEvent:
    return OnlineEvent()


def until(watcher: Watcher, version: int) -> dict[str, object]:
    """The first frame with this version."""
    while (frame := watcher.next())["version"] < version:
        pass
    return frame


def test_the_first_frame_says_how_the_table_stands(event: OnlineEvent, watch: Watching) -> None:
    view = event.begin()
    frame = watch(event.board.match_id).next()
    still = {"left": None, "reserve": 0, "running": False, "present": False}
    assert frame == {
        "topic": f"match:{event.board.match_id}",
        "version": view["version"],
        "turn": view["turn"],
        "clocks": [still, still],
    }


def test_both_seats_and_who_looks_on_are_told_of_an_action(
    event: OnlineEvent, watch: Watching
) -> None:
    event.begin()
    match = event.board.match_id
    watchers = [watch(match, event.users[0]), watch(match, event.users[1]), watch(match)]
    for watcher in watchers:
        watcher.next()
    version = event.step()["version"]
    frames = [until(watcher, version) for watcher in watchers]
    assert {frame["turn"] for frame in frames} == {event.view()["turn"]}
    assert not CARD.search(json.dumps(frames))


def test_both_are_told_of_a_ruling_at_once(event: OnlineEvent, watch: Watching) -> None:
    view = event.begin()
    watcher = watch(event.board.match_id, event.users[0])
    watcher.next()
    owner, version = Api(owner_of(event.tournament.club)), event.board.match.version
    body = {
        "version": version,
        "effects": [{"remedy": "void_hand", "seats": []}],
        "n": 1,
        "facts": "It froze.",
    }
    owner.post(f"{event.match}rulings/", body)
    assert until(watcher, view["version"] + 1)["version"] > view["version"]


def test_a_program_watches_by_its_token(event: OnlineEvent, watch: Watching) -> None:
    event.begin()
    _row, token = ApiToken.objects.create(event.users[0])
    assert watch(event.board.match_id, token=token).next()["turn"] in (0, 1)
    assert watch(event.board.match_id, token="none").close_code() == NOT_FOUND


def test_the_token_of_a_seat_goes_before_who_is_signed_in(server: str, watch: Watching) -> None:
    pair, user = FriendlyPair().join(), make_user("Ada")
    match, token = pair.opened["match"], pair.claimed["seat_token"]
    assert watch(match, user, token, "Seat").next()["topic"] == f"match:{match}"
    own = FriendlyPair(opener=user).opened["match"]
    assert watch(own, user).next()["topic"] == f"match:{own}"
    assert watch(own, user, token, "Seat").close_code() == NOT_FOUND


def test_where_nobody_may_look_on_there_is_nothing(watch: Watching) -> None:
    event = OnlineEvent(spectators="none")
    event.begin()
    match = event.board.match_id
    assert watch(match).close_code() == NOT_FOUND
    assert watch(match, make_user("Stranger")).close_code() == NOT_FOUND
    assert watch(match, event.users[0]).next()["version"]
    assert watch(match, owner_of(event.tournament.club)).next()["version"]


@pytest.mark.parametrize("number", [0, 4_000_000_000, 10**40])
def test_there_is_nothing_at_a_guessed_number(watch: Watching, number: int) -> None:
    assert watch(number).close_code() == NOT_FOUND


def test_a_table_in_a_room_has_none(watch: Watching) -> None:
    tournament = make_tournament()
    match = board_of(tournament, 1, 1).match_id
    assert watch(match, owner_of(tournament.club)).close_code() == NOT_FOUND


def test_a_question_is_answered_and_another_one_closes(event: OnlineEvent, watch: Watching) -> None:
    view = event.begin()
    watcher = watch(event.board.match_id)
    assert watcher.next() == watcher.ask()
    assert watcher.ask()["version"] == view["version"]
    watcher.connection.send('{"ask": "cards"}')
    assert watcher.close_code() == BAD_QUESTION


def test_who_is_there_is_told_when_they_come_and_when_they_go(
    event: OnlineEvent, watch: Watching
) -> None:
    event.begin()
    match = event.board.match_id
    spectator = watch(match)
    assert there(spectator.next()) == [False, False]
    seat = watch(match, event.users[1])
    while there(spectator.next()) != [False, True]:
        pass
    assert event.view()["clocks"][1]["present"]
    seat.connection.close()
    while there(spectator.next()) != [False, False]:
        pass
    wait_until(lambda: not SeatConnection.objects.filter(ended_at=None).exists())


def test_of_a_trial_no_network_is_kept(server: str, watch: Watching) -> None:
    trial = Trial()
    watch(trial.board.match_id, trial.user).next()
    wait_until(SeatConnection.objects.exists)
    assert set(SeatConnection.objects.values_list("network", flat=True)) == {""}


def test_a_seat_hears_nothing_of_what_the_others_do_in_their_hand(
    server: str, watch: Watching
) -> None:
    four = FourOnline()
    four.sit_down()
    watchers = [watch(four.match, four.users[seat]) for seat in range(4)]
    for watcher in watchers:
        while there(watcher.next()) != [True] * 4:
            pass
    for _ in range(3):
        four.act(four.view(2)["turn"])
        for seat in (2, 3):
            frame = until(watchers[seat], four.view(seat)["version"])
            assert frame["turn"] == four.view(seat)["turn"]
    four.act(four.view(0)["turn"])
    for seat in (0, 1):
        own = four.view(seat)
        told = watchers[seat].next()
        assert (told["version"], told["turn"]) == (own["version"], own["turn"])
        assert [clock["left"] for clock in told["clocks"]] == [None] * 4


@pytest.mark.parametrize("rules", [RUMMY, ROYAL], ids=["rummy", "royal"])
def test_where_all_play_a_seat_hears_nothing_but_its_frame(
    server: str, watch: Watching, rules: dict[str, Any]
) -> None:
    """No hidden card changes that frame: `api/test_counted_secrets.py`."""
    table = CountedOnline(rules)
    table.sit_down()
    watchers = {seat: watch(table.match, user) for seat, user in table.users.items()}
    for watcher in watchers.values():
        while there(watcher.next()) != [True] * len(watchers):
            pass
    for _ in range(3 * len(watchers)):
        version = table.act(table.view(0)["turn"])["version"]
        frames = frame_of(table_now(table.match))["seats"]
        for seat, watcher in watchers.items():
            told = until(watcher, version)
            assert told == frames[str(seat)]
            assert not CARD.search(json.dumps(told))


def there(frame: dict[str, list[dict[str, bool]]]) -> list[bool]:
    return [clock["present"] for clock in frame["clocks"]]

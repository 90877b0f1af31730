"""The socket of a tournament: real connections to the running product, over a real Redis."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from config.embedded.redis import answers
from players.models import Membership, User
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user, owner_of, win
from tests.services import Process, wait_until
from tournaments.live import FRAMES_A_SECOND, tell
from tournaments.models import Staff, Tournament
from tournaments.selectors.events.audiences import Audience
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from web.actors import STAFF_PASS
from web.sockets import AUDIENCE_CHANGED, BAD_QUESTION, NOT_FOUND, TRY_AGAIN_LATER, pause

SECONDS = 5


class Watcher:
    """One socket on a tournament; with a user's or a pass's session, else a visitor's."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def next(self) -> dict[str, object]:
        return json.loads(self.connection.recv(timeout=SECONDS))

    def ask(self) -> dict[str, object]:
        self.connection.send('{"ask": "version"}')
        return self.next()

    def close_code(self) -> int:
        with pytest.raises(ConnectionClosed) as closed:
            self.connection.recv(timeout=SECONDS)
        return closed.value.rcvd.code


class Watching:
    """Opens sockets on the server, and closes them in the end."""

    def __init__(self, server: str, stack: ExitStack) -> None:
        self.server = server
        self.stack = stack

    def __call__(self, tournament_id: int, cookie: str = "", origin: str = "") -> Watcher:
        address = self.server.replace("http", "ws")
        headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"} if cookie else {}
        connection = connect(
            f"{address}/ws/tournaments/{tournament_id}/",
            origin=origin or self.server,
            additional_headers=headers,
            open_timeout=SECONDS,
        )
        return Watcher(self.stack.enter_context(connection))


@pytest.fixture
def watch(server: str) -> Iterator[Watching]:
    with ExitStack() as stack:
        yield Watching(server, stack)


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def play_hand(tournament: Tournament) -> None:
    board = board_of(tournament, 1, 1)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 3, 20), by=DIRECTOR, now=NOW
    )


def versions(tournament: Tournament) -> tuple[int, int]:
    tournament.refresh_from_db()
    return tournament.public_version, tournament.staff_version


def test_a_new_socket_is_told_the_version_there_is(watch: Watching) -> None:
    tournament = make_tournament()
    assert watch(tournament.pk).next() == {
        "topic": f"tournament:{tournament.pk}",
        "version": tournament.public_version,
        "changed": [],
    }


def test_a_change_is_told_with_its_version_and_never_with_state(watch: Watching) -> None:
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    first = watcher.next()
    play_hand(tournament)
    frame = watcher.next()
    assert frame.keys() == {"topic", "version", "changed"}
    assert frame["version"] == versions(tournament)[0] > first["version"]
    assert frame["changed"]


def test_what_visitors_may_not_know_is_told_to_the_staff_alone(watch: Watching) -> None:
    tournament = make_tournament()
    visitor = watch(tournament.pk)
    owner = watch(tournament.pk, session_of(owner_of(tournament.club)))
    visitor.next(), owner.next()
    public, staff = versions(tournament)
    tell(tournament_id=tournament.pk, public_version=None, staff_version=staff + 1, changed=["x"])
    assert owner.next()["version"] == staff + 1
    tell(
        tournament_id=tournament.pk,
        public_version=public + 1,
        staff_version=staff + 2,
        changed=["y"],
    )
    assert visitor.next() == {
        "topic": f"tournament:{tournament.pk}",
        "version": public + 1,
        "changed": ["y"],
    }


def test_the_staff_watch_by_the_staffs_version(watch: Watching) -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(staff_version=90, public_version=70)
    assert watch(tournament.pk).next()["version"] == 70
    for session in (session_of(owner_of(tournament.club)), _pass_of(tournament)):
        assert watch(tournament.pk, session).next()["version"] == 90


def _pass_of(tournament: Tournament) -> str:
    staff = Staff.objects.create(
        tournament=tournament, name="Referee", role=Staff.Roles.REFEREE, token_hash="some"
    )
    session = SessionStore()
    session[STAFF_PASS] = staff.pk
    session.save()
    return session.session_key


def test_a_draft_is_watched_by_its_staff_alone(watch: Watching) -> None:
    tournament = make_tournament(start=False)
    assert watch(tournament.pk).close_code() == NOT_FOUND
    assert watch(tournament.pk, session_of(make_user())).close_code() == NOT_FOUND
    assert watch(tournament.pk, session_of(owner_of(tournament.club))).next()["version"]


@pytest.mark.parametrize("number", [0, 4_000_000_000, 10**40])
def test_there_is_nothing_to_watch_at_a_guessed_number(watch: Watching, number: int) -> None:
    assert watch(number).close_code() == NOT_FOUND


def test_a_frame_waits_until_a_second_holds_no_more_than_its_readers_need() -> None:
    sent = deque[float](maxlen=FRAMES_A_SECOND[Audience.PUBLIC])
    for now, seconds in (
        (10.0, 0.0),
        (10.25, 0.0),  # what follows from a result comes without a pause
        (10.25, 0.75),
        (11.0, 0.0),
        (11.0, 0.25),
        (11.25, 0.0),
        (11.75, 0.25),
        (90.0, 0.0),
        (90.0, 0.0),
    ):
        assert pause(sent, now) == seconds
        if not seconds:
            sent.append(now)


def test_changes_in_quick_order_are_told_in_few_frames_the_last_word_among_them(
    watch: Watching,
) -> None:
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    watcher.next()
    public, staff = versions(tournament)
    for more in range(1, 101):
        tell(
            tournament_id=tournament.pk,
            public_version=public + more,
            staff_version=staff + more,
            changed=[f"part{more:03}"],
        )
    frames = [watcher.next()]
    while frames[-1]["version"] < public + 100:
        frames.append(watcher.next())
    assert len(frames) < 20
    told = [part for frame in frames for part in frame["changed"]]
    assert told == [f"part{more:03}" for more in range(1, 101)]
    assert watcher.ask()["changed"] == []


def test_a_question_is_answered_with_the_version_of_now(watch: Watching) -> None:
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    watcher.next()
    # As if the message had been lost.
    Tournament.objects.filter(pk=tournament.pk).update(public_version=500)
    assert watcher.ask() == {
        "topic": f"tournament:{tournament.pk}",
        "version": 500,
        "changed": [],
    }


def test_the_version_never_falls(watch: Watching) -> None:
    """Messages can overtake each other, and a reader of the database can be behind them."""
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    watcher.next()
    public, staff = versions(tournament)
    for more in (5, 2):
        tell(
            tournament_id=tournament.pk,
            public_version=public + more,
            staff_version=staff + more,
            changed=[f"part{more}"],
        )
    frames = [watcher.next()]
    while "part2" not in frames[-1]["changed"]:
        frames.append(watcher.next())
    assert {frame["version"] for frame in frames} == {public + 5}
    assert watcher.ask()["version"] == public + 5


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ask": "state"}', '{"ask": ["version"]}'])
def test_another_question_closes_the_socket(watch: Watching, text: str) -> None:
    watcher = watch(make_tournament().pk)
    watcher.next()
    watcher.connection.send(text)
    assert watcher.close_code() == BAD_QUESTION


def test_a_socket_ends_when_the_tournament_is_gone(watch: Watching) -> None:
    tournament = make_tournament(start=False)
    owner = watch(tournament.pk, session_of(owner_of(tournament.club)))
    owner.next()
    setup.delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=DIRECTOR, now=NOW)
    owner.connection.send('{"ask": "version"}')
    assert owner.close_code() == NOT_FOUND


def test_who_is_no_longer_of_the_staff_must_come_back_as_a_visitor(watch: Watching) -> None:
    tournament = make_tournament()
    organiser = make_user()
    membership = Membership.objects.create(
        club=tournament.club, user=organiser, role=Membership.Roles.ORGANISER
    )
    watcher = watch(tournament.pk, session_of(organiser))
    watcher.next()
    membership.delete()
    watcher.connection.send('{"ask": "version"}')
    assert watcher.close_code() == AUDIENCE_CHANGED


def test_a_page_of_another_site_can_not_watch(watch: Watching) -> None:
    tournament = make_tournament()
    with pytest.raises(InvalidStatus) as refused:
        watch(tournament.pk, origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403


# The channel layer's library may drop a connection that it was about to make, without closing it.
without_redis = pytest.mark.filterwarnings("ignore:unclosed <StreamWriter:ResourceWarning")


@pytest.fixture
def away(redis_process: Process) -> Iterator[Callable[[], None]]:
    """Takes Redis away; it is back after the test."""
    yield redis_process.end
    redis_process.start()
    wait_until(lambda: answers(settings.REDIS_PORT))


@without_redis
def test_with_redis_away_a_change_stands_and_a_question_is_still_answered(
    watch: Watching, away: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    watcher.next()
    away()
    tell(tournament_id=tournament.pk, public_version=8, staff_version=8, changed=["x"])
    assert "nobody was told" in caplog.text
    Tournament.objects.filter(pk=tournament.pk).update(public_version=600)
    assert watcher.ask()["version"] == 600


@without_redis
def test_who_comes_while_redis_is_away_is_turned_away(
    watch: Watching, away: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    tournament = make_tournament()
    away()
    assert watch(tournament.pk).close_code() == TRY_AGAIN_LATER
    assert "A page can't watch" in caplog.text


def test_a_withdrawal_is_told_once_it_has_committed(watch: Watching) -> None:
    tournament = make_tournament()
    watcher = watch(tournament.pk)
    watcher.next()
    entries.withdraw_entry(
        tournament_id=tournament.pk,
        entry_id=tournament.entries.get(seed=4).pk,
        by=DIRECTOR,
        now=NOW,
    )
    assert watcher.next()["version"] <= versions(tournament)[0]


def test_a_result_reaches_a_hundred_spectators(watch: Watching) -> None:
    tournament = make_tournament()
    watchers = [watch(tournament.pk) for _ in range(100)]
    for watcher in watchers:
        watcher.next()
    win(board_of(tournament, 1, 1), 0)
    for watcher in watchers:
        assert watcher.next()["version"] > tournament.public_version

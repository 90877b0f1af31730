"""Mail waits in an outbox: no request talks to the mail server, and a hanging one loses nothing."""

import re
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from smtplib import (
    SMTPAuthenticationError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
)
from typing import ClassVar

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from config.celery import app
from kernel.permissions import SYSTEM, Actor
from players.models import Club, Link, Mail, Player, User
from players.selectors import link_by_token, stuck_mail
from players.services import links
from players.services.accounts import delete_account, export_my_data
from players.services.backup import back_up, restore
from players.services.outbox import (
    KEPT_FOR,
    is_mail_due,
    purge_mail,
    queue_password_reset,
)
from players.services.players import add_player, anonymise_player
from players.services.sending import send_mails
from tests.builders import NOW, make_club, make_user, owner_of
from tests.concurrency import assert_chain, at_once
from tests.services import Worker, wait_until
from web.db import clock

pytestmark = pytest.mark.django_db


class HangingServer:
    """A mail server that takes calls and never says a word."""

    def __enter__(self) -> "HangingServer":
        self.calls: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self.calls.append(self._listener.accept()[0])

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for end in (self._listener, *self.calls):
            end.close()


class TakingServer(HangingServer):
    """A mail server that takes letters; while it is `slow` it does not say that it has one."""

    def __enter__(self) -> "TakingServer":
        self.letters: list[str] = []
        self.is_slow = True
        super().__enter__()
        return self

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                call = self._listener.accept()[0]
                self.calls.append(call)
                threading.Thread(target=self._take, args=[call], daemon=True).start()

    def _take(self, call: socket.socket) -> None:
        with suppress(OSError), call.makefile("rwb", buffering=0) as line:
            line.write(b"220 here\r\n")
            while said := line.readline().strip().upper():
                if said != b"DATA":
                    line.write(b"250 yes\r\n")
                    continue
                line.write(b"354 go on\r\n")
                letter = b"".join(iter(line.readline, b".\r\n"))
                self.letters.append(letter.decode())
                if not self.is_slow:
                    line.write(b"250 taken\r\n")


class Moody(EmailBackend):
    """A mail server that fails as it is told to."""

    fault: ClassVar[BaseException | None] = None

    def open(self) -> bool:
        if self.fault:
            raise self.fault
        return True


@pytest.fixture
def hanging(settings: Settings) -> Iterator[HangingServer]:
    with HangingServer() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 0.5
        yield server


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> type[Moody]:
    settings.EMAIL_BACKEND = f"{__name__}.Moody"
    monkeypatch.setattr(Moody, "fault", None)
    return Moody


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def player(club: Club) -> Player:
    player = add_player(club=club, name="Anna", by=Actor("api"), now=NOW)
    player.email = "anna@club.example"
    player.save()
    return player


def invite(club: Club, email: str = "ada@club.example") -> links.IssuedLink:
    by = Actor("page", user_id=owner_of(club).pk)
    return links.invite(club=club, email=email, role="referee", by=by, now=NOW)


def send(later: timedelta = timedelta()) -> None:
    send_mails(by=SYSTEM, now=NOW + later)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


# The request --------------------------------------------------------------------------------------


def test_no_request_talks_to_the_mail_server(
    hanging: HangingServer,
    club: Club,
    player: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    owner = signed_in(owner_of(club))
    forgotten = {"email": owner_of(club).email}
    with django_capture_on_commit_callbacks() as asked:
        data = {"act": "invite", "email": "ada@club.example", "role": "referee"}
        assert owner.post(reverse("members", args=[club.slug]), data).status_code == 302
        data = {"act": "link", "mail": "1"}
        page = reverse("edit_player", args=[club.slug, player.pk])
        assert owner.post(page, data).status_code == 302
        assert Client().post(reverse("password_reset"), forgotten).status_code == 302
    assert not hanging.calls
    assert len(asked) == 3
    asked[0]()  # what the worker does meanwhile
    assert hanging.calls
    assert list(Mail.objects.values_list("sent_at", flat=True)) == [None] * 3


def work_of(
    email: str, capture: DjangoCaptureOnCommitCallbacks
) -> tuple[list[str], int, dict[str, object]]:
    """What a reset costs: its statements without their values, what is asked of the worker, and
    the row that is kept."""
    with CaptureQueriesContext(connection) as queries, capture() as asked:
        Client().post(reverse("password_reset"), {"email": email})
    statements = [re.sub(r"'[^']*'|\b\d+\b", "?", query["sql"]) for query in queries]
    row = Mail.objects.filter(to=email).values().get()
    differing = {
        name: row.pop(name) for name in ("id", "to", "made_at", "next_try_at", "give_up_at")
    }
    assert differing["to"] == email
    return statements, len(asked), row


def test_a_reset_does_the_same_work_whether_there_is_an_account_or_not(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    make_user(email="ada@club.example")
    known = work_of("ada@club.example", django_capture_on_commit_callbacks)
    unknown = work_of("eve@club.example", django_capture_on_commit_callbacks)
    assert known == unknown
    assert known[1] == 1


# The worker ---------------------------------------------------------------------------------------


def test_a_mail_goes_out_once_and_its_words_are_forgotten(club: Club) -> None:
    issued = invite(club)
    send()
    send(timedelta(hours=1))
    (letter,) = mail.outbox
    assert (letter.to, issued.url in letter.body) == (["ada@club.example"], True)
    kept = Mail.objects.get()
    assert (kept.sent_at, kept.seed, kept.body) == (NOW, "", "")


def test_no_token_lies_in_the_database(club: Club, player: Player) -> None:
    by = Actor("page", user_id=owner_of(club).pk)
    tokens = [
        invite(club).token,
        links.create_claim_link(player=player, email=player.email, by=by, now=NOW).token,
    ]
    queue_password_reset(email=owner_of(club).email, now=NOW)
    rows = str([*Mail.objects.values_list(), *Link.objects.values_list()])
    assert not [token for token in tokens if token in rows]


def test_a_mail_is_tried_with_growing_pauses_as_long_as_its_link_lives(
    club: Club, server: type[Moody]
) -> None:
    invite(club)
    server.fault = TimeoutError()
    tried, at = [], timedelta()
    while at < timedelta(days=16):
        before = Mail.objects.get().tries
        send(at)
        if Mail.objects.get().tries > before:
            tried.append(at)
        at += timedelta(minutes=1)
        next_try = Mail.objects.get().next_try_at - NOW
        at = max(at, next_try - timedelta(minutes=1))  # nothing is due before
        if next_try > timedelta(days=14):
            break
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses == sorted(pauses)
    assert pauses[0] >= timedelta(minutes=1)
    assert timedelta(days=13) < tried[-1] < timedelta(days=14)
    server.fault = None
    send(timedelta(days=15))
    assert mail.outbox == []


def test_the_life_of_a_link_counts_from_sending(club: Club, server: type[Moody]) -> None:
    issued = invite(club)
    server.fault = ConnectionRefusedError()
    send()
    server.fault = None
    send(timedelta(days=10))
    (letter,) = mail.outbox
    assert issued.url in letter.body
    assert link_by_token(issued.token, Link.Kinds.INVITATION, NOW + timedelta(days=23))
    assert Link.objects.get().expires_at == NOW + timedelta(days=24)


def test_the_token_for_a_new_password_is_made_when_the_mail_goes_out(server: type[Moody]) -> None:
    user = make_user(email="ada@club.example")
    queue_password_reset(email="ada@club.example", now=NOW)
    server.fault = TimeoutError()
    send()
    user.set_password("another long one")  # ends each token made before
    user.save()
    server.fault = None
    send(timedelta(days=2))
    (letter,) = mail.outbox
    found = re.search(r"http://club\.example(/password/\S+)", letter.body)
    assert found
    assert "has been used" not in Client().get(found[1], follow=True).content.decode()


def test_nothing_is_sent_to_who_has_no_account_and_nothing_kept() -> None:
    queue_password_reset(email="eve@club.example", now=NOW)
    send()
    assert (mail.outbox, Mail.objects.count()) == ([], 0)


def test_a_link_that_nobody_needs_any_more_is_not_sent(club: Club) -> None:
    used, withdrawn = invite(club), invite(club, "bob@club.example")
    by = Actor("page", user_id=make_user().pk)
    links.accept_invitation(token=used.token, by=by, now=NOW)
    owner = Actor("page", user_id=owner_of(club).pk)
    links.withdraw_invitation(link=withdrawn.link, by=owner, now=NOW)
    send()
    assert (mail.outbox, Mail.objects.count()) == ([], 0)


def test_an_address_that_is_refused_holds_up_no_other(
    club: Club, server: type[Moody], monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(club, "bad@club.example")
    invite(club, "good@club.example")
    deliver = Moody.send_messages

    def send_messages(self, letters):
        if letters[0].to == ["bad@club.example"]:
            raise SMTPRecipientsRefused({})
        return deliver(self, letters)

    monkeypatch.setattr(Moody, "send_messages", send_messages)
    send()
    assert [letter.to for letter in mail.outbox] == [["good@club.example"]]
    assert Mail.objects.get(sent_at=None).error == "recipient"


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_sends(club: Club) -> None:
    app.conf.task_always_eager = False
    try:
        for number in range(5):
            invite(club, f"ada{number}@club.example")
    finally:
        app.conf.task_always_eager = True
    at_once(partial(send_mails, by=SYSTEM, now=NOW), times=4)
    assert sorted(letter.to[0] for letter in mail.outbox) == [
        f"ada{number}@club.example" for number in range(5)
    ]


def test_what_a_dying_worker_had_claimed_is_tried_again(club: Club, server: type[Moody]) -> None:
    invite(club)
    server.fault = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        send()
    server.fault = None
    assert not is_mail_due(now=NOW)
    later = timedelta(minutes=2)
    assert is_mail_due(now=NOW + later)
    send(later)
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_the_server_is_talked_to(
    club: Club, server: type[Moody], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    monkeypatch.setattr(Moody, "open", lambda self: seen.append(connection.in_atomic_block))
    invite(club)
    send()
    assert seen == [False]


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_was_never_asked_for_is_found_by_the_tick(club: Club, worker: Worker) -> None:
    """The row is there, and no message tells a worker of it."""
    invite(club)
    Mail.objects.update(sent_at=None, next_try_at=NOW, give_up_at=clock.now() + timedelta(days=1))
    wait_until(lambda: not Mail.objects.filter(sent_at=None).exists(), what="the mail")


def sent_to(server: HangingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts after it sends its mail there."""
    monkeypatch.setenv("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
    monkeypatch.setenv("EMAIL_HOST", "127.0.0.1")
    monkeypatch.setenv("EMAIL_PORT", str(server.port))


@pytest.fixture
def hanging_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[HangingServer]:
    with HangingServer() as server:
        sent_to(server, monkeypatch)
        yield server


@pytest.fixture
def taking_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[TakingServer]:
    with TakingServer() as server:
        sent_to(server, monkeypatch)
        yield server


def let_the_pause_pass() -> None:
    """What a dead worker had claimed is free again: its mail after the pause, its turn after a
    while."""
    Mail.objects.filter(sent_at=None).update(next_try_at=clock.now())
    cache.delete("outbox:sending")


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_while_it_sends_loses_no_mail(
    transactional_db: None, taking_environment: TakingServer, worker: Worker
) -> None:
    """The server has the first letter, and the worker dies before it knows: of that one letter two
    go out, and one of the others."""
    server, club = taking_environment, make_club()
    names = [f"ada{number}@club.example" for number in range(3)]
    for name in names:
        by = Actor("page", user_id=owner_of(club).pk)
        links.invite(club=club, email=name, role="referee", by=by, now=clock.now())
    wait_until(lambda: server.letters, what="a letter at the mail server")
    worker.kill()
    assert len(server.letters) == 1
    assert not Mail.objects.exclude(sent_at=None).exists()
    server.is_slow = False
    let_the_pause_pass()
    worker.start()
    wait_until(lambda: not Mail.objects.filter(sent_at=None).exists(), what="all mail")
    sent = Counter(re.findall(r"^To: (\S+)", "\n".join(server.letters), re.MULTILINE))
    assert sorted(sent) == names
    assert sorted(sent.values()) == [1, 1, 2]
    words = [letter.split("\r\n\r\n", 1)[1] for letter in server.letters]
    assert words.count(words[0]) == 2, "the second one has the same link"


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_before_the_server_speaks_has_sent_nothing(
    transactional_db: None, hanging_environment: HangingServer, worker: Worker
) -> None:
    club = make_club()
    by = Actor("page", user_id=owner_of(club).pk)
    links.invite(club=club, email="ada@club.example", role="referee", by=by, now=clock.now())
    wait_until(lambda: hanging_environment.calls, what="a call to the mail server")
    worker.kill()
    claimed = Mail.objects.get()
    assert (claimed.sent_at, claimed.tries) == (None, 1)
    assert claimed.next_try_at > clock.now()
    let_the_pause_pass()
    worker.start()
    wait_until(lambda: len(hanging_environment.calls) == 2, what="the next try")
    wait_until(lambda: Mail.objects.get().tries == 2, what="the next try noted")
    worker.kill()  # it would wait for the server


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_a_server_that_hangs_holds_up_no_tick(
    transactional_db: None, hanging_environment: HangingServer, worker: Worker
) -> None:
    club = make_club()
    for number in range(6):
        links.invite(
            club=club,
            email=f"ada{number}@club.example",
            role="referee",
            by=Actor("page", user_id=owner_of(club).pk),
            now=clock.now(),
        )
    wait_until(lambda: hanging_environment.calls, what="a call to the mail server")

    def ticks() -> int:
        return len(re.findall(r"tournaments\.tasks\.tick\[\S+ succeeded", worker.output()))

    before = ticks()
    wait_until(lambda: ticks() >= before + 5, seconds=9, what="five ticks while the server hangs")
    assert len(hanging_environment.calls) == 1


# Who is asked to look -----------------------------------------------------------------------------


FAULTS = [
    (ConnectionRefusedError(), "be reached"),
    (TimeoutError(), "does not answer"),
    (SMTPAuthenticationError(535, b"no"), "name and password"),
    (SMTPSenderRefused(550, b"no", "a@b.example"), "address of the sender"),
    (SMTPRecipientsRefused({}), "does not take this address"),
    (SMTPException("no"), "refused it"),
]


@pytest.mark.parametrize(("fault", "words"), FAULTS)
@pytest.mark.parametrize("page", ["members", "club_settings"])
def test_the_owner_sees_what_is_stuck_and_why(
    club: Club, server: type[Moody], fault: Exception, words: str, page: str
) -> None:
    owner = signed_in(owner_of(club))
    address = reverse(page, args=[club.slug])
    assert "has not gone out" not in owner.get(address).content.decode()
    invite(club)
    queue_password_reset(email=owner_of(club).email, now=NOW)
    server.fault = fault
    send()
    html = owner.get(address).content.decode()
    section = html[html.index("has not gone out") :]
    assert "a…@club.example" in section
    assert words in section.replace("&#x27;", "'")
    assert "Invitation to the club" in section
    assert "1 try" in section
    server.fault = None
    send(timedelta(minutes=3))
    assert "has not gone out" not in owner.get(address).content.decode()


def test_the_owner_sends_again_or_drops(
    club: Club,
    server: type[Moody],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    owner, address = signed_in(owner_of(club)), reverse("members", args=[club.slug])
    issued = invite(club)
    invite(club, "bob@club.example")
    server.fault = TimeoutError()
    send()
    again, dropped = (Mail.objects.get(to__startswith=name) for name in ("ada", "bob"))
    Mail.objects.update(give_up_at=NOW)
    assert "given up" in owner.get(address).content.decode()
    server.fault = None
    with django_capture_on_commit_callbacks(execute=True):
        assert owner.post(address, {"act": f"send_mail:{again.pk}"}).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["ada@club.example"]]
    assert issued.url in mail.outbox[0].body
    assert owner.post(address, {"act": f"drop_mail:{dropped.pk}"}).status_code == 302
    assert list(Mail.objects.values_list("pk", flat=True)) == [again.pk]
    assert owner.post(address, {"act": f"drop_mail:{dropped.pk}"}).status_code == 400
    assert_chain(f"club:{club.pk}")


def test_nobody_touches_the_mail_of_another_club(club: Club, server: type[Moody]) -> None:
    invite(club)
    server.fault = TimeoutError()
    send()
    other = make_club()
    stranger, address = signed_in(owner_of(other)), reverse("members", args=[other.slug])
    assert "has not gone out" not in stranger.get(address).content.decode()
    for act in ("send_mail", "drop_mail"):
        answer = stranger.post(address, {"act": f"{act}:{Mail.objects.get().pk}"})
        assert answer.status_code == 400
    assert Mail.objects.get().tries == 1
    member = make_user()
    club.memberships.create(user=member, role="member")
    page = reverse("members", args=[club.slug])
    assert signed_in(member).post(page, {"act": "drop_mail:1"}).status_code == 403


def test_a_mail_that_nobody_tries_is_stuck_too(club: Club) -> None:
    invite(club)
    assert not stuck_mail(club, NOW + timedelta(minutes=1)).exists()
    assert stuck_mail(club, NOW + timedelta(minutes=3)).get().error == ""


# Whose it is --------------------------------------------------------------------------------------


def test_mails_are_forgotten_some_days_after(club: Club, server: type[Moody]) -> None:
    invite(club)
    send()
    purge_mail(now=NOW + KEPT_FOR)
    assert Mail.objects.count() == 1
    purge_mail(now=NOW + KEPT_FOR + timedelta(seconds=1))
    assert Mail.objects.count() == 0
    queue_password_reset(email=owner_of(club).email, now=NOW)
    purge_mail(now=NOW + timedelta(days=9))
    assert Mail.objects.count() == 1
    purge_mail(now=NOW + timedelta(days=11))
    assert Mail.objects.count() == 0


def test_an_account_takes_its_mails_along(club: Club) -> None:
    user = make_user(email="ada@club.example")
    queue_password_reset(email="ada@club.example", now=NOW)
    (exported,) = export_my_data(user=user)["mails"]
    assert exported == {"kind": "password_reset", "made_at": NOW, "sent_at": None}
    delete_account(user=user, typed=user.email, by=Actor("page", user_id=user.pk), now=NOW)
    assert Mail.objects.count() == 0


def test_a_player_who_is_forgotten_gets_no_mail(club: Club, player: Player) -> None:
    by = Actor("page", user_id=owner_of(club).pk)
    links.create_claim_link(player=player, email=player.email, by=by, now=NOW)
    anonymise_player(player=player, by=by, now=NOW)
    assert Mail.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_put_back_sends_no_old_mail(club: Club, tmp_path: Path) -> None:
    app.conf.task_always_eager = False
    try:
        issued = invite(club)
    finally:
        app.conf.task_always_eager = True
    back_up(path=tmp_path / "club.zip")
    restore(path=tmp_path / "club.zip", replace=True)
    assert Mail.objects.count() == 0
    assert link_by_token(issued.token, Link.Kinds.INVITATION, NOW)

"""Mail of the program, as the owner of a club finds it: off, on, tried."""

import re
import smtplib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.embedded.options import ROOT
from pages.club.mail import HOW
from players.models import AuditEntry, Club, Mail, Membership, Player
from players.services.outbox import TO_THE_LOG
from tests.builders import make_club, owner_of, sign_in
from tests.players.services.test_clubs import join
from tests.players.services.test_outbox import Moody, TakingServer, server  # noqa: F401
from web.page import new_key

pytestmark = pytest.mark.django_db
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.fixture
def off(settings: Settings) -> None:
    settings.EMAIL_BACKEND = TO_THE_LOG


def address(name: str, club: Club) -> str:
    return reverse(name, args=[club.slug])


def send(browser: Client, club: Club) -> HttpResponse:
    data = {"act": "send", "key": new_key()}
    return browser.post(address("club_mail", club), data, follow=True)


# Off ----------------------------------------------------------------------------------------------


def test_where_mail_is_off_the_settings_say_so_and_lead_on(
    club: Club, owner: Client, off: None
) -> None:
    page = address("club_mail", club)
    shown = owner.get(address("club_settings", club)).text
    assert "Mail is not set up" in shown
    assert f'href="{page}"' in shown
    how = owner.get(page).text
    assert all(line in how for line in HOW)
    assert 'value="send"' not in how
    assert send(owner, club).status_code == 409


def test_an_organiser_reads_that_it_is_off_and_no_more(club: Club, off: None) -> None:
    browser = Client()
    sign_in(browser, join(club, Membership.Roles.ORGANISER))
    shown = browser.get(address("club_settings", club)).text
    assert "Mail is not set up" in shown
    assert address("club_mail", club) not in shown
    assert browser.get(address("club_mail", club)).status_code == 403


def test_what_turns_it_on_is_what_the_program_reads_and_its_manual_says() -> None:
    settings, manual, compose, example = (
        (ROOT / name).read_text()
        for name in (
            "config/settings.py",
            "docs/operations.md",
            "docker-compose.yml",
            ".env.example",
        )
    )
    for line in HOW:
        name = line.partition("=")[0]
        assert re.search(rf'(environ.get|_flag)\("{name}"', settings), name
        assert f"{name}: ${{{name}" in compose
        assert f"#{name}=" in example
        assert line.replace("…", "...") in manual
    read = set(re.findall(r'"((?:EMAIL|DEFAULT_FROM)_[A-Z_]+)"', settings))
    assert read == {line.partition("=")[0] for line in HOW}


def test_no_page_says_that_a_letter_is_on_its_way(club: Club, owner: Client, off: None) -> None:
    data = {"act": "invite", "email": "a@b.example", "role": "member", "key": new_key()}
    invited = owner.post(address("members", club), data, follow=True).text
    assert "nothing goes to a@b.example" in invited
    assert "on its way" not in invited
    player = Player.objects.create(club=club, name="Anna", email="anna@b.example")
    shown = owner.get(reverse("edit_player", args=[club.slug, player.pk])).text
    assert "and send it to" not in shown
    passes = address("passes", club)
    assert 'value="send"' not in owner.get(passes).text
    data = {"act": "send", "player": player.pk, "good": "season", "key": new_key()}
    assert owner.post(passes, data).status_code == 409
    assert Mail.objects.count() == 1


# On -----------------------------------------------------------------------------------------------


def test_a_test_goes_to_the_owner_at_once(club: Club, owner: Client) -> None:
    shown = send(owner, club)
    assert "The mail server took it." in shown.text
    [letter] = mail.outbox
    assert letter.to == [owner_of(club).email]
    assert club.name in letter.subject
    assert "The mail server took it." not in owner.get(address("club_mail", club)).text
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data) == ("mail.test", {"error": ""})


def test_nobody_sends_many(club: Club, owner: Client) -> None:
    answers = [send(owner, club).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert len(mail.outbox) == 3


FAULTS: list[tuple[Exception, str, str]] = [
    (ConnectionRefusedError(111, "refused"), "The mail server can&#x27;t be reached.", ""),
    (TimeoutError(), "The mail server does not answer.", ""),
    (smtplib.SMTPServerDisconnected("gone"), "The mail server does not answer.", ""),
    (
        smtplib.SMTPAuthenticationError(535, b"5.7.8 <b>Bad\r\n credentials"),
        "The mail server does not take the name and password",
        "535 5.7.8 &lt;b&gt;Bad credentials",
    ),
    (
        smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"No such \xff user")}),
        "The mail server does not take this address",
        "550 No such � user",
    ),
    (
        smtplib.SMTPSenderRefused(553, "Not yours", "c@d.example"),
        "The mail server does not take the address of the sender.",
        "553 Not yours",
    ),
    (
        smtplib.SMTPNotSupportedError("STARTTLS extension not supported by server."),
        "The mail server refused it.",
        "STARTTLS extension not supported by server.",
    ),
]


@pytest.mark.parametrize(("fault", "why", "answer"), FAULTS, ids=lambda it: type(it).__name__)
def test_what_the_mail_server_answers_is_said(
    club: Club,
    owner: Client,
    server: type[Moody],  # noqa: F811
    fault: Exception,
    why: str,
    answer: str,
) -> None:
    server.fault = fault
    shown = send(owner, club)
    assert shown.status_code == 200
    assert why in shown.text
    assert f"It answered: “{answer}”." in shown.text if answer else "It answered" not in shown.text
    assert "The mail server took it." not in shown.text
    assert AuditEntry.objects.get().data["error"]


def test_a_fault_of_the_program_is_not_taken_for_one_of_the_server(
    club: Club,
    owner: Client,
    server: type[Moody],  # noqa: F811
) -> None:
    server.fault = LookupError("ours")
    with pytest.raises(LookupError):
        send(owner, club)


@pytest.fixture
def taking(settings: Settings) -> Iterator[TakingServer]:
    with TakingServer() as taking:
        taking.is_slow = False
        settings.EMAIL_BACKEND, settings.EMAIL_HOST = SMTP, "127.0.0.1"
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = taking.port, 5
        yield taking


def test_it_goes_to_a_real_server(club: Club, owner: Client, taking: Any) -> None:
    assert "The mail server took it." in send(owner, club).text
    [letter] = taking.letters
    assert f"To: {owner_of(club).email}" in letter

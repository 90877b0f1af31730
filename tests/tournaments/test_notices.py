"""Your next match, by e-mail: to those who want it, once, whatever the mail server does."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection

from tests.builders import DIRECTOR, NOW, board_of, entry_at, make_tournament, make_user, win
from tournaments.models import Notice
from tournaments.services import entries
from tournaments.services.advancing import advance
from tournaments.services.notices import send_notices

pytestmark = pytest.mark.django_db


class Watched(EmailBackend):
    """Fails as long as it is told to, and notes whether a transaction was open meanwhile."""

    away = False
    in_transaction = False

    def send_messages(self, messages):
        type(self).in_transaction |= connection.in_atomic_block
        if self.away:
            raise OSError("the mail server is away")
        return super().send_messages(messages)


@pytest.fixture
def server(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Watched"
    monkeypatch.setattr(Watched, "away", False)
    monkeypatch.setattr(Watched, "in_transaction", False)
    return Watched


@pytest.fixture
def tournament():
    tournament = make_tournament()
    wants(tournament, 1)
    return tournament


def wants(tournament, seed):
    user = make_user()
    user.wants_notices = True
    user.save()
    player = entry_at(tournament, seed).members.get().player
    player.user = user
    player.save()


def send(tournament, later=timedelta()):
    send_notices(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW + later)


def test_who_wants_it_is_told_of_each_match_once(tournament):
    send(tournament)
    send(tournament)
    (message,) = mail.outbox
    assert message.subject == "Autumn Cup: your next match"
    assert message.body == "You play against Player 0004, at the table that the director names."
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    send(tournament)
    assert len(mail.outbox) == 1
    advance(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    send(tournament)
    assert mail.outbox[1].body.startswith("You play against Player 0002")


def test_nobody_is_told_to_play_against_one_who_has_withdrawn(tournament):
    entries.withdraw_entry(
        tournament_id=tournament.pk, entry_id=entry_at(tournament, 4).pk, by=DIRECTOR, now=NOW
    )
    send(tournament)
    assert mail.outbox == []


def test_what_could_not_be_sent_is_tried_again_later_and_the_others_are_sent(tournament, server):
    wants(tournament, 2)
    server.away = True
    with pytest.raises(OSError, match="away"):
        send(tournament)
    server.away = False
    send(tournament)
    assert len(mail.outbox) == 1
    send(tournament, later=timedelta(minutes=6))
    assert len(mail.outbox) == 2
    assert not Notice.objects.filter(sent_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_no_lock_is_held_while_the_mail_server_is_talked_to(tournament, server):
    send(tournament)
    assert len(mail.outbox) == 1
    assert not server.in_transaction

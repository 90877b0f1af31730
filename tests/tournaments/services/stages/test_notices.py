"""Your next match, by e-mail: to those who want it, once."""

from datetime import timedelta
from functools import partial

import pytest
from django.core import mail
from django.urls import reverse

from kernel.permissions import SYSTEM
from players.models import Mail
from players.services.sending import send_mails
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    win,
    wish_for,
)
from tests.tournaments.services.desk.test_what_rests import other_way, unwind
from tests.tournaments.services.stages.test_swiss import play, swiss
from tournaments.services.events import entries, setup
from tournaments.services.stages.notices import send_notices
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = make_tournament()
    wants(tournament, 1)
    return tournament


def wants(tournament, seed):
    user = make_user()
    wish_for(user, "next_match")
    player = entry_at(tournament, seed).members.get().player
    player.user = user
    player.save()


def send(tournament):
    send_notices(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    send_mails(by=SYSTEM, now=NOW)


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
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    send(tournament)
    assert mail.outbox[1].body.startswith("You play against Player 0002")


def test_online_the_next_match_leads_to_its_table(settings):
    settings.IS_REACHABLE = True
    tournament = make_tournament(play="online")
    setup.set_tables(tournament_id=tournament.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    wants(tournament, 1)
    send(tournament)
    (message,) = mail.outbox
    said, link = message.body.split("\n\n")
    assert said == "You play against Player 0004, online."
    event = tournament.club.slug, tournament.slug
    assert link.endswith(
        reverse("online_table", args=[*event, board_of(tournament, 1, 1).match_id])
    )


def test_nobody_is_told_to_play_against_one_who_has_withdrawn(tournament):
    entries.withdraw_entry(
        tournament_id=tournament.pk, entry_id=entry_at(tournament, 4).pk, by=DIRECTOR, now=NOW
    )
    send(tournament)
    assert mail.outbox == []


def test_a_notice_is_given_to_the_outbox_once_and_not_for_long(tournament):
    prepare = partial(send_notices, stage_id=tournament.stages.get().pk, by=DIRECTOR)
    prepare(now=NOW)
    prepare(now=NOW)
    waiting = Mail.objects.get()
    assert (waiting.kind, waiting.club) == ("next_match", tournament.club)
    assert waiting.give_up_at - waiting.made_at <= timedelta(hours=3)


def test_who_is_to_play_an_old_match_again_is_told_so(django_capture_on_commit_callbacks):
    """A round was drawn again, which its players were told, and then the old one came back."""
    commits = django_capture_on_commit_callbacks
    tournament = swiss(commits, publishing="automatic")
    for seed in (1, 2):
        wants(tournament, seed)
    play(commits, tournament, 1)
    made = other_way(commits, tournament, choice="redraw")
    mail.outbox.clear()
    Mail.objects.all().delete()
    unwind(commits, made)
    send_mails(by=SYSTEM, now=NOW)
    told = sorted(message.body for message in mail.outbox)
    assert told == [
        "You play against Player 0003, at the table that the director names.",
        "You play against Player 0004, at the table that the director names.",
    ]

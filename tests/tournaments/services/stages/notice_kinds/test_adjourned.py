"""An adjourned online match: both are told its hour at once, and again shortly before."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from games.services.tables.writing import open_table, writing
from games.tables.clock import DEFAULT_CLOCK
from games.tables.records import ms_of
from games.tables.steps import clocks_at
from kernel.permissions import SYSTEM
from players.models import Club
from players.services.sending import send_mails
from tests.builders import DIRECTOR, board_of, entry_at, make_tournament, make_user, wish_for
from tournaments.models import Notice
from tournaments.services.events.ticking import tick
from tournaments.services.stages.notices import send_notices
from web.db import clock

pytestmark = pytest.mark.django_db


class AdjournedMatch:
    """The first match of an online event, whose two wish to be told."""

    def __init__(self, **fields):
        self.tournament = make_tournament(play="online", **fields)
        self.board = board_of(self.tournament, 1, 1)
        for seat in self.board.match.seats.select_related("player"):
            seat.player.user = make_user(seat.player.name)
            seat.player.save()
            wish_for(seat.player.user, "adjourned")
        open_table(
            match=self.board.match_id,
            clock=DEFAULT_CLOCK.as_json(),
            flag="game_loss",
            spectators="none",
            assist=True,
        )
        self.now = clock.now()

    def hold(self, kind, **data):
        with writing(self.board.match_id) as opened:
            left = [[one.left, one.reserve] for one in clocks_at(opened.state, opened.now, ())]
            opened.append(kind, by=DIRECTOR, data={"reason": "supper", "clocks": left, **data})

    def adjourn(self, **span):
        self.hold("adjournment", until=ms_of(self.now + timedelta(**span)))

    def resume(self):
        with writing(self.board.match_id) as opened:
            opened.append("resumption", by=DIRECTOR, data={"reason": "we go on"})

    def tell(self, **after):
        now = self.now + timedelta(**after)
        send_notices(stage_id=self.tournament.stages.get().pk, by=DIRECTOR, now=now)
        send_mails(by=SYSTEM, now=now)


@pytest.fixture
def match():
    return AdjournedMatch()


def test_both_are_told_at_once_and_reminded_once(match, mailoutbox):
    match.adjourn(hours=3)
    for _again in range(2):
        match.tell()
        assert len(mailoutbox) == 2
    match.tell(hours=2)
    assert len(mailoutbox) == 2
    for _again in range(2):
        match.tell(hours=2, minutes=31)
        assert len(mailoutbox) == 4
    match.tell(hours=3)
    assert len(mailoutbox) == 4
    first = mailoutbox[0]
    assert first.subject == "Autumn Cup: your match goes on at its hour"
    assert first.body.startswith("Your match against Player 000")
    assert (match.now + timedelta(hours=3)).strftime("%H:%M") in first.body
    assert len({letter.to[0] for letter in mailoutbox}) == 2


def test_the_hour_is_that_of_the_club(match, mailoutbox):
    zone = "Asia/Tokyo"  # whose hours are never those of a server in UTC
    Club.objects.filter(pk=match.tournament.club_id).update(time_zone=zone)
    match.adjourn(hours=3)
    match.tell()
    hour = (match.now + timedelta(hours=3)).astimezone(ZoneInfo(zone))
    assert date_format(hour, "DATETIME_FORMAT") in mailoutbox[0].body


def test_for_half_an_hour_it_is_said_once(match, mailoutbox):
    match.adjourn(minutes=20)
    match.tell()
    match.tell(minutes=10)
    assert len(mailoutbox) == 2


def test_what_goes_on_already_is_said_no_more(match, mailoutbox):
    match.adjourn(hours=3)
    match.resume()
    match.tell()
    match.hold("pause")
    match.tell(hours=2, minutes=31)
    assert mailoutbox == []


def test_another_hour_is_another_thing_to_tell(match, mailoutbox):
    match.adjourn(hours=3)
    match.tell()
    match.resume()
    match.adjourn(hours=5)
    match.tell()
    assert len(mailoutbox) == 4
    assert mailoutbox[0].body != mailoutbox[2].body


def test_a_letter_that_waited_is_not_sent_when_it_goes_on(match, mailoutbox):
    match.adjourn(hours=3)
    tick(by=SYSTEM, now=match.now)
    assert Notice.objects.filter(kind="adjourned", sent_at=None).count() == 2
    match.resume()
    match.tell()
    assert mailoutbox == []


def test_who_does_not_wish_for_it_and_the_others_are_told_nothing(match, mailoutbox):
    other = entry_at(match.tournament, 2).members.get().player
    other.user = make_user("Other")
    other.save()
    wish_for(other.user, "adjourned")
    gone, stays = (seat.player.user for seat in match.board.match.seats.order_by("seat"))
    gone.notice_wishes.all().delete()
    match.adjourn(hours=3)
    match.tell()
    assert [letter.to for letter in mailoutbox] == [[stays.email]]


def test_the_letter_leads_to_the_table(match, mailoutbox, settings):
    settings.IS_REACHABLE = True
    match.adjourn(hours=3)
    match.tell()
    event = match.tournament.club.slug, match.tournament.slug
    path = reverse("online_table", args=[*event, match.board.match_id])
    assert mailoutbox[0].body.endswith(path)

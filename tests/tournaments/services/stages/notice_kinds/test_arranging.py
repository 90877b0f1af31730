"""Mails about the time of a match: to whom, when, and never twice."""

from datetime import datetime, timedelta

import pytest

from kernel.permissions import SYSTEM
from players.models import Mail
from tests.builders import NOW, win, wish_for
from tests.league import END, EVENING, League
from tournaments.services.stages.notices import send_notices

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    made = League()
    for seat in made.board().match.seats.select_related("player__user"):
        wish_for(seat.player.user, "times_proposed", "match_time")
    return made


def told(league: League, now: datetime = NOW) -> list[tuple[int, str]]:
    """Who gets which mail now, and got none before, by seat and subject."""
    before = Mail.objects.count()
    for _twice in (1, 2):
        send_notices(stage_id=league.tournament.stages.get().pk, by=SYSTEM, now=now)
    seats = {seat.player.user_id: seat.seat for seat in league.board().match.seats.all()}
    new = Mail.objects.order_by("pk")[before:]
    return sorted((seats[mail.user_id], mail.subject.split(": ")[1]) for mail in new)


def test_the_other_is_told_what_is_proposed_and_the_proposer_what_is_taken(league: League) -> None:
    assert told(league) == []
    league.propose(0)
    assert told(league) == [(1, "times for your match")]
    assert told(league) == []
    body = Mail.objects.get().body
    assert "4 March 2026, 19:00" in body
    assert "10 March 2026, 23:59" in body
    league.accept(1)
    assert told(league) == [(0, "you have a time")]


def test_both_are_reminded_an_hour_before_they_play(league: League) -> None:
    league.propose(0)
    league.accept(1)
    told(league)
    assert told(league, EVENING - timedelta(minutes=61)) == []
    both = [(0, "your match comes"), (1, "your match comes")]
    assert told(league, EVENING - timedelta(minutes=59)) == both
    assert told(league, EVENING - timedelta(minutes=5)) == []
    assert told(league, END - timedelta(hours=2))[0][1] == "your round ends"


def test_who_has_no_hour_is_reminded_a_day_before_the_end(league: League) -> None:
    assert told(league, END - timedelta(hours=25)) == []
    both = [(0, "your round ends"), (1, "your round ends")]
    assert told(league, END - timedelta(hours=23)) == both
    assert told(league, END - timedelta(hours=1)) == []


def test_who_plays_before_the_end_or_has_played_is_left_in_peace(league: League) -> None:
    late = END - timedelta(hours=3)
    league.propose(0, [late])
    league.accept(1, late)
    told(league)
    assert told(league, END - timedelta(hours=23)) == []
    win(league.board(), 0)
    assert told(league, late - timedelta(minutes=30)) == []

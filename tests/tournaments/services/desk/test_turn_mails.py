"""Who plays by days is told where it is their turn as they wish for it, and reminded in time."""

import pytest

from players.models import Mail
from tests.builders import make_user, wish_for
from tests.by_days import TWO_DAYS, pass_time, subjects
from tests.friendlies import FriendlyPair
from tests.online import OnlineEvent
from tournaments.models import TurnDigest
from tournaments.selectors.desk.correspondence import is_to_tell
from tournaments.services.desk.turn_mails import tell_turns
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    """A hand is on the table, and nobody was told of it yet."""
    event = OnlineEvent(clock=TWO_DAYS)
    event.begin()
    return event


def worker() -> None:
    """The tick asks, and the task follows."""
    if is_to_tell(clock.now()):
        tell_turns(now=clock.now())


def in_turn(event: OnlineEvent) -> int:
    return int(event.view()["turn"])


def end_turn(event: OnlineEvent) -> None:
    """Actions of one seat until it is the other's turn."""
    seat = in_turn(event)
    while in_turn(event) == seat:
        event.step(("pass", "draw", "discard"))


class TestAtOnce:
    def test_who_wishes_for_it_is_told_of_each_turn_once(self, event: OnlineEvent) -> None:
        seat = in_turn(event)
        wish_for(event.users[seat], "turn")
        worker()
        worker()
        assert subjects() == [f"Your turn against {event.users[1 - seat].name}"]
        end_turn(event)
        worker()
        end_turn(event)
        worker()
        worker()
        assert Mail.objects.filter(user=event.users[seat]).count() == 2
        assert not is_to_tell(clock.now())

    def test_it_says_how_long_they_have_and_where(self, event: OnlineEvent) -> None:
        wish_for(event.users[in_turn(event)], "turn")
        pass_time(hours=13)
        worker()
        body = Mail.objects.get().body
        assert event.tournament.name in body
        assert "1 day, 10 hours" in body.replace("\xa0", " ")
        assert f"/matches/{event.board.match_id}/table/" in body

    def test_not_who_has_just_drawn_and_is_still_to_throw(self, event: OnlineEvent) -> None:
        while event.view(in_turn(event))["phase"] != "draw":
            event.step(("pass", "draw", "discard"))
        worker()
        seat = in_turn(event)
        wish_for(event.users[seat], "turn")
        event.step(("draw",))
        worker()
        assert subjects() == []

    def test_who_is_to_sit_down_and_to_see_the_end_of_a_hand(self) -> None:
        event = OnlineEvent(clock=TWO_DAYS)
        for user in event.users:
            wish_for(user, "turn")
        event.ready(0)
        worker()
        assert [mail.user for mail in Mail.objects.all()] == [event.users[1]]
        assert "the table waits for you" in Mail.objects.get().body
        event.begin()
        event.play_hand()
        Mail.objects.all().delete()
        worker()
        assert Mail.objects.count() == 1  # whoever ended the hand was there
        assert "the table waits for you" in Mail.objects.get().body


class TestOnceADay:
    def test_one_mail_a_day_lists_all_that_waits(self, event: OnlineEvent) -> None:
        user = event.users[in_turn(event)]
        wish_for(user, "turn_digest")
        worker()
        assert subjects() == ["One table waits for you"]
        end_turn(event)
        end_turn(event)
        pair = FriendlyPair(opener=user, invited=make_user("Kim"), clock=TWO_DAYS, name="").join()
        pair.begin()
        while pair.view()["turn"] != 0:
            view = pair.view(1)
            pair.act(1, view["actions"][0])
        worker()
        pass_time(hours=23)
        worker()
        assert len(subjects()) == 1
        pass_time(hours=2)
        worker()
        worker()
        assert subjects()[1:] == ["2 tables wait for you"]
        body = Mail.objects.latest("pk").body
        assert "A friendly, against Kim" in body
        assert event.tournament.name in body

    def test_what_was_played_meanwhile_is_not_told(self, event: OnlineEvent) -> None:
        wish_for(event.users[in_turn(event)], "turn_digest")
        worker()
        end_turn(event)
        end_turn(event)
        worker()
        assert TurnDigest.objects.get().is_due
        end_turn(event)
        pass_time(hours=25)
        worker()
        assert subjects() == ["One table waits for you"]


class TestReminders:
    def test_come_when_half_of_the_time_is_left_and_a_tenth(self, event: OnlineEvent) -> None:
        wish_for(event.users[in_turn(event)], "turn_reminder")
        worker()
        found = []
        for _ in range(23):  # 46 of 48 hours
            pass_time(hours=2)
            worker()
            found.append(len(subjects()))
        assert found.index(1) == 11  # after 24 hours
        assert found.index(2) == 21  # after 44: 4.8 are a tenth
        assert found[-1] == 2
        assert set(subjects()) == {"Your time runs out"}

    def test_whom_the_worker_finds_late_is_told_once(self, event: OnlineEvent) -> None:
        wish_for(event.users[in_turn(event)], "turn", "turn_reminder")
        pass_time(hours=30)
        worker()
        worker()
        assert len(subjects()) == 1
        assert subjects()[0].startswith("Your turn against")


def test_nobody_is_told_who_has_not_asked_for_it(event: OnlineEvent) -> None:
    worker()
    pass_time(hours=40)
    worker()
    assert subjects() == []

"""What becomes of a friendly by link: it goes when nobody plays there any more, with its guests,
its hands and its log, and everything else stays as it is."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Bot, Guest, GuestKey, MatchSeat, OnlineTable, SeatConnection, TableEvent
from games.selectors.guests import seats_of_guest
from kernel.permissions import SYSTEM, Actor
from players.models import AuditEntry
from players.services.accounts import delete_account
from tests.builders import make_tournament, make_user
from tests.friendlies import ONE_HAND, FriendlyPair
from tests.online import OnlineEvent
from tournaments.models import Friendly, Tournament
from tournaments.selectors.events.friendlies import invitation_token, seat_token
from tournaments.selectors.stages.people import exported_data
from tournaments.services.events.lone_matches import KEPT, remove_expired
from tournaments.services.events.ticking import tick
from tournaments.tasks import settle_table
from web.db.clock import now

pytestmark = pytest.mark.django_db

A_SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def many_requests(settings):
    settings.REQUESTS_AT_ONCE = 10_000


def everything_counted() -> dict[str, int]:
    """How many rows each table of the program's own apps has."""
    own = {"games", "tournaments", "players"}
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in own
    }


def played() -> FriendlyPair:
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    pair.ask(0, "phrases", {"code": "good_game"})
    pair.ask(1, "mute", {})
    SeatConnection.objects.create(
        table=OnlineTable.objects.get(match=pair.opened["match"]),
        seat=0,
        began_at=now(),
        seen_at=now(),
    )
    return pair


class TestGoing:
    def test_one_that_nobody_joined_goes_after_a_day(self):
        FriendlyPair()
        opened = Friendly.objects.get().opened_at
        remove_expired(now=opened + timedelta(days=1) - A_SECOND)
        assert Friendly.objects.exists()
        remove_expired(now=opened + timedelta(days=1))
        assert not Friendly.objects.exists()
        assert not Guest.objects.exists()

    def test_one_that_was_joined_stays_for_thirty_days_from_what_was_done_last(self):
        pair = FriendlyPair().join()
        joined = Friendly.objects.get().claimed_at
        pair.begin()
        newest = TableEvent.objects.order_by("number").last()
        TableEvent.objects.filter(pk=newest.pk).update(at=joined + timedelta(days=20))
        remove_expired(now=joined + KEPT)
        assert Tournament.objects.get().expires_at == joined + timedelta(days=20) + KEPT
        remove_expired(now=joined + timedelta(days=20) + KEPT - A_SECOND)
        assert Friendly.objects.exists()
        remove_expired(now=joined + timedelta(days=20) + KEPT)
        assert not Friendly.objects.exists()

    def test_all_of_it_goes_and_nothing_else(self):
        event = OnlineEvent()
        event.begin()
        make_tournament(entrants=2)
        settle_table(event.board.match_id)
        FriendlyPair()  # so that the hidden club is there
        remove_expired(now=now() + timedelta(days=1))
        before = everything_counted()
        audit = list(AuditEntry.objects.order_by("pk").values())
        pair = played()
        pair.call(0, "rematch", 202)
        pair.call(1, "rematch", 201)
        settle_table(pair.opened["match"])
        assert everything_counted() != before
        remove_expired(now=now() + 2 * KEPT)
        assert everything_counted() == before
        assert list(AuditEntry.objects.order_by("pk").values()) == audit
        call_command("verify_audit")
        call_command("verify_standings")


class TestTheTick:
    def test_removes_what_has_had_its_time(self, django_capture_on_commit_callbacks, monkeypatch):
        FriendlyPair()
        hour = now() + timedelta(days=2)
        monkeypatch.setattr("tournaments.tasks.now", lambda: hour)
        with django_capture_on_commit_callbacks(execute=True):
            tick(by=SYSTEM, now=hour)
        assert not Friendly.objects.exists()

    def test_asks_no_more_for_friendlies_that_are_played(self):
        make_tournament(entrants=2)
        tick(by=SYSTEM, now=now())
        FriendlyPair().join().begin()
        with CaptureQueriesContext(connection) as one:
            tick(by=SYSTEM, now=now())
        for _ in range(3):
            FriendlyPair().join().begin()
        with CaptureQueriesContext(connection) as four:
            tick(by=SYSTEM, now=now())
        assert len(four) == len(one)

    def test_forgets_from_where_a_table_was_opened(self):
        pair = FriendlyPair(rules=ONE_HAND).join()
        assert pair.friendly.network
        tick(by=SYSTEM, now=now() + timedelta(hours=2))
        assert pair.friendly.network, "it is open still, and counts"
        pair.begin()
        pair.play_match()
        tick(by=SYSTEM, now=now())
        assert pair.friendly.network, "it counts for an hour"
        tick(by=SYSTEM, now=now() + timedelta(hours=1, seconds=1))
        assert pair.friendly.network == ""


class TestAnAccount:
    def test_that_goes_leaves_no_name(self):
        user = make_user("Ada Lovelace")
        pair = FriendlyPair(opener=user).join()
        by = Actor("page", user_id=user.pk)
        delete_account(user=user, typed=user.email, by=by, now=now())
        assert [one["name"] for one in pair.view(1)["players"]] == ["Guest", "Kim"]
        assert not Guest.objects.filter(name__contains="Ada").exists()

    def test_is_told_of_its_friendlies_in_its_data(self):
        user = make_user("Ada Lovelace")
        pair = FriendlyPair(opener=user).join()
        (told,) = exported_data(user)["friendlies"]
        assert told["match"] == pair.opened["match"]
        assert exported_data(make_user("Kim"))["friendlies"] == []


class TestTheRows:
    def test_a_seat_has_a_player_a_guest_or_a_computer_player(self):
        make_tournament(entrants=2)
        seat = MatchSeat.objects.first()
        guest = Guest.objects.create(name="Mia", at=now())
        bot = Bot.objects.create(code="club", seed="1")
        both = {"player": None, "guest": guest, "bot": bot}
        for wrong in ({"guest": guest}, {"bot": bot}, {"player": None}, both):
            with pytest.raises(IntegrityError), transaction.atomic():
                MatchSeat.objects.filter(pk=seat.pk).update(**wrong)
        MatchSeat.objects.filter(pk=seat.pk).update(player=None, guest=guest)
        MatchSeat.objects.filter(pk=seat.pk).update(guest=None, bot=bot)

    def test_no_secret_is_kept(self):
        pair = FriendlyPair().join()
        secrets = [pair.opened["seat_token"], pair.claimed["seat_token"]]
        secrets.append(pair.opened["opponent_url"].rstrip("/").rsplit("/", 1)[-1])
        kept = [str(row) for row in GuestKey.objects.values()]
        kept += [str(row) for row in Friendly.objects.values()]
        assert not [one for one in secrets if one in "".join(kept)]

    def test_the_links_follow_from_the_key_of_the_server(self, settings):
        friendly = FriendlyPair().friendly
        here = seat_token(friendly, 0), invitation_token(friendly)
        settings.SECRET_KEY = "another key of another server"
        assert not set(here) & {seat_token(friendly, 0), invitation_token(friendly)}


def test_nobody_is_a_guest_of_everybodys():
    """An actor with neither account nor key has no seat, whatever stands in the database."""
    FriendlyPair().join()
    assert not seats_of_guest(Actor("page")).exists()

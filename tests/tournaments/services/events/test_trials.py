"""Rules are tried at a table of one's own: opened, played from both seats, gone after a day."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from games.models import DealSecret, Hand, Match, OnlineTable, TableEvent
from games.services.tables.ticking import tick_tables
from kernel.permissions import SYSTEM, Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry
from players.services.accounts import delete_account
from players.services.clubs import delete_club
from tests.builders import make_club, make_tournament, make_user, owner_of
from tests.trials import Trial, acting, member_of
from tournaments.models import Board, Round, Stage, Tournament
from tournaments.selectors.events.trials import own_trials
from tournaments.services.events.lone_matches import remove_expired
from tournaments.services.events.ticking import tick
from tournaments.services.events.trials import (
    KEPT,
    MOST_AT_ONCE,
    close_trial,
    open_trial,
)
from tournaments.tasks import settle_table
from web.db.clock import now

pytestmark = pytest.mark.django_db

ROWS = (Tournament, Stage, Round, Board, Match, OnlineTable, TableEvent, DealSecret, Hand)


def counted() -> list[int]:
    return [model.objects.count() for model in ROWS]


@pytest.fixture
def ticked(django_capture_on_commit_callbacks, monkeypatch):
    """A tick at an hour, with the tasks that it asks for."""

    def at(hour):
        monkeypatch.setattr("tournaments.tasks.now", lambda: hour)
        with django_capture_on_commit_callbacks(execute=True):
            tick(by=SYSTEM, now=hour)

    return at


def test_a_table_is_open_and_dealt_at_once():
    trial = Trial()
    view = trial.view(0)
    assert view["seating"]["words"] == ["", ""]
    assert view["seating"]["commitment"]
    assert view["state"] in ("drawing", "playing")
    assert [clock["left"] for clock in view["clocks"]] == [None, None]
    assert [player["name"] for player in view["players"]] == ["First seat", "Second seat"]


def test_it_is_played_by_the_rules_that_are_tried():
    rules = {"preset": "club", "gin_bonus": 77, "match_type": "single", "match_n": 1}
    view = Trial(rules=rules).view()
    assert view["rules"]["gin_bonus"] == 77


def test_ready_in_one_seat_is_ready_in_both_and_nothing_else_is_waited_for():
    trial = Trial()
    over = trial.play_hand()
    assert over["state"] == "hand_over"
    tick_tables(now=now() + timedelta(hours=1))
    assert trial.view()["state"] == "hand_over"
    dealt = trial.ask(1, "ready", {"d": over["d"]})
    assert (dealt["state"], dealt["d"]) == ("playing", over["d"] + 1)


def test_who_is_drawn_to_choose_may_take_their_time(monkeypatch):
    trial = next(trial for trial in iter(Trial, None) if trial.view()["state"] == "drawing")
    tick_tables(now=now() + timedelta(hours=1))
    assert trial.view()["state"] == "drawing"


@pytest.mark.parametrize("rules", [{"preset": "club", "gin_bonus": -1}, {"club_rule_set": 9}])
def test_rules_that_cannot_be_are_refused_and_leave_nothing(rules):
    before = counted()
    with pytest.raises(Refusal):
        Trial(rules=rules)
    assert counted() == before


def test_who_does_not_belong_to_the_club_opens_none():
    club, stranger = make_club(), make_user("Stranger")
    with pytest.raises(Refusal, match="members"):
        open_trial(club_id=club.pk, by=acting(club, stranger), now=now())


def test_an_account_has_so_many_at_once_and_no_more():
    club = make_club()
    user = member_of(club)
    trials = [Trial(club, user) for _ in range(MOST_AT_ONCE)]
    with pytest.raises(Refusal, match="Close one") as refused:
        Trial(club, user)
    assert refused.value.text.code == "not_ready"
    Trial(club, member_of(club))
    close_trial(match_id=trials[0].board.match_id, by=trials[0].by)
    assert Trial(club, user)


def test_whose_it_is_closes_it_and_nobody_else():
    trial = Trial()
    before = counted()
    owner = owner_of(trial.club)
    close_trial(match_id=trial.board.match_id, by=acting(trial.club, owner))
    assert counted() == before
    close_trial(match_id=trial.board.match_id, by=trial.by)
    close_trial(match_id=trial.board.match_id, by=trial.by)
    assert counted() == [0] * len(ROWS)


def test_no_event_is_closed_as_a_trial():
    event = make_tournament(entrants=2, play="online", clock={"kind": "none"})
    board = Board.objects.get()
    close_trial(match_id=board.match_id, by=Actor("page", user_id=owner_of(event.club).pk))
    assert Tournament.objects.exists()


class TestAfterADay:
    def test_all_of_it_goes_and_nothing_else(self, ticked):
        event = make_tournament(entrants=2, play="online", clock={"kind": "none"})
        before = counted()
        hour = now()
        first, later = Trial(event.club, at=hour), Trial(event.club, at=hour + timedelta(hours=1))
        first.play_hand()
        ticked(hour + KEPT - timedelta(seconds=1))
        assert first.view()["state"] == "hand_over"
        ticked(hour + KEPT)
        first.view(status=404)
        assert later.view()["seat"] == 0
        ticked(hour + KEPT + timedelta(hours=1))
        assert counted() == before

    def test_many_go_in_several_transactions(self, monkeypatch):
        monkeypatch.setattr("tournaments.services.events.lone_matches.REMOVED_AT_ONCE", 2)
        club = make_club()
        user = member_of(club)
        for _ in range(5):
            Trial(club, user)
        left = []
        while Tournament.objects.exists():
            remove_expired(now=now() + KEPT)
            left.append(Tournament.objects.count())
        assert left == [3, 1, 0]

    def test_one_that_was_played_to_its_end_is_there_until_then(self, ticked):
        rules = {"preset": "club", "match_type": "rounds", "match_n": 1, "round_of": "hand"}
        trial = Trial(rules=rules)
        trial.play_match()
        ticked(now())
        assert trial.view()["state"] == "finished"


class TestTheAudit:
    def test_has_nothing_of_it_and_is_whole_before_and_after(self, ticked):
        event = make_tournament(entrants=2)
        ticked(now())
        before = AuditEntry.objects.count()
        trial = Trial(event.club)
        trial.play_hand()
        settle_table(trial.board.match_id)
        ticked(now())
        assert AuditEntry.objects.count() == before
        said = StringIO()
        call_command("verify_audit", stdout=said)
        assert f"tournament:{trial.event.pk}" not in said.getvalue()
        ticked(now() + KEPT)
        again = StringIO()
        call_command("verify_audit", stdout=again)
        assert again.getvalue() == said.getvalue()

    def test_the_tick_has_nothing_more_to_tell(self, ticked):
        trial = Trial()
        trial.play_hand()
        settle_table(trial.board.match_id)
        table = OnlineTable.objects.select_related("match").get()
        assert table.told_version == table.match.version

    @pytest.mark.parametrize("command", ["rebuild", "verify_standings"])
    def test_commands_pass_it_by(self, command):
        event = make_tournament(entrants=2)
        Trial(event.club).play_hand()
        said = StringIO()
        call_command(command, stdout=said)
        assert "Trial" not in said.getvalue()


def test_an_account_is_deleted_with_its_tables():
    trial = Trial()
    by = Actor("page", user_id=trial.user.pk)
    delete_account(user=trial.user, typed=trial.user.email, by=by, now=now())
    assert counted() == [0] * len(ROWS)


def test_a_club_is_deleted_with_the_tables_of_its_members():
    trial = Trial()
    owner = Actor("page", user_id=owner_of(trial.club).pk, roles=frozenset({Role.OWNER}))
    delete_club(club=trial.club, typed=trial.club.name, by=owner, now=now())
    assert counted() == [0] * len(ROWS)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "event"},
        {"expires_at": None},
        {"kind": "event", "held_by": None},
        {"play": "table", "clock": None, "flag": "", "spectators": ""},
    ],
)
def test_the_database_holds_what_a_trial_is(fields):
    trial = Trial()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=trial.event.pk).update(**fields)


def test_one_finds_ones_own_of_the_club_alone():
    trial = Trial()
    other = Trial()
    (found,) = own_trials(trial.by, trial.club.pk)
    assert (found.match, found.slug) == (trial.board.match_id, trial.event.slug)
    assert own_trials(trial.by, other.club.pk) == []
    assert own_trials(Actor("page"), trial.club.pk) == []

"""Private memos: who reads and writes them, and how long they are kept."""

from datetime import timedelta

import pytest

from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, entry_at, make_tournament
from tournaments.models import Memo
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.events.memos import memos_visible_to
from tournaments.services.events.memos import KEEP_DAYS, write_memo
from tournaments.services.events.people import forget_names
from tournaments.services.events.ticking import tick

pytestmark = pytest.mark.django_db

HEADS = {Role.OWNER, Role.ORGANISER, Role.DIRECTOR, Role.HEAD_REFEREE}


@pytest.fixture
def tournament():
    return make_tournament()


def write(tournament, by=DIRECTOR, text="He shouted at the referee."):
    entry = entry_at(tournament, 1).pk
    return write_memo(tournament_id=tournament.pk, entry_id=entry, text=text, by=by, now=NOW)


@pytest.mark.parametrize("role", Role)
def test_the_head_referee_and_the_directors_read_and_write_them_nobody_else(tournament, role):
    write(tournament)
    actor = Actor(via="page", roles=frozenset({role, Role.ANYONE}))
    seen = memos_visible_to(actor, tournament, NOW)
    assert seen.exists() == (role in HEADS)
    if role not in HEADS:
        with pytest.raises(Refusal, match="Only the head referee"):
            write(tournament, by=actor)


def test_it_is_in_no_record_that_others_read(tournament):
    before = snapshot(tournament)
    version = tournament.public_version
    write(tournament)
    assert snapshot(tournament) == before
    tournament.refresh_from_db()
    assert tournament.public_version == version
    entry = AuditEntry.objects.order_by("id").last()
    assert (entry.action, set(entry.data)) == ("memo.write", {"memo"})


def test_with_the_name_of_a_player_the_memos_on_them_are_forgotten(tournament):
    write(tournament)
    player = entry_at(tournament, 1).members.get().player
    forget_names(player=player, by=DIRECTOR, now=NOW)
    assert not Memo.objects.exists()


def test_when_its_time_is_over_it_is_gone(tournament, django_capture_on_commit_callbacks):
    memo = write(tournament)
    over = NOW + timedelta(days=KEEP_DAYS)
    assert memo.keep_until == over
    assert not memos_visible_to(DIRECTOR, tournament, over).exists()
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=DIRECTOR, now=over - timedelta(seconds=1))
    assert Memo.objects.exists()


def test_it_is_deleted_by_the_tick(tournament, django_capture_on_commit_callbacks):
    write(tournament)
    Memo.objects.update(keep_until=NOW - timedelta(days=1))
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=DIRECTOR, now=NOW)
    assert not Memo.objects.exists()

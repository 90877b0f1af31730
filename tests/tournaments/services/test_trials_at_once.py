"""Trials that are opened, played at and removed all at once, on SQLite and on PostgreSQL."""

from functools import partial

import pytest

from games.models import TableEvent
from games.selectors.table_now import table_now
from games.services.tables import acting
from games.services.tables.acting import SeatRequest
from tests.builders import make_club
from tests.concurrency import at_once, codes
from tests.trials import Trial, member_of
from tests.trials import acting as acting_as
from tournaments.models import Tournament
from tournaments.services.events.lone_matches import remove_expired
from tournaments.services.events.trials import KEPT, MOST_AT_ONCE, open_trial
from web.db.clock import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]


def test_no_more_are_opened_than_one_may_have() -> None:
    club = make_club()
    user = member_of(club)
    opening = partial(open_trial, club_id=club.pk, by=acting_as(club, user), now=now())
    given = at_once(opening, times=2 * MOST_AT_ONCE)
    assert codes(given) == ["not_ready"] * MOST_AT_ONCE
    assert Tournament.objects.filter(held_by=user).count() == MOST_AT_ONCE


def test_who_plays_as_it_goes_has_played_or_finds_no_table() -> None:
    trials = [Trial(), Trial(), Trial()]
    playing = []
    for trial in trials:
        match = trial.board.match_id
        state = table_now(match).state
        request = SeatRequest(match, state.turn or 0, trial.by)
        playing.append(
            partial(acting.act, request=request, version=state.version, action=choice(state.stage))
        )
    removing = partial(remove_expired, now=now() + KEPT)
    given = at_once(*playing, removing, removing)
    assert set(codes(given)) <= {"not_found"}
    assert not Tournament.objects.exists()
    assert not TableEvent.objects.exists()


def choice(stage: str) -> str:
    return "deal_self" if stage == "drawing" else "pass"

"""Times are proposed and taken, and windows closed, by several at once, on SQLite and on
PostgreSQL."""

from functools import partial

import pytest

from kernel.permissions import SYSTEM
from tests.builders import NOW
from tests.concurrency import assert_chain, at_once, codes
from tests.league import AFTER, EVENING, League
from tournaments.models import AgreedTime, TimeProposal
from tournaments.services.desk.arranging import accept_time, propose_times
from tournaments.services.desk.closing_windows import close_windows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 5


@pytest.fixture
def league() -> League:
    return League()


def test_both_propose_at_once_and_one_proposal_stands(league: League) -> None:
    board = league.board()
    proposing = [
        partial(propose_times, board=board, times=[EVENING], by=league.player(seat), now=NOW)
        for seat in (0, 1)
    ]
    assert codes(at_once(*proposing)) == []
    assert TimeProposal.objects.count() == 2
    assert TimeProposal.objects.filter(superseded_at=None).count() == 1


def test_many_presses_agree_once(league: League) -> None:
    league.propose(0)
    taking = partial(accept_time, board=league.board(), time=EVENING, by=league.player(1), now=NOW)
    assert codes(at_once(taking, times=MANY)) == []
    assert AgreedTime.objects.count() == 1
    chain = assert_chain(f"tournament:{league.tournament.pk}")
    assert chain.count("match.agree_time") == 1


def test_many_workers_close_a_window_once(league: League) -> None:
    closing = partial(close_windows, tournament_id=league.tournament.pk, by=SYSTEM, now=AFTER)
    assert codes(at_once(closing, times=MANY)) == []
    chain = assert_chain(f"tournament:{league.tournament.pk}")
    assert chain.count("round.close_window") == 1
    assert chain.count("match.result") == 2
    board = league.board()
    assert (board.match.state, board.match.submissions.count()) == ("finished", 1)

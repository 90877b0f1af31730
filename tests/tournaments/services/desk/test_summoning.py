"""Who is not at their online table is called there: once in a while, and told by what they wish."""

from datetime import timedelta

import pytest

from games.selectors.glances import glances_at
from games.services.connections import begin_connection, end_connection
from kernel.permissions import SYSTEM, TABLE, Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry
from players.services.sending import send_mails
from tests.builders import DIRECTOR, wish_for
from tests.online import OnlineEvent
from tournaments.models import Summons
from tournaments.selectors.desk.missing import AGAIN_AFTER, is_called, missing_players
from tournaments.selectors.desk.tonight_director import EventAt
from tournaments.services.desk.summoning import summon_players
from tournaments.services.desk.table_staff import adjourn_table, give_table_time
from tournaments.services.stages.notices import send_notices
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


def missing(event: OnlineEvent) -> list[tuple[int, bool]]:
    """The seats of the first match of which nobody is there, and whether they have sat down."""
    at = EventAt(event.tournament, clock.now())
    match = event.board.match_id
    found = missing_players(at.open, glances_at([one.slot.match.pk for one in at.open]))
    return [(one.seat, one.has_sat) for one in found if one.match == match]


def connect(event: OnlineEvent, seat: int) -> int:
    return begin_connection(table=event.table.pk, seat=seat, network="", now=clock.now())


def summon(event: OnlineEvent, **said) -> list[str]:
    said = {"tournament_id": event.tournament.pk, "by": DIRECTOR, "now": clock.now()} | said
    return [one.name for one in summon_players(**said)]


def names(event: OnlineEvent) -> list[str]:
    return [seat.player.name for seat in event.board.match.seats.order_by("seat")]


def test_who_has_not_sat_down_or_is_not_connected_is_missing(event: OnlineEvent) -> None:
    assert missing(event) == [(0, False), (1, False)], "nobody has asked for the table"
    event.ready(0)
    assert missing(event) == [(0, True), (1, False)]
    page = connect(event, 0)
    assert missing(event) == [(1, False)]
    connect(event, 1)
    assert missing(event) == [(1, False)], "who looks at the table has not sat down at it"
    event.ready(1)
    assert missing(event) == []
    end_connection(connection=page, now=clock.now())
    assert missing(event) == [(0, True)]


def test_where_play_stands_still_nobody_need_be_there(event: OnlineEvent) -> None:
    event.begin()
    told = {"board": event.board, "reason": "supper", "by": DIRECTOR, "now": clock.now()}
    assert len(missing(event)) == 2
    adjourn_table(until=clock.now() + timedelta(hours=2), **told)
    assert missing(event) == []


def test_who_plays_by_the_day_need_not_be_connected() -> None:
    event = OnlineEvent(clock={"kind": "days", "days": 2})
    assert len(missing(event)) == 2
    event.begin()
    assert missing(event) == []


def test_all_are_called_at_one_press_and_again_only_after_a_while(event: OnlineEvent) -> None:
    began = clock.now()
    assert summon(event, now=began) == names(event), "the others have no account"
    assert AuditEntry.objects.filter(action="match.summon").count() == 2
    for later in (timedelta(0), AGAIN_AFTER - timedelta(seconds=1)):
        with pytest.raises(Refusal) as refused:
            summon(event, now=began + later)
        assert refused.value.text.code == "wrong_state"
    assert Summons.objects.count() == 2
    assert summon(event, now=began + AGAIN_AFTER) == names(event)


def test_one_is_called_and_whoever_is_there_is_not(event: OnlineEvent) -> None:
    match = event.board.match_id
    event.ready(0)
    connect(event, 0)
    assert summon(event, seats=[(match, 0), (match, 1)]) == names(event)[1:]
    with pytest.raises(Refusal):
        summon(event, seats=[(match, 0)])


def test_a_summons_is_over_once_they_have_come(event: OnlineEvent) -> None:
    match = event.board.match_id
    event.ready(0)
    summon(event)
    assert is_called(match, 1, clock.now())
    assert not is_called(match, 1, clock.now() + timedelta(minutes=31))
    connect(event, 1)
    assert not is_called(match, 1, clock.now())
    assert is_called(match, 0, clock.now())


def test_a_summons_is_over_once_they_sit_down_by_an_open_page() -> None:
    event = OnlineEvent(clock={"kind": "move", "seconds": 45, "reserve": 180})
    event.ready(0)
    connect(event, 1)
    assert summon(event) == names(event)
    now = clock.now()
    assert [is_called(event.board.match_id, seat, now) for seat in (0, 1)] == [True, True]
    said = {"board": event.board, "reason": "late", "by": DIRECTOR, "now": now}
    give_table_time(seat=1, seconds=60, **said)
    assert is_called(event.board.match_id, 1, now)
    event.ready(1)
    assert [is_called(event.board.match_id, seat, now) for seat in (0, 1)] == [True, False]


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.SYSTEM}))
def test_who_announces_may_call(event: OnlineEvent, role: Role) -> None:
    by = Actor("page", roles=frozenset({role}))
    if role in TABLE["tournament.announce"]:
        assert summon(event, by=by)
        return
    with pytest.raises(Refusal) as refused:
        summon(event, by=by)
    assert refused.value.text.code == "forbidden"


class TestNotice:
    def tell(self, event: OnlineEvent) -> None:
        now = clock.now()
        send_notices(stage_id=event.tournament.stages.get().pk, by=DIRECTOR, now=now)
        send_mails(by=SYSTEM, now=now)

    def test_who_wishes_for_it_is_told_once_with_the_way_there(
        self, event: OnlineEvent, mailoutbox, settings
    ) -> None:
        settings.IS_REACHABLE = True
        wish_for(event.users[1], "summoned")
        summon(event)
        for _again in range(2):
            self.tell(event)
        (letter,) = mailoutbox
        assert letter.to == [event.users[1].email]
        assert letter.subject == "Autumn Cup: you are called to your table"
        assert letter.body.startswith(
            f"You are called to your online table: you play {names(event)[0]}, and are not there."
        )
        assert letter.body.endswith(f"/matches/{event.board.match_id}/table/")

    def test_who_has_come_meanwhile_is_told_nothing(self, event: OnlineEvent, mailoutbox) -> None:
        wish_for(event.users[1], "summoned")
        event.ready(0)
        summon(event)
        connect(event, 1)
        self.tell(event)
        assert mailoutbox == []

"""A match is moved while somebody plays at it, and by many at once, on SQLite and on PostgreSQL."""

from functools import partial
from typing import Any

import pytest

from games.models import Hand, Match, MatchMove, TableEvent
from games.selectors.table_now import table_now
from games.services.tables import acting
from games.services.tables.acting import SeatRequest
from kernel.permissions import Actor, Role
from tests.builders import DIRECTOR
from tests.concurrency import assert_chain, at_once, codes
from tests.hybrid import HybridEvent
from tournaments.models import Board
from tournaments.selectors.events.access import boards_visible_to
from tournaments.services.desk.moving import move_back, move_online
from web.db.clock import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 5


def board_of(event: HybridEvent) -> Board:
    return boards_visible_to(DIRECTOR).get(match=event.board.match_id)


def told(event: HybridEvent, by: Actor = DIRECTOR) -> dict[str, Any]:
    return {"board": board_of(event), "by": by, "now": now()}


def player(event: HybridEvent, seat: int) -> Actor:
    return Actor("page", user_id=event.users[seat].pk, roles=frozenset({Role.PLAYER, Role.ANYONE}))


def test_both_ask_at_once_and_it_moves_once() -> None:
    event = HybridEvent()
    asking = [partial(move_online, **told(event, player(event, seat))) for seat in (0, 1)]
    assert codes(at_once(*asking)) == []
    assert MatchMove.objects.count() == 1
    assert Match.objects.get(pk=event.board.match_id).moved_to == "online"


def test_many_officials_move_it_once() -> None:
    event = HybridEvent()
    assert codes(at_once(partial(move_online, **told(event)), times=MANY)) == []
    assert MatchMove.objects.count() == 1
    assert TableEvent.objects.filter(kind="moved").count() == 1
    assert assert_chain(f"tournament:{event.tournament.pk}").count("match.move") == 1


def test_a_card_and_a_move_at_once() -> None:
    event = HybridEvent()
    event.go_online()
    event.begin()
    state = table_now(event.board.match_id).state
    by = player(event, state.turn or 0)
    asked = SeatRequest(event.board.match_id, state.turn or 0, by)
    playing = partial(acting.act, request=asked, version=state.version, action="pass")
    answer, _moved = at_once(playing, partial(move_back, **told(event)))
    assert isinstance(answer, acting.Answer)
    was_played = TableEvent.objects.filter(kind="action").exists()
    assert was_played == (answer.refused is None)
    assert answer.refused is None or answer.refused.text.code == "not_seated"
    assert not Hand.objects.exists()
    assert table_now(event.board.match_id).state.is_away
    numbers = list(TableEvent.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))

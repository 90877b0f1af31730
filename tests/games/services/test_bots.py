"""Computer players take seats and leave them."""

import pytest

from games.models import Bot, MatchSeat, OnlineTable
from games.selectors.bots import bots_at, with_bots
from games.selectors.seats import Sitting, sitting_at
from games.services.bots import delete_bots, seat_bot, seat_same_bots
from tests.games.online import OnlineMatch

pytestmark = pytest.mark.django_db


def seated(code: str = "club") -> OnlineTable:
    """A table with a free seat, which a computer player has taken."""
    match = OnlineMatch.begun()
    MatchSeat.objects.filter(match=match.match, seat=1).delete()
    seat_bot(match=match.match, seat=1, as_is=Bot(code=code))
    return match.table


def test_a_table_knows_its_computer_players() -> None:
    table = seated("strong")
    assert table.has_bots
    assert [(seat, bot.code) for seat, bot in bots_at(table).items()] == [(1, "strong")]
    assert MatchSeat.objects.get(match=table.match, seat=1).user_id is None
    assert sitting_at([table.match_id])[table.match_id, 1] == Sitting(bot="strong")


def test_at_other_tables_nothing_is_asked(django_assert_num_queries) -> None:
    table = OnlineMatch.begun().table
    with django_assert_num_queries(0):
        assert bots_at(table) == {}
        assert with_bots(table, (True, False)) == (True, False)


def test_it_is_always_there() -> None:
    assert with_bots(seated(), (False, False)) == (False, True)


def test_the_same_sits_at_the_next_table_with_a_seed_of_its_own() -> None:
    old, new = seated("hush"), OnlineMatch.begun().table
    MatchSeat.objects.filter(match=new.match, seat=1).delete()
    seat_same_bots(match=new.match_id, as_at=old)
    new.refresh_from_db()
    first, second = bots_at(old)[1], bots_at(new)[1]
    assert second.code == "hush"
    assert first.seed != second.seed


def test_it_goes_with_its_match_alone() -> None:
    gone, stays = seated(), seated()
    delete_bots(matches=[gone.match_id])
    assert Bot.objects.get().seat.match_id == stays.match_id

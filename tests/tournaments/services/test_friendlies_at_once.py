"""Friendlies that are joined, given up, played again and removed all at once, on SQLite and on
PostgreSQL."""

from functools import partial

import pytest
from pytest_django import Settings

from games.models import Guest, MatchSeat, TableEvent
from games.services.tables import acting
from games.services.tables.acting import SeatRequest
from kernel.permissions import Actor
from kernel.tokens import token_hash
from tests.concurrency import at_once, codes
from tests.friendlies import ONE_HAND, FriendlyPair, token_of
from tournaments.models import Friendly, Tournament
from tournaments.selectors.events.friendlies import board_of, seat_holder
from tournaments.services.events.friendlies import (
    JOINED_WITHIN,
    Asked,
    ask_rematch,
    claim_seat,
    close_friendly,
    make_new_link,
)
from tournaments.services.events.lone_matches import KEPT, remove_expired
from web.db.clock import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def claiming(pair: FriendlyPair, name: str, key: str = "") -> partial[Friendly]:
    """Somebody sits down by the opponent's link, in a browser of their own."""
    by = Actor("page", seat_key=token_hash(f"the browser of {name}"))
    token = token_of(pair.opened["opponent_url"])
    return partial(claim_seat, token=token, by=by, now=now(), name=name, key=key)


def test_of_two_who_claim_one_link_one_sits_down() -> None:
    pair = FriendlyPair()
    given = at_once(claiming(pair, "Kim"), claiming(pair, "Max"))
    assert codes(given) == ["link_used"]
    assert Guest.objects.count() == MatchSeat.objects.count() == 2


def test_one_claim_that_comes_twice_is_one_seat() -> None:
    pair = FriendlyPair()
    given = at_once(claiming(pair, "Kim", key="0123456789abcdef"), times=2)
    assert codes(given) == []
    assert Guest.objects.count() == MatchSeat.objects.count() == 2


def test_who_claims_as_a_new_link_is_made_does_not_keep_the_seat() -> None:
    pair = FriendlyPair()
    board, by = board_of(pair.friendly), seat_holder(pair.opened["seat_token"])
    given = at_once(claiming(pair, "Kim"), partial(make_new_link, board=board, by=by, now=now()))
    assert codes(given) in ([], ["link_unknown"])
    assert Guest.objects.count() == MatchSeat.objects.count() == 1
    friendly = pair.friendly
    assert (friendly.invitation, friendly.claimed_at) == (2, None)


def test_who_claims_as_the_table_is_closed_has_no_seat() -> None:
    pair = FriendlyPair()
    board, by = board_of(pair.friendly), seat_holder(pair.opened["seat_token"])
    given = at_once(claiming(pair, "Kim"), partial(close_friendly, board=board, by=by))
    assert codes(given) in ([], ["link_unknown"], ["not_found"])
    assert not Tournament.objects.exists()
    assert not Guest.objects.exists()


def test_both_ask_to_play_again_and_there_is_one_table() -> None:
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    board = board_of(pair.friendly)
    holders = [seat_holder(one["seat_token"]) for one in (pair.opened, pair.claimed)]
    asking = [
        partial(ask_rematch, board=board, asked=Asked(by, now(), "127.0.0.1")) for by in holders
    ]
    given = at_once(*asking)
    assert codes(given) == []
    (made,) = [one for one in given if one is not None]
    assert at_once(*asking) == [made, made]
    assert Friendly.objects.count() == 2
    assert Guest.objects.count() == 4


def test_who_joins_as_it_lapses_has_a_seat_or_finds_no_table() -> None:
    pair = FriendlyPair()
    given = at_once(claiming(pair, "Kim"), partial(remove_expired, now=now() + JOINED_WITHIN))
    left = Friendly.objects.count()
    assert len(codes(given)) + left == 1
    assert set(codes(given)) <= {"link_unknown", "not_found"}
    assert Guest.objects.count() == MatchSeat.objects.count() == 2 * left


def test_who_plays_as_it_goes_has_played_or_finds_no_table() -> None:
    playing = []
    for _ in range(3):
        pair = FriendlyPair().join()
        turn = pair.begin()["turn"]
        view = pair.view(turn)
        by = seat_holder((pair.opened, pair.claimed)[turn]["seat_token"])
        request = SeatRequest(pair.opened["match"], turn, by)
        playing.append(
            partial(acting.act, request=request, version=view["version"], action=view["actions"][0])
        )
    removing = partial(remove_expired, now=now() + 2 * KEPT)
    given = at_once(*playing, removing, removing)
    assert set(codes(given)) <= {"not_found"}
    assert not Tournament.objects.exists()
    assert not TableEvent.objects.exists()
    assert not Guest.objects.exists()

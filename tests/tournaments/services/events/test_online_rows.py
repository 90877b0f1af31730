"""What becomes of the rows of online tables when people and events go, and when copies are made."""

import json

import pytest

from games.models import (
    DealSecret,
    Hand,
    Match,
    MatchSeat,
    OnlineTable,
    SeatConnection,
    TableEvent,
)
from games.selectors.matches import match_record
from kernel.permissions import ONLINE, Actor, Role
from players.models import Player
from players.services import accounts
from players.services.players import anonymise_player, merge_players
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user
from tests.concurrency import assert_chain
from tests.games.services.online import said_at, seat_online, write_online
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events import setup
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament():
    return make_tournament()


@pytest.fixture
def match(tournament):
    """A match that is played online, with a hand, one that was cut off, and all that is kept."""
    match = board_of(tournament, 1, 1).match
    table = seat_online(match)
    DealSecret.objects.create(table=table, seating=1, last="ab" * 32)
    for seat in (0, 1):
        SeatConnection.objects.create(
            table=table, seat=seat, began_at=NOW, seen_at=NOW, network=f"net{seat}"
        )
    for cut in ("", "ruled"):
        match = Match.objects.get(pk=match.pk)
        write_online(record=match_record(match), by=ONLINE, now=NOW, cut=cut)
    return Match.objects.get(pk=match.pk)


def player_at(match, seat):
    return MatchSeat.objects.get(match=match, seat=seat).player


def test_copies_that_are_made_anew_are_the_same(tournament, match):
    rebuild(tournament)  # nobody told the event that a match of it is played
    before = snapshot(tournament)
    assert [hand["cut_off"] for hand in hands_in(before)] == ["", "ruled"]
    Match.objects.filter(pk=match.pk).update(state="open", games_won=[2, 2], winner=1)
    rebuild(tournament)
    assert snapshot(tournament) == before
    assert_chain(f"tournament:{tournament.pk}")


def rebuild(tournament):
    rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()


def hands_in(text):
    boards = json.loads(text)["stages"][0]["rounds"][0]["pairings"][0]["boards"]
    return boards[0]["hands"]


def test_with_an_event_its_tables_go(tournament, match):
    Tournament.objects.filter(pk=tournament.pk).update(state="cancelled")
    setup.delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=DIRECTOR, now=NOW)
    for model in (OnlineTable, TableEvent, DealSecret, SeatConnection, Hand):
        assert not model.objects.exists()


def test_what_somebody_did_at_a_table_stays_without_their_account(match):
    user = make_user(email="gone@club.example")
    event = said_at(match.table, "ready", NOW, seat=0)
    TableEvent.objects.filter(pk=event.pk).update(by=user)
    by = Actor("page", user_id=user.pk, roles=frozenset({Role.USER, Role.ANYONE}))
    accounts.delete_account(user=user, typed="gone@club.example", by=by, now=NOW)
    event.refresh_from_db()
    assert (event.by, event.kind, event.seat) == (None, "ready", 0)


def test_who_is_forgotten_leaves_no_network(match):
    anonymise_player(player=player_at(match, 0), by=DIRECTOR, now=NOW)
    assert networks(match) == ["", "net1"]
    assert TableEvent.objects.filter(table=match.table).exists()


def networks(match):
    kept = SeatConnection.objects.filter(table__match=match).order_by("seat")
    return list(kept.values_list("network", flat=True))


def test_two_rows_of_one_person_leave_one_at_the_table(match):
    other = player_at(match, 0)
    kept = Player.objects.create(club=other.club, name="Ada")
    merge_players(kept=kept, other=other, by=DIRECTOR, now=NOW)
    assert player_at(match, 0) == kept
    assert [fact.hand.deal for fact in match_record(match).facts] == [1, 2]

"""The online tables on the referees' list: as many queries for many as for few."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.selectors.glances import glances_at
from games.selectors.table_now import forget_all
from games.services.connections import begin_connection
from kernel.permissions import Actor
from players.models import Membership
from tests.builders import DIRECTOR, board_of, make_tournament, make_user, owner_of, team_event
from tests.games.online import MOVE, OnlineMatch
from tests.pages.player.test_tonight import at, client_of, text_of
from tournaments.models import Tournament
from tournaments.selectors.events.access import acting_at
from tournaments.services.desk.calls import make_call
from tournaments.services.desk.online import open_table
from tournaments.services.desk.table_staff import adjourn_table, pause_table
from tournaments.services.events.staff import issue_pass
from web.db import clock

pytestmark = pytest.mark.django_db

PROGRAM = Actor("command", system=True)


def online(entrants: int = 4) -> Tournament:
    return make_tournament(entrants=entrants, play="online", clock=MOVE)


def seated(event: Tournament, number: int) -> OnlineMatch:
    """The n-th match of the first round, in its first hand."""
    match = board_of(event, 1, number).match_id
    open_table(by=PROGRAM, match=match)
    played = OnlineMatch(match, seed=number)
    while played.now.state.stage != "playing":
        played.step(played.now)
    return played


def owner(event: Tournament) -> Client:
    return client_of(owner_of(event.club))


def list_of(event: Tournament, client: Client | None = None) -> str:
    return text_of((client or owner(event)).get(at(event, "tables")))


def told(event: Tournament, number: int = 1) -> dict[str, object]:
    """What a service of the staff is told of the n-th match."""
    board = board_of(event, 1, number)
    by = acting_at(Actor("page", user_id=owner_of(event.club).pk), board)
    return {"board": board, "reason": "A call.", "by": by, "now": clock.now()}


def test_it_shows_score_turn_clocks_and_who_is_connected() -> None:
    event = online()
    played = seated(event, 1)
    turn = played.now.state.turn
    begin_connection(table=played.table.pk, seat=turn, network="", now=clock.now())
    seats = board_of(event, 1, 1).match.seats.order_by("seat")
    names = [seat.player.name for seat in seats]
    said = list_of(event)
    assert "Semi-final 1 Game 1, hand 1" in said
    own = said[said.index(f"{names[turn]} Games won:") :]
    assert "+3:00 To play Connected" in own
    other = said[said.index(f"{names[1 - turn]} Games won:") :]
    assert "0:45 +3:00 Not connected" in other
    assert "Semi-final 2 Nobody is at the table yet" in said


def test_where_play_stands_still_it_says_so_and_until_when() -> None:
    event = online()
    for number in (1, 2):
        seated(event, number)
    pause_table(**told(event, 1))
    adjourn_table(until=clock.now() + timedelta(hours=20), **told(event, 2))
    said = list_of(event)
    assert "Semi-final 1 Paused" in said
    assert "Semi-final 2 Adjourned until" in said
    assert "To play" not in said


def test_each_leads_to_its_card_and_who_may_not_run_it_to_the_match() -> None:
    event = online()
    match = seated(event, 1).match
    card, page = at(event, "online_card", match), at(event, "match", match)
    assert f'href="{card}"' in owner(event).get(at(event, "tables")).text
    limited = Client()
    write = {"tournament_id": event.pk, "by": DIRECTOR, "now": clock.now()}
    made = issue_pass(name="Rita", tables=[], **write)
    event.staff.update(tables=[3])  # as it was made before the event went online
    limited.post(f"/pass/{made.token}/")
    html = limited.get(at(event, "tables")).text
    assert card not in html
    assert f'href="{page}"' in html


def test_a_table_that_calls_leads_to_its_card() -> None:
    event = online()
    match = seated(event, 1).match
    board = board_of(event, 1, 1)
    called = make_call(board=board, about="count", by=DIRECTOR, now=clock.now())
    card, client = at(event, "online_card", match), owner(event)
    assert f'<a class="btn" href="{card}">' in client.get(at(event, "tables")).text
    client.post(at(event, "take_call", match, called.pk), {"back": "tables"})
    going = client.get(at(event, "tables")).text
    assert f'<a class="btn btn-main btn-big" href="{card}">' in going
    assert "Score pad" not in going


def test_between_teams_each_board_says_which_it_is() -> None:
    event = team_event(play="online", clock=MOVE)
    assert "Semi-final 1, board 2 Nobody is at the table yet" in list_of(event)


def test_the_tables_are_fetched_by_themselves() -> None:
    event = online()
    seated(event, 1)
    part = owner(event).get(f"{at(event, 'tables')}?part=online")
    assert part.text.strip().startswith("<section")
    assert "To play" in text_of(part)
    stranger = make_user()
    assert client_of(stranger).get(f"{at(event, 'tables')}?part=online").status_code == 403
    Membership.objects.create(club=event.club, user=stranger, role="referee")
    assert client_of(stranger).get(f"{at(event, 'tables')}?part=online").status_code == 200


def test_in_a_room_there_are_none() -> None:
    event = make_tournament()
    assert "Online tables" not in list_of(event)


def queries(event: Tournament, path: str) -> int:
    client = owner(event)
    client.get(path)
    forget_all()  # what a process keeps of tables that it has seen
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("part", ["", "?part=online"])
def test_many_tables_ask_no_more_of_the_database_than_two(part: str) -> None:
    few, many = online(4), online(16)
    for event, matches in ((few, 2), (many, 8)):
        for number in range(1, matches + 1):
            seated(event, number)
    assert queries(few, at(few, "tables") + part) == queries(many, at(many, "tables") + part)


def test_a_glance_is_what_the_table_itself_says() -> None:
    event = online()
    played = [seated(event, 1), seated(event, 2)]
    for _ in range(7):
        played[0].step(played[0].now)
    forget_all()
    glances = glances_at([one.match for one in played])
    for one in played:
        state = one.now.state
        glance = glances[one.match]
        assert (glance.state, glance.turn) == (state.stage, state.turn)
        assert [clock.reserve for clock in glance.clocks] == [180_000, 180_000]
    with CaptureQueriesContext(connection) as asked:
        glances_at([one.match for one in played])
    assert len(asked) <= 7
    assert glances_at([]) == {}

"""The referee's Tonight: the tables that need one, the way to each, and the way back."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from kernel.permissions import Actor, Role
from players.models import Membership
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    make_user,
    owner_of,
    win,
)
from tests.pages.player.test_tonight import at, client_of, text_of, user_of
from tests.stock import stocked
from tournaments.models import Board, Tournament
from tournaments.selectors.events.access import acting_at
from tournaments.services.desk import results
from tournaments.services.desk.calls import make_call, take_call
from tournaments.services.events import setup
from tournaments.services.events.staff import issue_pass
from tournaments.services.stages import rounds
from web.db.clock import now

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@stocked
def event() -> Tournament:
    """Four matches and three tables."""
    made = make_tournament(start=False, entrants=8)
    tables = [(number, "") for number in (1, 2, 3)]
    setup.set_tables(tournament_id=made.pk, tables=tables, by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    return made


def owner(event: Tournament) -> Client:
    return client_of(owner_of(event.club))


def referee(event: Tournament) -> Client:
    """Somebody who is a referee of the club and nothing else."""
    user = make_user("Ruth Okonedo")
    Membership.objects.create(club=event.club, user=user, role=Membership.Roles.REFEREE)
    return client_of(user)


def by_pass(event: Tournament, *tables: int) -> Client:
    made = issue_pass(tournament_id=event.pk, name="Rita", tables=tables, by=DIRECTOR, now=now())
    client = Client()
    client.post(reverse("staff_pass", args=[made.token]))
    return client


def call(board: Board, about: str = "count") -> int:
    return make_call(board=board, about=about, by=DIRECTOR, now=now()).pk


def html_of(client: Client, event: Tournament) -> str:
    return client.get(at(event, "tables")).content.decode()


def needing(client: Client, event: Tournament) -> list[tuple[str, str]]:
    """The rows of the tables that need a referee: kind and number."""
    rows = re.findall(
        r'<li class="callrow" data-k="(\w+)".*?(\S)</span>\s*<div', html_of(client, event), re.S
    )
    return [(kind, number) for kind, number in rows]


def playing(client: Client, event: Tournament) -> list[str]:
    found = re.findall(
        r'class="r-no">(?:<span class="vh">Table </span>)?(\S)</span>', html_of(client, event)
    )
    return list(found)


def report(event: Tournament, board: Board, *, at_time: datetime) -> None:
    results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [3, 0]},
        by=player_at(event, board),
        now=at_time,
    )


def player_at(event: Tournament, board: Board) -> Actor:
    seat = board.match.seats.get(seat=0)
    user = user_of(event, int(seat.player.name.split()[1]))
    return acting_at(Actor("page", user.pk), board)


def test_a_call_stands_on_top_with_what_for_and_one_tap_to_go(event: Tournament) -> None:
    client, board = referee(event), board_of(event, 1, 2)
    assert "Nobody waits for a referee" in text_of(client.get(at(event, "tables")))
    called = call(board)
    page = text_of(client.get(at(event, "tables")))
    assert "Table 2 calls: count in doubt" in page
    assert "Called: count in doubt Player 0004 v Player 0005" in page
    assert needing(client, event) == [("called", "2")]
    going = client.post(at(event, "take_call", board.match_id, called), {"back": "tables"})
    assert going.headers["Location"] == at(event, "tables")
    assert needing(client, event) == [("going", "2")]
    assert at(event, "pad", board.match_id) in html_of(client, event)
    client.post(at(event, "end_call", board.match_id, called), {"back": "tables"})
    assert needing(client, event) == []


def test_a_second_referee_reads_who_was_first_and_may_take_over(event: Tournament) -> None:
    first, second, board = referee(event), by_pass(event), board_of(event, 1, 1)
    address = at(event, "take_call", board.match_id, call(board))
    first.post(address, {"back": "tables"})
    answer = second.post(address, {"back": "tables"}, follow=True)
    assert "Ruth Okonedo is on the way already." in text_of(answer)
    assert needing(second, event) == [("taken", "1")]
    second.post(address, {"back": "tables", "take_over": "yes"})
    assert needing(second, event) == [("going", "1")]
    assert "Rita is on the way" in text_of(first.get(at(event, "tables")))


def test_what_another_went_to_is_ended_by_one_tap(event: Tournament) -> None:
    first, second, board = referee(event), by_pass(event), board_of(event, 1, 1)
    called = call(board)
    first.post(at(event, "take_call", board.match_id, called), {"back": "tables"})
    end = at(event, "end_call", board.match_id, called)
    assert f'action="{end}"' in html_of(second, event)
    second.post(end, {"back": "tables"})
    assert needing(second, event) == []


@pytest.mark.parametrize(
    ("minutes", "words", "rule"),
    [(6, "Award the game", "T_LATE"), (11, "Award the match", "T_NOSHOW")],
)
def test_where_nobody_has_begun_a_head_awards_what_lateness_costs(
    event: Tournament, minutes: int, words: str, rule: str
) -> None:
    started = now() - timedelta(minutes=minutes)
    rounds.plan_round(tournament_id=event.pk, number=1, minutes=50, by=DIRECTOR, now=started)
    rounds.run_clock(tournament_id=event.pk, number=1, kind="start", by=DIRECTOR, now=started)
    penalty = at(event, "penalty", board_of(event, 1, 1).match_id)
    head = owner(event)
    assert f'href="{penalty}?rule={rule}">{words}<' in html_of(head, event)
    page = head.get(f"{penalty}?rule={rule}").content.decode()
    assert re.search(rf'name="rule" value="{rule}"[^>]*checked|value="{rule}" selected', page)
    assert words not in html_of(referee(event), event)


def test_disputes_and_calls_come_before_what_only_lasts_long(event: Tournament) -> None:
    client = owner(event)
    late = now() - timedelta(minutes=50)
    write = {"tournament_id": event.pk, "number": 1, "by": DIRECTOR}
    rounds.plan_round(**write, minutes=40, now=NOW)
    rounds.run_clock(**write, kind="start", now=late)
    board = board_of(event, 1, 1)
    report(event, board, at_time=now() - timedelta(minutes=4))
    assert needing(client, event) == [
        ("late", "2"),
        ("late", "3"),
        ("late", "–"),
        ("unanswered", "1"),
    ]
    call(board_of(event, 1, 3))
    assert needing(client, event)[0] == ("called", "3")
    assert playing(client, event) == []


def test_a_report_has_some_minutes_to_be_answered(event: Tournament) -> None:
    report(event, board_of(event, 1, 1), at_time=now())
    assert needing(owner(event), event) == []
    assert playing(owner(event), event) == ["1", "2", "3", "–"]


def test_what_is_in_is_named_with_the_way_to_correct_it(event: Tournament) -> None:
    win(board_of(event, 1, 1), 0)
    page = text_of(owner(event).get(at(event, "tables")))
    assert "Table 1. Correct one" in page


def test_a_pass_has_its_own_tables_first_and_only_looks_at_others(event: Tournament) -> None:
    client = by_pass(event, 2)
    other, own = board_of(event, 1, 1), board_of(event, 1, 2)
    assert playing(client, event)[0] == "2"
    call(other)
    html = html_of(client, event)
    assert "Nobody waits at your tables" in html
    assert at(event, "pad", own.match_id) in html
    assert at(event, "pad", other.match_id) not in html
    assert at(event, "take_call", other.match_id, 1)[:-8] not in html
    assert client.get(at(event, "pad", other.match_id)).status_code == 403
    card = client.get(at(event, "table", 1)).content.decode()
    assert at(event, "pad", other.match_id) not in card
    assert "Your pass is for other tables." in card
    assert at(event, "pad", own.match_id) in client.get(at(event, "table", 2)).content.decode()


def test_a_pass_says_whose_it_is_and_is_handed_back(event: Tournament) -> None:
    client = by_pass(event, 2)
    page = text_of(client.get(at(event, "tables")))
    assert "Rita, referee by pass until" in page
    assert "Your pass is for the tables 2" in page
    board = board_of(event, 1, 2).match_id
    for address in (at(event, "tables"), at(event, "pad", board), at(event, "match", board)):
        assert "Pass: Rita" in text_of(client.get(address))
    client.post(reverse("sign_out"))
    assert client.get(at(event, "tables")).status_code == 302


def test_a_pass_for_all_tables_writes_at_all(event: Tournament) -> None:
    card = by_pass(event).get(at(event, "table", 3)).content.decode()
    assert at(event, "pad", board_of(event, 1, 3).match_id) in card


def test_a_card_leads_to_the_pad_and_the_result_and_shows_who_is_called(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    call(board, "turn")
    page = owner(event).get(at(event, "table", 1))
    for name in ("pad", "result", "match"):
        assert at(event, name, board.match_id) in page.content.decode()
    assert "A referee is called: whose turn it is." in text_of(page)


def test_a_table_that_is_not_there_is_not_found(event: Tournament) -> None:
    assert owner(event).get(at(event, "table", 9)).status_code == 404


def test_the_tables_are_the_staffs(event: Tournament) -> None:
    assert client_of(make_user()).get(at(event, "tables")).status_code == 403


def test_a_referee_is_led_back_to_the_tables_and_reads_what_was_saved(event: Tournament) -> None:
    client, board = referee(event), board_of(event, 1, 1)
    said = {"version": board.match.version, "winner": 0, "loser_games": 1}
    answer = client.post(at(event, "result", board.match_id), said, follow=True)
    assert answer.redirect_chain[-1][0] == at(event, "tables")
    assert "Table 1: Player 0001 beat Player 0008, 3–1. Open it again" in text_of(answer)
    assert at(event, "match", board.match_id) in answer.content.decode()


def test_who_runs_the_event_stays_at_the_match(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    said = {"version": board.match.version, "winner": 0, "loser_games": 1}
    answer = owner(event).post(at(event, "result", board.match_id), said)
    assert answer.headers["Location"] == at(event, "match", board.match_id)


@pytest.mark.parametrize("name", ["match", "pad", "result", "ruling", "penalty"])
def test_the_first_link_of_a_match_leads_back_to_the_tables(event: Tournament, name: str) -> None:
    html = referee(event).get(at(event, name, board_of(event, 1, 1).match_id)).content.decode()
    main = html[html.index('<main id="main">') :]
    assert re.search(r'href="([^"#]+)"', main)[1] == at(event, "tables")


def test_the_two_call_on_the_match_page_and_see_who_comes(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    player, match = client_of(user_of(event, 1)), at(event, "match", board.match_id)
    assert "Call a referee" in text_of(player.get(match))
    player.post(at(event, "call", board.match_id), {"about": "exposed"})
    page = text_of(player.get(match))
    assert "A referee is called: a card was exposed." in page
    assert "Call a referee" not in page
    take_call(board=board, call_id=board.calls.get().pk, by=acting_referee(), now=now())
    assert "Ruth is on the way." in text_of(player.get(match))
    player.post(at(event, "end_call", board.match_id, board.calls.get().pk))
    assert "Call a referee" in text_of(player.get(match))


def acting_referee() -> Actor:
    return Actor("page", make_user("Ruth").pk, roles=frozenset({Role.REFEREE}))


def test_visitors_see_no_call(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    call(board)
    for client in (Client(), client_of(user_of(event, 2))):
        assert "referee is called" not in text_of(client.get(at(event, "match", board.match_id)))


def test_a_call_that_is_refused_is_said_on_the_match_page(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    win(board, 0)
    answer = owner(event).post(at(event, "call", board.match_id), {"about": "count"})
    assert answer.status_code == 409
    assert "nobody is called to it any more" in text_of(answer)
    assert owner(event).post(at(event, "call", board.match_id)).status_code == 400


def test_hands_leave_the_table_among_those_that_play(event: Tournament) -> None:
    board = board_of(event, 1, 2)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
    )
    assert playing(owner(event), event) == ["1", "2", "3", "–"]
    assert "Game 1, hand 2" in text_of(owner(event).get(at(event, "tables")))

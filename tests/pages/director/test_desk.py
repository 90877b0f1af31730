"""The director's desk: what waits, what keeps the next step back, the clock."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from kernel.permissions import Actor, Role
from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.pages.director.test_rooms import at, told
from tests.stock import stocked
from tests.tournaments.services.stages.notice_kinds.test_adjourned import AdjournedMatch
from tournaments.models import ClockEvent, Tournament
from tournaments.services.desk import results
from tournaments.services.events import announcements, entries, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Four entrants at two tables; a round may take 50 minutes."""
    made = make_tournament(start=False)
    setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


@pytest.fixture
def director(tournament: Tournament, client: Client) -> Client:
    sign_in(client, owner_of(tournament.club))
    return client


def plan(tournament: Tournament, minutes: int = 50) -> None:
    rounds.plan_round(tournament_id=tournament.pk, number=1, minutes=minutes, by=DIRECTOR, now=NOW)


def settle(tournament: Tournament) -> None:
    stage = tournament.stages.get()
    settle_stage(stage_id=stage.pk, by=DIRECTOR, now=NOW)


def desk(client: Client, tournament: Tournament) -> str:
    return told(client.get(at("desk", tournament)))


def act(client: Client, tournament: Tournament, act: str, **fields: object) -> HttpResponse:
    return client.post(at("desk", tournament), {"act": act, **fields}, follow=True)


def reported(tournament: Tournament, number: int = 1) -> tuple[int, int]:
    """A player reports a win by 3-1: the id of the match, and its version."""
    board = board_of(tournament, 1, number)
    player = board.match.seats.get(seat=0).player
    player.user = make_user("Anna")
    player.save()
    by = Actor("page", user_id=player.user_id, roles=frozenset({Role.PLAYER}))
    after = win(board, 0, by=by)
    return board.match_id, after.record.match.version


class TestWhatWaits:
    def test_before_the_start_entries_and_the_draw(self, client: Client) -> None:
        made = make_tournament(start=False, registration="approval", cap=3)
        sign_in(client, owner_of(made.club))
        page = desk(client, made)
        assert "1 player is on the waitlist" in page
        assert "Draw it All 3 who are entered are drawn." in page
        rounds.draw_stage(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        assert "Publish the draw Only the staff see it." in desk(client, made)

    def test_who_asks_to_take_part(self, client: Client) -> None:
        club = make_club()
        made = make_tournament(club, start=False, registration="approval")
        setup.move_tournament(
            tournament_id=made.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        user = make_user("New")
        player = Player.objects.create(club=club, name="New", user=user)
        by = Actor("page", user_id=user.pk, roles=frozenset({Role.USER}))
        entries.register_player(tournament_id=made.pk, player=player, by=by, now=NOW)
        sign_in(client, owner_of(club))
        assert "1 player asks to take part" in desk(client, made)

    def test_a_report_is_confirmed_from_the_desk(
        self, tournament: Tournament, director: Client
    ) -> None:
        match, version = reported(tournament)
        page = desk(director, tournament)
        assert "Table 1: one report, no answer" in page
        assert "Player 0001 reported it; it stands at once, without Player 0004." in page
        assert "Next Table 1: one report, no answer" in page
        act(director, tournament, f"confirm:{match}", version=version)
        assert "no answer" not in desk(director, tournament)

    def test_a_report_that_has_changed_meanwhile_is_not_confirmed(
        self, tournament: Tournament, director: Client
    ) -> None:
        match, version = reported(tournament)
        answer = act(director, tournament, f"confirm:{match}", version=version - 1)
        assert answer.status_code == 409
        assert "Somebody else has changed this match" in told(answer)

    def test_a_dispute_comes_first_with_its_reason(
        self, tournament: Tournament, director: Client
    ) -> None:
        reported(tournament)
        _match, version = reported(tournament, 2)
        board = board_of(tournament, 1, 2)
        other = board.match.seats.get(seat=1).player
        other.user = make_user("Other")
        other.save()
        by = Actor("page", user_id=other.user_id, roles=frozenset({Role.PLAYER}))
        results.dispute_result(board=board, version=version, reason="it was 3-2", by=by, now=NOW)
        page = desk(director, tournament)
        assert page.index("is disputed") < page.index("one report")
        assert "Next Table 2: the result is disputed" in page

    def test_the_final_and_then_the_end(self, tournament: Tournament, director: Client) -> None:
        page = desk(director, tournament)
        assert "In play: Semi-finals 0 of 2 results are in. Then comes: Final." in page
        assert "waiting for you" not in page
        for number in (1, 2):
            win(board_of(tournament, 1, number), 0)
        settle(tournament)
        page = desk(director, tournament)
        assert "Final: both players are known Player 0001 against Player 0002, Table 1." in page
        assert "In play: Final 0 of 1 results are in. With the last one the event is over." in page
        win(board_of(tournament, 2, 1), 1)
        settle(tournament)
        page = desk(director, tournament)
        assert "Next Player 0002 has won" in page
        assert "Put it into the archive" in page

    def test_a_match_without_a_table(self, client: Client) -> None:
        made = make_tournament(start=False)
        setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        sign_in(client, owner_of(made.club))
        assert "1 match has no table" in desk(client, made)

    def test_no_match_waits_for_a_table_online(self, client: Client) -> None:
        made = make_tournament(start=False, play="online")
        setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        sign_in(client, owner_of(made.club))
        page = desk(client, made)
        assert "no table" not in page
        assert "Free" not in page

    def test_an_online_match_that_stands_still(self, client: Client) -> None:
        match = AdjournedMatch()
        sign_in(client, owner_of(match.tournament.club))
        match.hold("pause")
        assert "Paused" in self._tables(client, match)
        assert "paused" in desk(client, match.tournament)
        match.resume()
        assert "Paused" not in self._tables(client, match)
        match.adjourn(hours=3)
        assert "Adjourned until " in self._tables(client, match)
        assert "adjourned until " in desk(client, match.tournament)

    def _tables(self, client: Client, match: AdjournedMatch) -> str:
        return told(client.get(at("tables", match.tournament)))


class TestRounds:
    def test_a_round_is_published_by_hand(self, client: Client) -> None:
        made = make_tournament(publishing="by_hand")
        sign_in(client, owner_of(made.club))
        assert "Publish: Final" not in desk(client, made)
        for number in (1, 2):
            win(board_of(made, 1, number), 0)
        settle(made)
        page = client.get(at("desk", made)).content.decode()
        assert 'value="publish:2">' in page
        assert "Everybody sees it" in told(act(client, made, "publish:2"))
        assert made.stages.get().rounds.get(number=2).state == "published"

    def test_its_clock_is_started_stopped_and_let_go(
        self, tournament: Tournament, director: Client
    ) -> None:
        plan(tournament)
        page = desk(director, tournament)
        assert "Start the clock Semi-finals: its 50 minutes run" in page
        page = told(act(director, tournament, "start:1"))
        assert "Pause the clock" in page
        assert "the 50 minutes end" in page
        assert "left of 50 minutes, paused" in told(act(director, tournament, "pause"))
        assert "Pause the clock" in told(act(director, tournament, "resume"))

    def test_all_tables_have_five_minutes_more_by_one_press_while_it_runs(
        self, tournament: Tournament, director: Client
    ) -> None:
        plan(tournament)
        words = "All tables: 5 minutes more"
        assert words not in desk(director, tournament)
        assert words in told(act(director, tournament, "start:1"))
        assert f"{words}." in told(act(director, tournament, "extend"))
        event = ClockEvent.objects.get(kind="extend")
        assert (event.seconds, event.table) == (300, None)
        assert words not in told(act(director, tournament, "pause"))

    def test_time_is_added_at_one_table(self, tournament: Tournament, director: Client) -> None:
        plan(tournament)
        act(director, tournament, "start:1")
        answer = director.post(
            at("clock", tournament), {"act": "extend", "minutes": 5, "table": 2}, follow=True
        )
        assert "Table 2: 5 minutes more." in told(answer)
        event = ClockEvent.objects.get(kind="extend")
        assert (event.seconds, event.table.number) == (300, 2)
        assert 'data-length="3300"' in director.get(at("table", tournament, 2)).content.decode()
        assert 'data-length="3000"' in director.get(at("table", tournament, 1)).content.decode()
        assert 'data-length="3000"' in Client().get(at("tournament", tournament)).content.decode()

    def test_what_is_not_on_the_form_is_refused_beside_its_field(
        self, tournament: Tournament, director: Client
    ) -> None:
        plan(tournament)
        act(director, tournament, "start:1")
        answer = director.post(at("clock", tournament), {"act": "extend", "minutes": 5, "table": 9})
        assert answer.status_code == 400
        assert not ClockEvent.objects.filter(kind="extend").exists()

    def test_without_a_clock_there_is_nothing_to_add(
        self, tournament: Tournament, director: Client
    ) -> None:
        assert "No clock is running" in told(director.get(at("clock", tournament)))
        answer = director.post(at("clock", tournament), {"act": "extend", "minutes": 5})
        assert answer.status_code == 409
        assert "has not been started" in told(answer)

    def test_a_table_whose_time_is_up(self, tournament: Tournament, director: Client) -> None:
        plan(tournament, 1)
        act(director, tournament, "start:1")
        ClockEvent.objects.update(at=NOW - timedelta(minutes=2))
        assert "Table 1: the time is up" in desk(director, tournament)

    def test_the_pad_has_the_clock_of_its_table(
        self, tournament: Tournament, director: Client
    ) -> None:
        plan(tournament)
        act(director, tournament, "start:1")
        pad = director.get(at("pad", tournament, board_of(tournament, 1, 1).match_id))
        assert 'role="timer"' in pad.content.decode()


class TestWhoMayOpenIt:
    @pytest.mark.parametrize("name", ["desk", "clock"])
    def test_others_are_kept_out(self, tournament: Tournament, client: Client, name: str) -> None:
        assert client.get(at(name, tournament)).status_code == 302
        sign_in(client, make_user())
        assert client.get(at(name, tournament)).status_code == 403

    def test_the_live_part_alone_goes_to_htmx(
        self, tournament: Tournament, director: Client
    ) -> None:
        page = director.get(at("desk", tournament), headers={"HX-Request": "true"})
        assert page.content.decode().strip().startswith('<div id="live"')

    def test_an_announcement_is_taken_back_from_the_desk(
        self, tournament: Tournament, director: Client
    ) -> None:
        announcements.announce(tournament_id=tournament.pk, text="Tea", by=DIRECTOR, now=NOW)
        assert "Take the announcement back" in desk(director, tournament)
        assert "Tea" not in told(act(director, tournament, "take_back"))

    def test_what_is_no_number_is_a_bad_request(
        self, tournament: Tournament, director: Client
    ) -> None:
        assert act(director, tournament, "publish:x").status_code == 400

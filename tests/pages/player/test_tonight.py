"""A player's own pages through the test client."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Membership, Player, User
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    win,
)
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.selectors.events.door import door_token
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage
from web.db.clock import now

pytestmark = pytest.mark.django_db(transaction=True)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(response: object) -> str:
    html = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.replace("&#x27;", "'").split())


def at(tournament: Tournament, name: str, *args: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *args])


def move(tournament: Tournament, action: str) -> None:
    setup.move_tournament(tournament_id=tournament.pk, action=action, by=DIRECTOR, now=NOW)


def user_of(tournament: Tournament, number: int) -> User:
    """The account of the player with this number, made where there is none."""
    player = Player.objects.get(club=tournament.club, name=f"Player {number:04}")
    if player.user is None:
        player.user = make_user(player.name)
        player.save()
    return player.user


@pytest.fixture
@stocked
def running() -> Tournament:
    """Four players, the first round published, one table only."""
    made = make_tournament(start=False)
    setup.set_tables(tournament_id=made.pk, tables=[(7, "Window")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


class TestTonight:
    def words(self, tournament: Tournament, number: int) -> str:
        return text_of(client_of(user_of(tournament, number)).get("/me/"))

    def test_who_has_not_signed_in_is_asked_to(self) -> None:
        assert Client().get("/me/").url.startswith("/sign-in/")

    def test_it_says_whom_one_plays_where_and_what_is_waited_for(self, running: Tournament) -> None:
        assert "You play Player 0004 at Table 7, Window." in self.words(running, 1)
        assert "You play Player 0003 as soon as a table is free." in self.words(running, 2)
        board = board_of(running, 1, 1)
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
        )
        assert "You are playing Player 0001." in self.words(running, 4)
        win(board, 0)
        settle_stage(stage_id=running.stages.get().pk, by=DIRECTOR, now=NOW)
        assert "You are through. You wait for: Winner of semi-final 2." in self.words(running, 1)
        assert "Player 0001 beat Player 0004, 3–1." in self.words(running, 4)

    def test_what_the_opponent_reported_is_confirmed_there(self, running: Tournament) -> None:
        board = board_of(running, 1, 1)
        fields = {"key": "k", "version": board.match.version, "winner": 1, "loser_games": 1}
        client_of(user_of(running, 4)).post(at(running, "report", board.match_id), fields)
        client = client_of(user_of(running, 1))
        text = text_of(client.get("/me/"))
        assert "Player 0004 says 1–3: you lost." in text
        assert "Confirm 1–3" in text
        board.match.refresh_from_db()
        fields = {"key": "c", "version": board.match.version, "back": "me"}
        answer = client.post(at(running, "match_confirmation", board.match_id), fields)
        assert (answer.status_code, answer.url) == (302, "/me/")
        board.match.refresh_from_db()
        assert board.match.winner == 1

    def test_a_form_leads_nowhere_else(self, running: Tournament) -> None:
        board = board_of(running, 1, 1)
        fields = {
            "key": "k",
            "version": board.match.version,
            "winner": 1,
            "loser_games": 1,
            "back": "https://evil.example/",
        }
        answer = client_of(user_of(running, 4)).post(at(running, "report", board.match_id), fields)
        assert answer.url == at(running, "match", board.match_id)

    def test_who_plays_nowhere_is_led_to_what_they_run_or_judge(self, running: Tournament) -> None:
        owner = client_of(owner_of(running.club))
        assert owner.get("/me/").url == at(running, "desk")
        judge = make_user("Rita Judge")
        Membership.objects.create(club=running.club, user=judge, role="referee")
        assert client_of(judge).get("/me/").url == at(running, "tables")

    def test_what_a_player_judges_or_runs_besides_stands_below(self, running: Tournament) -> None:
        user = user_of(running, 1)
        Membership.objects.create(club=running.club, user=user, role="referee")
        other = make_tournament(make_club(user, "North Club"), name="North Cup")
        page = client_of(user).get("/me/")
        text = text_of(page)
        assert "You play Player 0004" in text
        assert "Autumn Cup: You judge there" in text
        assert "North Cup: You run it" in text
        assert at(running, "tables") in page.content.decode()
        assert at(other, "desk") in page.content.decode()

    def test_who_is_in_nothing_finds_the_next_evening_of_their_club(self) -> None:
        coming = make_tournament(start=False, name="Winter Cup")
        move(coming, "open_registration")
        member = make_user()
        Membership.objects.create(club=coming.club, user=member, role="member")
        text = text_of(client_of(member).get("/me/"))
        assert "You are not entered in an evening that is to come." in text
        assert "Next in your clubs" in text
        assert "Winter Cup" in text

    def test_an_evening_that_ended_tonight_says_the_place(self, running: Tournament) -> None:
        for round, number in ((1, 1), (1, 2), (2, 1)):
            win(board_of(running, round, number), 0)
            settle_stage(stage_id=running.stages.get().pk, by=DIRECTOR, now=now())
        assert "It is over: you came in place 1." in self.words(running, 1)
        assert "Final table" in self.words(running, 1)

    def test_it_asks_the_database_few_things(
        self, running: Tournament, django_assert_max_num_queries: Callable
    ) -> None:
        board = board_of(running, 1, 1)
        fields = {"key": "k", "version": board.match.version, "winner": 1, "loser_games": 1}
        client_of(user_of(running, 4)).post(at(running, "report", board.match_id), fields)
        client = client_of(user_of(running, 1))
        # Two of a transaction, one for challenges, one for matches by days.
        with django_assert_max_num_queries(22):
            client.get("/me/")

    def test_how_somebody_stands_and_what_they_need(self) -> None:
        event = make_tournament(entrants=8, format="swiss")
        for number in range(1, 5):
            win(board_of(event, 1, number), 0)
        settle_stage(stage_id=event.stages.get().pk, by=DIRECTOR, now=NOW)
        text = self.words(event, 1)
        assert "of 8, 1 win" in text
        assert "After this Round 3" in text

    def test_whom_one_met_before_is_counted(self) -> None:
        event = make_tournament(entrants=2, format="round_robin", format_settings={"double": True})
        win(board_of(event, 1, 1), 0)
        first = self.words(event, 1)
        assert "v Player 0002" in first
        assert "You have met once: 1–0." in first
        assert "You have met once: 0–1." in self.words(event, 2)

    def test_before_the_draw_it_says_how_far_one_is(self) -> None:
        tournament = make_tournament(start=False)
        move(tournament, "open_check_in")
        assert "Check in at the door" in self.words(tournament, 1)

    def test_drafts_and_evenings_of_others_are_not_there(self, running: Tournament) -> None:
        draft = make_tournament(start=False, name="Secret Draft")
        assert "Secret Draft" not in self.words(draft, 1)
        assert running.name not in text_of(client_of(make_user()).get("/me/"))

    def test_my_evenings_are_those_of_every_club_with_the_rank(self, running: Tournament) -> None:
        user = user_of(running, 1)
        other = make_tournament(make_club(name="North Club"), name="North Cup")
        Player.objects.filter(club=other.club, name="Player 0002").update(user=user)
        for number in (1, 2):
            win(board_of(running, 1, number), 0)
        win(board_of(running, 2, 1), 0)
        text = text_of(client_of(user).get("/me/evenings/"))
        assert "North Cup" in text
        assert "rank 1" in text


class TestRegistration:
    @pytest.fixture
    def opened(self) -> Tournament:
        made = make_tournament(start=False, registration="approval")
        move(made, "open_registration")
        Player.objects.create(club=made.club, name="Zoë New", user=make_user("Zoë"))
        return made

    def zoe(self, tournament: Tournament) -> Client:
        return client_of(Player.objects.get(club=tournament.club, name="Zoë New").user)

    def test_a_player_asks_and_the_director_answers(self, opened: Tournament) -> None:
        client, page = self.zoe(opened), at(opened, "registration")
        assert "You ask to take part as Zoë New." in text_of(client.get(page))
        for _time in range(2):
            answer = client.post(page, {"key": "k"}, follow=True)
        assert "You have asked to take part." in text_of(answer)
        assert opened.entries.filter(name="Zoë New").count() == 1

    def test_an_account_without_a_player_is_told_what_to_do(self, opened: Tournament) -> None:
        stranger, page = client_of(make_user()), at(opened, "registration")
        assert "Ask the club for your link." in text_of(stranger.get(page))
        assert stranger.post(page, {"key": "k"}).status_code == 403

    def test_where_the_director_enters_everybody_the_button_says_so(self) -> None:
        tournament = make_tournament(start=False)
        move(tournament, "open_registration")
        page = client_of(make_user()).get(at(tournament, "registration"))
        assert b'aria-disabled="true"' in page.content
        assert "The director enters the players" in text_of(page)

    def test_withdrawing_asks_by_typing(self, running: Tournament) -> None:
        client, page = client_of(user_of(running, 4)), at(running, "withdrawal")
        assert "Your open match goes to your opponent without play." in text_of(client.get(page))
        answer = client.post(page, {"key": "k", "confirm": "yes"})
        assert answer.status_code == 400
        assert 'value="yes"' in answer.content.decode()
        assert not running.entries.filter(withdrawal__isnull=False).exists()
        client.post(page, {"key": "k", "confirm": "Withdraw"})
        assert running.entries.get(withdrawal__isnull=False).seed == 4

    def test_who_is_not_entered_has_nothing_to_withdraw(self, running: Tournament) -> None:
        assert client_of(make_user()).get(at(running, "withdrawal")).status_code == 403


class TestDoor:
    @pytest.fixture
    def tournament(self) -> Tournament:
        made = make_tournament(start=False)
        move(made, "open_check_in")
        return made

    def test_the_code_checks_in_who_is_entered(self, tournament: Tournament) -> None:
        client = client_of(user_of(tournament, 2))
        page = at(tournament, "door", door_token(tournament))
        assert "You are entered as Player 0002." in text_of(client.get(page))
        for _time in range(2):
            answer = client.post(page, {"key": "k"}, follow=True)
        assert "you are checked in" in text_of(answer)
        assert tournament.entries.get(check_in__isnull=False).name == "Player 0002"

    def test_another_tournaments_code_opens_nothing(self, tournament: Tournament) -> None:
        client = client_of(user_of(tournament, 2))
        for token in (door_token(make_tournament()), "x"):
            assert client.get(at(tournament, "door", token)).status_code == 404

    def test_one_signs_in_first_and_comes_back(self, tournament: Tournament) -> None:
        page = at(tournament, "door", door_token(tournament))
        assert page in Client().get(page).url

    def test_who_is_not_entered_is_sent_to_the_desk(self, tournament: Tournament) -> None:
        stranger = client_of(make_user())
        page = at(tournament, "door", door_token(tournament))
        assert "You are not entered in this tournament." in text_of(stranger.get(page))
        assert stranger.post(page, {"key": "k"}).status_code == 403

    def test_once_it_is_closed_the_door_says_why(self, tournament: Tournament) -> None:
        user = user_of(tournament, 2)
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        page = client_of(user).get(at(tournament, "door", door_token(tournament)))
        assert "nobody can be checked in until check-in is opened" in text_of(page)

    def test_who_was_checked_in_and_has_withdrawn_reads_that_they_are_out(
        self, tournament: Tournament
    ) -> None:
        user = user_of(tournament, 2)
        who = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
        for seed in (1, 2, 3):
            entries.check_in_entry(entry_id=entry_at(tournament, seed).pk, **who)
        rounds.start_tournament(**who)
        entries.withdraw_entry(entry_id=entry_at(tournament, 2).pk, reason="left", **who)
        words = text_of(client_of(user).get(at(tournament, "door", door_token(tournament))))
        assert "You have withdrawn from this tournament." in words
        assert "checked in" not in words

"""What visitors, players and the desk find of a match between teams."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Mail, Player, User
from tests.builders import (
    DIRECTOR,
    NOW,
    boards_at,
    knock,
    make_user,
    owner_of,
    play_boards,
    say_games,
    sign_in,
    team_event,
    wish_for,
)
from tournaments.models import Board, Tournament
from tournaments.selectors.events.door import door_token
from tournaments.services.desk import results
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.events import editing, entries, setup, teams
from tournaments.services.stages import rounds
from tournaments.services.stages.notices import prepare_notices, send_notices

pytestmark = pytest.mark.django_db(transaction=True)

BY = {"by": DIRECTOR, "now": NOW}


def text_of(response: object) -> str:
    html = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.replace("&#x27;", "'").split())


def at(tournament: Tournament, name: str, *args: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *args])


def page_of(tournament: Tournament, number: int = 1, round: int = 1) -> str:
    board = boards_at(tournament, round, number)[0]
    return at(tournament, "team_match", board.pairing_id)


def page_of_board(board: Board) -> str:
    return at(board.pairing.round.stage.tournament, "match", board.match_id)


def read(address: str, client: Client | None = None) -> str:
    response = (client or Client()).get(address)
    assert response.status_code == 200
    return text_of(response)


def account_of(tournament: Tournament, number: int) -> User:
    """The account of the player with this number."""
    player = Player.objects.get(club=tournament.club, name=f"Player {number:04}")
    player.user = make_user(player.name)
    player.save()
    return player.user


def client_of(user: User) -> Client:
    client = Client()
    sign_in(client, user)
    return client


@pytest.fixture
def event() -> Tournament:
    """Teams A to D of four, the fourth player of each standing by."""
    return team_event()


class TestTeamMatch:
    def test_it_has_the_boards_with_who_plays_there(self, event: Tournament) -> None:
        first, second, _third = boards_at(event, 1, 1)
        say_games(first, [3, 1])
        second.match.refresh_from_db()
        results.record_hand(board=second, version=second.match.version, entry=knock(0, 4, 31), **BY)
        shown = read(page_of(event))
        assert "Team A v Team D" in shown
        assert "Semi-final 1: Team A against Team D, 1–0 on boards." in shown
        assert "1 of 3 boards finished" in shown
        assert "Board 1 Player 0001 Team A Player 0013 Team D 3 1 Finished" in shown
        assert "Board 2 Player 0002 Team A Player 0014 Team D 0 0 Game 1, hand 2" in shown
        assert f'href="{page_of_board(second)}"' in Client().get(page_of(event)).content.decode()

    def test_it_says_by_what_it_was_won(self) -> None:
        event = team_event(4, 2)
        play_boards(event, 1, 1, [3, 0], [1, 3])
        words = "Team A beat Team D on games, 4–3; the boards are level."
        assert words in read(page_of(event))
        assert f"Semi-final 1: {words}" in read(at(event, "tournament"))
        play_boards(event, 1, 2, [3, 0], [3, 1])
        assert "Team B beat Team C, 2–0 on boards." in read(page_of(event, 2))

    def test_it_has_the_lineups_with_who_stands_by(self, event: Tournament) -> None:
        shown = read(page_of(event))
        assert "Board 3 Player 0003 Player 0015" in shown
        assert "Stands by Player 0004 Player 0016" in shown

    def test_who_is_not_known_yet_is_waited_for(self, event: Tournament) -> None:
        play_boards(event, 1, 1, [3, 0], [3, 0], [3, 0])
        shown = read(page_of(event, round=2))
        assert "Team A v Winner of semi-final 2" in shown
        assert "Board 1 Player 0001 Team A Winner of semi-final 2" in shown

    def test_names_are_shown_as_their_owners_wish(self, event: Tournament) -> None:
        Player.objects.filter(name="Player 0013").update(shown=Player.Shown.HIDDEN)
        assert "Player 0013" not in read(page_of(event))
        owner = client_of(owner_of(event.club))
        assert "Player 0013" in read(page_of(event), owner)

    def test_what_is_not_published_is_nobodys_but_the_staffs(self) -> None:
        event = team_event(start=False)
        setup.move_tournament(tournament_id=event.pk, action="open_registration", **BY)
        rounds.draw_stage(tournament_id=event.pk, **BY)
        assert read(at(event, "tournament"))
        assert Client().get(page_of(event)).status_code == 404
        assert read(page_of(event), client_of(owner_of(event.club)))

    def test_it_is_found_under_its_own_tournament_only(self, event: Tournament) -> None:
        other = team_event(name="Other Cup")
        pairing = boards_at(event, 1, 1)[0].pairing_id
        assert Client().get(at(other, "team_match", pairing)).status_code == 404
        assert Client().get(at(event, "team_match", 999_999)).status_code == 404

    def test_the_live_part_alone_goes_to_htmx(self, event: Tournament) -> None:
        html = Client().get(page_of(event), headers={"HX-Request": "true"}).content.decode()
        assert html.strip().startswith('<div id="live"')


class TestBoard:
    def test_it_leads_to_the_match_of_the_teams_and_its_boards(self, event: Tournament) -> None:
        first, second, third = boards_at(event, 1, 1)
        say_games(first, [3, 1])
        html = Client().get(page_of_board(second)).content.decode()
        for address in (page_of(event), page_of_board(first), page_of_board(third)):
            assert f'href="{address}"' in html
        assert f'href="{page_of_board(second)}" aria-current="page"' in html
        shown = read(page_of_board(second))
        assert "Semi-final 1, board 2" in shown
        assert "Player 0002 Team A Player 0014 Team D" in shown
        assert "Player 0002 (Team A) v Player 0014 (Team D)" in shown  # what is read out
        assert "Team A v Team D, 1–0" in shown

    def test_a_penalty_names_the_player_with_the_team(self, event: Tournament) -> None:
        board = boards_at(event, 1, 1)[1]
        address = at(event, "penalty", board.match_id)
        shown = read(f"{address}?rule=T_CONDUCT_MINOR&offender=1", client_of(owner_of(event.club)))
        assert "Player 0014 (Team D)" in shown
        assert "Warning, Player 0014 (Team D)" in shown
        entry = PenaltyEntry(event.entries.get(name="Team D").pk, "T_CONDUCT_MINOR", 1)
        give_penalty(board=board, version=board.match.version, entry=entry, **BY)
        for address in (at(event, "penalties"), page_of_board(board)):
            shown = read(address, client_of(owner_of(event.club)))
            assert "Player 0014 (Team D)" in shown


class TestAround:
    def test_every_public_page_leads_to_the_matches_of_teams(self, event: Tournament) -> None:
        play_boards(event, 1, 1, [3, 0], [0, 3], [3, 1])
        for name in ("tournament", "matches"):
            html = Client().get(at(event, name)).content.decode()
            assert f'href="{page_of(event)}"' in html
            assert f'href="{page_of(event, round=2)}"' in html

    @pytest.mark.parametrize(
        ("format", "name"), [("swiss", "tournament"), ("round_robin", "crosstable")]
    )
    def test_so_do_rounds_and_crosstables(self, format: str, name: str) -> None:
        event = team_event(4, 2, format=format, best_of=3)
        play_boards(event, 1, 1, [2, 0], [2, 1])
        html = Client().get(at(event, name)).content.decode()
        assert f'href="{page_of(event)}"' in html
        assert "2–0" in html or ">2</span>" in html

    def test_the_newest_results_are_those_of_boards(self, event: Tournament) -> None:
        say_games(boards_at(event, 1, 1)[1], [1, 3])
        shown = read(at(event, "tournament"))
        assert "Player 0014 beat Player 0002 Team A v Team D, board 2 3–1" in shown

    def test_the_rules_say_how_teams_meet(self, event: Tournament) -> None:
        shown = read(at(event, "event_rules"))
        assert "Teams meet on 3 boards, each of them a match between two players." in shown
        assert "with as many, games count, then net points" in shown

    def test_the_entrants_are_teams_with_their_players(self, event: Tournament) -> None:
        shown = read(at(event, "entrants"))
        assert "Team A Player 0001, Player 0002, Player 0003; stands by: Player 0004" in shown


class TestMyEvening:
    def test_who_plays_finds_their_board(self, event: Tournament) -> None:
        client = client_of(account_of(event, 2))
        board = boards_at(event, 1, 1)[1]
        shown = read("/me/", client)
        assert "You play Player 0014 (Team D) as soon as a table is free." in shown
        html = client.get("/me/").content.decode()
        assert f'href="{page_of_board(board)}"' in html
        assert f'href="{page_of(event)}"' in html

    def test_the_table_has_the_board(self) -> None:
        event = team_event(start=False)
        setup.set_tables(tournament_id=event.pk, tables=[(7, "")], **BY)
        rounds.start_tournament(tournament_id=event.pk, **BY)
        shown = read("/me/", client_of(account_of(event, 2)))
        assert "You play Player 0014 (Team D) at Table 7, board 2. Sit down and begin." in shown

    def test_when_their_board_is_over_it_says_how_it_ended(self, event: Tournament) -> None:
        say_games(boards_at(event, 1, 1)[1], [1, 3])
        client = client_of(account_of(event, 2))
        assert "board 2: Player 0014 beat Player 0002, 3–1." in read("/me/", client)
        assert f'href="{page_of(event)}"' in client.get("/me/").content.decode()

    def test_who_stands_by_is_told_so(self, event: Tournament) -> None:
        client = client_of(account_of(event, 4))
        shown = read("/me/", client)
        assert "Your team plays Team D. You stand by, and may come in for somebody." in shown
        assert "Score pad" not in shown
        assert f'href="{page_of(event)}"' in client.get("/me/").content.decode()

    def test_who_plays_for_a_team_does_not_take_it_out(self, event: Tournament) -> None:
        client = client_of(account_of(event, 4))
        assert at(event, "withdrawal") not in client.get("/me/").content.decode()
        page = client.post(at(event, "withdrawal"), {"confirm": "withdraw", "key": "k"})
        assert page.status_code == 409
        assert "the director takes it out" in text_of(page)
        assert not hasattr(event.entries.get(name="Team A"), "withdrawal")

    def test_what_is_said_of_the_team_is_not_said_of_the_player(self) -> None:
        event = team_event(start=False)
        client = client_of(account_of(event, 2))
        door = at(event, "door", door_token(event))
        for action in ("open_registration", "open_check_in"):
            setup.move_tournament(tournament_id=event.pk, action=action, **BY)
        assert "You play for Team A. My team is here" in read(door, client)
        client.post(door, {"key": "k"})
        assert "Team A : your team is checked in." in read(door, client)
        assert "Your team is checked in. The draw comes next." in read("/me/", client)
        entry, client = event.entries.get(name="Team B"), client_of(account_of(event, 6))
        entries.withdraw_entry(tournament_id=event.pk, entry_id=entry.pk, **BY)
        assert "Your team is withdrawn." in read("/me/", client)
        assert "Your team is out of this tournament." in read(door, client)

    def test_nobody_asks_to_take_part_alone(self) -> None:
        event = team_event(start=False)
        editing.edit_tournament(tournament_id=event.pk, registration="approval", **BY)
        setup.move_tournament(tournament_id=event.pk, action="open_registration", **BY)
        player = Player.objects.create(club=event.club, name="Zoe")
        player.user = make_user("Zoe")
        player.save()
        shown = read(at(event, "registration"), client_of(player.user))
        assert "The director enters the teams of this tournament." in shown


class TestPlayersPage:
    def test_it_says_for_which_team_they_played(self, event: Tournament) -> None:
        player = Player.objects.get(club=event.club, name="Player 0014")
        shown = read(reverse("player", args=[event.club.slug, player.pk]))
        assert "Club Cup for Team D" in shown


class TestNotices:
    def test_it_names_the_player_the_team_and_the_board(self, event: Tournament) -> None:
        user = account_of(event, 2)
        wish_for(user, "next_match")
        send_notices(stage_id=event.stages.get().pk, **BY)
        message = Mail.objects.get()
        assert message.body == (
            "You play against Player 0014 (Team D), on board 2 at the table that the director "
            "names."
        )

    def test_who_stands_by_is_told_nothing(self, event: Tournament) -> None:
        user = account_of(event, 2)
        wish_for(user, "next_match")
        stage = event.stages.get().pk
        assert prepare_notices(stage_id=stage, now=NOW)
        entry = event.entries.get(name="Team A")
        first, second, third, other = [member.player for member in entry.members.order_by("player")]
        lineup = {"tournament_id": event.pk, "entry_id": entry.pk, **BY}
        teams.line_up(players=[first, other, third, second], **lineup)
        send_notices(stage_id=stage, **BY)
        assert not Mail.objects.exists()


class TestPaper:
    def paper(self, event: Tournament, name: str) -> str:
        return read(at(event, name), client_of(owner_of(event.club)))

    def test_a_slip_has_a_line_for_each_board(self, event: Tournament) -> None:
        shown = self.paper(event, "print_slips")
        assert shown.count("Winner signs") == 2
        assert "1 Player 0001 Player 0013 2 Player 0002 Player 0014" in shown

    def test_of_longer_slips_there_are_fewer_on_a_sheet(self) -> None:
        few, many = team_event(2, 4), team_event(2, 11, name="Long Cup")
        assert "1 on a sheet 2 on a sheet 3 on a sheet" in self.paper(few, "print_slips")
        shown = self.paper(many, "print_slips")
        assert "1 on a sheet" in shown
        assert "2 on a sheet" not in shown

    def test_a_score_sheet_is_for_a_board(self, event: Tournament) -> None:
        say_games(boards_at(event, 1, 1)[0], [3, 1])
        shown = self.paper(event, "print_sheets")
        assert shown.count("A signs") == 5
        assert "A Player 0002 Team A B Player 0014 Team D" in shown
        assert "Semi-final 1, board 1" not in shown

    def test_the_list_at_the_door_names_the_teams(self, event: Tournament) -> None:
        shown = self.paper(event, "print_tables")
        assert "Team A Team D" in shown
        assert "Player 0001" not in shown

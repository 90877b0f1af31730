"""The director's rooms of an event in which teams meet."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from players.models import Club, Player
from tests.builders import (
    DIRECTOR,
    NOW,
    boards_at,
    make_club,
    make_players,
    make_user,
    owner_of,
    sign_in,
    team_event,
)
from tests.builders import say_games as say
from tests.pages.director.test_rooms import FILLED, at, told
from tests.tournaments.services.events.test_teams import team_at
from tournaments.models import Entry, Tournament
from tournaments.selectors.events.entries import entry_rows
from tournaments.services.events import entries, setup, teams
from tournaments.services.events.staff import appoint_staff
from tournaments.services.stages import rounds
from web.db import clock

pytestmark = pytest.mark.django_db


def lineup(tournament: Tournament, team: str) -> list[tuple[int, str]]:
    row = next(row for row in entry_rows(tournament) if row.entry.name == team)
    return [(member.board, member.name) for member in row.members]


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.fixture
def event(club: Club) -> Tournament:
    """Teams of two, none entered yet."""
    return setup.create_tournament(club=club, name="Club Cup", boards=2, by=DIRECTOR, now=NOW)


@pytest.fixture
def people(club: Club) -> list[Player]:
    names = ("Anna Berg", "Anna Cole", "Bo Šimek", "Cem Demir", "Dora Falk")
    return [Player.objects.create(club=club, name=name) for name in names]


class TestSettingUp:
    def test_the_wizard_asks_who_plays(self, owner: Client, club: Club) -> None:
        address = f"/c/{club.slug}/new/"
        second = owner.get(address, {**FILLED, "step": "2", "seen": ["1", "2"], "boards": "3"})
        assert "Teams of 3 meet on 3 boards, each of them a match" in told(second)
        owner.post(address, {**FILLED, "step": "make", "key": "k", "boards": "3"})
        assert Tournament.objects.get().boards == 3

    def test_what_the_service_refuses_is_said_at_the_field(
        self, owner: Client, event: Tournament, club: Club
    ) -> None:
        teams.enter_teams(
            tournament_id=event.pk,
            teams=[teams.Team("Team A", make_players(club, 2))],
            by=DIRECTOR,
            now=NOW,
        )
        form = {"rules": "club", "best_of": "", "target": "", "boards": "4"}
        page = owner.post(
            at("settings_rules", event),
            {"act": "save", "key": "k", "initial-boards": "2", "initial-rules": "club", **form},
        )
        assert page.status_code == 409
        assert "how many boards a match has stays as it is" in told(page)
        assert '<option value="4" selected>' in page.content.decode()

    def test_the_boards_of_an_event_can_be_changed(self, owner: Client, event: Tournament) -> None:
        form = {
            "rules": "club",
            "length": "best_of",
            "best_of": "5",
            "target": "",
            "boards": "1",
            "initial-boards": "2",
        }
        owner.post(at("settings_rules", event), {"act": "save", "key": "k", **form})
        event.refresh_from_db()
        assert event.boards == 1

    def test_a_copy_takes_the_teams(self, owner: Client, club: Club) -> None:
        tournament = team_event(3, 2, start=False)
        sign_in(owner, owner_of(tournament.club))
        page = told(owner.get(at("copy", tournament)))
        assert "Teams 3, if you want" in page
        assert "Enter the same teams again" in page


class TestWords:
    """Who enters, is drawn and comes is a team."""

    @pytest.fixture
    def tournament(self, owner: Client) -> Tournament:
        made = team_event(5, 2, start=False, format="swiss", publishing="by_hand", cap=4)
        sign_in(owner, owner_of(made.club))
        return made

    def test_nobody_asks_to_come_in(self, owner: Client, tournament: Tournament) -> None:
        page = told(owner.get(at("settings_public", tournament)))
        assert "You enter the teams, each with its players." in page
        assert "Players ask" not in page
        fields = {
            "act": "save",
            "key": "k",
            "registration": "approval",
            "initial-registration": "closed",
        }
        assert owner.post(at("settings_public", tournament), fields).status_code == 302
        tournament.refresh_from_db()
        assert tournament.registration == "closed"

    def test_teams_come_and_wait(self, owner: Client, tournament: Tournament) -> None:
        page = told(owner.get(at("check_in", tournament)))
        assert "Who plays for a team, and has an account, scans it" in page
        page = told(owner.get(at("desk", tournament)))
        assert "1 team is on the waitlist" in page
        assert "A team that is here takes the place of one that is not." in page

    def test_two_teams_are_chosen(self, owner: Client, tournament: Tournament) -> None:
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        page = told(owner.get(at("round", tournament, 1)))
        assert "Choose two teams." in page
        assert "A team does not come" in page
        refused = owner.post(at("round", tournament, 1), {"act": "exchange", "key": "k"})
        assert "Choose two teams, then say what is to be." in told(refused)


class TestTeams:
    def enter(self, client: Client, event: Tournament, name: str, players: str, **more: str):
        fields = {"act": "team", "name": name, "players": players, "key": f"{name} {players}"}
        return client.post(at("entries", event), {**fields, **more})

    def test_a_team_is_entered_by_names(
        self, owner: Client, event: Tournament, people: list[Player]
    ) -> None:
        said = self.enter(owner, event, "The Knaves", "cem\r\nanna b\r\n\r\nSimek\r\n")
        assert said.status_code == 302
        assert lineup(event, "The Knaves") == [
            (1, "Cem Demir"),
            (2, "Anna Berg"),
            (0, "Bo Šimek"),
        ]
        page = told(owner.get(at("entries", event)))
        assert "1 Cem Demir 2 Anna Berg Bo Šimek stands by" in page
        assert "2 players are in no team: Anna Cole, Dora Falk" in page

    def test_what_is_not_clear_is_asked_and_stays_typed(
        self, owner: Client, event: Tournament, people: list[Player]
    ) -> None:
        page = self.enter(owner, event, "The Knaves", "anna\r\ncem")
        assert page.status_code == 409
        words = f"“anna” can be Anna Berg #{people[0].pk}, Anna Cole #{people[1].pk}"
        assert words in told(page)
        assert 'value="The Knaves"' in page.content.decode()
        self.enter(owner, event, "The Knaves", f"Anna Cole #{people[1].pk}\r\ncem")
        assert lineup(event, "The Knaves") == [(1, "Anna Cole"), (2, "Cem Demir")]

    def test_who_plays_already_is_not_meant_by_a_beginning(
        self, owner: Client, event: Tournament, people: list[Player]
    ) -> None:
        self.enter(owner, event, "One", "Anna Berg\r\ncem")
        self.enter(owner, event, "Two", "anna\r\nbo")
        assert lineup(event, "Two") == [(1, "Anna Cole"), (2, "Bo Šimek")]
        again = self.enter(owner, event, "Three", "anna berg\r\ndora")
        assert "Anna Berg is in this tournament already" in told(again)

    def test_somebody_new_comes_onto_the_list_when_it_is_said(
        self, owner: Client, event: Tournament, people: list[Player]
    ) -> None:
        page = self.enter(owner, event, "One", "Anna Berg\r\nZoë Quist")
        assert "Not on the club's list: Zoë Quist." in told(page)
        assert not Player.objects.filter(name="Zoë Quist").exists()
        self.enter(owner, event, "One", "Anna Berg\r\nZoë Quist", new="on")
        assert lineup(event, "One") == [(1, "Anna Berg"), (2, "Zoë Quist")]

    def test_nobody_new_is_kept_of_a_team_that_is_refused(
        self, owner: Client, event: Tournament, people: list[Player]
    ) -> None:
        page = self.enter(owner, event, "One", "Zoë Quist", new="on")
        assert "One needs 2 players, one for each board." in told(page)
        assert not Player.objects.filter(name="Zoë Quist").exists()

    def test_a_team_taken_out_can_be_put_back(self, owner: Client) -> None:
        tournament = team_event(2, 2, start=False)
        sign_in(owner, owner_of(tournament.club))
        before = lineup(tournament, "Team A")
        entry = tournament.entries.get(name="Team A")
        taken = owner.post(at("entries", tournament), {"act": f"remove:{entry.pk}"}, follow=True)
        assert "Team A is taken out." in told(taken)
        removed = taken.context["removed"]
        players = "\n".join(f"{player.name} #{player.pk}" for player in removed["players"])
        self.enter(owner, tournament, removed["name"], players)
        assert lineup(tournament, "Team A") == before

    @pytest.mark.django_db(transaction=True)
    def test_a_team_comes_late_to_a_swiss(self, owner: Client) -> None:
        tournament = team_event(4, 2, format="swiss", best_of=3)
        sign_in(owner, owner_of(tournament.club))
        Player.objects.create(club=tournament.club, name="Zoë Quist")
        Player.objects.create(club=tournament.club, name="Yan Ro")
        assert "A team comes late" in told(owner.get(at("entries", tournament)))
        fields = {"act": "late_team", "name": "Late", "players": "zoe\nyan", "key": "k"}
        assert owner.post(at("entries", tournament), fields).status_code == 302
        assert lineup(tournament, "Late") == [(1, "Zoë Quist"), (2, "Yan Ro")]


class TestLineUp:
    @pytest.fixture
    def tournament(self, owner: Client) -> Tournament:
        """Two teams, A with players 1 to 3, of whom the last stands by."""
        made = team_event(2, 2, start=False)
        sign_in(owner, owner_of(made.club))
        return made

    @pytest.fixture
    def team(self, tournament: Tournament) -> Entry:
        return tournament.entries.get(name="Team A")

    def act(self, client: Client, team: Entry, act: str, /, **fields: object):
        """With the line-up as it stands; `was` is one that was shown before."""
        address = at("lineup", team.tournament, team.pk)
        shown = {"key": f"{act}{fields}", "was": self.shown(client, team)}
        return client.post(address, shown | {"act": act} | fields, follow=True)

    def shown(self, client: Client, team: Entry) -> str:
        """The players in the order in which the page has them."""
        return self.was(client, team)[0]

    def was(self, client: Client, team: Entry) -> list[str]:
        """What the page shows of the line-up and of the name."""
        page = client.get(at("lineup", team.tournament, team.pk)).content.decode()
        return re.findall(r'name="was" value="([^"]*)"', page)

    def rename(self, client: Client, team: Entry, name: str, was: str):
        return self.act(client, team, "rename", team=name, was=was)

    def keys(self, team: Entry) -> list[int]:
        return list(team.members.order_by("player").values_list("player_id", flat=True))

    def test_moved_by_arrows_and_by_numbers(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        first, second, third = self.keys(team)
        self.act(owner, team, f"up:{third}")
        assert lineup(tournament, "Team A") == [
            (1, "Player 0001"),
            (2, "Player 0003"),
            (0, "Player 0002"),
        ]
        self.act(owner, team, "places", **{f"place-{third}": 1, f"place-{first}": 1})
        assert [board for board, _ in lineup(tournament, "Team A")] == [1, 2, 0]
        self.act(owner, team, f"drop:{second}", to=1)
        assert lineup(tournament, "Team A")[0] == (1, "Player 0002")

    def test_somebody_comes_in_and_goes(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        Player.objects.create(club=tournament.club, name="Zoë Quist")
        said = told(self.act(owner, team, "add", name="zoe"))
        assert "Zoë Quist stands by." in said
        assert "is not on" not in said
        unknown = self.act(owner, team, "add", name="Nobody Here")
        assert "Not on the club's list: Nobody Here." in told(unknown)
        assert 'value="Nobody Here"' in unknown.content.decode()
        self.act(owner, team, "new", name="Yan Ro", rating="1500")
        first, *_ = self.keys(team)
        assert "Player 0001 is out of the team." in told(self.act(owner, team, f"out:{first}"))
        assert lineup(tournament, "Team A") == [
            (1, "Player 0002"),
            (2, "Player 0003"),
            (0, "Zoë Quist"),
            (0, "Yan Ro"),
        ]

    def test_a_team_keeps_as_many_as_there_are_boards(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        first, second, _third = self.keys(team)
        self.act(owner, team, f"out:{first}")
        page = self.act(owner, team, f"out:{second}")
        assert page.status_code == 400
        assert "Team A needs 2 players, one for each board." in told(page)

    def test_who_looks_at_an_old_line_up_is_told_and_keeps_what_they_typed(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        first, second, third = self.keys(team)
        was = self.shown(owner, team)
        self.act(owner, team, f"up:{third}")
        left = lineup(tournament, "Team A")
        typed = {f"place-{first}": 3, f"place-{second}": 2, f"place-{third}": 3}
        for act in (f"down:{first}", f"drop:{first}", "places", f"out:{first}"):
            page = self.act(owner, team, act, was=was, to=3, **typed)
            assert page.status_code == 409
            assert "Somebody has changed this line-up meanwhile." in told(page)
            assert lineup(tournament, "Team A") == left
        shown = page.context["members"]
        assert [(member.player, place) for place, member, _ in shown] == [
            (first, "3"),
            (third, 2),
            (second, 3),
        ]
        kept = {f"place-{member.player}": place for place, member, _ in shown}
        assert self.act(owner, team, "places", **kept).status_code == 200
        assert [name for _, name in lineup(tournament, "Team A")] == [
            "Player 0003",
            "Player 0002",
            "Player 0001",
        ]

    def test_the_name_until_the_draw(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        taken = self.rename(owner, team, "team b", "Team A")
        assert "There is a team team b already" in told(taken)
        assert 'value="team b"' in taken.content.decode()
        self.rename(owner, team, "The Knaves", "Team A")
        team.refresh_from_db()
        assert team.name == "The Knaves"
        record = told(owner.get(at("audit", tournament)))
        assert "A team was given another name: The Knaves." in record
        assert "lined up anew" not in record
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        page = told(owner.get(at("lineup", tournament, team.pk)))
        assert "names stay as they are in it" in page
        assert "Save the name" not in page

    def test_who_looks_at_an_old_name_is_told_the_new_one_and_keeps_what_they_typed(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        _lineup, was = self.was(owner, team)
        assert was == "Team A"
        assert self.rename(owner, team, "The Knaves", was).status_code == 200
        late = self.rename(owner, team, "The Queens", was)
        assert late.status_code == 409
        assert "Somebody has named this team The Knaves meanwhile." in told(late)
        body = late.content.decode()
        assert 'value="The Queens"' in body
        assert 'name="was" value="The Knaves"' in body
        team.refresh_from_db()
        assert team.name == "The Knaves"
        assert self.rename(owner, team, "The Queens", "The Knaves").status_code == 200
        team.refresh_from_db()
        assert team.name == "The Queens"

    @pytest.mark.django_db(transaction=True)
    def test_who_has_played_stays_and_stands_by(
        self, owner: Client, tournament: Tournament, team: Entry
    ) -> None:
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        say(boards_at(tournament, 1, 1)[0], [3, 0])
        first, *_ = self.keys(team)
        said = told(self.act(owner, team, f"out:{first}"))
        assert "Player 0001 has played for the team: they stay in it, and stand by." in said
        second = boards_at(tournament, 1, 1)[1].match
        assert second.seats.get(seat=0).player.name == "Player 0003"

    def test_whose_it_is(self, client: Client, tournament: Tournament, team: Entry) -> None:
        assert client.get(at("lineup", tournament, team.pk)).status_code == 200
        appoint_staff(
            tournament_id=tournament.pk,
            user=owner_of(make_club()),
            role="referee",
            tables=[],
            by=DIRECTOR,
            now=NOW,
        )
        sign_in(client, tournament.staff.get().user)
        assert client.get(at("lineup", tournament, team.pk)).status_code == 403


@pytest.fixture
def cup(owner: Client) -> Tournament:
    """Four teams of three at two tables; nothing is played."""
    made = team_event(start=False)
    setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    sign_in(owner, owner_of(made.club))
    return made


def links(page: HttpResponse) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', page.content.decode()))


class TestTables:
    def test_every_board_has_its_tile(self, owner: Client, cup: Tournament) -> None:
        page = owner.get(at("tables", cup))
        boards = [*boards_at(cup, 1, 1), *boards_at(cup, 1, 2)]
        assert {at("pad", cup, board.match_id) for board in boards} <= links(page)
        assert "Free tables" not in told(page)

    def test_the_card_of_a_table_has_all_its_boards(self, owner: Client, cup: Tournament) -> None:
        first, second, third = boards_at(cup, 1, 1)
        say(second, [3, 1])
        page = owner.get(at("table", cup, 1))
        assert [tile.match.slot.board for tile, *_more in page.context["cards"]] == [1, 3]
        assert {at("pad", cup, board.match_id) for board in (first, third)} <= links(page)
        assert "Semi-final 1, board 2: Player 0002 beat Player 0014, 3–1." in told(page)
        assert "Team A v Team D" in told(page)

    def test_a_referee_of_one_table_reaches_all_its_boards(
        self, client: Client, cup: Tournament
    ) -> None:
        referee = make_user()
        appoint_staff(
            tournament_id=cup.pk, user=referee, role="referee", tables=[2], by=DIRECTOR, now=NOW
        )
        sign_in(client, referee)
        page = links(client.get(at("table", cup, 2)))
        for board in boards_at(cup, 1, 2):
            assert at("pad", cup, board.match_id) in page
            assert client.get(at("pad", cup, board.match_id)).status_code == 200
        assert at("pad", cup, boards_at(cup, 1, 1)[0].match_id) not in links(
            client.get(at("table", cup, 1))
        )

    def test_the_desk_counts_tables_and_names_boards(self, owner: Client, cup: Tournament) -> None:
        say(boards_at(cup, 1, 2)[0], [3, 0])
        page = told(owner.get(at("desk", cup)))
        assert "1 of 6 results are in. Then comes: Final." in page
        assert "Semi-finals 1 of 6 in" in page
        assert "have no table" not in page

    def test_a_match_without_a_table_is_one_whatever_its_boards(
        self, owner: Client, cup: Tournament
    ) -> None:
        setup.set_tables(tournament_id=cup.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
        cup.stages.get().rounds.get(number=1).pairings.filter(number=2).update(table=None)
        assert "1 match has no table" in told(owner.get(at("desk", cup)))

    @pytest.mark.django_db(transaction=True)
    def test_the_final_waits_as_one(self, owner: Client, cup: Tournament) -> None:
        for number in (1, 2):
            for board in boards_at(cup, 1, number):
                say(board, [3, 0])
        page = owner.get(at("desk", cup))
        assert told(page).count("Final: both teams are known") == 2  # read out with its button

    def test_each_board_is_a_row_of_the_results(self, owner: Client, cup: Tournament) -> None:
        page = owner.get(at("board", cup))
        rows = page.context["rows"]
        assert [(row.number, row.match.slot.board) for row in rows] == [
            (table, board) for table in (1, 2) for board in (1, 2, 3)
        ]
        match = boards_at(cup, 1, 1)[1].match
        sent = {"match": match.pk, "version": match.version, "key": "k", "first": 3, "second": 1}
        owner.post(at("board", cup), sent)
        later = owner.get(at("board", cup))
        assert [(row.match.slot.board, bool(row.at)) for row in later.context["rows"][:3]] == [
            (1, False),
            (2, True),
            (3, False),
        ]

    @pytest.mark.django_db(transaction=True)
    def test_rounds_wait_for_each_board(self, owner: Client) -> None:
        tournament = team_event(4, 2, format="swiss", best_of=3)
        sign_in(owner, owner_of(tournament.club))
        first, second = boards_at(tournament, 1, 1)
        say(first, [2, 0])
        page = owner.get(at("rounds", tournament))
        assert len(page.context["missing"]) == 3
        assert not page.context["may_draw"]
        assert at("match", tournament, second.match_id) in links(page)
        assert "match 1, board 2: Player 0002" in told(page)
        assert [(line.done, line.matches) for line in page.context["lines"]] == [(0, 2)]
        assert owner.get(at("round", tournament, 1)).status_code == 200

    def test_the_clock_of_the_table_says_who_is_late_at_each_board(
        self, owner: Client, cup: Tournament
    ) -> None:
        write = {"tournament_id": cup.pk, "number": 1, "by": DIRECTOR}
        rounds.plan_round(**write, minutes=50, now=NOW)
        rounds.run_clock(**write, kind="start", now=clock.now() - timedelta(minutes=6))
        say(boards_at(cup, 1, 1)[1], [3, 0])
        page = told(owner.get(at("table", cup, 1)))
        for number, late in (("0001", True), ("0002", False), ("0003", True)):
            assert (f"Player {number} is not here: award the game" in page) is late
        assert "Table 1, board 3: not begun, 6 min on the clock" in told(owner.get(at("desk", cup)))

    def test_the_draw_counts_teams(self, owner: Client) -> None:
        tournament = team_event(3, 2, start=False)
        sign_in(owner, owner_of(tournament.club))
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        page = told(owner.get(at("draw", tournament)))
        assert "3 teams to be drawn" in page
        assert "Teams 3" in page

    def test_the_record_says_who_was_lined_up_where(self, owner: Client, cup: Tournament) -> None:
        team = cup.entries.get(name="Team A")
        first, second, third, fourth = [member.player for member in team.members.order_by("player")]
        teams.line_up(
            tournament_id=cup.pk,
            entry_id=team.pk,
            players=[second, first, fourth],
            by=DIRECTOR,
            now=NOW,
        )
        page = told(owner.get(at("audit", cup)))
        assert "Team A was lined up anew." in page
        for words in (f"{first.name} board 1 → board 2", f"{third.name} board 3 → –"):
            assert words in page
        assert f"{fourth.name} stands by → board 3" in page

    @pytest.mark.parametrize("name", ["entries", "check_in", "draw", "desk", "audit", "print"])
    def test_no_page_falls_over(self, owner: Client, cup: Tournament, name: str) -> None:
        say(boards_at(cup, 1, 1)[0], [3, 0])
        assert owner.get(at(name, cup)).status_code == 200


class TestATeamThatDoesNotCome:
    def press(self, client: Client, cup: Tournament, walkover: object, key: str = "k"):
        match = boards_at(cup, 1, 1)[1].match_id
        address = at("team_walkover", cup, match)
        return client.post(address, {"walkover": walkover, "key": key})

    @pytest.mark.django_db(transaction=True)
    def test_one_press_decides_what_is_not_begun(self, owner: Client, cup: Tournament) -> None:
        first, *_ = boards_at(cup, 1, 1)
        say(first, [3, 0])
        assert "Team A are not here: walkover" in told(owner.get(at("table", cup, 1)))
        done = self.press(owner, cup, 1)
        assert done["Location"] == at("table", cup, 1)
        assert [board.match.winner for board in boards_at(cup, 1, 1)] == [0, 1, 1]
        assert team_at(cup, 2, 1, 0) == "Team D"

    def test_pressed_again_it_changes_nothing(self, owner: Client, cup: Tournament) -> None:
        self.press(owner, cup, 1)
        version = Tournament.objects.get(pk=cup.pk).version
        self.press(owner, cup, 1)
        self.press(owner, cup, 0, key="another")
        assert Tournament.objects.get(pk=cup.pk).version == version
        assert {board.match.winner for board in boards_at(cup, 1, 1)} == {1}

    def test_all_or_nothing(self, owner: Client, cup: Tournament) -> None:
        team = cup.entries.get(name="Team A")
        entries.withdraw_entry(tournament_id=cup.pk, entry_id=team.pk, by=DIRECTOR, now=NOW)
        page = self.press(owner, cup, 1)
        assert page.status_code == 409
        assert "Team A is out of the event" in told(page)

    def test_whose_it_is(self, client: Client, cup: Tournament) -> None:
        referee = make_user()
        appoint_staff(
            tournament_id=cup.pk, user=referee, role="referee", tables=[2], by=DIRECTOR, now=NOW
        )
        sign_in(client, referee)
        assert self.press(client, cup, 1).status_code == 403
        assert "are not here" not in told(client.get(at("table", cup, 1)))
        assert "Team B are not here: walkover" in told(client.get(at("table", cup, 2)))
        player = boards_at(cup, 1, 1)[1].match.seats.get(seat=1).player
        player.user = make_user()
        player.save()
        sign_in(client, player.user)
        assert self.press(client, cup, 1).status_code == 403
        assert boards_at(cup, 1, 1)[1].match.state == "open"

    def test_another_seat_is_a_bad_request(self, owner: Client, cup: Tournament) -> None:
        assert self.press(owner, cup, 2).status_code == 400

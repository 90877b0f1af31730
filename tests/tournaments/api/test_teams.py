"""Teams through the API: entered, lined up, played board by board to the last correction."""

from typing import Any

import pytest
from django.core.management import call_command

from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, make_club, make_players, make_user
from tests.client import Api
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.events.staff import appoint_staff

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]
# The bracket moves on when a result has been committed.
moves_on = pytest.mark.django_db(transaction=True)

BOARDS, TEAMS = 3, "ABCD"


@pytest.fixture
def owner() -> Api:
    return Api(make_user("Ada Owner", "ada@club.example"))


@pytest.fixture
def players(owner: Api) -> list[int]:
    """Four a team, of whom the last stands by, and one team more."""
    slug = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    text = "\n".join(f"Player {number:02}" for number in range(1, 21))
    owner.post(f"clubs/{slug}/players/import/", {"text": text})
    return [player["id"] for player in owner.get(f"clubs/{slug}/players/")["results"]]


class Event:
    """A team event as a program sees it."""

    def __init__(self, owner: Api, players: list[int], **fields: object) -> None:
        self.owner, self.players = owner, players
        body = {"club": "gin-club", "name": "Cup", "boards": BOARDS, **fields}
        self.made = owner.post("tournaments/", body, 201)
        self.here = f"tournaments/{self.made['id']}/"
        owner.put(self.here + "tables/", [{"number": 1}, {"number": 2}])
        self.entries = owner.post(
            self.here + "entries/", [self.team(number) for number in range(4)], 201
        )

    def team(self, number: int) -> dict[str, Any]:
        members = self.players[4 * number : 4 * number + 4]
        return {"name": f"Team {TEAMS[number]}", "players": members, "seed": number + 1}

    def start(self) -> "Event":
        self.owner.post(self.here + "start/")
        return self

    def boards(self, round: int, number: int) -> list[dict]:
        rows = self.owner.get(self.here + "matches/", round=round)["results"]
        return [row for row in rows if row["number"] == number]

    def say(self, board: dict, status: int = 200, **result: object) -> dict:
        path = f"matches/{board['id']}/"
        version = self.owner.get(path)["version"]
        return self.owner.post(path + "result/", {"version": version, **result}, status)

    def play(self, round: int, number: int, *games: list[int]) -> None:
        for board, won in zip(self.boards(round, number), games, strict=True):
            self.say(board, games_won=won)

    def penalise(self, board: dict, seat: int, infraction: str, **more: object) -> dict:
        version = self.owner.get(f"matches/{board['id']}/")["version"]
        said = {"match": board["id"], "version": version, "occurrence": 1}
        said |= {"entry": board["players"][seat]["entry"], "infraction": infraction}
        (given,) = self.owner.post(self.here + "penalties/", said | more, 201)
        return given

    def slot(self, round: int, number: int) -> dict:
        rounds = self.owner.get(self.here + "bracket/")["rounds"]
        return rounds[round - 1]["matches"][number - 1]

    def require_that_it_can_be_made_anew(self) -> None:
        """The facts alone give the same, and so does the definition of each value."""
        tournament = Tournament.objects.get(pk=self.made["id"])
        before = snapshot(tournament)
        call_command("verify_standings")
        rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        assert snapshot(tournament) == before


@pytest.fixture
def event(owner: Api, players: list[int]) -> Event:
    return Event(owner, players)


def names(slot: dict) -> list[str]:
    return [player["name"] for player in slot["players"] if player]


class TestEntering:
    def test_a_team_with_its_players_by_board(self, event: Event) -> None:
        assert event.made["boards"] == BOARDS
        first = event.entries[0]
        assert (first["name"], first["seed"]) == ("Team A", 1)
        assert [(member["name"], member["board"]) for member in first["members"]] == [
            ("Player 01", 1),
            ("Player 02", 2),
            ("Player 03", 3),
            ("Player 04", 0),
        ]

    def test_the_line_up_is_put_and_putting_it_again_changes_nothing(self, event: Event) -> None:
        path = f"{event.here}entries/{event.entries[0]['id']}/lineup/"
        first, second, third, fourth = event.players[:4]
        body = {"players": [fourth, first, second, third], "name": "The Knaves"}
        left = event.owner.put(path, body)
        assert left["name"] == "The Knaves"
        assert [(member["player"], member["board"]) for member in left["members"]] == [
            (fourth, 1),
            (first, 2),
            (second, 3),
            (third, 0),
        ]
        version = event.owner.get(event.here)["version"]
        assert event.owner.put(path, body) == left
        assert event.owner.get(event.here)["version"] == version

    def test_a_line_up_that_was_not_read_is_not_overwritten(self, event: Event) -> None:
        path = f"{event.here}entries/{event.entries[0]['id']}/lineup/"
        first, second, third, fourth = read = event.players[:4]
        left = event.owner.put(path, {"players": [second, first, third, fourth], "was": read})
        late = {"players": [fourth, first, second, third], "was": read}
        error = event.owner.put(path, late, 409)["error"]
        assert (error["code"], error["current"]) == ("stale", left)
        now = [member["player"] for member in error["current"]["members"]]
        assert event.owner.put(path, late | {"was": now})["members"][0]["player"] == fourth

    def test_a_name_that_was_not_read_is_not_overwritten(self, event: Event) -> None:
        path = f"{event.here}entries/{event.entries[0]['id']}/lineup/"
        body = {"players": event.players[:4], "name_was": event.entries[0]["name"]}
        left = event.owner.put(path, body | {"name": "The Knaves"})
        error = event.owner.put(path, body | {"name": "The Queens"}, 409)["error"]
        assert (error["code"], error["current"]) == ("stale", left)
        assert list(error["fields"]) == ["name"]
        late = body | {"name": "The Queens", "name_was": error["current"]["name"]}
        assert event.owner.put(path, late)["name"] == "The Queens"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"name": "X", "players": [17, 18]}, "players"),
            ({"name": "Team A", "players": [17, 18, 19]}, "name"),
            ({"name": "X", "players": [1, 17, 18]}, "players"),
            ({"name": "X", "players": [17, 18, 19], "player": 20}, "player"),
            ({"players": [17, 18, 19], "player": 20}, "player"),
            ({"name": "X", "player": 20}, "player"),
            ({"player": 17}, "player"),
        ],
    )
    def test_what_cannot_be_is_refused_at_its_field(
        self, event: Event, body: dict, field: str
    ) -> None:
        """Numbers stand for the players in order."""
        who = {
            name: [event.players[number - 1] for number in value] if name == "players" else value
            for name, value in body.items()
        }
        if "player" in who:
            who["player"] = event.players[who["player"] - 1]
        path = event.here + "entries/"
        response = event.owner.client.post(
            f"/api/v1/{path}", [who], content_type="application/json", headers=event.owner.headers
        )
        assert response.status_code in (400, 409)
        assert field in str(response.json()["error"]["fields"])
        assert event.owner.get(path)["count"] == 4

    @moves_on
    def test_a_team_comes_late_to_a_swiss(self, owner: Api, players: list[int]) -> None:
        event = Event(owner, players, format="swiss", best_of=3, format_settings={"rounds": 3})
        event.start()
        late = owner.post(
            event.here + "late-entries/", {"name": "Late", "players": players[16:19]}, 201
        )
        assert [member["board"] for member in late["members"]] == [1, 2, 3]
        for number in (1, 2):
            event.play(1, number, [2, 0], [2, 1], [0, 2])
        assert "Late" in {
            name
            for slot in owner.get(event.here + "bracket/")["rounds"][1]["matches"]
            for name in names(slot)
        }


class TestReading:
    def test_matches_are_boards_with_players_and_their_teams(self, event: Event) -> None:
        event.start()
        rows = event.owner.get(event.here + "matches/", round=1)["results"]
        assert [(row["number"], row["board"], row["table"]) for row in rows] == [
            (number, board, number) for number in (1, 2) for board in (1, 2, 3)
        ]
        assert [(player["name"], player["team"]) for player in rows[1]["players"]] == [
            ("Player 02", "Team A"),
            ("Player 14", "Team D"),
        ]
        match = event.owner.get(f"matches/{rows[1]['id']}/")
        assert (match["board"], match["players"]) == (2, rows[1]["players"])
        assert len(event.owner.get(event.here + "matches/", table=2)["results"]) == BOARDS

    def test_the_bracket_has_teams_and_their_boards(self, event: Event) -> None:
        event.start().play(1, 1, [3, 0], [1, 3], [3, 2])
        done, ready = event.slot(1, 1), event.slot(1, 2)
        assert (done["id"], names(done)) == (None, ["Team A", "Team D"])
        assert (done["games_won"], done["winner"], done["decision"]) == ([2, 1], 0, "played")
        assert [(board["board"], board["games_won"]) for board in done["boards"]] == [
            (1, [3, 0]),
            (2, [1, 3]),
            (3, [3, 2]),
        ]
        assert (ready["state"], ready["winner"]) == ("ready", None)


@moves_on
class TestAnEvening:
    def test_played_corrected_forfeited_to_its_end(self, event: Event) -> None:
        event.start()
        event.play(1, 1, [3, 0], [3, 1], [0, 3])
        event.play(1, 2, [0, 3], [3, 0], [3, 2])
        assert names(event.slot(2, 1)) == ["Team A", "Team B"]

        _, second, third = event.boards(1, 1)
        event.say(third, games_won=[2, 3], reason="a game was forgotten")
        assert names(event.slot(2, 1)) == ["Team A", "Team B"], "the teams' result is the same"
        event.say(second, games_won=[1, 3], reason="the seats were changed")
        assert names(event.slot(2, 1)) == ["Team D", "Team B"]
        event.say(second, games_won=[3, 1], reason="they were not")
        assert names(event.slot(2, 1)) == ["Team A", "Team B"]

        final = event.boards(2, 1)
        assert event.say(final[0], walkover=1)["state"] == "finished"
        event.say(final[1], games_won=[3, 2])
        event.say(final[2], games_won=[3, 0])
        assert event.slot(2, 1)["games_won"] == [2, 1]
        assert event.owner.get(event.here)["state"] == "finished"
        rows = event.owner.get(event.here + "standings/")["rows"]
        assert [(row["rank"], row["name"]) for row in rows[:2]] == [(1, "Team A"), (2, "Team B")]
        event.require_that_it_can_be_made_anew()

    def test_a_penalty_hits_the_player_s_next_board(self, event: Event) -> None:
        event.start()
        event.play(1, 1, [3, 0], [3, 1], [3, 0])
        board = event.boards(1, 1)[1]
        given = event.penalise(board, 0, "T_SLOW", step="game_loss")
        assert given["takes_effect"] is None
        event.play(1, 2, [3, 0], [3, 0], [0, 3])
        (listed,) = event.owner.get(event.here + "penalties/")["results"]
        first, second, third = event.boards(2, 1)
        assert listed["takes_effect"] == second["id"]
        assert [board["games_won"] for board in (first, second, third)] == [[0, 0], [0, 1], [0, 0]]
        event.require_that_it_can_be_made_anew()

    def test_a_lost_match_is_that_board_s_and_a_disqualification_the_team_s(
        self, event: Event
    ) -> None:
        event.start()
        first, second, _ = event.boards(1, 1)
        event.penalise(first, 0, "T_SLOW", step="match_loss")
        assert event.slot(1, 1)["games_won"] == [0, 1]
        assert [board["state"] for board in event.boards(1, 1)] == ["finished", "ready", "ready"]
        event.penalise(second, 0, "T_CHEAT")
        out = event.slot(1, 1)
        assert (out["winner"], out["decision"]) == (1, "withdrawal")
        assert {board["state"] for board in event.boards(1, 1)} == {"finished"}
        event.play(1, 2, [3, 0], [3, 0], [3, 0])
        assert names(event.slot(2, 1)) == ["Team D", "Team B"]
        rows = event.owner.get(event.here + "entries/")["results"]
        assert [row["status"] for row in rows] == ["put_out", "entered", "entered", "entered"]
        event.require_that_it_can_be_made_anew()

    def test_a_round_robin_is_ranked_by_boards_second(self, owner: Api, players: list[int]) -> None:
        event = Event(owner, players, format="round_robin", best_of=3)
        event.start()
        for round in (1, 2, 3):
            event.play(round, 1, [2, 0], [2, 1], [2, 0])
            event.play(round, 2, [2, 0], [0, 2], [2, 1])
        rows = owner.get(event.here + "standings/")["rows"]
        keys = [
            (row["tiebreaks"]["match_points"], row["tiebreaks"]["boards_difference"])
            for row in rows
        ]
        assert keys == sorted(keys, reverse=True)
        assert sum(boards for _, boards in keys) == 0
        event.require_that_it_can_be_made_anew()


class TestATeamThatDoesNotCome:
    def absent(self, event: Event, walkover: object = 1, status: int = 200, key: str = "") -> Any:
        board = event.boards(1, 1)[2]
        path = f"matches/{board['id']}/team-walkover/"
        return event.owner.post(path, {"walkover": walkover}, status, key=key)

    def test_every_board_that_is_not_begun_is_decided(self, event: Event) -> None:
        event.start()
        event.say(event.boards(1, 1)[0], games_won=[3, 0])
        left = self.absent(event)
        assert [(board["board"], board["winner"]) for board in left] == [(1, 0), (2, 1), (3, 1)]
        assert event.slot(1, 1)["winner"] == 1
        scope = f"tournament:{event.made['id']}"
        entries = AuditEntry.objects.filter(scope=scope, action="match.result")
        assert [entry.data["level"] for entry in entries.order_by("number")] == [
            "games_won",
            "walkover",
            "walkover",
        ]

    def test_again_under_its_key_or_without_it_changes_nothing(self, event: Event) -> None:
        event.start()
        left = self.absent(event, key="once")
        version = event.owner.get(event.here)["version"]
        assert self.absent(event, key="once") == left
        assert self.absent(event, 0) == left
        assert event.owner.get(event.here)["version"] == version

    def test_a_seat_that_cannot_be_is_refused(self, event: Event) -> None:
        event.start()
        assert "walkover" in self.absent(event, 2, 400)["error"]["fields"]

    def test_it_is_the_staff_s_at_this_table(self, event: Event) -> None:
        event.start()
        board = event.boards(1, 1)[0]["id"]
        tournament = Tournament.objects.get(pk=event.made["id"])
        for tables, status in (([2], 403), ([1], 200)):
            user = make_user()
            appoint_staff(
                tournament_id=tournament.pk,
                user=user,
                role="referee",
                tables=tables,
                by=DIRECTOR,
                now=NOW,
            )
            Api(user).post(f"matches/{board}/team-walkover/", {"walkover": 1}, status)
        Api().post(f"matches/{board}/team-walkover/", {"walkover": 1}, 401)

    def test_its_players_do_not_press_it(self, event: Event) -> None:
        event.start()
        user = make_user()
        tournament = Tournament.objects.get(pk=event.made["id"])
        player = tournament.club.players.get(name="Player 01")
        player.user = user
        player.save()
        board = event.boards(1, 1)[0]["id"]
        Api(user).post(f"matches/{board}/team-walkover/", {"walkover": 0}, 403)
        lineup = f"{event.here}entries/{event.entries[0]['id']}/lineup/"
        Api(user).put(lineup, {"players": event.players[:3]}, 403)


def test_players_of_another_club_are_not_named(event: Event) -> None:
    stranger, *_ = make_players(make_club(), 1)
    body = [{"name": "X", "players": [*event.players[16:18], stranger.pk]}]
    refused = event.owner.post(event.here + "entries/", body, 400)
    assert "players" in refused["error"]["fields"]

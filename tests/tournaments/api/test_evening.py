"""A small evening through the API alone: every call of the interface and the shape it answers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import HandFact
from tests.builders import PASSWORD, make_user
from tests.client import Api

# The bracket moves on when a result has been committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled]

ROSTER = "Name;Rating;Email\nAnna Šimek;1744;anna@club.example\nBjörn Ødegård;1698;\nCy;;\nDi;;\n"


@pytest.fixture
def owner() -> Api:
    return Api(make_user())


@pytest.fixture
def club(owner: Api) -> str:
    body = {"name": "Tuesday Gin Club", "time_zone": "Europe/Berlin", "language": "de"}
    body |= {"names": "full", "ratings_shown": True, "people_found": False}
    body |= {"play_page": True}
    made = owner.post("clubs/", body, 201)
    assert made == {"slug": "tuesday-gin-club", **body}
    return made["slug"]


@pytest.fixture
def players(owner: Api, club: str) -> list[int]:
    done = owner.post(f"clubs/{club}/players/import/", {"text": ROSTER})
    assert (done["created"], done["updated"], done["unchanged"]) == (4, 0, 0)
    assert (done["questions"], done["errors"], done["ignored"]) == ([], [], [])
    listed = owner.get(f"clubs/{club}/players/")
    assert (listed["count"], listed["next"], listed["previous"]) == (4, None, None)
    assert [player["name"] for player in listed["results"]] == [
        "Anna Šimek",
        "Björn Ødegård",
        "Cy",
        "Di",
    ]
    assert listed["results"][0]["rating"] == 1744
    return [player["id"] for player in listed["results"]]


@pytest.fixture
def tournament(owner: Api, club: str, players: list[int]) -> int:
    body = {"club": club, "name": "Autumn Cup", "rules": "club", "format": "single_elimination"}
    made = owner.post("tournaments/", {**body, "third_place": True}, 201)
    assert made["slug"] == "autumn-cup"
    assert (made["state"], made["version"]) == ("draft", 1)
    assert (made["best_of"], made["target"], made["third_place"]) == (5, 100, True)
    entered = owner.post(
        f"tournaments/{made['id']}/entries/",
        [{"player": player, "seed": seed} for seed, player in enumerate(players, 1)],
        201,
    )
    assert [entry["player"] for entry in entered] == players
    assert [entry["seed"] for entry in entered] == [1, 2, 3, 4]
    return made["id"]


@pytest.fixture
def started(owner: Api, tournament: int) -> int:
    assert owner.post(f"tournaments/{tournament}/start/")["state"] == "running"
    return tournament


def matches(api: Api, tournament: int, **query: object) -> list[dict]:
    return api.get(f"tournaments/{tournament}/matches/", **query)["results"]


def test_login_gives_a_token_and_logout_ends_it() -> None:
    user = make_user()
    login = {"email": user.email.upper(), "password": PASSWORD}
    answer = Api().post("auth/login/", login)
    assert answer.keys() == {"token", "expiry"}
    assert datetime.fromisoformat(answer["expiry"]) > datetime.now(UTC) + timedelta(days=29)
    api = Api()
    api.headers["Authorization"] = f"Token {answer['token']}"
    api.post("clubs/", {"name": "Mine"}, 201)
    api.post("auth/logout/", status=204)
    assert api.post("clubs/", {"name": "Mine"}, 401)["error"]["code"] == "bad_token"


def test_the_first_round_is_there_after_the_start(owner: Api, started: int) -> None:
    rows = matches(owner, started)
    assert [(row["round"], row["number"], row["state"]) for row in rows] == [
        (1, 1, "ready"),
        (1, 2, "ready"),
        (2, 1, "locked"),
        (2, 2, "locked"),
    ]
    first = rows[0]
    assert first["players"][0]["name"] == "Anna Šimek"
    assert first["players"][0].keys() == {"entry", "name", "seed"}
    assert [player["seed"] for player in first["players"]] == [1, 4]
    assert (first["games_won"], first["winner"], first["table"]) == ([0, 0], None, None)
    assert rows[2]["players"] == [None, None]
    assert len(matches(owner, started, state="ready")) == 2
    assert len(matches(owner, started, round=2)) == 2
    assert matches(owner, started, table=7) == []


def test_a_hand_joins_the_game_and_shows_in_the_match(owner: Api, started: int) -> None:
    match = matches(owner, started)[0]
    body = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}
    preview = owner.get(f"matches/{match['id']}/hands/preview/", **body)
    assert (preview["hand"]["points"], preview["game"]["points"]) == (24, [24, 0])
    left = owner.post(f"matches/{match['id']}/hands/", {"version": match["version"], **body})
    assert left["state"] == "running"
    assert left["version"] == match["version"] + 1
    (game,) = left["games"]
    (hand,) = game["hands"]
    assert (game["number"], game["points"], game["winner"], game["net"]) == (1, [24, 0], None, None)
    assert (
        hand
        | {
            "n": 1,
            "game": 1,
            "number_in_game": 1,
            "dealer": 0,
            "kind": "knock",
            "knocker": 0,
            "counts": [8, 32],
            "winner": 0,
            "points": 24,
        }
        == hand
    )
    assert left["game"] == "gin"
    assert left["next_hand"] == {"n": 2, "game": 1, "number_in_game": 2, "dealer": 1}
    assert owner.get(f"matches/{match['id']}/") == left


def test_a_hand_is_said_anew_and_another_dealer_is_marked(owner: Api, started: int) -> None:
    match = matches(owner, started)[0]
    gin = {"kind": "gin", "knocker": 1, "defender_count": 20}
    left = owner.post(
        f"matches/{match['id']}/hands/", {"version": match["version"], "dealer": 1, **gin}
    )
    corrected = owner.post(
        f"matches/{match['id']}/hands/1/corrections/",
        {"version": left["version"], **gin, "defender_count": 30, "reason": "misread"},
    )
    (hand,) = corrected["games"][0]["hands"]
    assert (hand["points"], hand["revision"], hand["dealer"]) == (55, 2, 1)


def test_an_undercut_follows_from_the_counts(owner: Api, started: int) -> None:
    match = matches(owner, started)[0]
    body = {"kind": "knock", "knocker": 1, "knocker_count": 9, "defender_count": 9}
    left = owner.post(f"matches/{match['id']}/hands/", {"version": match["version"], **body})
    (hand,) = left["games"][0]["hands"]
    assert (hand["kind"], hand["winner"], hand["points"]) == ("undercut", 0, 25)


def test_a_hand_is_counted_from_its_cards(owner: Api, started: int) -> None:
    match = matches(owner, started)[0]
    body = {
        "version": match["version"],
        "knocker": 1,
        "knocker_cards": ["7S", "7H", "7D", "JS", "QS", "KS", "2C", "3C", "4C", "5D"],
        "defender_cards": ["KH", "KD", "KC", "9H", "8H", "TS", "5S", "4D", "2D", "AC"],
    }
    hand = owner.post(f"matches/{match['id']}/hands/", body)["games"][0]["hands"][0]
    assert (hand["kind"], hand["winner"], hand["points"]) == ("knock", 1, 23)
    assert hand["counts"] == [28, 5]
    fact = HandFact.objects.get()
    assert fact.cards == {
        "hands": ["5STS8H9HKH2D4DKDACKC", "7SJSQSKS7H5D7D2C3C4C"],
        "melds": None,
    }


def test_results_carry_the_bracket_to_a_champion(owner: Api, started: int) -> None:
    for ways in (
        [
            {"games_won": [3, 1]},
            {"games": [{"winner": 1, "points": [61, 104], "boxes": [3, 5]}] * 3},
        ],
        [{"walkover": 0}, {"double_forfeit": True}],
    ):
        for match, way in zip(matches(owner, started, state="ready"), ways, strict=True):
            left = owner.post(
                f"matches/{match['id']}/result/", {"version": match["version"], **way}
            )
            assert left["state"] == "finished"
    assert owner.get(f"tournaments/{started}/")["state"] == "finished"
    standings = owner.get(f"tournaments/{started}/standings/")
    assert (standings["stage"], standings["round"]) == (1, 2)
    first = standings["rows"][0]
    assert (first["rank"], first["name"], first["shared"]) == (1, "Anna Šimek", False)
    assert (first["played"], first["won"], first["lost"], first["tiebreaks"]) == (1, 1, 0, {})
    assert first["reason"] == "Final: walkover against Cy"
    rounds = owner.get(f"tournaments/{started}/bracket/")["rounds"]
    assert [(round["number"], round["name"]) for round in rounds] == [
        (1, "Semi-finals"),
        (2, "Final"),
    ]
    final, third = rounds[1]["matches"]
    assert (final["winner"], final["decision"]) == (0, "walkover")
    assert (third["name"], third["decision"]) == ("Third place", "double_forfeit")
    assert final["feeders"] == [[1, 1], [1, 2]]


def test_a_bye_stands_in_the_bracket_only(owner: Api, club: str, players: list[int]) -> None:
    made = owner.post("tournaments/", {"club": club, "name": "Three"}, 201)["id"]
    bodies = [{"player": player, "seed": seed} for seed, player in enumerate(players[:3], 1)]
    owner.post(f"tournaments/{made}/entries/", bodies, 201)
    owner.post(f"tournaments/{made}/start/")
    assert [row["number"] for row in matches(owner, made, round=1)] == [2]
    bye = owner.get(f"tournaments/{made}/bracket/")["rounds"][0]["matches"][0]
    assert (bye["state"], bye["winner"], bye["id"]) == ("bye", 0, None)
    assert [player and player["seed"] for player in bye["players"]] == [1, None]
    (final,) = matches(owner, made, round=2)
    assert (final["state"], final["players"][1]) == ("locked", None)
    assert owner.get(f"matches/{final['id']}/")["players"] == final["players"]


def test_a_player_reports_and_the_opponent_answers(owner: Api, started: int, club: str) -> None:
    match = matches(owner, started)[0]
    (anna, di) = (claim(owner, club, player["name"]) for player in match["players"])
    report = {"version": match["version"], "games_won": [3, 2]}
    left = anna.post(f"matches/{match['id']}/result/", report)
    assert (left["state"], left["reporter"], left["winner"]) == ("reported", 0, None)
    refused = anna.post(f"matches/{match['id']}/confirmation/", {"version": left["version"]}, 403)
    assert refused["error"]["code"] == "forbidden"
    disputed = di.post(
        f"matches/{match['id']}/dispute/", {"version": left["version"], "reason": "it was 3-1"}
    )
    assert disputed["state"] == "disputed"
    confirmed = di.post(f"matches/{match['id']}/confirmation/", {"version": disputed["version"]})
    assert (confirmed["state"], confirmed["winner"]) == ("finished", 0)
    other = matches(owner, started)[1]
    result = {"version": other["version"], "games_won": [3, 0]}
    assert anna.post(f"matches/{other['id']}/result/", result, 403)["error"]["code"] == "forbidden"


def claim(owner: Api, club: str, name: str) -> Api:
    """An account that has claimed the player of this name."""
    (player,) = owner.get(f"clubs/{club}/players/", search=name)["results"]
    link = owner.post(f"clubs/{club}/players/{player['id']}/claim-link/", status=201)
    api = Api(make_user(name))
    token = link["url"].rstrip("/").rsplit("/", 1)[-1]
    assert api.post("claims/", {"token": token}) == {"club": club, "player": player["id"]}
    return api


def test_the_single_steps_of_the_start(owner: Api, tournament: int) -> None:
    base = f"tournaments/{tournament}/"
    drawn = owner.post(base + "draw/", {"seed": 7})
    assert (drawn["seed"], len(drawn["order"])) == ("7", 4)
    assert owner.post(base + "draw/", {"seed": "7"}) == drawn
    assert Api().get(base, 404)["error"]["code"] == "not_found"
    published = owner.post(base + "rounds/1/publication/")
    assert (published["number"], published["state"]) == (1, "published")
    assert len(matches(Api(), tournament)) == 4
    assert owner.delete(base + "rounds/1/publication/", 200)["state"] == "draft"
    assert owner.get(base)["state"] == "check_in"
    assert Api().get(base + "bracket/") == {"rounds": []}
    assert matches(Api(), tournament) == []
    owner.delete(base + "rounds/1/")
    assert owner.get(base + "rounds/")["results"] == []


def test_entries_are_registered_approved_checked_in_and_withdrawn(
    owner: Api, club: str, tournament: int, players: list[int]
) -> None:
    base = f"tournaments/{tournament}/"
    owner.patch(base, {"registration": "approval", "cap": 4})
    owner.post(base + "registration-period/")
    new = owner.post(f"clubs/{club}/players/", {"name": "Ed"}, 201)
    ed = claim(owner, club, "Ed")
    asked = ed.post(base + "registration/", status=201)
    assert (asked["player"], asked["status"]) == (new["id"], "requested")
    assert len(Api().get(base + "entries/")["results"]) == 4
    assert owner.post(base + f"entries/{asked['id']}/approval/")["status"] == "waitlist"
    owner.post(base + "check-in-period/")
    entries = owner.get(base + "entries/")["results"]
    assert owner.post(base + f"entries/{entries[0]['id']}/check-in/")["checked_in"] is True
    assert owner.delete(base + f"entries/{entries[0]['id']}/check-in/", 200)["checked_in"] is False
    came = owner.post(base + f"entries/{entries[3]['id']}/swap/")
    assert (came["id"], came["seed"], came["status"]) == (asked["id"], 4, "entered")
    gone = owner.post(base + f"entries/{entries[2]['id']}/withdrawal/", {"reason": "ill"})
    assert gone["status"] == "withdrawn"
    seeds = [{"entry": entries[0]["id"], "seed": 2}, {"entry": entries[1]["id"], "seed": 1}]
    assert [row["seed"] for row in owner.patch(base + "entries/", seeds)] == [2, 1]
    late = [{"entry": entries[0]["id"], "seed": 9, "was": 1}]
    error = owner.patch(base + "entries/", late, 409)["error"]
    assert (error["code"], error["current"][0]["seed"]) == ("stale", 2)
    late[0]["was"] = error["current"][0]["seed"]
    assert owner.patch(base + "entries/", late)[0]["seed"] == 9
    assert ed.delete(base + "registration/", 200)["status"] == "withdrawn"


def test_a_tournament_is_changed_step_by_step(owner: Api, tournament: int) -> None:
    base = f"tournaments/{tournament}/"
    changed = owner.patch(base, {"place": "Hall", "starts_at": "2026-05-01T19:00:00+02:00"})
    assert (changed["place"], changed["name"]) == ("Hall", "Autumn Cup")
    kept = owner.patch(base, {"best_of": 3})
    assert (kept["place"], kept["starts_at"]) == ("Hall", "2026-05-01T17:00:00Z")
    assert (kept["best_of"], kept["target"]) == (3, 100)
    tables = owner.put(base + "tables/", [{"number": 1}, {"number": 2, "label": "Window"}])
    assert tables == [{"number": 1, "label": ""}, {"number": 2, "label": "Window"}]
    assert owner.get(base + "tables/")["results"] == tables
    assert owner.post(base + "cancellation/", {"name": "Autumn"}, 400)["error"]["fields"]["name"]
    assert owner.post(base + "cancellation/", {"name": "Autumn Cup"})["state"] == "cancelled"
    owner.delete(base + "?name=Autumn Cup")
    assert owner.get(base, 404)["error"]["code"] == "not_found"


def test_staff_and_passes(owner: Api, tournament: int) -> None:
    base = f"tournaments/{tournament}/"
    owner.put(base + "tables/", [{"number": 1}])
    user = make_user("Rea Referee")
    row = owner.post(base + "staff/", {"email": user.email, "role": "referee", "tables": [1]}, 201)
    assert (row["name"], row["role"], row["tables"]) == ("Rea Referee", "referee", [1])
    made = owner.post(base + "passes/", {"name": "Door"}, 201)
    assert made.keys() == {"staff", "token", "pin"}
    assert made["staff"]["user"] is None
    assert owner.get(base + "staff/")["count"] == 2
    owner.delete(base + f"staff/{row['id']}/")
    assert owner.get(base + "staff/")["count"] == 1
    unknown = owner.post(base + "staff/", {"email": "no@club.example", "role": "referee"}, 400)
    assert unknown["error"]["code"] == "no_account"


def test_a_round_is_planned_and_timed(owner: Api, started: int) -> None:
    base = f"tournaments/{started}/rounds/1/"
    owner.patch(base, {"planned_start": "2026-05-01T19:00:00+02:00"})
    planned = owner.patch(base, {"minutes": 90})
    assert (planned["planned_start"], planned["minutes"]) == ("2026-05-01T17:00:00Z", 90)
    clock = owner.post(base + "clock/", {"kind": "start"})
    assert (clock["round"], clock["kind"], clock["table"]) == (1, "start", None)
    assert owner.post(base + "clock/", {"kind": "start"}) == clock
    assert owner.post(base + "clock/", {"kind": "extend"}, 400)["error"]["fields"]["seconds"]


def test_clubs_and_their_people(owner: Api, club: str, players: list[int]) -> None:
    base = f"clubs/{club}/"
    assert owner.patch(base, {"name": "Gin on Tuesdays"})["time_zone"] == "Europe/Berlin"
    assert Api().get("clubs/")["results"][0]["name"] == "Gin on Tuesdays"
    (me,) = owner.get(base + "members/")["results"]
    assert me["role"] == "owner"
    invitation = {"email": "new@club.example", "role": "organiser"}
    link = owner.post(base + "invitations/", invitation, 201)
    assert link.keys() == {"url", "expires_at"}
    player = f"{base}players/{players[0]}/"
    assert owner.patch(player, {"home_club": "Elsewhere"})["email"] == "anna@club.example"
    assert Api().get(player)["email"] is None
    merged = owner.post(player + "merge/", {"other": players[1]})
    assert (merged["id"], merged["name"]) == (players[0], "Anna Šimek")
    owner.get(f"{base}players/{players[1]}/", 404)
    owner.post(f"{base}players/{players[2]}/anonymisation/", status=204)
    assert owner.get(base + "players/")["count"] == 2


def test_lists_come_in_pages(owner: Api, club: str, players: list[int]) -> None:
    first = owner.get(f"clubs/{club}/players/", page_size=3)
    assert (first["count"], len(first["results"]), first["previous"]) == (4, 3, None)
    assert first["next"].endswith("page=2&page_size=3")
    last = owner.client.get(first["next"], headers=owner.headers).json()
    assert (len(last["results"]), last["next"]) == (1, None)
    assert owner.get(f"clubs/{club}/players/", page=9)["results"] == []
    assert owner.get(f"clubs/{club}/players/", 400, page_size=0)["error"]["fields"]["page_size"]


def test_the_import_asks_and_takes_files(owner: Api, club: str, players: list[int]) -> None:
    def send(text: str, dry_run: bool = False, **fields: str) -> dict:
        file = SimpleUploadedFile("roster.csv", text.encode("utf-8-sig"), "text/csv")
        response = owner.client.post(
            f"/api/v1/clubs/{club}/players/import/" + ("?dry_run=1" if dry_run else ""),
            {"file": file, **fields},
            headers=owner.headers,
        )
        return owner.read(response, 200)

    asked = send("Name;Email\nAnna Simek;\n")
    (question,) = asked["questions"]
    assert (question["line"], question["candidates"]) == (2, [players[0]])
    assert asked["created"] == 0 or owner.get(f"clubs/{club}/players/")["count"] == 4
    wrong = send("Name;Rating\nFox;abc\n")
    assert [error["line"] for error in wrong["errors"]] == [2]
    assert send("Name;Shoe\nFay;44\n", dry_run=True)["ignored"] == ["Shoe"]
    assert owner.get(f"clubs/{club}/players/")["count"] == 4
    done = send("Name;Email\nAnna Simek;\n", answers='{"2": "new"}')
    assert done["created"] == 1
    assert owner.get(f"clubs/{club}/players/")["count"] == 5

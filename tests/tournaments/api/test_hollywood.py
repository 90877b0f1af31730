"""Hollywood sheets through the API: a best of three by hands, results by columns, notice."""

from typing import Any

import pytest

from players.models import AuditEntry
from tests.builders import make_tournament, owner_of
from tests.client import Api
from tests.games.engine.hollywood_sheets import (
    ENDLESS,
    FIRST_COLUMN_SHUT,
    SHEETS,
    A,
    B,
    Hand,
    Sheet,
    mirrored,
)
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db(transaction=True)

BEST_OF_THREE = {"sheet": "hollywood", "match_type": "best_of", "match_n": 3}
WON = {"points": [104, 20], "boxes": [4, 1]}  # 304 to 45: net 259
LOST = {"points": [20, 104], "boxes": [1, 4]}


class Match:
    """A match as the API shows it, and what is written to it."""

    def __init__(self, api: Api, tournament: Tournament, first: int, second: int) -> None:
        """The match of the seeds `first`, in seat A, and `second`."""
        self.api, self.tournament = api, tournament
        rows = api.get(f"tournaments/{tournament.pk}/matches/")["results"]
        self.seen = next(
            row
            for row in rows
            if [player and player["seed"] for player in row["players"]] == [first, second]
        )
        self.path = f"matches/{self.seen['id']}/"

    def write(self, to: str, body: dict[str, Any], status: int = 200) -> Any:
        version = self.api.get(self.path)["version"]
        answer = self.api.post(f"{self.path}{to}/", {"version": version, **body}, status)
        self.seen = self.api.get(self.path)
        return answer

    def hands(self, *hands: Hand) -> Any:
        for hand in hands:
            self.write("hands", hand.body)
        return self.seen["games"][-1]

    def penalty(self, seat: int, step: str) -> str:
        """The address at which it is taken back."""
        body = {
            "match": self.seen["id"],
            "version": self.seen["version"],
            "entry": self.seen["players"][seat]["entry"],
            "infraction": "T_CONDUCT_MINOR",
            "occurrence": 1,
            "step": step,
            "facts": "As it was.",
        }
        path = f"tournaments/{self.tournament.pk}/penalties/"
        (given,) = self.api.post(path, body, 201)
        self.seen = self.api.get(self.path)
        return f"{path}{given['id']}/reversal/"

    def take_back(self, address: str) -> None:
        self.api.post(address, {"version": self.seen["version"], "reason": "It was not so."})
        self.seen = self.api.get(self.path)


def event(**knobs: Any) -> Tournament:
    """Everybody meets everybody; a game counts all its net points."""
    plan = StagePlan("round_robin", {"net_cap": 2000})
    return make_tournament(rules={**BEST_OF_THREE, **knobs}, stages=[plan])


def columns_of(sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {
            "points": list(column.points),
            "boxes": list(column.boxes),
            "totals": list(column.totals),
            "winner": column.winner,
            "net": column.net,
        }
        for column in sheet.columns
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
def test_a_sheet_by_its_hands(sheet: Sheet) -> None:
    tournament = event(**sheet.knobs)
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    for n, hand in enumerate(sheet.hands):
        if sheet.notice == n:
            match.write("notice", {"seat": A})
        match.hands(hand)
    (game,) = match.seen["games"]
    assert [hand["columns"] for hand in game["hands"]] == [
        list(hand.columns) for hand in sheet.hands
    ]
    assert game["columns"] == columns_of(sheet)
    assert (game["winner"], game["net"], game["state"]) == (sheet.winner, sheet.net, "finished")
    assert not {"points", "boxes", "totals"} & game.keys()
    assert game["notice"] == (None if sheet.notice is None else {"seat": A, "after": sheet.notice})
    assert match.seen["games_won"] == ([1, 0] if sheet.winner == A else [0, 1])


def test_a_best_of_three_to_the_end() -> None:
    """With a correction that moves later hands, points of a penalty, a ruling and a lost game."""
    tournament = event()
    api = Api(owner_of(tournament.club))
    match = Match(api, tournament, 1, 4)
    hands = FIRST_COLUMN_SHUT.hands

    # The third hand is written down as B's, who begins in column 1, still open.
    wrong = hands[2]._replace(knocker=B)
    game = match.hands(*hands[:2], wrong, *hands[3:6])
    assert [hand["columns"] for hand in game["hands"]] == [
        *([1], [1, 2], [1], [1, 2], [1, 2, 3]),
        [2, 3],
    ]
    match.write("hands/3/corrections", {**hands[2].body, "reason": "It was A's."})
    game = match.hands(*hands[6:])
    assert [hand["columns"] for hand in game["hands"]] == [list(hand.columns) for hand in hands]
    assert game["columns"] == columns_of(FIRST_COLUMN_SHUT)
    assert (match.seen["games_won"], game["net"]) == ([1, 0], 345)

    # The same with the seats exchanged, and 25 to B after their first hand: into column 1, which
    # B has reached. 26 + 25 + 45 + 31 = 127, 3 boxes 75, game 100, shutout 100 = 402.
    match.hands(mirrored(hands[0]))
    match.penalty(A, "point_penalty")
    assert match.seen["games"][1]["columns"][0]["points"] == [0, 51]
    game = match.hands(*map(mirrored, hands[1:]))
    assert game["columns"][0]["points"] == [0, 127]
    assert (game["columns"][0]["boxes"], game["columns"][0]["net"]) == ([0, 3], 402)
    # 402 + 140 - 172.
    assert (match.seen["games_won"], game["winner"], game["net"]) == ([1, 1], B, 370)

    # Of the third nothing counts but B's 50: A's hand is one that A can't win. Then B loses it.
    game = match.hands(Hand("gin", A, 0, 75))
    assert (game["columns"][0]["winner"], game["hands"][0]["columns"]) == (A, [1])
    ruled = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": A, "n": 19}
    match.write("rulings", {**ruled, "facts": "Eleven cards."})
    game = match.hands(Hand("gin", B, 0, 25))
    assert [hand["columns"] for hand in game["hands"]] == [[], [1]]
    assert game["columns"][0]["points"] == [0, 50]
    match.penalty(B, "game_loss")
    game = match.seen["games"][2]
    # B's box and points cost A nothing; every column is A's.
    assert [column["winner"] for column in game["columns"]] == [A, A, A]
    assert [column["totals"] for column in game["columns"]] == [[0, 75], [0, 0], [0, 0]]
    assert (game["winner"], game["net"]) == (A, 0)
    assert (match.seen["state"], match.seen["winner"], match.seen["games_won"]) == (
        "finished",
        A,
        [2, 1],
    )
    # The record tells points by game, those of all columns together.
    said = AuditEntry.objects.filter(action="match.hand").order_by("pk")
    assert [entry.data["after"]["points"] for entry in said[:2]] == [[[26, 0]], [[116, 0]]]

    # The others by columns, each 2 to 0; the nets of the series count for the tie-break.
    for number in (1, 2, 3):
        if number > 1:
            api.post(f"tournaments/{tournament.pk}/rounds/{number}/publication/")
        _hand_in(api, tournament, number)
    rows = api.get(f"tournaments/{tournament.pk}/standings/")["rows"]
    nets = {row["name"]: row["tiebreaks"]["net_points"] for row in rows}
    # 345 - 370 + 0, and twice 2 x 3 x 259; the last has lost as much.
    assert nets["Player 0001"] == -25 + 2 * 6 * 259
    assert nets["Player 0004"] == 25 - 2 * 6 * 259
    assert [row["name"][-1] for row in rows] == ["1", "2", "3", "4"]


def _hand_in(api: Api, tournament: Tournament, number: int) -> None:
    """In what is open of a round the stronger wins all columns, whoever sits in seat 0."""
    rows = api.get(f"tournaments/{tournament.pk}/matches/", round=number, state="ready")
    for row in rows["results"]:
        first, second = (player["seed"] for player in row["players"])
        winner, columns = (0, [WON] * 3) if first < second else (1, [LOST] * 3)
        match = Match(api, tournament, first, second)
        match.write("result", {"games": [{"winner": winner, "columns": columns}] * 2})
        assert match.seen["games"][0]["columns"][0]["net"] == 259


@pytest.mark.parametrize(
    ("games", "field"),
    [
        ([{"winner": 0, "points": [104, 20]}] * 2, "columns"),
        ([{"winner": 0, "columns": [WON, WON]}] * 2, "columns"),
        ([{"winner": 1, "columns": [WON] * 3}] * 2, "winner"),
        ([{"winner": 0, "columns": [WON, WON, {"points": [50, 20]}]}] * 2, "points"),
        ([{"winner": 0, "columns": [WON] * 3, "boxes": [1, 1]}] * 2, "games.0.boxes"),
        ([{"winner": 0}] * 2, "games.0.points"),
        ([{"winner": 0, "columns": [{"points": [1]}] * 3}], "games.0.columns.0.points"),
        ([{"winner": 0, "columns": [WON] * 101}] * 2, "games.0.columns"),
    ],
)
def test_results_that_are_refused(games: list[dict], field: str) -> None:
    tournament = event()
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    error = match.write("result", {"games": games}, 400)["error"]
    assert field in error["fields"], error


def test_a_plain_sheet_takes_no_columns() -> None:
    tournament = event(sheet="game")
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    games = [{"winner": 0, "columns": [WON] * 3}] * 2
    error = match.write("result", {"games": games}, 400)["error"]
    assert "columns" in error["fields"]
    match.hands(FIRST_COLUMN_SHUT.hands[0])
    (game,) = match.seen["games"]
    assert (game["points"], game["hands"][0]["columns"]) == ([26, 0], [])
    assert not {"columns", "notice"} & game.keys()
    error = match.write("notice", {"seat": A}, 400)["error"]
    assert error["code"] == "no_notice"


def test_a_preview_says_into_which_columns_it_would_go() -> None:
    tournament = event()
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    match.hands(FIRST_COLUMN_SHUT.hands[0])
    asked = FIRST_COLUMN_SHUT.hands[1].body
    seen = match.api.get(f"{match.path}hands/preview/", **asked)
    assert seen["hand"]["columns"] == [1, 2]
    assert [column["points"] for column in seen["game"]["columns"]] == [[71, 0], [45, 0], [0, 0]]


def test_a_corrected_series_that_did_not_end_goes_to_who_leads() -> None:
    """The last hand of the first series is void after all: column 3 stands 56 to 72, B leads in it
    and A has the two others."""
    tournament = event()
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    hands = FIRST_COLUMN_SHUT.hands
    match.hands(*hands, hands[0])
    void = {"kind": "void", "reason": "Misdealt."}
    error = match.write("hands/9/corrections", void, 409)["error"]
    assert error["code"] == "choice_needed"
    match.write("hands/9/corrections", {**void, "if_unfinished": "leader"})
    first, second = match.seen["games"]
    # B has 72 and 2 boxes, A 56 and 2 boxes: 122 to 106, no game bonus. 377 + 140 - 16.
    assert first["columns"][2] == {
        "points": [56, 72],
        "boxes": [2, 2],
        "totals": [106, 122],
        "winner": B,
        "net": 16,
    }
    assert (first["state"], first["winner"], first["net"]) == ("finished", A, 501)
    assert first["ended_by"] == "leader"
    assert second["state"] == "running"
    assert "ended_by" not in second


def test_what_is_taken_back_moves_the_hands_again() -> None:
    """A has 90, and 25 by a penalty: column 1 closes with 115. Without it, it is open still."""
    tournament = event()
    match = Match(Api(owner_of(tournament.club)), tournament, 1, 4)
    match.hands(Hand("gin", A, 0, 65))
    reversal = match.penalty(B, "point_penalty")
    (game,) = match.seen["games"]
    assert game["columns"][0]["winner"] == A
    game = match.hands(Hand("gin", A, 0, 5))
    assert game["hands"][1]["columns"] == [2]
    match.take_back(reversal)
    (game,) = match.seen["games"]
    assert game["hands"][1]["columns"] == [1, 2]
    assert [column["points"] for column in game["columns"]] == [[120, 0], [30, 0], [0, 0]]

    many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": A, "n": 1}
    ruling = match.write("rulings", {**many, "facts": "Eleven cards."})["ruling"]["id"]
    assert [hand["columns"] for hand in match.seen["games"][0]["hands"]] == [[], [1]]
    match.write(f"rulings/{ruling}/taking-back", {"reason": "Ten."})
    assert match.seen["games"] == [game]

    lost = match.penalty(A, "game_loss")
    (series,) = match.seen["games"]
    # Column 1 stays A's: 120, 2 boxes 50, game 100, shutout 100 = 370.
    assert [(column["winner"], column["net"]) for column in series["columns"]] == [
        (A, 370),
        (B, 0),
        (B, 0),
    ]
    assert (series["winner"], series["net"], match.seen["games_won"]) == (B, 0, [0, 1])
    match.take_back(lost)
    assert match.seen["games"] == [game]


def test_a_result_that_stands_is_corrected_by_its_columns() -> None:
    tournament = event()
    api = Api(owner_of(tournament.club))
    match = Match(api, tournament, 1, 4)
    match.write("result", {"games": [{"winner": 0, "columns": [WON] * 3}] * 2})
    swept = {"winner": 1, "columns": [LOST, WON, LOST]}
    result = {"games": [swept, swept]}
    assert match.write("result", result, 400)["error"]["code"] == "reason_needed"
    match.write("result", {**result, "reason": "Read the wrong way round."})
    assert (match.seen["winner"], match.seen["games_won"]) == (1, [0, 2])
    assert [game["net"] for game in match.seen["games"]] == [259, 259]
    rows = api.get(f"tournaments/{tournament.pk}/standings/")["rows"]
    assert rows[0]["name"] == "Player 0004"
    assert rows[0]["tiebreaks"]["net_points"] == 2 * 259


def test_notice_is_given_and_taken_back() -> None:
    tournament = event(**ENDLESS.knobs)
    api = Api(owner_of(tournament.club))
    match = Match(api, tournament, 1, 4)
    match.hands(*ENDLESS.hands[:3])
    assert "seat" in match.write("notice", {}, 400)["error"]["fields"]
    match.write("notice", {"seat": B})
    assert match.seen["games"][0]["notice"] == {"seat": B, "after": 3}
    assert match.write("notice", {"seat": A}, 409)["error"]["code"] == "wrong_state"
    assert '"notices": [\n' in snapshot(tournament)

    stale = api.delete(f"{match.path}notice/?version=1", 409)["error"]
    assert stale["code"] == "stale"
    left = api.delete(f"{match.path}notice/?version={match.seen['version']}", 200)
    assert left["games"][0]["notice"] is None
    assert left["version"] == match.seen["version"] + 1
    again = api.delete(f"{match.path}notice/?version={left['version']}", 400)["error"]
    assert again["code"] == "no_notice"
    match.write("notice", {"seat": A})
    match.hands(ENDLESS.hands[3])
    late = api.delete(f"{match.path}notice/?version={match.seen['version']}", 409)["error"]
    assert late["code"] == "wrong_state"
    done = AuditEntry.objects.filter(action__contains="notice").order_by("pk")
    assert [(entry.action, entry.data["seat"], entry.data["game"]) for entry in done] == [
        ("match.notice", B, 1),
        ("match.take_back_notice", B, 1),
        ("match.notice", A, 1),
    ]
    # What it changed of the match is nothing yet.
    assert not {"before", "after"} & done[2].data.keys()
    assert (done[0].data["hands"], done[2].data["hands"]) == (3, 3)

"""Partners through the API: entered, seated, played round by round, corrected and ruled on."""

from typing import Any

import pytest
from django.core.management import call_command

from players.models import AuditEntry, Club, Player, Rating
from tests.builders import DIRECTOR, NOW, make_user
from tests.client import Api
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {
    "preset": "rummy-games",
    "variant": "partnership",
    "target": 50,
    "match_type": "single",
    "dealer_policy": "winner",
}


class Evening:
    """An event of pairs as a program sees it."""

    def __init__(self, pairs: int, **fields: object) -> None:
        self.owner = Api(make_user("Ada Owner", "ada@club.example"))
        slug = self.owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
        text = "\n".join(f"Player {number:02}" for number in range(1, 2 * pairs + 1))
        if pairs:
            self.owner.post(f"clubs/{slug}/players/import/", {"text": text})
        players = [player["id"] for player in self.owner.get(f"clubs/{slug}/players/")["results"]]
        body = {"club": slug, "name": "Pairs", "rules": RULES, **fields}
        self.made = self.owner.post("tournaments/", body, 201)
        self.here = f"tournaments/{self.made['id']}/"
        self.owner.put(self.here + "tables/", [{"number": 1}, {"number": 2}])
        made = [
            {"name": f"Pair {place + 1}", "players": players[2 * place : 2 * place + 2]}
            for place in range(pairs)
        ]
        if made:
            self.owner.post(self.here + "entries/", made, 201)

    def start(self) -> "Evening":
        self.owner.post(self.here + "start/")
        return self

    def matches(self, round: int) -> list[str]:
        rows = self.owner.get(self.here + "matches/", round=round)["results"]
        return [f"matches/{row['id']}/" for row in rows if row["state"] != "bye"]

    def write(self, match: str, to: str, body: dict[str, Any], status: int = 200) -> Any:
        version = self.owner.get(match)["version"]
        return self.owner.post(f"{match}{to}/", {"version": version, **body}, status)

    def knock(self, match: str, knocker: int, left: int, status: int = 200, **more: object) -> Any:
        """A knock with 2 of the seat, against so many."""
        said = {"kind": "knock", "knocker": knocker, "knocker_count": 2, "defender_count": left}
        return self.write(match, "hands", said | more, status)

    def play(self, match: str, winner: int) -> None:
        """A whole match: its side wins both hands of each round by thirty."""
        while (shown := self.owner.get(match))["state"] != "finished":
            self.knock(match, shown["next_hand"]["players"][winner], 32)

    def require_that_it_can_be_made_anew(self) -> None:
        tournament = Tournament.objects.get(pk=self.made["id"])
        before = snapshot(tournament)
        call_command("verify_standings")
        call_command("verify_audit", tournament=tournament.pk)
        rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        assert snapshot(tournament) == before


@pytest.fixture
def match() -> tuple[Evening, str]:
    evening = Evening(2).start()
    (found,) = evening.matches(1)
    return evening, found


def test_partners_sit_at_every_other_seat(match: tuple[Evening, str]) -> None:
    evening, here = match
    assert evening.made["boards"] == 2
    shown = evening.owner.get(here)
    assert [player["name"] for player in shown["players"]] == ["Pair 1", "Pair 2"]
    assert [(one["seat"], one["side"], one["name"]) for one in shown["partners"]] == [
        (0, 0, "Player 01"),
        (1, 1, "Player 03"),
        (2, 0, "Player 02"),
        (3, 1, "Player 04"),
    ]
    assert shown["next_hand"]["players"] == [0, 1]


def test_a_round_counts_when_both_its_hands_are_there(match: tuple[Evening, str]) -> None:
    evening, here = match
    left = evening.knock(here, 1, 22)
    game = left["games"][0]
    assert (game["points"], game["rounds"][0]["finished"]) == ([0, 0], False)
    assert (game["hands"][0]["players"], game["hands"][0]["knocker"]) == ([0, 1], 1)
    assert left["next_hand"]["players"] == [2, 3]
    left = evening.knock(here, 2, 17)
    game = left["games"][0]
    # 20 for side 1, 15 for side 0: five more for side 1.
    assert (game["points"], game["boxes"]) == ([0, 5], [0, 1])
    assert game["rounds"] == [
        {
            "number": 1,
            "hands": [1, 2],
            "finished": True,
            "winner": 1,
            "points": 5,
            "boxes": 1,
            "roodle": False,
        }
    ]
    # Side 1 deals at both tables, to others than before.
    assert (left["next_hand"]["players"], left["next_hand"]["dealer"]) == ([0, 3], 3)


def test_who_played_may_be_said(match: tuple[Evening, str]) -> None:
    evening, here = match
    left = evening.knock(here, 3, 22, players=[2, 3])
    assert left["games"][0]["hands"][0]["players"] == [2, 3]
    assert left["next_hand"]["players"] == [0, 1]
    twice = evening.knock(here, 3, 22, 400, players=[0, 3])["error"]
    assert (twice["code"], list(twice["fields"])) == ("plays_twice", ["players"])
    strange = evening.knock(here, 3, 22, 400, players=[0, 1])["error"]
    assert list(strange["fields"]) == ["knocker"]
    partners = evening.knock(here, 0, 22, 400, players=[0, 2])["error"]
    assert partners["code"] == "bad_players"


def test_a_corrected_hand_moves_its_round(match: tuple[Evening, str]) -> None:
    evening, here = match
    evening.knock(here, 0, 22)
    evening.knock(here, 2, 12)
    said = {"kind": "knock", "knocker": 1, "knocker_count": 2, "defender_count": 32}
    left = evening.write(here, "hands/1/corrections", said | {"reason": "Exchanged."})
    # 30 for side 1, 10 for side 0.
    assert left["games"][0]["points"] == [0, 20]
    moved = said | {"players": [0, 3], "reason": "Others."}
    assert evening.write(here, "hands/1/corrections", moved, 400)["error"]["code"] == "bad_players"


def test_a_ruling_is_on_one_hand_of_a_round(match: tuple[Evening, str]) -> None:
    evening, here = match
    evening.knock(here, 0, 22)
    evening.knock(here, 2, 12)
    too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 2, "n": 2}
    left = evening.write(here, "rulings", too_many | {"facts": "Eleven cards."})
    # Seat 2 can't win, so that the round is worth what seat 0 has won.
    assert left["match"]["games"][0]["points"] == [20, 0]
    taken = {"reason": "Miscounted."}
    left = evening.write(here, f"rulings/{left['ruling']['id']}/taking-back", taken)
    assert left["games"][0]["points"] == [30, 0]


def test_rounds_are_entered_in_the_columns_of_a_hollywood_sheet() -> None:
    evening = Evening(2, rules={**RULES, "preset": "rummytalk", "target": 60}).start()
    (here,) = evening.matches(1)
    said = {"upcard": "9H"}
    evening.knock(here, 0, 32, **said)
    left = evening.knock(here, 2, 12, **said)
    # 30 and 10 for side 0: its first round goes into the first column alone.
    (game,) = left["games"]
    assert [column["points"] for column in game["columns"]] == [[40, 0], [0, 0], [0, 0]]
    assert [one["columns"] for one in game["rounds"]] == [[1]]
    assert [hand["columns"] for hand in game["hands"]] == [[], []]
    while (shown := evening.owner.get(here))["state"] != "finished":
        evening.knock(here, shown["next_hand"]["players"][0], 42, **said)
    rounds = shown["games"][0]["rounds"]
    # 80 a round: the second closes the first column and is 80 in the second, which it closes too.
    assert [one["columns"] for one in rounds] == [[1], [1, 2], [3]]
    assert shown["winner"] == 0
    evening.require_that_it_can_be_made_anew()


def test_sides_settle_and_not_single_players() -> None:
    evening = Evening(2, settles=True).start()
    (here,) = evening.matches(1)
    evening.play(here, 1)
    left = evening.owner.get(evening.here + "settlement/")
    # Both hands of the first round bring side 1 thirty, so that it has 60 of the 50 needed; with
    # the game bonus of 100, 100 for the shutout and a box of 25 (rummy-games) that makes 285.
    assert [(row["name"], row["points"]) for row in left["balances"]] == [
        ("Pair 2", 285),
        ("Pair 1", -285),
    ]
    (payment,) = left["payments"]
    entries = {
        row["name"]: row["id"] for row in evening.owner.get(evening.here + "entries/")["results"]
    }
    assert payment["payer"]["entry"] == entries["Pair 1"]
    assert (payment["payee"]["name"], payment["points"]) == ("Pair 2", 285)


def test_a_penalty_hits_the_partners_together(match: tuple[Evening, str]) -> None:
    evening, here = match
    shown = evening.owner.get(here)
    body = {
        "match": shown["id"],
        "version": shown["version"],
        "entry": shown["players"][1]["entry"],
        "infraction": "T_SLOW",
        "occurrence": 1,
    }
    (given,) = evening.owner.post(evening.here + "penalties/", body, 201)
    assert given["name"] == "Pair 2"
    assert given["partners"] == ["Player 03", "Player 04"]
    (listed,) = evening.owner.get(evening.here + "penalties/")["results"]
    assert listed["partners"] == given["partners"]


def test_a_ruling_on_a_running_hand_says_which_of_the_round(match: tuple[Evening, str]) -> None:
    """Two hands are played at once; what is ruled on the second stays with it, whichever is written
    down first."""
    evening, here = match
    few = {"rule": "HAND_COUNT_END_FEW", "phase": "SHOWDOWN", "offender": 3, "cards": 1, "n": 1}
    made = evening.write(here, "rulings", few | {"players": [2, 3]})["ruling"]
    assert (made["players"], made["n"]) == ([2, 3], 1)
    left = evening.knock(here, 0, 22, players=[0, 1])
    # Not this one: it is worth what was counted. The ruling waits for the other.
    assert left["games"][0]["hands"][0]["points"] == 20
    (waiting,) = evening.owner.get(f"{here}rulings/")["results"]
    assert waiting["n"] == 2
    # Who meets somebody else than was ruled on is refused.
    wrong = evening.write(here, "rulings", few | {"players": [0, 3], "n": 2}, 400)["error"]
    assert wrong["code"] == "plays_twice"
    left = evening.knock(here, 2, 22, players=[2, 3])
    # 22 less 2, and ten for the missing card.
    assert left["games"][0]["hands"][1]["points"] == 30
    assert left["games"][0]["points"] == [50, 0]
    taken = {"reason": "All ten are there."}
    left = evening.write(here, f"rulings/{made['id']}/taking-back", taken)
    assert left["games"][0]["points"] == [40, 0]
    evening.require_that_it_can_be_made_anew()


def test_a_ruled_hand_is_played_by_those_whom_it_names(match: tuple[Evening, str]) -> None:
    evening, here = match
    seen = {"rule": "OWN_CARD_EXPOSED", "phase": "PLAY", "offender": 3, "n": 1}
    evening.write(here, "rulings", seen | {"players": [2, 3]})
    refused = evening.knock(here, 0, 22, 400, players=[0, 3])["error"]
    assert refused["code"] == "bad_players"
    evening.knock(here, 0, 22, players=[0, 1])
    stranger = evening.write(here, "rulings", seen | {"players": [2, 3]}, 400)["error"]
    assert (stranger["code"], list(stranger["fields"])) == ("bad_players", ["players"])


def test_a_hand_that_is_ruled_void_is_that_of_those_two(match: tuple[Evening, str]) -> None:
    evening, here = match
    void = {"rule": "STOCK_51ST", "phase": "PLAY", "offender": 2, "n": 1, "players": [2, 3]}
    left = evening.write(here, "rulings", void)
    hands = left["match"]["games"][0]["hands"]
    assert [(hand["kind"], hand["players"]) for hand in hands] == [("void", [2, 3])]
    assert left["match"]["next_hand"]["players"] == [0, 1]


def test_a_void_hand_counts_nothing_in_its_round(match: tuple[Evening, str]) -> None:
    evening, here = match
    evening.write(here, "hands", {"kind": "void"})
    left = evening.knock(here, 2, 12)
    assert left["games"][0]["points"] == [10, 0]
    assert left["next_hand"]["players"] == [0, 3]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"boards": 3}, "boards"),
        ({"play": "hybrid"}, "play"),
        ({"play": "online", "clock": {"kind": "days", "days": 2}}, "clock"),
        ({"stages": [{"format": "swiss", "rules": {"side_size": 3}}]}, "side_size"),
        ({"stages": [{"format": "swiss", "rules": {"variant": "standard"}}]}, "variant"),
    ],
)
def test_what_partners_can_not_have_is_refused(fields: dict[str, Any], field: str) -> None:
    owner = Api(make_user("Ada Owner", "ada@club.example"))
    slug = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    body = {"club": slug, "name": "Pairs", "rules": RULES, **fields}
    refused = owner.post("tournaments/", body, 400)["error"]
    assert list(refused["fields"]) == [field]


def test_an_evening_of_eight_pairs() -> None:
    """A Swiss of five rounds with a ruling and a correction: all of it follows from the facts."""
    evening = Evening(8, format="swiss", format_settings={"rounds": 5}).start()
    for round in range(1, 6):
        first, *others = evening.matches(round)
        if round == 2:
            evening.knock(first, 0, 22)
            too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0, "n": 1}
            evening.write(first, "rulings", too_many | {"facts": "Eleven cards."})
        for place, match in enumerate([first, *others]):
            evening.play(match, place % 2)
        if round == 3:
            said = {"kind": "knock", "knocker": 0, "knocker_count": 2, "defender_count": 52}
            correction = said | {"reason": "Counted again."}
            evening.write(first, "hands/1/corrections", correction)
    assert evening.owner.get(evening.here)["state"] == "finished"
    table = evening.owner.get(evening.here + "standings/")["rows"]
    assert sum(row["won"] for row in table) == 5 * 4
    evening.require_that_it_can_be_made_anew()


class TestDrawing:
    @pytest.fixture
    def evening(self) -> Evening:
        return Evening(0)

    @pytest.fixture
    def players(self, evening: Evening) -> list[int]:
        """Four, from the strongest to the weakest, and one without a rating."""
        names = ["Anna Berg", "Bo Šimek", "Cem Demir", "Dora Falk", "Anna Cole", "Egon Dorf"]
        club = Club.objects.get(name="Gin Club")
        made = [Player.objects.create(club=club, name=name) for name in names]
        for place, player in enumerate(made[:5]):
            Rating.objects.create(player=player, value=2000 - 100 * place, at=NOW)
        return [player.pk for player in made]

    def draw(self, evening: Evening, players: list[int], status: int = 201, **more: Any) -> Any:
        body = {"players": players, "how": "high_low"} | more
        return evening.owner.post(evening.here + "entries/partners/", body, status)

    def test_the_high_with_the_low(self, evening: Evening, players: list[int]) -> None:
        mixed = [players[place] for place in (5, 1, 0, 4, 2, 3)]
        drawn = self.draw(evening, mixed)
        assert [entry["name"] for entry in drawn] == ["Anna & Egon", "Bo & Anna", "Cem & Dora"]
        assert [member["board"] for member in drawn[0]["members"]] == [1, 2]

    def test_the_same_seed_draws_the_same(self, evening: Evening, players: list[int]) -> None:
        drawn = self.draw(evening, players, how="lot", seed="a")
        names = [entry["name"] for entry in drawn]
        assert len(names) == 3
        told = AuditEntry.objects.get(action="entries.draw_partners").data
        assert (told["how"], told["seed"]) == ("lot", "a")

    def test_who_is_left_over_is_told_and_nobody_entered(
        self, evening: Evening, players: list[int]
    ) -> None:
        error = self.draw(evening, players[:5], 400)["error"]
        assert list(error["fields"]) == ["players"]
        twice = self.draw(evening, [*players[:3], players[0]], 409)["error"]
        assert twice["code"] == "already_entered"
        assert evening.owner.get(evening.here + "entries/")["count"] == 0

    def test_whoever_is_called_alike_is_named_in_full(
        self, evening: Evening, players: list[int]
    ) -> None:
        first = self.draw(evening, [players[place] for place in (0, 1, 2, 3)])
        assert [entry["name"] for entry in first] == ["Anna & Dora", "Bo & Cem"]
        club = Club.objects.get(name="Gin Club")
        more = [Player.objects.create(club=club, name=name) for name in ("Dora Ek", "Ina Po")]
        again = self.draw(evening, [players[4], more[1].pk, players[5], more[0].pk])
        assert again[0]["name"] == "Anna Cole & Dora Ek"

    def test_where_nobody_has_partners_none_are_drawn(self, players: list[int]) -> None:
        owner = Api(make_user("Bea Owner", "bea@club.example"))
        slug = owner.post("clubs/", {"name": "Other Club"}, 201)["slug"]
        made = owner.post("tournaments/", {"club": slug, "name": "Cup"}, 201)
        body = {"players": [], "how": "lot"}
        owner.post(f"tournaments/{made['id']}/entries/partners/", body, 400)

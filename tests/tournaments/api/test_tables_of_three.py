"""Three and more at a table through the API: played, corrected, ruled on, settled."""

import pytest

from tests.tournaments.tables import CAPTAIN, TableApi, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> TableApi:
    return TableApi(table_of(3))


@pytest.fixture
def captain() -> TableApi:
    """Four by a Chouette; seat 0 is noted as the first dealer, so that seat 3 is in the box."""
    return TableApi(table_of(4, **CAPTAIN))


def test_who_plays_and_who_sits_out_is_said(three: TableApi) -> None:
    assert three.shown["next_hand"] == {
        "n": 1,
        "game": 1,
        "number_in_game": 1,
        "dealer": 0,
        "players": [0, 1],
        "waiting": [2],
    }
    left = three.knock(0, 40)
    following = left["next_hand"]
    assert (following["players"], following["dealer"], following["waiting"]) == ([0, 2], 2, [1])
    hand = left["games"][0]["hands"][0]
    assert (hand["players"], hand["knocker"], hand["winner"]) == ([0, 1], 0, 0)
    assert hand["counts"] == [2, 42, None]
    assert (left["games"][0]["points"], left["accounts"]) == ([40, 0, 0], [0, 0, 0])


def test_a_game_settles_by_pairs(three: TableApi) -> None:
    """The game of `test_cutthroat`: 527, -501, -26."""
    for winner, points in [(0, 40), (2, 30), (2, 45), (0, 20)]:
        three.knock(winner, points)
    left = three.knock(0, 41)
    game = left["games"][0]
    assert (game["winner"], game["net"], game["shutout"]) == (0, 527, True)
    assert (game["totals"], game["accounts"]) == ([276, 0, 125], [527, -501, -26])
    assert (left["state"], left["winner"]) == ("finished", 0)
    assert (left["accounts"], left["next_hand"]) == ([527, -501, -26], None)
    three.board.match.refresh_from_db()
    assert three.board.match.tally["accounts"] == [527, -501, -26]


def test_cards_say_who_begins(three: TableApi, captain: TableApi) -> None:
    left = three.write("first-deal", {"cards": ["2H", "KD", "7S"]})
    assert left["first_deal"] == {"cards": ["2H", "KD", "7S"], "dealer": 2, "agreed": False}
    following = left["next_hand"]
    assert (following["players"], following["dealer"], following["waiting"]) == ([1, 2], 2, [0])
    assert three.knock(2, 10)["next_hand"]["players"] == [0, 2]
    left = captain.write("first-deal", {"cards": ["2H", "7D", "7S", "KC"]})
    assert (left["next_hand"]["players"], left["next_hand"]["dealer"]) == ([3, 2], 2)


def test_an_event_of_tables_settles(three: TableApi) -> None:
    for winner, points in [(0, 40), (2, 30), (2, 45), (0, 20), (0, 41)]:
        three.knock(winner, points)
    event = three.board.pairing.round.stage.tournament_id
    found = three.api.get(f"tournaments/{event}/settlement/")
    assert sorted(row["points"] for row in found["balances"]) == [-501, -26, 527]
    assert [row["points"] for row in found["payments"]] == [501, 26]


def test_a_corrected_hand_moves_the_accounts(three: TableApi) -> None:
    """C wins the first hand that A had, as it is said anew by B's count: seat 1 beat seat 0."""
    for winner, points in [(0, 40), (2, 30), (2, 45), (0, 20)]:
        three.knock(winner, points)
    said = {"kind": "knock", "knocker": 1, "knocker_count": 2, "defender_count": 12}
    left = three.write("hands/1/corrections", {**said, "reason": "Exchanged."})
    assert left["games"][0]["points"] == [20, 10, 75]
    # Who played stays as it was written down, and so does who is due after the last hand.
    assert [hand["players"] for hand in left["games"][0]["hands"]] == [
        *([0, 1], [0, 2], [1, 2], [0, 2]),
    ]
    left = three.knock(0, 90)
    # A 110 + 100 + 50 = 260, B 10 + 25 = 35, C 75 + 50 = 125: 225 + 135, -225 - 90, 90 - 135.
    assert left["accounts"] == [360, -315, -45]
    others = {**said, "players": [1, 2], "reason": "Others."}
    assert three.write("hands/1/corrections", others, 400)["error"]["code"] == "bad_players"


def test_who_played_may_be_said(three: TableApi) -> None:
    three.knock(0, 10)
    left = three.knock(1, 10, players=[2, 1])
    assert left["games"][0]["hands"][1]["players"] == [1, 2]
    assert left["next_hand"]["players"] == [0, 1]
    out = three.knock(2, 10, 400)["error"]
    assert list(out["fields"]) == ["knocker"]
    assert three.knock(2, 10, 400, players=[2, 2])["error"]["code"] == "bad_players"
    strange = three.knock(0, 10, 400, dealer=2)["error"]
    assert list(strange["fields"]) == ["dealer"]


def test_after_a_void_hand_the_same_two_play(three: TableApi) -> None:
    three.knock(0, 10)
    left = three.write("hands", {"kind": "void"})
    assert left["next_hand"]["players"] == [0, 2]
    assert left["games"][0]["hands"][1]["players"] == [0, 2]


def test_a_ruling_is_on_the_two_who_played(three: TableApi) -> None:
    three.knock(0, 10)
    three.knock(2, 30)
    too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "facts": "Eleven cards."}
    strange = three.write("rulings", {**too_many, "offender": 1, "n": 2}, 400)["error"]
    assert list(strange["fields"]) == ["offender"]
    made = three.write("rulings", {**too_many, "offender": 2, "n": 2})
    # Seat 2 can't win, and seat 0 has not knocked: nobody's hand, and the same two play again.
    assert made["match"]["games"][0]["points"] == [10, 0, 0]
    assert made["match"]["next_hand"]["players"] == [0, 2]
    assert made["ruling"]["offender"] == 2
    taken = three.write(f"rulings/{made['ruling']['id']}/taking-back", {"reason": "Miscounted."})
    assert taken["games"][0]["points"] == [10, 0, 30]
    assert taken["next_hand"]["players"] == [1, 2]


def test_a_free_ruling_says_the_seats_itself(three: TableApi) -> None:
    three.knock(0, 10)
    gin = {"kind": "gin", "knocker": 2, "defender_count": 30}
    assert three.write("hands", gin)["games"][0]["points"] == [10, 0, 55]
    effects = [{"remedy": "bar_bonus", "seats": [2], "kinds": ["gin", "undercut"]}]
    made = three.write("rulings", {"effects": effects, "facts": "Said so too late.", "n": 2})
    assert made["match"]["games"][0]["points"] == [10, 0, 30]
    effects[0]["seats"] = [3]
    refused = three.write("rulings", {"effects": effects, "facts": "Nobody.", "n": 2}, 400)
    assert refused["error"]["code"] == "bad_effect"


class TestPenalties:
    def give(self, three: TableApi, seat: int, step: str) -> None:
        said = {
            "match": three.board.match_id,
            "version": three.shown["version"],
            "entry": three.board.pairing.sides.get(seat=seat).entry_id,
            "infraction": "T_CONDUCT_MINOR",
            "occurrence": 1,
            "step": step,
            "facts": "Spoke to the players.",
        }
        event = three.board.pairing.round.stage.tournament_id
        three.api.post(f"tournaments/{event}/penalties/", said, 201)

    def test_points_go_to_each_of_the_others(self, three: TableApi) -> None:
        three.knock(0, 10)
        self.give(three, 0, "point_penalty")
        assert three.shown["games"][0]["points"] == [10, 25, 25]

    def test_a_lost_hand_is_that_of_who_plays_it(self, three: TableApi) -> None:
        three.knock(0, 10)
        self.give(three, 2, "hand_loss")
        game = three.shown["games"][0]
        assert (game["points"], game["hands"][1]["players"]) == ([35, 0, 0], [0, 2])

    def test_who_sits_out_comes_in_for_it(self, three: TableApi) -> None:
        three.knock(0, 10)
        self.give(three, 1, "hand_loss")
        game = three.shown["games"][0]
        assert (game["points"], game["hands"][1]["players"]) == ([35, 0, 0], [0, 1])

    def test_a_lost_game_is_that_of_who_leads(self, three: TableApi) -> None:
        three.knock(0, 10)
        self.give(three, 0, "game_loss")
        left = three.shown
        # Level at nothing: it is nobody's, and the match goes on.
        assert (left["games"][0]["state"], left["games"][0]["winner"]) == ("finished", None)
        assert left["accounts"] == [0, 0, 0]


def test_a_chouette(captain: TableApi) -> None:
    """The box, seat 3, loses 60 to its first captain and wins 50, 60 against the next.

    The box 110 + 100 + 50 = 260, the others 60 + 25 = 85: 175 of each of three.
    """
    first = captain.shown["next_hand"]
    assert (first["players"], first["dealer"], first["waiting"]) == ([3, 0], 0, [1, 2])
    left = captain.knock(0, 60)
    assert left["games"][0]["points"] == [60, 60, 60, 0]
    assert left["next_hand"]["players"] == [3, 0]
    left = captain.knock(3, 50)
    assert (left["next_hand"]["players"], left["next_hand"]["waiting"]) == ([3, 1], [2, 0])
    strange = captain.knock(1, 50, 400, players=[1, 2])["error"]
    assert strange["code"] == "bad_players"
    left = captain.knock(3, 60)
    assert (left["winner"], left["accounts"]) == (3, [-175, -175, -175, 525])


def test_a_correction_and_a_ruling_of_a_chouette(captain: TableApi) -> None:
    captain.knock(0, 60)
    captain.knock(3, 50)
    said = {"kind": "knock", "knocker": 3, "knocker_count": 2, "defender_count": 22}
    left = captain.write("hands/1/corrections", {**said, "reason": "Exchanged."})
    assert left["games"][0]["points"] == [0, 0, 0, 70]
    too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "facts": "Eleven cards."}
    made = captain.write("rulings", {**too_many, "offender": 3, "n": 2})
    assert made["match"]["games"][0]["points"] == [0, 0, 0, 20]
    taken = captain.write(f"rulings/{made['ruling']['id']}/taking-back", {"reason": "Miscounted."})
    assert taken["games"][0]["points"] == [0, 0, 0, 70]

"""Battle Royal and Jersey through the API: rulings and penalties on their hands, and evenings."""

import random
from typing import Any

import pytest

from tests.tournaments.api.test_table_events import Evening
from tests.tournaments.tables import TableApi, table_of

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = {"preset": "rummy-games", "match_type": "single"}
ROYAL = {**SHORT, "variant": "battle_royal", "target": 60}
JERSEY = {**SHORT, "variant": "jersey", "target": 60}
HAND = {"kind": "knock", "knocker": 0, "counts": [4, 20, 31]}
CHANCE = random.Random("royal")


@pytest.fixture
def three() -> TableApi:
    return TableApi(table_of(3, variant="battle_royal", target=200, undercut_bonus=20))


def entries(shown: dict[str, Any], n: int = 1) -> list[int]:
    games = shown.get("match", shown)["games"]
    hands = [hand for game in games for hand in game["hands"]]
    found: list[int] = hands[n - 1]["entries"]
    return found


# Rulings and penalties ----------------------------------------------------------------------------


def test_too_many_cards_cannot_win(three: TableApi) -> None:
    three.write("hands", HAND)
    ruled = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0, "n": 1}
    left = three.write("rulings", {**ruled, "facts": "Eleven cards."})
    assert entries(left) == [0, 0, 0]
    assert left["ruling"]["offender"] == 0
    back = f"rulings/{left['ruling']['id']}/taking-back"
    assert entries(three.write(back, {"reason": "It was ten."})) == [47, 0, 0]


def test_missing_cards_are_added_to_the_count_of_the_third(three: TableApi) -> None:
    three.write("hands", {**HAND, "counts": [9, 20, 4]})
    ruled = {"rule": "HAND_COUNT_END_FEW", "phase": "COUNTED", "offender": 2, "cards": 1, "n": 1}
    left = three.write("rulings", {**ruled, "facts": "Nine cards."})
    # 4 becomes 14: the knocker has the lowest count.
    assert entries(left) == [20 + 14 - 9, 0, 0]


def test_an_illegal_knock_is_accepted_with_its_counts(three: TableApi) -> None:
    ruled = {
        "rule": "KNOCK_ILLEGAL_AFTER_LAYOFF",
        "phase": "LAYOFF",
        "offender": 1,
        "n": 1,
        "facts": "Twelve.",
        "hand": {"kind": "knock", "knocker": 1, "counts": [20, 12, 31]},
    }
    left = three.write("rulings", ruled)
    assert entries(left) == [0, 20 + 31 - 12, 0]


def test_a_row_that_is_not_there_is_refused(three: TableApi) -> None:
    jersey = TableApi(table_of(3, variant="jersey"))
    ruled = {"rule": "DRAW_BEFORE_UPCARD_REFUSED", "phase": "UPCARD_OFFER", "offender": 0, "n": 1}
    found = jersey.write("rulings", {**ruled, "facts": "He took it."}, 400)
    assert found["error"]["code"] == "not_in_this_form"


def test_a_free_ruling_is_on_all_three(three: TableApi) -> None:
    three.write("hands", HAND)
    effects = [{"remedy": "cannot_win", "seats": [0, 1, 2]}]
    left = three.write("rulings", {"effects": effects, "facts": "All peeped.", "n": 1})
    assert entries(left) == [0, 0, 0]


# Evenings -----------------------------------------------------------------------------------------


class RoyalEvening(Evening):
    def play(self, match: str, lucky: int) -> Any:
        """A whole match: the lucky seat mostly has the lowest count, whoever ended the hand."""
        shown = self.owner.get(match)
        while shown["state"] != "finished":
            counts = [CHANCE.randint(11, 60) for _ in range(3)]
            counts[lucky] = CHANCE.randint(1, 9)
            knocker = CHANCE.choice([lucky, lucky, (lucky + 1) % 3])
            if knocker != lucky:
                counts[knocker] = 10
            said = {"kind": "knock", "knocker": knocker, "counts": counts}
            shown = self.owner.post(f"{match}hands/", {"version": shown["version"], **said})
        return shown


@pytest.mark.parametrize("rules", [ROYAL, JERSEY], ids=["battle_royal", "jersey"])
def test_an_evening_of_twelve_at_four_tables(rules: dict[str, Any]) -> None:
    """Two rounds, with a ruling, a penalty and a correction; the accounts sum to nothing."""
    evening = RoyalEvening(
        12, rules=rules, format="table_rounds", format_settings={"rounds": 2}, settles=True
    ).start()
    for round in (1, 2):
        first, second, *others = evening.matches(round)
        assert len(others) == 2
        if round == 1:
            evening.write(first, "hands", HAND)
            too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0, "n": 1}
            evening.write(first, "rulings", too_many | {"facts": "Eleven cards."})
            evening.write(second, "hands", HAND)
            shown = evening.owner.get(second)
            slow = {"infraction": "T_SLOW", "occurrence": 1, "step": "hand_loss", "facts": "Slow."}
            slow |= {"entry": shown["players"][1]["entry"], "version": shown["version"]}
            evening.owner.post(evening.here + "penalties/", slow | {"match": shown["id"]}, 201)
        for place, match in enumerate([first, second, *others]):
            shown = evening.play(match, place % 3)
            assert sum(shown["accounts"]) == 0
        if round == 2:
            said = evening.owner.get(first)["games"][0]["hands"][0]
            counts = [
                count + 1 if seat == 2 else count for seat, count in enumerate(said["counts"])
            ]
            again = {"kind": "knock", "knocker": said["knocker"], "counts": counts}
            evening.write(first, "hands/1/corrections", again | {"reason": "Counted again."})
    assert evening.owner.get(evening.here)["state"] == "finished"
    rows = evening.rows()
    assert len(rows) == 12
    assert sum(row["tiebreaks"]["accounts"] for row in rows) == 0
    owed = evening.owner.get(evening.here + "settlement/")
    assert sum(row["points"] for row in owed["balances"]) == 0
    evening.require_that_it_can_be_made_anew()

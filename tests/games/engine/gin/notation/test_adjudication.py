"""Showdowns judged from their cards: the published vectors, and every way to be refused."""

import json

import pytest

from config.embedded.options import ROOT
from games.engine.gin.notation.adding import add_up
from games.engine.gin.notation.adjudication import adjudicate
from kernel.text import Refusal

HANDS = json.loads((ROOT / "tests" / "data" / "hands.json").read_text())
RESULTS = {"tie_no_score": "tie", "gin_cancelled_by_zero": "tie"}


def request(vector: dict, melds=None) -> dict:
    asked = {
        "rules": {"preset": vector["rule_set"], **vector.get("overrides", {})},
        "knocker": {"cards": vector["knocker"]},
        "defender": {"cards": vector["defender"]},
    }
    if melds is not None:
        asked["knocker"]["melds"] = melds
    if "upcard" in vector:
        asked["upcard"] = vector["upcard"]
    return asked


def check(answer: dict, outcome: dict) -> None:
    assert answer["result"] == RESULTS.get(outcome["kind"], outcome["kind"])
    for name in ("winner", "points", "boxes"):
        assert answer[name] == outcome[name]
    assert answer["knocker"]["count"] == outcome["knocker_deadwood"]
    assert answer["defender"]["count"] == outcome["defender_deadwood"]


def worth(outcome: dict) -> int:
    return outcome["points"] * (1 if outcome["winner"] == "knocker" else -1)


@pytest.mark.parametrize("vector", HANDS["vectors"], ids=lambda vector: vector["id"])
def test_vector(vector) -> None:
    """What is best for the knocker when nothing is declared, else what was declared."""
    outcomes = vector["expected"]["outcomes"]
    asked = request(vector, vector.get("declared_melds"))
    if not any(outcome["legal"] for outcome in outcomes):
        code = "not_gin" if len(vector["knocker"]) == 11 else "illegal_knock"
        assert refused(adjudicate, asked) == code
        return
    check(adjudicate(asked), max(outcomes, key=worth))


OUTCOMES = [
    (vector, outcome)
    for vector in HANDS["vectors"]
    for outcome in vector["expected"]["outcomes"]
    if outcome["legal"]
]


@pytest.mark.parametrize(("vector", "outcome"), OUTCOMES, ids=lambda part: part.get("id", ""))
def test_each_arrangement_and_answer_that_a_vector_names(vector, outcome) -> None:
    asked = request(vector, outcome["knocker_melds"])
    check(adjudicate(asked), outcome)
    asked["defender"]["melds"] = outcome["defender_melds_example"]
    asked["defender"]["layoffs"] = outcome["layoffs_example"]
    check(adjudicate(asked), outcome)


S4 = request(HANDS["vectors"][0])
GIN = request(next(vector for vector in HANDS["vectors"] if vector["id"] == "HV07"))
BIG = request(next(vector for vector in HANDS["vectors"] if vector["id"] == "HV12"))
OKLAHOMA = request(next(vector for vector in HANDS["vectors"] if vector["id"] == "HV35"))


def changed(asked: dict, knocker=None, defender=None, **others) -> dict:
    return asked | {
        "knocker": asked["knocker"] | (knocker or {}),
        "defender": asked["defender"] | (defender or {}),
        **others,
    }


def refused(work, asked) -> str:
    with pytest.raises(Refusal) as refusal:
        work(asked)
    assert str(refusal.value)
    return refusal.value.text.code


def cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


TS_ON = {"card": "TS", "onto": cards("KSJSQS")}
MELDS = {"melds": [cards("7H7D7C"), cards("JSQSKS")]}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (changed(S4, {"cards": cards("7H7D7CJSQSKSAC2C2H1D")}), "bad_card"),
        (changed(S4, {"cards": "7H7D7CJSQSKSAC2C2H3D"}), "bad_json"),
        (changed(S4, {"cards": [*S4["knocker"]["cards"][:9], 7]}), "bad_card"),
        (changed(S4, {"cards": [*S4["knocker"]["cards"][:9], "7h"]}), "duplicate_card"),
        (changed(S4, {"cards": [*S4["knocker"]["cards"][:9], "KH"]}), "duplicate_card"),
        (changed(S4, {"cards": S4["knocker"]["cards"][:9]}), "wrong_count"),
        (changed(S4, {"claim": "big_gin"}), "wrong_count"),
        (changed(S4, None, {"cards": S4["defender"]["cards"][:9]}), "wrong_count"),
        (changed(S4, None, {"cards": [*S4["defender"]["cards"], "9C"]}), "wrong_count"),
        (changed(S4, {"melds": [cards("7H7D2H")]}), "bad_meld"),
        (changed(S4, {"melds": [cards("7H7D7D")]}), "bad_meld"),
        (changed(S4, {"melds": [cards("7H7D7S")]}), "bad_meld"),
        (changed(S4, {"melds": [cards("7H7D7C"), cards("7H7D7C")]}), "bad_meld"),
        (changed(S4, None, {"melds": [cards("KHKDKC"), cards("KHKDKC")]}), "bad_meld"),
        (changed(S4, {"melds": [cards("7H7D7C")]}), "illegal_knock"),
        (changed(S4, rules="straight"), "illegal_knock"),
        (changed(S4, {"claim": "gin"}), "not_gin"),
        (changed(BIG, {"melds": []}), "not_gin"),
        (changed(S4, {"claim": "grand"}), "bad_claim"),
        (changed(S4, None, {"layoffs": [TS_ON, TS_ON]}), "bad_layoff"),
        (changed(S4, None, {"layoffs": [TS_ON | {"card": "9S"}]}), "bad_layoff"),
        (changed(S4, None, {"layoffs": [TS_ON | {"card": "TH"}]}), "bad_layoff"),
        (changed(S4, None, {"layoffs": [TS_ON | {"onto": cards("TSJSQSKS")}]}), "bad_layoff"),
        (changed(S4, None, {"layoffs": [TS_ON | {"onto": cards("JSJSKS")}]}), "bad_layoff"),
        (changed(S4, None, {"layoffs": ["TS"]}), "bad_json"),
        (changed(GIN, None, {"layoffs": [TS_ON]}), "bad_layoff"),
        (changed(S4, rules="nobodys"), "unknown_rules"),
        (changed(S4, rules={"gin_bonsu": 3}), "unknown_rules"),
        (changed(S4, rules={"gin_bonus": -3}), "bad_rules"),
        ({key: value for key, value in S4.items() if key != "rules"}, "bad_rules"),
        (changed(S4, rules={"upcard_rule": "deal_11", "knock_limit": "upcard"}), "bad_rules"),
        ({key: value for key, value in OKLAHOMA.items() if key != "upcard"}, "missing_upcard"),
        (changed(OKLAHOMA, upcard="7X"), "bad_card"),
        (changed(S4, rules={"knock_limit": "second_deck"}), "missing_limit_card"),
        (changed(S4, factor=2), "bad_factor"),
        ({"rules": "club", "knocker": S4["knocker"]}, "bad_json"),
        ({"rules": "club", "knocker": [], "defender": {}}, "bad_json"),
    ],
)
def test_what_is_refused(asked, code) -> None:
    assert refused(adjudicate, asked) == code


def test_what_is_declared_counts() -> None:
    nothing_laid_off = adjudicate(changed(S4, None, {"layoffs": []}))
    assert (nothing_laid_off["defender"]["count"], nothing_laid_off["points"]) == (42, 34)
    nothing_melded = adjudicate(changed(S4, None, {"melds": [], "layoffs": [TS_ON]}))
    assert nothing_melded["defender"]["count"] == 62
    assert adjudicate(changed(S4, None, {"melds": []})) == nothing_melded
    assert adjudicate(changed(S4, MELDS | {"claim": "knock"})) == adjudicate(S4)


def test_claims_of_less_and_of_what_the_rules_do_not_know() -> None:
    assert adjudicate(changed(GIN, {"claim": "knock"}))["result"] == "gin"
    assert adjudicate(changed(BIG, {"claim": "gin"}))["result"] == "gin"
    assert adjudicate(changed(BIG, {"claim": "big_gin"}, rules="pagat"))["result"] == "gin"


def test_a_run_round_the_corner_is_written_as_it_lies() -> None:
    vector = next(vector for vector in HANDS["vectors"] if vector["id"] == "HV42")
    melds = adjudicate(request(vector))["knocker"]["melds"]
    assert [[rank for rank, _ in meld] for meld in melds if meld[0][0] == "Q"] == [list("QKA")]


SEAT = {"A": 0, "B": 1}


def sheet(vector: dict) -> dict:
    hands = [{"winner": SEAT[who], "points": p, "boxes": b} for who, p, b in vector["hands"]]
    return {"rules": vector["rules"], "sheet": vector["type"], "hands": hands}


def check_game(answer: dict, expected: dict, *, hands_used: bool = True) -> None:
    assert answer["finished"] == expected["finished"]
    for pair in ("points", "boxes", "totals"):
        if pair in expected:
            assert answer[pair] == [expected[pair]["A"], expected[pair]["B"]]
    if expected["finished"]:
        assert answer["winner"] == SEAT[expected["reached_target"]]
        assert answer["net"] == expected["net_to_target_winner"]
        assert answer["shutout"] == expected["shutout"]
        if hands_used:
            assert answer["hands_used"] == expected["hands_used"]


@pytest.mark.parametrize("vector", HANDS["game_vectors"], ids=lambda vector: vector["id"])
def test_game_vector(vector) -> None:
    answer, expected = add_up(sheet(vector)), vector["expected"]
    if vector["type"] == "game":
        check_game(answer, expected)
        return
    for column, of_column in zip(answer["columns"], expected["columns"], strict=True):
        check_game(column, of_column, hands_used=False)
    assert answer["series_net"] == expected["series_net_A"]
    assert answer["finished"] == expected.get("complete", True)


def test_a_match_goes_from_game_to_game() -> None:
    hands = [{"winner": seat, "points": 100} for seat in (0, 1, 0, 0, 1)]
    answer = add_up({"rules": "club", "sheet": "match", "hands": hands})
    assert (answer["winner"], answer["games_won"], len(answer["games"])) == (0, [3, 1], 4)
    assert answer["hands_used"] == 4
    unfinished = add_up({"rules": "club", "sheet": "match", "hands": hands[:1] * 2})
    assert (unfinished["winner"], unfinished["games_won"]) == (None, [2, 0])


def test_a_match_on_hollywood_sheets() -> None:
    hands = [{"winner": 1, "points": 250}] * 9
    answer = add_up({"rules": "rummytalk", "sheet": "match", "hands": hands})
    assert (answer["winner"], answer["hands_used"]) == (1, 3)
    columns = answer["games"][0]["columns"]
    assert [column["winner"] for column in columns] == [1, 1, 1]
    assert answer["games"][0]["series_net"] == -sum(
        column["net"] * times for column, times in zip(columns, (1, 1, 2), strict=True)
    )


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rules": "club"}, "bad_json"),
        ({"rules": "club", "hands": [7]}, "bad_json"),
        ({"rules": "club", "hands": [{"winner": 2, "points": 3}]}, "bad_seat"),
        ({"rules": "club", "hands": [{"winner": 0}]}, "bad_hand"),
        ({"rules": "club", "hands": [{"winner": 0, "points": 2.5}]}, "bad_hand"),
        ({"rules": "club", "hands": [{"winner": 0, "points": 2, "boxes": -1}]}, "bad_hand"),
        ({"rules": "club", "hands": [], "sheet": "bridge"}, "bad_sheet"),
        ({"rules": "club", "hands": [], "sheet": ["game"]}, "bad_sheet"),
        ({"rules": 7, "hands": []}, "bad_rules"),
    ],
)
def test_sheets_that_are_refused(asked, code) -> None:
    assert refused(add_up, asked) == code


def test_void_hands_are_played_and_count_nothing() -> None:
    answer = add_up({"rules": "club", "hands": [{"winner": None}, {"winner": 1, "points": 7}]})
    assert (answer["points"], answer["boxes"], answer["hands_used"]) == ([0, 7], [0, 1], 2)
    assert (answer["finished"], answer["winner"], answer["net"]) == (False, None, None)


# Rulings


def ruled(asked: dict, row: str, offender: str | None = None, choice: str | None = None) -> dict:
    irregularity = {"id": row, "offender": offender, "choice": choice}
    return asked | {"irregularities": [*asked.get("irregularities", []), irregularity]}


def showdown(knocker: str, defender: str, **claim) -> dict:
    return {
        "rules": "club",
        "knocker": {"cards": cards(knocker), **claim},
        "defender": {"cards": cards(defender)},
    }


SETS = "2S2H2D2C4S4H4D4C"
LOOSE = "JSJHQSQHKDKC9S9D3S3D"  # 84
MELDED = "JSJHJDQSQHQDKHKDKC3S"  # 3
NINE = "7S7H7D8S8H8D9S9H9C"
NINE_DEFENDER = "7C8CQC2S3H4D5DKSQHJC"
TWELVE = showdown(SETS + "7S5H", LOOSE)
SIX = showdown(SETS + "AS5H", LOOSE)
GIN_SPREAD = [cards("2S2H2D"), cards("4S4H4D"), cards("6S6H6D")]

#: question -> result, winner, points, boxes, count of the knocker, of the defender
RULED = {
    "KNOCK_ILLEGAL_EARLY": (
        ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", "knocker", "accept_as_legal"),
        ("knock", "knocker", 72, 1, 12, 84),
    ),
    "KNOCK_ILLEGAL_AFTER_EXPOSE, undercut": (
        ruled(
            showdown(SETS + "7S5H", MELDED), "KNOCK_ILLEGAL_AFTER_EXPOSE", None, "accept_as_legal"
        ),
        ("undercut", "defender", 34, 1, 12, 3),
    ),
    "KNOCK_ILLEGAL_AFTER_LAYOFF": (
        ruled(TWELVE, "KNOCK_ILLEGAL_AFTER_LAYOFF"),
        ("knock", "knocker", 72, 1, 12, 84),
    ),
    "KNOCK_ILLEGAL_GRA": (
        ruled(TWELVE, "KNOCK_ILLEGAL_GRA", None, "accept_as_legal"),
        ("knock", "knocker", 72, 1, 12, 84),
    ),
    "KNOCK_STRAIGHT": (
        ruled(TWELVE | {"rules": "straight"}, "KNOCK_STRAIGHT", None, "accept_as_legal"),
        ("knock", "knocker", 72, 1, 12, 84),
    ),
    "KNOCK_FALSE_GIN_HIGH": (
        ruled(
            showdown(SETS + "7S5H", MELDED, claim="gin"),
            "KNOCK_FALSE_GIN_HIGH",
            "knocker",
            "accept_as_legal",
        ),
        ("undercut", "defender", 34, 1, 12, 3),
    ),
    "KNOCK_FALSE_GIN": (
        ruled(showdown(SETS + "AS5H", LOOSE, claim="gin"), "KNOCK_FALSE_GIN", None, "lay_off"),
        ("knock", "knocker", 78, 1, 6, 84),
    ),
    "KNOCK_FALSE_GIN, and laid off": (
        ruled(
            showdown("2S2H2D4S4H4D7C8C9CAS", "TCJCQC2CKDKH9S9D3S3D", claim="gin"),
            "KNOCK_FALSE_GIN",
        ),
        ("knock", "knocker", 43, 1, 1, 44),
    ),
    "KNOCK_GIN_NOT_CLAIMED, shown": (
        ruled(showdown("2S2H2D2C4S4H4D6S6H6D", LOOSE, claim="knock"), "KNOCK_GIN_NOT_CLAIMED"),
        ("gin", "knocker", 109, 1, 0, 84),
    ),
    "KNOCK_GIN_NOT_CLAIMED, as declared": (
        ruled(
            showdown("2S2H2D2C4S4H4D6S6H6D", LOOSE, claim="knock", melds=GIN_SPREAD),
            "KNOCK_GIN_NOT_CLAIMED",
        ),
        ("knock", "knocker", 82, 1, 2, 84),
    ),
    "HAND_COUNT_END_FEW, knocker": (
        ruled(showdown(SETS + "7S", LOOSE), "HAND_COUNT_END_FEW", "knocker"),
        ("knock", "knocker", 67, 1, 17, 84),
    ),
    "HAND_COUNT_END_FEW, gin": (
        ruled(showdown(SETS, LOOSE), "HAND_COUNT_END_FEW", "knocker"),
        ("knock", "knocker", 64, 1, 20, 84),
    ),
    "HAND_COUNT_END_FEW, gin that is laid off on": (
        ruled(showdown(NINE, NINE_DEFENDER), "HAND_COUNT_END_FEW", "knocker"),
        ("knock", "knocker", 44, 1, 10, 54),
    ),
    "HAND_COUNT_END_FEW, gin spread as runs": (
        ruled(showdown("7S7H7D8S8H8D9S9H9D", NINE_DEFENDER), "HAND_COUNT_END_FEW", "knocker"),
        ("knock", "knocker", 59, 1, 10, 69),
    ),
    "HAND_COUNT_END_FEW, gin spread as sets": (
        ruled(
            showdown(
                "7S7H7D8S8H8D9S9H9D",
                NINE_DEFENDER,
                melds=[cards("7S7H7D"), cards("8S8H8D"), cards("9S9H9D")],
            ),
            "HAND_COUNT_END_FEW",
            "knocker",
        ),
        ("knock", "knocker", 44, 1, 10, 54),
    ),
    "HAND_COUNT_END_FEW, gin where nobody may knock": (
        ruled(
            showdown(NINE, NINE_DEFENDER, claim="gin") | {"rules": "straight"},
            "HAND_COUNT_END_FEW",
            "knocker",
        ),
        ("knock", "knocker", 44, 1, 10, 54),
    ),
    "HAND_COUNT_END_FEW, gin that is undercut": (
        ruled(showdown(NINE, "7C8CQCQSQHJSJDJH2S3H"), "HAND_COUNT_END_FEW", "knocker"),
        ("undercut", "defender", 30, 1, 10, 5),
    ),
    "HAND_COUNT_END_FEW, big gin": (
        ruled(
            showdown("2S2H2D2C4S4H4D6S6H6D", LOOSE, claim="big_gin"),
            "HAND_COUNT_END_FEW",
            "knocker",
        ),
        ("knock", "knocker", 74, 1, 10, 84),
    ),
    "HAND_COUNT_END_FEW, defender": (
        ruled(showdown(SETS + "AS5H", LOOSE[:18]), "HAND_COUNT_END_FEW", "defender"),
        ("knock", "knocker", 85, 1, 6, 91),
    ),
    "HAND_COUNT_END_FEW, defender still lower": (
        ruled(showdown(SETS + "AS7H", MELDED[:18]), "HAND_COUNT_END_FEW", "defender"),
        ("knock", "knocker", 2, 1, 8, 10),
    ),
    "HAND_COUNT_END_FEW, undercut without bonus": (
        ruled(showdown(SETS + "AS9H", MELDED[:18]), "HAND_COUNT_END_FEW", "defender"),
        ("undercut", "defender", 0, 1, 10, 10),
    ),
    "HAND_COUNT_END_MANY, knocker would win": (
        ruled(showdown(SETS + "AS5HAD", LOOSE), "HAND_COUNT_END_MANY", "knocker"),
        ("knock", None, 0, 0, 7, 84),
    ),
    "HAND_COUNT_END_MANY, no big gin": (
        ruled(showdown(SETS + "8S8H8D", LOOSE), "HAND_COUNT_END_MANY", "knocker"),
        ("gin", None, 0, 0, 0, 84),
    ),
    "HAND_COUNT_END_MANY, knocker loses": (
        ruled(showdown(SETS + "AS5HAD", MELDED), "HAND_COUNT_END_MANY", "knocker"),
        ("undercut", "defender", 29, 1, 7, 3),
    ),
    "HAND_COUNT_END_MANY, defender loses": (
        ruled(showdown(SETS + "AS5H", LOOSE + "8D"), "HAND_COUNT_END_MANY", "defender"),
        ("knock", "knocker", 86, 1, 6, 92),
    ),
    "HAND_COUNT_END_MANY, defender would win": (
        ruled(showdown(SETS + "AS8H", MELDED + "AD"), "HAND_COUNT_END_MANY", "defender"),
        ("undercut", None, 0, 0, 9, 4),
    ),
    "HAND_COUNT_KNOCKER, too few": (
        ruled(showdown(SETS + "7S", LOOSE), "HAND_COUNT_KNOCKER", None, "let_it_be_counted"),
        ("knock", "knocker", 67, 1, 17, 84),
    ),
    "HAND_COUNT_KNOCKER, too many": (
        ruled(showdown(SETS + "AS5HAD", LOOSE), "HAND_COUNT_KNOCKER", None, "let_it_be_counted"),
        ("knock", None, 0, 0, 7, 84),
    ),
    "KNOCK_ILLEGAL_AFTER_EXPOSE, picked up, later gin": (
        ruled(
            showdown("2S2H2D2C4S4H4D6S6H6D", LOOSE),
            "KNOCK_ILLEGAL_AFTER_EXPOSE",
            "knocker",
            "let_knocker_pick_up_hand",
        ),
        ("gin", "knocker", 84, 1, 0, 84),
    ),
    "KNOCK_ILLEGAL_AFTER_EXPOSE, picked up, later undercut": (
        ruled(
            showdown(SETS + "AS5H", MELDED),
            "KNOCK_ILLEGAL_AFTER_EXPOSE",
            "defender",
            "let_knocker_pick_up_hand",
        ),
        ("undercut", "defender", 3, 1, 6, 3),
    ),
    "STOCK_51ST": (ruled(SIX, "STOCK_51ST", "knocker"), ("void", None, 0, 0, 6, 84)),
    "STOCK_PLAYED_ON": (ruled(SIX, "STOCK_PLAYED_ON"), ("void", None, 0, 0, 6, 84)),
    "HAND_COUNT_BOTH": (ruled(TWELVE, "HAND_COUNT_BOTH"), ("void", None, 0, 0, 12, 84)),
    "LOOK_BACK": (ruled(SIX, "LOOK_BACK", "defender"), ("knock", "knocker", 78, 1, 6, 84)),
    "one after the other": (
        ruled(
            ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", None, "accept_as_legal"),
            "OWN_CARD_EXPOSED",
            "defender",
        ),
        ("knock", "knocker", 72, 1, 12, 84),
    ),
}


@pytest.mark.parametrize("case", RULED)
def test_a_showdown_with_rulings(case) -> None:
    asked, expected = RULED[case]
    answer = adjudicate(asked)
    counts = (answer["knocker"]["count"], answer["defender"]["count"])
    scored = (answer["result"], answer["winner"], answer["points"], answer["boxes"])
    assert scored + counts == expected


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (TWELVE, "illegal_knock"),
        (ruled(TWELVE, "KNOCK_FALSE_GIN"), "illegal_knock"),
        (ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", None, "reject"), "illegal_knock"),
        (ruled(TWELVE, "KNOCK_ILLEGAL_EARLY"), "option_needed"),
        (ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", None, "lay_off"), "option_not_open"),
        (ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", "nobody", "reject"), "bad_json"),
        (ruled(TWELVE, "KNOCK_ILLEGAL_EARLY", None, 7), "bad_json"),
        (ruled(TWELVE, "KNOCK_EARLY"), "unknown_irregularity"),
        (ruled(SIX, "LOOK_BACK"), "offender_needed"),
        (SIX | {"irregularities": ["LOOK_BACK"]}, "bad_json"),
        (SIX | {"irregularities": "LOOK_BACK"}, "bad_json"),
        (ruled(SIX, "HAND_COUNT_END_FEW", "knocker"), "wrong_count"),
        (ruled(SIX, "HAND_COUNT_END_MANY", "defender"), "wrong_count"),
        (ruled(showdown(SETS, LOOSE), "HAND_COUNT_END_MANY", "knocker"), "wrong_count"),
        (ruled(showdown(SETS, LOOSE), "HAND_COUNT_END_FEW", "defender"), "wrong_count"),
        (ruled(showdown(SETS + "7S5HAS", LOOSE), "KNOCK_FALSE_GIN"), "wrong_count"),
    ],
)
def test_rulings_that_do_not_fit(asked, code) -> None:
    assert refused(adjudicate, asked) == code

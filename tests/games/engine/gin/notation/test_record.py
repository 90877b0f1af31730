"""Records: whole games as text, played again, and refused at the place where they go wrong."""

from itertools import pairwise

import pytest

from config.embedded.options import ROOT
from games.engine.cards import DECK
from games.engine.gin.game_rules import next_dealer
from games.engine.gin.notation.record import (
    read_record,
    record_as_json,
    replay,
    replayed,
)
from games.engine.gin.notation.text import format_record, parse_record
from games.engine.gin.play import result
from games.engine.gin.scoring.game import score_game
from games.engine.records import IllegalStep
from kernel.text import Refusal

TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts"
STANDARD = (TRANSCRIPTS / "standard.txt").read_text()


@pytest.mark.parametrize(
    ("name", "winner", "points", "hands"),
    [
        ("standard", 1, (85, 118), 7),
        ("doubling", 1, (142, 252), 6),
        ("round_the_corner", 0, (131, 57), 9),
        ("oklahoma", 1, (20, 153), 7),
        ("german", 0, (104, 16), 8),
        ("straight", 0, (126, 0), 4),
    ],
)
def test_a_whole_game(name, winner, points, hands) -> None:
    text = (TRANSCRIPTS / f"{name}.txt").read_text()
    rules, records = parse_record(text)
    assert format_record(rules, records) == text
    scores = [result(replayed(record)) for record in records]
    game = score_game(rules, scores)
    assert (game.finished, game.winner, game.points) == (True, winner, points)
    assert game.hands_used == len(records) == hands
    for (record, following), score in zip(pairwise(records), scores, strict=False):
        assert following.dealer == next_dealer(rules, record.dealer, score)


def line_of(part: str) -> int:
    return next(n for n, line in enumerate(STANDARD.splitlines(), start=1) if part in line)


def changed(number: int, line: str) -> str:
    lines = STANDARD.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("at", "line", "says"),
    [
        ("Rules", "Rules: nobodys", "no rule set"),
        ("Rules", 'Rules: {"target": ', "no JSON"),
        ("Rules", "", "begins with its rules"),
        ("Hand 2", "Hand 2, seat 7 deals", "a hand begins with"),
        ("seat 0:", "seat 0: 1S", "A card is"),
        ("seat 0:", "seat 0: ASAS", "twice"),
        ("upcard", "upcard: 2S3S", "one such card"),
        (": seat 1 wins", "knock: seat 0 wins 3 points and 1 box, counts 1 and 4", "the cards say"),
        ("0 take", "1 take", "seat 0's turn"),
        ("0 take", "0 fold", "no action"),
        ("0 knock", "0 draw", "not possible now"),
    ],
)
def test_a_wrong_record_is_refused_at_its_line(at, line, says) -> None:
    number = line_of(at)
    with pytest.raises(Refusal, match=says) as refusal:
        parse_record(changed(number, line))
    assert refusal.value.text.code == "bad_record"
    assert str(refusal.value).startswith(f"Line {number if line else 1}: ")


@pytest.mark.parametrize("line", ["seat 1", "stock", "upcard"])
def test_a_record_with_a_line_missing_is_refused_at_its_hand(line) -> None:
    with pytest.raises(Refusal, match=r"^Line 3: "):
        parse_record(changed(line_of(line), ""))


HAND = {
    "rules": "club",
    "dealer": 1,
    "hands": [
        ["7S", "7H", "7D", "JS", "QS", "KS", "2C", "3C", "4C", "KD"],
        ["KH", "KC", "9D", "8D", "6C", "5H", "TS", "2D", "AD", "3S"],
    ],
    "upcard": "9C",
    "stock": ["8H", "AC"],
    "actions": ["pass", "pass", "draw", "discard 8H", "draw", "discard KH", "take"],
}


#: Its whole stock: the cards that nobody has, the first two as they are drawn.
STOCK = [
    *HAND["stock"],
    *(
        card
        for card in map(str, DECK)
        if card not in {*HAND["hands"][0], *HAND["hands"][1], HAND["upcard"], *HAND["stock"]}
    ),
]


def asked(*actions: str, **changes) -> dict:
    return HAND | {"actions": list(actions or HAND["actions"])} | changes


def test_a_hand_played_again() -> None:
    knocked = replay(asked("pass", "pass", "draw", "knock KD | 7S7H7D JSQSKS 2C3C4C"))
    assert knocked == {
        "steps": 4,
        "finished": True,
        "result": "knock",
        "winner": 0,
        "points": [46, 0],
        "boxes": [1, 0],
    }


def test_a_hand_that_is_not_over() -> None:
    answer = replay(asked())
    assert (answer["finished"], answer["result"], answer["winner"]) == (False, None, None)
    assert (answer["points"], answer["boxes"], answer["steps"]) == ([0, 0], [0, 0], 7)


def test_an_action_may_be_an_object() -> None:
    told = [{"seat": 0, "action": action, "at": "..", "left": None} for action in HAND["actions"]]
    assert replay({**HAND, "actions": told}) == replay(HAND)


def test_nothing_is_filled_in_where_a_hand_was_cut_off() -> None:
    knocked = asked("pass", "pass", "draw", "knock KD | 7S7H7D JSQSKS 2C3C4C")
    answer = replay({**knocked, "result": "cut_off"})
    assert (answer["finished"], answer["result"], answer["steps"]) == (False, None, 4)
    assert (answer["winner"], answer["points"], answer["boxes"]) == (None, [0, 0], [0, 0])


def test_a_hand_that_was_cut_off_as_text_and_as_json() -> None:
    actions = ["pass", "pass", "draw", "knock KD | 7S7H7D JSQSKS 2C3C4C"]
    whole = {**HAND, "stock": STOCK, "actions": actions, "result": "cut_off"}
    record = read_record(whole)
    text = format_record(record.rules, [record])
    assert text.endswith("\nunfinished\n")
    assert parse_record(text)[1] == (record,)
    assert read_record(record_as_json(record, "club")) == record
    answered = read_record({**whole, "result": "knock"})
    assert parse_record(format_record(record.rules, [answered]))[1] == (answered,)


def test_what_was_possible_at_each_step() -> None:
    legal = replay(asked("pass", "pass", "draw", "discard 8H"), with_legal=True)["legal"]
    assert legal[:3] == [["pass", "take"], ["pass", "take"], ["draw"]]
    assert len(legal) == 4
    assert legal[3] == sorted(legal[3])
    assert {"discard 8H", "gin KD", "knock 8H", "gin 8H"} - set(legal[3]) == {"gin KD", "gin 8H"}


@pytest.mark.parametrize(
    ("actions", "at", "code"),
    [
        (["draw"], 0, "illegal_action"),
        (["pass", "pass", "take"], 2, "illegal_action"),
        (["take", "discard 9C"], 1, "illegal_action"),
        (["take", "discard 8H"], 1, "illegal_action"),
        (["take", "knock KD | 7S7H7D"], 1, "illegal_action"),
        (["take", 7], 1, "illegal_action"),
        ([*HAND["actions"], "discard KD", "draw"], 8, "missing_stock"),
        (["pass", "pass", "draw", "knock KD", "done", "done"], 5, "illegal_action"),
        (["pass", "pass", "draw", "knock KD", "lay_off TS on 7S7H7D"], 4, "illegal_action"),
    ],
)
def test_the_first_illegal_action(actions, at, code) -> None:
    with pytest.raises(IllegalStep) as illegal:
        replay(asked(*actions))
    assert illegal.value.text.code == code
    details = illegal.value.details()
    assert (details["at"], details["action"]) == (at, actions[at])
    assert details["legal"] == sorted(details["legal"])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"dealer": 2}, "bad_seat"),
        ({"hands": [HAND["hands"][0]]}, "bad_deal"),
        ({"hands": [HAND["hands"][0], HAND["hands"][1][:9]]}, "bad_deal"),
        ({"hands": [HAND["hands"][0], HAND["hands"][0]]}, "duplicate_card"),
        ({"stock": ["9C"]}, "duplicate_card"),
        ({"stock": ["9X"]}, "bad_card"),
        ({"stock": None}, "bad_json"),
        ({"actions": "pass"}, "bad_json"),
        ({"upcard": None}, "missing_upcard"),
        ({"limit_card": "3H"}, "not_used"),
        ({"rules": {"knock_limit": "second_deck"}}, "missing_limit_card"),
        ({"rules": "german"}, "not_used"),
        ({"rules": {"variant": "rummy"}}, "bad_rules"),
    ],
)
def test_a_deal_that_cannot_be(changes, code) -> None:
    with pytest.raises(Refusal) as refusal:
        replay(asked(**changes))
    assert refusal.value.text.code == code
    assert str(refusal.value)

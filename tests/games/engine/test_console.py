"""The JSON line commands: one answer a line, in order, and what the exit status says."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from config.embedded.options import ROOT
from games.engine import console
from games.engine.gin.rules import Rules
from tests.games.engine.gin.fair.matches import honest_match
from tests.games.engine.gin.fair.tampering import (
    an_action_changed_and_its_digest,
    tampered,
    the_stock_reordered,
)
from tests.games.engine.gin.notation.test_adjudication import S4
from tests.games.engine.gin.notation.test_record import HAND

GOOD = json.dumps({"id": "HV01", **S4})
GAME = json.dumps({"id": 7, "rules": "club", "hands": [{"winner": 0, "points": 100}]})


@pytest.fixture
def run(tmp_path, capsys):
    def answers(command: str, *lines: str | bytes) -> tuple[int, list]:
        file = tmp_path / "lines.jsonl"
        encoded = [line if isinstance(line, bytes) else line.encode() for line in lines]
        file.write_bytes(b"\n".join(encoded))
        status = console.main([command, str(file)])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return answers


def test_every_line_has_its_answer_and_a_wrong_one_stops_nothing(run) -> None:
    wrong = json.dumps({"id": "b", **S4, "rules": "nobodys"})
    status, answers = run("adjudicate", GOOD, wrong, "{", GOOD)
    assert status == console.SOME_WRONG
    assert [answer["id"] for answer in answers] == ["HV01", "b", None, "HV01"]
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[1]["error"]["code"] == "unknown_rules"
    assert "nobodys" in answers[1]["error"]["message"]
    assert answers[0]["defender"]["layoffs"] == [{"card": "TS", "onto": ["JS", "QS", "KS"]}]


def test_all_ok_is_status_0(run) -> None:
    status, answers = run("score", GAME, GAME)
    assert status == console.ALL_OK
    assert [answer["net"] for answer in answers] == [325, 325]


NO_OBJECTS = {
    "cut off": "{",
    "empty": "",
    "number": "7",
    "null": "null",
    "list": '["a"]',
    "NaN": '{"id": NaN}',
    "deep": "[" * 100_000,
    "no UTF-8": b"\xff{}",
    "two": '{"id": 1} x',
    "long number": "1" * 5000,
}


@pytest.mark.parametrize("line", NO_OBJECTS.values(), ids=NO_OBJECTS)
def test_what_is_no_json_object(run, line) -> None:
    status, answers = run("score", line, GAME)
    assert status == console.SOME_WRONG
    assert answers[0]["error"]["code"] == "bad_json"
    assert answers[1]["ok"]


def test_an_empty_file_is_fine(run) -> None:
    assert run("score") == (console.ALL_OK, [])


def test_a_file_that_is_not_there(capsys) -> None:
    assert console.main(["score", "/nowhere/at-all"]) == console.COULD_NOT_RUN
    out, err = capsys.readouterr()
    assert (out, err) == ("", "/nowhere/at-all: No such file or directory\n")


def test_a_wrong_call(capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        console.main(["score", "a", "b"])
    assert stopped.value.code == console.COULD_NOT_RUN
    assert capsys.readouterr().out == ""


def test_rules_are_one_object(capsys) -> None:
    assert console.main(["rules"]) == console.ALL_OK
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["presets"]["pagat"]["knobs"]["gin_bonus"] == 20
    assert sheet["knobs"]["target"]["max"] == 2000


def test_from_standard_input(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GAME.encode())))
    assert console.main(["score"]) == console.ALL_OK
    assert json.loads(capsys.readouterr().out)["finished"]


def test_in_a_pipe_through_manage_py() -> None:
    """An answer comes before the next question is asked."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "adjudicate", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    for _ in range(2):
        process.stdin.write(GOOD + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["points"] == 24
    assert process.communicate() == ("", None)
    assert process.returncode == 0


def test_a_reader_that_leaves_is_no_crash() -> None:
    lines = (GAME + "\n").encode() * 2000
    command = f"{sys.executable} manage.py score - | head -n 1"
    done = subprocess.run(
        ["/bin/bash", "-c", command], cwd=ROOT, input=lines, capture_output=True, check=False
    )
    assert (done.stderr, len(done.stdout.splitlines())) == (b"", 1)


def test_no_framework_is_loaded() -> None:
    code = "import sys, games.engine.console; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_replay_says_where_a_record_goes_wrong(run) -> None:
    hand = {"id": 3, **HAND, "actions": ["pass", "draw"]}
    status, answers = run("replay", json.dumps(hand))
    assert status == console.SOME_WRONG
    error = answers[0]["error"]
    assert (error["code"], error["at"], error["action"]) == ("illegal_action", 1, "draw")
    assert error["legal"] == ["pass", "take"]


def test_replay_takes_the_record_of_an_online_hand_and_calls_it_by_match_and_number(run) -> None:
    actions = [{"seat": 0, "action": text, "left": 7} for text in HAND["actions"]]
    hand = {**HAND, "match": 7, "n": 3, "actions": actions}
    status, (plain, wrong) = run(
        "replay", json.dumps(hand), json.dumps({**hand, "actions": [{"seat": 0}]})
    )
    assert status == console.SOME_WRONG
    assert (plain["match"], plain["n"], plain["ok"], plain["steps"]) == (7, 3, True, 7)
    assert list(wrong) == ["match", "n", "ok", "error"]
    assert (wrong["error"]["code"], wrong["error"]["action"]) == ("illegal_action", None)


@pytest.mark.parametrize("game", [1, 2])
def test_the_game_of_an_online_hand_is_that_of_its_match(run, game) -> None:
    """What is played say its rules."""
    hand = {**HAND, "match": 7, "n": 3, "game": game}
    of_rummy = {"game": game, "n": 3, "seats": 2, "dealer": 1, "seed": "00" * 32, "actions": []}
    rules = {"game": "rummy", "table_size": 2}
    status, answers = run("replay", json.dumps(hand), json.dumps({**of_rummy, "rules": rules}))
    assert status == console.ALL_OK
    assert (answers[0]["steps"], answers[1]["points"]) == (7, [0, 0])


def test_deals_are_verified_match_by_match(run) -> None:
    match = honest_match(Rules(), 1, most_hands=2)
    wrong = tampered(match, the_stock_reordered, 1)
    status, answers = run("verify_deals", json.dumps(match), "{", json.dumps(wrong))
    assert status == console.SOME_WRONG
    assert answers[0] == {"match": match["match"], "ok": True, "deals": 2}
    assert answers[1]["match"] is None
    assert answers[1]["error"]["code"] == "bad_json"
    assert answers[2]["match"] == match["match"]
    assert answers[2]["error"]["code"] == "wrong_stock"
    assert answers[2]["error"]["message"].startswith("Hand 2: ")


def test_an_illegal_action_of_a_match_says_its_place(run) -> None:
    match = tampered(honest_match(Rules(), 1, most_hands=2), an_action_changed_and_its_digest, 1)
    _, (answer,) = run("verify_deals", json.dumps(match))
    error = answer["error"]
    assert error["code"] == "illegal_action"
    assert error["at"] == len(match["records"][1]["actions"]) - 1


def test_replay_lists_what_was_legal_when_asked(tmp_path, capsys) -> None:
    file = tmp_path / "hand.jsonl"
    file.write_text(json.dumps({"id": 3, **HAND}))
    assert console.main(["replay", "--legal", str(file)]) == console.ALL_OK
    assert len(json.loads(capsys.readouterr().out)["legal"]) == len(HAND["actions"])


def test_replay_plays_rummy_where_a_line_says_so(run) -> None:
    """Each hand has ten of the 52 cards, so whoever draws may throw the card that came."""
    hand = {"id": 1, "game": "rummy", "seats": 2, "dealer": 1, "seed": "00" * 32}
    asked = {**hand, "actions": ["draw", "draw"]}
    status, answers = run(
        "replay", json.dumps({**hand, "actions": ["draw"]}), json.dumps(asked), json.dumps(HAND)
    )
    assert status == console.SOME_WRONG
    assert answers[0] == {
        "id": 1,
        "ok": True,
        "steps": 1,
        "finished": False,
        "result": None,
        "winner": None,
        "points": [0, 0],
    }
    assert (answers[1]["error"]["code"], answers[1]["error"]["at"]) == ("illegal_action", 1)
    assert len([text for text in answers[1]["error"]["legal"] if text.startswith("discard")]) == 11
    assert answers[2]["ok"]


@pytest.mark.parametrize("game", ["whist", 7, None, ["gin"]])
def test_replay_of_a_game_that_is_not_here(run, game) -> None:
    _, (answer,) = run("replay", json.dumps({"id": 1, **HAND, "game": game}))
    assert answer["error"]["code"] == "unknown_game"
    assert "gin, rummy" in answer["error"]["message"]


RUMMY = {"game": "rummy", "seats": 2, "dealer": 0, "seed": "00" * 32, "actions": []}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seats": 7}, "bad_rules"),
        ({"seats": "2"}, "bad_json"),
        ({"dealer": 2}, "bad_json"),
        ({"seed": "00"}, "bad_json"),
        ({"seed": "zz" * 32}, "bad_json"),
        ({"seed": "00 " * 21 + "0"}, "bad_json"),
        ({"actions": "draw"}, "bad_json"),
        ({"rules": []}, "bad_json"),
        ({"rules": {"knock_limit": 10}}, "bad_rules"),
        ({"actions": ["draw", "meld 5S(6S"]}, "illegal_action"),
        ({"actions": ["fold"]}, "illegal_action"),
    ],
)
def test_a_record_of_rummy_that_is_none(run, wrong, code) -> None:
    _, (answer,) = run("replay", json.dumps({"id": 1, **RUMMY, **wrong}))
    assert answer["error"]["code"] == code


def test_the_rules_of_each_game_are_listed(capsys) -> None:
    console.main(["rules"])
    found = json.loads(capsys.readouterr().out)
    assert list(found["games"]) == ["gin", "rummy"]
    assert found["games"]["gin"] == {"presets": found["presets"], "knobs": found["knobs"]}
    jokers = found["games"]["rummy"]["knobs"]["jokers"]
    assert {**jokers, "meaning": ""} == {
        "type": "int",
        "default": 0,
        "min": 0,
        "max": 4,
        "meaning": "",
        "source": "S1",
    }


def test_replay_plays_hands_of_three(run) -> None:
    """All three refuse the upcard, so the first has to draw."""
    line = {"id": 1, "rules": {"variant": "battle_royal"}, "dealer": 2, "seed": "00" * 32}
    good = {**line, "actions": ["pass", "pass", "pass", "draw"]}
    wrong = {**line, "actions": ["pass", "pass", "pass", "pass"]}
    _, answers = run("replay", *map(json.dumps, (good, wrong, {**good, "dealer": 3})))
    assert (answers[0]["steps"], answers[0]["points"]) == (4, [0, 0, 0])
    assert answers[1]["error"]["legal"] == ["draw"]
    assert answers[2]["error"]["code"] == "bad_json"

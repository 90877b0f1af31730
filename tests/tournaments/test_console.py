"""`manage.py simulate`: what it prints, and what its exit status says."""

import json
import subprocess
import sys

import pytest

from config.embedded.options import ROOT
from tournaments import console
from tournaments.domain.formats.registry import FORMATS

PLAIN = ("--format", "single_elimination", "--players", "6")


def run(capsys, *arguments):
    status = console.main(arguments)
    written = capsys.readouterr()
    return status, [json.loads(line) for line in written.out.splitlines()], written.err


@pytest.mark.parametrize("code", [format.code for format in FORMATS])
def test_every_format_is_played_to_its_end(capsys, code):
    status, lines, errors = run(capsys, "--format", code, "--players", "6", "--best-of", "1")
    assert (status, errors) == (console.PLAYED, "")
    *rounds, last = lines
    assert [set(line) for line in rounds] == [
        {"round", "pairings", "byes", "withdrawn", "joined"} for _ in rounds
    ]
    assert sorted(row["entry"] for row in last["standings"]) == [f"P00{n}" for n in range(1, 7)]
    assert all(row["rank"] for row in last["standings"])


def test_the_same_seed_is_the_same_bytes(capsys):
    console.main([*PLAIN, "--seed", "7", "--drop", "0.1", "--no-show", "0.1"])
    once = capsys.readouterr().out
    console.main([*PLAIN, "--seed", "7", "--drop", "0.1", "--no-show", "0.1"])
    assert capsys.readouterr().out == once


def test_timing_adds_seconds_to_each_round(capsys):
    _, lines, _ = run(capsys, *PLAIN, "--timing")
    *rounds, last = lines
    assert all(line["seconds"] >= 0 for line in rounds)
    assert "seconds" not in last


def test_options_are_the_settings_of_the_format(capsys):
    _, lines, _ = run(capsys, *PLAIN, "--options", '{"third_place": true}')
    assert lines[-2]["pairings"][-1]["bracket"] == "Third place"


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("--format", "coin", "--players", "6"),
        ("--format", "single_elimination"),
        (*PLAIN, "--players", "-1"),
        (*PLAIN, "--players", "9999999999999999999999"),
        (*PLAIN, "--best-of", "4"),
        (*PLAIN, "--drop", "1.1"),
        (*PLAIN, "--late", "nan"),
        (*PLAIN, "--no-show", "often"),
        (*PLAIN, "--options", "[1]"),
        (*PLAIN, "--options", "{"),
        (*PLAIN, "surplus"),
    ],
)
def test_a_wrong_call(capsys, wrong):
    with pytest.raises(SystemExit) as stopped:
        console.main(wrong)
    assert stopped.value.code == console.COULD_NOT_RUN
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (("--players", "1"), "A knock-out needs at least 2 entrants; there are 1."),
        (("--players", "100000"), "A knock-out takes at most"),
        (("--options", '{"cut": 3}'), "has no setting cut"),
        (("--rounds", "3"), "has no setting rounds"),
    ],
)
def test_what_the_format_refuses(capsys, wrong, sentence):
    status, lines, errors = run(capsys, *PLAIN, *wrong)
    assert (status, lines) == (console.COULD_NOT_RUN, [])
    assert sentence in errors


def test_through_manage_py():
    command = [sys.executable, "manage.py", "simulate", *PLAIN]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "standings" in json.loads(done.stdout.splitlines()[-1])


def test_a_reader_that_leaves_is_no_crash():
    call = f"{sys.executable} manage.py simulate --format single_elimination --players 512"
    done = subprocess.run(
        ["/bin/bash", "-c", f"{call} | head -n 1"], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.stderr, len(done.stdout.splitlines())) == (b"", 1)


def test_no_framework_is_loaded():
    code = "import sys, tournaments.console; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0

"""The command that plays a whole tournament by chance. It knows no Django, so that it starts at
once: `manage.py` hands over to `main` before it loads any settings."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from kernel.text import Refusal
from tournaments.domain.formats.registry import FORMATS, format_of
from tournaments.domain.simulation import Conditions, simulate

HELP = "Play a whole tournament by chance, as a dry run: one JSON object a round, then the table."

LARGEST = 1_000_000
"""No number that is given may be larger; each format has its own bound for its field."""

PLAYED, CUT_SHORT, COULD_NOT_RUN = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Run `simulate` with these arguments; the exit status is 0, or 2 when it could not run."""
    given = _parser().parse_args(arguments)
    try:
        for line in _lines(given):
            print(json.dumps(line), flush=True)
    except Refusal as refusal:
        print(f"manage.py simulate: {refusal}", file=sys.stderr)
        return COULD_NOT_RUN
    except BrokenPipeError:  # nobody reads on: there is nothing left to say, or to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_SHORT
    return PLAYED


def _lines(given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    options = given.options if given.rounds is None else given.options | {"rounds": given.rounds}
    conditions = Conditions(
        given.players, given.best_of, given.drop, given.late, given.no_show, given.seed
    )
    began = perf_counter()
    for line in simulate(format_of(given.format, options), conditions):
        if given.timing and "round" in line:
            line["seconds"] = round(perf_counter() - began, 6)
        yield line
        began = perf_counter()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manage.py simulate", description=HELP)
    parser.add_argument("--format", required=True, choices=[format.code for format in FORMATS])
    parser.add_argument("--players", required=True, type=whole_number)
    parser.add_argument(
        "--rounds", type=whole_number, help="the setting of that name of the format"
    )
    parser.add_argument(
        "--best-of", type=odd_number, default=5, help="games of a match, an odd number"
    )
    for name, what in (
        ("--drop", "the share that leaves after each round"),
        ("--late", "the share that comes in round 2"),
        ("--no-show", "the share of matches that a player misses"),
    ):
        parser.add_argument(name, type=share, default=0.0, help=f"{what}, from 0 to 1")
    parser.add_argument("--seed", default="1", help="any text; the same one gives the same lines")
    parser.add_argument("--options", type=json_object, default={}, help="settings as a JSON object")
    parser.add_argument("--timing", action="store_true", help="add the seconds of each round")
    return parser


def whole_number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= LARGEST:
        raise ValueError
    return number


def odd_number(text: str) -> int:
    number = whole_number(text)
    if number % 2 == 0:
        raise ValueError
    return number


def share(text: str) -> float:
    found = float(text)
    if not 0 <= found <= 1:
        raise ValueError
    return found


def json_object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError
    return found

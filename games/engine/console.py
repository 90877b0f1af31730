"""The commands that judge and add up JSON lines. They know no Django, so that they start at once.

`manage.py` hands over to `main` before it loads any settings. Every line of input gives one line of
output, in order; a line that is wrong says so and does not stop the run.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn

from games.engine.gin.notation import record as gin
from games.engine.gin.notation.adding import add_up
from games.engine.gin.notation.adjudication import adjudicate
from games.engine.gin.royal import record as royal
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.rules import KNOBS, RULE_SETS, as_dict, rules_from
from games.engine.records import IllegalStep
from games.engine.rule_sheet import rule_sheet
from games.engine.rummy import notation as rummy
from games.engine.rummy import presets as rummy_presets
from games.engine.rummy import rules as rummy_rules
from games.engine.verification import verify_deals
from kernel.text import N_, Refusal, refusal, shown

Request = Mapping[str, Any]
Work = Callable[[Request], dict[str, Any]]

ALL_OK, SOME_WRONG, COULD_NOT_RUN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command that answers each line of its input."""

    help: str
    work: Work
    called: tuple[tuple[str, ...], ...] = (("id",),)
    """By which of its keys an answer calls its line: the first of these that the line has."""

    def name(self, request: Request) -> dict[str, Any]:
        """How the answer to a line begins."""
        keys = next((keys for keys in self.called if keys[0] in request), self.called[0])
        return {key: request.get(key) for key in keys}


def replay_gin(request: Request, *, with_legal: bool = False) -> dict[str, Any]:
    """A record of gin played again, of two or of three by its rules."""
    is_of_three = rules_from(request.get("rules")).variant in FORMS
    again = royal.replay if is_of_three else gin.replay
    return again(request, with_legal=with_legal)


#: What plays a record again, by the game that it says; one that says none is of gin.
REPLAYS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "gin": replay_gin,
    rummy.NAME: rummy.replay,
}


def _game_of(request: Request) -> object:
    """The game that a record says. That of a hand of a match says by `game` which of its games it
    belongs to, and by its rules what is played."""
    if "n" not in request:
        return request.get("game", "gin")
    rules = request.get("rules")
    return rules.get("game", "gin") if isinstance(rules, Mapping) else "gin"


def replay(request: Request, *, with_legal: bool = False) -> dict[str, Any]:
    """A record played again by the rules of its game."""
    name = _game_of(request)
    if not isinstance(name, str) or name not in REPLAYS:
        sentence = N_("The game of a record is one of %(games)s, not %(value)s.")
        games = ", ".join(REPLAYS)
        raise refusal("unknown_game", sentence, "game", games=games, value=shown(name))
    return REPLAYS[name](request, with_legal=with_legal)


LINE_COMMANDS: dict[str, LineCommand] = {
    "adjudicate": LineCommand(
        "Judge showdowns from their cards, one JSON object a line.", adjudicate
    ),
    "score": LineCommand("Add hands up to games, Hollywood series or matches.", add_up),
    "replay": LineCommand(
        "Play recorded hands again, up to the first illegal action.",
        replay,
        called=(("id",), ("match", "n")),
    ),
    "verify_deals": LineCommand(
        "Check the deals of online matches, and the hands that were played from them.",
        verify_deals,
        called=(("match",),),
    ),
}
RULES_HELP = "Print every rule set and every knob as one JSON object."

#: What `manage.py` hands over.
COMMANDS = (*LINE_COMMANDS, "rules")


def run() -> NoReturn:
    """The command of the engine as a package of its own."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run one of `COMMANDS`; the exit status is 0 (all ok), 1 (a line was wrong) or 2."""
    options = _parser().parse_args(arguments)
    if options.command == "rules":
        games = {
            "gin": rule_sheet(KNOBS, RULE_SETS, as_dict),
            rummy.NAME: rule_sheet(rummy_rules.KNOBS, rummy_presets.RULE_SETS, rummy_rules.as_dict),
        }
        print(json.dumps(games["gin"] | {"games": games}))
        return ALL_OK
    try:
        return _answer_all(options)
    except BrokenPipeError:  # nobody reads on: there is nothing left to say, or to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOME_WRONG
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return COULD_NOT_RUN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in LINE_COMMANDS.items():
        command_parser = commands.add_parser(name, help=command.help, description=command.help)
        command_parser.add_argument(
            "file", nargs="?", default="-", help="JSON lines; - is standard input"
        )
        if name == "replay":
            command_parser.add_argument(
                "--legal", action="store_true", help="list what was possible, too"
            )
    commands.add_parser("rules", help=RULES_HELP, description=RULES_HELP)
    return parser


def _answer_all(options: argparse.Namespace) -> int:
    command = LINE_COMMANDS[options.command]
    if options.command == "replay" and options.legal:
        command = replace(command, work=partial(replay, with_legal=True))
    status = ALL_OK
    for line in _lines(options.file):
        answer = _answer(command, line)
        status = status if answer["ok"] else SOME_WRONG
        print(json.dumps(answer), flush=True)
    return status


def _lines(name: str) -> Iterator[bytes]:
    """Line by line as they come, so that the command can sit in a pipe."""
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        yield from iter(file.readline, b"")


def _answer(command: LineCommand, line: bytes) -> dict[str, Any]:
    name = command.name({})
    try:
        request = _parsed(line)
        name = command.name(request)
        return {**name, "ok": True, **command.work(request)}
    except Refusal as refusal:
        error = {"code": refusal.text.code, "message": str(refusal)}
        if isinstance(refusal, IllegalStep):
            error |= refusal.details()
        return {**name, "ok": False, "error": error}


def _parsed(line: bytes) -> Request:
    try:
        request = json.loads(line, parse_constant=_not_json)
    except (ValueError, RecursionError) as error:
        raise refusal("bad_json", N_("This line is not JSON.")) from error
    if not isinstance(request, dict):
        raise refusal("bad_json", N_("A line must be a JSON object."))
    return request


def _not_json(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")

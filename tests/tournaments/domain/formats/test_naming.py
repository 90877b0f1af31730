"""A format is one file: nobody outside its folder names one, and none of them another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.options import ROOT
from tournaments.domain.formats.registry import FORMATS

CODES = {format.code for format in FORMATS}
NAMES = {format.__name__ for format in FORMATS} | {format.__module__ for format in FORMATS}
ROOMS = ("config", "games", "kernel", "pages", "players", "tournaments", "web")
OWN = ROOT / "tournaments" / "domain" / "formats"
EXAMPLES = {
    ("tournaments/api/stages.py", "round_robin"),
    ("tournaments/api/stages.py", "single_elimination"),
    ("tournaments/api/tournaments.py", "single_elimination"),
    ("tournaments/management/commands/demo.py", "round_robin"),
    ("tournaments/management/commands/demo.py", "swiss"),
}
"""What the schema shows as an example, and the events of the demonstration."""
OTHER_LADDER = ("pages/match/stepwise.py", "ladder")
"""That of penalties."""


def named_in(path: Path) -> Iterator[str]:
    """The codes, classes and modules of formats that a module names."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and node.value in CODES:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from NAMES & {node.module, *[f"{node.module}.{name.name}" for name in node.names]}
        elif isinstance(node, ast.Name | ast.Attribute):
            yield from NAMES & {node.id if isinstance(node, ast.Name) else node.attr}


def test_nobody_outside_their_folder_names_a_format():
    modules = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts and OWN not in path.parents
    ]
    found = {(str(path.relative_to(ROOT)), name) for path in modules for name in named_in(path)}
    assert found == {*EXAMPLES, OTHER_LADDER}


def test_no_template_or_script_asks_for_a_format():
    asked = re.compile(rf"""[=!]=+ *["']({"|".join(CODES)})["']""")
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    assert [path for path in files if asked.search(path.read_text())] == []


@pytest.mark.parametrize("format", FORMATS, ids=[format.code for format in FORMATS])
def test_a_format_knows_no_other(format):
    """It inherits from a kind, and what two share stands there."""
    others = [other for other in FORMATS if other is not format]
    path = ROOT / (format.__module__.replace(".", "/") + ".py")
    assert not {other.__module__ for other in others} & {*named_in(path)}
    assert not issubclass(format, tuple(others))

"""What the import contracts leave open: their exceptions, and queries, which are no imports."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp

from config.embedded.options import ROOT

#: How many imports each of these contracts lets through at most: fewer as they go, never more.
LET_THROUGH = {
    "Games and tournaments do not know the models of players": 25,
    "Tournaments do not know the models of games": 40,
    "Pages know no models": 72,
}
#: What reads through selectors alone.
READERS = (
    *("pages", "games/api.py", "players/api", "tournaments/api"),
    *("tournaments/live.py", "tournaments/live_tables.py"),
)
MANAGERS = {"objects", "_default_manager", "_base_manager"}


def test_exceptions_to_the_contracts_become_fewer_alone() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    graph = grimp.build_graph(*linter["root_packages"], cache_dir=None)
    found = {
        contract["name"]: sum(
            len(graph.find_matching_direct_imports(exception))
            for exception in contract["ignore_imports"]
        )
        for contract in linter["contracts"]
        if "ignore_imports" in contract
    }
    assert found.keys() <= LET_THROUGH.keys() <= {one["name"] for one in linter["contracts"]}
    assert {name: n for name, n in found.items() if n > LET_THROUGH[name]} == {}


def modules_of(*places: str) -> Iterator[Path]:
    for place in places:
        assert (ROOT / place).exists(), place
        yield from [ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py")


def managers_in(path: Path) -> Iterator[str]:
    """Where a module asks the manager of a model: `pages/club/club.py:178`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr in MANAGERS:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_pages_and_api_query_through_selectors() -> None:
    assert [place for path in modules_of(*READERS) for place in managers_in(path)] == []

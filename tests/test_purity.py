"""The pure packages run where none of the frameworks can be imported."""

import subprocess
import sys

import pytest

from config.embedded.options import ROOT

PURE = (
    "games.engine",
    "games.tables",
    "tournaments.domain",
    "kernel",
    "players.ratings",
    "players.roster_words",
    "players.short_names",
)
FRAMEWORKS = ("celery", "channels", "config", "django", "kombu", "redis", "rest_framework")

IMPORT_ALL_OF_IT = """
import importlib, pkgutil, sys

package, *forbidden = sys.argv[1:]
sys.modules.update(dict.fromkeys(forbidden))  # None there makes an import fail
module = importlib.import_module(package)
for found in pkgutil.walk_packages(getattr(module, "__path__", []), package + "."):
    importlib.import_module(found.name)
"""


def import_all(package: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", IMPORT_ALL_OF_IT, package, *FRAMEWORKS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("package", PURE)
def test_imports_without_any_framework(package: str) -> None:
    ended = import_all(package)
    assert ended.returncode == 0, ended.stderr


def test_what_is_not_pure_would_be_noticed() -> None:
    assert "django" in import_all("players.models").stderr


def test_packages_of_the_apps_are_empty() -> None:
    """A parent's `__init__` is imported before the module, unseen by the import contracts."""
    for package in ("games", "kernel", "pages", "players", "tournaments", "web"):
        assert (ROOT / package / "__init__.py").read_text() == ""

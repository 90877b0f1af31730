"""`bin/test`: the suite on SQLite, then again on PostgreSQL whatever touches the database.

What could not be run is said at the end, and fails the run where `CI=true`.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from config.embedded.options import ROOT
from tests import postgresql
from tests.browsers import find_browser

# A test that takes more seconds hangs: it fails and says where, and the others go on.
HANGS, HANGS_IN_THE_LONG_RUN = 600, 7200
NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED
PAGE = ROOT / "docs" / "long-run.md"


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of pytest: what it was, how it ended, how long it took, its closing line."""

    name: str
    status: int
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """Run both passes; 0 only when each of them is green and nothing needed was left out."""
    parser = argparse.ArgumentParser(prog="bin/test", description=__doc__)
    parser.add_argument("--long", action="store_true", help="everything at full size")
    options, rest = parser.parse_known_args(arguments)
    left_out = [] if find_browser() or _install_browser() else ["browser tests: no browser found"]
    with tempfile.NamedTemporaryFile("r", prefix="undercut-figures-") as figures:
        environment = _environment(figures.name if options.long else "")
        chosen = rest or (["--durations=60"] if options.long else _sample())
        chosen = [f"--timeout={HANGS_IN_THE_LONG_RUN if options.long else HANGS}", *chosen]
        passes = [_run("SQLite", _arguments(chosen, browser=not left_out), environment)]
        with postgresql.server() as url:
            if url:
                environment["DATABASE_URL"] = url
                passes.append(_run("PostgreSQL", [*chosen, "--database-only"], environment))
            else:
                left_out.append("everything on PostgreSQL: no server, and no initdb to make one")
        if options.long and not rest:
            _write_page(passes, figures.read())
    return close(passes, left_out, is_partial=bool(rest))


def _sample() -> list[str]:
    """What chooses the sample: the files of the commit, so that it is the same for everybody.

    Where there is no repository chance chooses, and pytest prints the seed.
    """
    if not (ROOT / ".git").exists():
        return ["--sample"]
    tree = subprocess.run(
        ["git", "rev-parse", "HEAD^{tree}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return ["--sample", f"--randomly-seed={int(tree.stdout[:8], 16)}"]


def _environment(figures: str) -> dict[str, str]:
    environment = dict(os.environ)
    environment.pop("DATABASE_URL", None)
    # The suite starts dozens of processes; none of them should compile the same files anew.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if figures:
        environment |= {"UNDERCUT_LONG": "1", "UNDERCUT_FIGURES": figures}
    return environment


def _arguments(rest: Sequence[str], *, browser: bool) -> list[str]:
    return [*rest] if browser else [*rest, "-m", "not browser"]


def _run(name: str, arguments: Sequence[str], environment: dict[str, str]) -> Pass:
    print(f"== {name}", flush=True)
    processes = str(max(2, min(os.cpu_count() or 2, 8)))
    start = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", processes, "--dist", "loadgroup", *arguments],
        cwd=ROOT,
        env=environment,
        check=False,
    )
    return Pass(name, ended.returncode, time.monotonic() - start)


def _install_browser() -> bool:
    """Fetch Chromium where the system lets us without a question; whether there is one then."""
    if not shutil.which("apt-get"):
        return False
    admin = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if admin and not shutil.which("sudo"):
        return False
    print("== Installing Chromium for the browser tests", flush=True)
    for command in (["update", "-q"], ["install", "-qy", "--no-install-recommends", "chromium"]):
        subprocess.run(
            [*admin, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return find_browser() is not None


def _write_page(passes: Sequence[Pass], figures: str) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    rows = [f"| {a.name} | {_word(a.status)} | {a.seconds:.0f} s |" for a in passes]
    lines = sorted(f"- {line}" for line in figures.splitlines())
    text = [
        "# The last long run",
        "",
        f"`bin/test --long` at commit {commit.stdout.strip()}, Python "
        f"{platform.python_version()}, {os.cpu_count()} cores.",
        "",
        "| pass | ended | took |",
        "|---|---|---|",
        *rows,
        *(["", *lines] if lines else []),
    ]
    PAGE.write_text("\n".join(text) + "\n")


def _word(status: int) -> str:
    return {0: "green", NO_TESTS: "no tests"}.get(status, f"red ({status})")


def close(passes: Sequence[Pass], left_out: Sequence[str], *, is_partial: bool) -> int:
    """Say how it went and what could not be run; gives the exit status.

    Some of the tests may be none for a pass; what is left out fails where `CI=true`.
    """
    harmless = {0, NO_TESTS} if is_partial else {0}
    failed = any(a.status not in harmless for a in passes)
    print()
    for a in passes:
        print(f"bin/test: {a.name}: {_word(a.status)} in {a.seconds:.0f} s")
    for what in left_out:
        print(f"bin/test: NOT RUN: {what}")
    must_be_whole = os.environ.get("CI") == "true"
    return int(failed or (must_be_whole and bool(left_out)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

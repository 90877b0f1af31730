"""Builds the wheel `undercut-engine` and tries it where nothing else is installed.

`python -m tests.engine_wheel [FOLDER]`; with a folder the wheel is left there. In it are the
engine, its console, `kernel.text` and `kernel.seats`: what the engine needs, and nothing of the
programs around it.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from config.embedded.options import ROOT
from games.engine.gin.rules import Rules
from tests.games.engine.gin.fair.matches import honest_match
from tests.games.engine.gin.notation.test_adjudication import S4
from tests.games.engine.gin.notation.test_record import HAND

ENGINE = Path("games", "engine")
BESIDE_IT = ("games/__init__.py", "kernel/__init__.py", "kernel/seats.py", "kernel/text.py")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
TRIED = (
    ("adjudicate", S4, {"ok": True, "points": 24}),
    ("score", {"rules": "club", "hands": [{"winner": 0, "points": 100}]}, {"net": 325}),
    ("replay", HAND, {"ok": True}),
    ("verify_deals", honest_match(Rules(), 1, most_hands=2), {"ok": True, "deals": 2}),
)
"""Each command with a line that it takes and what its answer must hold."""


def build(folder: Path) -> Path:
    """The wheel, built from a copy in which nothing else stands."""
    with tempfile.TemporaryDirectory() as empty:
        sources = Path(empty)
        shutil.copytree(
            ROOT / ENGINE, sources / ENGINE, ignore=shutil.ignore_patterns("__pycache__")
        )
        (sources / ENGINE / "pyproject.toml").rename(sources / "pyproject.toml")
        for name in BESIDE_IT:
            (sources / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, sources / name)
        shutil.copy(ROOT / "LICENSE", sources)
        _run(sys.executable, "-c", BUILD, str(folder.resolve()), cwd=sources)
    (wheel,) = folder.glob("undercut_engine-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Where its command is, in an environment in which nothing else is."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    if shutil.which("uv"):
        _run("uv", "pip", "install", "--offline", "--no-deps", "--python", str(python), str(wheel))
    else:
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python))
        _run(*pip, "install", "--no-index", "--no-deps", str(wheel))
    return folder / "bin" / "undercut-engine"


def try_out(command: Path) -> None:
    """Raises AssertionError for an answer that is wrong."""
    with tempfile.TemporaryDirectory() as away:
        assert "club" in json.loads(_run(str(command), "rules", cwd=Path(away)))["presets"]
        for name, line, wanted in TRIED:
            lines = Path(away, "lines.jsonl")
            lines.write_text(json.dumps(line))
            answer = json.loads(_run(str(command), name, str(lines), cwd=Path(away)))
            assert wanted.items() <= answer.items(), (name, answer)


def _run(*command: str, cwd: Path = ROOT) -> str:
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        try_out(install(wheel, Path(folder) / "venv"))
        if sys.argv[1:]:
            shutil.copy(wheel, sys.argv[1])
        print(f"{wheel.name} is built, and works alone")


if __name__ == "__main__":
    main()

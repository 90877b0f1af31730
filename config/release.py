"""What this release is called: a digest of what makes its pages, the same in every process."""

import hashlib
from pathlib import Path

SCHEMA_LEVEL = 10
"""Raised by hand with a migration that older programs cannot live with: one that removes or narrows
a column. See `web.db.schema_level`."""

_PARTS = (
    *("config", "games", "kernel", "pages", "players", "tournaments", "web"),
    *("templates", "static", "locale"),
)
_KINDS = {".py", ".html", ".css", ".js", ".svg", ".txt", ".po"}


def digest(root: Path) -> str:
    """Twelve characters that differ when any source of a page differs."""
    found = hashlib.sha256((root / "requirements.lock").read_bytes())
    for part in _PARTS:
        for path in sorted((root / part).rglob("*")):
            if path.suffix in _KINDS:
                found.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return found.hexdigest()[:12]

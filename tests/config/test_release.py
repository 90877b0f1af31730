"""A page is cached under the name of the release that made it."""

import shutil
from pathlib import Path

from config.embedded.options import ROOT
from config.release import digest


def test_the_name_changes_with_a_page_and_with_nothing_else(tmp_path: Path) -> None:
    for part in ("requirements.lock", "templates/base.html", "templates/public/tournament.html"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, tmp_path / part)
    before = digest(tmp_path)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "log.txt").write_text("a night at the club")
    assert digest(tmp_path) == before
    (tmp_path / "templates" / "base.html").write_text("another page")
    assert digest(tmp_path) != before

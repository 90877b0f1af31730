"""What can be set is written down."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded.options import ROOT

FOR_THE_SUITE = {"UNDERCUT_EAGER"}


def test_every_variable_is_in_the_operations_page() -> None:
    settings = (ROOT / "config" / "settings.py").read_text()
    read = r'(?:environ\.get|_flag|_words|_number)\(\s*"(\w+)"|env="(\w+)"'
    names = {name for found in re.findall(read, settings) for name in found if name}
    page = (ROOT / "docs" / "operations.md").read_text()
    assert len(names) > 20
    assert {name for name in names - FOR_THE_SUITE if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("address", ["gin.example", "https://", "https://gin.example/undercut"])
def test_an_address_that_begins_no_link_is_refused(address: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env={**os.environ, "UNDERCUT_BASE_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr.splitlines()[-1].endswith(
        f"UNDERCUT_BASE_URL is {address}, not an address like https://gin.example."
    )


def test_a_command_links_to_where_the_server_was_started(tmp_path: Path) -> None:
    (tmp_path / "address").write_text("http://192.168.1.5:8000")
    given = {"UNDERCUT_DATA": str(tmp_path), "SECRET_KEY": "of no use"}
    inherited = {name: value for name, value in os.environ.items() if "BASE_URL" not in name}
    ended = subprocess.run(
        [sys.executable, "-c", "from config import settings; print(settings.BASE_URL)"],
        cwd=ROOT,
        env={**inherited, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.strip() == "http://192.168.1.5:8000"


@pytest.mark.parametrize(("https", "name"), [("0", "seat"), ("1", "__Host-seat")])
def test_over_https_no_other_host_sets_the_cookie_of_a_seat(https: str, name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "from config import settings; print(settings.SEAT_COOKIE_NAME)"],
        cwd=ROOT,
        env={**os.environ, "UNDERCUT_HTTPS": https},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.strip() == name

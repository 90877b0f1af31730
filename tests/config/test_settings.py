"""What can be set is written down."""

import re

from config.embedded.options import ROOT

FOR_THE_SUITE = {"UNDERCUT_EAGER"}


def test_every_variable_is_in_the_operations_page() -> None:
    settings = (ROOT / "config" / "settings.py").read_text()
    read = r'(?:environ\.get|_flag|_words|_number)\(\s*"(\w+)"|env="(\w+)"'
    names = {name for found in re.findall(read, settings) for name in found if name}
    page = (ROOT / "docs" / "operations.md").read_text()
    assert len(names) > 20
    assert {name for name in names - FOR_THE_SUITE if f"`{name}`" not in page} == set()

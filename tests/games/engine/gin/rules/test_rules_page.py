"""docs/rules.md names modules, tests and knobs that are there."""

import re

import pytest

from config.embedded.options import ROOT
from games.engine.gin.rules import KNOBS
from games.engine.rummy.rules import KNOBS as KNOBS_OF_RUMMY

ENGINE_TESTS = ROOT / "tests" / "games" / "engine"
PAGE = (ROOT / "docs" / "rules.md").read_text()
ROWS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([^`|]+)` \| `([^`|]+)::([^`|]+)` \|$", PAGE, re.M)
LIST = PAGE.partition("## The list of forms")[2].partition("\n## ")[0]
LIST_ROWS = [
    line.strip("|").split("|")
    for line in LIST.splitlines()
    if line.startswith("| ") and not line.startswith("| what is said")
]


def test_no_row_is_overlooked() -> None:
    assert len(ROWS) == PAGE.count("::") > 50


@pytest.mark.parametrize(("rule", "module", "file", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_a_rule_is_where_the_page_says(rule, module, file, test) -> None:
    assert (ROOT / "games" / "engine" / module).is_file()
    assert re.search(rf"^ *def {test}\(", (ENGINE_TESTS / file).read_text(), re.M)


class TestTheListOfForms:
    def test_every_row_has_a_source_and_a_place(self) -> None:
        assert len(LIST_ROWS) > 80
        for row in LIST_ROWS:
            assert [bool(cell.strip()) for cell in row] == [True] * 3, row

    def test_what_it_names_is_there(self) -> None:
        knobs = {knob.name for knob in (*KNOBS, *KNOBS_OF_RUMMY)}
        for name in re.findall(r"`([^`]+)`", " ".join(row[2] for row in LIST_ROWS)):
            is_place = "/" in name and (ROOT / name).exists()
            assert is_place or name in knobs, name

    def test_it_names_every_knob(self) -> None:
        named = {*re.findall(r"`(\w+)`", PAGE.partition("## The list of forms")[2])}
        assert {knob.name for knob in KNOBS} <= named

    def test_a_knob_has_the_values_that_it_names(self) -> None:
        """`knob` value: a word of code behind a knob is one of its values."""
        by_name = {knob.name: knob for knob in KNOBS}
        for name, value in re.findall(r"`(\w+)` ([a-z]+_?[a-z_0-9]*)\b", LIST):
            if "_" in value or value in ("partnership", "doubling", "hollywood", "upcard"):
                assert value in by_name[name].choices, (name, value)

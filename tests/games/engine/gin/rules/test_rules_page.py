"""docs/rules.md names modules and tests that are there."""

import re

import pytest

from config.embedded.options import ROOT

ENGINE_TESTS = ROOT / "tests" / "games" / "engine"
PAGE = (ROOT / "docs" / "rules.md").read_text()
ROWS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([^`|]+)` \| `([^`|]+)::([^`|]+)` \|$", PAGE, re.M)


def test_no_row_is_overlooked() -> None:
    assert len(ROWS) == PAGE.count("::") > 50


@pytest.mark.parametrize(("rule", "module", "file", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_a_rule_is_where_the_page_says(rule, module, file, test) -> None:
    assert (ROOT / "games" / "engine" / module).is_file()
    assert re.search(rf"^ *def {test}\(", (ENGINE_TESTS / file).read_text(), re.M)

"""Who reads the secrets of deals, and what a table looks like where it is printed by mistake."""

import pprint
import random

from config.embedded.options import ROOT
from games.engine.gin.rules import Rules
from tests.games.tables.playing import PlayedTable

PACKAGES = ("config", "games", "kernel", "pages", "players", "tournaments", "web")
READERS = {
    "games/models/__init__.py",
    "games/models/tables.py",
    "games/selectors/table_now.py",
    "games/services/tables/writing.py",
}


def test_nothing_but_the_table_itself_reads_the_secrets_of_its_deals() -> None:
    sources = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    naming = {
        str(path.relative_to(ROOT))
        for path in sources
        if "migrations" not in path.parts and "DealSecret" in path.read_text()
    }
    assert naming == READERS


def test_a_table_that_is_printed_shows_no_card() -> None:
    """As in a report of an error."""
    table = PlayedTable(Rules())
    table.sit_down()
    table.play_on(random.Random(19), actions=4)
    state = table.state
    for text in (repr(state), f"{state}", pprint.pformat(state), pprint.pformat([state])):
        assert repr(state.hand) in " ".join(text.split())
        assert "stock=" not in text
        assert "hands=" not in text

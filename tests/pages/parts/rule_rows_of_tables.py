"""Every sentence on three or more at a table, with what it decides."""

from collections.abc import Callable

from games.engine.gin.captain import CaptainRules
from games.engine.gin.forms import gin_rules
from games.engine.gin.rules import Rules
from tests.games.engine.gin.table_matches import Table
from tests.pages.parts.rule_rows import Row

CUTTHROAT = {"variant": "cutthroat"}
CAPTAIN = {"variant": "captain", "match_type": "best_of", "match_n": 3, "target": 20}


def meet_after(*winners: int) -> Callable[[Rules], object]:
    """Who meet, the box first, after hands that bring these seats 20 each; seat 1 begins as
    captain, seat 0 is in the box."""

    def plays(rules: Rules) -> object:
        table = Table(CaptainRules(rules), 1)
        for winner in winners:
            table.play(winner, 20)
        return table.deal()[0]

    return plays


TABLE_ROWS = (
    Row(
        ("Three sit at the table", "Three at the table"),
        "table_size",
        3,
        4,
        lambda rules: gin_rules(rules).seats,
        3,
        CUTTHROAT,
    ),
    Row(
        ("%(n)d sit at the table", "%(n)d at the table"),
        "table_size",
        5,
        3,
        lambda rules: gin_rules(rules).seats,
        5,
        CUTTHROAT,
    ),
    Row(
        ("The box goes round the table", "The box goes round from game"),
        "solo_change",
        "per_game_rotate",
        "never",
        meet_after(0),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("Who wins the last hand of a game is in the box", "Who wins the last hand of a game has"),
        "solo_change",
        "per_game_last_hand",
        "never",
        meet_after(1),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("Whoever beats the box", "Who beats the box"),
        "solo_change",
        "per_hand",
        "never",
        meet_after(1),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("The same player is in the box", "One has the box"),
        "solo_change",
        "never",
        "per_game_rotate",
        meet_after(0),
        (0, 2),
        CAPTAIN,
    ),
)

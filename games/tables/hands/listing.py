"""Which game is played by which rules at an online table."""

from collections.abc import Mapping
from typing import Any

from games.engine.gin.royal.forms import FORMS
from games.engine.rummy.rules import RummyRules
from games.engine.rummy.scoring import RummyScoring
from games.tables.hands.base import Hands, TableRules
from games.tables.hands.gin import GinHands
from games.tables.hands.royal import RoyalHands
from games.tables.hands.rummy import RummyHands

AnyHands = Hands[Any, Any]

GIN, ROYAL, RUMMY = GinHands(), RoyalHands(), RummyHands()


def hands_of(rules: TableRules) -> AnyHands:
    """How the hands by these rules are played."""
    if isinstance(rules, RummyRules):
        return RUMMY
    return ROYAL if rules.variant in FORMS else GIN


def hands_by(shown: Mapping[str, Any]) -> AnyHands:
    """The same by the rules as a view or a record shows them."""
    if shown.get("game") == RummyScoring.name:
        return RUMMY
    return ROYAL if shown["variant"] in FORMS else GIN

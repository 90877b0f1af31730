"""Which game is played by which rules at an online table."""

from collections.abc import Mapping
from typing import Any

from games.engine.gin.rules import Rules
from games.tables.hands.base import Hands
from games.tables.hands.gin import GinHands

AnyHands = Hands[Any, Any]

GIN = GinHands()


def hands_of(rules: Rules) -> AnyHands:
    """How the hands by these rules are played."""
    return GIN


def hands_by(shown: Mapping[str, Any]) -> AnyHands:
    """The same by the rules as a view or a record shows them."""
    return GIN

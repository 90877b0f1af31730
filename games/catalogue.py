"""The games of which matches can be stored, by the names that matches have for them."""

from collections.abc import Mapping

from games.engine.gin.game_rules import GinRules
from games.engine.scoring.rules import AnyRules

GAMES: dict[str, type[AnyRules]] = {rules.name: rules for rules in (GinRules,)}

FEWEST_SEATS = min(rules.seats for rules in GAMES.values())
MOST_SEATS = max(rules.seats for rules in GAMES.values())
"""No match has fewer or more; how many one has says its own game."""

LAST_SEAT = MOST_SEATS - 1


class UnknownGameError(LookupError):
    """A match is of a game that this program does not have."""


def rules_of(game: str, knobs: Mapping[str, object], version: int) -> AnyRules:
    """The rules of a match that is stored with these knobs of its game."""
    if game not in GAMES:
        raise UnknownGameError(game)
    return GAMES[game].from_stored(knobs, version)

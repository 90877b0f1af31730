"""The games of which matches can be stored, by the names that matches have for them."""

from collections.abc import Callable, Mapping

from games.engine.gin import forms
from games.engine.gin.game_rules import GinRules
from games.engine.gin.royal import game_rules as royal
from games.engine.gin.scoring import hand
from games.engine.rummy import rules as rummy
from games.engine.rummy import scoring
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.rules import AnyRules


def _rummy(knobs: Mapping[str, object], version: int) -> AnyRules:
    own = {name: value for name, value in knobs.items() if name != "game"}
    return RummyScoring(rummy.from_stored(own, version))


GAMES: dict[str, Callable[[Mapping[str, object], int], AnyRules]] = {
    GinRules.name: forms.stored_gin_rules,
    RummyScoring.name: _rummy,
}
"""What makes the rules of a match from its rule set as it is stored, with its version."""

HAND_KINDS = tuple(
    dict.fromkeys([*hand.HAND_KINDS, *(one.code for one in (*royal.ENDINGS, *scoring.ENDINGS))])
)
"""How a hand can be written down to have ended; in which of these ways says its own game."""

FEWEST_SEATS = 2
MOST_SEATS = max(forms.MOST_SEATS, RummyScoring.most_seats)
"""No match has fewer or more; how many one has says its own game."""

LAST_SEAT = MOST_SEATS - 1


class UnknownGameError(LookupError):
    """A match is of a game that this program does not have."""


def rules_of(game: str, knobs: Mapping[str, object], version: int) -> AnyRules:
    """The rules of a match that is stored with these knobs of its game."""
    if game not in GAMES:
        raise UnknownGameError(game)
    return GAMES[game](knobs, version)

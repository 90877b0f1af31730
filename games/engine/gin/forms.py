"""The forms of gin, by the variant of a rule set: what a match is scored by."""

from collections.abc import Mapping

from games.engine.gin.captain import CaptainRules
from games.engine.gin.cutthroat import CutthroatRules
from games.engine.gin.game_rules import GinRules
from games.engine.gin.partnership import PartnershipRules
from games.engine.gin.royal.game_rules import RoyalRules
from games.engine.gin.rules import Rules, from_stored
from games.engine.scoring.rules import AnyRules

_OWN_RULES: Mapping[str, type[GinRules] | type[RoyalRules]] = {
    "partnership": PartnershipRules,
    "cutthroat": CutthroatRules,
    "captain": CaptainRules,
    "battle_royal": RoyalRules,
    "jersey": RoyalRules,
}

MOST_SEATS = max(GinRules.most_seats, *(rules.most_seats for rules in _OWN_RULES.values()))


def gin_rules(rules: Rules) -> AnyRules:
    """What a match under these rules is scored by."""
    return _OWN_RULES.get(rules.variant, GinRules)(rules)


def stored_gin_rules(knobs: Mapping[str, object], version: int) -> AnyRules:
    """The same, from a rule set as it is stored."""
    return gin_rules(from_stored(knobs, version))

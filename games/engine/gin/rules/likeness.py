"""Which rule set rules of one's own are most like, and in what they differ from it."""

from games.engine.gin.rules.model import KNOBS, Rules
from games.engine.gin.rules.presets import PLAYABLE_RULE_SETS, RuleSet
from games.engine.knobs import Knob

LENGTH = ("target", "match_type", "match_n", "points_by", "round_of")
"""How long a match is: every rule set is played at any length."""

OF_MORE_PLAYERS = ("solo_change", "side_size", "table_size")
"""What follows from how many play: it is said with that, and is no rule by itself."""

SINGLE_KNOBS = tuple(knob for knob in KNOBS if knob.name not in (*LENGTH, *OF_MORE_PLAYERS))
"""The knobs that can be set one by one in a tournament."""


def most_like(rules: Rules) -> tuple[RuleSet, tuple[Knob, ...]]:
    """The rule set from which these rules differ in the fewest knobs, of several the first, and
    those knobs."""
    found = [(rule_set, differing(rules, rule_set.rules)) for rule_set in PLAYABLE_RULE_SETS]
    return min(found, key=lambda one: len(one[1]))


def differing(rules: Rules, other: Rules) -> tuple[Knob, ...]:
    """The knobs that are others, as far as they change anything under the one or the other."""
    return tuple(
        knob
        for knob in SINGLE_KNOBS
        if getattr(rules, knob.name) != getattr(other, knob.name)
        and (knob.used(rules) or knob.used(other))
    )

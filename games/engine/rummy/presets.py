"""The rule sets of rummy that a club can name (rulebook 4.12)."""

from games.engine.rule_set import RuleSet
from games.engine.rummy.rules import RummyRules
from kernel.text import N_

RULE_SETS: tuple[RuleSet[RummyRules], ...] = (
    RuleSet(
        "rummy",
        N_("Rummy"),
        (
            "To 100: each loser writes down what they hold, the fewest points win; one meld a turn,"
            " the discards are shuffled once to be used again."
        ),
        "S1",
        RummyRules(),
        certainty="told",
    ),
    RuleSet(
        "rummy-open",
        N_("Rummy, any number of melds"),
        (
            "As rummy, with any number of melds a turn, and a hand that goes out in one turn counts"
            " double."
        ),
        "S1",
        RummyRules(melds_per_turn="any", rummy_doubles=True),
        certainty="told",
    ),
    RuleSet(
        "rummy-winner",
        N_("Rummy, the winner collects"),
        (
            "The winner of a hand collects what the others hold and deals the next one; the "
            "discards are turned over as they lie."
        ),
        "BI",
        RummyRules(
            melds_per_turn="any",
            scoring="winner_collects",
            dealer_policy="winner",
            reuse="turned",
        ),
        certainty="told",
    ),
    RuleSet(
        "knock-rummy",
        N_("Knock rummy"),
        (
            "Nothing lies on the table until somebody knocks; the lowest count wins the "
            "differences, 25 more for a rummy, a beaten knocker pays 10 more."
        ),
        "BI",
        RummyRules(variant="knock", scoring="winner_collects", dealer_policy="winner"),
    ),
)

"""Which irregularities a referee rules on in each game, and what is otherwise there.

The table is written for gin. Of rummy there are the rows that say the same there; whatever else
happens is ruled on freely.
"""

from collections.abc import Mapping

from games.engine.gin.irregularities import by_form
from games.engine.gin.irregularities.by_form import Standing, require
from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.rules import Rules
from games.rule_books import AgreedRules
from kernel.text import N_

NOT_IN_RUMMY = N_("It is written for gin, and can’t happen in rummy or is ruled on freely there.")

OF_RUMMY: Mapping[str, tuple[str, ...]] = {
    "DEAL_WRONG_DEALER_LATE": (),
    "DEAL_FACED_CARD": (),
    "DEAL_IMPERFECT_PACK": (
        N_("Before a knock means before somebody is out, in knock rummy before the knock."),
    ),
    "HAND_COUNT_BEFORE_DRAW": (),
    "HAND_COUNT_END_FEW": (),
    "HAND_COUNT_END_MANY": (),
    "DISCARD_RETRACT": (),
    "DRAW_RETRACT": (),
    "OWN_CARD_EXPOSED": (),
}
"""The rows that apply in rummy, by id, with what is otherwise (REC)."""


def standing(row: Irregularity, rules: AgreedRules) -> Standing:
    """How a row stands under these rules."""
    if isinstance(rules, Rules):
        return by_form.standing(row, rules)
    if row.id not in OF_RUMMY:
        return Standing(False, (NOT_IN_RUMMY,))
    return Standing(True, OF_RUMMY[row.id])


def those_of(rules: AgreedRules) -> tuple[Irregularity, ...]:
    """The rows that apply under these rules."""
    return tuple(row for row in IRREGULARITIES.values() if standing(row, rules).applies)


def require_in(row: Irregularity, rules: AgreedRules) -> None:
    """Refuse (`not_in_this_form`) a row that does not apply under these rules."""
    require(row, standing(row, rules))

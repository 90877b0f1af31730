"""Melds: least deadwood, arrangements, and the defender's best answer. Cards are 52-bit ints."""

from games.engine.melds.arrangements import (
    Melds,
    arrangements,
    best_melds,
    deadwood_of,
    least_arrangements,
    possible_melds,
)
from games.engine.melds.choice import fewest_layoffs, in_order, knockers_choice
from games.engine.melds.declared import check_melds, declared_answer, lay_off
from games.engine.melds.form import LOW_ACE, MeldForm, MeldKind, meld_form
from games.engine.melds.layoffs import (
    LaidOff,
    Layoff,
    best_answer,
    every_layoff,
    fits,
    least_after_layoffs,
)
from games.engine.melds.least import knock_discards, least_after_discard, least_deadwood

__all__ = [
    "LOW_ACE",
    "LaidOff",
    "Layoff",
    "MeldForm",
    "MeldKind",
    "Melds",
    "arrangements",
    "best_answer",
    "best_melds",
    "check_melds",
    "deadwood_of",
    "declared_answer",
    "every_layoff",
    "fewest_layoffs",
    "fits",
    "in_order",
    "knock_discards",
    "knockers_choice",
    "lay_off",
    "least_after_discard",
    "least_after_layoffs",
    "least_arrangements",
    "least_deadwood",
    "meld_form",
    "possible_melds",
]

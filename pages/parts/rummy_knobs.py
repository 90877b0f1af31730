"""What the single rules of rummy are called where they are chosen, and what they can be."""

from collections.abc import Mapping

from games.engine.knobs import KnobValue
from kernel.text import N_

GROUPS: Mapping[str, Mapping[str, str]] = {
    N_("Cards"): {
        "variant": N_("Form of the game"),
        "packs": N_("Packs"),
        "jokers": N_("Jokers"),
        "ace": N_("Aces"),
    },
    N_("Melds on the table"): {
        "melds_per_turn": N_("Melds in a turn"),
        "layoff_needs_meld": N_("Laying off"),
        "final_discard": N_("Going out"),
    },
    N_("End of the stock"): {
        "reuse": N_("How the discards become the stock"),
        "max_reuse": N_("How often the stock is renewed"),
        "block": N_("Block"),
    },
    N_("Score"): {
        "scoring": N_("Who writes points down"),
        "rummy_doubles": N_("Going rummy"),
        "dealer_policy": N_("Next dealer"),
    },
}
"""The knobs that can be set, by the part of the rules in which one looks for them."""

WORDS: Mapping[str, Mapping[KnobValue, str]] = {
    "block": {
        False: N_("The discards become the stock again, as far as that is agreed."),
        True: N_("The hand is over when the stock is used up; the lowest count wins it."),
    },
    "rummy_doubles": {
        False: N_("It counts like any other way of going out."),
        True: N_("It counts double."),
    },
}
"""Of values that are told in the rules in other ways, or not by themselves."""

IDLE: tuple[tuple[Mapping[str, KnobValue], str], ...] = (
    ({"variant": "basic"}, N_("Changes nothing in knock rummy.")),
    (
        {"block": False, "max_reuse": 1},
        N_("Changes nothing as long as the discards do not become the stock again."),
    ),
)
"""What would give a knob a use that has none, and what is said until then."""

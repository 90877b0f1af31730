"""What a hand is, and with how much one may knock."""

from dataclasses import dataclass
from typing import Literal

from games.engine.knobs import ANY, knob
from kernel.text import N_


@dataclass(frozen=True)
class KnockKnobs:
    """The knobs of it, in the order of the rulebook."""

    variant: Literal[
        "standard",
        "doubling",
        "round_the_corner",
        "partnership",
        "cutthroat",
        "captain",
        "battle_royal",
        "jersey",
        "rummy",
    ] = knob(
        "standard",
        N_(
            "Which form of the game the engine deals and judges; layoffs on gin, round-the-corner "
            "runs and the ace at 15 follow from it."
        ),
        "S0, S4, RG, PG, SC, S1",
    )
    knock_limit: int | Literal["upcard", "second_deck"] = knob(
        10,
        N_(
            "Highest count with which one may knock: a number (0 is Straight gin), the value of "
            "the upcard (Oklahoma; not together with deal_11), or that of a card turned from a "
            "second pack."
        ),
        "S0..S4, PG, BI, WP",
        most=10,
        chapter="hand",
        told={
            0: (N_("There is no knocking: only gin ends a hand."), N_("No knocking, only gin")),
            "upcard": (
                N_("The upcard says with how many points one may knock: its value or fewer."),
                N_("The upcard sets the knock limit"),
            ),
            "second_deck": (
                N_(
                    "A card turned from a second pack says with how many points one may knock: its"
                    " value or fewer."
                ),
                N_("A card of a second pack sets the knock limit"),
            ),
            ANY: (
                N_("One may knock with a count of %(n)d or less."),
                N_("Knock with %(n)d or less"),
            ),
        },
    )
    oklahoma_ace: Literal["value", "gin_only"] = knob(
        "gin_only",
        N_(
            "What an ace as upcard means when the limit follows the upcard: a limit of one, or gin"
            " only."
        ),
        "PG, S0 | BI, RG, OS",
        chapter="hand",
        told={
            "value": (
                N_("An ace as upcard allows a knock with one point."),
                N_("Ace as upcard: knock with 1"),
            ),
            "gin_only": (
                N_("An ace as upcard means that only gin ends the hand."),
                N_("Ace as upcard: only gin"),
            ),
        },
        used=lambda rules: rules.knock_limit == "upcard",
    )
    oklahoma_spade: Literal["none", "double_hand", "double_hand_and_boxes"] = knob(
        "double_hand",
        N_(
            "What a spade as upcard doubles when the limit follows the upcard: nothing, the points"
            " of the hand, or its points and its boxes."
        ),
        "S0, PG, BI, RG, RT",
        chapter="hand",
        told={
            "none": (N_("A spade as upcard doubles nothing."), N_("Spades double nothing")),
            "double_hand": (
                N_("A spade as upcard doubles the points of the hand."),
                N_("Spade as upcard: hand doubled"),
            ),
            "double_hand_and_boxes": (
                N_("A spade as upcard doubles the points of the hand and its boxes."),
                N_("Spade as upcard: hand and boxes doubled"),
            ),
        },
        used=lambda rules: rules.knock_limit == "upcard",
    )

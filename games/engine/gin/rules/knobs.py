"""The knobs of a rule set: what each may be, what it means and where it comes from.

gin.md 3.1. One literal tuple in the order of the rulebook; forms, the API and `manage.py rules`
are made from it. Which values go together is checked in `model`.
"""

from dataclasses import dataclass
from typing import Literal

from kernel.text import N_, Refusal, Text

KnobType = Literal["int", "int_or_null", "int_or_enum", "enum", "bool"]
KnobValue = int | str | bool | None

_LONGEST_SHOWN = 40

_EXPECTED = {
    "int": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s, but it is %(value)s."
    ),
    "int_or_null": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s, or null for none, "
        "but it is %(value)s."
    ),
    "int_or_enum": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s or one of %(choices)s, "
        "but it is %(value)s."
    ),
    "enum": N_("%(knob)s must be one of %(choices)s, but it is %(value)s."),
    "bool": N_("%(knob)s must be true or false, but it is %(value)s."),
}


def shown(value: object) -> str:
    """Whatever somebody sent, short and printable enough to stand in a sentence."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is int and abs(value) >= 10**_LONGEST_SHOWN:  # str() refuses 4,300 digits
        return "a number of more than 40 digits"
    if not isinstance(value, str | int | float):
        return "not a plain value"
    text = ascii(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


@dataclass(frozen=True, slots=True)
class Knob:
    """One field of `Rules`: `minimum` and `maximum` bound its numbers, `choices` are its words."""

    name: str
    type: KnobType
    default: KnobValue
    meaning: str
    source: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> None:
        """Refuse (`bad_rules`) what this knob can't be; true is no number, 5.0 no whole one."""
        if not self._allows(value):
            values = {
                "knob": self.name,
                "minimum": self.minimum,
                "maximum": self.maximum,
                "choices": ", ".join(self.choices),
                "value": shown(value),
            }
            raise Refusal(Text("bad_rules", _EXPECTED[self.type], values), self.name)

    def _allows(self, value: object) -> bool:
        if type(value) is bool:
            return self.type == "bool"
        if type(value) is int:
            return self.type.startswith("int") and self.minimum <= value <= self.maximum
        if value is None:
            return self.type == "int_or_null"
        return type(value) is str and value in self.choices


KNOBS: tuple[Knob, ...] = (
    Knob(
        "variant",
        "enum",
        "standard",
        N_(
            "Which form of the game the engine deals and judges; layoffs on gin, "
            "round-the-corner runs and the ace at 15 follow from it."
        ),
        "S0, S4, RG, PG, SC, S1",
        choices=(
            "standard",
            "doubling",
            "round_the_corner",
            "partnership",
            "cutthroat",
            "captain",
            "battle_royal",
            "jersey",
            "rummy",
        ),
    ),
    Knob(
        "knock_limit",
        "int_or_enum",
        10,
        N_(
            "Highest count with which one may knock: a number (0 is Straight gin), "
            "the value of the upcard (Oklahoma; not together with deal_11), or that "
            "of a card turned from a second pack."
        ),
        "S0..S4, PG, BI, WP",
        minimum=0,
        maximum=10,
        choices=("upcard", "second_deck"),
    ),
    Knob(
        "oklahoma_ace",
        "enum",
        "gin_only",
        N_(
            "What an ace as upcard means when the limit follows the upcard: a limit "
            "of one, or gin only."
        ),
        "PG, S0 | BI, RG, OS",
        choices=("value", "gin_only"),
    ),
    Knob(
        "oklahoma_spade",
        "enum",
        "double_hand",
        N_(
            "What a spade as upcard doubles when the limit follows the upcard: "
            "nothing, the points of the hand, or its points and its boxes."
        ),
        "S0, PG, BI, RG, RT",
        choices=("none", "double_hand", "double_hand_and_boxes"),
    ),
    Knob(
        "target",
        "int",
        100,
        N_("Points that end a game, or a column of a Hollywood sheet."),
        "S0, S2, S3, S4, PG, BI, WP",
        minimum=10,
        maximum=2000,
    ),
    Knob(
        "gin_bonus",
        "int",
        25,
        N_("Points for gin on top of the defender's count."),
        "S3, S4, PG, BI, WP",
        minimum=0,
        maximum=200,
    ),
    Knob(
        "big_gin_bonus",
        "int_or_null",
        31,
        N_(
            "Points for melding all eleven cards, on top of the defender's count; "
            "null: no big gin, such a hand scores as gin."
        ),
        "S2, S3, WP, MW, WC",
        minimum=0,
        maximum=200,
    ),
    Knob(
        "undercut_bonus",
        "int",
        25,
        N_("Points for an undercut on top of the difference of the counts."),
        "S0, S3, S4, PG, BI, WP",
        minimum=0,
        maximum=200,
    ),
    Knob(
        "tie_rule",
        "enum",
        "undercut",
        N_(
            "What equal counts above zero are: an undercut, nobody's hand, or the "
            "defender's box without points."
        ),
        "S0, S1, S3, S4, PG, OS",
        choices=("undercut", "no_score", "zero_undercut"),
    ),
    Knob(
        "knock_base",
        "int",
        0,
        N_("Points added to every plain knock that wins."),
        "WC",
        minimum=0,
        maximum=100,
    ),
    Knob(
        "game_bonus",
        "int",
        100,
        N_("Bonus for the player who reaches the target."),
        "S0, S1, S4, PG, BI, WP",
        minimum=0,
        maximum=1000,
    ),
    Knob(
        "shutout_rule",
        "enum",
        "add_100",
        N_("How the game of a winner whose opponent scored nothing is raised."),
        "S0, S4, PG, BI, WP, SC, RT",
        choices=(
            "none",
            "add_100",
            "double_game_bonus",
            "double_hand_points",
            "double_excl_boxes",
            "double_all",
        ),
    ),
    Knob(
        "box_bonus",
        "int",
        25,
        N_("Worth of one box, that is of one won hand on the sheet."),
        "S0, S4, PG, BI, WP",
        minimum=0,
        maximum=200,
    ),
    Knob(
        "box_timing",
        "enum",
        "end",
        N_("Whether boxes are paid when the game is over or count towards the target at once."),
        "PAL, S4",
        choices=("end", "immediate"),
    ),
    Knob(
        "extra_boxes_undercut",
        "int",
        0,
        N_("Boxes for an undercut beyond the one for the won hand."),
        "PG, S0, BI, RT",
        minimum=0,
        maximum=10,
    ),
    Knob(
        "extra_boxes_gin",
        "int",
        0,
        N_("Boxes for gin beyond the one for the won hand."),
        "PG, S0, BI, RT",
        minimum=0,
        maximum=10,
    ),
    Knob(
        "extra_boxes_big_gin",
        "int",
        0,
        N_("Boxes for big gin beyond the one for the won hand (without big gin idle)."),
        "REC: as for gin",
        minimum=0,
        maximum=10,
    ),
    Knob(
        "extra_boxes_gin_off",
        "int",
        0,
        N_(
            "Boxes for a defender who lays off everything and comes to zero, beyond "
            "the one for the won hand."
        ),
        "RT",
        minimum=0,
        maximum=10,
    ),
    Knob(
        "dealer_policy",
        "enum",
        "alternate",
        N_("Who deals the next hand of a game."),
        "S0, S3, S4, PG, BI, RT",
        choices=("winner", "loser", "alternate"),
    ),
    Knob(
        "void_dealer",
        "enum",
        "same",
        N_("Who deals after a void hand."),
        "S0, S4, PG",
        choices=("same", "alternate"),
    ),
    Knob(
        "upcard_rule",
        "enum",
        "non_dealer_draws",
        N_(
            "How a hand begins: after two refusals of the upcard the non-dealer or "
            "the dealer draws, or the non-dealer gets eleven cards and there is no "
            "upcard."
        ),
        "S0, S1, S4, PG",
        choices=("non_dealer_draws", "dealer_draws", "deal_11"),
    ),
    Knob(
        "wall_rule",
        "enum",
        "last_discard_action",
        N_(
            "What happens when the stock is down to two: void at the discard, void "
            "unless the opponent knocks with that discard, or void before the "
            "discard."
        ),
        "S0, S1, S3, S4, RU, OS, SI",
        choices=("void_at_once", "last_discard_action", "void_before_discard"),
    ),
    Knob(
        "discards_open",
        "bool",
        False,
        N_("Whether everybody may look through the discard pile."),
        "S4, RG",
    ),
    Knob(
        "first_dealer",
        "enum",
        "high_card_chooses",
        N_("How the first dealer is found: the high card chooses, the low card deals, or chance."),
        "S0, S2, S4, BI, PG",
        choices=("high_card_chooses", "low_card_deals", "random"),
    ),
    Knob(
        "game_winner_by",
        "enum",
        "target",
        N_(
            "Whether a game is won by reaching the target or by the higher total after all bonuses."
        ),
        "S0, S1, S2, S3, S4",
        choices=("target", "grand_total"),
    ),
    Knob(
        "match_type",
        "enum",
        "best_of",
        N_(
            "What a match is: one game, the best of several, games up to a point "
            "total, or a fixed number of hands."
        ),
        "S0, S4, WP, SV",
        choices=("single", "best_of", "points", "rounds"),
    ),
    Knob(
        "match_n",
        "int",
        5,
        N_(
            "The number that belongs to match_type: games of a best_of (odd), points "
            "to reach, or hands of rounds; 1 for single."
        ),
        "S0, S4, WP, REC",
        minimum=1,
        maximum=5000,
    ),
    Knob(
        "sheet",
        "enum",
        "game",
        N_(
            "What one game of a match is kept on: a plain sheet, or a Hollywood sheet"
            " of three columns."
        ),
        "RG, SC, PG, WP, RT",
        choices=("game", "hollywood"),
    ),
    Knob(
        "hollywood_winner",
        "enum",
        "columns",
        N_("What wins a Hollywood sheet: more columns (then the net), or the net alone."),
        "RG, REC",
        choices=("columns", "net"),
    ),
    Knob(
        "hollywood_third_double",
        "bool",
        False,
        N_("Whether the net of the third Hollywood column counts twice."),
        "RT",
    ),
    Knob(
        "hollywood_endless",
        "bool",
        False,
        N_(
            "Whether a new Hollywood column opens whenever one closes, until a player gives "
            "notice that the running three are the last."
        ),
        "RG",
    ),
    Knob(
        "doubling_cap",
        "int_or_null",
        64,
        N_("Highest factor in the doubling variant, a power of two; null: no cap."),
        "RG, REC",
        minimum=2,
        maximum=1024,
    ),
    Knob(
        "solo_change",
        "enum",
        "per_game_rotate",
        N_("When the solo player of the captain variant changes."),
        "S0, RG, RT, REC",
        choices=("per_game_rotate", "per_game_last_hand", "per_hand", "never"),
    ),
)

"""What a match is."""

from dataclasses import dataclass
from typing import Literal

from games.engine.gin.rules.knobs import ANY, knob
from kernel.text import N_


@dataclass(frozen=True)
class MatchKnobs:
    """The knobs of it, in the order of the rulebook."""

    game_winner_by: Literal["target", "grand_total"] = knob(
        "target",
        N_(
            "Whether a game is won by reaching the target or by the higher total after all bonuses."
        ),
        "S0, S1, S2, S3, S4",
        used=lambda rules: rules.match_type != "rounds",
    )
    match_type: Literal["single", "best_of", "points", "rounds"] = knob(
        "best_of",
        N_(
            "What a match is: one game, the best of several, games up to a point total, or a fixed"
            " number of hands."
        ),
        "S0, S4, WP, SV",
    )
    match_n: int = knob(
        5,
        N_(
            "The number that belongs to match_type: games of a best_of (odd), points to reach, or "
            "hands of rounds; 1 for single."
        ),
        "S0, S4, WP, REC",
        least=1,
        most=5000,
    )
    sheet: Literal["game", "hollywood"] = knob(
        "game",
        N_(
            "What one game of a match is kept on: a plain sheet, or a Hollywood sheet of three "
            "columns."
        ),
        "RG, SC, PG, WP, RT",
    )
    hollywood_winner: Literal["columns", "net"] = knob(
        "columns",
        N_("What wins a Hollywood sheet: more columns (then the net), or the net alone."),
        "RG, REC",
    )
    hollywood_third_double: bool = knob(
        False,
        N_("Whether the net of the third Hollywood column counts twice."),
        "RT",
    )
    hollywood_endless: bool = knob(
        False,
        N_(
            "Whether a new Hollywood column opens whenever one closes, until a player gives notice"
            " that the running three are the last."
        ),
        "RG",
        since=2,
        before=False,
    )
    doubling_cap: int | None = knob(
        64,
        N_("Highest factor in the doubling variant, a power of two; null: no cap."),
        "RG, REC",
        least=2,
        most=1024,
        chapter="hand",
        told={
            None: (N_("There is no limit to doubling."), N_("Doubling, no limit")),
            ANY: (N_("A hand counts at most %(n)d times."), N_("Doubling up to %(n)d times")),
        },
        used=lambda rules: rules.variant == "doubling",
    )
    solo_change: Literal["per_game_rotate", "per_game_last_hand", "per_hand", "never"] = knob(
        "per_game_rotate",
        N_("When the solo player of the captain variant changes."),
        "S0, RG, RT, REC",
    )

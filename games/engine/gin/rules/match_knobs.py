"""What a match is."""

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.knobs import ANY, SILENT, knob
from kernel.text import N_


def _of_hollywood(default: Any, meaning: str, source: str, **more: Any) -> Any:
    """A knob of the Hollywood sheet: on a plain one it changes nothing."""
    return knob(default, meaning, source, chapter="game", used=_is_hollywood, **more)


def _is_hollywood(rules: Any) -> bool:
    return bool(rules.sheet == "hollywood")


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
    points_by: Literal["net", "gross"] = knob(
        "net",
        N_(
            "What games bring in a match to points: each its net to its winner, or each player "
            "their whole total."
        ),
        "RG, S4, REC",
        used=lambda rules: rules.match_type == "points",
        since=3,
        before="net",
    )
    round_of: Literal["hand", "deal_each"] = knob(
        "hand",
        N_(
            "What a round of match_type rounds is: one hand, or two, of which each player deals "
            "one."
        ),
        "S0, REC",
        used=lambda rules: rules.match_type == "rounds",
        since=3,
        before="hand",
    )
    sheet: Literal["game", "hollywood"] = knob(
        "game",
        N_(
            "What one game of a match is kept on: a plain sheet, or a Hollywood sheet of three "
            "columns."
        ),
        "RG, SC, PG, WP, RT",
        chapter="game",
        told={
            "game": SILENT,
            "hollywood": (
                N_(
                    "A game is a Hollywood series: a sheet of three columns. The first hand that a "
                    "player wins is entered in the first, the second in the first two, every later "
                    "one in all three; a column that is closed takes no more, and who has no entry "
                    "yet begins in the first that is open. Each column has boxes and bonuses of "
                    "its own."
                ),
                N_("Hollywood sheet"),
            ),
        },
    )
    hollywood_winner: Literal["columns", "net"] = _of_hollywood(
        "columns",
        N_("What wins a Hollywood sheet: more columns (then the net), or the net alone."),
        "RG, REC",
        told={
            "columns": (
                N_("Who wins more columns wins the series; if they are level, the higher net."),
                "",
            ),
            "net": (
                N_("The higher net of all columns wins the series; if it is level, more columns."),
                N_("Series by the net"),
            ),
        },
    )
    hollywood_third_double: bool = _of_hollywood(
        False,
        N_("Whether the net of the third Hollywood column counts twice."),
        "RT",
        told={
            False: (N_("Every column counts once."), ""),
            True: (N_("The net of the third column counts twice."), N_("Third column double")),
        },
    )
    hollywood_endless: bool = _of_hollywood(
        False,
        N_(
            "Whether a new Hollywood column opens whenever one closes, until a player gives notice"
            " that the running three are the last."
        ),
        "RG",
        told={
            False: (N_("A series is over when its three columns are closed."), ""),
            True: (
                N_(
                    "When a column closes another opens, until a player gives notice before a deal "
                    "that the open ones are the last."
                ),
                N_("Endless Hollywood"),
            ),
        },
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
        chapter="game",
        told={
            "per_game_rotate": (
                N_("The box goes round the table from game to game."),
                N_("The box goes round from game to game"),
            ),
            "per_game_last_hand": (
                N_(
                    "Who wins the last hand of a game is in the box in the next one; who has "
                    "waited longest meets them first, and deals."
                ),
                N_("Who wins the last hand of a game has the box in the next"),
            ),
            "per_hand": (
                N_("Whoever beats the box is in it from the next hand on."),
                N_("Who beats the box has it"),
            ),
            "never": (
                N_("The same player is in the box for the whole match."),
                N_("One has the box for the whole match"),
            ),
        },
        used=lambda rules: rules.variant == "captain",
    )

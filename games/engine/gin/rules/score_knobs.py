"""What hands and games are worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from games.engine.gin.rules.variants import ALL_PLAY
from games.engine.knobs import ANY, SILENT, Told, knob
from kernel.text import N_


def _extra_boxes(meaning: str, source: str, told: Told, used: Callable[[Any], object]) -> Any:
    """A knob for boxes beyond the one for the won hand, mostly none."""
    spoken = {0: SILENT, ANY: told}
    return knob(0, meaning, source, most=10, chapter="game", told=spoken, used=used)


def _is_of_two(rules: Any) -> bool:
    """Where three play at once, eleven melded cards are gin, and their form says what is paid."""
    return rules.variant not in ALL_PLAY


def _is_knock_of_two(rules: Any) -> bool:
    """Whether one of two can knock."""
    return rules.knock_limit != 0 and _is_of_two(rules)


@dataclass(frozen=True)
class ScoreKnobs:
    """The knobs of it, in the order of the rulebook."""

    target: int = knob(
        100,
        N_("Points that end a game, or a column of a Hollywood sheet."),
        "S0, S2, S3, S4, PG, BI, WP",
        least=10,
        most=2000,
        used=lambda rules: rules.match_type != "rounds",
    )
    gin_bonus: int = knob(
        25,
        N_("Points for gin on top of the defender's count."),
        "S3, S4, PG, BI, WP",
        most=200,
        chapter="scoring",
        told={
            ANY: (N_("Gin scores %(n)d and the opponent's count."), N_("Gin %(n)d")),
        },
    )
    big_gin_bonus: int | None = knob(
        31,
        N_(
            "Points for melding all eleven cards, on top of the defender's count; null: no big "
            "gin, such a hand scores as gin."
        ),
        "S2, S3, WP, MW, WC",
        most=200,
        chapter="scoring",
        told={
            None: (N_("There is no big gin: eleven melded cards score as gin."), N_("No big gin")),
            ANY: (
                N_("Big gin, all eleven cards melded, scores %(n)d and the opponent's count."),
                N_("Big gin %(n)d"),
            ),
        },
        used=_is_of_two,
    )
    undercut_bonus: int = knob(
        25,
        N_("Points for an undercut on top of the difference of the counts."),
        "S0, S3, S4, PG, BI, WP",
        most=200,
        chapter="scoring",
        told={
            ANY: (
                N_("An undercut scores %(n)d and the difference of the counts."),
                N_("Undercut %(n)d"),
            ),
        },
        used=lambda rules: rules.knock_limit != 0,
    )
    tie_rule: Literal["undercut", "no_score", "zero_undercut"] = knob(
        "undercut",
        N_(
            "What equal counts above zero are: an undercut, nobody's hand, or the defender's box "
            "without points."
        ),
        "S0, S1, S3, S4, PG, OS",
        chapter="scoring",
        told={
            "undercut": (N_("Equal counts are an undercut as well."), N_("Equal counts: undercut")),
            "no_score": (N_("On equal counts nobody scores."), N_("Equal counts: nobody scores")),
            "zero_undercut": (
                N_("On equal counts the defender wins the hand, without points."),
                N_("Equal counts: a box for the defender, no points"),
            ),
        },
        used=_is_knock_of_two,
    )
    knock_base: int = knob(
        0,
        N_("Points added to every plain knock that wins."),
        "WC",
        most=100,
        chapter="scoring",
        told={
            0: SILENT,
            ANY: (N_("Every knock that wins earns %(n)d more."), N_("Won knock %(n)d more")),
        },
        used=_is_knock_of_two,
    )
    game_bonus: int = knob(
        100,
        N_("Bonus for the player who reaches the target."),
        "S0, S1, S4, PG, BI, WP",
        most=1000,
        chapter="game",
        told={
            0: (N_("There is no game bonus."), N_("No game bonus")),
            ANY: (N_("Who reaches the target has a game bonus of %(n)d."), N_("Game bonus %(n)d")),
        },
        used=lambda rules: rules.match_type != "rounds",
    )
    shutout_rule: Literal[
        "none",
        "add_100",
        "double_game_bonus",
        "double_hand_points",
        "double_excl_boxes",
        "double_all",
    ] = knob(
        "add_100",
        N_("How the game of a winner whose opponent scored nothing is raised."),
        "S0, S4, PG, BI, WP, SC, RT",
        chapter="game",
        told={
            "none": (
                N_("A shutout, a game in which the opponent won no hand, earns nothing more."),
                N_("No shutout bonus"),
            ),
            "add_100": (
                N_("A shutout, a game in which the opponent won no hand, earns 100 more."),
                N_("Shutout 100 more"),
            ),
            "double_game_bonus": (
                N_("A shutout, a game in which the opponent won no hand, doubles the game bonus."),
                N_("Shutout doubles the game bonus"),
            ),
            "double_hand_points": (
                N_(
                    "A shutout, a game in which the opponent won no hand, doubles the points of "
                    "the hands."
                ),
                N_("Shutout doubles the points of the hands"),
            ),
            "double_excl_boxes": (
                N_(
                    "A shutout, a game in which the opponent won no hand, doubles the points of "
                    "the hands and the game bonus, but not the boxes."
                ),
                N_("Shutout doubles all but the boxes"),
            ),
            "double_all": (
                N_(
                    "A shutout, a game in which the opponent won no hand, doubles everything, "
                    "boxes too."
                ),
                N_("Shutout doubles everything"),
            ),
        },
        used=lambda rules: rules.match_type != "rounds",
    )
    box_bonus: int = knob(
        25,
        N_("Worth of one box, that is of one won hand on the sheet."),
        "S0, S4, PG, BI, WP",
        most=200,
        chapter="game",
        told={
            0: (N_("Won hands earn no boxes."), N_("No boxes")),
            ANY: SILENT,
        },
    )
    box_timing: Literal["end", "immediate"] = knob(
        "end",
        N_("Whether boxes are paid when the game is over or count towards the target at once."),
        "PAL, S4",
        chapter="game",
        told={
            "end": (
                N_("Every won hand is a box, worth %(box_bonus)d at the end."),
                N_("Box %(box_bonus)d"),
            ),
            "immediate": (
                N_("Every won hand is a box, worth %(box_bonus)d that count at once."),
                N_("Box %(box_bonus)d at once"),
            ),
        },
        used=lambda rules: rules.box_bonus,
    )
    extra_boxes_undercut: int = _extra_boxes(
        N_("Boxes for an undercut beyond the one for the won hand."),
        "PG, S0, BI, RT",
        (N_("An undercut earns extra boxes: %(n)d."), N_("Extra boxes for an undercut: %(n)d")),
        used=lambda rules: rules.box_bonus and rules.knock_limit != 0,
    )
    extra_boxes_gin: int = _extra_boxes(
        N_("Boxes for gin beyond the one for the won hand."),
        "PG, S0, BI, RT",
        (N_("Gin earns extra boxes: %(n)d."), N_("Extra boxes for gin: %(n)d")),
        used=lambda rules: rules.box_bonus,
    )
    extra_boxes_big_gin: int = _extra_boxes(
        N_("Boxes for big gin beyond the one for the won hand (without big gin idle)."),
        "REC: as for gin",
        (N_("Big gin earns extra boxes: %(n)d."), N_("Extra boxes for big gin: %(n)d")),
        used=lambda rules: (
            rules.box_bonus and rules.big_gin_bonus is not None and _is_of_two(rules)
        ),
    )
    extra_boxes_gin_off: int = _extra_boxes(
        N_(
            "Boxes for a defender who lays off everything and comes to zero, beyond the one for "
            "the won hand."
        ),
        "RT",
        (
            N_("An undercut with nothing left earns extra boxes: %(n)d."),
            N_("Extra boxes for an undercut with nothing left: %(n)d"),
        ),
        used=lambda rules: rules.box_bonus and rules.knock_limit != 0,
    )

"""Who plays: partners against partners, or one of several who sit at a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from games.engine.gin.rules.variants import TWO_OF_A_TABLE
from games.engine.knobs import ANY, knob
from kernel.text import N_

_TARGETS = {2: 125, 3: 150, 4: 150, 5: 175}
_TARGET_OF_MORE = 200


def usual_target(size: int, rule_set: str = "") -> int:
    """To how many points a game is usually played with so many partners on a side (PG, BI, RG);
    RT, whose rule set is `rummytalk`, plays to more."""
    if rule_set == "rummytalk":
        return 300
    return _TARGETS.get(size, _TARGET_OF_MORE)


_OF_FORMS: Mapping[str, Mapping[str, int]] = {
    "battle_royal": {"target": 200, "gin_bonus": 40, "undercut_bonus": 20},
    "jersey": {"target": 200, "gin_bonus": 20, "undercut_bonus": 20},
}


def usual_knobs(variant: str) -> Mapping[str, Any]:
    """What a form has of its own, if nothing else is said: Battle Royal by RG, Jersey by the
    rulebook (4.9), since its source breaks off; nothing in the others."""
    return _OF_FORMS.get(variant, {})


def _of_partners(default: Any, meaning: str, source: str, **more: Any) -> Any:
    """A knob of the partnership game: where two play it changes nothing."""
    return knob(
        default,
        meaning,
        source,
        chapter="game",
        used=_has_partners,
        since=4,
        before=default,
        **more,
    )


def _has_partners(rules: Any) -> bool:
    return bool(rules.variant == "partnership")


def _has_a_table(rules: Any) -> bool:
    """Where all play a hand they are three, and nobody waits."""
    return rules.variant in TWO_OF_A_TABLE


@dataclass(frozen=True)
class SideKnobs:
    """The knobs of it (rulebook 4.6, 4.7)."""

    side_size: int = _of_partners(
        2,
        N_("How many partners play on each side."),
        "S0, PG, BI, RG",
        least=2,
        most=8,
        told={
            2: (N_("Two partners play against two."), N_("Two against two")),
            ANY: (N_("%(n)d partners play against %(n)d."), N_("%(n)d against %(n)d")),
        },
    )
    opponents_change: Literal["each_hand", "each_game", "never"] = _of_partners(
        "each_hand",
        N_("When partners change their opponents: after every hand, after every game, or never."),
        "S0, PG, BI, RG, REC",
        told={
            "each_hand": (N_("Partners change their opponents after every hand."), ""),
            "each_game": (
                N_("Partners change their opponents after every game."),
                N_("Opponents change after every game"),
            ),
            "never": (
                N_("Everybody keeps their opponent for the whole match."),
                N_("Opponents stay"),
            ),
        },
    )
    roodle: bool = _of_partners(
        False,
        N_(
            "Whether a side of which every partner wins their hand gets one extra box for each "
            "partner, two where that hand counts double."
        ),
        "RT",
        told={
            False: (
                N_("A round that every partner of a side wins brings one box, as any other."),
                "",
            ),
            True: (
                N_(
                    "A side of which every partner wins has a roodle: one extra box for each of "
                    "them, two for a hand that counts double."
                ),
                N_("Roodle"),
            ),
        },
    )
    table_size: int = knob(
        3,
        N_("How many players sit at a table at which two play and the others wait."),
        "RG, PG, REC",
        least=3,
        most=6,
        chapter="game",
        told={
            3: (N_("Three sit at the table: two play, one sits out."), N_("Three at the table")),
            ANY: (
                N_("%(n)d sit at the table: two play, the others wait for their turn."),
                N_("%(n)d at the table"),
            ),
        },
        used=_has_a_table,
        since=5,
        before=3,
    )

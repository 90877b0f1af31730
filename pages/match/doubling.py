"""Doubles offered while a hand is played: the pad keeps the factor and who may double next.

They stand in the form, and in the address of the pad, so that a page that is loaded anew still has
them, and each answer is a link (rulebook 4.5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.bounds import largest_factor
from kernel.seats import opponent
from pages.match.forms import FACTORS, KINDS, RANKS, SUITS, HandForm
from web.numbers import number_in

DOUBLING = "doubling"


@dataclass(frozen=True, slots=True)
class Offer:
    """A double of one seat: whether it is open to them now, and where either answer leads."""

    seat: int
    name: str
    is_open: bool
    accepted: str
    refused: str


def factors_of(rules: Rules) -> list[int]:
    """The factors that a hand can have; none where nobody doubles."""
    most = largest_factor(rules) if _doubles(rules) else 0
    return [factor for factor in FACTORS if factor <= most]


def fields_of(rules: Rules) -> dict[str, Any]:
    """What the pad asks for by these rules, beyond the counts."""
    factors = factors_of(rules)
    kinds = [
        (code, word)
        for code, word in KINDS
        if not (code == "big_gin" and rules.big_gin_bonus is None)
        and not (code == "knock" and rules.knock_limit == 0)
        and not (code == "refused" and not factors)
    ]
    cards = {"upcard": _("Upcard"), "second_deck": _("Limit card")}
    return {
        "kinds": kinds,
        "card": cards.get(rules.knock_limit) if isinstance(rules.knock_limit, str) else None,
        "ranks": RANKS,
        "suits": SUITS,
        "factors": factors,
    }


def kept_doubles(query: Mapping[str, str], rules: Rules) -> dict[str, Any]:
    """What the address of the pad says of the hand that is being played, as a form begins with."""
    if not _doubles(rules):
        return {}
    kept = {name: query.get(name, "") for name in ("factor", "may_double", "kind", "knocker")}
    allowed = {
        "factor": [str(factor) for factor in factors_of(rules)],
        "may_double": ["0", "1"],
        "kind": ["refused"],
        "knocker": ["0", "1"],
    }
    return {name: value for name, value in kept.items() if value in allowed[name]}


def offers_of(
    form: HandForm, rules: Rules, names: Sequence[str], query: Mapping[str, str]
) -> dict[str, Any] | None:
    """The doubles that may be offered in the hand as the form has it, none where nobody doubles:
    `most` is the highest factor; `is_over`: it is reached."""
    if not _doubles(rules):
        return None
    said, may_double = str(form["factor"].value() or 1), str(form["may_double"].value() or "")
    factor = int(said) if said in map(str, factors_of(rules)) else 1
    most = largest_factor(rules)
    is_over = factor * 2 > most or form["kind"].value() == "refused"
    number = number_in(query.get("game"), digits=6)
    game = {} if number is None else {"game": number}

    def offer(seat: int) -> Offer:
        accepted = {**game, "factor": factor * 2, "may_double": opponent(seat)}
        refused = {**game, "factor": factor, "kind": "refused", "knocker": seat}
        return Offer(
            seat,
            names[seat],
            not is_over and may_double in ("", str(seat)),
            f"?{urlencode(accepted)}",
            f"?{urlencode(refused)}",
        )

    offers = [offer(0), offer(1)]
    return {"most": most, "is_over": factor * 2 > most, "may_double": may_double, "offers": offers}


def _doubles(rules: Rules) -> bool:
    return rules.variant == DOUBLING

"""Who else sits at an online table of more than two, as one who sits there reads it: their partner,
how the other hands of the round stand, who sits out and what they have. Of hands that others play
it says no more than that they are played or over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from kernel.seats import SIDES
from pages.match.counted_end import is_counted
from pages.match.table_words import in_hand


@dataclass(frozen=True, slots=True)
class OtherHand:
    """A hand that others play."""

    names: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class SittingOut:
    """Somebody who sits out the hand that is shown, with their own account."""

    name: str
    is_own: bool
    is_ready: bool
    games: int
    points: int


@dataclass(frozen=True, slots=True)
class RoundWords:
    """`partners` are the names of the reader's partners, empty for who looks on. `waits`: the hand
    that is shown is over, and another one is not. `out` sit out where everybody has an account of
    their own."""

    partners: Sequence[str]
    hands: Sequence[OtherHand]
    waits: bool
    out: Sequence[SittingOut]


def round_words(view: Mapping[str, Any]) -> RoundWords | None:
    """The round as the reader of this view sees it; None where all play every hand."""
    plays, own = view.get("plays"), view["seat"]
    if plays is None or is_counted(view):
        return None
    names = [player["name"] for player in view["players"]]
    shown = in_hand(view)
    has_partners = len(view["points"]) == SIDES
    partners = [
        name
        for seat, name in enumerate(names)
        if has_partners and own is not None and seat != own and seat % SIDES == own % SIDES
    ]
    hands = [
        OtherHand(_between(names, play["players"]), play["state"] == "hand_over")
        for play in plays
        if tuple(play["players"]) != shown
    ]
    out = [] if has_partners else [_out(view, at) for at in range(len(names)) if at not in shown]
    goes_on = any(not hand.is_over for hand in hands)
    return RoundWords(partners, hands, view["state"] == "hand_over" and goes_on, out)


def _between(names: Sequence[str], players: Sequence[int]) -> str:
    first, second = (names[seat] for seat in players)
    return _("%(first)s against %(second)s") % {"first": first, "second": second}


def _out(view: Mapping[str, Any], seat: int) -> SittingOut:
    return SittingOut(
        view["players"][seat]["name"],
        is_own=seat == view["seat"],
        is_ready=view["ready"][seat],
        games=view["games_won"][seat],
        points=view["points"][seat],
    )

"""A draw as its director reads it before it is published: each pairing with its reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Draw
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.sides import NamedSide


@dataclass(frozen=True, slots=True)
class DraftPairing:
    """A pairing of round 1: two players, or one who has it free; and why."""

    number: int
    table: str
    players: tuple[NamedSide | None, ...]
    is_bye: bool
    why: str


def pairings_of(
    first: BracketRound, tables: Mapping[int, str], *, by_seed: bool
) -> list[DraftPairing]:
    """Round 1 in its order; `by_seed`: seeds say who meets whom, as in a knock-out."""
    size, byes = 2 * len(first.slots), sum(None in slot.players for slot in first.slots)
    return [
        DraftPairing(
            number=slot.number,
            table=tables.get(slot.table, "") if slot.table else "",
            players=slot.players,
            is_bye=None in slot.players,
            why=_why(slot, size, byes) if by_seed else "",
        )
        for slot in first.slots
    ]


def of_byes(entrants: int, byes: int) -> str:
    """Why some have the first round free, and who."""
    if not byes:
        return ""
    return ngettext(
        "%(entrants)d entrants in %(size)d places leave one free: the top seed has the first round "
        "off.",
        "%(entrants)d entrants in %(size)d places leave %(byes)d free: the top %(byes)d seeds have "
        "the first round off.",
        byes,
    ) % {"entrants": entrants, "size": entrants + byes, "byes": byes}


def _why(slot: Slot, size: int, byes: int) -> str:
    seeds = sorted(player.stage_seed for player in slot.players if player and player.stage_seed)
    if not seeds:
        return ""
    if None in slot.players:
        sentence = ngettext("Bye: the top seed.", "Bye: seed %(seed)d of the top %(byes)d.", byes)
        return sentence % {"seed": seeds[0], "byes": byes}
    values = {"low": seeds[0], "high": seeds[-1], "sum": size + 1}
    return _("Seed %(low)d meets seed %(high)d: the two add up to %(sum)d.") % values


def drawn_by(draw: Draw) -> str:
    """What the order was made from."""
    return {
        "rating": _("By rating"),
        "hand": _("By hand"),
        "random": _("By lot, from %(seed)s") % {"seed": draw.seed[:8].upper()},
        "places": _("By the places in the stage before"),
    }[draw.method]


def far_apart(rounds: Sequence[BracketRound]) -> str:
    """What seeding does for the best: who can meet whom when."""
    if len(rounds) < 2:
        return ""
    if len(rounds) == 2:
        return _("Seeds 1 and 2 can meet in the final only.")
    return _("Seeds 1 and 2 can meet in the final only, seeds 1 to 4 not before the semi-finals.")

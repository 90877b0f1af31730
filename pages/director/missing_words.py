"""Who is not at their online table, in words, with the button that calls them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.parts.table_cards import Tiles
from tournaments.selectors.desk.missing import MissingPlayer, at_their_hour, missing_players
from tournaments.selectors.stages.bracket import matches_of


@dataclass(frozen=True, slots=True)
class ShownMissing:
    """A player who is missing: where, what they have not done, and what was said to them. `act` is
    empty where they can't be called, or not again yet."""

    name: str
    where: str
    why: str
    called: str
    act: str


def shown_missing(tiles: Tiles) -> list[ShownMissing]:
    """Those of the event of these tiles, in the order of its matches."""
    at_tables = [one for one in tiles.open if tiles.is_online(one.slot)]
    expected = at_their_hour(at_tables, tiles.tournament, tiles.now)
    found = missing_players(expected, tiles.glances)
    slots = {slot.match.pk: slot for slot in matches_of(tiles.rounds) if slot.match}
    return [
        ShownMissing(
            one.name,
            tiles.maker.match(slots[one.match]).name,
            _("Not connected") if one.has_sat else _("Has not sat down"),
            _called(one, tiles),
            f"summon:{one.match}:{one.seat}" if one.may_be_called(tiles.now) else "",
        )
        for one in found
    ]


def missing_context(tiles: Tiles) -> dict[str, Any]:
    """What the part of the desk shows; `may_call_all`: more than one of them can be called."""
    missing = shown_missing(tiles)
    return {"missing": missing, "may_call_all": sum(bool(one.act) for one in missing) > 1}


def names_of(called: Sequence[MissingPlayer]) -> str:
    """Who was called, one after the other."""
    return ", ".join(one.name for one in called)


def _called(one: MissingPlayer, tiles: Tiles) -> str:
    if one.user is None:
        return _("No account: call them yourself.")
    if one.called_at is None:
        return ""
    minutes = max(0, int((tiles.now - one.called_at).total_seconds() // 60))
    if not minutes:
        return _("Called just now.")
    said = ngettext("Called %(minutes)d minute ago.", "Called %(minutes)d minutes ago.", minutes)
    return said % {"minutes": minutes}

"""The crosstable of a round robin: who beat whom, one table for each group."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from kernel.seats import opponent
from pages.parts.sheet_match import FORFEITS, IN_PLAY
from pages.public.tabs import EventTabPage
from tournaments.domain.standings import shown
from tournaments.models import Stage
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.crosstables import GroupTable, crosstable, with_crosstable
from web.actors import figure

MOST_CELLS = 1600
"""With more cells in all, a page shows one group."""
MOST_LINKED = 32
"""In a larger group the results are no links: it would be too heavy a page."""

WON_FORFEIT, LOST_FORFEIT = "+", "\N{MINUS SIGN}"  # as in published crosstables


@dataclass(frozen=True, slots=True)
class CellResult:
    """A match as the row's entrant sees it. `kind`: `won`, `lost`, `drawn`, `live`; `path` is that
    of its page below those of the matches."""

    words: str
    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class GroupRow:
    """An entrant of a group with their match points. `cells` are the results against the entrants
    by place, None at the place of this one."""

    place: int
    name: str
    points: str
    cells: Sequence[Sequence[CellResult] | None]
    is_own: bool


class CrosstablePage(EventTabPage):
    """The groups of the newest round robin that is drawn, or of the one that is asked for."""

    tab = "crosstable"
    asks = ("group",)
    marks_own = True

    @cached_property
    def choices(self) -> Sequence[Stage]:
        found = with_crosstable(self.stages)
        if not found:
            raise Http404
        return found

    def matter(self) -> dict[str, Any]:
        groups = crosstable(self.stage, full_names=self.full_names) if self.is_drawn else ()
        shown = self._wanted(groups)
        return super().matter() | {
            "groups": [_sheet(group, self.own_entry, alone=len(groups) == 1) for group in shown],
            "numbers": [group.number for group in groups] if len(shown) < len(groups) else [],
        }

    def _wanted(self, groups: Sequence[GroupTable]) -> Sequence[GroupTable]:
        """All groups, or the one that the address asks for; where all are too many the reader's
        own, else the first."""
        wanted = self.request.GET.get("group")
        cells = sum(len(group.entrants) ** 2 for group in groups)
        if wanted is None:
            own = [group for group in groups if self.own_entry in _entries(group)]
            return groups if cells <= MOST_CELLS else own or groups[:1]
        found = [group for group in groups if str(group.number) == wanted]
        if not found:
            raise Http404
        return found


def _entries(group: GroupTable) -> list[int]:
    return [side.entry for side in group.entrants]


def _sheet(group: GroupTable, own: int | None, *, alone: bool) -> dict[str, object]:
    """A group as a table; where it `is_linked` its results lead to the matches."""
    met: dict[tuple[int, int], list[CellResult]] = {}
    for slot in group.matches:
        for seat in (0, 1):
            side, other = slot.players[seat], slot.players[opponent(seat)]
            result = _result(slot, seat)
            if side and other and result:
                met.setdefault((side.entry, other.entry), []).append(result)
    entries = _entries(group)
    rows = [
        GroupRow(
            place,
            side.name,
            "" if points is None else figure(shown(points)),
            [
                None if other == side.entry else met.get((side.entry, other), ())
                for other in entries
            ],
            side.entry == own,
        )
        for place, (side, points) in enumerate(zip(group.entrants, group.points, strict=True), 1)
    ]
    return {
        "number": group.number,
        "name": "" if alone else _("Group %(group)d") % {"group": group.number},
        "rows": rows,
        "is_linked": len(rows) <= MOST_LINKED,
    }


def _result(slot: Slot, seat: int) -> CellResult | None:
    """What one of the two sees of a match, None while nothing of it is played."""
    won, lost = slot.games_won[seat], slot.games_won[opponent(seat)]
    words = f"{won}–{lost}"
    if slot.decision is None:
        return CellResult(words, "live", slot.path) if slot.state in IN_PLAY else None
    kind = "drawn" if slot.decision == "drawn" else "won" if slot.winner == seat else "lost"
    if slot.decision in FORFEITS:
        words = WON_FORFEIT if kind == "won" else LOST_FORFEIT
    return CellResult(words, kind, slot.path)

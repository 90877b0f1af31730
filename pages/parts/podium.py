"""The end of an event in words: the first three with their way, and the final table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from kernel.text import N_
from pages.parts.place_words import PlaceWords
from pages.parts.stage_switch import stage_name
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.podium import Came, Holder, Step, WayMark
from tournaments.domain.standings import ALONE, shown
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.domain.tiebreaks.lots import Lots
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.podium import EarlierPlace, Ending
from tournaments.selectors.stages.ranking import compared_in
from web.actors import figure, say

MOST_HOLDERS = 4  # of one place, each with their way
MOST_ROWS = 12
MOST_ROWS_OF_A_GROUP = 4
MOST_COMPARED = 3  # columns of the final table beside the matches won

CAME: Mapping[Came, tuple[str, str]] = {
    "won": ("w", N_("won")),
    "lost": ("l", N_("lost")),
    "drawn": ("d", N_("drawn")),
    "won_unplayed": ("w", N_("walkover")),
    "lost_unplayed": ("l", N_("not played")),
    "bye": ("w", N_("bye")),
}


@dataclass(frozen=True, slots=True)
class WayRow:
    """A match on the way; `mark` is w, l or d, `word` the same as it is heard, or shown where there
    is no `score`; `path` leads to the match, empty for a bye."""

    round: int
    name: str
    mark: str
    word: str
    score: str
    path: str


@dataclass(frozen=True, slots=True)
class OnPodium:
    """One who holds a place: what their row of the table says in `words`, where they stood in
    `earlier` stages, and their way."""

    entry: int
    name: str
    words: Sequence[str]
    earlier: Sequence[str]
    way: Sequence[WayRow]


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A place with who holds it; `more` is said instead where that are too many, or nobody.
    `is_first`: whoever stands here has won the event, not only their group."""

    place: int
    is_first: bool
    word: str
    holders: Sequence[OnPodium]
    more: str


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A row of the final table; its figures stand below the headings of the table."""

    place: str
    shared: bool
    name: str
    won: int
    figures: Sequence[str]
    reason: str


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The final table by groups, as far as it is shown; `more` counts the rows that are not."""

    headings: Sequence[str]
    groups: Sequence[tuple[str, Sequence[FinalRow]]]
    count: int
    more: int


class EndWords:
    """Says the end of an event, with the names that its reader sees."""

    def __init__(
        self, ending: Ending, names: Mapping[int, str], slots: Mapping[PairingKey, Slot]
    ) -> None:
        self.ending = ending
        self.names = names
        self.slots = slots
        self.rows = {row["entry"]: row for row in ending.table.rows}
        self.places = PlaceWords(ending.table.rows)
        self.codes = compared_in(ending.table)

    def steps(self) -> Sequence[PodiumStep]:
        """The first three places."""
        return [self._step(step) for step in self.ending.steps]

    def table(self, most: int | None = MOST_ROWS) -> FinalTable:
        """The final table: of one group `most` rows, of several fewer each; all without a limit."""
        rows = self.ending.table.rows
        groups = [(group, list(own)) for group, own in groupby(rows, lambda row: row["group"])]
        if most is not None and len(groups) > 1:
            most = MOST_ROWS_OF_A_GROUP
        shown_groups = [
            (_group(group), [self._row(row) for row in own[:most]]) for group, own in groups
        ]
        return FinalTable(
            headings=[say(tiebreak_of(code).name) for code in self._compared] or [_("Lost")],
            groups=shown_groups,
            count=len(rows),
            more=len(rows) - sum(len(own) for _name, own in shown_groups),
        )

    def holder(self, holder: Holder) -> OnPodium:
        """One of those who hold a place."""
        return OnPodium(
            holder.entry,
            self.names[holder.entry],
            list(self._said_of(holder.entry)),
            [self._earlier(place) for place in self.ending.earlier.get(holder.entry, ())],
            [self._way(mark) for mark in holder.way],
        )

    def _step(self, step: Step) -> PodiumStep:
        count, is_first = len(step.holders), step.place == 1 and step.group is None
        words = place_word(step.place)
        if count > 1:
            words = _("%(place)s, shared") % {"place": words}
        if step.group is not None:
            words = _("%(place)s in group %(group)d") % {"place": words, "group": step.group}
        if not step.holders:
            return PodiumStep(step.place, is_first, words, (), _("Nobody reached this place."))
        if count > MOST_HOLDERS:
            said = ngettext("%(count)d holds it.", "%(count)d share it.", count)
            return PodiumStep(step.place, is_first, words, (), said % {"count": count})
        holders = [self.holder(one) for one in step.holders]
        return PodiumStep(step.place, is_first, words, holders, "")

    def _said_of(self, entry: int) -> Sequence[str]:
        row = self.rows[entry]
        is_knock_out = self.ending.table.stage.format_class.is_knock_out
        said = [] if is_knock_out else [self._won(row)]
        if row["reason"]["code"] != ALONE[0]:  # how many they have won says as much
            said.append(self._reason(row))
        if entry in self.ending.gone:
            put_out = self.ending.gone[entry]
            said.append(_("Put out of the event") if put_out else _("Withdrew from the event"))
        return said

    def _won(self, row: Mapping[str, Any]) -> str:
        words = ngettext(
            "%(won)d of %(played)d match won", "%(won)d of %(played)d matches won", row["played"]
        )
        return words % {"won": row["won"], "played": row["played"]}

    def _earlier(self, earlier: EarlierPlace) -> str:
        row = earlier.row
        values = {"stage": stage_name(earlier.stage), "place": row["rank"], "group": row["group"]}
        if row["group"] is None:
            return _("%(stage)s: place %(place)s") % values
        return _("%(stage)s: place %(place)s of group %(group)d") % values

    def _way(self, mark: WayMark) -> WayRow:
        sign, word = CAME[mark.came]
        score = f"{mark.score[0]}–{mark.score[1]}" if mark.score else ""
        name = "" if mark.opponent is None else self.names[mark.opponent]
        path = "" if mark.opponent is None else self.slots[mark.key].path
        return WayRow(mark.key[0], name, sign, _(word), score, path)

    @cached_property
    def _compared(self) -> Sequence[str]:
        """The columns beside the matches won, without one that says the same and without lots."""
        rows = self.ending.table.rows
        repeats = {
            code for code in self.codes if all(row["tiebreaks"][code] == row["won"] for row in rows)
        }
        codes = [code for code in self.codes if code not in {*repeats, Lots.code}]
        return codes[:MOST_COMPARED]

    def _row(self, row: Mapping[str, Any]) -> FinalRow:
        values = row["tiebreaks"]
        figures = [figure(shown(values[code])) for code in self._compared]
        return FinalRow(
            place=self.places.words(row),
            shared=row["shared"],
            name=self.names[row["entry"]],
            won=row["won"],
            figures=figures or [str(row["lost"])],
            reason=self._reason(row),
        )

    def _reason(self, row: Mapping[str, Any]) -> str:
        return say(text_from(row["reason"], self.names))


def place_word(place: int) -> str:
    """What one of the first three places is called."""
    words: Mapping[int, str] = {
        1: pgettext("podium", "First"),
        2: pgettext("podium", "Second"),
        3: pgettext("podium", "Third"),
    }
    return words[place]


def _group(group: int | None) -> str:
    return "" if group is None else _("Group %(group)d") % {"group": group}

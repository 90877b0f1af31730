"""The bracket as a page shows it: trees of matches, each with its rounds side by side.

A *tree* is what leads to one match by winning: the draw of a knock-out, either side of a double
elimination and its finals, the matches for the places 5 to 8. A *piece* of it is the whole; of a
large one its last rounds, or a *section* of the rounds before. A *part* of the bracket is the
pieces that stand on one page.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from kernel.text import N_
from pages.parts.sheet_match import SheetMatch, is_third_place
from pages.parts.sheet_matches import WIDE_ROUNDS, SheetMatches
from pages.parts.sheet_words import BYE
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.lifecycle import MatchState
from tournaments.selectors.stages.bracket import Slot
from web.actors import say

MAIN = "round"
SIDES: Mapping[str, str] = {
    "winners": N_("Winners' bracket"),
    "losers": N_("Losers' bracket"),
    "final": N_("Grand final"),
}

SheetColumn = tuple[int, Sequence[Slot]]
"""A round's number, and those of its matches that stand in one tree."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A tree by its `key` and `heading`, or what `name` says of it; `section` is None for the whole
    and for its last rounds. `ends`: who wins its last match has won the stage."""

    key: str
    heading: str
    columns: Sequence[SheetColumn]
    third: Slot | None = None
    ends: bool = False
    name: str = ""
    section: int | None = None

    @property
    def sheet(self) -> str:
        """The key of its sheet, which no other on the page has."""
        return self.key if self.section is None else f"{self.key}-{self.section}"

    @property
    def matches(self) -> int:
        return sum(len(slots) for _round, slots in self.columns)


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A column of a sheet, with a `key` that no other on the page has. The match for third place
    stands below the final. `drops`: the matches are as many as in the round before, and who comes
    to their upper lines comes from elsewhere: `comes_from` says from which round, as long as one of
    them is not known."""

    key: str
    number: int
    name: str
    note: str
    matches: tuple[SheetMatch, ...]
    third_place: SheetMatch | None
    drops: bool
    comes_from: str


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A tree, or a piece of one. `current` is the number of the round to look at first, `key` tells
    it from the others on the page."""

    key: str
    heading: str
    rounds: tuple[SheetRound, ...]
    current: int
    ends: bool

    @property
    def is_long(self) -> bool:
        """Whether its columns are narrow where they stand side by side."""
        return len(self.rounds) > WIDE_ROUNDS


class DrawSheetMaker(SheetMatches):
    """Makes the sheets of a bracket.

    A tree of as many matches as `most_slots`, or more, is shown in sections, and its last
    `section_rounds` (half of all rounds at least) by themselves: six of a draw of 512. Pieces that
    are no sections stand on one page as long as these are not more than `most_matches`.
    """

    most_slots = 128
    section_rounds = 6
    most_matches = 192

    @cached_property
    def parts(self) -> Sequence[Sequence[Piece]]:
        """What stands on one page each: whole trees and last rounds, then the sections."""
        parts: list[list[Piece]] = []
        sections: list[list[Piece]] = []
        for piece in (piece for tree in self.trees for piece in self._pieces(tree)):
            if piece.section is not None:
                sections.append([piece])
            elif parts and sum(one.matches for one in [*parts[-1], piece]) <= self.most_matches:
                parts[-1].append(piece)
            else:
                parts.append([piece])
        return [*parts, *sections]

    def part_name(self, number: int) -> str:
        """What one of several parts (from 0) is called."""
        first, *others = self.parts[number]
        if others:
            return f"{first.heading} – {others[-1].heading}"
        if len(self.trees) == 1:
            return first.name
        return f"{first.heading}: {first.name}" if first.name else first.heading

    def sheets(self, number: int = 0) -> list[DrawSheet]:
        """The sheets of a part. Where there is one tree it needs no heading."""
        several = len(self.trees) > 1
        return [self._sheet(piece, several=several) for piece in self.parts[number]]

    @cached_property
    def trees(self) -> Sequence[Piece]:
        """The trees: the sides of a double elimination, else by the places that are played for."""
        tree_of: dict[PairingKey, str] = {}
        found: defaultdict[str, list[Slot]] = defaultdict(list)
        main = self.slots[self.last, 1].key
        third = next(filter(is_third_place, self.slots.values()), None)
        for slot in sorted(self.slots.values(), key=lambda slot: slot.key, reverse=True):
            target = self.winner_to.get(slot.key)
            own = MAIN if slot.key == main else f"tree-{slot.round}-{slot.number}"
            tree_of[slot.key] = slot.side or (tree_of[target.key] if target else own)
            if slot is not third:
                found[tree_of[slot.key]].append(slot)
        trees = [self._tree(key, slots[::-1], third) for key, slots in found.items()]
        order = [MAIN, *SIDES]
        return sorted(
            trees,
            key=lambda tree: (
                order.index(tree.key) if tree.key in order else len(order),
                self._first_place(tree),
            ),
        )

    def _tree(self, key: str, slots: Sequence[Slot], third: Slot | None) -> Piece:
        columns: defaultdict[int, list[Slot]] = defaultdict(list)
        for slot in slots:
            columns[slot.round].append(slot)
        if key in SIDES:
            heading = _(SIDES[key])
        else:
            heading = _("The draw") if slots[0].name is None else say(slots[0].name)
        is_main = key == MAIN
        return Piece(
            key,
            heading,
            list(columns.items()),
            third=third if is_main else None,
            ends=is_main or key == "final",
        )

    @staticmethod
    def _first_place(tree: Piece) -> int:
        """The best place that is played for in a tree of a consolation."""
        name = tree.columns[0][1][0].name
        first = name.values.get("first") if name else None
        return first if isinstance(first, int) else 0

    def _pieces(self, tree: Piece) -> Iterator[Piece]:
        """The whole tree, or its last rounds and the sections of those before."""
        if tree.matches < self.most_slots:
            yield tree
            return
        width = len(tree.columns[0][1])
        most = 1 << (max(self.section_rounds, (width.bit_length() + 1) // 2) - 1)
        if any(_drops(tree.columns, at) for at in range(len(tree.columns))):
            most //= 2  # each number of matches comes twice there
        late = [column for column in tree.columns if len(column[1]) <= most]
        early = [column for column in tree.columns if len(column[1]) > most]
        yield replace(tree, columns=late, name=_("Last rounds"))
        sections = width // most
        for number in range(1, sections + 1):
            columns = [(round, _cut(slots, number, sections)) for round, slots in early]
            name = _("Section %(number)d") % {"number": number}
            yield Piece(tree.key, tree.heading, columns, name=name, section=number)

    def _sheet(self, piece: Piece, *, several: bool) -> DrawSheet:
        undecided = (
            round for round, slots in piece.columns if not all(slot.decision for slot in slots)
        )
        return DrawSheet(
            key=piece.sheet,
            heading=piece.heading if several else "",
            rounds=tuple(self._round(piece, at) for at in range(len(piece.columns))),
            current=next(undecided, piece.columns[-1][0]),
            ends=piece.ends,
        )

    def _round(self, piece: Piece, at: int) -> SheetRound:
        number, slots = piece.columns[at]
        third = piece.third if at == len(piece.columns) - 1 else None
        return SheetRound(
            key=f"{piece.sheet}-{number}",
            number=number,
            name=self._round_of(slots[0]),
            note=_note([*slots, third] if third else slots),
            matches=tuple(self.match(slot) for slot in slots),
            third_place=self.match(third) if third else None,
            drops=_drops(piece.columns, at),
            comes_from=self._comes_from(slots, is_first=at == 0),
        )

    def _comes_from(self, slots: Sequence[Slot], *, is_first: bool) -> str:
        """The round of the matches that the short words of a column mean: of those who come from
        elsewhere, and to the first column of a piece from another one."""
        for slot in slots:
            for line, feeder, loses in zip(
                self.match(slot).lines, slot.feeders, slot.loses, strict=True
            ):
                unsaid = line.kind == "tbd" and (is_first or line.is_from_elsewhere)
                if unsaid and feeder and self.is_one_of_several(feeder):
                    words = _("Losers of %(round)s") if loses else _("Winners of %(round)s")
                    return words % {"round": self._round_of(self.slots[feeder])}
        return ""

    def _round_of(self, slot: Slot) -> str:
        return say(slot.name or self.rounds[slot.round].name)


def _drops(columns: Sequence[SheetColumn], at: int) -> bool:
    slots = columns[at][1]
    return at > 0 and len(slots) == len(columns[at - 1][1]) and not slots[0].is_second_final


def _cut(slots: Sequence[Slot], section: int, sections: int) -> Sequence[Slot]:
    size = len(slots) // sections
    return slots[(section - 1) * size : section * size]


def _note(slots: Sequence[Slot]) -> str:
    if all(slot.decision == "not_needed" for slot in slots):
        return _("not needed")
    if all(slot.state == BYE for slot in slots):
        return _("byes only")
    states = [slot.state for slot in slots if slot.state != BYE]
    done = states.count(MatchState.FINISHED)
    if done == len(states):
        return _("finished")
    return _("%(done)d of %(all)d finished") % {"done": done, "all": len(states)} if done else ""

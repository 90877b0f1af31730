"""The pairs of a round, for formats that are no bracket: who meets at which table, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.sheet_words import BYE
from tournaments.selectors.stages.bracket import BracketRound, Slot
from web.actors import say

LAST = 10_000


@dataclass(frozen=True, slots=True)
class PairRow:
    """A match of the round, or a bye; `reason` says why, where the round was paired by itself."""

    match: SheetMatch
    reason: str

    @property
    def is_bye(self) -> bool:
        return self.match.state == BYE


@dataclass(frozen=True, slots=True)
class PairGroup:
    """The pairs of a group by table, byes last; `name` is empty where all play in one."""

    name: str
    pairs: Sequence[PairRow]


@dataclass(frozen=True, slots=True)
class RoundList:
    """A round, and the others that can be chosen: number and name."""

    number: int
    name: str
    groups: Sequence[PairGroup]
    choices: Sequence[tuple[int, str]]


def round_list(maker: SheetMatches, number: int) -> RoundList:
    """The round with this number, of a stage that has it."""
    round = maker.rounds[number]
    names = sorted({_group(slot) for slot in round.slots})
    return RoundList(
        number=number,
        name=say(round.name),
        groups=[_in_group(maker, round, name) for name in names],
        choices=[(listed.number, str(listed.number)) for listed in maker.bracket],
    )


def _in_group(maker: SheetMatches, round: BracketRound, name: tuple[int, str]) -> PairGroup:
    slots = [slot for slot in round.slots if _group(slot) == name]
    slots.sort(key=lambda slot: (slot.state == BYE, slot.table or LAST, slot.number))
    return PairGroup(
        name[1],
        [PairRow(maker.match(slot), say(slot.reason) if slot.reason else "") for slot in slots],
    )


def _group(slot: Slot) -> tuple[int, str]:
    """The group's number and name."""
    if slot.name is None:
        return 0, ""
    number = slot.name.values["group"]
    assert isinstance(number, int)
    return number, say(slot.name)

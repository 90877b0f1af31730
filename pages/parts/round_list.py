"""The pairs of a round, for formats that are no bracket: who meets at which table, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pages.parts.open_result_words import rests_words
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.sheet_words import BYE
from tournaments.selectors.stages.bracket import Slot
from web.actors import say

LAST = 10_000


@dataclass(frozen=True, slots=True)
class RoundList:
    """A round, and the numbers of those that can be chosen. `groups` are named, but where all play
    in one, and have their matches by table, byes last. `rests` says without which matches it was
    paired."""

    number: int
    name: str
    groups: Sequence[tuple[str, Sequence[SheetMatch]]]
    choices: Sequence[int]
    rests: Sequence[str]


def round_list(maker: SheetMatches, number: int) -> RoundList:
    """The round with this number, of a stage that has it."""
    round = maker.rounds[number]
    slots = sorted(
        round.slots, key=lambda slot: (slot.state == BYE, slot.table or LAST, slot.number)
    )
    groups = groupby(sorted(slots, key=_group), key=_group)
    return RoundList(
        number=number,
        name=say(round.name),
        groups=[(name, [maker.match(slot) for slot in own]) for (_number, name), own in groups],
        choices=list(maker.rounds),
        rests=rests_words(maker, round),
    )


def _group(slot: Slot) -> tuple[int, str]:
    """The group's number and name."""
    if slot.name is None:
        return 0, ""
    number = slot.name.values["group"]
    assert isinstance(number, int)
    return number, say(slot.name)

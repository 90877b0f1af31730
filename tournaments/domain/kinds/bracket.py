"""The knock-outs: winners go up, and the last one standing is champion.

Slots are the fold: for 16 slots 1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11, so that seeds 1 to 2^j are
in different 2^j-ths of the bracket and byes fall to the top seeds. All rounds are planned at once.
A match's number is its place in its round, byes counted; seat 0 is the upper feeder. A place that
nobody reached stays empty: a double forfeit in the final leaves no champion and both second.

To write, beside what every format has (`base`): `draw`, all pairings, in the first round with `BYE`
where nobody is opposite, in later ones fed by winners and losers of earlier ones (`Side`);
`place_of`; `round_name`; and `by_definition`, from functions of `verification` alone.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from kernel.text import N_, Text
from tournaments.domain.crosstable import BYE, Crosstable, PairingKey, PairingPlan, Side
from tournaments.domain.kinds.base import NOT_DRAWN, DrawnAtOnce, Sentence
from tournaments.domain.kinds.bounds import require_size
from tournaments.domain.kinds.clinch.knock_out import clinch_knock_out
from tournaments.domain.kinds.pairings import Resolved, count_matches, resolve
from tournaments.domain.standings import Standing, in_order

TOO_FEW = N_("A knock-out needs at least 2 entrants; there are %(count)d. Add or check in more.")
TOO_MANY = N_(
    "A knock-out takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)

STILL_IN = ("still_in", N_("%(round)s: still in"))
WITHDREW = ("withdrew", N_("%(round)s: withdrew"))
PUT_OUT = ("put_out", N_("%(round)s: put out of the event"))
WON_BY_PUTTING_OUT = ("won_put_out", N_("%(round)s: %(opponent)s was put out of the event"))
NOBODY_LEFT = ("nobody_left", N_("%(round)s: nobody was left to play against"))
WON = {
    "played": ("won_played", N_("%(round)s: beat %(opponent)s")),
    "walkover": ("won_walkover", N_("%(round)s: walkover against %(opponent)s")),
    "withdrawal": ("won_withdrawal", N_("%(round)s: %(opponent)s withdrew")),
}
LOST = {
    "played": ("lost_played", N_("%(round)s: lost to %(opponent)s")),
    "walkover": ("lost_walkover", N_("%(round)s: lost by walkover to %(opponent)s")),
    "double_forfeit": ("double_forfeit", N_("%(round)s: forfeited, and so did %(opponent)s")),
}


@dataclass(frozen=True)
class Bracket(DrawnAtOnce):
    """A knock-out."""

    is_bracket = True
    is_knock_out = True
    sentences: ClassVar[tuple[Sentence, ...]] = (
        STILL_IN,
        WITHDREW,
        PUT_OUT,
        WON_BY_PUTTING_OUT,
        NOBODY_LEFT,
        *WON.values(),
        *LOST.values(),
    )

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 4,096 entrants."""
        require_size(len(entries), TOO_FEW, TOO_MANY)

    @abstractmethod
    def place_of(
        self, table: Crosstable, last: Resolved, entry: int, planned: Set[PairingKey]
    ) -> int | None:
        """The place that its last pairing leaves an entry with, None while that is open; `planned`
        are all pairings that there are."""

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The table: those still in, then by place, each in order of seed."""
        pairings = resolve(table)
        planned = {pairing.plan.key for pairing in pairings}
        last = {entry: pairing for pairing in pairings for entry in pairing.entries}
        played, won = count_matches(pairings)

        def row(entry: int) -> Standing:
            place, reason = None, NOT_DRAWN
            if entry in last:
                place = self.place_of(table, last[entry], entry, planned)
                name = self.full_name(table, last[entry].plan.key)
                reason = _reason(table, last[entry], entry, name)
            lost = played[entry] - won[entry]
            return Standing(entry, place, reason, played[entry], won[entry], lost)

        return in_order(row(entry) for entry in table.entries)

    def clinch_drawn(self, table: Crosstable, take: int, best_of: float) -> Mapping[int, Text]:
        return clinch_knock_out(self, table, take)


def draw(
    entries: Sequence[int], *, third_place: bool = False, consolation: bool = False
) -> tuple[PairingPlan, ...]:
    """All pairings of a knock-out of two or more entries, given in order of seed."""
    if len(set(entries)) != len(entries):
        raise ValueError("an entry is drawn twice")
    sides = [
        Side("entry", entry=entries[seed - 1]) if seed <= len(entries) else BYE
        for seed in slots(len(entries))
    ]
    rounds = len(sides).bit_length() - 1
    plan: list[PairingPlan] = []
    contests = {1: sides}  # who comes, by the best place that is played for
    for round in range(1, rounds + 1):
        losers_play = consolation or (third_place and round == rounds - 1)
        later: dict[int, list[Side]] = {}
        number = 1
        for first, sides in contests.items():
            size = len(sides) // 2
            pairs = zip(sides[::2], sides[1::2], strict=True)
            plan += [PairingPlan(round, at, pair) for at, pair in enumerate(pairs, number)]
            keys = [(round, at) for at in range(number, number + size)]
            number += size
            if size > 1:
                later[first] = [Side("winner", None, key) for key in keys]
            if size > 1 and losers_play and first + size < len(entries):
                later[first + size] = [Side("loser", None, key) for key in keys]
        contests = later
    return tuple(plan)


def slots(count: int) -> tuple[int, ...]:
    """The seeds from the top of the bracket down, of the least power of two not below `count`.

    Each step puts beside every seed the one that it meets in a field twice as large, so that the
    two always add up to the size plus one.
    """
    order = [1]
    while len(order) < count:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(order)


def rounds_of(table: Crosstable) -> int:
    """How many rounds the main draw of these entries has."""
    return (len(table.entries) - 1).bit_length()


def _reason(table: Crosstable, last: Resolved, entry: int, name: Text) -> Text:
    """Why the entry stands where it does, from the last pairing that it came to, and its name."""
    won = last.winner.entry == entry
    gone = last.opponent_of(entry) if won else entry
    if last.decision is None:
        code, template = STILL_IN
    elif last.decision in ("withdrawal", "bye") and gone in table.put_out:
        code, template = WON_BY_PUTTING_OUT if won else PUT_OUT
    elif won:
        code, template = WON.get(last.decision, NOBODY_LEFT)
    else:
        code, template = LOST.get(last.decision, WITHDREW)
    return Text(code, template, {"round": name, "opponent": last.opponent_of(entry)})

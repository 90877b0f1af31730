"""Single elimination: who loses is out, the last one standing is champion.

Slots are the fold: for 16 slots 1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11, so that seeds 1 to 2^j are
in different 2^j-ths of the bracket and byes fall to the top seeds. All rounds are planned at once.
A match's number is its place in its round, byes counted; seat 0 is the upper feeder. The match for
third place is number 2 of the last round, fed by the losers of the semi-finals. With fewer than
four entrants there is none, whatever the setting: the loser of the one semi-final is third.

Places: who goes out in a round of m pairings has place m + 1, shared with the others (the
semi-finals 3, the quarter-finals 5, ...). A place that nobody reached stays empty: a double
forfeit in the final leaves no champion and both second, one in a quarter-final leaves no fourth.
The match for third place gives 3 and 4; semi-finalists who both forfeited have no part in it and
share 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from players.text import N_, Refusal, Text
from tournaments.domain.crosstable import BYE, Crosstable, Key, PairingPlan, Side
from tournaments.domain.formats.base import (
    NOT_DRAWN,
    Resolved,
    count_matches,
    open_round,
    resolve,
)
from tournaments.domain.standings import Standing, in_order

FEWEST, MOST = 2, 1024
FEWEST_FOR_THIRD_PLACE = 4

TOO_FEW = N_("A knock-out needs at least 2 entrants; there are %(count)d. Add or check in more.")
TOO_MANY = N_(
    "A knock-out takes at most %(most)d entrants; there are %(count)d. "
    "Put some on the waitlist, or split the field."
)

FINAL = Text("final", N_("Final"))
SEMI_FINALS = Text("semi_finals", N_("Semi-finals"))
QUARTER_FINALS = Text("quarter_finals", N_("Quarter-finals"))
ROUND_OF = N_("Round of %(size)d")
THIRD_PLACE = Text("third_place", N_("Third place"))

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


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """A knock-out, with or without a match for third place."""

    code: ClassVar[str] = "single_elimination"
    name: ClassVar[Text] = Text("single_elimination", N_("Single elimination"))

    third_place: bool = False

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 1,024 entrants."""
        count = len(entries)
        if count < FEWEST:
            raise Refusal(Text("not_ready", TOO_FEW, {"count": count}))
        if count > MOST:
            raise Refusal(Text("not_ready", TOO_MANY, {"count": count, "most": MOST}))

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All rounds when nothing is drawn yet, then ()."""
        if table.plan:
            return ()
        self.validate(table.entries)
        return draw(table.entries, third_place=self.third_place)

    def advance(self, table: Crosstable) -> tuple[Resolved, ...]:
        """The bracket as it stands: winners moved up, losers of the semi-finals moved across."""
        return resolve(table)

    def is_over(self, table: Crosstable) -> bool:
        """Whether the final, and the match for third place where there is one, are decided."""
        return bool(table.plan) and all(one.decision for one in resolve(table))

    def leaves_from(self, table: Crosstable, entry: int) -> int | None:
        """The round of its open match."""
        return open_round(resolve(table), entry)

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The table: those still in, then by place, each in order of seed."""
        pairings = resolve(table)
        rounds, has_third_place = _last_round(table), _has_third_place(table)
        last = {entry: pairing for pairing in pairings for entry in pairing.entries}
        played, won = count_matches(pairings)

        def row(entry: int) -> Standing:
            place, reason = None, NOT_DRAWN
            if entry in last:
                place = _place(last[entry], entry, rounds, has_third_place)
                reason = _reason(table, last[entry], entry, rounds)
            lost = played[entry] - won[entry]
            return Standing(entry, place, reason, played[entry], won[entry], lost)

        return in_order(row(entry) for entry in table.entries)

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Final, Semi-finals, Quarter-finals, Round of 16, ..."""
        return _round_name(round, _last_round(table))

    def pairing_name(self, table: Crosstable, key: Key) -> Text | None:
        """Third place for that match; all others go by their round."""
        return THIRD_PLACE if key[1] == 2 and key[0] == _last_round(table) else None


def draw(entries: Sequence[int], *, third_place: bool = False) -> tuple[PairingPlan, ...]:
    """All pairings of a knock-out of two or more entries, given in order of seed."""
    if len(set(entries)) != len(entries):
        raise ValueError("an entry is drawn twice")
    sides = [
        Side("entry", entry=entries[seed - 1]) if seed <= len(entries) else BYE
        for seed in slots(len(entries))
    ]
    plan: list[PairingPlan] = []
    round = 1
    while len(sides) > 1:
        pairs = zip(sides[::2], sides[1::2], strict=True)
        plan += [PairingPlan(round, number, pair) for number, pair in enumerate(pairs, 1)]
        count = len(sides) // 2
        sides = [Side("winner", feeder=(round, number)) for number in range(1, count + 1)]
        round += 1
    if third_place and len(entries) >= FEWEST_FOR_THIRD_PLACE:
        semi_finals = (round - 2, 1), (round - 2, 2)
        upper, lower = (Side("loser", feeder=feeder) for feeder in semi_finals)
        plan.append(PairingPlan(round - 1, 2, (upper, lower)))
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


def _last_round(table: Crosstable) -> int:
    return max((plan.round for plan in table.plan), default=0)


def _has_third_place(table: Crosstable) -> bool:
    return (_last_round(table), 2) in {plan.key for plan in table.plan}


def _round_name(round: int, rounds: int) -> Text:
    size = 1 << (rounds - round + 1)
    named = {2: FINAL, 4: SEMI_FINALS, 8: QUARTER_FINALS}
    return named.get(size) or Text("round_of", ROUND_OF, {"size": size})


def _place(last: Resolved, entry: int, rounds: int, has_third_place: bool) -> int | None:
    """The place that its last pairing leaves an entry with, None while that is open."""
    if last.decision is None:
        return None
    won = last.winner.entry == entry
    if last.plan.key == (rounds, 2):
        return 3 if won else 4
    if last.plan.round == rounds:
        return 1 if won else 2
    if last.plan.round == rounds - 1 and has_third_place:
        return 4
    return (1 << (rounds - last.plan.round)) + 1


def _reason(table: Crosstable, last: Resolved, entry: int, rounds: int) -> Text:
    """Why the entry stands where it does, from the last pairing that it came to."""
    won = last.winner.entry == entry
    if last.decision is None:
        code, template = STILL_IN
    elif last.decision == "withdrawal" and _gone(last, entry) in table.put_out:
        code, template = WON_BY_PUTTING_OUT if won else PUT_OUT
    elif won:
        code, template = WON.get(last.decision, NOBODY_LEFT)
    else:
        code, template = LOST.get(last.decision, WITHDREW)
    is_third_place = last.plan.key == (rounds, 2)
    name = THIRD_PLACE if is_third_place else _round_name(last.plan.round, rounds)
    return Text(code, template, {"round": name, "opponent": last.opponent_of(entry)})


def _gone(last: Resolved, entry: int) -> int | None:
    """Who was not there any more: the opponent of who goes on, else the entry itself."""
    return last.opponent_of(entry) if last.winner.entry == entry else entry

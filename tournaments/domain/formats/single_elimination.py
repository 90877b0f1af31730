"""Single elimination: who loses is out, the last one standing is champion.

Slots are the fold: for 16 slots 1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11, so that seeds 1 to 2^j are
in different 2^j-ths of the bracket and byes fall to the top seeds. All rounds are planned at once.
A match's number is its place in its round, byes counted; seat 0 is the upper feeder. The match for
third place is number 2 of the last round, fed by the losers of the semi-finals. With fewer than
four entrants there is none, whatever the setting: the loser of the one semi-final is third.

In a full consolation the losers of every round play on among themselves for the places that they
can still get, in the rounds of the main draw: the losers of a first round of eight for places 9 to
16, of these the losers of the next round for places 13 to 16, and so on. Numbers go on after those
of the main draw, by the best place that is played for, so that the match for third place is number
2 of the last round here too. Nothing is planned where at most one can ever come.

Places: who goes out in a round of m pairings has place m + 1, shared with the others (the
semi-finals 3, the quarter-finals 5, ...). A place that nobody reached stays empty: a double
forfeit in the final leaves no champion and both second, one in a quarter-final leaves no fourth.
The match for third place gives 3 and 4; semi-finalists who both forfeited have no part in it and
share 4. So it is all through a consolation: a match gives two places of its own in the last round,
and who goes out of it before, together with the opponent, shares the last place that there was to
get. Who withdraws falls to it round by round. Who won by a correction after which somebody else was
kept in the next round goes out like a loser.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import BYE, Crosstable, PairingKey, PairingPlan, Side
from tournaments.domain.formats.base import (
    NOT_DRAWN,
    Format,
    Resolved,
    count_matches,
    resolve,
)
from tournaments.domain.standings import Standing, in_order

FEWEST, MOST = 2, 4096

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
PLACES = ("places", N_("Places %(first)d to %(last)d"))

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
class SingleElimination(Format):
    """A knock-out, with or without a match for third place, or with a full `consolation`, in which
    that match is included."""

    code = "single_elimination"
    name = Text("single_elimination", N_("Single elimination"))
    is_bracket = True

    third_place: bool = False
    consolation: bool = False

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 2 and more than 4,096 entrants."""
        require_size(entries)

    def next_round(self, table: Crosstable) -> tuple[PairingPlan, ...]:
        """All rounds when nothing is drawn yet, then ()."""
        if table.plan:
            return ()
        self.validate(table.entries)
        return draw(table.entries, third_place=self.third_place, consolation=self.consolation)

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The table: those still in, then by place, each in order of seed."""
        pairings = resolve(table)
        keys = {pairing.plan.key for pairing in pairings}
        last = {entry: pairing for pairing in pairings for entry in pairing.entries}
        played, won = count_matches(pairings)

        def row(entry: int) -> Standing:
            place, reason = None, NOT_DRAWN
            if entry in last:
                pairing = last[entry]
                contest = _Contest.of(table, pairing.plan.key)
                place = _place(pairing, entry, contest, plays_on=contest.consolation in keys)
                reason = reason_of(table, pairing, entry, contest.name)
            lost = played[entry] - won[entry]
            return Standing(entry, place, reason, played[entry], won[entry], lost)

        return in_order(row(entry) for entry in table.entries)

    def round_name(self, table: Crosstable, round: int) -> Text:
        """Final, Semi-finals, Quarter-finals, Round of 16, ..."""
        return _round_name(round, rounds_of(table))

    def pairing_name(self, table: Crosstable, key: PairingKey) -> Text | None:
        """The places that are played for; None in the main draw, where all go by their round."""
        contest = _Contest.of(table, key)
        return None if contest.first == 1 else contest.name


def require_size(entries: Sequence[int]) -> None:
    """Refuse more or fewer entrants than a knock-out takes."""
    count = len(entries)
    if count < FEWEST:
        raise Refusal(Text("not_ready", TOO_FEW, {"count": count}))
    if count > MOST:
        raise Refusal(Text("not_ready", TOO_MANY, {"count": count, "most": MOST}))


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


def reason_of(table: Crosstable, last: Resolved, entry: int, name: Text) -> Text:
    """Why the entry stands where it does, from the last pairing that it came to, and its name."""
    won = last.winner.entry == entry
    if last.decision is None:
        code, template = STILL_IN
    elif last.decision in ("withdrawal", "bye") and _gone(last, entry) in table.put_out:
        code, template = WON_BY_PUTTING_OUT if won else PUT_OUT
    elif won:
        code, template = WON.get(last.decision, NOBODY_LEFT)
    else:
        code, template = LOST.get(last.decision, WITHDREW)
    return Text(code, template, {"round": name, "opponent": last.opponent_of(entry)})


@dataclass(frozen=True, slots=True)
class _Contest:
    """What is played for in a pairing: the places from `first` to `last`.

    `size` is the number of pairings beside it in which the same is played for, itself included.
    `consolation` is the key of the first pairing in which the losers play on, if they do.
    """

    first: int
    last: int
    size: int
    name: Text
    consolation: PairingKey

    @classmethod
    def of(cls, table: Crosstable, key: PairingKey) -> "_Contest":
        round, number = key
        rounds = rounds_of(table)
        size = 1 << (rounds - round)
        before = (number - 1) // size
        first = 2 * size * before + 1
        last = min(first + 2 * size - 1, len(table.entries))
        if before == 0:
            name = _round_name(round, rounds)
        elif (first, last) == (3, 4):
            name = THIRD_PLACE
        else:
            name = Text(*PLACES, {"first": first, "last": last})
        losers = (2 * before + 1) * (size // 2) + 1
        return cls(first, last, size, name, (round + 1, losers))


def _round_name(round: int, rounds: int) -> Text:
    size = 1 << (rounds - round + 1)
    named = {2: FINAL, 4: SEMI_FINALS, 8: QUARTER_FINALS}
    return named.get(size) or Text("round_of", ROUND_OF, {"size": size})


def _place(last: Resolved, entry: int, contest: _Contest, *, plays_on: bool) -> int | None:
    """The place that its last pairing leaves an entry with, None while that is open.

    `plays_on`: whoever loses here does, so that who stops here has the last place.
    """
    if last.decision is None:
        return None
    if last.winner.entry == entry and contest.size == 1:
        return contest.first
    return contest.last if plays_on else min(contest.first + contest.size, contest.last)


def _gone(last: Resolved, entry: int) -> int | None:
    """Who was not there any more: the opponent of who goes on, else the entry itself."""
    return last.opponent_of(entry) if last.winner.entry == entry else entry

"""Places in a knock-out, from the last pairing to which each entry came."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from kernel.seats import opponent
from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey, PairingPlan, Side
from tournaments.domain.verification.facts import MatchRecordOfEntry, TableRow, records_of

SeatedEntry = int | Literal["open"] | None
"""An entry, "open" while it is not known who comes, None where nobody ever will."""


class CameOut(NamedTuple):
    """A pairing: who sits there, who goes on and who falls from it ("open" as long as it is), and
    the result of the two."""

    seated: tuple[SeatedEntry, SeatedEntry]
    winner: SeatedEntry = None
    loser: SeatedEntry = None
    outcome: Outcome | None = None


def single_elimination(
    table: Crosstable, *, third_place: bool, consolation: bool
) -> tuple[TableRow, ...]:
    """Each round halves the places that an entry can still get: the better half for who goes on.

    In round r of n, 2^(n - r) pairings side by side play for the same places, and all pairings of a
    round are numbered from the best places down. Who goes out has the best place of the worse half,
    and the worst of all where a match for it was to be played.
    """
    count = len(table.entries)
    rounds = (count - 1).bit_length()

    def place(key: PairingKey, *, goes_on: bool) -> int:
        side_by_side = 1 << (rounds - key[0])
        best = 1 + 2 * side_by_side * ((key[1] - 1) // side_by_side)
        best_of_losers = best + side_by_side
        is_semi_final = best == 1 and side_by_side == 2
        losers_play = consolation or (third_place and is_semi_final)
        if goes_on and side_by_side == 1:
            return best
        if losers_play and best_of_losers < count:
            return min(best + 2 * side_by_side - 1, count)
        return min(best_of_losers, count)

    return rows_of(table, place)


def double_elimination(table: Crosstable) -> tuple[TableRow, ...]:
    """Who goes out stands below the two finalists, and below everybody who goes out in a later
    round of the losers' side: one in each of its matches.

    Who goes out of the winners' side was to fall to the losers' side: from its first round to the
    first there, from its round k to the round 2k - 2.
    """
    matches = Counter(plan.round for plan in table.plan)
    rounds = matches[1].bit_length()
    winners = {round: 1 << (rounds - round) for round in range(1, rounds + 1)}
    losers = {round - 1: matches[round] - winners.get(round, 0) for round in range(2, 2 * rounds)}

    def place(key: PairingKey, *, goes_on: bool) -> int:
        round, number = key
        if round >= 2 * rounds:
            return 1 if goes_on else 2
        on_winners_side = number <= winners.get(round, 0)
        out_in = max(1, 2 * round - 2) if on_winners_side else round - 1
        above = sum(losers[later] for later in losers if later > out_in)
        return min(3 + above, len(table.entries))

    return rows_of(table, place)


def rows_of(table: Crosstable, place: Callable[..., int]) -> tuple[TableRow, ...]:
    """Those still in, then by place, each in order of seed; `place` is what a decided pairing
    leaves those with for whom it was the last, by its key and whether one goes on from it."""
    pairings = came_out(table)
    records = records_of(pairing.outcome for pairing in pairings.values())
    last = {entry: key for key, pairing in pairings.items() for entry in pairing.seated}
    rows: list[TableRow] = []
    for entry in table.entries:
        rank, key = None, last.get(entry)
        if key and pairings[key].winner != "open":
            rank = place(key, goes_on=pairings[key].winner == entry)
        rows.append(TableRow(entry, rank, record=records.get(entry, MatchRecordOfEntry())))
    return tuple(sorted(rows, key=lambda row: row.rank or 0))


def came_out(table: Crosstable) -> dict[PairingKey, CameOut]:
    """Every pairing, in order; who feeds one plays in an earlier round."""
    found: dict[PairingKey, CameOut] = {}
    for plan in sorted(table.plan, key=lambda plan: plan.key):
        found[plan.key] = one_of(table, plan, found)
    return found


def one_of(table: Crosstable, plan: PairingPlan, before: Mapping[PairingKey, CameOut]) -> CameOut:
    """A pairing, from those before it."""
    if falls_out(plan, before):
        return CameOut((None, None))
    first, second = seated = (comes(plan.sides[0], before), comes(plan.sides[1], before))
    outcome = table.outcomes.get(plan.key)
    if outcome and outcome.entries == seated:
        if outcome.winner is None:
            return CameOut(seated, outcome=outcome)
        return CameOut(seated, seated[outcome.winner], seated[opponent(outcome.winner)], outcome)
    if "open" in seated:
        return CameOut(seated, "open", None if None in seated else "open")
    first_is_there, second_is_there = (
        isinstance(entry, int) and table.plays(entry, plan.round) for entry in seated
    )
    if first_is_there and second_is_there:
        return CameOut(seated, "open", "open")
    if first_is_there:
        return CameOut(seated, first, second)
    return CameOut(seated, second, first) if second_is_there else CameOut(seated)


def falls_out(plan: PairingPlan, before: Mapping[PairingKey, CameOut]) -> bool:
    """Whether it is a second final, its seat 0 for who lost the first one and its seat 1 for who
    won it, and the first one was not lost by seat 0: who has not lost before may lose once."""
    first, second = plan.sides
    if first.kind != "loser" or second.kind != "winner" or first.feeder != second.feeder:
        return False
    final = before[first.feeder] if first.feeder else CameOut((None, None))
    return final.winner != "open" and not (final.outcome and final.outcome.winner == 1)


def comes(side: Side, before: Mapping[PairingKey, CameOut]) -> SeatedEntry:
    """Who comes to a side."""
    if side.feeder is None:
        return side.entry
    feeder = before[side.feeder]
    return feeder.winner if side.kind == "winner" else feeder.loser

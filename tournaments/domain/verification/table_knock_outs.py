"""Places in a knock-out by tables, from how far everybody came."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.domain.crosstable import Crosstable, PairingPlan
from tournaments.domain.verification.facts import TableRow, entries_of, outcome_of
from tournaments.domain.verification.seated import seated_event


class Result(NamedTuple):
    """What somebody came to at a table: the place, 0 while it is open; whether it is no place at
    all, as they gave up the match or left; whether they played it; and what they settle."""

    place: int
    has_nothing: bool = False
    played: bool = False
    account: int = 0


def table_knock_out_rows(
    table: Crosstable, go_on: int, least: int, at_table: int
) -> tuple[TableRow, ...]:
    """Those still in, in order of seed; then by the round in which they went out, those at a table
    above those who had nothing of theirs, and these above those who did not come. At least so many
    sit down in a round, and `at_table`."""
    last = max(plan.round for plan in table.plan)
    results = [results_of(table, round) for round in range(1, last + 1)]
    left = left_after(table, go_on, least, last)
    is_over = left is not None and (is_final(table, last) or len(left) < at_table)
    gone: dict[int, tuple[int, ...]] = {}
    still_in = set(left or ())
    fills = left is None and may_fill(table, go_on, least, last)
    for entry in table.entries:
        rounds = [number for number, own in enumerate(results, 1) if entry in own]
        if not rounds:
            gone[entry] = (-int(table.joined.get(entry, 1) == 1), 2)
            continue
        own = results[rounds[-1] - 1][entry]
        is_open = left is None and rounds[-1] == last
        goes_on = goes_through(table, own, go_on, entry, rounds[-1])
        if is_open and (own.place == 0 or goes_on or (fills and own.played)):
            still_in.add(entry)
        stayed = (0, own.place, -own.account)
        gone[entry] = (-rounds[-1], *((1,) if own.has_nothing else stayed))
        if entry not in still_in and had_gone_on(table, own, go_on, rounds[-1]):
            gone[entry] = (-rounds[-1] - 1, 2)
    in_order = sorted(gone, key=lambda entry: (entry not in still_in, gone[entry]))
    if not is_over:
        here = [entry for entry in table.entries if entry in still_in]
        in_order = here + [entry for entry in in_order if entry not in still_in]
    nobody = is_over and all(own.has_nothing for own in results[-1].values())
    event = seated_event(table)
    rows = []
    for place, entry in enumerate(in_order, 1):
        rank: int | None = place
        if entry in still_in and not is_over:
            rank = None
        elif nobody and entry in results[-1]:
            rank = len(results[-1])
        rows.append(TableRow(entry, rank, record=event.record(entry)))
    return tuple(rows)


def results_of(table: Crosstable, round: int) -> dict[int, Result]:
    """What everybody came to who was drawn in a round."""
    plans = [plan for plan in table.plan if plan.round == round]
    return {entry: own for plan in plans for entry, own in came_out(table, plan)}


def came_out(table: Crosstable, plan: PairingPlan) -> Iterable[tuple[int, Result]]:
    """A table: each is so far down as there are others who made more, or as much from a higher
    seed."""
    here = entries_of(plan)
    outcome = outcome_of(table, plan)
    stayed = [entry for entry in here if table.plays(entry, plan.round)]
    if outcome is None and len(stayed) == len(here) > 1:
        return [(entry, Result(0)) for entry in here]
    made: dict[int, tuple[int, ...]] = {}
    for seat, entry in enumerate(here):
        own = [entry in stayed, 0, 0, 0]
        if outcome is not None:
            won = outcome.winner == seat
            own = [won, 0, 0, 0]
            if outcome.kind in ("played", "drawn"):
                games = sum(game.winner == seat for game in outcome.games)
                own = [True, outcome.accounts[seat] if outcome.accounts else 0, games, won]
        made[entry] = (*own, -table.entries.index(entry))
    played = outcome is not None and outcome.kind in ("played", "drawn")
    return [
        (
            entry,
            Result(
                1 + sum(other > own for other in made.values()),
                has_nothing=not own[0],
                played=played,
                account=own[1],
            ),
        )
        for entry, own in made.items()
    ]


def is_final(table: Crosstable, round: int) -> bool:
    """Whether one table was left."""
    return sum(plan.round == round for plan in table.plan) == 1


def had_gone_on(table: Crosstable, own: Result, go_on: int, round: int) -> bool:
    """Whether somebody goes on by their own place at a table, one that is not the last."""
    if own.place == 0 or own.has_nothing or is_final(table, round):
        return False
    return not own.played or own.place <= go_on


def goes_through(table: Crosstable, own: Result, go_on: int, entry: int, round: int) -> bool:
    """Whether they also play on."""
    return had_gone_on(table, own, go_on, round) and table.plays(entry, round + 1)


def may_fill(table: Crosstable, go_on: int, least: int, round: int) -> bool:
    """Whether the first of the tables, those of the open ones among them, are too few for the next
    round."""
    if is_final(table, round):
        return False
    coming = 0
    for plan in table.plan:
        own = dict(came_out(table, plan)) if plan.round == round else {}
        for entry, result in own.items():
            coming += goes_through(table, result, go_on, entry, round)
        coming += go_on * any(result.place == 0 for result in own.values())
    return coming < least


def left_after(table: Crosstable, go_on: int, least: int, round: int) -> Sequence[int] | None:
    """Who is left after the last round that was drawn, None while one of its tables is open."""
    results = results_of(table, round)
    if any(own.place == 0 for own in results.values()):
        return None
    if is_final(table, round):
        return []
    on = [entry for entry, own in results.items() if goes_through(table, own, go_on, entry, round)]
    others = [
        (own.place, -own.account, table.entries.index(entry), entry)
        for entry, own in results.items()
        if own.played and own.place > go_on and table.plays(entry, round + 1)
    ]
    for *_, entry in sorted(others):
        if len(on) < least:
            on.append(entry)
    return on

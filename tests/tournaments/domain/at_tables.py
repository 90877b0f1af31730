"""Small events at tables at which each plays alone, for the tests of their formats."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests.tournaments.domain.events import came_out, decide
from tournaments.domain.crosstable import (
    Crosstable,
    GamePoints,
    Outcome,
    PairingKey,
    PairingPlan,
    Side,
)
from tournaments.domain.kinds.base import Format


def sit(*rounds: Sequence[Sequence[int]]) -> Crosstable:
    """Rounds of tables, each given by its entries."""
    plan = tuple(
        PairingPlan(number, place, tuple(Side("entry", entry=entry) for entry in here))
        for number, own in enumerate(rounds, 1)
        for place, here in enumerate(own, 1)
    )
    entries = {entry for own in rounds for here in own for entry in here}
    return Crosstable(tuple(sorted(entries)), plan=plan)


def tables(table: Crosstable, round: int) -> list[list[int | None]]:
    """Who sits at each table of a round."""
    return [[side.entry for side in plan.sides] for plan in table.plan if plan.round == round]


def with_next(format: Format, table: Crosstable) -> Crosstable:
    """The same with the next round drawn, if there is one."""
    return replace(table, plan=table.plan + format.next_round(table))


def settle(
    table: Crosstable,
    key: PairingKey,
    accounts: tuple[int, ...],
    games: Sequence[int] = (),
    winner: int | None = None,
) -> Crosstable:
    """The table comes out by what each settles, and by the games won by these seats."""
    sides = next(plan for plan in table.plan if plan.key == key).sides
    entries = tuple(side.entry for side in sides if side.entry is not None)
    won = tuple(GamePoints(seat) for seat in games)
    winner = accounts.index(max(accounts)) if winner is None else winner
    gins = (0,) * len(entries)
    return decide(table, key, Outcome("played", entries, winner, won, gins, accounts=accounts))


def by_chance(entries: tuple[int, ...], chance: Random) -> Outcome:
    """What comes of a table; often somebody is level."""
    if chance.random() < 0.1:
        return came_out("double_forfeit", entries, None)
    winner = chance.randrange(len(entries))
    if chance.random() < 0.1:
        return came_out("walkover", entries, winner)
    made = tuple(chance.randrange(-2, 3) for _ in entries)
    games = tuple(GamePoints(chance.randrange(len(entries))) for _ in range(chance.randrange(3)))
    return Outcome("played", entries, winner, games, (0,) * len(entries), accounts=made)

"""A ladder of tables: the first of each table goes up a table, the last goes down one.

All entries stand in one order, the ladder, at first that of the seeds. Each round seats those who
are there from the top: the first three at table 1, the next three at table 2, and so on, or so many
as the rules of the game seat; where the field does not come out even the upper tables have a seat
more, or all have as many, and the lowest of those with the fewest byes have one. After the round:

- the first of each table goes up a table and the last goes down one, all others stay; the first of
  table 1 stays there, and so does the last of the last table;
- places are by what each settles with the others, then by games won, then by who won the match; who
  is level keeps the order of the ladder;
- at one table stand from the top who came from above, who stayed, and who came from below;
- after a walkover its winner goes up and all others go down, after one that all gave up all of them
  go down;
- where somebody leaves a table that has no result, all others stay at it;
- who was absent goes down a table, below all who come from there;
- who has withdrawn leaves the ladder, and the others close up.

A late entry begins at the foot of the ladder. Who had a bye keeps the place. Those whom the
director has set together for a round sit at the table of the upper one of them, as far as there is
room. Meeting again is part of the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.at_tables import (
    FEWEST_SEATS,
    joined,
    require_field,
    seats,
    sizes_of_tables,
    uneven,
)
from tournaments.domain.kinds.bounds import require_rounds
from tournaments.domain.kinds.on_ladder import NOT_SO_MANY_ROUNDS, OnLadder
from tournaments.domain.kinds.pairings import Resolved, byes_of, last_round
from tournaments.domain.kinds.table_places import TablePlace, places_at
from tournaments.domain.pairing.field import Paired
from tournaments.domain.pairing.reasons import FIXED
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.table_ladders import table_ladder_rows

WAITS = N_(
    "On a ladder the result says at which table everybody plays next: the round waits for it. "
    "Enter the result, or a walkover."
)

NEIGHBOURS = ("rung_places", N_("Places %(upper)d to %(lower)d of the ladder"))
BYE = (
    "rung_bye",
    N_("Bye: no place at a table, the lowest of those with the fewest byes, at place %(place)d"),
)

PLAYS = ("rung_plays", N_("%(round)s: plays at table %(table)d"))
UP = ("rung_up", N_("%(round)s: first at table %(table)d, and went up"))
DOWN = ("rung_down", N_("%(round)s: last at table %(table)d, and went down"))
STAYED = ("rung_place", N_("%(round)s: place %(place)d at table %(table)d"))
LEVEL = (
    "rung_level",
    N_(
        "%(round)s: place %(place)d at table %(table)d by the order of the ladder, level with "
        "%(opponent)s"
    ),
)
WALKOVER = ("rung_walkover", N_("%(round)s: walkover at table %(table)d"))
FORFEIT = ("rung_forfeit", N_("%(round)s: gave up the match at table %(table)d"))
LEFT_ALONE = ("rung_left_alone", N_("%(round)s: somebody left table %(table)d, all others stay"))
BY_HOW = {"open": PLAYS, "won": WALKOVER, "forfeited": FORFEIT, "stayed": LEFT_ALONE}


@dataclass(frozen=True)
class TableLadder(OnLadder):
    """A ladder of so many rounds, of tables of so many seats."""

    code = "table_ladder"
    name = Text("table_ladder", N_("Ladder of tables"))
    says = N_(
        "King of the hill at tables: the first of a table goes up a table, the last goes down. "
        "At the end the order of the tables is the result."
    )
    meets = "table"
    fewest = FEWEST_SEATS
    sentences = (NEIGHBOURS, BYE, UP, DOWN, STAYED, LEVEL, *BY_HOW.values())
    waits_for_results = WAITS

    seats: int = seats()
    uneven: bool = uneven()

    def validate(self, entries: Sequence[int]) -> None:
        """Refuse fewer than 3 and more than 4,096 entrants, and other than 1 to 99 rounds."""
        require_field(len(entries), FEWEST_SEATS if self.uneven else self.seats)
        require_rounds(self.rounds, NOT_SO_MANY_ROUNDS)

    def pairs(self, table: Crosstable, round: int) -> list[Paired]:
        standing, _ = self.ladder(table, round)
        place = {entry: number for number, entry in enumerate(standing, 1)}
        here = [entry for entry in standing if table.is_there(entry, round)]
        sizes = sizes_of_tables(len(here), self.seats, uneven=self.uneven)
        out = _sit_out(table, here, len(here) - sum(sizes))
        here = [entry for entry in here if entry not in out]
        said = [two for two in table.constraints.fixed.get(round, ()) if {*here} >= {*two}]
        groups = [sorted(group, key=place.__getitem__)[: max(sizes)] for group in joined(said)]
        found = []
        for own in _filled(here, sizes, groups):
            is_set = any(len({*group} & {*own}) > 1 for group in groups)
            places = [place[entry] for entry in own]
            neighbours = Text(*NEIGHBOURS, {"upper": min(places), "lower": max(places)})
            first, second, *others = own
            reason = FIXED if is_set else neighbours
            found.append(Paired(first, second, reason, others=tuple(others)))
        return found + [Paired(entry, None, Text(*BYE, {"place": place[entry]})) for entry in out]

    def moved(
        self, table: Crosstable, standing: Sequence[int], pairings: Sequence[Resolved]
    ) -> list[int]:
        tables = [pairing for pairing in pairings if not pairing.is_bye]
        if not tables:
            return list(standing)
        sit_out = {entry for pairing in pairings if pairing.is_bye for entry in pairing.entries}
        order = {entry: number for number, entry in enumerate(standing)}
        to: dict[int, tuple[int, int, int]] = {}
        for pairing in tables:
            number, own = pairing.plan.number, places_at(pairing, table, order)
            for at in own:
                goes_to = min(max(number + _step(at, len(own)), 1), len(tables))
                to[at.entry] = (goes_to, number, at.place)
        above = 1
        for entry in standing:
            if entry in to:
                above = to[entry][1]
            elif entry not in sit_out:
                to[entry] = (min(above + 1, len(tables)), above, len(standing))
        found = sorted(to, key=lambda entry: (to[entry], order[entry]))
        for place, entry in enumerate(standing):
            if entry in sit_out:
                found.insert(place, entry)
        return found

    def came(
        self, table: Crosstable, pairings: Sequence[Resolved], round: Text
    ) -> Mapping[int, Text]:
        standing, _ = self.ladder(table, last_round(table))
        order = {entry: number for number, entry in enumerate(standing)}
        tables = [pairing for pairing in pairings if not pairing.is_bye]
        found = {}
        for pairing in tables:
            own = places_at(pairing, table, order)
            for at in own:
                moves = 1 <= pairing.plan.number + _step(at, len(own)) <= len(tables)
                found[at.entry] = _told(at, len(own), round, moves=moves)
        return found

    def by_definition(self, table: Crosstable) -> Iterable[TableRow]:
        return table_ladder_rows(table)


def _sit_out(table: Crosstable, here: Sequence[int], count: int) -> list[int]:
    """The lowest of those with the fewest byes, so many."""
    byes, lowest_first = byes_of(table), here[::-1]
    return sorted(lowest_first, key=lambda entry: byes[entry])[:count]


def _step(at: TablePlace, seats: int) -> int:
    """By how many tables somebody goes down, less than 0 for up."""
    if at.how == "won" or (at.how == "played" and at.place == 1):
        return -1
    return int(at.how == "forfeited" or (at.how == "played" and at.place == seats))


def _told(at: TablePlace, seats: int, round: Text, *, moves: bool) -> Text:
    """What a table did to somebody; `moves`: there is a table to which they go from it."""
    values = {"round": round, "table": at.table, "place": at.place, "opponent": at.level_with}
    if at.how != "played":
        return Text(*BY_HOW.get(at.how, PLAYS), values)
    if at.level_with is not None:
        return Text(*LEVEL, values)
    step = _step(at, seats) if moves else 0
    return Text(*{-1: UP, 0: STAYED, 1: DOWN}[step], values)


def _filled(
    here: Sequence[int], sizes: Sequence[int], groups: Sequence[Sequence[int]]
) -> Iterable[list[int]]:
    """The tables from the top; those of a group with the first of them, where they have room."""
    group_of = {entry: group for group in groups for entry in group}
    place = {entry: number for number, entry in enumerate(here)}
    left = dict.fromkeys(here)
    for size in sizes:
        own: list[int] = []
        while len(own) < size:
            room = size - len(own)
            units = (_left_of(group_of.get(entry, (entry,)), left) for entry in left)
            unit = next((unit for unit in units if len(unit) <= room), None)
            if unit is None:
                first = next(iter(left))
                unit = _left_of(group_of[first], left)[:room]
            own += unit
            for entry in unit:
                del left[entry]
        yield sorted(own, key=place.__getitem__)


def _left_of(group: Sequence[int], left: Mapping[int, None]) -> list[int]:
    """Those of a group who have no seat yet."""
    return [entry for entry in group if entry in left]

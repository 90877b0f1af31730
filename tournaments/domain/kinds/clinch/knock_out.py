"""Knock-outs: an entry's place depends on nothing but what it wins and loses itself.

So the worst that can come is to lose from now on, or to forfeit with the opponent, and the best to
win; these are played out, with the others' matches won by whoever. A match that falls out because
others forfeit or withdraw can only bring an entry further. But who has withdrawn already and is
still to be met may be met or not, as other matches come out: then nothing is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernel.text import Text
from tournaments.domain.crosstable import Crosstable, Outcome, OutcomeKind, SeatIndex
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.clinch import sentences
from tournaments.domain.kinds.clinch.points import Through, by_places
from tournaments.domain.standings import Standing

MOST_STILL_IN = 8
FINALISTS = 2


def clinch_knock_out(format: Format, table: Crosstable, take: int) -> Mapping[int, Text]:
    """What is sure of each entry."""
    rows, through = format.places(table), Through.of(take)
    still_in = [row.entry for row in rows if row.rank is None]
    if len(still_in) > MOST_STILL_IN or table.withdrawn.keys() & {*still_in}:
        known = {row.entry: row for row in rows if row.rank is not None}
        return {
            entry: through.out()
            if entry in known and (known[entry].rank or 0) > take
            else sentences.STILL_OPEN
            for entry in table.entries
        }
    found = by_places(_played_out(format, table), through)
    return found | {entry: _still_in(format, table, entry, take) for entry in still_in}


def _still_in(format: Format, table: Crosstable, entry: int, take: int) -> Text:
    count, rank = _lowest(format, table, entry, wins=0)
    if count <= take:
        in_the_final = take == FINALISTS and rank <= FINALISTS
        return sentences.IN_THE_FINAL if in_the_final else Through.of(take).sure()
    best = _played_out(format, table, entry, wins=len(table.plan))
    if next(row.rank or 0 for row in best if row.entry == entry) > take:
        return Through.of(take).out()
    if _lowest(format, table, entry, wins=1)[0] <= take:
        return sentences.with_result(sentences.WITH_WIN, take)
    return sentences.IN_THE_FINAL if rank <= FINALISTS else sentences.STILL_OPEN


def _lowest(format: Format, table: Crosstable, entry: int, wins: int) -> tuple[int, int]:
    """How many stand where the entry does or above it, and its rank, both at the most, after so
    many wins more: it loses what follows, or forfeits it together with its opponent."""
    most = lowest = 0
    kinds: tuple[OutcomeKind, ...] = ("played", "double_forfeit")
    for lost in kinds:
        rows = _played_out(format, table, entry, wins, lost)
        ranks = {row.entry: row.rank for row in rows if row.rank is not None}
        lowest = max(lowest, ranks[entry])
        most = max(most, sum(rank <= ranks[entry] for rank in ranks.values()))
    return most, lowest


def _played_out(
    format: Format,
    table: Crosstable,
    entry: int | None = None,
    wins: int = 0,
    lost: OutcomeKind = "played",
) -> Sequence[Standing]:
    """The table at the end: the entry wins so many matches more, then loses; else seat 0 wins."""
    while not format.is_over(table):
        outcomes = dict(table.outcomes)
        for pairing in format.advance(table):
            if pairing.decision is not None or len(pairing.entries) < 2:
                continue
            first, second = pairing.entries
            outcome = Outcome("played", (first, second), 0)
            if entry in pairing.entries:
                won = wins > 0
                wins -= 1
                winner: SeatIndex = 0 if (entry == first) == won else 1
                outcome = Outcome("played", (first, second), winner)
                if not won and lost == "double_forfeit":
                    outcome = Outcome(lost, (first, second), None)
            outcomes[pairing.plan.key] = outcome
        table = replace(table, outcomes=outcomes)
    return format.places(table)

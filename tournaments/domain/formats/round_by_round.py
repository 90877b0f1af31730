"""What the formats share that draw each round from what came out of the last one.

A round is drawn once all matches of the last are decided. While nobody is there for it, it waits;
with fewer than two left in the event, the event is over.
"""

from tournaments.domain.crosstable import BYE, Crosstable, Side
from tournaments.domain.formats.base import open_round, resolve

FEWEST = 2
"""How many entries a round needs in the event, absent ones and late ones among them."""


def last_round(table: Crosstable) -> int:
    """The round that was drawn last, 0 before the first."""
    return max((plan.round for plan in table.plan), default=0)


def left(table: Crosstable, round: int) -> int:
    """How many are in the event from that round on, absent ones and late ones among them."""
    return sum(table.plays(entry, round) for entry in table.entries)


def round_to_draw(table: Crosstable, rounds: int) -> int | None:
    """The round to draw now in an event of so many, None until the last one is decided, at the end,
    and with fewer than two left."""
    coming = last_round(table) + 1
    if coming > rounds or left(table, coming) < FEWEST:
        return None
    return coming if _is_decided(table) else None


def is_over(table: Crosstable, rounds: int) -> bool:
    """Whether the last of so many rounds is decided, or every one so far and fewer than two are
    left."""
    last = last_round(table)
    if not last or not _is_decided(table):
        return False
    return last >= rounds or left(table, last + 1) < FEWEST


def leaves_from(table: Crosstable, entry: int, rounds: int) -> int | None:
    """The round of the entry's open match, else the next round; None once there is none."""
    following = last_round(table) + 1
    if is_over(table, rounds) or not table.plays(entry, following):
        return None
    return open_round(resolve(table), entry) or (following if following <= rounds else None)


def side(entry: int | None) -> Side:
    """The side of a pairing for an entry, a bye for None."""
    return BYE if entry is None else Side("entry", entry=entry)


def _is_decided(table: Crosstable) -> bool:
    return all(pairing.decision for pairing in resolve(table))

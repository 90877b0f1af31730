"""The drawing of lots."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from kernel.text import N_, Text
from tournaments.domain.tiebreaks.base import Column, Tiebreak
from tournaments.domain.tiebreaks.records import Records
from tournaments.domain.verification.events import Event

LOTS_VERSION = 1
"""Raised whenever the same seed would give other lots."""


class Lots(Tiebreak):
    """A number drawn from the seed that is kept with the event; the lowest is ahead.

    Anybody can check it with a tool for SHA-256: the number is the first twelve hexadecimal digits
    of the digest of "undercut lots 1:<seed>:<place>", the place that in order of seeds.
    """

    code = "lots"
    name = Text("lots", N_("Drawing of lots"))
    short = N_("Lots")
    says = N_(
        "The order drawn by lot, from a seed that is kept with the event, so that anybody can "
        "check it."
    )
    ascending = True
    is_of_one_group = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return _lots(records.seed, len(records.entries))

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        place = list(event.lines).index(entry) + 1
        digest = sha256(f"undercut lots 1:{event.seed}:{place}".encode()).hexdigest()
        return Fraction(int(digest[:12], 16))


@lru_cache(maxsize=32)  # the lots of an event are drawn once, however often it is ranked
def _lots(seed: str, count: int) -> Column:
    start = f"undercut lots {LOTS_VERSION}:{seed}:"
    return tuple(
        int.from_bytes(sha256(f"{start}{place}".encode()).digest()[:6])
        for place in range(1, count + 1)
    )

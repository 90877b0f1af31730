"""A round's clock as pages show it; clock.js counts it down."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.stages.clocks import Clocks

SAID_AT = (10, 5, 1)  # minutes left


@dataclass(frozen=True, slots=True)
class ShownClock:
    """`left` is "18:42" while the clock stands still, `ends_at` is there while it runs; `said` are
    the sentences of the last minutes, by seconds left."""

    name: str
    length: int
    minutes: int
    ends_at: datetime | None
    left: str
    left_seconds: int | None
    said: tuple[tuple[int, str], ...]


def shown_clock(
    clocks: Clocks, round: int, name: str, table: int | None = None
) -> ShownClock | None:
    """The clock of a round that is called `name`; None where none runs."""
    clock = clocks.of(round, table)
    if clock is None:
        return None
    return ShownClock(
        name=_("Clock: %(round)s") % {"round": name},
        length=clock.length,
        minutes=clock.length // 60,
        ends_at=clock.ends_at,
        left="" if clock.left is None else minutes_and_seconds(clock.left),
        left_seconds=clock.left,
        said=tuple((60 * minutes, _left(minutes)) for minutes in SAID_AT),
    )


def minutes_and_seconds(seconds: int) -> str:
    """Such as "18:42"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _left(minutes: int) -> str:
    words = ngettext("%(minutes)d minute left.", "%(minutes)d minutes left.", minutes)
    return words % {"minutes": minutes}

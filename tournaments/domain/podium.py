"""The end of an event: who is first, second and third, and the way of each.

Places are those of the last stage's standings, nothing is ranked here. Whoever shares a place
shares it here too, and a place that nobody reached stays empty: after a double forfeit in the final
there is no first, and two are second. Where the last stage was played in groups that nobody brought
together, there is no first of all, but one of each group.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kernel.seats import opponent
from tournaments.domain.crosstable import PairingKey, SeatIndex
from tournaments.domain.kinds.pairings import DecidedBy

LAST_PLACE = 3

Came = Literal["won", "lost", "drawn", "won_unplayed", "lost_unplayed", "bye"]
"""How a pairing went for one of the two; unplayed: by walkover, withdrawal or double forfeit."""


class Placed(NamedTuple):
    """A row of the last standings: `rank` is None while it is open, `group` None where all play in
    one table."""

    entry: int
    rank: int | None
    group: int | None = None


class Meeting(NamedTuple):
    """A pairing of the last stage as it stands: by seat who sits there, None for nobody, and the
    games won, between teams the boards; `winner` is a seat. `is_free`: whoever has no opponent here
    is free, which counts nothing."""

    key: PairingKey
    entries: tuple[int | None, int | None]
    decision: DecidedBy | None
    winner: SeatIndex | None = None
    score: tuple[int, int] = (0, 0)
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class WayMark:
    """A meeting from the side of one of the two: `score` has their own first, and is None where
    nothing was played; `opponent` is None for a bye."""

    key: PairingKey
    opponent: int | None
    came: Came
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a place, and their way to it in order of round."""

    entry: int
    way: tuple[WayMark, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A place of the podium: without `holders` nobody reached it, with several it is shared;
    `group` is None where it is a place among all."""

    place: int
    holders: tuple[Holder, ...]
    group: int | None = None


def podium(rows: Sequence[Placed], meetings: Sequence[Meeting]) -> tuple[Step, ...]:
    """The first three places of a stage that is over, best first; of several groups the first place
    of each.

    () where nothing stands out: a place is open still, or all have the same one.
    """
    places = Counter((row.group, row.rank) for row in rows)
    all_level = len(places) == 1 < len(rows)
    if not rows or all_level or any(row.rank is None for row in rows):
        return ()
    groups = list(dict.fromkeys(row.group for row in rows))
    if len(groups) > 1:
        return tuple(_step(rows, meetings, 1, group) for group in groups)
    steps = (_step(rows, meetings, place, groups[0]) for place in range(1, LAST_PLACE + 1))
    return tuple(
        Step(step.place, step.holders)
        for step in steps
        if step.holders or _is_empty(rows, step.place)
    )


def way_of(entry: int, meetings: Iterable[Meeting]) -> tuple[WayMark, ...]:
    """What an entry came through, in order of round, as far as it is decided."""
    own = sorted(meeting for meeting in meetings if entry in meeting.entries and meeting.decision)
    return tuple(
        _mark(entry, meeting)
        for meeting in own
        if not (meeting.is_free and None in meeting.entries)
    )


def _step(
    rows: Iterable[Placed], meetings: Sequence[Meeting], place: int, group: int | None
) -> Step:
    holders = (row.entry for row in rows if row.rank == place and row.group == group)
    return Step(place, tuple(Holder(entry, way_of(entry, meetings)) for entry in holders), group)


def _is_empty(rows: Sequence[Placed], place: int) -> bool:
    """Whether nobody has a place above which nobody shares one, and below which somebody stands."""
    ranks = [row.rank or 0 for row in rows]
    return sum(rank < place for rank in ranks) == place - 1 and max(ranks) > place


def _mark(entry: int, meeting: Meeting) -> WayMark:
    seat = meeting.entries.index(entry)
    other = meeting.entries[opponent(seat)]
    if meeting.decision == "drawn":
        came: Came = "drawn"
    elif other is None and meeting.winner == seat:
        came = "bye"
    elif meeting.decision == "played":
        came = "won" if meeting.winner == seat else "lost"
    else:
        came = "won_unplayed" if meeting.winner == seat else "lost_unplayed"
    is_played = meeting.decision in ("played", "drawn")
    score = (meeting.score[seat], meeting.score[opponent(seat)])
    return WayMark(meeting.key, other, came, score if is_played else None)

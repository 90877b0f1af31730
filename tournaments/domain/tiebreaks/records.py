"""What every entry did round by round, and the scores that tie-breaks count of it.

Unplayed rounds, by FIDE's Tie-Break Regulations C.07 (2023), article 16. A round is
*voluntarily* unplayed when the entry missed it or lost it by walkover.

Where rounds are paired from the standings (Swiss):
- an own round that was not played counts as one against a dummy with the entry's own final score;
- an opponent's score counts half a point for each voluntarily unplayed round after which it was
  never there again, whatever it got for it.
Where all pairings stand from the start (round robin), a walkover counts as a match against the
opponent who was drawn, and every score as it is.

A table of a thousand entries is computed while a page waits: so rounds are tuples, and what is
summed stands in columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

MeetingKind = Literal["played", "walkover", "bye", "missed"]

WIN, DRAW = 1.0, 0.5
"""What a match counts."""

DUMMY_POINTS = 0.5
"""What a round counts from which an opponent was never there again."""


class Meeting(NamedTuple):
    """One round of one entry, as it came out for it.

    "walkover" is a match that was decided without being played, won or lost; "missed" a round for
    which the entry was not paired. `points` are match points: 1 for a win, a half for a draw; at a
    table of more than two, where there is no one `opponent`, the share of the others that it left
    behind, and `net` is then what it settled with them.
    `games` are those it won less those it lost, `net` the net points of its games, each counted up
    to the event's cap and below 0 where it lost, `gins` the hands it won with gin or big gin.
    `boards` are those it won less those it lost in a match between teams; a match of two players is
    one board.
    """

    kind: MeetingKind
    opponent: int | None = None
    points: float = 0.0
    games: int = 0
    net: int = 0
    gins: int = 0
    boards: int = 0

    @property
    def is_voluntary(self) -> bool:
        """Whether the entry itself was the reason that the round was not played."""
        return self.kind == "missed" or (self.kind == "walkover" and not self.points)


class Columns(NamedTuple):
    """Some rounds of one entry: what stands in a `Meeting`, each as a column."""

    kinds: tuple[MeetingKind, ...] = ()
    opponents: tuple[int | None, ...] = ()
    points: tuple[float, ...] = ()
    games: tuple[int, ...] = ()
    net: tuple[int, ...] = ()
    gins: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()


@dataclass(frozen=True)  # without slots, for what is worked out when first asked for
class Records:
    """The rounds of every entry, and what follows from them.

    `entries` are in order of seed, and everything else is in that order too, one for each of them.
    `rounds` are all of its rounds, `played` those that were played. `points` are match points.
    `opponents` are, round by round, those of matches that count as played, else None; `faced` the
    scores that stand for the opponents; `given_up` those of them that belong to voluntarily
    unplayed rounds. `seed` is that of the drawing of lots.
    """

    entries: tuple[int, ...]
    rounds: Sequence[Columns]
    played: Sequence[Columns]
    points: Sequence[float]
    opponents: Sequence[Sequence[int | None]]
    faced: Sequence[Sequence[float]]
    given_up: Sequence[Sequence[float]]
    seed: str

    @cached_property
    def has_result(self) -> bool:
        """Whether any match of theirs is decided: a bye is none."""
        return any("played" in own.kinds or "walkover" in own.kinds for own in self.rounds)

    @cached_property
    def met(self) -> Sequence[float]:
        """What each entry's opponents have together."""
        return [sum(faced) for faced in self.faced]

    @cached_property
    def least(self) -> Sequence[float]:
        """What a cut takes away first of the scores that an entry faced."""
        both = zip(self.faced, self.given_up, strict=True)
        return [min(given_up or faced or (0.0,)) for faced, given_up in both]


def records_of(
    rounds: Mapping[int, Sequence[Meeting]], *, all_drawn: bool = False, seed: str = ""
) -> Records:
    """The records of entries given in order of seed, each with its rounds in order.

    `all_drawn`: all pairings stood from the start, as in a round robin.
    """
    counting = {"played", "walkover"} if all_drawn else {"played"}
    columns = [_columns(own) for own in rounds.values()]
    played = [*columns]
    opponents: list[Sequence[int | None]] = [own.opponents for own in columns]
    points = [sum(own.points) for own in columns]
    scores: dict[int | None, float] = dict(zip(rounds, points, strict=True))
    incomplete = [
        (place, entry, own)
        for place, (entry, own) in enumerate(rounds.items())
        if columns[place].kinds.count("played") < len(own)
    ]
    for place, entry, own in incomplete:
        played[place] = _columns([meeting for meeting in own if meeting.kind == "played"])
        opponents[place] = [
            meeting.opponent if meeting.kind in counting else None for meeting in own
        ]
        scores[entry] += 0.0 if all_drawn else _correction(own)
    faced: list[list[float]] = []
    for made, met in zip(points, opponents, strict=True):
        scores[None] = made  # the dummy of this entry
        faced.append([scores[opponent] for opponent in met])
    given_up: list[Sequence[float]] = [()] * len(columns)
    for place, _, own in incomplete:
        given_up[place] = () if all_drawn else _given_up(own, faced[place])
    return Records(tuple(rounds), columns, played, points, opponents, faced, given_up, seed)


def _columns(own: Sequence[Meeting]) -> Columns:
    return Columns._make(zip(*own, strict=True)) if own else Columns()


def _correction(own: Sequence[Meeting]) -> float:
    """What the rounds after which the entry was never there again count more or less."""
    correction = 0.0
    for meeting in reversed(own):
        if not meeting.is_voluntary:
            break
        correction += DUMMY_POINTS - meeting.points
    return correction


def _given_up(own: Sequence[Meeting], faced: Sequence[float]) -> Sequence[float]:
    """The scores that stand for the voluntarily unplayed rounds."""
    return [score for meeting, score in zip(own, faced, strict=True) if meeting.is_voluntary]

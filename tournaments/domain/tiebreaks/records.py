"""What every entry did round by round, and the scores that tie-breaks count of it.

Unplayed rounds, by FIDE's Tie-Break Regulations C.07 (2023), article 16. A round is
*voluntarily* unplayed when the entry missed it or lost it by walkover.

Where rounds are paired from the standings (Swiss):
- an own round that was not played counts as one against a dummy with the entry's own final score;
- an opponent's score counts half a point for each voluntarily unplayed round after which it was
  never there again, whatever it got for it.
Where all pairings stand from the start (round robin), a walkover counts as a match against the
opponent who was drawn, and every score as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

MeetingKind = Literal["played", "walkover", "bye", "missed"]

DUMMY_POINTS = 0.5
"""What a round counts from which an opponent was never there again."""


LEAST_SHARE = 1 / 3
"""No share of match points counts less than this (Magic Tournament Rules, appendix C)."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One round of one entry, as it came out for it.

    "walkover" is a match that was decided without being played, won or lost; "missed" a round for
    which the entry was not paired. `points` are match points: 1 for a win, a half for a draw.
    `games` are those it won less those it lost, `net` the net points of its games, each counted up
    to the event's cap and below 0 where it lost, `gins` the hands it won with gin or big gin.
    """

    kind: MeetingKind
    opponent: int | None = None
    points: float = 0.0
    games: int = 0
    net: int = 0
    gins: int = 0

    @property
    def is_voluntary(self) -> bool:
        """Whether the entry itself was the reason that the round was not played."""
        return self.kind == "missed" or (self.kind == "walkover" and not self.points)


@dataclass(frozen=True, slots=True)
class Records:
    """The rounds of every entry, in order of seed, and what follows from them.

    `points` are match points, `played` the rounds that were played, `met` the opponents of matches
    that count as played. Round by round, `gained` are the points made, `faced` the scores that
    stand for the opponents, `given_up` those of them that belong to voluntarily unplayed rounds.
    `shares` are the parts of the match points of its played matches that each made, LEAST_SHARE at
    least. `seed` is that of the drawing of lots.
    """

    rounds: Mapping[int, Sequence[Meeting]]
    points: Mapping[int, float]
    played: Mapping[int, Sequence[Meeting]]
    met: Mapping[int, frozenset[int]]
    gained: Mapping[int, Sequence[float]]
    faced: Mapping[int, Sequence[float]]
    given_up: Mapping[int, Sequence[float]]
    shares: Mapping[int | None, float]
    places: Mapping[int, int]
    seed: str


def records_of(
    rounds: Mapping[int, Sequence[Meeting]], *, all_drawn: bool = False, seed: str = ""
) -> Records:
    """The records of entries given in order of seed, each with its rounds in order.

    `all_drawn`: all pairings stood from the start, as in a round robin.
    """
    counting: tuple[MeetingKind, ...] = ("played", "walkover") if all_drawn else ("played",)
    opponents = {entry: _opponents(own, counting) for entry, own in rounds.items()}
    gained = {entry: [one.points for one in own] for entry, own in rounds.items()}
    points = {entry: sum(own) for entry, own in gained.items()}
    scores: dict[int | None, float] = {
        entry: points[entry] + (0.0 if all_drawn else _correction(own))
        for entry, own in rounds.items()
    }
    faced = {one: [scores.get(met, points[one]) for met in opponents[one]] for one in rounds}
    played = {entry: [one for one in own if one.kind == "played"] for entry, own in rounds.items()}
    return Records(
        rounds=rounds,
        points=points,
        played=played,
        met={one: frozenset([met for met in opponents[one] if met is not None]) for one in rounds},
        gained=gained,
        faced=faced,
        given_up={} if all_drawn else {one: _given_up(rounds[one], faced[one]) for one in rounds},
        shares={entry: _share(own) for entry, own in played.items()},
        places={entry: place for place, entry in enumerate(rounds, 1)},
        seed=seed,
    )


def _opponents(own: Sequence[Meeting], counting: tuple[MeetingKind, ...]) -> list[int | None]:
    """The opponent of each round that counts as played, None for the others."""
    return [one.opponent if one.kind in counting else None for one in own]


def _correction(own: Sequence[Meeting]) -> float:
    """What the rounds after which the entry was never there again count more or less."""
    correction = 0.0
    for one in reversed(own):
        if not one.is_voluntary:
            break
        correction += DUMMY_POINTS - one.points
    return correction


def _given_up(own: Sequence[Meeting], faced: Sequence[float]) -> list[float]:
    return [score for one, score in zip(own, faced, strict=True) if one.is_voluntary]


def _share(played: Sequence[Meeting]) -> float:
    made = sum([one.points for one in played]) / len(played) if played else 0.0
    return max(LEAST_SHARE, made)

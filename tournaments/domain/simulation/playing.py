"""The tournament itself: who comes, who leaves, who wins, round by round.

Entries are 1, 2, 3, ... in order of seed, the stronger the higher. A game is won by each of the two
with a chance in proportion to their strengths, so that the strongest beats the weakest in two games
of three. Shares are chances: of leaving after a round, of coming late, of missing a match.

Who is late joins in round 2. Where everybody is drawn at once there is no joining: whoever is late
misses the match of round 1. The first two seeds are never late, so that there is an event at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome, SeatIndex
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.pairings import Resolved, last_round

VERSION = 1
"""Raised whenever the same seed would give another tournament."""

WEAKEST, STRONGEST = 100, 200
LEAST_NET, MOST_NET = 110, 330
"""Net points of a game to 100 with its bonus and a few boxes."""
MOST_GINS = 3
"""Hands won with gin in a game, by its winner."""
NEVER_LATE = 2
LATE_FROM = 2
"""The round in which late ones join."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How many take part, the length of matches, and the shares that leave, come late and miss a
    match, each from 0 to 1."""

    players: int
    best_of: int = 5
    drop: float = 0.0
    late: float = 0.0
    no_show: float = 0.0
    seed: str = "1"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round after its last match: all facts so far, its own pairings, who joined for it and who
    left after it."""

    number: int
    table: Crosstable
    pairings: tuple[Resolved, ...]
    joined: tuple[int, ...]
    withdrawn: tuple[int, ...]


def play(format: Format, conditions: Conditions) -> Iterator[PlayedRound]:
    """The tournament, to its end. Refuses what the format can't draw."""
    chance = Chance(conditions.seed)
    strengths = sorted(
        (chance.whole(WEAKEST, STRONGEST) for _ in range(conditions.players)), reverse=True
    )
    entries = tuple(range(1, conditions.players + 1))
    late = [entry for entry in entries if chance.hits(conditions.late) and entry > NEVER_LATE]
    table = Crosstable(entries, joined=dict.fromkeys(late, LATE_FROM), seed=conditions.seed)
    number = 0
    while True:
        number += 1
        if number > last_round(table):
            drawn = format.next_round(table)
            if not drawn:
                return
            table = replace(table, plan=table.plan + drawn)
        matches = [pairing for pairing in format.advance(table) if pairing.plan.round == number]
        outcomes = {
            match.plan.key: _outcome(table, match, conditions, strengths, chance)
            for match in matches
            if match.decision is None
        }
        table = replace(table, outcomes={**table.outcomes, **outcomes})
        pairings = tuple(
            pairing for pairing in format.advance(table) if pairing.plan.round == number
        )
        gone = _leaving(format, table, conditions, chance)
        table = replace(table, withdrawn={**table.withdrawn, **gone})
        came = _joining(table, number)
        yield PlayedRound(number, table, pairings, came, tuple(gone))


class Chance:
    """Chance from a seed, the same on every machine: only the numbers between 0 and 1 of a `Random`
    are promised to stay."""

    def __init__(self, seed: str) -> None:
        self._random = Random(f"undercut simulation {VERSION}:{seed}").random  # noqa: S311

    def hits(self, share: float) -> bool:
        """Whether something of that share happens."""
        return self._random() < share

    def whole(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, each as likely."""
        return least + int(self._random() * (most - least + 1))


def _outcome(
    table: Crosstable,
    pairing: Resolved,
    conditions: Conditions,
    strengths: Sequence[int],
    chance: Chance,
) -> Outcome:
    """What comes of a match of two."""
    first, second = pairing.entries
    away = [
        chance.hits(conditions.no_show) or table.joined.get(entry, 1) > pairing.plan.round
        for entry in (first, second)
    ]
    if all(away):
        return Outcome("double_forfeit", (first, second), None)
    if any(away):
        return Outcome("walkover", (first, second), 1 if away[0] else 0)
    games: list[GamePoints] = []
    gins = [0, 0]
    ours, theirs = strengths[first - 1], strengths[second - 1]
    won = list(pairing.plan.head_start)
    while max(won) <= conditions.best_of // 2:
        seat: SeatIndex = 0 if chance.whole(1, ours + theirs) <= ours else 1
        won[seat] += 1
        games.append(GamePoints(seat, chance.whole(LEAST_NET, MOST_NET)))
        gins[seat] += chance.whole(0, MOST_GINS)
    winner: SeatIndex = 0 if won[0] > won[1] else 1
    return Outcome("played", (first, second), winner, tuple(games), (gins[0], gins[1]))


def _leaving(
    format: Format, table: Crosstable, conditions: Conditions, chance: Chance
) -> dict[int, int]:
    """Who withdraws now, with the first round that it no longer plays."""
    willing = [entry for entry in table.entries if chance.hits(conditions.drop)]
    found = {
        entry: format.leaves_from(table, entry) for entry in willing if entry not in table.withdrawn
    }
    return {entry: round for entry, round in found.items() if round is not None}


def _joining(table: Crosstable, round: int) -> tuple[int, ...]:
    """Who is in the event from that round on, and was drawn in none before it."""
    before = {side.entry for plan in table.plan if plan.round < round for side in plan.sides}
    late = [entry for entry, first in table.joined.items() if first == round]
    return tuple(entry for entry in late if entry not in before and table.plays(entry, round))

"""A whole tournament played by chance, as a dry run: how many rounds, matches and byes there are.

Entries are 1, 2, 3, ... in order of seed, the stronger the higher. A game is won by each of the two
with a chance in proportion to their strengths, so that the strongest beats the weakest in two games
of three. Shares are chances: of leaving after a round, of coming late, of missing a match. Chance
comes from the seed alone, by `Random.random` and whole numbers: the same on every machine.

Who is late joins in round 2. Where everybody is drawn at once there is no joining: whoever is late
misses the match of round 1. The first two seeds are never late, so that there is an event at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from kernel.seats import SIDES, nothing
from kernel.text import Text
from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome, SeatIndex
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import Resolved, last_round
from tournaments.domain.seeding import chance_of

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
FEWEST_DIGITS = 3

Names = Mapping[int, str]


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


def simulate(format: Format, conditions: Conditions) -> Iterator[dict[str, Any]]:
    """The lines of a tournament that is played by chance.

    One a round: `round`, `pairings`, `byes`, `withdrawn` (who left after it), `joined` (who came in
    for it). Then the table: `standings`. Nothing comes where the format refuses the field.
    """
    entries = tuple(range(1, conditions.players + 1))
    format.validate(entries)
    digits = max(FEWEST_DIGITS, len(str(conditions.players)))
    names = {entry: f"P{entry:0{digits}}" for entry in entries}
    chance = Chance(conditions)
    table = Crosstable(entries, joined=chance.late(), seed=conditions.seed)
    for number in count(1):
        if number > last_round(table):
            drawn = format.next_round(table)
            if not drawn:
                break
            table = replace(table, plan=table.plan + drawn)
        open_matches = [
            pairing for pairing in _of_round(format, table, number) if not pairing.decision
        ]
        results = {match.plan.key: chance.outcome(table, match) for match in open_matches}
        table = replace(table, outcomes={**table.outcomes, **results})
        line = _round_line(format, table, number, names)
        gone = chance.leaving(format, table)
        table = replace(table, withdrawn={**table.withdrawn, **gone})
        yield line | {
            "withdrawn": [names[entry] for entry in gone],
            "joined": [names[entry] for entry in _joining(table, number)],
        }
    yield {"standings": list(_rows(format, table, names))}


class Chance:
    """Chance from a seed, the same on every machine: only the numbers between 0 and 1 of a `Random`
    are promised to stay."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self._random = chance_of("simulation", VERSION, conditions.seed).random
        strengths = (self._whole(WEAKEST, STRONGEST) for _ in range(conditions.players))
        self.strengths = sorted(strengths, reverse=True)

    def _hits(self, share: float) -> bool:
        """Whether something of that share happens."""
        return self._random() < share

    def _whole(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, each as likely."""
        return least + int(self._random() * (most - least + 1))

    def late(self) -> dict[int, int]:
        """Who comes late, with the round in which they join."""
        entries = range(1, self.conditions.players + 1)
        late = [entry for entry in entries if self._hits(self.conditions.late)]
        return {entry: LATE_FROM for entry in late if entry > NEVER_LATE}

    def outcome(self, table: Crosstable, pairing: Resolved) -> Outcome:
        """What comes of a match."""
        away = [
            self._hits(self.conditions.no_show) or table.joined.get(entry, 1) > pairing.plan.round
            for entry in pairing.entries
        ]
        if pairing.plan.is_table:
            return self._of_table(pairing, any(away))
        first, second = pairing.entries
        if all(away):
            return Outcome("double_forfeit", (first, second), None)
        if any(away):
            return Outcome("walkover", (first, second), 1 if away[0] else 0)
        games: list[GamePoints] = []
        gins = [0, 0]
        ours, theirs = self.strengths[first - 1], self.strengths[second - 1]
        won = list(pairing.plan.head_start)
        while max(won) <= self.conditions.best_of // 2:
            seat: SeatIndex = 0 if self._whole(1, ours + theirs) <= ours else 1
            won[seat] += 1
            games.append(GamePoints(seat, self._whole(LEAST_NET, MOST_NET)))
            gins[seat] += self._whole(0, MOST_GINS)
        winner: SeatIndex = 0 if won[0] > won[1] else 1
        return Outcome("played", (first, second), winner, tuple(games), (gins[0], gins[1]))

    def _of_table(self, pairing: Resolved, is_missed: bool) -> Outcome:
        """What comes of a table of more than two: one game, to which each brings what chance and
        their strength give; nobody has anything where somebody is missing."""
        entries, seats = pairing.entries, len(pairing.entries)
        sides = SIDES if pairing.plan.partners else seats
        if is_missed:
            return Outcome("double_forfeit", entries, None, gins=nothing(sides))
        made = list(nothing(sides))
        for seat, entry in enumerate(entries):
            made[seat % sides] += self._whole(1, self.strengths[entry - 1])
        winner = made.index(max(made))
        games = (GamePoints(winner, self._whole(LEAST_NET, MOST_NET)),)
        accounts = () if pairing.plan.partners else tuple(seats * own - sum(made) for own in made)
        return Outcome("played", entries, winner, games, nothing(sides), accounts=accounts)

    def leaving(self, format: Format, table: Crosstable) -> dict[int, int]:
        """Who withdraws now, with the first round that it no longer plays."""
        willing = [entry for entry in table.entries if self._hits(self.conditions.drop)]
        left = [entry for entry in willing if entry not in table.withdrawn]
        rounds = {entry: format.leaves_from(table, entry) for entry in left}
        return {entry: round for entry, round in rounds.items() if round is not None}


def _joining(table: Crosstable, round: int) -> list[int]:
    """Who is in the event from that round on, and was drawn in none before it."""
    before = {side.entry for plan in table.plan if plan.round < round for side in plan.sides}
    late = [entry for entry, first in table.joined.items() if first == round]
    return [entry for entry in late if entry not in before and table.plays(entry, round)]


def _of_round(format: Format, table: Crosstable, round: int) -> Sequence[Resolved]:
    return [pairing for pairing in format.advance(table) if pairing.plan.round == round]


def _round_line(format: Format, table: Crosstable, round: int, names: Names) -> dict[str, Any]:
    decided = ("played", "walkover", "double_forfeit", "withdrawal")
    pairings = _of_round(format, table, round)
    sat_out = [pairing.winner.entry for pairing in pairings if pairing.decision == "bye"]
    return {
        "round": round,
        "pairings": [
            _pairing(format, table, pairing, names)
            for pairing in pairings
            if pairing.decision in decided
        ],
        "byes": [names[entry] for entry in sat_out if entry is not None],
    }


def _pairing(format: Format, table: Crosstable, pairing: Resolved, names: Names) -> dict[str, Any]:
    """Two who were to meet; in a bracket with what it was about and the place in its round. Of more
    than two all who sat there, and the seat, of partners the side, that has won."""
    key = pairing.plan.key
    outcome = table.outcomes.get(key)
    if pairing.plan.is_table:
        won = None if outcome is None else outcome.winner
        players = [names[entry] for entry in pairing.entries]
        return {"players": players, "result": {"winner": won}}
    first, second = pairing.entries
    games = [0, 0]
    if outcome and outcome.kind == "played":
        games = [
            ahead + sum(game.winner == seat for game in outcome.games)
            for seat, ahead in enumerate(pairing.plan.head_start)
        ]
    winner = None if pairing.winner_seat is None else "ab"[pairing.winner_seat]
    found: dict[str, Any] = {
        "a": names[first],
        "b": names[second],
        "result": {"games": games, "winner": winner},
    }
    if format.is_bracket:
        found |= {"bracket": str(format.full_name(table, key)), "slot": pairing.plan.number}
    side = format.side_of(table, key)
    return found | ({"side": side} if side else {})


def _rows(format: Format, table: Crosstable, names: Names) -> Iterator[dict[str, Any]]:
    codes = format.tiebreaks
    points = {
        entry: sum(meeting.points for meeting in own.values())
        for entry, own in meetings(table, format.advance(table), cap=0).items()
    }
    for row in format.places(table):
        values = {code: _plain(value) for code, value in zip(codes, row.values, strict=False)}
        yield {
            "rank": row.rank,
            "entry": names[row.entry],
            "match_points": values.get("match_points", _plain(points[row.entry])),
            "tiebreaks": values,
            "reason": str(_worded(row.reason, names)),
            **({} if row.group is None else {"group": row.group}),
        }


def _plain(value: float) -> float:
    """A whole number where it is one."""
    return int(value) if value == int(value) else value


def _worded(text: Text, names: Names) -> Text:
    """The sentence with the name of the opponent in it, inner ones too."""
    values = dict(text.values)
    for name, value in text.values.items():
        if isinstance(value, Text):
            values[name] = _worded(value, names)
        elif name == "opponent" and isinstance(value, int):
            values[name] = names[value]
    return Text(text.code, text.template, values)

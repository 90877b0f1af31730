"""How strong the players of the house are, as `python -m benchmarks.bots --write` measured it:
games to 100 against Simple, which ignores the opponent, throws what leaves least and knocks as soon
as it can."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: Of how many standard deviations an interval of 95 % is.
_WIDTH = 1.96


@dataclass(frozen=True, slots=True)
class Strength:
    """So many `games` were played, and `won`."""

    games: int
    won: int

    @property
    def of_hundred(self) -> int:
        """How many of a hundred games are won."""
        return round(100 * self.won / self.games)

    @property
    def within(self) -> int:
        """By how many of a hundred that may be off: the true share lies within, 19 times of 20."""
        share = self.won / self.games
        deviation: float = (share * (1 - share) / self.games) ** 0.5
        return max(1, round(100 * _WIDTH * deviation))


def strength_of(code: str) -> Strength:
    """What was measured of a level or of a character at home; a KeyError for anybody else."""
    return _measured()[code]


@cache
def _measured() -> dict[str, Strength]:
    text = (files(__package__) / "measured.json").read_text()
    return {code: Strength(**of) for code, of in json.loads(text).items()}

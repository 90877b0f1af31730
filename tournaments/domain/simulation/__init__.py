"""A whole tournament played by chance, as a dry run: how many rounds, matches and byes there are.

`simulate` takes a format and `Conditions` and gives the lines of the command of that name. Chance
comes from the seed alone, by `Random.random` and whole numbers: the same on every machine.
"""

from tournaments.domain.simulation.lines import simulate
from tournaments.domain.simulation.playing import Conditions

__all__ = ["Conditions", "simulate"]

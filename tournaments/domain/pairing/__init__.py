"""Swiss pairing: minimum-cost matching over named, ordered cost terms.

`pair` takes a `Field` (who plays this round, what they have, whom they have met) and gives the
round as `Paired` rows, each with its reason in words. `costs.TERMS` are the terms, worst first.
`dutch.pair_dutch` gives such a round by FIDE Dutch instead.
"""

from tournaments.domain.pairing.field import Contender, Field, Paired, PairingMethod, in_drawn_order
from tournaments.domain.pairing.rounds import faults_of, judge, pair

__all__ = [
    "Contender",
    "Field",
    "Paired",
    "PairingMethod",
    "faults_of",
    "in_drawn_order",
    "judge",
    "pair",
]

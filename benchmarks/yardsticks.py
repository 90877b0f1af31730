"""The two players against whom computer players are measured. Neither is played against in a club.

`Simple` is the player of the EAAI 2021 challenge, written anew from its description (T. W. Neller,
"Gin Rummy EAAI Undergraduate Research Challenge"): it ignores the opponent. `Camper` looks one draw
ahead and knocks in its first three turns only; after that it waits for gin.
"""

from random import Random

from games.engine.cards import indexes
from games.engine.gin.bots.knowledge import Knowledge
from games.engine.gin.bots.player import Player, Skill, Style, Throw
from games.engine.melds.arrangements import Melds, best_melds, possible_melds
from games.engine.melds.least import least_deadwood


class Simple:
    """Takes what completes a meld, throws what leaves least, by lot among equal ones, and knocks as
    soon as it can."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def takes(self, known: Knowledge) -> bool:
        hand = known.hand | 1 << known.lying
        return any(meld >> known.lying & 1 for meld in possible_melds(hand, known.form))

    def throws(self, known: Knowledge) -> Throw:
        left = {
            card: least_deadwood(known.hand ^ 1 << card, known.form)
            for card in indexes(known.hand)
            if card != known.taken
        }
        least = min(left.values())
        card = self._rng.choice([card for card, deadwood in left.items() if deadwood == least])
        if least > known.limit:
            return Throw("discard", card)
        return Throw("knock" if least else "gin", card)

    def melds(self, known: Knowledge, cards: int) -> Melds:
        return best_melds(cards, known.form)


CAMPER = Player(Skill(looks_ahead=True), Style(until_turn=3))

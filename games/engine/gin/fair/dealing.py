"""From a secret and the words to the cards (the contract of the online table, the deal, 4 to
6)."""

import hmac
from collections.abc import Sequence

from games.engine.cards import DECK, Card, Deal, deal, shuffled
from games.engine.gin.fair.secrets import Secret
from games.engine.gin.rules import Rules
from kernel.seats import SIDES, Seat

_NAME = "undercut-deal-1"


def seed_of(secret: bytes, match: int, seating: int, d: int, words: Sequence[str]) -> Secret:
    """The seed of dealing `d` of a match, from 0 (the draw): nobody alone could have chosen it.

    `seating` counts from 1, `words` are by seat. It is as secret as the cards.
    """
    message = "\n".join((_NAME, str(match), str(seating), str(d), *words))
    return Secret(hmac.digest(secret, message.encode(), "sha256"))


def dealt(seed: bytes, dealer: Seat, rules: Rules) -> Deal:
    """The cards of a dealing. The card of a second pack is there under any rules."""
    return deal(seed, dealer, eleven=rules.upcard_rule == "deal_11")


def drawn(seed: bytes, sides: int = SIDES) -> tuple[Card, ...]:
    """The draw for the first deal: the card of each side, the first ones of the shuffled pack."""
    return tuple(shuffled(seed, DECK)[:sides])

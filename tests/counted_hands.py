"""Online hands that end with a count: both play as somebody does who wants to knock."""

from games.engine.cards import parse_card
from games.engine.melds.least import least_deadwood
from games.selectors.table_now import TableNow
from games.tables.requests import legal_of
from tests.games.online import OnlineMatch

_ENDS = ("big_gin", "gin", "knock")


class CarefulMatch(OnlineMatch):
    """A match in which each throws what leaves the least, and knocks when they can."""

    def choose(self, now: TableNow, seat: int) -> str:
        legal = legal_of(now.state, seat)
        throws = [text for text in legal if text.startswith("discard ")]
        if not throws or any(text.split()[0] in _ENDS for text in legal):
            self.chance.seed(1)  # mostly the best that is listed
            return super().choose(now, seat)
        assert now.state.hand is not None
        held = now.state.hand.hands[seat]
        return min(throws, key=lambda throw: _left(held, throw))

    def play_to_a_count(self) -> int:
        """Play hands until one has ended with a winner; its n."""
        while True:
            self.play_hand()
            last = self.record.facts[-1]
            if last.kind != "void":
                n: int = last.hand.sequence
                return n


def _left(held: int, throw: str) -> int:
    return least_deadwood(held ^ 1 << parse_card(throw.split()[1]).index)

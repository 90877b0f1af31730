"""What a hand of an online table costs to be read from its log: `python -m benchmarks.fold`.

Nothing of a running hand is stored but its log and the secrets, so each look and each action folds
it anew. Matches under every playable rule set are played by script, sensibly and at random, when
hands last until the stock is used up. Of each of their hands the CPU time of the fold from its deal
to its last action is the least of some runs, with its cards at hand, and once with the cards dealt
from the secret, as by a process that sees the hand for the first time. A missed goal fails the run.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks.figures import ROUNDS, Figure, cpu_seconds, tell
from config.gc_tuning import leave_alone
from games.engine.cards import typed_cards
from games.engine.gin.rules import PLAYABLE_RULE_SETS
from games.engine.melds.least import least_deadwood
from games.tables.events import Event
from games.tables.fold import fold
from tests.games.tables.playing import PlayedTable

SEED = 19
SENSIBLE, AT_RANDOM = 2, 1
"""So many matches under each rule set."""
ACTIONS = 400
"""So many in a match, unless it is over before."""
ENDINGS = ("big_gin", "gin", "knock", "done", "melds")
TYPICAL = 0.5  # ms of CPU

Hand = tuple[PlayedTable, Sequence[Event]]
MS = "ms CPU"


class SensibleTable(PlayedTable):
    """Both seats throw what they need least, and end the hand as soon as they can."""

    def choose(self, chance: random.Random, legal: list[str]) -> str:
        hand = self.state.hand
        thrown = [text for text in legal if text.startswith("discard ")]
        endings = [text for text in legal if text.split()[0] in ENDINGS]
        if hand is None or endings or not thrown:
            return chance.choice(endings or legal)
        held = hand.hands[hand.turn]
        return min(thrown, key=lambda text: least_deadwood(held & ~card_of(text)))


def card_of(text: str) -> int:
    """The card that a discard names, as a set."""
    return typed_cards(text.split()[1]).bits


def measure() -> Iterator[Figure]:
    sensible, at_random = played(SensibleTable, SENSIBLE), played(PlayedTable, AT_RANDOM)
    for name, hands in (("played sensibly", sensible), ("played at random", at_random)):
        print(f"{name}: {len(hands)} hands of {median(len(log) for _, log in hands):g} events")
    leave_alone()  # as server and worker do
    typical = [milliseconds(*hand) for hand in sensible]
    yield Figure("a hand played sensibly from its log, the median", median(typical), TYPICAL, MS)
    yield Figure("the longest of them", max(typical), None, MS)
    longest = [milliseconds(*hand) for hand in at_random]
    yield Figure("a hand played at random from its log, the median", median(longest), None, MS)
    dealt = [milliseconds(*hand, deals=True) for hand in sensible]
    yield Figure("a hand played sensibly, its cards dealt, the median", median(dealt), None, MS)


def played(kind: type[PlayedTable], matches: int) -> list[Hand]:
    """The hands of so many matches under each rule set."""
    hands: list[Hand] = []
    for rule_set in PLAYABLE_RULE_SETS:
        for match in range(matches):
            table = kind(rule_set.rules)
            table.sit_down()
            table.play_on(random.Random(SEED + match), ACTIONS)
            hands += [(table, hand) for hand in hands_of(table.log)]
    return hands


def hands_of(log: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """The log of each hand, from its deal up to what came before the next one."""
    begins = [at for at, event in enumerate(log) if event.kind == "deal" and event.deal]
    for at, end in zip(begins, [*begins[1:], len(log)], strict=True):
        yield log[at:end]


def milliseconds(table: PlayedTable, hand: Sequence[Event], *, deals: bool = False) -> float:
    """The CPU time of a fold."""
    state = fold(table.settings, hand, table.cards)
    kept = table.cards(state.dealing)
    cards = table.cards if deals else lambda _dealing: kept
    return min(cpu_seconds(lambda: fold(table.settings, hand, cards)) * 1000 for _ in range(ROUNDS))


if __name__ == "__main__":
    sys.exit(tell(measure()))

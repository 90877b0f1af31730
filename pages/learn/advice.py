"""Advice of the sources on how to play well (rulebook 4.14). None of it is a rule."""

from dataclasses import dataclass
from typing import Any

from games.engine.cards import DECK, FULL
from games.engine.melds.arrangements import possible_melds
from games.engine.melds.form import LOW_ACE
from kernel.text import N_, Text
from pages.learn.laid import Laid, bits, laid, shown, text
from pages.learn.page import LearnPage
from web.actors import say


@dataclass(frozen=True, slots=True)
class Advice:
    """A piece of advice, and the tags of the sources that give it."""

    sentence: Text
    sources: str
    laid: tuple[Laid, ...] = ()


def all_advice() -> tuple[Advice, ...]:
    """In the order of a hand: what to take, what to keep, what to throw, when to knock."""
    return (
        Advice(
            text(
                N_(
                    "Take a card from the discard pile only where it makes a meld or makes one "
                    "longer, not for a mere hope: everybody sees what you take."
                )
            ),
            "S1, S2, S4",
        ),
        Advice(
            text(
                N_(
                    "Aim at two melds and four or fewer low cards beside them. Three melds seldom "
                    "come in time."
                )
            ),
            "S4",
        ),
        Advice(
            text(
                N_(
                    "4 and 5 of a suit grow at both ends, with %(both)d cards; 4 and 6 only with "
                    "the 5 between them: %(inside)d card, half the chance."
                ),
                both=completing("4H5H"),
                inside=completing("4H6H"),
            ),
            "S4",
            (
                laid(N_("grows at both ends"), "4H5H", "meld"),
                laid(N_("one card between"), "4H6H", "deadwood"),
            ),
        ),
        Advice(
            text(
                N_(
                    "Sevens fit most melds, aces and kings fewest: a seven is in %(seven)d of the "
                    "melds of three or four cards, an ace or a king in %(ace)d."
                ),
                seven=small_melds_with("7H"),
                ace=small_melds_with("AH"),
            ),
            "S4",
        ),
        Advice(
            text(N_("Throw what helps you least, and think what it gives to the other.")), "S0, S4"
        ),
        Advice(
            text(
                N_(
                    "Remember all discards. They show which of your hopes are still alive, and "
                    "what the other collects."
                )
            ),
            "S0, S4",
        ),
        Advice(
            text(
                N_(
                    "When to knock is where the sources differ. As soon as you can, says one; "
                    "others play on for a better count."
                )
            ),
            "S4; S0, S2",
        ),
    )


def completing(written: str) -> int:
    """How many single cards make these two a run."""
    cards = bits(written)
    return sum(
        LOW_ACE.kind(cards | 1 << card.index) == "run"
        for card in DECK
        if not cards >> card.index & 1
    )


def small_melds_with(written: str) -> int:
    """How many melds of three or four cards this card is in."""
    card = bits(written)
    return sum(bool(meld & card) for meld in possible_melds(FULL) if meld.bit_count() <= 4)


class LearnStrategyPage(LearnPage):
    """What the sources advise."""

    tab = "learn_strategy"
    template = "learn/strategy.html"

    def matter(self) -> dict[str, Any]:
        return {
            "advice": [
                {
                    "sentence": say(one.sentence),
                    "sources": one.sources,
                    "laid": shown(one.laid),
                }
                for one in all_advice()
            ]
        }

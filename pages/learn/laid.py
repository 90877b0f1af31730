"""Cards on a page that teaches: what lies together, as what, and what the engine says of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from games.engine.cards import DECK, Card, CardSet, parse_cards
from games.engine.gin.rules import RULE_SETS, Rules
from games.engine.gin.scoring.showdown import Showdown, Spread, judge
from games.engine.gin.scoring.sums import sum_of
from games.engine.melds.arrangements import Melds, best_melds, deadwood_of
from games.engine.melds.form import LOW_ACE
from kernel.text import N_, Text
from pages.parts.card_faces import CardFace, card_faces
from web.actors import say

CLUB: Rules = next(rule_set.rules for rule_set in RULE_SETS if rule_set.code == "club")
"""The rules whose figures these pages name."""

Sign = Literal["", "meld", "deadwood", "laid_off", "no"]


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that lie together. `words`: as what; `backs`: how many more lie face down."""

    words: Text
    cards: tuple[Card, ...] = ()
    sign: Sign = ""
    backs: int = 0


@dataclass(frozen=True, slots=True)
class ShownLaid:
    """The same in the reader's language."""

    words: str
    faces: list[CardFace]
    sign: Sign
    backs: range


def text(template: str, **values: object) -> Text:
    """A sentence of these pages."""
    return Text("learn", template, values)


def cards_of(written: str) -> tuple[Card, ...]:
    """Cards as they are written in the engine's tests: "7H7D"."""
    return parse_cards(written)


def bits(written: str) -> int:
    """The same as a set."""
    return CardSet.of(parse_cards(written)).bits


def laid(template: str, written: str, sign: Sign = "", **values: object) -> Laid:
    """These cards in this order."""
    return Laid(text(template, **values), cards_of(written), sign)


def spread_of(cards: int, melds: Melds | None = None) -> list[Laid]:
    """A hand as it is laid down: its melds (as declared, or the best), then its deadwood."""
    melds = best_melds(cards) if melds is None else melds
    left = deadwood_of(cards, melds)
    return [*melds_of(melds), *([deadwood(left)] if left else [])]


def melds_of(melds: Melds) -> list[Laid]:
    """Each as what it is, its cards as they lie."""
    words = {"set": N_("set"), "run": N_("run")}
    return [
        Laid(
            text(words[LOW_ACE.kind(meld) or "set"]),
            tuple(DECK[card] for card in LOW_ACE.as_it_lies(meld)),
            "meld",
        )
        for meld in melds
    ]


def deadwood(cards: int) -> Laid:
    """What is left, with its count."""
    words = text(N_("deadwood: %(count)d"), count=LOW_ACE.value(cards))
    return Laid(words, tuple(CardSet(cards)), "deadwood")


def left_of_three(hands: Sequence[str], counts: Sequence[int]) -> list[Laid]:
    """What three have left at the end of a hand, the reader first, each with its count."""
    words = (
        N_("you: %(count)d"),
        N_("second player: %(count)d"),
        N_("third player: %(count)d"),
    )
    return [
        Laid(text(of, count=count), cards_of(left), "deadwood")
        for of, left, count in zip(words, hands, counts, strict=True)
        if left
    ]


def answer_of(showdown: Showdown) -> list[Laid]:
    """What the defender lays down, with what is laid off."""
    answer = showdown.answer
    off = tuple(next(iter(CardSet(layoff.card))) for layoff in answer.layoffs)
    return [
        *melds_of(answer.melds),
        *([Laid(text(N_("laid off")), off, "laid_off")] if off else []),
        *([deadwood(answer.deadwood)] if answer.deadwood else []),
    ]


def judged(knocker: str, defender: str) -> Showdown:
    """What the club's rules make of two hands."""
    return judge(CLUB, Spread(bits(knocker)), Spread(bits(defender)))


def sum_and_points(showdown: Showdown) -> dict[str, object]:
    """How the points of a hand come about, and how many they are."""
    return {"sum": sum_of(CLUB, showdown.score), "points": showdown.score.points}


def shown(lying: Iterable[Laid]) -> list[ShownLaid]:
    """In the reader's language."""
    return [
        ShownLaid(say(one.words), card_faces(one.cards), one.sign, range(one.backs))
        for one in lying
    ]

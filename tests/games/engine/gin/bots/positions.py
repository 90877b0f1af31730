"""Fifty positions in which one move is sound, and what a player needs to find it.

Each is what a seat sees: ten or eleven cards, what lies open, what the opponent took and threw.
`take` asks whether the open card is taken, `throw` what is done with eleven cards.
"""

from dataclasses import dataclass
from typing import Literal

from games.engine.cards import CardSet, parse_cards
from games.engine.gin.bots.knowledge import Knowledge
from games.engine.gin.bots.player import Player
from games.engine.melds.form import LOW_ACE

Needs = Literal["melds", "counting", "outlook", "memory", "timing"]
"""See every meld; weigh the count; see what may become of cards; mind the opponent; know when to
end the hand."""


@dataclass(frozen=True)
class Position:
    """`sound` is `take` or `leave`, a card to throw, or the ending; `why` says it."""

    hand: str
    sound: str
    needs: Needs
    why: str
    top: str = ""
    took: str = ""
    threw: str = ""
    gone: str = ""
    turns: int = 2
    stock: int = 22

    @property
    def is_full(self) -> bool:
        return len(self.hand.split()) == 11


def known(position: Position) -> Knowledge:
    """What the seat knows."""
    theirs, threw, gone, top = map(
        cards, (position.took, position.threw, position.gone, position.top)
    )
    return Knowledge(
        hand=sum(1 << card for card in cards(position.hand)),
        top=top[0] if top else None,
        taken=None,
        theirs=sum(1 << card for card in theirs),
        thrown=tuple(threw),
        left=0,
        gone=sum({1 << card for card in (*threw, *gone, *top)}),
        stock=position.stock,
        turns=position.turns,
        limit=10,
        form=LOW_ACE,
    )


def cards(text: str) -> list[int]:
    found = parse_cards(text.replace(" ", ""))
    CardSet.of(found)
    return [card.index for card in found]


def move(player: Player, position: Position) -> str:
    """What the player does there."""
    knowledge = known(position)
    if not position.is_full:
        return "take" if player.takes(knowledge) else "leave"
    throw = player.throws(knowledge)
    if throw.kind != "discard":
        return throw.kind
    assert throw.card is not None
    return str(CardSet(1 << throw.card))


POSITIONS = (
    # What lies open.
    Position("7S 7H 2C 3D 9H TC JD QS KD AH", "take", "melds", "A third seven.", top="7D"),
    Position("5H 6H 9C TD JS QC KD 2S 3C AH", "take", "melds", "A run of hearts.", top="7H"),
    Position("5H 6H 9C TD JS QC KD 2S 3C AH", "take", "melds", "A run below.", top="4H"),
    Position("8C TC 2D 3H 5S 6D KH QD JS AS", "take", "melds", "The middle of a run.", top="9C"),
    Position("QS QH QD 2C 4D 7H 9S KC JD 5C", "take", "melds", "A fourth queen.", top="QC"),
    Position("5C 6C 7C 2H 4D JS KD 9H QS TD", "take", "melds", "A run grows.", top="8C"),
    Position("AS AH 4C 5D 8H 9S JC QD KS 6H", "take", "melds", "Three aces.", top="AD"),
    Position("JH QH 2S 3D 5C 7H 9S 8D 4C AC", "take", "melds", "King, queen, jack.", top="KH"),
    Position("3S 3H 4D 5D 9C JC QH KS 8H TD", "take", "melds", "Threes, not the run.", top="3C"),
    Position("3S 3H 4D 5D 9C JC QH KS 8H TS", "take", "melds", "A three for either.", top="3D"),
    Position("2C 3C 4C 8S 8D KH QS JD 6H 9C", "take", "melds", "Eights beside a run.", top="8H"),
    Position("AS 2S 9H 9D KC JH 7D 6C QS TC", "take", "melds", "The lowest run.", top="3S"),
    Position("2C 3D 5H 7S 9C JD QH 4S 6D AH", "leave", "counting", "It fits nothing.", top="KS"),
    Position("2C 3D 5H 7S 9C JD QH 4S 6D AH", "leave", "counting", "It fits nothing.", top="TC"),
    Position("8S 2C 3D 5H JD QH KC 4S 6D AH", "leave", "counting", "A mere pair.", top="8D"),
    Position("5C 2H 3D 9S JD QH KC 7S TD AH", "leave", "counting", "Two of a run.", top="6C"),
    Position("5S 6S 7S 9H 9D 9C 2D 3H AC 4D", "leave", "counting", "It only adds.", top="KD"),
    Position("QS QH QD 4H 5H 6H AS 2D 3C 7C", "leave", "counting", "A high card.", top="JC"),
    # What is thrown.
    Position("5S 6S 7S 9H 9D 9C 2D 3H AC 4D KD", "knock", "timing", "Ten at the start.", turns=1),
    Position("AS 2S 3S 7H 7D 7C JS QS KS 5D 4H", "knock", "timing", "Four at the start.", turns=1),
    Position("4S 5S 6S TH TD TC 2H 3D AC 2C KS", "knock", "timing", "Eight at once.", turns=0),
    Position("4S 5S 6S TH TD TC 2H 3H 4H 9C KS", "knock", "timing", "Nine at once.", turns=1),
    Position("4S 5S 6S TH TD TC 2H 3H 4H 5H KS", "gin", "melds", "Nothing is left."),
    Position("AS AH AD 2C 3C 4C 8D 9D TD JD KH", "gin", "melds", "Nothing is left."),
    Position("5S 5H 5D 5C 6C 7C 8C QH KH JH 2S", "gin", "melds", "Fives in a set, clubs in a run."),
    Position("AS 2S 3S 4S 5S 5H 5D 5C 6C 7C QH", "gin", "melds", "Fives in a set, and a run."),
    Position("9H TH JH 9S 9D 9C 2D 3D 4D KC QS", "knock", "timing", "Ten or less.", turns=1),
    Position(
        "5S 6S 7S 9H 9D 9C QD KH 2C 3C 8D",
        "KH",
        "counting",
        "The highest of what is loose.",
        turns=7,
    ),
    Position("2S 3S 4S QH QD 8C 7D KS 5H 6C 9C", "KS", "counting", "A king alone.", turns=7),
    Position("7S 7H 7D 5C 6C 2H 3H KC JD 4S AH", "KC", "counting", "A king alone.", turns=7),
    Position("AS AH AD KS 4C 5C 9H 8H 2D 6S JD", "KS", "counting", "A king alone.", turns=7),
    Position(
        "TS JS QS 4H 5H 9D 9C KD 2C 7S 3D",
        "KD",
        "counting",
        "It is in no suit of the run.",
        turns=7,
    ),
    Position("3H 4H 5H 3S 3D 8C 9C KD 6S QC AD", "KD", "counting", "A king alone.", turns=7),
    Position("6S 7S 8S 6H 6D KC 2D 3D AH QS 9H", "KC", "counting", "A king alone.", turns=7),
    Position("2S 2H 2D 2C 7H 8H TC KD 5S 9S 4D", "KD", "counting", "A king alone.", turns=7),
    Position("4S 5S 6S 7S KH QD 2C 3C 9D 9H AC", "KH", "counting", "A king alone.", turns=7),
    Position("7H 8H 9H 7C 7D KS JS 2D 3S 4C AS", "KS", "counting", "The higher of two.", turns=7),
    Position("QS QH QC 4D 5D KD 8S 9S 2H AC 6H", "KD", "counting", "A king alone.", turns=7),
    # What may become of a card.
    Position("2S 3S 4S 6H 7H TC TD JS QH 5C 8D", "QH", "outlook", "A ten has a partner.", turns=7),
    Position("AS 2S 3S 9H 9C TD TC 5H 6H KD KC", "KD KC", "counting", "Kings go first.", turns=7),
    Position("5D 6D 7D QS QH KS JC 3C 4C AH 2H", "JC", "outlook", "A king has a queen.", turns=7),
    Position("8S 9S TS KH KD QC 4D 5D 2H AC 6C", "QC", "outlook", "A pair stays.", turns=7),
    Position("3D 4D 5D JH QH KS 8S 8C 2C AC 6H", "KS", "outlook", "Two of a run stay.", turns=7),
    Position("6C 7C 8C TH JH QS 2D 3D AS 4H 5S", "QS", "outlook", "Two of a run stay.", turns=7),
    Position("AD 2D 3D TS TC KH 7H 8H 5C 4S JD", "KH", "counting", "A king alone.", turns=7),
    # The opponent.
    Position(
        "2S 3S 4S 7H 8H JC QD AD 5C 6C KS",
        "KS",
        "memory",
        "They throw kings.",
        threw="KD KH",
        turns=7,
    ),
    Position(
        "2S 3S 4S 7H 8H AD 5C 6C 9S KD QC",
        "KD",
        "memory",
        "They took queens.",
        took="QS QH",
        turns=7,
    ),
    Position(
        "2H 3H 4H 7S 8S AD 5D 6D 2C JC KC",
        "KC",
        "memory",
        "They took jacks.",
        took="JS JD",
        turns=7,
    ),
    Position(
        "3C 4C 5C 8D 9D AS 6H 7H KH QS 2D",
        "KH",
        "memory",
        "They took queens.",
        took="QD QC",
        turns=7,
    ),
    Position(
        "4D 5D 6D 9S TS AH 2C 3C 8C KD JC",
        "KD",
        "memory",
        "They took jacks.",
        took="JH JS",
        turns=7,
    ),
)

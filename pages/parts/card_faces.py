"""Cards as pages show them: the face in the sprite of the deck, and the name for who hears it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.cards import Card
from pages.parts.card_words import card_words


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card: `code` as in `static/img/cards.svg` ("th"), `rank` and `suit` alone ("10", "h"), and
    its name in the reader's language ("10 of hearts"). A joker has neither code nor suit; one that
    stands for a card shows that card, and is `wild`."""

    code: str
    rank: str
    suit: str
    name: str
    wild: bool = False


def card_face(card: Card) -> CardFace:
    """How this card is shown."""
    code = str(card)
    return CardFace(code.lower(), card_rank(card), card.suit.lower(), card_words(code))


def joker_face() -> CardFace:
    """How a joker is shown."""
    return CardFace("", "", "", _("joker"), wild=True)


def joker_for(card: CardFace) -> CardFace:
    """How a joker is shown that stands for a card."""
    return replace(card, name=_("joker as %(card)s") % {"card": card.name}, wild=True)


def card_faces(cards: Iterable[Card]) -> list[CardFace]:
    """How these cards are shown, in their order."""
    return [card_face(card) for card in cards]


def card_rank(card: Card) -> str:
    """The rank as it is printed: "10", "Q"."""
    return str(card)[0].replace("T", "10")

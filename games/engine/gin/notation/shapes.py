"""Cards, melds and objects as JSON: how they are read, with what is wrong said, and written."""

from collections.abc import Iterable

from games.engine.cards import DECK, Card, CardSet, indexes, parse_card
from games.engine.melds.choice import in_order
from games.engine.melds.form import LOW_ACE, MeldForm
from games.engine.records import read_list
from kernel.text import N_, refusal


def read_cards(value: object, field: str) -> tuple[Card, ...]:
    """A list of cards in its order; refused as `bad_card` or `duplicate_card`."""
    cards = tuple(parse_card(card, field) for card in read_list(value, field))
    CardSet.of(cards)
    return cards


def read_card_set(value: object, field: str) -> int:
    """A list of cards as a set."""
    return CardSet.of(read_cards(value, field)).bits


def read_melds(value: object, field: str) -> tuple[int, ...]:
    """A list of lists of cards. A card twice in a meld makes it none (`bad_meld`)."""
    return tuple(_read_meld(meld, field, "bad_meld") for meld in read_list(value, field))


def read_target(value: object, field: str) -> int:
    """The meld that a card is laid off onto: a list of cards."""
    return _read_meld(value, field, "bad_layoff")


def _read_meld(value: object, field: str, code: str) -> int:
    cards = [parse_card(card, field) for card in read_list(value, field)]
    if len(set(cards)) < len(cards):
        sentence = N_("%(cards)s has a card twice.")
        raise refusal(code, sentence, field, cards="".join(map(str, cards)))
    return CardSet.of(cards).bits


def names(cards: int) -> list[str]:
    """A set of cards, by suit and rank."""
    return [str(DECK[index]) for index in indexes(cards)]


def meld_names(meld: int, form: MeldForm = LOW_ACE) -> list[str]:
    """A meld as it lies."""
    return [str(DECK[card]) for card in form.as_it_lies(meld)]


def melds_names(melds: Iterable[int], form: MeldForm = LOW_ACE) -> list[list[str]]:
    """Melds in a fixed order: sets before runs, each by rank."""
    return [meld_names(meld, form) for meld in in_order(tuple(melds), form)]

"""Cards, melds and actions of an online table in words, and cards as a page shows them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import DECK, parse_card
from games.engine.rummy.melds import read_meld
from games.engine.rummy.pack import JOKER_NAME
from kernel.text import N_
from pages.parts.card_faces import CardFace, card_face, joker_face
from pages.parts.card_words import card_words, rank_words, suit_words

#: What the buttons of the actions say that name no card.
MOVES = {
    "deal_self": N_("I deal"),
    "deal_opponent": N_("The other player deals"),
    "draw": N_("Draw from the stock"),
    "pass": N_("Pass"),
    "big_gin": N_("Big gin"),
    "done": N_("Done: count the rest"),
    "melds": N_("Lay down the best melds"),
    "double": N_("Offer a double"),
    "accept": N_("Accept the double"),
    "refuse": N_("Refuse: give up the hand"),
}


def face(card: str) -> CardFace:
    """How a card of a view is shown."""
    return joker_face() if card == JOKER_NAME else card_face(parse_card(card))


def faces(cards: Iterable[str]) -> list[CardFace]:
    """How several are, in their order."""
    return [face(card) for card in cards]


def named(card: str) -> str:
    """A card of a view in words."""
    return _("joker") if card == JOKER_NAME else card_words(card)


def action_words(text: str, top: str = "") -> str:
    """What the button of an action says in a game in which everybody plays every hand; `top` is
    the discard on top."""
    kind, _space, rest = text.partition(" ")
    if kind in MOVES:
        return _(MOVES[kind])
    card, _on, meld = rest.partition(" on ")
    if kind == "take":
        return _("Take the %(card)s") % {"card": named(rest or top)}
    if kind == "meld":
        return _("Lay down %(meld)s") % {"meld": wild_meld_words(rest)}
    values = {"card": named(card.strip("()")), "meld": wild_meld_words(meld)}
    match kind:
        case "free":
            return _("Put the %(card)s in the place of the joker in %(meld)s") % values
        case "lay_off" if card.startswith("("):
            return _("Lay a joker as %(card)s on %(meld)s") % values
        case "lay_off":
            return _("Lay the %(card)s on %(meld)s") % values
        case "gin":
            return _("Gin with the %(card)s") % values
    return _("Knock with the %(card)s") % values


def wild_meld_words(text: str) -> str:
    """A run by its ends, a set by its rank, with its jokers; empty for what is no meld."""
    if len(text) < len("7S7H7D"):
        return ""
    plain = "".join(str(DECK[card]) for card in read_meld(text).cards)
    jokers = text.count("(")
    if not jokers:
        return meld_words(plain)
    values = {"meld": meld_words(plain), "count": jokers}
    return (
        ngettext("%(meld)s with %(count)d joker", "%(meld)s with %(count)d jokers", jokers) % values
    )


def meld_words(meld: str) -> str:
    """A run by its ends, a set by its rank."""
    first, last = parse_card(meld[:2]), parse_card(meld[-2:])
    if str(first)[1] != str(last)[1]:
        return _("the set (%(rank)s)") % {"rank": rank_words(str(first))}
    values = {"first": rank_words(str(first)), "last": rank_words(str(last))}
    values |= {"suit": suit_words(str(first))}
    return _("%(first)s–%(last)s of %(suit)s") % values

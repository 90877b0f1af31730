"""Cards of the pack in words."""

from django.utils.translation import gettext as _

from kernel.text import N_

RANKS = {"A": N_("ace"), "T": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
SUITS = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}


def card_words(card: str) -> str:
    """ "7S" as "7 of spades"."""
    return _("%(rank)s of %(suit)s") % {"rank": rank_words(card), "suit": suit_words(card)}


def rank_words(card: str) -> str:
    """ "7S" as "7", "KS" as "king"."""
    return _(RANKS.get(card[0], card[0]))


def suit_words(card: str) -> str:
    """ "7S" as "spades"."""
    return _(SUITS[card[1]])

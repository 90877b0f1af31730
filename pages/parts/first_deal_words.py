"""How it was found who deals first in a match, in words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.engine.cards import parse_card
from games.engine.gin.first_deal import FirstDealDraw, read_dealt_draw
from games.engine.gin.rules import Rules, all_play
from games.rule_books import AgreedRules
from kernel.seats import SIDES, opponent
from kernel.text import N_
from pages.parts.card_words import card_words

#: How it is found, by `first_dealer`.
READINGS: Mapping[str, str] = {
    "high_card_chooses": N_(
        "Each draws a card from a spread pack; the higher one chooses who deals. Of equal ranks "
        "spades are highest, then hearts, diamonds, clubs."
    ),
    "low_card_deals": N_(
        "Each draws a card from a spread pack; the lower one deals, the higher one chooses seat "
        "and pack. Of equal ranks spades are highest, then hearts, diamonds, clubs."
    ),
    "random": N_("Chance decides who deals first."),
}

AT_A_TABLE = N_(
    "Each draws a card from a spread pack; the two highest play first, and the second highest "
    "deals. Of equal ranks spades are highest, then hearts, diamonds, clubs."
)


WHERE_ALL_PLAY = N_(
    "Each draws a card from a spread pack; the highest deals first. Of equal ranks spades are "
    "highest, then hearts, diamonds, clubs."
)
OF_RUMMY = N_(
    "Each draws a card from a spread pack; the lowest deals, an ace the lowest of all. Who are "
    "level draw again."
)


def reading_of(rules: AgreedRules, seats: int) -> str:
    """How the first dealer is found under these rules, where so many sit at a table."""
    if not isinstance(rules, Rules):
        return _(OF_RUMMY)
    if all_play(rules):
        return _(WHERE_ALL_PLAY)
    return _(AT_A_TABLE if seats > SIDES else READINGS[rules.first_dealer])


def first_deal_words(
    rules: AgreedRules, cards: Sequence[str], dealer_seat: int, names: Sequence[str]
) -> str:
    """ "Anna drew the king of spades, Ben the 7 of hearts: Anna chose that Ben deals." """
    dealer = names[dealer_seat]
    if not cards:
        by_lot = isinstance(rules, Rules) and rules.first_dealer == "random"
        words = _("By lot: %(name)s deals first.") if by_lot else _("Agreed: %(name)s deals first.")
        return words % {"name": dealer}
    if not isinstance(rules, Rules) or len(cards) > SIDES:
        drawn = zip(names, map(card_words, cards), strict=True)
        each = ", ".join(_("%(name)s the %(card)s") % {"name": n, "card": c} for n, c in drawn)
        return _("Drawn: %(each)s. %(dealer)s deals first.") % {"each": each, "dealer": dealer}
    first, second = (parse_card(card) for card in cards)
    draw = read_dealt_draw(rules, (first, second))
    values = {
        "first": names[0],
        "card": card_words(cards[0]),
        "second": names[1],
        "other": card_words(cards[1]),
        "outcome": _outcome(draw, dealer_seat, names),
    }
    return _("%(first)s drew the %(card)s, %(second)s the %(other)s: %(outcome)s") % values


def meanings(rules: AgreedRules, names: Sequence[str]) -> list[str]:
    """What follows where the card of the first seat is the higher one, and where that of the second
    is; nothing where cards decide nothing."""
    if not isinstance(rules, Rules) or rules.first_dealer == "random":
        return []
    if rules.first_dealer == "high_card_chooses":
        words = _("%(high)s drew the higher card and chooses who deals.")
    else:
        words = _("%(low)s drew the lower card and deals; %(high)s chooses seat and pack.")
    return [words % {"high": names[seat], "low": names[opponent(seat)]} for seat in (0, 1)]


def _outcome(draw: FirstDealDraw, dealer: int, names: Sequence[str]) -> str:
    if not draw.agrees(dealer):
        words = _("%(dealer)s deals, as agreed.")
    elif draw.chooser is None:
        words = _("%(dealer)s deals.")
    elif draw.chooser == dealer:
        words = _("%(dealer)s chose to deal.")
    else:
        words = _("%(chooser)s chose that %(dealer)s deals.")
    return words % {"dealer": names[dealer], "chooser": names[draw.high]}

"""The first four pictures: from the deal to a turn."""

from games.engine.melds.form import LOW_ACE
from games.engine.melds.least import least_deadwood
from kernel.text import N_
from pages.learn.laid import Laid, bits, cards_of, laid, melds_of, spread_of, text
from pages.learn.picture import AFTER_ONE_TURN, DEALT, THROWN, UPCARD, Picture


def deal() -> Picture:
    """What is dealt, and how one begins."""
    held = len(cards_of(DEALT))
    return Picture(
        "deal",
        N_("Ten cards each"),
        [
            laid(N_("your cards"), DEALT),
            laid(N_("the upcard"), UPCARD),
            Laid(text(N_("the stock")), backs=1),
        ],
        [
            text(
                N_(
                    "Two people, one pack of %(pack)d cards. Each is dealt %(held)d; only you see "
                    "yours."
                ),
                pack=52,
                held=held,
            ),
            text(
                N_(
                    "The next card is turned face up: the upcard. The other %(stock)d lie face "
                    "down: the stock. Your opponent has dealt, so you begin."
                ),
                stock=52 - 2 * held - 1,
            ),
        ],
    )


def melds() -> Picture:
    """Sets and runs, and what is none."""
    return Picture(
        "melds",
        N_("Collect melds"),
        [
            *melds_of((bits("7H7D7C"), bits("JSQSKS"))),
            laid(N_("no run: the ace is low"), "QSKSAS", "no"),
            laid(N_("no run: two suits"), "4D5D6H", "no"),
        ],
        [
            text(
                N_(
                    "A meld is a set, three or four cards of one rank, or a run, three or more of "
                    "one suit in order."
                )
            ),
            text(
                N_(
                    "The ace stands below the 2 and never above the king. A card is in one meld at "
                    "a time. You keep your melds in your hand until somebody ends the hand."
                )
            ),
        ],
    )


def values() -> Picture:
    """Deadwood and the count."""
    return Picture(
        "values",
        N_("What is left over counts"),
        [
            *(
                laid(N_("%(value)d"), card, value=LOW_ACE.value(bits(card)))
                for card in ("AC", "2H", "9C")
            ),
            laid(N_("%(value)d each"), "JSQSKD", value=LOW_ACE.value(bits("KD"))),
        ],
        [
            text(
                N_(
                    "Cards in no meld are deadwood. An ace counts 1, jack, queen and king 10, all "
                    "others what is printed on them."
                )
            ),
            text(
                N_(
                    "Your ten cards hold no meld yet: their count is %(count)d. You want it as "
                    "small as you can get it, and sooner than your opponent."
                ),
                count=least_deadwood(bits(DEALT)),
            ),
        ],
    )


def turn() -> Picture:
    """The upcard, and a turn."""
    after = bits(AFTER_ONE_TURN)
    return Picture(
        "turn",
        N_("Draw one, throw one"),
        [*spread_of(after), laid(N_("thrown, face up"), THROWN)],
        [
            text(
                N_(
                    "At the start you may take the upcard, else your opponent may; if neither "
                    "wants it, you draw from the stock. From then on each turn takes either the "
                    "next card of the stock or the top of the discard pile, and throws one card."
                )
            ),
            text(
                N_(
                    "You take the 7: three sevens. You throw the king, and your count is down to "
                    "%(count)d. Only the card just taken from the pile may not be thrown at once."
                ),
                count=least_deadwood(after),
            ),
        ],
    )

"""The other six pictures: the ways in which a hand ends."""

from games.engine.cards import CardSet
from games.engine.gin.hand.phases import LEFT_IN_STOCK, MOST_TAKES
from games.engine.melds.form import LOW_ACE
from games.engine.melds.least import least_deadwood
from kernel.text import N_
from pages.learn.laid import CLUB, Laid, answer_of, bits, judged, spread_of, sum_and_points, text
from pages.learn.picture import BIG_GIN, DEFENDER, GIN, KNOCKER, UNDERCUTTER, Picture


def knock() -> Picture:
    """When one may knock, and how."""
    return Picture(
        "knock",
        N_("Knock"),
        [*spread_of(bits(KNOCKER)), Laid(text(N_("thrown, face down")), backs=1)],
        [
            text(
                N_(
                    "Your opponent takes your king and throws a queen. You draw the king of "
                    "spades: jack, queen, king."
                )
            ),
            text(
                N_(
                    "With a count of %(limit)d or less after your throw you may knock: throw face "
                    "down, spread your cards, and the hand is over. You throw the 9 and knock "
                    "with %(count)d."
                ),
                limit=CLUB.knock_limit,
                count=least_deadwood(bits(KNOCKER)),
            ),
        ],
    )


def laying_off() -> Picture:
    """The hand is won by the lower count."""
    showdown = judged(KNOCKER, DEFENDER)
    return Picture(
        "laying-off",
        N_("The other may lay off"),
        answer_of(showdown),
        [
            text(
                N_(
                    "Now your opponent spreads, and may add cards to your melds: the fourth of a "
                    "set, or what comes next at either end of a run."
                )
            ),
            text(
                N_(
                    "The 10 of spades goes to your jack, queen and king, and %(before)d becomes "
                    "%(after)d. You have less, so you get the difference."
                ),
                before=least_deadwood(bits(DEFENDER)),
                after=showdown.answer.count,
            ),
        ],
        text(N_("Knock: %(sum)s = %(points)d for you"), **sum_and_points(showdown)),
    )


def undercut() -> Picture:
    """The hand is lost by the knocker."""
    showdown = judged(KNOCKER, UNDERCUTTER)
    return Picture(
        "undercut",
        N_("Undercut"),
        answer_of(showdown),
        [
            text(
                N_(
                    "Had your opponent held these, a 7 would go to your sevens and the 10 to your "
                    "run, and then the 9 to the 10. That leaves %(left)d against your %(held)d."
                ),
                left=showdown.answer.count,
                held=LOW_ACE.value(showdown.deadwood),
            ),
            text(
                N_(
                    "A knocker who does not have less is undercut: the other takes the hand, with "
                    "a bonus of %(bonus)d. Level is enough for that."
                ),
                bonus=CLUB.undercut_bonus,
            ),
        ],
        text(
            N_("Undercut: %(sum)s = %(points)d for your opponent"),
            **sum_and_points(showdown),
        ),
    )


def gin() -> Picture:
    """Nothing is left."""
    showdown = judged(GIN, DEFENDER)
    return Picture(
        "gin",
        N_("Gin"),
        spread_of(bits(GIN)),
        [
            text(
                N_(
                    "Nobody has to knock. Play on, and the 3 and the 4 of clubs may come: all ten "
                    "cards are in melds, nothing is left. That is gin."
                )
            ),
            text(
                N_(
                    "Nobody lays off on gin, and it is never undercut. It brings %(bonus)d and the "
                    "whole count of the other."
                ),
                bonus=CLUB.gin_bonus,
            ),
        ],
        text(N_("Gin: %(sum)s = %(points)d for you"), **sum_and_points(showdown)),
    )


def big_gin() -> Picture:
    """Eleven cards."""
    showdown = judged(BIG_GIN, DEFENDER)
    return Picture(
        "big-gin",
        N_("Big gin"),
        spread_of(bits(BIG_GIN)),
        [
            text(
                N_(
                    "With the card just drawn you hold %(held)d. If all of them are in melds, you "
                    "throw none and say big gin: %(bonus)d in place of %(gin)d. Not every club "
                    "plays it."
                ),
                held=len(CardSet(bits(BIG_GIN))),
                bonus=CLUB.big_gin_bonus,
                gin=CLUB.gin_bonus,
            ),
        ],
        text(N_("Big gin: %(sum)s = %(points)d for you"), **sum_and_points(showdown)),
    )


def end_of_the_stock() -> Picture:
    """The hand is void."""
    return Picture(
        "stock",
        N_("Nobody knocks"),
        [Laid(text(N_("the last of the stock")), backs=LEFT_IN_STOCK)],
        [
            text(
                N_(
                    "The last %(left)d cards of the stock are never drawn. If nobody has ended the "
                    "hand by then it is void: no points, and the same player deals again."
                ),
                left=LEFT_IN_STOCK,
            ),
            text(
                N_(
                    "At many clubs the very last card thrown may still be taken, but only to knock "
                    "or go gin with it. A hand is void as well where %(takes)d cards in a row are "
                    "taken from the discard pile and none from the stock."
                ),
                takes=MOST_TAKES,
            ),
        ],
    )

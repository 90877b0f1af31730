"""Battle Royal and Jersey for who knows gin: what differs where three play, with examples that the
engine has counted."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.engine.gin.royal.game_rules import RoyalRules
from games.engine.gin.royal.hand import LEFT_IN_STOCK, SEATS
from games.engine.gin.rules import Rules, rules_from
from games.engine.melds.form import LOW_ACE
from games.engine.melds.layoffs import least_after_layoffs
from games.engine.melds.least import least_deadwood
from games.engine.scoring.counted import CountedHand
from games.engine.scoring.facts import WrittenHand
from kernel.text import N_
from pages.learn.laid import Laid, bits, laid, left_of_three, spread_of, text
from pages.learn.page import LearnPage
from pages.learn.picture import Picture, shown_pictures
from pages.learn.variants import Form, shown_forms

ROYAL: Rules = rules_from({"variant": "battle_royal"})
JERSEY: Rules = rules_from({"variant": "jersey"})

HELD = "7H7DJSQSKSAC2C2H3D9C"
LIVE = "7CTS"
KNOCKER = "7H7D7CJSQSKSAC2C2HAD"
KNOCKER_MELDS = ("7H7D7C", "JSQSKS")
SECOND = "TS9S8D6C5H2DQHKH4D3C"
UNDERCUT = ("5H3C", "4DAC", "KHTD")
AGAINST_GIN = ("", "KHTD", "KSQCJHAD")
"""What is left of three where the knocker is undercut, and where the first has gin."""
THIRD = "7S8S9DTD6S5C4C3S3HQD"


def entries(rules: Rules, kind: str, counts: tuple[int, ...]) -> tuple[int, ...]:
    """What everybody writes down where the first of three ends the hand."""
    return RoyalRules(rules).score_hand(WrittenHand(1, CountedHand(kind, 0, counts))).entries


def values_of(left: Sequence[str]) -> tuple[int, ...]:
    """What these cards count, by player."""
    return tuple(LOW_ACE.value(bits(cards)) for cards in left)


def counts() -> tuple[int, ...]:
    """What the three have left after the knock, laid off as well as can be."""
    melds = tuple(map(bits, KNOCKER_MELDS))
    others = (least_after_layoffs(bits(held), melds) for held in (SECOND, THIRD))
    return (least_deadwood(bits(KNOCKER)), *others)


@cache
def pictures() -> tuple[Picture, ...]:
    """A hand of Battle Royal."""
    return (_deal(), _live(), _knock(), _undercut(), _gin())


def _deal() -> Picture:
    dealt = 10
    return Picture(
        "deal",
        N_("Three hold ten cards each"),
        [laid(N_("your cards"), HELD), Laid(text(N_("the stock")), backs=1)],
        [
            text(
                N_(
                    "All three play every hand. Each is dealt %(dealt)d cards, the next is the "
                    "upcard. From the dealer's left each may take it; if nobody wants it, the "
                    "first draws from the stock."
                ),
                dealt=dealt,
            ),
            text(
                N_(
                    "%(stock)d cards are left to draw from. When only %(left)d of them are left, "
                    "the hand is void."
                ),
                stock=52 - SEATS * dealt - 1,
                left=LEFT_IN_STOCK,
            ),
        ],
    )


def _live() -> Picture:
    return Picture(
        "live",
        N_("Two discards are live"),
        [laid(N_("your cards"), HELD), laid(N_("live discards"), LIVE, "meld")],
        [
            text(
                N_(
                    "You may take what either of the other two has thrown last, unless somebody "
                    "took it. What you throw can so be taken by both."
                )
            ),
            text(
                N_(
                    "Here both help: the 7 makes a set, the 10 makes your run longer. Your count "
                    "is %(now)d; with the 7 you come down to %(seven)d once the 9 is thrown, with "
                    "the 10 to %(ten)d."
                ),
                now=least_deadwood(bits(HELD)),
                seven=least_deadwood(bits(HELD) ^ bits("9C") | bits("7C")),
                ten=least_deadwood(bits(HELD) ^ bits("9C") | bits("TS")),
            ),
        ],
    )


def _knock() -> Picture:
    own, second, third = counts()
    points = entries(ROYAL, "knock", counts())
    return Picture(
        "knock",
        N_("Two answer a knock"),
        spread_of(bits(KNOCKER), tuple(map(bits, KNOCKER_MELDS))),
        [
            text(
                N_(
                    "You knock as in gin, here with %(own)d. Both others lay off, each on your "
                    "melds as you laid them down: nobody goes on from a card of the other one."
                ),
                own=own,
            ),
            text(
                N_(
                    "They are left with %(second)d and %(third)d. The lowest count wins both "
                    "counts of the others less its own."
                ),
                second=second,
                third=third,
            ),
        ],
        text(
            N_("Knock: (%(second)d + %(third)d) − %(own)d = %(points)d for you"),
            own=own,
            second=second,
            third=third,
            points=points[0],
        ),
    )


def _undercut() -> Picture:
    given = values_of(UNDERCUT)
    points = entries(ROYAL, "knock", given)
    return Picture(
        "undercut",
        N_("Undercut by one of two"),
        left_of_three(UNDERCUT, given),
        [
            text(
                N_(
                    "You knock with %(own)d, the others have %(low)d and %(high)d. The one with "
                    "%(low)d scores %(wins)d, and you lose %(loses)d points. Level with you, the "
                    "other wins as well."
                ),
                own=given[0],
                low=given[1],
                high=given[2],
                wins=points[1],
                loses=-points[0],
            ),
            text(N_("If the two others are level and lowest, neither scores, and you lose it.")),
        ],
    )


def _gin() -> Picture:
    given = values_of(AGAINST_GIN)
    return Picture(
        "gin",
        N_("Gin"),
        left_of_three(AGAINST_GIN, given),
        [
            text(
                N_(
                    "Nobody lays off on gin. Against %(second)d and %(third)d it brings "
                    "%(points)d, of which %(bonus)d are the bonus. The game goes to %(target)d."
                ),
                second=given[1],
                third=given[2],
                points=entries(ROYAL, "gin", given)[0],
                bonus=ROYAL.gin_bonus,
                target=ROYAL.target,
            )
        ],
    )


@cache
def forms() -> tuple[Form, ...]:
    """Jersey, by what differs."""
    given = values_of(UNDERCUT)
    points = entries(JERSEY, "knock", given)
    return (
        Form(
            "jersey",
            N_("Jersey"),
            [
                text(
                    N_(
                        "Jersey is told from incomplete sources: every copy that was found breaks "
                        "off before its values. What is played here beside them is ours."
                    )
                ),
                text(
                    N_(
                        "The first player takes the upcard or draws at once. Only the discard of "
                        "the player before you is live."
                    )
                ),
                text(
                    N_(
                        "A knocker meets each of the others as in a hand of two. With %(own)d "
                        "against %(low)d and %(high)d: the one with %(low)d undercuts and gets "
                        "%(under)d, and from the other you get %(wins)d. Gin brings %(bonus)d more "
                        "from each."
                    ),
                    own=given[0],
                    low=given[1],
                    high=given[2],
                    under=points[1],
                    wins=points[0],
                    bonus=JERSEY.gin_bonus,
                ),
            ],
        ),
    )


class LearnRoyalPage(LearnPage):
    """A hand of Battle Royal in pictures, and Jersey."""

    tab = "learn_royal"
    game = "royal"
    template = "learn/royal.html"

    def matter(self) -> dict[str, Any]:
        return {"pictures": shown_pictures(pictures()), "forms": shown_forms(forms())}

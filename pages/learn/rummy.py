"""Rummy for somebody who has never played it: a hand in pictures, knock rummy, house rules. What
is laid down, laid off and counted there the engine has judged."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from games.engine.rummy.hand import MOST_TAKES
from games.engine.rummy.knock import BEATEN_KNOCKER, RUMMY_BONUS
from games.engine.rummy.melds import AceRule, Meld, extended, is_meld
from games.engine.rummy.pack import JOKER, total, value_of
from games.engine.rummy.rules import RummyRules, cards_dealt
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.counted import CountedHand
from games.engine.scoring.facts import WrittenHand
from kernel.text import N_
from pages.learn.laid import Laid, cards_of, laid, left_of_three, text
from pages.learn.page import LearnPage
from pages.learn.picture import Picture, shown_pictures
from pages.learn.variants import Form, shown_forms

BASIC = RummyRules(table_size=3)
KNOCK = RummyRules(variant="knock", table_size=3)
DOUBLING = replace(BASIC, rummy_doubles=True)

DEALT = "4H5H6H9S9DKCQD"
UPCARD = "9C"
RUN, SET = "4H5H6H", "9S9D9C"
OTHERS = ("KSTD4C", "8SAD")
KNOCKED_WITH = ("9C3D", "9H", "KHQCJD")
"""What is in no meld where somebody knocks: the knocker has not the least."""


def rummy_meld(written: str) -> Meld:
    """A meld as it lies on the table, no joker in it."""
    return Meld(tuple(card.index for card in cards_of(written)))


def count_of(written: str, ace: int = BASIC.ace_value) -> int:
    """What these cards count in a hand."""
    return total([card.index for card in cards_of(written)], ace)


def fits(card: str, meld: str, ace: AceRule = "low") -> bool:
    """Whether the card may be laid off on this meld."""
    (found,) = cards_of(card)
    return extended(rummy_meld(meld), found.index, ace) is not None


def knocked() -> tuple[int, ...]:
    """The counts of the three where somebody knocks, the knocker first."""
    return tuple(map(count_of, KNOCKED_WITH))


def entries(
    rules: RummyRules, kind: Literal["out", "rummy", "knock"], by: int, counts: Sequence[int]
) -> tuple[int, ...]:
    """What everybody writes down for a hand."""
    hand = CountedHand(kind, by, tuple(counts))
    return RummyScoring(rules).score_hand(WrittenHand(1, hand)).entries


@cache
def pictures() -> tuple[Picture, ...]:
    """A hand of three, from the deal to what is written down."""
    return (_deal(), _turn(), _table(), _laying_off(), _going_out(), _stock())


def _deal() -> Picture:
    return Picture(
        "deal",
        N_("So many cards each"),
        [
            laid(N_("your cards"), DEALT),
            laid(N_("the upcard"), UPCARD),
            Laid(text(N_("the stock")), backs=1),
        ],
        [
            text(
                N_(
                    "Two to six people, each for themselves. Two are dealt %(two)d cards each, "
                    "three or four %(three)d, five or six %(five)d. Here you are three."
                ),
                two=cards_dealt(2),
                three=cards_dealt(3),
                five=cards_dealt(5),
            ),
            text(
                N_(
                    "The next card is turned face up, the rest is the stock. Who sits left of the "
                    "dealer begins."
                )
            ),
        ],
    )


def _turn() -> Picture:
    return Picture(
        "turn",
        N_("Draw, lay down, throw"),
        [laid(N_("laid down: set"), SET, "meld"), laid(N_("thrown, face up"), "KC")],
        [
            text(
                N_(
                    "A turn takes the next card of the stock or the top discard. Then you may lay "
                    "a meld on the table, a set or a run of three or more. Then you throw a card, "
                    "but not the one just taken from the discards."
                )
            ),
            text(
                N_(
                    "You take the 9, lay down three nines and throw the king. By most rules it is "
                    "one meld a turn: your run waits for the next one."
                )
            ),
        ],
    )


def _table() -> Picture:
    return Picture(
        "values",
        N_("What you hold counts against you"),
        [
            *(laid(N_("%(value)d"), card, value=count_of(card)) for card in ("AC", "6H", "QD")),
        ],
        [
            text(
                N_(
                    "When somebody goes out, every card still in your hand counts, melds that you "
                    "kept as well: an ace %(ace)d, jack, queen and king %(face)d, all others what "
                    "is printed on them."
                ),
                ace=count_of("AC"),
                face=count_of("QD"),
            ),
            text(
                N_(
                    "You hold a run and a queen: %(count)d if somebody went out now. Melds on the "
                    "table count nothing."
                ),
                count=count_of(f"{RUN}QD"),
            ),
        ],
    )


def _laying_off() -> Picture:
    return Picture(
        "laying-off",
        N_("Lay off on any meld"),
        [
            laid(N_("on the table: run"), RUN, "meld"),
            laid(N_("fits"), "7H", "laid_off"),
            laid(N_("does not fit"), "8H", "no"),
        ],
        [
            text(
                N_(
                    "In your turn you may also add cards to melds on the table, whoever laid them "
                    "down: the fourth of a set, or what comes next at either end of a run."
                )
            ),
            text(
                N_(
                    "Your run lies there. The 7 of hearts goes to it, and after it the 8: a meld "
                    "that is longer takes more."
                )
            ),
        ],
    )


def _going_out() -> Picture:
    counts = (0, *map(count_of, OTHERS))
    penalties = entries(BASIC, "out", 0, counts)
    collects = replace(BASIC, scoring="winner_collects")
    return Picture(
        "going-out",
        N_("Going out"),
        left_of_three(("", *OTHERS), counts),
        [
            text(
                N_(
                    "Whoever has no card left is out, with the last card thrown, laid down or laid "
                    "off, and the hand ends at once."
                )
            ),
            text(
                N_(
                    "You are out. The others write down %(one)d and %(two)d against themselves, "
                    "and who has fewest when somebody reaches %(target)d wins the game. By other "
                    "rules you collect all of it: %(all)d."
                ),
                one=penalties[1],
                two=penalties[2],
                target=BASIC.target,
                all=entries(collects, "out", 0, counts)[0],
            ),
        ],
    )


def _stock() -> Picture:
    return Picture(
        "stock",
        N_("When the stock is used up"),
        [Laid(text(N_("the stock")), backs=1), laid(N_("the upcard"), UPCARD)],
        [
            text(
                N_(
                    "The discards become the stock: shuffled, or turned over as they lie. Used up "
                    "once more, the hand is nobody's. So it is after %(takes)d discards taken one "
                    "after the other."
                ),
                takes=MOST_TAKES,
            ),
            text(
                N_(
                    "By another rule it ends the first time: a block. Then the lowest count wins, "
                    "and gets what the others have more."
                )
            ),
        ],
    )


@cache
def house_rules() -> tuple[Form, ...]:
    """Knock rummy, and what houses agree on."""
    return (_knock(), _rummy_doubles(), _aces(), _jokers(), _own_meld_first())


def _knock() -> Form:
    counts = knocked()
    loses = entries(replace(KNOCK, scoring="winner_collects"), "knock", 0, counts)
    return Form(
        "knock-rummy",
        N_("Knock rummy"),
        [
            text(
                N_(
                    "Nothing is laid on the table. After drawing you may knock, with whatever you "
                    "hold: throw a card, all show their hands, and what is in no meld counts. "
                    "Nobody lays off."
                )
            ),
            text(
                N_(
                    "The lowest count wins the differences. You knock with %(own)d, the others "
                    "have %(low)d and %(high)d: the one with %(low)d gets %(points)d, %(more)d of "
                    "it from you because a beaten knocker pays that more. Level with you, the "
                    "other wins."
                ),
                own=counts[0],
                low=counts[1],
                high=counts[2],
                points=loses[1],
                more=BEATEN_KNOCKER,
            ),
            text(
                N_("A knocker with nothing left has a rummy: %(bonus)d more from each."),
                bonus=RUMMY_BONUS,
            ),
        ],
        left_of_three(KNOCKED_WITH, counts),
    )


def _rummy_doubles() -> Form:
    counts = (0, *map(count_of, OTHERS))
    return Form(
        "rummy-doubles",
        N_("Going rummy counts double"),
        [
            text(
                N_(
                    "Who has put nothing on the table, and goes out in one turn, goes rummy. Where "
                    "the house has it so, the hand counts double: %(one)d and %(two)d in place of "
                    "%(plain)d and %(other)d. So it can pay to hold melds back."
                ),
                one=entries(DOUBLING, "rummy", 0, counts)[1],
                two=entries(DOUBLING, "rummy", 0, counts)[2],
                plain=counts[1],
                other=counts[2],
            )
        ],
    )


def _aces() -> Form:
    rules = RummyRules(ace="around")
    runs = {"high_or_low": "QSKSAS", "around": "KSAS2S"}
    assert is_meld(rummy_meld(runs["high_or_low"]), "high_or_low")
    assert is_meld(rummy_meld(runs["around"]), "around")
    return Form(
        "aces",
        N_("Aces high, or round the corner"),
        [
            text(
                N_(
                    "Aces are low in the base game. A house may let them stand after the king as "
                    "well, or between king and 2: round the corner. Then an ace counts %(value)d."
                ),
                value=rules.ace_value,
            )
        ],
        [
            laid(N_("high or low"), runs["high_or_low"], "meld"),
            laid(N_("round the corner"), runs["around"], "meld"),
        ],
    )


def _jokers() -> Form:
    return Form(
        "jokers",
        N_("Jokers"),
        [
            text(
                N_(
                    "A joker stands for any card, and counts %(value)d in a hand. A meld has fewer "
                    "jokers than other cards. Whoever holds the card that a joker on the table "
                    "stands for may put it there and take the joker."
                ),
                value=value_of(JOKER, BASIC.ace_value),
            )
        ],
    )


def _own_meld_first() -> Form:
    return Form(
        "own-meld",
        N_("A meld of your own first"),
        [
            text(
                N_(
                    "Some houses let nobody lay off before they have laid down a meld of their "
                    "own. Some ask for a discard to end the last turn: then you can't lay down or "
                    "off your last card. And some let you lay down any number of melds in one "
                    "turn."
                )
            )
        ],
    )


class LearnRummyPage(LearnPage):
    """A hand of rummy in pictures, and its other rules."""

    tab = "learn_rummy"
    game = "rummy"
    template = "learn/rummy.html"

    def matter(self) -> dict[str, Any]:
        return {"pictures": shown_pictures(pictures()), "forms": shown_forms(house_rules())}

"""The five positions. Which answer is right is nowhere written: it is what the engine counts."""

from collections.abc import Mapping
from functools import cache

from games.engine.gin.scoring.showdown import Showdown
from games.engine.melds.form import LOW_ACE
from games.engine.melds.least import least_after_discard, least_deadwood
from kernel.text import N_
from pages.learn.laid import (
    CLUB,
    answer_of,
    bits,
    cards_of,
    judged,
    laid,
    melds_of,
    spread_of,
    sum_and_points,
    text,
)
from pages.learn.position import Choice, Position

ELEVEN = "5S5H5C5D6D7D9CTCJC2SKH"
TO_THROW = "7H8H9HTH9S9DQCQDAS2S3S"
THROWS = ("QC", "9S", "TH", "AS")
KNOCKED = "4S5S6S9H9D9CAC2D2C3H"
LAYING_OFF = "KHKDKC9S7S3S2S5HTDJC"
LEVEL_KNOCKER = "3S4S5S9H9D9CQHQDQC6D"
LEVEL_DEFENDER = "KHKDKCAH2H3HTSTDTC6H"
BREAKING_KNOCKER = "7H8H9H4S4D4CKSKDKC3D"
BREAKING = "THTSTD8S9SASAC5S6D7C"


@cache
def positions() -> tuple[Position, ...]:
    """From the easy one to the hard one."""
    return (_how_to_end(), _what_to_throw(), _what_to_lay_off(), _level(), _break_a_meld())


def _how_to_end() -> Position:
    cards = bits(ELEVEN)
    least = least_after_discard(cards)
    after = min((cards ^ 1 << card.index for card in cards_of(ELEVEN)), key=least_deadwood)
    return Position(
        N_("Knock, gin or go on?"),
        text(N_("You have drawn and hold eleven cards. How far are you?")),
        [laid(N_("your cards"), ELEVEN)],
        [
            Choice("gin", text(N_("Gin")), text(N_("nothing may be left"))),
            Choice(
                "knock",
                text(N_("I may knock")),
                text(N_("%(limit)d or less may be left"), limit=CLUB.knock_limit),
            ),
            Choice(
                "on",
                text(N_("Neither: I go on")),
                text(N_("more than %(limit)d is left"), limit=CLUB.knock_limit),
            ),
        ],
        _ending(least),
        text(
            N_(
                "A card is in one meld only. The 5 of diamonds goes with its 6 and 7, the other "
                "fives are a set; throw the king and %(count)d is left. You may knock, but nobody "
                "has to: you may also go on and hope for gin."
            ),
            count=least,
        ),
        spread_of(after),
    )


def _ending(count: int) -> str:
    """The best that a hand with this count may do."""
    if not count:
        return "gin"
    return "knock" if count <= int(CLUB.knock_limit) else "on"


def _what_to_throw() -> Position:
    cards = bits(TO_THROW)
    left = {card: least_deadwood(cards ^ bits(card)) for card in THROWS}
    right = min(left, key=lambda card: left[card])
    words = {
        "QC": N_("the queen of clubs"),
        "9S": N_("the 9 of spades"),
        "TH": N_("the 10 of hearts"),
        "AS": N_("the ace of spades"),
    }
    return Position(
        N_("Which card to throw?"),
        text(N_("Eleven cards, and one has to go. Which one leaves you the lowest count?")),
        [laid(N_("your cards"), TO_THROW)],
        [
            Choice(card, text(words[card]), text(N_("leaves %(count)d"), count=left[card]))
            for card in THROWS
        ],
        right,
        text(
            N_(
                "With the 9 of hearts there are three nines, or a run of four from 7 to 10. The "
                "run takes more off, so two nines are left over, and a queen costs more than a 9."
            )
        ),
        spread_of(cards ^ bits(right)),
    )


def _what_to_lay_off() -> Position:
    cards, showdown = bits(LAYING_OFF), judged(KNOCKED, LAYING_OFF)
    off: Mapping[str, str] = {"none": "", "two": "9S7S", "three": "9S7S3S", "four": "9S7S3S2S"}
    left = {code: least_deadwood(cards & ~bits(written)) for code, written in off.items()}
    words = {
        "none": N_("nothing"),
        "two": N_("the 9 and the 7"),
        "three": N_("the 9, the 7 and the 3"),
        "four": N_("the 9, the 7, the 3 and the 2"),
    }
    return Position(
        N_("What can you lay off?"),
        text(N_("Your opponent has knocked and spread these. Which of your spades fit?")),
        [*spread_of(bits(KNOCKED)), laid(N_("your cards"), LAYING_OFF)],
        [
            Choice(code, text(words[code]), text(N_("leaves %(count)d"), count=left[code]))
            for code in off
        ],
        min(left, key=lambda code: left[code]),
        text(
            N_(
                "The 9 is the fourth of a set. The run takes the 7 above and the 3 below, and then "
                "the 2, for what is laid off lengthens it. The opponent still has less: %(sum)s = "
                "%(points)d."
            ),
            **sum_and_points(showdown),
        ),
        answer_of(showdown),
    )


def _level() -> Position:
    showdown = judged(LEVEL_KNOCKER, LEVEL_DEFENDER)
    both = {"count": showdown.answer.count}
    nothing, bonus = text(N_("no points")), {"points": CLUB.undercut_bonus}
    return Position(
        N_("Level"),
        text(
            N_(
                "Your opponent has knocked with %(count)d. You spread, nothing fits, and %(count)d "
                "is what you are left with. Whose hand is it?"
            ),
            **both,
        ),
        [*spread_of(bits(LEVEL_KNOCKER)), laid(N_("your cards"), LEVEL_DEFENDER)],
        [
            Choice("knocker", text(N_("the opponent’s, who knocked")), nothing),
            Choice("defender", text(N_("mine")), text(N_("an undercut: %(points)d"), **bonus)),
            Choice("nobody", text(N_("nobody’s")), nothing),
        ],
        _winner(showdown),
        text(
            N_(
                "Who knocks has to have less. Level is an undercut, and brings you the bonus: "
                "%(sum)s = %(points)d. Some rule sets see it otherwise; then the page of the event "
                "says so."
            ),
            **sum_and_points(showdown),
        ),
        answer_of(showdown),
    )


def _winner(showdown: Showdown) -> str:
    """Seat 0 of a showdown is the knocker."""
    return {None: "nobody", 0: "knocker", 1: "defender"}[showdown.score.winner]


def _break_a_meld() -> Position:
    cards, showdown = bits(BREAKING), judged(BREAKING_KNOCKER, BREAKING)
    tens, run, off = bits("THTSTD"), bits("8S9STS"), bits("TH")
    left = {
        "tens": LOW_ACE.value(cards & ~tens),
        "run": LOW_ACE.value(cards & ~run),
        "both": LOW_ACE.value(cards & ~run & ~off),
    }
    words = {
        "tens": N_("keep the three tens"),
        "run": N_("spread 8, 9, 10 of spades"),
        "both": N_("spread 8, 9, 10 of spades and lay off the 10 of hearts"),
    }
    return Position(
        N_("Break a meld?"),
        text(N_("Your opponent has knocked with these. What leaves you least?")),
        [*melds_of(showdown.melds), laid(N_("your cards"), BREAKING)],
        [
            Choice(code, text(words[code]), text(N_("leaves %(count)d"), count=left[code]))
            for code in left
        ],
        min(left, key=lambda code: left[code]),
        text(
            N_(
                "Three tens are a meld, but they hold back two cards that do more elsewhere. Your "
                "own melds and what you lay off have to be thought of together; our program always "
                "does."
            )
        ),
        answer_of(showdown),
    )

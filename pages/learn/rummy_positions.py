"""Positions of rummy to try. Which answer is right is nowhere written: it is what the engine counts
and lets be done."""

from functools import cache

from games.engine.rummy.bots.cards import needed_for
from games.engine.rummy.pack import Cards
from kernel.text import N_
from pages.learn.laid import cards_of, laid, left_of_three, text
from pages.learn.position import Choice, Position
from pages.learn.rummy import KNOCK, KNOCKED_WITH, count_of, entries, fits, knocked

TABLE = ("5H6H7H", "9S9D9C")
OFFERED = ("8S", "4H", "QD")
GONE = "KDKC"
TO_THROW = "KSKH6C7C5S5D"
THROWS = ("KS", "6C", "5S")


@cache
def rummy_positions() -> tuple[Position, ...]:
    """From the easy one to the hard one."""
    return (_what_fits(), _what_to_throw(), _who_pays())


def _what_fits() -> Position:
    words = {
        "8S": N_("the 8 of spades"),
        "4H": N_("the 4 of hearts"),
        "QD": N_("the queen of diamonds"),
    }
    lets = {card: any(fits(card, meld) for meld in TABLE) for card in OFFERED}
    told = {True: N_("fits on a meld that lies there"), False: N_("fits nowhere")}
    return Position(
        N_("What can be laid off?"),
        text(N_("These melds lie on the table. Which card of yours goes to one of them?")),
        [
            laid(N_("on the table: run"), TABLE[0], "meld"),
            laid(N_("on the table: set"), TABLE[1], "meld"),
            laid(N_("your cards"), "".join(OFFERED)),
        ],
        [Choice(card, text(words[card]), text(told[lets[card]])) for card in OFFERED],
        next(card for card in OFFERED if lets[card]),
        text(
            N_(
                "A run grows at both ends in its own suit, a set by the fourth of its rank. "
                "Whoever laid the meld down, all may add to it."
            )
        ),
        [laid(N_("laid off"), f"4H{TABLE[0]}", "laid_off")],
    )


def _indexes(written: str) -> Cards:
    return tuple(card.index for card in cards_of(written))


def still_come(card: str) -> int:
    """How many cards that have not gone would make a meld of this one and another that is held."""
    (thrown,) = _indexes(card)
    held, gone = set(_indexes(TO_THROW)), set(_indexes(GONE))
    return len(needed_for(thrown, held - {thrown}, "low") - held - gone)


def _what_to_throw() -> Position:
    words = {
        "KS": N_("a king"),
        "6C": N_("the 6 of clubs"),
        "5S": N_("a 5"),
    }
    left = {card: still_come(card) for card in THROWS}
    return Position(
        N_("Which pair is dead?"),
        text(N_("Two kings have been thrown already. Which card has nothing to wait for?")),
        [laid(N_("your cards"), TO_THROW), laid(N_("gone"), GONE)],
        [
            Choice(card, text(words[card]), text(N_("waits for %(count)d cards"), count=left[card]))
            for card in THROWS
        ],
        min(left, key=lambda card: left[card]),
        text(
            N_(
                "Who remembers what was thrown knows which pairs are dead. A king costs "
                "%(king)d as well if somebody goes out."
            ),
            king=count_of("KS"),
        ),
        [laid(N_("thrown, face up"), "KS")],
    )


def _who_pays() -> Position:
    """In knock rummy, the knocker beaten by one of two."""
    counts = knocked()
    gets = entries(KNOCK, "knock", 0, counts)
    right = str(gets[0])
    offered = sorted({0, counts[0] - counts[1], gets[0]})
    return Position(
        N_("Knock rummy: what does it cost?"),
        text(
            N_(
                "You knock with %(own)d. The others have %(low)d and %(high)d. How many penalty "
                "points do you write down?"
            ),
            own=counts[0],
            low=counts[1],
            high=counts[2],
        ),
        left_of_three(KNOCKED_WITH, counts),
        [
            Choice(
                str(points),
                text(N_("%(points)d points"), points=points),
                text(N_("it is %(points)d"), points=gets[0]),
            )
            for points in offered
        ],
        right,
        text(
            N_(
                "The lowest count wins, and each pays what they have more: %(high)d points the "
                "third. A beaten knocker pays %(more)d besides the difference."
            ),
            high=gets[2],
            more=gets[0] - (counts[0] - counts[1]),
        ),
        [],
    )

"""Positions of three to try. Which answer is right is nowhere written: it is what the engine
counts."""

from functools import cache

from games.engine.gin.royal.hand import SEATS
from games.engine.melds.least import least_after_discard, least_deadwood
from kernel.text import N_, Text
from pages.learn.laid import bits, laid, left_of_three, spread_of, text
from pages.learn.position import Choice, Position
from pages.learn.royal import JERSEY, ROYAL, entries, values_of

TO_TAKE = "4H5HKSKH9C7D2SADJC8C"
LIVE = ("6H", "KD")
LEFT = ("6C", "3DAC", "KHQC5S")
COUNTS = values_of(LEFT)


@cache
def royal_positions() -> tuple[Position, ...]:
    """From the easy one to the hard one."""
    return (_which_discard(), _who_wins(), _jersey())


def _which_discard() -> Position:
    held = bits(TO_TAKE)
    words = {"6H": N_("the 6 of hearts"), "KD": N_("the king of diamonds")}
    left = {card: least_after_discard(held | bits(card)) for card in LIVE}
    right = min(left, key=lambda card: left[card])
    best = held | bits(right)
    rest = min((best ^ 1 << card for card in range(52) if held >> card & 1), key=least_deadwood)
    return Position(
        N_("Which of two live discards?"),
        text(N_("Each of them makes a meld with your cards. Which leaves you the lower count?")),
        [laid(N_("your cards"), TO_TAKE), laid(N_("live discards"), "".join(LIVE))],
        [
            Choice(card, text(words[card]), text(N_("leaves %(count)d"), count=left[card]))
            for card in LIVE
        ],
        right,
        text(N_("Of two melds the one helps more that takes the dearer cards off your count.")),
        spread_of(rest),
    )


def _who_wins() -> Position:
    points = entries(ROYAL, "knock", COUNTS)
    seats = {"you": 0, "second": 1, "third": 2}
    words = {"you": N_("You"), "second": N_("The second player"), "third": N_("The third player")}
    return Position(
        N_("Battle Royal: who wins this knock?"),
        _counts_of(),
        left_of_three(LEFT, COUNTS),
        [
            Choice(code, text(words[code]), text(N_("writes %(points)d"), points=points[seat]))
            for code, seat in seats.items()
        ],
        max(seats, key=lambda code: points[seats[code]]),
        text(
            N_(
                "The lowest count wins, whoever knocked: what both others have, less its own. The "
                "knocker who is undercut loses %(loses)d."
            ),
            loses=-points[0],
        ),
        [],
    )


def _jersey() -> Position:
    points = entries(JERSEY, "knock", COUNTS)
    offered = sorted({points[0], points[1], COUNTS[2] - COUNTS[1]})
    return Position(
        N_("Jersey: what do you get for it?"),
        _counts_of(),
        left_of_three(LEFT, COUNTS),
        [
            Choice(
                str(one),
                text(N_("%(points)d points"), points=one),
                text(N_("it is %(points)d"), points=points[0]),
            )
            for one in offered
        ],
        str(points[0]),
        text(
            N_(
                "In Jersey the knocker meets each of the %(others)d others alone: from the third "
                "player you get the difference, the second has undercut you and gets %(under)d."
            ),
            others=SEATS - 1,
            under=points[1],
        ),
        [],
    )


def _counts_of() -> Text:
    return text(
        N_(
            "You knock with %(own)d. After laying off the second player has %(second)d left, the "
            "third %(third)d."
        ),
        own=COUNTS[0],
        second=COUNTS[1],
        third=COUNTS[2],
    )

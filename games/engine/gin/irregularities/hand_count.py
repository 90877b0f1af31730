"""Irregularities of the number of cards in a hand (rulebook 5)."""

from games.engine.gin.irregularities.row import (
    Consequences,
    Irregularity,
    Option,
    Target,
    then,
    when,
)
from kernel.text import N_

_SAME_DEALER_AGAIN = then("redeal", dealer="same")
_TEN_EACH = then("deadwood_surcharge", "offender", amount=10, per="missing_card")
_FEW_CARDS = _TEN_EACH + then("bar_bonus", "offender", kinds=("gin", "undercut"))
_MANY_CARDS = then("cannot_win", "offender") + then("bar_bonus", "offender", kinds=("undercut",))


def _put_right(target: Target) -> Consequences:
    draws = then("correct_hand", target, at="own_turns", draw_from=("stock", "discard_pile"))
    return draws + then("bar_knock", target, until="turn_after_correction")


HAND_COUNT_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="HAND_COUNT_BEFORE_DRAW",
        name=N_("Wrong number of cards before the first draw"),
        text=N_(
            "If a hand has too many or too few cards and its holder has not drawn yet, the same "
            "dealer deals anew."
        ),
        phases=("UPCARD_OFFER", "PLAY"),
        offender="player",
        follows=_SAME_DEALER_AGAIN,
        source="S4, RT",
        confidence="S",
    ),
    Irregularity(
        id="HAND_COUNT_BOTH",
        name=N_("Both hands have a wrong number of cards"),
        text=N_(
            "If both hands are wrong and a first draw has been made, the same dealer deals anew."
        ),
        phases=("PLAY",),
        offender="both",
        follows=_SAME_DEALER_AGAIN,
        source="S4, RT",
        confidence="S",
    ),
    Irregularity(
        id="HAND_COUNT_ONE",
        name=N_("One hand has a wrong number of cards"),
        text=N_(
            "The player with the right hand may demand a new deal or play on. In that case the "
            "other puts his hand right in his own turns, one card each, by drawing without "
            "discarding or discarding without drawing, and may not knock until the turn after."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        options=(
            Option("demand_redeal", N_("New deal"), _SAME_DEALER_AGAIN),
            Option("continue", N_("Play on, he puts his hand right"), _put_right("offender")),
        ),
        source="S4, RT",
        confidence="S",
    ),
    Irregularity(
        id="HAND_COUNT_END_FEW",
        name=N_("Too few cards, found at the end"),
        text=N_(
            "Each missing card adds ten to that player's count, and he gets no gin or undercut "
            "bonus. Otherwise the hand is scored as usual, and a knock stays legal."
        ),
        phases=("SHOWDOWN", "COUNTED"),
        offender="player",
        follows=_FEW_CARDS,
        source="S4 (as deadwood: R)",
        confidence="S",
    ),
    Irregularity(
        id="HAND_COUNT_END_MANY",
        name=N_("Too many cards, found at the end"),
        text=N_(
            "There is no charge in points, but that player gets no undercut bonus and cannot win "
            "the hand. If he would win, nobody scores and no box is given."
        ),
        phases=("SHOWDOWN", "COUNTED"),
        offender="player",
        follows=_MANY_CARDS,
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="HAND_COUNT_KNOCKER",
        name=N_("Knocker holds a wrong number of cards"),
        text=N_(
            "The opponent chooses: treat it as an illegal knock, which he cannot accept, or let "
            "the hand be counted. If counted, too few cards cost ten each and the bonuses, and "
            "too many mean that the knocker cannot win."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="opponent",
        options=(
            Option(
                "treat_as_illegal_knock",
                N_("Illegal knock, play on"),
                (
                    then("reject_knock", "knocker", knock_card="discard_pile")
                    + then("expose_hand", "knocker", until="opponent_next_play")
                    + _put_right("knocker")
                    + then("resume", "opponent", phase="DRAW")
                ),
            ),
            Option(
                "let_it_be_counted",
                N_("Count the hand"),
                when("too_few", _FEW_CARDS, otherwise=_MANY_CARDS),
            ),
        ),
        source="S4 by analogy / Hoyle tradition",
        confidence="M",
    ),
)

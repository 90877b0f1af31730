"""Irregularities of drawing and discarding (rulebook 5)."""

from games.engine.gin.irregularities.row import Irregularity, Option, then, when
from kernel.text import N_

_DRAWN_IS_THE_DRAW = then("card_stands", "offender", cards="drawn", counts_as="draw")
_DRAWN_IS_THE_NEXT_DRAW = then("card_stands", "offender", cards="drawn", counts_as="next_draw")
_OFFENDER_DISCARDS = then("resume", "offender", phase="DISCARD")
_DISCARD_STANDS = then("card_stands", "offender", cards="discard", counts_as="discard")
_DISCARD_BACK = then("return_card", "offender", cards="discard", to="hand")
_WRONG_NUMBER = then("another_row", rows=("HAND_COUNT_ONE",))

PLAY_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="DRAW_OUT_OF_TURN",
        name=N_("Drew from the stock out of turn"),
        text=N_(
            "A card drawn from the stock before the opponent has discarded counts as the next "
            "draw. The player must keep it and may not take that discard instead."
        ),
        phases=("PLAY",),
        offender="player",
        follows=_DRAWN_IS_THE_NEXT_DRAW,
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="DRAW_BEFORE_UPCARD_REFUSED",
        name=N_("Non-dealer drew before the dealer refused"),
        text=N_(
            "The draw stands as the non-dealer's first play. The dealer's right to the upcard "
            "lapses."
        ),
        phases=("UPCARD_OFFER",),
        offender="non_dealer",
        follows=_DRAWN_IS_THE_DRAW + _OFFENDER_DISCARDS,
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="DEALER_TAKES_FIRST",
        name=N_("Dealer took the upcard first"),
        text=N_(
            "The non-dealer may have the card put back face up and decide first, a discard "
            "already made going back to the dealer's hand. Or he accepts the dealer's play."
        ),
        phases=("UPCARD_OFFER",),
        offender="dealer",
        chooser="opponent",
        options=(
            Option(
                "demand_return_and_decide",
                N_("Card back, I decide first"),
                (
                    when("discard_made", _DISCARD_BACK)
                    + then("return_card", "offender", cards="upcard", to="discard_pile")
                    + then("resume", "opponent", phase="UPCARD_ND")
                ),
            ),
            Option(
                "accept",
                N_("Accept the dealer's play"),
                then("card_stands", "offender", cards="upcard", counts_as="draw"),
            ),
        ),
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="DRAW_FROM_STOCK_ON_OFFER",
        name=N_("Drew from the stock instead of passing"),
        text=N_(
            "Drawing from the stock counts as refusing the upcard. A non-dealer's draw stands and "
            "the dealer's right lapses; a dealer's card is his next draw, and the non-dealer now "
            "draws from the stock."
        ),
        phases=("UPCARD_OFFER",),
        offender="player",
        follows=when(
            "!offender_is_dealer",
            _DRAWN_IS_THE_DRAW + _OFFENDER_DISCARDS,
            otherwise=_DRAWN_IS_THE_NEXT_DRAW + then("resume", "opponent", phase="FORCED_STOCK"),
        ),
        source="R on S4",
        confidence="R",
    ),
    Irregularity(
        id="DISCARD_BEFORE_DRAW",
        name=N_("Discarded without drawing"),
        text=N_(
            "If the opponent has not drawn yet, the player now draws from the stock without "
            "discarding again. Later it is an irregular hand."
        ),
        phases=("PLAY",),
        offender="player",
        follows=when(
            "!opponent_has_drawn",
            then("correct_hand", "offender", at="now", draw_from=("stock",)),
            otherwise=_WRONG_NUMBER,
        ),
        source="R (from HAND_COUNT_ONE)",
        confidence="R",
    ),
    Irregularity(
        id="KNOCK_WITHOUT_DRAW",
        name=N_("Knocked without drawing or out of turn"),
        text=N_(
            "The knock is void and cannot be accepted; the hand lies open until the opponent has "
            "completed his next play. If it was the player's turn, he first draws and discards."
        ),
        phases=("PLAY",),
        offender="player",
        follows=(
            then("reject_knock", "offender", knock_card="hand")
            + then("expose_hand", "offender", until="opponent_next_play")
            + when(
                "in_turn",
                then("resume", "offender", phase="DRAW"),
                otherwise=then("resume", "opponent", phase="as_before"),
            )
        ),
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="REDISCARD_TAKEN",
        name=N_("Discarded the card just taken"),
        text=N_(
            "Until the opponent has drawn, the player takes it back and discards another. After "
            "that the discard stands."
        ),
        phases=("PLAY",),
        offender="player",
        follows=when(
            "!opponent_has_drawn",
            _DISCARD_BACK + _OFFENDER_DISCARDS,
            otherwise=_DISCARD_STANDS,
        ),
        source="S0,S1,S4 ban; remedy R",
        confidence="R",
    ),
    Irregularity(
        id="DISCARD_RETRACT",
        name=N_("Wants to change a discard"),
        text=N_("A discard is final as soon as it has been let go face up on the pile."),
        phases=("PLAY",),
        offender="player",
        follows=_DISCARD_STANDS,
        source="R (parallel to wrong-card rule S4)",
        confidence="R",
    ),
    Irregularity(
        id="DRAW_RETRACT",
        name=N_("Wants to change his draw"),
        text=N_(
            "A draw is final once the card has left the stock or has joined the hand from the "
            "discards. Even an unseen card lifted from the stock may not go back."
        ),
        phases=("PLAY",),
        offender="player",
        follows=_DRAWN_IS_THE_DRAW,
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="DISCARD_TWO",
        name=N_("Two cards discarded at once"),
        text=N_(
            "The opponent says which of the two is the discard, and the other goes back to the "
            "hand. If he has already drawn, the hand has a wrong number of cards."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        follows=when("opponent_has_drawn", _WRONG_NUMBER),
        options=(
            Option(
                "name_the_discard",
                N_("Name the discard"),
                (
                    then("card_stands", "offender", cards="named", counts_as="discard")
                    + then("return_card", "offender", cards="other_discard", to="hand")
                ),
                open=("!opponent_has_drawn",),
            ),
        ),
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="TAKE_COVERED",
        name=N_("Took a covered discard or several"),
        text=N_(
            "The cards go back in their order, and the player must draw from the stock. If he saw "
            "covered cards, he also loses his next draw."
        ),
        phases=("PLAY",),
        offender="player",
        follows=(
            then("return_card", "offender", cards="taken", to="discard_pile")
            + then("resume", "offender", phase="DRAW", only=("draw_stock",))
            + when("card_seen", then("lose_next_draw", "offender"))
        ),
        source="R on S2/S4 (top card only)",
        confidence="R",
    ),
)

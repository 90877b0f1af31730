"""Irregularities of seeing cards, stray cards and looking back (rulebook 5)."""

from games.engine.gin.irregularities.row import (
    PHASES,
    Consequences,
    Irregularity,
    Option,
    then,
    when,
)
from kernel.text import N_

_LIES_OPEN = then("exposed_row", "offender", cards="seen", offender_may_take=True, take_now=False)
_OPEN_TO_OPPONENT = then(
    "exposed_row", "offender", cards="seen", offender_may_take=False, take_now=False
)
_LIES_BY_TURN = when("in_turn", _LIES_OPEN, otherwise=_OPEN_TO_OPPONENT)
_NO_KNOCK_BUT_GIN = then("bar_knock", "offender", until="own_next_turn", unless=("gin",))

_SEEN_IN_TURN = _LIES_OPEN + _NO_KNOCK_BUT_GIN
_SEEN_OUT_OF_TURN = _OPEN_TO_OPPONENT + _NO_KNOCK_BUT_GIN
_SEEN = _LIES_BY_TURN + _NO_KNOCK_BUT_GIN
_PEEKED = _SEEN + when("intentional", then("note_conduct", "offender", review="T_CHEAT"))

_WRONG_NUMBERS = (
    "HAND_COUNT_BEFORE_DRAW",
    "HAND_COUNT_BOTH",
    "HAND_COUNT_ONE",
    "HAND_COUNT_KNOCKER",
    "HAND_COUNT_END_FEW",
)


def _one_taken(seen: Consequences) -> Option:
    """The same, and the opponent draws from the open row now."""
    taken = tuple(
        consequence._replace(params={**consequence.params, "take_now": True})
        if consequence.remedy == "exposed_row"
        else consequence
        for consequence in seen
    )
    return Option("take_exposed_card", N_("Take a card of the open row"), taken)


SIGHT_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="SEE_IN_TURN",
        name=N_("Saw a further card while drawing in turn"),
        text=N_(
            "Each such card lies open beside the discards; the opponent may take from them until "
            "he draws from the stock, after him the offender likewise. The offender may not knock "
            "before his next turn unless he has gin."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        follows=_SEEN_IN_TURN,
        options=(_one_taken(_SEEN_IN_TURN),),
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="SEE_OUT_OF_TURN",
        name=N_("Saw a further card while drawing out of turn"),
        text=N_(
            "Each such card lies open beside the discards, and only the opponent may take from "
            "them until he draws from the stock. The offender never may, and may not knock before "
            "his next turn unless he has gin."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        follows=_SEEN_OUT_OF_TURN,
        options=(_one_taken(_SEEN_OUT_OF_TURN),),
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="DRAW_TWO",
        name=N_("Two cards drawn together"),
        text=N_(
            "A second card that was not seen goes back on top of the stock. If it was seen, it "
            "lies open as an exposed card."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        follows=when(
            "!card_seen",
            then("return_card", "offender", cards="second_drawn", to="stock_top"),
            otherwise=_SEEN,
        ),
        options=(_one_taken(when("card_seen", _SEEN))._replace(open=("card_seen",)),),
        source="R on S4",
        confidence="S",
    ),
    Irregularity(
        id="PEEK_NEXT_STOCK",
        name=N_("Looked at the next stock card"),
        text=N_(
            "The card lies open beside the discards as one seen without right, in or out of turn. "
            "If it was done on purpose, the head referee looks into it as cheating."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="opponent",
        follows=_PEEKED,
        options=(_one_taken(_PEEKED),),
        source="S4 / R",
        confidence="S",
    ),
    Irregularity(
        id="OWN_CARD_EXPOSED",
        name=N_("Showed cards of his own hand"),
        text=N_(
            "There is no penalty and the cards go back into the hand. The opponent may use what "
            "he saw."
        ),
        phases=PHASES,
        offender="player",
        follows=then("return_card", "offender", cards="exposed", to="hand"),
        source="Hoyle tradition",
        confidence="M",
    ),
    Irregularity(
        id="CARD_AWAY_FROM_TABLE",
        name=N_("Card found away from the table"),
        text=N_(
            "If the card belongs to a hand, that hand had a wrong number of cards and its rule "
            "applies. Otherwise it is shuffled into the stock."
        ),
        phases=PHASES,
        offender="nobody",
        follows=when(
            "belongs_to_hand",
            then("another_row", rows=_WRONG_NUMBERS),
            otherwise=then("shuffle_into_stock", cards="found"),
        ),
        source="Hoyle tradition",
        confidence="M",
    ),
    Irregularity(
        id="LOOK_BACK",
        name=N_("Looked back at a covered discard"),
        text=N_(
            "The player loses his next draw. His next turn is passed altogether: no draw, no "
            "discard, no knock."
        ),
        phases=("PLAY",),
        offender="player",
        follows=then("lose_next_draw", "offender"),
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="LOOK_BACK_AGREED",
        name=N_("Looking back was agreed"),
        text=N_(
            "Where the rules of the event or the players beforehand allow it, anyone may look "
            "through the discards. There is no penalty."
        ),
        phases=("PLAY",),
        offender="nobody",
        follows=then("play_stands"),
        source="S4, RG",
        confidence="S",
        online=True,
    ),
)

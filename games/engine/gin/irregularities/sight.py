"""Irregularities of seeing cards, stray cards and looking back (gin.md 5)."""

from games.engine.gin.irregularities.row import PHASES, Consequence, Irregularity, Option
from kernel.text import N_

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
        options=(Option("take_exposed_card", N_("Take a card of the open row")),),
        effects={
            "": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": False},
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
            ),
            "take_exposed_card": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": True},
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
            ),
        },
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
        options=(Option("take_exposed_card", N_("Take a card of the open row")),),
        effects={
            "": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": False},
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
            ),
            "take_exposed_card": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": True},
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
            ),
        },
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
        options=(Option("take_exposed_card", N_("Take a card of the open row"), ("card_seen",)),),
        effects={
            "": (
                Consequence(
                    "return_card",
                    "offender",
                    {"cards": "second_drawn", "to": "stock_top"},
                    when=("!card_seen",),
                ),
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": False},
                    when=("card_seen", "in_turn"),
                ),
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": False},
                    when=("card_seen", "!in_turn"),
                ),
                Consequence(
                    "bar_knock",
                    "offender",
                    {"until": "own_next_turn", "unless": ("gin",)},
                    when=("card_seen",),
                ),
            ),
            "take_exposed_card": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": True},
                    when=("card_seen", "in_turn"),
                ),
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": True},
                    when=("card_seen", "!in_turn"),
                ),
                Consequence(
                    "bar_knock",
                    "offender",
                    {"until": "own_next_turn", "unless": ("gin",)},
                    when=("card_seen",),
                ),
            ),
        },
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
        options=(Option("take_exposed_card", N_("Take a card of the open row")),),
        effects={
            "": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": False},
                    when=("in_turn",),
                ),
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": False},
                    when=("!in_turn",),
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
                Consequence(
                    "note_conduct", "offender", {"review": "T_CHEAT"}, when=("intentional",)
                ),
            ),
            "take_exposed_card": (
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": True, "take_now": True},
                    when=("in_turn",),
                ),
                Consequence(
                    "exposed_row",
                    "offender",
                    {"cards": "seen", "offender_may_take": False, "take_now": True},
                    when=("!in_turn",),
                ),
                Consequence(
                    "bar_knock", "offender", {"until": "own_next_turn", "unless": ("gin",)}
                ),
                Consequence(
                    "note_conduct", "offender", {"review": "T_CHEAT"}, when=("intentional",)
                ),
            ),
        },
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
        chooser="nobody",
        effects={
            "": (Consequence("return_card", "offender", {"cards": "exposed", "to": "hand"}),),
        },
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
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "another_row",
                    "hand",
                    {
                        "rows": (
                            "HAND_COUNT_BEFORE_DRAW",
                            "HAND_COUNT_BOTH",
                            "HAND_COUNT_ONE",
                            "HAND_COUNT_KNOCKER",
                            "HAND_COUNT_END_FEW",
                        )
                    },
                    when=("belongs_to_hand",),
                ),
                Consequence(
                    "shuffle_into_stock", "hand", {"cards": "found"}, when=("!belongs_to_hand",)
                ),
            ),
        },
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
        chooser="nobody",
        effects={
            "": (Consequence("lose_next_draw", "offender"),),
        },
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
        chooser="nobody",
        effects={
            "": (Consequence("play_stands", "hand"),),
        },
        source="S4, RG",
        confidence="S",
    ),
)

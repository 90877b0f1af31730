"""Irregularities of the knock (gin.md 5)."""

from games.engine.gin.irregularities.row import Consequence, Irregularity, Option
from kernel.text import N_

_REFUSED = (
    Consequence("reject_knock", "knocker", {"knock_card": "discard_pile"}),
    Consequence("expose_hand", "knocker", {"until": "opponent_next_play"}),
    Consequence("resume", "opponent", {"phase": "DRAW"}),
)
_ACCEPTED = (Consequence("accept_knock", "knocker", {"kind": "knock"}),)
_OPEN_TO_THE_END = (
    Consequence("reject_knock", "knocker", {"knock_card": "discard_pile"}),
    Consequence("expose_hand", "knocker", {"until": "hand_end"}),
    Consequence("pick_up_hand", "opponent"),
    Consequence("resume", "opponent", {"phase": "DRAW"}),
)
_PICKED_UP = (
    Consequence("reject_knock", "knocker", {"knock_card": "discard_pile"}),
    Consequence("pick_up_hand", "knocker"),
    Consequence("pick_up_hand", "opponent"),
    Consequence("bar_bonus", "knocker", {"kinds": ("gin", "undercut")}),
    Consequence("resume", "opponent", {"phase": "DRAW"}),
)

KNOCK_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="KNOCK_ILLEGAL_EARLY",
        name=N_("Illegal knock, opponent has shown nothing"),
        text=N_(
            "The opponent may refuse: the knocker's hand lies open until the opponent has "
            "completed his next play, and the knock card is an ordinary discard. If the count is "
            "the only fault, he may accept the knock, and the real counts decide."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="opponent",
        options=(
            Option("reject", N_("Refuse, play on")),
            Option("accept_as_legal", N_("Accept the knock"), ("count_only_fault",)),
        ),
        effects={
            "reject": _REFUSED,
            "accept_as_legal": _ACCEPTED,
        },
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="KNOCK_ILLEGAL_AFTER_EXPOSE",
        name=N_("Illegal knock, opponent has shown cards"),
        text=N_(
            "The opponent chooses: the knocker plays on with an open hand to the end, or picks up "
            "without gin or undercut bonus, or, if only the count is wrong, the knock is "
            "accepted. Unless he accepts, his own shown cards go back to his hand and he draws."
        ),
        phases=("OPP_EXPOSED",),
        offender="knocker",
        chooser="opponent",
        options=(
            Option(
                "play_on_with_knocker_hand_exposed_to_the_end", N_("Play on, his hand stays open")
            ),
            Option("let_knocker_pick_up_hand", N_("He picks up, gin and undercut bonus lost")),
            Option("accept_as_legal", N_("Accept the knock"), ("count_only_fault",)),
        ),
        effects={
            "play_on_with_knocker_hand_exposed_to_the_end": _OPEN_TO_THE_END,
            "let_knocker_pick_up_hand": _PICKED_UP,
            "accept_as_legal": _ACCEPTED,
        },
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="KNOCK_ILLEGAL_AFTER_LAYOFF",
        name=N_("Illegal knock, cards already laid off"),
        text=N_(
            "Once a card has been laid off the knock stands as if legal. The real counts are "
            "scored."
        ),
        phases=("LAYOFF",),
        offender="knocker",
        chooser="nobody",
        effects={
            "": (
                Consequence("accept_knock", "knocker", {"kind": "knock"}),
                Consequence("recount", "both", {"basis": "real"}),
            ),
        },
        source="Hoyle tradition (S4 silent)",
        confidence="M",
    ),
    Irregularity(
        id="KNOCK_ILLEGAL_GRA",
        name=N_("Illegal knock, club and GRA practice"),
        text=N_(
            "An opponent who could knock himself may accept the knock. Otherwise the offender "
            "plays the rest of the hand face up."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="opponent",
        options=(
            Option("accept_as_legal", N_("Accept the knock"), ("chooser_can_knock",)),
            Option("reject", N_("Refuse, play on")),
        ),
        effects={
            "accept_as_legal": _ACCEPTED,
            "reject": (
                Consequence("reject_knock", "knocker", {"knock_card": "discard_pile"}),
                Consequence("expose_hand", "knocker", {"until": "hand_end"}),
                Consequence("resume", "opponent", {"phase": "DRAW"}),
            ),
        },
        source="RGA; an unsigned rules article",
        confidence="X",
    ),
    Irregularity(
        id="KNOCK_WRONG_CARD",
        name=N_("Wrong card put down on knocking"),
        text=N_(
            "The card may not be taken back, and the hand is counted without it. If it is now "
            "above the limit, the knock is illegal."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "card_stands", "knocker", {"cards": "knock_card", "counts_as": "discard"}
                ),
                Consequence("recount", "knocker", {"basis": "real"}),
                Consequence(
                    "another_row",
                    "hand",
                    {
                        "rows": (
                            "KNOCK_ILLEGAL_EARLY",
                            "KNOCK_ILLEGAL_AFTER_EXPOSE",
                            "KNOCK_ILLEGAL_AFTER_LAYOFF",
                        )
                    },
                    when=("above_limit",),
                ),
            ),
        },
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="KNOCK_FALSE_GIN",
        name=N_("False gin within the limit"),
        text=N_(
            "It counts as a plain knock, without gin bonus. The opponent may lay off, even if he "
            "had already spread his hand."
        ),
        phases=("KNOCK_SHOWN", "OPP_EXPOSED"),
        offender="knocker",
        chooser="opponent",
        options=(Option("lay_off", N_("Lay off")),),
        effects={
            "": _ACCEPTED,
            "lay_off": (
                Consequence("accept_knock", "knocker", {"kind": "knock"}),
                Consequence("resume", "defender", {"phase": "LAYOFF"}),
            ),
        },
        source="R (count rule of KNOCK_ILLEGAL)",
        confidence="R",
    ),
    Irregularity(
        id="KNOCK_FALSE_GIN_HIGH",
        name=N_("False gin above the limit"),
        text=N_(
            "It is an illegal knock. The opponent has the same choices, according to whether he "
            "has shown cards."
        ),
        phases=("KNOCK_SHOWN", "OPP_EXPOSED"),
        offender="knocker",
        chooser="opponent",
        options=(
            Option("reject", N_("Refuse, play on"), ("!opponent_exposed",)),
            Option(
                "play_on_with_knocker_hand_exposed_to_the_end",
                N_("Play on, his hand stays open"),
                ("opponent_exposed",),
            ),
            Option(
                "let_knocker_pick_up_hand",
                N_("He picks up, gin and undercut bonus lost"),
                ("opponent_exposed",),
            ),
            Option("accept_as_legal", N_("Accept the knock"), ("count_only_fault",)),
        ),
        effects={
            "reject": _REFUSED,
            "play_on_with_knocker_hand_exposed_to_the_end": _OPEN_TO_THE_END,
            "let_knocker_pick_up_hand": _PICKED_UP,
            "accept_as_legal": _ACCEPTED,
        },
        source="S4 by analogy",
        confidence="R",
    ),
    Irregularity(
        id="KNOCK_GIN_NOT_CLAIMED",
        name=N_("Said knock but holds gin"),
        text=N_(
            "It is gin if the knocker shows an arrangement without deadwood before the first "
            "layoff. Afterwards the arrangement he declared stands."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "accept_knock", "knocker", {"kind": "gin"}, when=("zero_shown_before_layoff",)
                ),
                Consequence(
                    "accept_knock",
                    "knocker",
                    {"kind": "knock"},
                    when=("!zero_shown_before_layoff",),
                ),
                Consequence(
                    "recount", "knocker", {"basis": "declared"}, when=("!zero_shown_before_layoff",)
                ),
            ),
        },
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="KNOCK_STRAIGHT",
        name=N_("Knock with deadwood where only gin counts"),
        text=N_(
            "In a hand that only gin can end, knocking with deadwood is an illegal knock. The "
            "opponent has the same choices."
        ),
        phases=("KNOCK_SHOWN", "OPP_EXPOSED"),
        offender="knocker",
        chooser="opponent",
        options=(
            Option("reject", N_("Refuse, play on"), ("!opponent_exposed",)),
            Option(
                "play_on_with_knocker_hand_exposed_to_the_end",
                N_("Play on, his hand stays open"),
                ("opponent_exposed",),
            ),
            Option(
                "let_knocker_pick_up_hand",
                N_("He picks up, gin and undercut bonus lost"),
                ("opponent_exposed",),
            ),
            Option("accept_as_legal", N_("Accept the knock"), ("count_only_fault",)),
        ),
        effects={
            "reject": _REFUSED,
            "play_on_with_knocker_hand_exposed_to_the_end": _OPEN_TO_THE_END,
            "let_knocker_pick_up_hand": _PICKED_UP,
            "accept_as_legal": _ACCEPTED,
        },
        source="R; GW league rule",
        confidence="X",
    ),
    Irregularity(
        id="KNOCK_SAID_ONLY",
        name=N_("Says knock, then wants to play on"),
        text=N_(
            "The announcement binds if the hand can legally knock. If it cannot, it is an illegal "
            "knock."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "resume",
                    "offender",
                    {"phase": "as_before", "only": ("knock", "gin")},
                    when=("can_knock",),
                ),
                Consequence(
                    "another_row", "hand", {"rows": ("KNOCK_ILLEGAL_EARLY",)}, when=("!can_knock",)
                ),
            ),
        },
        source="R",
        confidence="R",
    ),
)

"""Irregularities of the knock (rulebook 5)."""

from games.engine.gin.irregularities.row import Irregularity, Option, then, when
from kernel.text import N_

_REJECTED = then("reject_knock", "knocker", knock_card="discard_pile")
_OPPONENT_DRAWS = then("resume", "opponent", phase="DRAW")
_ACCEPTED = then("accept_knock", "knocker", kind="knock")

_REFUSE = Option(
    "reject",
    N_("Refuse, play on"),
    _REJECTED + then("expose_hand", "knocker", until="opponent_next_play") + _OPPONENT_DRAWS,
)
_OPEN_TO_THE_END = Option(
    "play_on_with_knocker_hand_exposed_to_the_end",
    N_("Play on, his hand stays open"),
    _REJECTED
    + then("expose_hand", "knocker", until="hand_end")
    + then("pick_up_hand", "opponent")
    + _OPPONENT_DRAWS,
)
_PICK_UP = Option(
    "let_knocker_pick_up_hand",
    N_("He picks up, gin and undercut bonus lost"),
    _REJECTED
    + then("pick_up_hand", "knocker")
    + then("pick_up_hand", "opponent")
    + then("bar_bonus", "knocker", kinds=("gin", "undercut"))
    + _OPPONENT_DRAWS,
)
_ACCEPT = Option("accept_as_legal", N_("Accept the knock"), _ACCEPTED, open=("count_only_fault",))
_AS_BEFORE_OR_AFTER_SHOWING = (
    _REFUSE._replace(open=("!opponent_exposed",)),
    _OPEN_TO_THE_END._replace(open=("opponent_exposed",)),
    _PICK_UP._replace(open=("opponent_exposed",)),
    _ACCEPT,
)
_ILLEGAL_KNOCKS = (
    "KNOCK_ILLEGAL_EARLY",
    "KNOCK_ILLEGAL_AFTER_EXPOSE",
    "KNOCK_ILLEGAL_AFTER_LAYOFF",
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
        options=(_REFUSE, _ACCEPT),
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
        options=(_OPEN_TO_THE_END, _PICK_UP, _ACCEPT),
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
        follows=_ACCEPTED + then("recount", "both", basis="real"),
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
            _ACCEPT._replace(open=("chooser_can_knock",)),
            _REFUSE._replace(
                effects=_REJECTED
                + then("expose_hand", "knocker", until="hand_end")
                + _OPPONENT_DRAWS
            ),
        ),
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
        follows=(
            then("card_stands", "knocker", cards="knock_card", counts_as="discard")
            + then("recount", "knocker", basis="real")
            + when("above_limit", then("another_row", rows=_ILLEGAL_KNOCKS))
        ),
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
        follows=_ACCEPTED,
        options=(
            Option(
                "lay_off", N_("Lay off"), _ACCEPTED + then("resume", "defender", phase="LAYOFF")
            ),
        ),
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
        options=_AS_BEFORE_OR_AFTER_SHOWING,
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
        follows=when(
            "zero_shown_before_layoff",
            then("accept_knock", "knocker", kind="gin"),
            otherwise=_ACCEPTED + then("recount", "knocker", basis="declared"),
        ),
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
        options=_AS_BEFORE_OR_AFTER_SHOWING,
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
        follows=when(
            "can_knock",
            then("resume", "offender", phase="as_before", only=("knock", "gin")),
            otherwise=then("another_row", rows=("KNOCK_ILLEGAL_EARLY",)),
        ),
        source="R",
        confidence="R",
    ),
)

"""Irregularities of the deal (rulebook 5)."""

from games.engine.gin.irregularities.row import PHASES, Irregularity, Option, then, when
from kernel.text import N_

_DEAL_STANDS = then("deal_stands", rotation="as_due")
_SAME_DEALER_AGAIN = then("redeal", dealer="same")
_FOREIGN_TAKEN_OUT = then("return_card", cards="foreign", to="out_of_play")
_VOID_WITH_NEW_PACK = then("void_hand", dealer="same", new_pack=True)
_CONDUCT_NOTED = then("note_conduct", "offender", review="T_CHEAT")

DEAL_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="DEAL_WRONG_DEALER_EARLY",
        name=N_("Wrong player is dealing"),
        text=N_(
            "Until the upcard is turned the opponent may stop the deal, and the right player "
            "shuffles and deals. If it is not stopped, the deal stands."
        ),
        phases=("DEALING",),
        offender="dealer",
        chooser="opponent",
        options=(
            Option("stop_deal", N_("Stop the deal"), then("redeal", dealer="right")),
            Option("let_it_stand", N_("Let the deal stand"), _DEAL_STANDS),
        ),
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="DEAL_WRONG_DEALER_LATE",
        name=N_("Wrong player dealt, upcard already turned"),
        text=N_(
            "Once the upcard lies open the deal stands and the roles are as dealt. Where the deal "
            "alternates, the next hand is dealt as if the right player had dealt this one."
        ),
        phases=(
            "UPCARD_OFFER",
            "PLAY",
            "KNOCK_SHOWN",
            "OPP_EXPOSED",
            "LAYOFF",
            "SHOWDOWN",
            "COUNTED",
        ),
        offender="dealer",
        follows=_DEAL_STANDS,
        source="S4 (rotation: R)",
        confidence="S",
    ),
    Irregularity(
        id="DEAL_FACED_CARD",
        name=N_("Card exposed before the upcard"),
        text=N_(
            "If a card lies face up in the pack or is exposed while dealing, before the upcard is "
            "turned, the same dealer deals anew. The spoilt deal is not counted as a hand."
        ),
        phases=("DEALING",),
        offender="nobody",
        follows=_SAME_DEALER_AGAIN,
        source="S4",
        confidence="S",
    ),
    Irregularity(
        id="DEAL_FACED_IN_STOCK",
        name=N_("Face-up card in the stock"),
        text=N_(
            "A card found face up in the stock is shuffled into what is left of it, and play goes "
            "on. Both players may use what they saw."
        ),
        phases=("PLAY",),
        offender="nobody",
        follows=then("shuffle_into_stock", cards="faced"),
        source="Hoyle tradition",
        confidence="M",
    ),
    Irregularity(
        id="DEAL_CARD_LOOKED_AT",
        name=N_("Looked at a card while shuffling or dealing"),
        text=N_(
            "A player who looks at another's card during shuffle, cut or deal is noted. The "
            "opponent chooses between a new deal by the same dealer and going on."
        ),
        phases=("DEALING",),
        offender="player",
        chooser="opponent",
        options=(
            Option("redeal", N_("New deal"), _SAME_DEALER_AGAIN + _CONDUCT_NOTED),
            Option("continue", N_("Play on"), _DEAL_STANDS + _CONDUCT_NOTED),
        ),
        source="Hoyle tradition / R",
        confidence="M",
    ),
    Irregularity(
        id="DEAL_NO_CUT",
        name=N_("Pack not cut"),
        text=N_(
            "As long as nobody has looked at his cards the opponent may demand the cut, and the "
            "same dealer deals again. Afterwards the deal stands."
        ),
        phases=("DEALING",),
        offender="player",
        chooser="opponent",
        options=(
            Option(
                "demand_cut",
                N_("Cut and deal again"),
                then("redeal", dealer="same", cut=True),
                open=("hands_unseen",),
            ),
            Option("let_it_stand", N_("Let the deal stand"), _DEAL_STANDS),
        ),
        source="S4 says the non-dealer must cut; remedy R",
        confidence="R",
    ),
    Irregularity(
        id="DEAL_IMPERFECT_PACK",
        name=N_("Missing, duplicate or foreign card"),
        text=N_(
            "Found before a knock the hand is void and the pack replaced, the same dealer "
            "dealing; a foreign card still in the stock is merely taken out. Found after the "
            "knock the result stands, and earlier scores are never reopened."
        ),
        phases=PHASES,
        offender="nobody",
        follows=when(
            "before_knock",
            when("foreign_in_stock", _FOREIGN_TAKEN_OUT, otherwise=_VOID_WITH_NEW_PACK),
            otherwise=then("play_stands"),
        ),
        source="Hoyle tradition",
        confidence="M",
    ),
    Irregularity(
        id="DEAL_DOUBLE_UPCARD",
        name=N_("Two cards turned as upcard"),
        text=N_("The card dealt first is the upcard. The other is shuffled into the stock."),
        phases=("DEALING",),
        offender="dealer",
        follows=(
            then("card_stands", cards="upcard") + then("shuffle_into_stock", cards="second_upcard")
        ),
        source="R",
        confidence="R",
    ),
)

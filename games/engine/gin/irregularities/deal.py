"""Irregularities of the deal and of the number of cards (gin.md 5)."""

from games.engine.gin.irregularities.row import PHASES, Consequence, Irregularity, Option
from kernel.text import N_

_DEAL_STANDS = (Consequence("deal_stands", "hand", {"rotation": "as_due"}),)
_SAME_DEALER_AGAIN = (Consequence("redeal", "hand", {"dealer": "same"}),)

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
            Option("stop_deal", N_("Stop the deal")),
            Option("let_it_stand", N_("Let the deal stand")),
        ),
        effects={
            "stop_deal": (Consequence("redeal", "hand", {"dealer": "right"}),),
            "let_it_stand": _DEAL_STANDS,
        },
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
        chooser="nobody",
        effects={
            "": _DEAL_STANDS,
        },
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
        chooser="nobody",
        effects={
            "": _SAME_DEALER_AGAIN,
        },
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
        chooser="nobody",
        effects={
            "": (Consequence("shuffle_into_stock", "hand", {"cards": "faced"}),),
        },
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
        options=(Option("redeal", N_("New deal")), Option("continue", N_("Play on"))),
        effects={
            "redeal": (
                Consequence("redeal", "hand", {"dealer": "same"}),
                Consequence("note_conduct", "offender", {"review": "T_CHEAT"}),
            ),
            "continue": (
                Consequence("deal_stands", "hand", {"rotation": "as_due"}),
                Consequence("note_conduct", "offender", {"review": "T_CHEAT"}),
            ),
        },
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
            Option("demand_cut", N_("Cut and deal again"), ("hands_unseen",)),
            Option("let_it_stand", N_("Let the deal stand")),
        ),
        effects={
            "demand_cut": (Consequence("redeal", "hand", {"dealer": "same", "cut": True}),),
            "let_it_stand": _DEAL_STANDS,
        },
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
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "return_card",
                    "hand",
                    {"cards": "foreign", "to": "out_of_play"},
                    when=("before_knock", "foreign_in_stock"),
                ),
                Consequence(
                    "void_hand",
                    "hand",
                    {"dealer": "same", "new_pack": True},
                    when=("before_knock", "!foreign_in_stock"),
                ),
                Consequence("play_stands", "hand", when=("!before_knock",)),
            ),
        },
        source="Hoyle tradition",
        confidence="M",
    ),
    Irregularity(
        id="DEAL_DOUBLE_UPCARD",
        name=N_("Two cards turned as upcard"),
        text=N_("The card dealt first is the upcard. The other is shuffled into the stock."),
        phases=("DEALING",),
        offender="dealer",
        chooser="nobody",
        effects={
            "": (
                Consequence("card_stands", "hand", {"cards": "upcard"}),
                Consequence("shuffle_into_stock", "hand", {"cards": "second_upcard"}),
            ),
        },
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="HAND_COUNT_BEFORE_DRAW",
        name=N_("Wrong number of cards before the first draw"),
        text=N_(
            "If a hand has too many or too few cards and its holder has not drawn yet, the same "
            "dealer deals anew."
        ),
        phases=("UPCARD_OFFER", "PLAY"),
        offender="player",
        chooser="nobody",
        effects={
            "": _SAME_DEALER_AGAIN,
        },
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
        chooser="nobody",
        effects={
            "": _SAME_DEALER_AGAIN,
        },
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
            Option("demand_redeal", N_("New deal")),
            Option("continue", N_("Play on, he puts his hand right")),
        ),
        effects={
            "demand_redeal": _SAME_DEALER_AGAIN,
            "continue": (
                Consequence(
                    "correct_hand",
                    "offender",
                    {"at": "own_turns", "draw_from": ("stock", "discard_pile")},
                ),
                Consequence("bar_knock", "offender", {"until": "turn_after_correction"}),
            ),
        },
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
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "deadwood_surcharge", "offender", {"amount": 10, "per": "missing_card"}
                ),
                Consequence("bar_bonus", "offender", {"kinds": ("gin", "undercut")}),
            ),
        },
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
        chooser="nobody",
        effects={
            "": (
                Consequence("cannot_win", "offender"),
                Consequence("bar_bonus", "offender", {"kinds": ("undercut",)}),
            ),
        },
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
            Option("treat_as_illegal_knock", N_("Illegal knock, play on")),
            Option("let_it_be_counted", N_("Count the hand")),
        ),
        effects={
            "treat_as_illegal_knock": (
                Consequence("reject_knock", "knocker", {"knock_card": "discard_pile"}),
                Consequence("expose_hand", "knocker", {"until": "opponent_next_play"}),
                Consequence(
                    "correct_hand",
                    "knocker",
                    {"at": "own_turns", "draw_from": ("stock", "discard_pile")},
                ),
                Consequence("bar_knock", "knocker", {"until": "turn_after_correction"}),
                Consequence("resume", "opponent", {"phase": "DRAW"}),
            ),
            "let_it_be_counted": (
                Consequence(
                    "deadwood_surcharge",
                    "offender",
                    {"amount": 10, "per": "missing_card"},
                    when=("too_few",),
                ),
                Consequence(
                    "bar_bonus", "offender", {"kinds": ("gin", "undercut")}, when=("too_few",)
                ),
                Consequence("cannot_win", "offender", when=("!too_few",)),
                Consequence("bar_bonus", "offender", {"kinds": ("undercut",)}, when=("!too_few",)),
            ),
        },
        source="S4 by analogy / Hoyle tradition",
        confidence="M",
    ),
)

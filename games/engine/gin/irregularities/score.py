"""Irregularities of the showdown, the end of the stock and the sheet (gin.md 5)."""

from games.engine.gin.irregularities.row import Consequence, Irregularity, Option
from kernel.text import N_

_PLAY_STANDS = (Consequence("play_stands", "hand"),)

SCORE_ROWS: tuple[Irregularity, ...] = (
    Irregularity(
        id="MELD_INVALID",
        name=N_("False meld or a card used twice"),
        text=N_(
            "The knocker sorts his hand anew at once, before any layoff. The real least count "
            "decides whether the knock is legal and is what is scored."
        ),
        phases=("KNOCK_SHOWN",),
        offender="knocker",
        chooser="nobody",
        effects={
            "": (
                Consequence("recount", "knocker", {"basis": "real"}),
                Consequence(
                    "another_row", "hand", {"rows": ("KNOCK_ILLEGAL_EARLY",)}, when=("above_limit",)
                ),
            ),
        },
        source="S0/S1 (one card, one meld); remedy R",
        confidence="R",
    ),
    Irregularity(
        id="MELD_NON_MINIMAL",
        name=N_("Spread is not the smallest"),
        text=N_(
            "Any legal arrangement within the limit is allowed and its count is used. The knocker "
            "may change it until the opponent shows or lays off a card."
        ),
        phases=("KNOCK_SHOWN",),
        offender="nobody",
        chooser="nobody",
        effects={
            "": (Consequence("recount", "knocker", {"basis": "declared"}),),
        },
        source="engine precedent; R",
        confidence="R",
    ),
    Irregularity(
        id="COUNT_ERROR",
        name=N_("Deadwood miscounted"),
        text=N_(
            "The cards decide: either player may have the count put right until the hands are "
            "mixed or the next deal begins. After that it stands."
        ),
        phases=("SHOWDOWN", "COUNTED"),
        offender="player",
        chooser="either",
        options=(Option("claim_recount", N_("Count again"), ("cards_unmixed",)),),
        effects={
            "": _PLAY_STANDS,
            "claim_recount": (Consequence("recount", "both", {"basis": "real"}),),
        },
        source="BI rummy (no correction once mixed)",
        confidence="X",
    ),
    Irregularity(
        id="COUNT_RELIED_ON",
        name=N_("Partner relied on an announced count"),
        text=N_(
            "The announced count stands once a partner of the winner has made a play relying on "
            "it; before that the loser shows his hand and it is counted. Nobody owes a count to a "
            "player who holds eleven cards."
        ),
        phases=("SHOWDOWN",),
        offender="player",
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "recount", "offender", {"basis": "announced"}, when=("partner_relied",)
                ),
                Consequence("recount", "offender", {"basis": "real"}, when=("!partner_relied",)),
            ),
        },
        source="RT",
        confidence="X",
    ),
    Irregularity(
        id="LAYOFF_MISSED",
        name=N_("Defender missed a layoff or melded badly"),
        text=N_(
            "The defender may put it right himself until the count is agreed; nobody may point it "
            "out to him. Later it counts as it was laid."
        ),
        phases=("LAYOFF", "COUNTED"),
        offender="defender",
        chooser="offender",
        options=(Option("correct", N_("Put it right"), ("!count_agreed",)),),
        effects={
            "": _PLAY_STANDS,
            "correct": (Consequence("recount", "defender", {"basis": "new_spread"}),),
        },
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="LAYOFF_ON_GIN",
        name=N_("Layoff that is not allowed"),
        text=N_(
            "A card laid off on gin, on deadwood or by the knocker is returned and counts as "
            "deadwood of its hand. On gin it is legal only in round-the-corner."
        ),
        phases=("LAYOFF",),
        offender="player",
        chooser="nobody",
        effects={
            "": (
                Consequence(
                    "return_card",
                    "offender",
                    {"cards": "laid_off", "to": "deadwood"},
                    when=("!layoff_legal",),
                ),
                Consequence("play_stands", "hand", when=("layoff_legal",)),
            ),
        },
        source="S0,S1,S3",
        confidence="S",
    ),
    Irregularity(
        id="STOCK_51ST",
        name=N_("51st card drawn"),
        text=N_(
            "The last two cards of the stock may not be drawn. The card goes back and the hand is "
            "void, the same player dealing again."
        ),
        phases=("PLAY",),
        offender="player",
        chooser="nobody",
        effects={
            "": (
                Consequence("return_card", "offender", {"cards": "drawn", "to": "stock_top"}),
                Consequence("void_hand", "hand", {"dealer": "same"}),
            ),
        },
        source="S4 + R",
        confidence="R",
    ),
    Irregularity(
        id="STOCK_PLAYED_ON",
        name=N_("Played on after the hand was void"),
        text=N_(
            "Everything after that point is cancelled if it is found before the next deal. The "
            "hand stays void."
        ),
        phases=("PLAY", "COUNTED"),
        offender="both",
        chooser="nobody",
        effects={
            "": (
                Consequence("void_hand", "hand", when=("!next_deal_begun",)),
                Consequence("play_stands", "hand", when=("next_deal_begun",)),
            ),
        },
        source="R",
        confidence="R",
    ),
    Irregularity(
        id="SCORE_ENTRY_ERROR",
        name=N_("Wrong addition, column, box or bonus"),
        text=N_(
            "A proved slip on the sheet is corrected until both have confirmed the match or the "
            "protest time is over. If the game thereby ended earlier, its later hands are void."
        ),
        phases=("COUNTED", "NEXT_DEAL", "GAME_END"),
        offender="player",
        chooser="either",
        options=(
            Option("claim_correction", N_("Correct the sheet"), ("proved", "!result_confirmed")),
        ),
        effects={
            "": _PLAY_STANDS,
            "claim_correction": (Consequence("score_recompute", "both", {"trim": True}),),
        },
        source="Hoyle tradition / R",
        confidence="M",
    ),
    Irregularity(
        id="SCORE_HAND_ERROR",
        name=N_("Points of a hand agreed wrongly"),
        text=N_(
            "Once the next deal has begun nothing is changed. It is corrected only if both "
            "players agree or the record proves it."
        ),
        phases=("NEXT_DEAL",),
        offender="both",
        chooser="nobody",
        effects={
            "": (
                Consequence("play_stands", "hand", when=("!proved_or_agreed",)),
                Consequence("score_recompute", "both", {"trim": True}, when=("proved_or_agreed",)),
            ),
        },
        source="BI rummy, ACC custom",
        confidence="X",
    ),
    Irregularity(
        id="SCORE_GAME_OVERLOOKED",
        name=N_("Target reached but played on"),
        text=N_(
            "The extra hands are void if it is noticed before the result is confirmed. The game "
            "ends where the target was reached."
        ),
        phases=("GAME_END",),
        offender="both",
        chooser="nobody",
        effects={
            "": (
                Consequence("score_recompute", "both", {"trim": True}, when=("!result_confirmed",)),
                Consequence("play_stands", "hand", when=("result_confirmed",)),
            ),
        },
        source="R",
        confidence="R",
    ),
)

"""Irregularities of the showdown, the end of the stock and the sheet (rulebook 5)."""

from games.engine.gin.irregularities.row import Irregularity, Option, then, when
from kernel.text import N_

_PLAY_STANDS = then("play_stands")

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
        follows=(
            then("recount", "knocker", basis="real")
            + when("above_limit", then("another_row", rows=("KNOCK_ILLEGAL_EARLY",)))
        ),
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
        follows=then("recount", "knocker", basis="declared"),
        source="engine precedent; R",
        confidence="R",
        online=True,
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
        follows=_PLAY_STANDS,
        options=(
            Option(
                "claim_recount",
                N_("Count again"),
                then("recount", "both", basis="real"),
                open=("cards_unmixed",),
            ),
        ),
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
        follows=when(
            "partner_relied",
            then("recount", "offender", basis="announced"),
            otherwise=then("recount", "offender", basis="real"),
        ),
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
        follows=_PLAY_STANDS,
        options=(
            Option(
                "correct",
                N_("Put it right"),
                then("recount", "defender", basis="new_spread"),
                open=("!count_agreed",),
            ),
        ),
        source="R",
        confidence="R",
        online=True,
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
        follows=when(
            "!layoff_legal",
            then("return_card", "offender", cards="laid_off", to="deadwood"),
            otherwise=_PLAY_STANDS,
        ),
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
        follows=(
            then("return_card", "offender", cards="drawn", to="stock_top")
            + then("void_hand", dealer="same")
        ),
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
        follows=when("!next_deal_begun", then("void_hand"), otherwise=_PLAY_STANDS),
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
        follows=_PLAY_STANDS,
        options=(
            Option(
                "claim_correction",
                N_("Correct the sheet"),
                then("score_recompute", "both", trim=True),
                open=("proved", "!result_confirmed"),
            ),
        ),
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
        follows=when(
            "!proved_or_agreed", _PLAY_STANDS, otherwise=then("score_recompute", "both", trim=True)
        ),
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
        follows=when(
            "!result_confirmed", then("score_recompute", "both", trim=True), otherwise=_PLAY_STANDS
        ),
        source="R",
        confidence="R",
    ),
)

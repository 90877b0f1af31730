"""Who deals, and how a hand goes."""

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.gin.rules.variants import ALL_PLAY, TABLE_VARIANTS
from games.engine.knobs import knob
from kernel.text import N_


def _deal_is_free(rules: Any) -> object:
    """Not so in rounds in which each player deals once."""
    return rules.match_type != "rounds" or rules.round_of != "deal_each"


def _result_says_who_deals(rules: Any) -> object:
    """Where a loser sits out, who comes in deals; where all play the deal passes to the left."""
    return _deal_is_free(rules) and rules.variant not in ("cutthroat", *ALL_PLAY)


def _first_deal_is_free(rules: Any) -> object:
    """Where three or more draw for their places, the cards say who deals."""
    return rules.variant not in TABLE_VARIANTS


def _is_of_two(rules: Any) -> object:
    """Where three play at once, how a hand begins and ends follows from its form."""
    return rules.variant not in ALL_PLAY


@dataclass(frozen=True)
class DealKnobs:
    """The knobs of it, in the order of the rulebook."""

    dealer_policy: Literal["winner", "loser", "alternate"] = knob(
        "alternate",
        N_("Who deals the next hand of a game."),
        "S0, S3, S4, PG, BI, RT",
        chapter="deal",
        told={
            "winner": (N_("The winner of a hand deals the next of the game."), N_("Winner deals")),
            "loser": (N_("The loser of a hand deals the next of the game."), N_("Loser deals")),
            "alternate": (
                N_("The deal alternates from hand to hand of a game, void hands apart."),
                N_("Deal alternates"),
            ),
        },
        used=_result_says_who_deals,
    )
    void_dealer: Literal["same", "alternate"] = knob(
        "same",
        N_("Who deals after a void hand."),
        "S0, S4, PG",
        chapter="deal",
        told={
            "same": (N_("After a void hand the same player deals again."), ""),
            "alternate": (
                N_("After a void hand the other player deals."),
                N_("After a void hand the other deals"),
            ),
        },
        used=_deal_is_free,
    )
    upcard_rule: Literal["non_dealer_draws", "dealer_draws", "deal_11"] = knob(
        "non_dealer_draws",
        N_(
            "How a hand begins: after two refusals of the upcard the non-dealer or the dealer "
            "draws, or the non-dealer gets eleven cards and there is no upcard."
        ),
        "S0, S1, S4, PG",
        chapter="hand",
        told={
            "non_dealer_draws": (
                N_(
                    "The non-dealer may take the upcard, then the dealer may; if both refuse it, "
                    "the non-dealer draws from the stock."
                ),
                "",
            ),
            "dealer_draws": (
                N_(
                    "The non-dealer may take the upcard, then the dealer may; if both refuse it, "
                    "the dealer draws from the stock."
                ),
                N_("The dealer draws after two refusals"),
            ),
            "deal_11": (
                N_(
                    "The non-dealer is dealt eleven cards and begins with a discard, or ends the "
                    "hand at once; there is no upcard."
                ),
                N_("Eleven cards for the non-dealer, no upcard"),
            ),
        },
        used=_is_of_two,
    )
    wall_rule: Literal["void_at_once", "last_discard_action", "void_before_discard"] = knob(
        "last_discard_action",
        N_(
            "What happens when the stock is down to two: void at the discard, void unless the "
            "opponent knocks with that discard, or void before the discard."
        ),
        "S0, S1, S3, S4, RU, OS, SI",
        chapter="hand",
        told={
            "void_at_once": (
                N_(
                    "When two cards are left in the stock, the hand is void unless the player who "
                    "drew last ends it: nobody scores."
                ),
                "",
            ),
            "last_discard_action": (
                N_(
                    "When two cards are left in the stock and the player who drew last does not "
                    "end the hand, the opponent may still take that last discard, but only to end "
                    "the hand with it; otherwise it is void and nobody scores."
                ),
                N_("The last discard may be taken to end the hand"),
            ),
            "void_before_discard": (
                N_(
                    "When two cards are left in the stock, the hand is void at once, before the "
                    "discard: nobody scores."
                ),
                N_("Void as soon as two cards are left"),
            ),
        },
        used=_is_of_two,
    )
    discards_open: bool = knob(
        False,
        N_("Whether everybody may look through the discard pile."),
        "S4, RG",
        chapter="hand",
        told={
            False: (N_("Only the top card of the discard pile may be seen."), ""),
            True: (N_("Everybody may look through the discard pile."), N_("Discards lie open")),
        },
        used=_is_of_two,
    )
    first_dealer: Literal["high_card_chooses", "low_card_deals", "random"] = knob(
        "high_card_chooses",
        N_("How the first dealer is found: the high card chooses, the low card deals, or chance."),
        "S0, S2, S4, BI, PG",
        chapter="deal",
        told={
            "high_card_chooses": (N_("Both cut; the higher card chooses who deals first."), ""),
            "low_card_deals": (
                N_("Both cut; the lower card deals first."),
                N_("Low card deals first"),
            ),
            "random": (N_("Chance decides who deals first."), N_("First deal by lot")),
        },
        used=_first_deal_is_free,
    )

"""What an effect does to the hand, in plain words."""

from collections.abc import Callable, Mapping, Sequence

from games.engine.gin.irregularities.effects import surcharge_of
from games.engine.gin.irregularities.remedies import CARD_WORDS, Effect
from games.engine.gin.irregularities.table import IRREGULARITIES
from kernel.text import N_, Text

SeatNames = Sequence[str]

_SIMPLE: Mapping[str, str] = {
    "play_stands": N_("What was played or entered stands, without penalty."),
    "pick_up_hand": N_("%(player)s takes the cards shown back into the hand."),
    "cannot_win": N_("If %(player)s would win this hand, nobody scores and there is no box."),
    "lose_next_draw": N_("The next turn of %(player)s is passed: no draw, no discard, no knock."),
    "score_recompute": N_("The sheet is computed anew; hands after the end of the game are void."),
    "note_conduct": N_("It is noted for %(player)s; the head referee looks into a repetition."),
}

#: By remedy and the parameter that tells its forms apart.
_BY_PARAM: Mapping[str, tuple[str, Mapping[object, str]]] = {
    "deal_stands": (
        "rotation",
        {
            "as_due": N_("The deal stands; the next player deals as if the right one had dealt."),
            "as_dealt": N_("The deal stands; the next player deals as it was dealt."),
        },
    ),
    "expose_hand": (
        "until",
        {
            "opponent_next_play": N_(
                "The cards of %(player)s lie open until the opponent has completed the next play."
            ),
            "hand_end": N_("The cards of %(player)s lie open to the end of the hand."),
        },
    ),
    "bar_bonus": (
        "kinds",
        {
            ("gin", "undercut"): N_("%(player)s gets no gin or undercut bonus in this hand."),
            ("gin",): N_("%(player)s gets no gin bonus in this hand."),
            ("undercut",): N_("%(player)s gets no undercut bonus in this hand."),
        },
    ),
    "card_stands": (
        "counts_as",
        {
            "draw": N_("%(player)s keeps %(cards)s as the draw."),
            "next_draw": N_("%(player)s keeps %(cards)s as the next draw."),
            "discard": N_("%(player)s may not take back %(cards)s."),
            None: N_("Play goes on with %(cards)s as it lies."),
        },
    ),
    "return_card": (
        "to",
        {
            "hand": N_("Back to the hand of %(player)s: %(cards)s."),
            "deadwood": N_("Back to %(player)s, as deadwood: %(cards)s."),
            "stock_top": N_("Back on top of the stock: %(cards)s."),
            "discard_pile": N_("Back on the discard pile: %(cards)s."),
            "out_of_play": N_("Out of play: %(cards)s."),
        },
    ),
    "correct_hand": (
        "at",
        {
            "now": N_("%(player)s puts the hand right at once, by drawing without discarding."),
            "own_turns": N_(
                "%(player)s puts the hand right in the next turns, one card each: by drawing "
                "without discarding, or discarding without drawing."
            ),
        },
    ),
    "accept_knock": (
        "kind",
        {
            "knock": N_("The hand is scored as a knock of %(player)s, with the real counts."),
            "gin": N_("The hand is scored as gin of %(player)s."),
        },
    ),
    "reject_knock": (
        "knock_card",
        {
            "discard_pile": N_("The knock does not count; the knock card is an open discard."),
            "hand": N_("The knock does not count; the knock card goes back to the hand."),
        },
    ),
    "recount": (
        "basis",
        {
            "real": N_("The count of %(player)s is taken from the cards."),
            "declared": N_("The count of %(player)s stays as declared."),
            "announced": N_("The count of %(player)s stays as announced."),
            "new_spread": N_("%(player)s spreads the hand anew, and that counts."),
        },
    ),
}

_RESUMED: Mapping[object, str] = {
    "UPCARD_ND": N_("%(player)s decides about the upcard."),
    "UPCARD_D": N_("%(player)s decides about the upcard."),
    "FORCED_STOCK": N_("%(player)s draws from the stock."),
    "DRAW": N_("%(player)s draws."),
    "DISCARD": N_("%(player)s discards."),
    "LAYOFF": N_("%(player)s may lay off."),
    "as_before": N_("Play goes on with %(player)s, where it was."),
    ("draw_stock",): N_("%(player)s draws from the stock."),
    ("knock",): N_("%(player)s has to knock now."),
    ("gin",): N_("%(player)s has to go gin now."),
    ("knock", "gin"): N_("%(player)s has to knock or go gin now."),
}


def effect_text(effect: Effect, names: SeatNames) -> Text:
    """What the effect does; `names` are the players' by seat."""
    *before, last = [names[seat] for seat in effect.seats] or [""]
    player: object = last
    if before:
        both = {"first": ", ".join(before), "second": last}
        player = Text("both_players", N_("%(first)s and %(second)s"), both)
    values = {"player": player, **_values(effect)}
    return Text(effect.remedy, _sentence(effect), values)


def _sentence(effect: Effect) -> str:
    if effect.remedy in _SIMPLE:
        return _SIMPLE[effect.remedy]
    if effect.remedy in _CHOSEN:
        return _CHOSEN[effect.remedy](effect.params)
    name, forms = _BY_PARAM[effect.remedy]
    return forms[effect.params.get(name)]


def _values(effect: Effect) -> Mapping[str, object]:
    """What the sentence says besides the player: points, cards, rows."""
    if effect.remedy == "deadwood_surcharge":
        return {"points": surcharge_of(effect)}
    if effect.remedy == "another_row":
        first, *_others = effect.several("rows")
        return {"row": Text("irregularity", IRREGULARITIES[first].name)}
    cards = effect.params.get("cards")
    return {"cards": Text("cards", CARD_WORDS[cards])} if isinstance(cards, str) else {}


def _redeal(params: Mapping[str, object]) -> str:
    if "cut" in params:
        return N_("The pack is cut, and the same player deals anew.")
    if params["dealer"] == "right":
        return N_("The right player deals anew; the spoilt deal does not count.")
    return N_("The same player deals anew; the spoilt deal does not count.")


def _void_hand(params: Mapping[str, object]) -> str:
    if "new_pack" in params:
        return N_("The hand is void; the same player deals again, with another pack.")
    if "dealer" in params:
        return N_("The hand is void, and the same player deals again.")
    return N_("The hand is void: no points, no box.")


def _resume(params: Mapping[str, object]) -> str:
    only = params.get("only")
    return _RESUMED[only if only in _RESUMED else params["phase"]]


def _bar_knock(params: Mapping[str, object]) -> str:
    if params["until"] == "turn_after_correction":
        return N_("%(player)s may not knock until the turn after the hand is right again.")
    if "unless" in params:
        return N_("%(player)s may not knock before the next turn, unless with gin.")
    return N_("%(player)s may not knock before the next turn.")


def _exposed_row(params: Mapping[str, object]) -> str:
    if params["take_now"]:
        return N_("The cards that were seen lie open, and the opponent takes one as the draw now.")
    if params["offender_may_take"]:
        return N_(
            "The cards that were seen lie open: the opponent may draw from them until drawing "
            "from the stock, then %(player)s likewise."
        )
    return N_(
        "The cards that were seen lie open: only the opponent may draw from them, until drawing "
        "from the stock."
    )


_CHOSEN: Mapping[str, Callable[[Mapping[str, object]], str]] = {
    "redeal": _redeal,
    "void_hand": _void_hand,
    "resume": _resume,
    "bar_knock": _bar_knock,
    "exposed_row": _exposed_row,
    "deadwood_surcharge": lambda _: N_("The count of %(player)s goes up by %(points)s."),
    "shuffle_into_stock": lambda _: N_("Shuffled into the rest of the stock: %(cards)s."),
    "another_row": lambda _: N_("It is ruled on as: %(row)s."),
}

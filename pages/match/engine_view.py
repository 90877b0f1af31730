"""What the engine knows of a hand that is played online, as far as one of the staff may see it:
made from their own view, so that the card of a table shows nothing that the table does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import DECK, indexes
from games.engine.gin.hand.state import HandState
from games.engine.gin.view import seat_view
from games.engine.melds.arrangements import best_melds, deadwood_of
from games.tables.hands.base import Hand
from kernel.seats import Seat
from pages.match.action_words import faces
from pages.match.table_words import PHASES, in_hand
from pages.parts.card_faces import CardFace, card_faces

SEATS: tuple[Seat, Seat] = (0, 1)


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand as the engine lays it out: its melds, what they leave, and what that counts at least;
    with eleven cards once one is thrown that may be."""

    name: str
    melds: Sequence[Sequence[CardFace]]
    rest: Sequence[CardFace]
    count: int | None


@dataclass(frozen=True, slots=True)
class EngineView:
    """`facts` are pairs of what something is called and what it is; `discards` those that the
    reader sees, the top one last. `hands` is empty unless both were disclosed to them."""

    facts: Sequence[tuple[str, str]]
    discards: Sequence[CardFace]
    hands: Sequence[CountedHand]
    is_hidden: bool
    """Whether the reader sees nothing of the hand before it is over."""


def engine_view(view: Mapping[str, Any], hand: Hand | None) -> EngineView | None:
    """What a reader of this view sees of the hand on the table; None where none is played, or none
    of two. `hand` is asked only for the hands that the view shows."""
    is_played = view["hand"] is not None and view["state"] not in ("hand_over", "finished")
    if not is_played or not isinstance(hand, HandState):
        return None
    is_hidden = view["phase"] is None
    hands = [_counted(view, hand, place) for place in SEATS] if view.get("disclosed") else []
    shown = [card for card in view["discards"] or () if card]
    return EngineView(
        [] if is_hidden else _facts(view), faces(shown), hands, is_hidden and not hands
    )


def _facts(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    found = [
        (_("Dealer"), view["players"][view["dealer"]]["name"]),
        (_("Asked for"), _(PHASES[view["phase"]]) if view["phase"] in PHASES else ""),
        (_("Stock"), str(view["stock"])),
        (_("Discards"), str(view["discarded"])),
        (_("Knock with"), str(view["limit"]) if view["limit"] else _("gin only")),
    ]
    if view["factor"] > 1:
        found.append((_("Counts"), f"×{view['factor']}"))
    return [(label, words) for label, words in found if words]


def _counted(view: Mapping[str, Any], hand: HandState, place: Seat) -> CountedHand:
    form, cards = hand.table.form, hand.hands[place]
    melds = best_melds(cards, form)
    rest = sorted(indexes(deadwood_of(cards, melds)), key=lambda card: (card % 13, card))
    return CountedHand(
        view["players"][in_hand(view)[place]]["name"],
        [card_faces(DECK[card] for card in form.as_it_lies(meld)) for meld in melds],
        card_faces(DECK[card] for card in rest),
        seat_view(hand, place).deadwood,
    )

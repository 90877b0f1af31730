"""A view as JSON: the keys of the contract of the online table, "A view", from `phase` to
`deadwood`, and `actions`.

Cards are texts, a hand is listed in the order of the pack and melds in a fixed order, so that no
order tells how somebody came by their cards. What is a pair stands by seat.
"""

from typing import Any

from games.engine.cards import Card, CardSet
from games.engine.gin.hand.state import Ending, OpenCards
from games.engine.gin.notation.actions import legal_texts
from games.engine.gin.notation.shapes import meld_names, melds_names, names
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.view import View
from games.engine.melds.form import MeldForm
from kernel.seats import Seat, credited, nothing

VIEW_KEYS = (
    "phase",
    "turn",
    "limit",
    "upcard",
    "limit_card",
    "hands",
    "held",
    "stock",
    "discards",
    "discarded",
    "taken",
    "factor",
    "may_double",
    "spread",
    "ending",
    "score",
    "deadwood",
    "actions",
)


def view_json(view: View) -> dict[str, Any]:
    """What this reader sees, under `VIEW_KEYS`."""
    return {
        "phase": view.phase,
        "turn": view.turn,
        "limit": view.limit,
        "upcard": _text(view.upcard),
        "limit_card": _text(view.limit_card),
        "hands": [_hand(hand) for hand in view.hands],
        "held": list(view.held),
        "stock": view.stock,
        "discards": [_text(card) for card in view.discards],
        "discarded": view.discarded,
        "taken": _text(view.taken),
        "factor": view.factor,
        "may_double": view.may_double,
        "spread": _spread(view.spread, view.form) if view.spread else None,
        "ending": _ending(view.ending) if view.ending else None,
        "score": _score(view.score) if view.score else None,
        "deadwood": view.deadwood,
        "actions": legal_texts(view.actions, view.form),
    }


def hidden_view_json(turn: Seat | None = None) -> dict[str, Any]:
    """Nothing but whose turn it is: there is no hand, or it is shown when it is over."""
    return {**dict.fromkeys(VIEW_KEYS), "turn": turn, "actions": []}


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _hand(hand: CardSet | None) -> list[str] | None:
    return None if hand is None else names(hand.bits)


def _spread(spread: OpenCards, form: MeldForm) -> dict[str, Any]:
    return {
        "knocker": spread.knocker,
        "kind": spread.kind,
        "melds": melds_names(spread.melds, form),
        "count": spread.count,
        "lying": melds_names(spread.lying, form),
        "layoffs": [
            {"card": names(card)[0], "onto": meld_names(onto, form)}
            for card, onto in spread.layoffs
        ],
        "own": None if spread.own is None else melds_names(spread.own, form),
    }


def _ending(ending: Ending) -> dict[str, Any]:
    counts = None if ending.counts is None else list(ending.counts)
    return {"kind": ending.kind, "ended_by": ending.ended_by, "counts": counts}


def _score(score: HandScore) -> dict[str, Any]:
    points = boxes = nothing(2)
    if score.winner is not None:
        points = credited(points, score.winner, score.points)
        boxes = credited(boxes, score.winner, score.boxes)
    return {
        "kind": score.kind,
        "winner": score.winner,
        "points": list(points),
        "boxes": list(boxes),
    }

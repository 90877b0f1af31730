"""What one seat may know of a hand of rummy, as JSON."""

from typing import Any

from games.engine.rummy.hand import HandState
from games.engine.rummy.notation import legal_texts
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import legal_actions, result
from kernel.seats import Seat


def seat_view(state: HandState, seat: Seat | None) -> dict[str, Any]:
    """The hand as `seat` sees it, or somebody without a seat (None): their own cards, of the others
    the number, what lies on the table, the top discard, and the cards that began the discards. All
    hands are open when it is over.

    The order of a hand says nothing: cards are sorted.
    """
    is_over = state.ending is not None
    mine = seat is not None and seat == state.turn and not is_over
    scored = result(state)
    return {
        "phase": state.phase,
        "turn": None if is_over else state.turn,
        "dealer": state.table.dealer,
        "hands": [
            names_of(hand) if is_over or place == seat else None
            for place, hand in enumerate(state.hands)
        ],
        "held": [len(hand) for hand in state.hands],
        "stock": len(state.stock),
        "discards": len(state.discards),
        "top": names_of(state.discards[-1:]),
        "taken": None if state.taken is None else names_of([state.taken])[0],
        "reuses": state.reuses,
        "upcards": names_of(state.upcards),
        "melds": [str(meld) for meld in state.melds],
        "melded": sorted(state.melded),
        "actions": legal_texts(legal_actions(state)) if mine else [],
        "ending": None
        if scored is None
        else {"kind": scored.kind, "winner": scored.winner, "points": list(scored.points)},
    }

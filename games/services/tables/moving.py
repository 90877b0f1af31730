"""A match comes to its online table, leaves it for its table in the room, or is asked to.

The caller has locked the event, then the match, let the table do what was due, and noted it.
"""

from typing import Any

from games.models import Match
from games.services.tables.writing import Writing, writing
from games.tables.events import MOVED
from games.tables.records import OnlineHand, digest_of
from games.tables.steps import clocks_at
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal

CHOOSING = N_(
    "The cards say just now who deals first. Wait until that is chosen, which takes 20 seconds at "
    "most, and move the match then."
)


def tell_request(*, match: int, seat: Seat, by: Actor) -> None:
    """Both are told at the table that a seat asks to go on in the room."""
    with writing(match) as opened:
        opened.append("move_request", by=by, seat=seat)


def tell_taken_back(*, match: int, seat: Seat, by: Actor) -> None:
    """Both are told there that the seat does not ask any more."""
    with writing(match) as opened:
        opened.append("move_request", by=by, seat=seat, data={"taken_back": True})


def come_to_table(*, match: int, by: Actor) -> None:
    """Both sit down at the table anew, with a new chain."""
    with writing(match) as opened:
        opened.append("moved", by=by, data=_moved(opened, Match.Places.ONLINE))
        opened.settle()


def leave_table(*, match: int, by: Actor) -> OnlineHand | None:
    """The table waits until the match comes back. A hand that is played there is over and no hand
    of the match: its dealing, with the digest of its log; None between two hands."""
    with writing(match) as opened:
        left = opened.state
        if left.stage == "drawing":
            raise refusal("wrong_state", CHOOSING)
        moved, cut = _moved(opened, Match.Places.TABLE), None
        for play in left.plays:
            if play.stage == "playing" and play.dealing is not None:
                d = play.dealing.d
                cut = OnlineHand(d, digest_of(opened.log, d, play.dealing.seats))
                opened.append("cut_off", by=by, data={"reason": MOVED}, deal=d)
        if left.seating.commitment is not None:
            nobody = list(left.settings.nobody)
            said = {"seating": left.seating.number, "reason": MOVED, "sat": nobody}
            opened.append("unseated", by=by, data=said)
        opened.append("moved", by=by, data=moved)
    return cut


def _moved(opened: Writing, to: str) -> dict[str, Any]:
    """What is said of a move now: of the clock that runs the turn's time is gone."""
    clocks = clocks_at(opened.state, opened.now, opened.uptime.outages)
    return {"to": str(to), "clocks": [[clock.left, clock.reserve] for clock in clocks]}

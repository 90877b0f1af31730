"""What a seat says ahead at a table by days: that it passes the upcard, so that a hand doesn't wait
for days for what is clear.

The lock of the match holds which came first: the word of the seat, or its turn.
"""

from games.models import Premove
from games.selectors.premoves import passes_ahead
from games.services.stored import who
from games.services.tables.acting import Answer, SeatRequest
from games.services.tables.writing import Writing, writing
from games.tables.records import instant
from games.tables.requests import stale
from kernel.text import N_, Refusal, refusal


def pass_ahead(*, request: SeatRequest, d: int) -> Answer:
    """Pass the upcard of deal `d` as soon as it is this seat's turn. Twice is once."""
    with writing(request.match) as opened:
        opened.settle()
        refused = _refusal(opened, request, d)
        if refused is None:
            fields = {"table": opened.table, "seat": request.seat, "deal": d}
            said = who(request.by, instant(opened.now))
            Premove.objects.get_or_create(**fields, superseded_at=None, defaults=said)
    return Answer(opened.current, refused)


def take_back(*, request: SeatRequest) -> Answer:
    """Decide when it is this seat's turn. Twice is once."""
    with writing(request.match) as opened:
        opened.settle()
        standing = Premove.objects.filter(table=opened.table, seat=request.seat, superseded_at=None)
        standing.update(superseded_at=instant(opened.now))
    return Answer(opened.current)


def _refusal(opened: Writing, request: SeatRequest, d: int) -> Refusal | None:
    if passes_ahead(opened.current, request.seat) is None:
        sentence = N_("There is no upcard to pass ahead: your opponent is not offered one.")
        return refusal("wrong_state", sentence)
    dealing = opened.state.at_seat(request.seat).dealing
    return stale() if dealing is None or dealing.d != d else None

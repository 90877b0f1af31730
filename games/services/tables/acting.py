"""What players ask of an online table: to act, to get ready, to resign (the contract of the online
table).

Each request is one write. What fell due before it is stored also where the request is refused, so
a refusal comes back with the table as it is then; only what is done keeps its key.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import TableEvent
from games.selectors.table_now import TableNow
from games.services.tables.writing import Writing, writing
from games.tables import requests
from games.tables.requests import Said
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal
from web.db.prepared import Prepared

MISMATCH = N_("This Idempotency-Key was sent before with another body: take a new one.")


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Who asks at which table, and by which key: the same key twice is one request.

    `key` null: it has none. `body_digest` is that of what was sent with it.
    """

    match: int
    seat: Seat
    by: Actor
    key: str | None = None
    body_digest: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The table after a request: it was done, or `refused`, or was done before (`replayed`)."""

    now: TableNow
    refused: Refusal | None = None
    replayed: bool = False


def act(*, request: SeatRequest, version: int, action: object) -> Answer:
    """Do an action, as text, that was meant for a version of the table."""

    def said(opened: Writing) -> Sequence[Said]:
        one = requests.act(
            opened.state,
            request.seat,
            version,
            action,
            opened.now,
            is_over=opened.account.hand.is_over,
            outages=opened.uptime.outages,
        )
        return [one]

    return _asked(request, said)


def answer_at_best(*, request: SeatRequest, version: int) -> Answer:
    """Answer a knock at best for the defender, and let the hand be counted."""

    def said(opened: Writing) -> Sequence[Said]:
        return requests.answer_at_best(
            opened.state,
            request.seat,
            version,
            opened.now,
            is_over=opened.account.hand.is_over,
            outages=opened.uptime.outages,
        )

    return _asked(request, said)


def get_ready(
    *, request: SeatRequest, d: int, word_hash: str | None = None, word: str | None = None
) -> Answer:
    """Sit down, commit to a word, open it, or have seen the end of deal `d`. Once the match is over
    it changes nothing."""

    def said(opened: Writing) -> Sequence[Said]:
        account = opened.account
        return requests.get_ready(
            opened.state,
            request.seat,
            d,
            draws=account.draws,
            is_over=account.hand.is_over,
            hash=word_hash,
            word=word,
        )

    return _asked(request, said)


def resign(*, request: SeatRequest, d: int, of: str) -> Answer:
    """Give up the `game` or the `match`."""

    def said(opened: Writing) -> Sequence[Said]:
        account = opened.account
        said = requests.resign(
            opened.state, request.seat, d, of, draws=account.draws, match=account.hand
        )
        return [said]

    return _asked(request, said)


def _asked(request: SeatRequest, ask: Callable[[Writing], Sequence[Said]]) -> Answer:
    with writing(request.match) as opened:
        before = _kept(opened, request)
        opened.settle()
        refused = None
        if before is None:
            refused = _do(opened, request, ask)
            opened.settle()
        elif before != request.body_digest:
            refused = refusal("idempotency_mismatch", MISMATCH)
    return Answer(opened.current, refused, replayed=before is not None and refused is None)


def _do(
    opened: Writing, request: SeatRequest, ask: Callable[[Writing], Sequence[Said]]
) -> Refusal | None:
    """Write down what the table makes of a request; the refusal where it refuses it."""
    try:
        said = ask(opened)
    except Refusal as refused:
        return refused
    for one in said:
        is_last = one is said[-1]
        opened.append(
            one.kind,
            by=request.by,
            seat=request.seat,
            data=one.data,
            key=request.key if is_last else None,
            body_digest=request.body_digest if is_last else "",
        )
    return None


def _kept(opened: Writing, request: SeatRequest) -> str | None:
    """The digest of what was done by this key before; None where nothing was."""
    if request.key is None:
        return None
    return _digests.first(opened.table.pk, request.seat, request.key)


@Prepared
def _digests(table: int, seat: Seat, key: str) -> QuerySet[TableEvent, str]:
    done = TableEvent.objects.filter(table=table, seat=seat, key=key)
    return done.order_by().values_list("body_digest", flat=True)

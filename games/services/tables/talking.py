"""What players do at an online table besides playing: say a ready phrase, and hear no more of them.

It is no event of the table: it raises no version and makes no action stale. The lock of the match
holds how often a seat may say something, and which came first: a phrase, a mute or the next deal.
"""

from django.db import transaction

from games.models import Mute, OnlineTable, PhraseSaid
from games.services.stored import who
from games.services.tables.acting import MISMATCH, Answer, SeatRequest
from games.services.tables.writing import Writing, writing
from games.signals import phrase_said
from games.tables.phrases import MOST_PHRASES, PHRASES, last_deal, may_talk
from games.tables.records import instant
from kernel.text import N_, Refusal, refusal


def say_phrase(*, request: SeatRequest, code: object) -> Answer:
    """Say the phrase with this code, between two hands."""
    with writing(request.match) as opened:
        before = _kept(opened, request)
        opened.settle()
        refused = None
        if before is None:
            refused = _say(opened, request, code)
        elif before != request.body_digest:
            refused = refusal("idempotency_mismatch", MISMATCH)
    return Answer(opened.current, refused, replayed=before is not None and refused is None)


def mute(*, request: SeatRequest) -> Answer:
    """From now on this seat hears nothing of what others say. Twice it changes nothing."""
    with writing(request.match) as opened:
        opened.settle()
        fields = {"table": opened.table, "seat": request.seat, "superseded_at": None}
        Mute.objects.get_or_create(**fields, defaults=who(request.by, instant(opened.now)))
    return Answer(opened.current)


def unmute(*, request: SeatRequest) -> Answer:
    """It hears them again; what was said meanwhile it never hears."""
    with writing(request.match) as opened:
        opened.settle()
        standing = Mute.objects.filter(table=opened.table, seat=request.seat, superseded_at=None)
        standing.update(superseded_at=instant(opened.now))
    return Answer(opened.current)


def _say(opened: Writing, request: SeatRequest, code: object) -> Refusal | None:
    """Write down a phrase; the refusal where it can't be said."""
    if not isinstance(code, str) or code not in PHRASES:
        return refusal("bad_phrase", N_("Choose one of the phrases that there are."), "code")
    if not may_talk(opened.state, is_finished=opened.account.is_finished):
        return refusal("wrong_state", N_("Phrases are said between two hands."))
    deal = last_deal(opened.state)
    said = PhraseSaid.objects.filter(table=opened.table, seat=request.seat, deal=deal).count()
    if said >= MOST_PHRASES:
        sentence = N_("You have said %(most)d phrases: the next ones come after the next hand.")
        return refusal("said_enough", sentence, "", most=MOST_PHRASES)
    PhraseSaid.objects.create(
        table=opened.table,
        seat=request.seat,
        code=code,
        deal=deal,
        number=said + 1,
        key=request.key,
        body_digest=request.body_digest,
        **who(request.by, instant(opened.now)),
    )
    seat = request.seat
    transaction.on_commit(
        lambda: phrase_said.send(sender=OnlineTable, now=opened.current, seat=seat)
    )
    return None


def _kept(opened: Writing, request: SeatRequest) -> str | None:
    """The digest of what was said by this key before; None where nothing was."""
    if request.key is None:
        return None
    said = PhraseSaid.objects.filter(table=opened.table, seat=request.seat, key=request.key)
    return said.values_list("body_digest", flat=True).first()

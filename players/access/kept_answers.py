"""Idempotency: the first answer to a write is kept, and given again to the same write."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from kernel.text import N_, Refusal, Text
from players.models import Answer
from web.idempotency import IdempotentWrite

KEPT_FOR = timedelta(hours=48)


def answer_once(
    write: IdempotentWrite, act: Callable[[], tuple[int, Any]], *, now: datetime
) -> tuple[int, Any]:
    """The status and body that `act` answers, or those of the first time.

    The row goes in first, in the transaction of the change: of two at once the second waits at the
    constraint, then finds the answer of the first. When `act` raises nothing is kept. Raises
    Refusal `idempotency_mismatch` when the key came with another body before.
    """
    try:
        with transaction.atomic():
            row = _reserve(write, now)
            status, body = row.status, row.body = act()
            row.save(update_fields=["status", "body"])
    except _AskedBeforeError:
        row = Answer.objects.get(who=write.who, method=write.method, path=write.path, key=write.key)
        if row.body_digest != write.body_digest:
            sentence = N_("This Idempotency-Key was sent before with another body: take a new one.")
            raise Refusal(Text("idempotency_mismatch", sentence)) from None
        assert row.status is not None, "it was committed with its answer"
        return row.status, row.body
    return status, body


def purge_answers(*, now: datetime) -> None:
    """Forget the answers that were kept long enough."""
    Answer.objects.filter(at__lt=now - KEPT_FOR).delete()


class _AskedBeforeError(Exception):
    """The key is taken."""


def _reserve(write: IdempotentWrite, now: datetime) -> Answer:
    try:
        return Answer.objects.create(
            who=write.who,
            method=write.method,
            path=write.path,
            key=write.key,
            body_digest=write.body_digest,
            at=now,
        )
    except IntegrityError as error:
        raise _AskedBeforeError from error

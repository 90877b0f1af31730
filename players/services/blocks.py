"""Who wishes to meet somebody no more."""

from datetime import datetime

from kernel.text import N_, refusal
from players.models import Block


def block(*, by: int, user: int, called: str, now: datetime) -> None:
    """From now on these two accounts meet in no friendly; `called` is what `by` calls the other
    one. Twice is once."""
    if by == user:
        raise refusal("bad_block", N_("This is you yourself."))
    Block.objects.get_or_create(by_id=by, user_id=user, defaults={"called": called, "at": now})


def unblock(*, by: int, user: int) -> None:
    """They may meet again, as far as `by` is concerned. Twice is once."""
    Block.objects.filter(by=by, user=user).delete()

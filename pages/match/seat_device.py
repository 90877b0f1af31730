"""On which device a seat is played: the one on which its page was opened, or used, last.

No fact hangs on it. Every device of a player may act; with Redis away nothing is said of others.
"""

import hashlib

from kernel.seats import Seat
from web.kept_copies import find_copy, keep_copy

_KEPT = 12 * 3600
"""Seconds after which nobody remembers which device it was."""


def take_over(match: int, seat: Seat, session: str) -> bool:
    """The seat is played in this session from now on; whether it was in another one before."""
    device, before = _device(session), find_copy(_key(match, seat), str)
    if before != device:
        keep_copy(_key(match, seat), device, _KEPT)
    return before not in (None, device)


def is_elsewhere(match: int, seat: Seat, session: str) -> bool:
    """Whether another session has taken the seat over."""
    return find_copy(_key(match, seat), str) not in (None, _device(session))


def _key(match: int, seat: Seat) -> str:
    return f"seat-device:{match}:{seat}"


def _device(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()[:16]

"""On which device a seat is played: the one on which its page was opened, or used, last.

No fact hangs on it. Every device of a player may act; with Redis away nothing is said of others.
"""

import hashlib
from typing import Literal

from kernel.seats import Seat
from web.kept_copies import find_copy, keep_copy

_KEPT = 12 * 3600
"""Seconds after which nobody remembers which device it was."""


Place = Literal["here", "came_over", "elsewhere"]
"""Where a seat is played, seen from one session: "came_over" where it was taken from another and
nothing was done here since."""

_TAKEN = "taken from "


def open_here(match: int, seat: Seat, session: str) -> None:
    """The page of the seat is opened in this session: it is played here from now on."""
    device, before = _device(session), find_copy(_key(match, seat), str)
    if before is None:
        keep_copy(_key(match, seat), device, _KEPT)
    elif _is_other(before, device):
        keep_copy(_key(match, seat), _TAKEN + device, _KEPT)


def play_here(match: int, seat: Seat, session: str) -> None:
    """Something is done in this session."""
    device = _device(session)
    if find_copy(_key(match, seat), str) != device:
        keep_copy(_key(match, seat), device, _KEPT)


def place_of(match: int, seat: Seat, session: str) -> Place:
    """Where the seat is played, seen from this session."""
    device, kept = _device(session), find_copy(_key(match, seat), str)
    if kept is None or kept == device:
        return "here"
    return "elsewhere" if _is_other(kept, device) else "came_over"


def _is_other(kept: str, device: str) -> bool:
    return kept.removeprefix(_TAKEN) != device


def _key(match: int, seat: Seat) -> str:
    return f"seat-device:{match}:{seat}"


def _device(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()[:16]

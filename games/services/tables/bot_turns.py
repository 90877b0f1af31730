"""A worker is asked for the move of a computer player, and asked again where that was lost."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings

from games.models import Bot
from games.selectors.table_now import TableNow
from games.tables.bots import bot_in_turn, plays, thinks_for
from games.tables.records import instant
from kernel.seats import Seat
from web.tasks import enqueue

MOVE = "games.tasks.move_bot"
LOST_AFTER = 10_000
"""Milliseconds after which a move that was not done counts as lost."""


def ask_bot(now: TableNow, bots: Mapping[Seat, Bot], *, is_new: bool) -> datetime | None:
    """Ask for the move of a computer player once the running transaction has committed; gives when
    to look whether it was done, null where none is in turn.

    `is_new`: something was done at the table, so nobody was asked for this version yet. Who looks
    in vain asks again, each time after twice as long.
    """
    seat = bot_in_turn(now.state, bots.keys(), is_over=now.account.hand.is_over)
    if seat is None:
        return None
    match, version = now.match.pk, now.state.version
    waited = now.now - now.state.changed
    if is_new:
        manner = plays(bots[seat].code, bots[seat].manner)
        after = thinks_for(manner, now.state) if settings.BOTS_WAIT else 0
        enqueue(MOVE, match, version, after=after)
        return instant(now.now + LOST_AFTER)
    if waited < LOST_AFTER:
        return instant(now.state.changed + LOST_AFTER)
    enqueue(MOVE, match, version)
    return instant(now.now + waited)

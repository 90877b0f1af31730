"""A worker is asked for the move of a computer player, and asked again where that was lost."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings

from games.models import Bot
from games.selectors.table_now import TableNow
from games.tables.bots import bots_in_turn, plays, thinks_for
from games.tables.records import instant
from games.tables.state import TableState
from kernel.seats import Seat
from web.tasks import enqueue

MOVE = "games.tasks.move_bot"
LOST_AFTER = 10_000
"""Milliseconds after which a move that was not done counts as lost."""


def ask_bots(now: TableNow, bots: Mapping[Seat, Bot], *, before: TableState) -> datetime | None:
    """Ask for the moves of computer players once the running transaction has committed; gives when
    to look whether they were done, null where none is in turn.

    `before`: the table before it was written to. Who had this version before them then was asked;
    who looks in vain asks again, each time after twice as long.
    """
    turns = bots_in_turn(now.state, bots.keys(), is_over=now.account.hand.is_over)
    return min((_ask(now, bots[seat], play, before) for seat, play in turns.items()), default=None)


def _ask(now: TableNow, bot: Bot, play: TableState, before: TableState) -> datetime:
    """The same for the hand that `play` shows."""
    match, version = now.match.pk, play.version
    if _version_before(before, play) != version:
        after = thinks_for(plays(bot.code, bot.manner), play) if settings.BOTS_WAIT else 0
        enqueue(MOVE, match, version, after=after)
        return instant(now.now + LOST_AFTER)
    begun = play.since if play.beside else play.changed
    waited = now.now - begun
    if waited < LOST_AFTER:
        return instant(begun + LOST_AFTER)
    enqueue(MOVE, match, version)
    return instant(now.now + waited)


def _version_before(before: TableState, play: TableState) -> int | None:
    """The version of the same hand then; null where it was not dealt."""
    if play.dealing is None or before.last_dealing is None:
        return None
    then = before.at_deal(play.dealing.d)
    return then.version if then.dealing == play.dealing else None

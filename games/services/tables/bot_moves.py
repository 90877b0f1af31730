"""A computer player does what it is in turn to do: chosen without a lock, from what its seat may
know, and sent as a person sends an action."""

import logging

from games.models import Bot
from games.selectors.bots import bots_at, seat_sight
from games.selectors.table_now import TableNow, table_now
from games.services.tables.acting import SeatRequest, act
from games.tables.bots import bots_in_turn, choice_of, choice_of_nobody, plays
from games.tables.state import TableState
from kernel.permissions import COMPUTER
from kernel.seats import Seat
from kernel.text import Refusal

OVERTAKEN = frozenset(
    {"adjourned", "hand_over", "not_seated", "not_your_turn", "paused", "stale", "time_over"}
)
"""Why an action comes too late; all other refusals say that it is wrong."""

logger = logging.getLogger(__name__)


def move_bot(*, match: int, version: int) -> None:
    """Do the action of each computer player that is in turn at this version of its hand. Twice is
    once, and at another version nothing is done: whoever made that has asked for the next move."""
    try:
        _move(match, version)
    except Refusal as refused:
        if refused.text.code != "not_found":
            raise
        logger.info("The table of match %d is gone: nobody moves there", match)


def _move(match: int, version: int) -> None:
    now = table_now(match)
    bots = bots_at(now.table)
    turns = bots_in_turn(now.state, bots.keys(), is_over=now.account.hand.is_over)
    for seat, play in turns.items():
        if play.version == version:
            _act(now, seat, bots[seat], play)


def _act(now: TableNow, seat: Seat, bot: Bot, play: TableState) -> None:
    """Do what a computer player chooses in the hand that `play` shows."""
    match, version = now.match.pk, play.version
    request = SeatRequest(match, seat, COMPUTER)
    refused = act(request=request, version=version, action=_chosen(now, seat, bot, play)).refused
    if refused is not None and refused.text.code not in OVERTAKEN:
        logger.error("Match %d, version %d: %s was chosen", match, version, refused)
        act(request=request, version=version, action=choice_of_nobody(play))


def _chosen(now: TableNow, seat: Seat, bot: Bot, play: TableState) -> str:
    """What it chooses; where that fails, what the table plays for who chooses nothing."""
    try:
        manner = plays(bot.code, bot.manner)
        return choice_of(manner, bot.seed, seat_sight(now, seat, remembers=manner.remembers))
    except Exception:
        logger.exception("Match %d, version %d: no choice", now.match.pk, play.version)
        return choice_of_nobody(play)

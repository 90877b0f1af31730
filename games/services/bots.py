"""Computer players take seats, and leave them. The caller has the match locked."""

import secrets
from collections.abc import Collection

from games.models import Bot, MatchSeat, OnlineTable
from games.selectors.bots import bots_at
from kernel.seats import Seat

_SEED_BYTES = 32


def seat_bot(*, match: int, seat: Seat, as_is: Bot) -> None:
    """A computer player like this one has this seat from now on."""
    bot = Bot.objects.create(
        code=as_is.code,
        seed=secrets.token_hex(_SEED_BYTES),
        name=as_is.name,
        portrait=as_is.portrait,
        manner=as_is.manner,
    )
    MatchSeat.objects.create(match_id=match, seat=seat, bot=bot)
    OnlineTable.objects.filter(match=match).update(has_bots=True)


def seat_same_bots(*, match: int, as_at: OnlineTable) -> None:
    """The computer players of one table sit at the match, too, each with a seed of its own."""
    for seat, old in sorted(bots_at(as_at).items()):
        seat_bot(match=match, seat=seat, as_is=old)


def delete_bots(*, matches: Collection[int]) -> None:
    """Delete the computer players of matches that are to be deleted, with their seats."""
    bots = list(Bot.objects.filter(seat__match__in=matches).values_list("pk", flat=True))
    MatchSeat.objects.filter(bot__in=bots).delete()
    Bot.objects.filter(pk__in=bots).delete()

"""How many friendlies may be opened and be open, from one network and on the whole server."""

from datetime import datetime, timedelta

from django.conf import settings

from kernel.text import N_, Text
from tournaments.models import Friendly
from tournaments.selectors.events.friendlies import friendlies_open
from web.password_slots import TryAgain

AN_HOUR = timedelta(hours=1)
A_MINUTE = 60  # seconds


def require_room(network: str, now: datetime) -> None:
    """Refused for now where too many tables were opened from a network, or are open: from there, or
    on the whole server. The caller holds the lock of the hidden club."""
    lately = Friendly.objects.filter(network=network, opened_at__gt=now - AN_HOUR)
    if lately.count() >= settings.FRIENDLIES_AN_HOUR:
        first = lately.order_by("opened_at").values_list("opened_at", flat=True)[0]
        sentence = N_(
            "From here no more tables than %(most)d can be opened in an hour. Try again later."
        )
        wait = int((first + AN_HOUR - now).total_seconds()) + 1
        raise _too_many(sentence, settings.FRIENDLIES_AN_HOUR, wait)
    there = friendlies_open(now)
    if there.filter(network=network).count() >= settings.FRIENDLIES_AT_ONCE:
        sentence = N_(
            "From here no more tables than %(most)d can be open. Finish one of them first."
        )
        raise _too_many(sentence, settings.FRIENDLIES_AT_ONCE, A_MINUTE)
    if there.count() >= settings.MOST_FRIENDLIES:
        sentence = N_("Here no more tables than %(most)d can be open. Try again later.")
        raise _too_many(sentence, settings.MOST_FRIENDLIES, A_MINUTE)


def forget_networks(*, now: datetime) -> None:
    """Forget from where tables were opened, as soon as no limit asks for it any more."""
    known = Friendly.objects.exclude(network="").filter(opened_at__lte=now - AN_HOUR)
    known.exclude(pk__in=friendlies_open(now).values("pk")).update(network="")


def _too_many(sentence: str, most: int, seconds: int) -> TryAgain:
    return TryAgain(Text("too_many_tables", sentence, {"most": most}), seconds)

"""Time zones as people look for them: by region and city, each with the time that it is there."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from kernel.names import search_key
from kernel.text import N_

# The regions of the names of zones; what is named otherwise is another name of one of these.
REGIONS: Mapping[str, str] = {
    "Africa": N_("Africa"),
    "America": N_("America"),
    "Antarctica": N_("Antarctica"),
    "Arctic": N_("Arctic"),
    "Asia": N_("Asia"),
    "Atlantic": N_("Atlantic Ocean"),
    "Australia": N_("Australia"),
    "Europe": N_("Europe"),
    "Indian": N_("Indian Ocean"),
    "Pacific": N_("Pacific Ocean"),
}
# Cities and islands that other languages have names of their own for.
KNOWN_ABROAD = frozenset(
    {
        *(N_("Addis Ababa"), N_("Algiers"), N_("Athens"), N_("Azores"), N_("Baghdad")),
        *(N_("Belgrade"), N_("Brussels"), N_("Bucharest"), N_("Cairo"), N_("Calcutta")),
        *(N_("Canary"), N_("Cape Verde"), N_("Christmas"), N_("Copenhagen"), N_("Damascus")),
        *(N_("Easter"), N_("Faroe"), N_("Fiji"), N_("Havana"), N_("Hong Kong")),
        *(N_("Isle of Man"), N_("Khartoum"), N_("Kyiv"), N_("Lisbon"), N_("Luxembourg")),
        *(N_("Maldives"), N_("Mexico City"), N_("Mogadishu"), N_("Moscow"), N_("Nicosia")),
        *(N_("Novosibirsk"), N_("Prague"), N_("Riyadh"), N_("Rome"), N_("Sao Paulo")),
        *(N_("Singapore"), N_("Tashkent"), N_("Tbilisi"), N_("Tehran"), N_("Tirane")),
        *(N_("Tokyo"), N_("Vatican"), N_("Vienna"), N_("Vladivostok"), N_("Warsaw")),
        *(N_("Yekaterinburg"), N_("Yerevan"), N_("Zurich")),
    }
)
Choice = tuple[str, str]

register = template.Library()


@register.simple_tag
def time_of(zone: str) -> str:
    """A zone as it is said: "London time"; by its name where it goes by no city."""
    region, _slash, place = zone.partition("/")
    return (
        _("%(city)s time") % {"city": _city(place.rpartition("/")[2])}
        if region in REGIONS
        else zone
    )


def time_zone_choices(kept: str = "UTC") -> list[Choice | tuple[str, list[Choice]]]:
    """What a club can choose: UTC, then the cities of each region. `kept` is the zone that it has
    by now: it stays to be chosen where it goes by no city."""
    now = timezone.now()
    alone = [(name, f"{name} · {_time(name, now)}") for name in dict.fromkeys(("UTC", kept))]
    groups: dict[str, list[tuple[str, Choice]]] = defaultdict(list)
    for name in _zones():
        region, _slash, place = name.partition("/")
        if region in REGIONS:
            city = _city(place)
            choice = (name, f"{city} · {_time(name, now)}")
            groups[_(REGIONS[region])].append((search_key(city), choice))
    by_city = {zone for group in groups.values() for _key, (zone, _label) in group}
    return [
        *(choice for choice in alone if choice[0] not in by_city),
        *((region, [one for _key, one in sorted(groups[region])]) for region in sorted(groups)),
    ]


def _city(place: str) -> str:
    """`Argentina/Buenos_Aires` as "Buenos Aires, Argentina"."""
    *wider, city = place.replace("_", " ").split("/")
    known = _(city) if city in KNOWN_ABROAD else city
    return ", ".join((known, *wider))


def _time(name: str, now: datetime) -> str:
    return date_format(now.astimezone(ZoneInfo(name)), "TIME_FORMAT")


_zones = cache(available_timezones)

"""Time zones are chosen by region and city, in the reader's words."""

from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from pages.club.forms import ClubForm
from pages.parts import time_zones
from pages.parts.time_zones import KNOWN_ABROAD, time_of, time_zone_choices


@pytest.fixture(autouse=True)
def in_winter(monkeypatch: pytest.MonkeyPatch) -> None:
    at = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)
    monkeypatch.setattr(time_zones.timezone, "now", lambda: at)


@pytest.mark.parametrize(
    ("language", "region", "zone", "label"),
    [
        ("en", "Europe", "Europe/Vienna", "Vienna · 20:30"),
        ("de", "Europa", "Europe/Vienna", "Wien · 20:30"),
        ("en", "Asia", "Asia/Kolkata", "Kolkata · 01:00"),
        ("de", "Amerika", "America/Argentina/Buenos_Aires", "Buenos Aires, Argentina · 16:30"),
    ],
)
def test_a_city_stands_in_its_region_with_the_time_there(
    language: str, region: str, zone: str, label: str
) -> None:
    with override(language):
        assert dict(dict(time_zone_choices())[region])[zone] == label


def test_the_cities_of_a_region_stand_in_order() -> None:
    with override("de"):
        europe = [label for _zone, label in dict(time_zone_choices())["Europa"]]
    assert europe.index("Wien · 20:30") < europe.index("Zürich · 20:30") == len(europe) - 1


@pytest.mark.parametrize("kept", ["CET", "Etc/GMT-3"])
def test_a_zone_without_a_city_stays_with_the_club_that_has_it(kept: str) -> None:
    data = {"name": "Gin Club", "time_zone": kept, "language": "en", "names": "full"}
    assert not ClubForm(data).is_valid()
    assert ClubForm(data, initial={"time_zone": kept}).is_valid()


def test_no_zone_is_offered_twice() -> None:
    zones = [zone for _region, group in time_zone_choices("Europe/Vienna")[1:] for zone, _ in group]
    assert len(zones) == len(set(zones))
    assert time_zone_choices("Europe/Vienna")[0] == ("UTC", "UTC · 19:30")


def test_what_is_known_abroad_is_the_city_of_a_zone() -> None:
    cities = {zone.rpartition("/")[2].replace("_", " ") for zone in time_zones._zones()}
    assert cities >= KNOWN_ABROAD


@pytest.mark.parametrize(
    ("language", "zone", "said"),
    [
        ("en", "Europe/London", "London time"),
        ("en", "America/Argentina/Buenos_Aires", "Buenos Aires time"),
        ("de", "Europe/Vienna", "Ortszeit Wien"),
        ("en", "UTC", "UTC"),
        ("en", "Etc/GMT+5", "Etc/GMT+5"),
    ],
)
def test_a_zone_is_said_by_its_city(language: str, zone: str, said: str) -> None:
    with override(language):
        assert time_of(zone) == said

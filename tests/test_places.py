"""Every page has its place, and opens there: of the pages, this is what is asked on PostgreSQL."""

from django.test import Client
from pytest_django import Settings

from tests.browser.demo_evening import make_demo_evening
from tests.browser.places import page_names, places

NOT_FOUND = {"/claim/used/"}


def test_every_page_of_the_urlconf_has_its_place_and_opens_there(
    db: None, settings: Settings
) -> None:
    settings.OPEN_SIGN_UP = True
    evening = make_demo_evening()
    everywhere = places(evening)
    listed = {place.name for place in everywhere}
    assert listed == page_names(), "tests/browser/places.py lists the pages of the URLconf"

    for place in everywhere:
        client = Client()
        if session := evening.sessions.get(place.reader):
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        expected = 404 if place.path in NOT_FOUND else 200
        assert client.get(place.path).status_code == expected, place.title

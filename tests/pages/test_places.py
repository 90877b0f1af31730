"""Every page has its place, and opens there, in German: of the pages, this is what is asked on
PostgreSQL."""

import re

from django.test import Client
from pytest_django import Settings

from tests.browser.demo_evening import make_demo_evening
from tests.browser.places import page_names, places
from tests.reading import said_by

NOT_FOUND = {"/claim/used/"}
# Words that hardly an English sentence does without, and that German does not have.
ENGLISH = re.compile(
    r"\b(the|and|of|with|you|your|this|that|not|are|is|to|for|by|it|its|has|have|each|every|from"
    r"|until|under|who|what|no|yes|none|open|round|game|table|player|hand|points|result)\b",
    re.IGNORECASE,
)
# What people of the demo evening have typed, or are called.
TYPED = re.compile(
    r"The (Aces|Layoffs|Crown)|He shouted at the table|He was asked twice to lower his voice"
    r"|Turned over the discard below the top one|The second game was mine|[\w.]+@[\w.]+|https?:\S+"
    r"|Port of Spain|Round-the-corner|Best of \d|[vV]on Hand|[\w.]+/\w+"
)


def test_every_page_of_the_urlconf_has_its_place_and_opens_there_in_german(
    db: None, settings: Settings
) -> None:
    settings.OPEN_SIGN_UP = True
    evening = make_demo_evening()
    everywhere = places(evening)
    listed = {place.name for place in everywhere}
    assert listed == page_names(), "tests/browser/places.py lists the pages of the URLconf"

    english = set()
    for place in everywhere:
        client = Client(headers={"Accept-Language": "de"})
        if session := evening.sessions.get(place.reader):
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        expected = 404 if place.path in NOT_FOUND else 200
        answer = client.get(place.path)
        assert answer.status_code == expected, place.title
        page = answer.text
        assert '<html lang="de"' in page, place.title
        english |= {text for text in said_by(page) if ENGLISH.search(TYPED.sub("", text))}
    assert sorted(english) == []

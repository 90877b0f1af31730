"""In an odd round robin one plays nobody in each round: that is no bye that counts as won."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import DIRECTOR, NOW, make_tournament, owner_of, sign_in
from tests.pages.public.test_formats import PUBLIC
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

PAGES = (*PUBLIC, "draw", "print_sheets", "print_bracket")


def texts(tournament, language):
    """What stands on every page that shows the rounds or the places, without its markup."""
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    sign_in(client, owner_of(tournament.club))
    for page in PAGES:
        address = reverse(page, args=[tournament.club.slug, tournament.slug])
        answer = client.get(address, {"stage": 1}, follow=True)
        assert answer.status_code == 200, page
        yield page, answer.content.decode()


@pytest.fixture
def tournament():
    made = make_tournament(entrants=5, format="round_robin")
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    return made


@pytest.mark.parametrize(
    ("language", "never", "says"),
    [
        ("en", r"\b[Bb]yes?\b", "a free round counts nothing"),
        ("de", "Freilos", "eine spielfreie Runde zählt nicht"),
    ],
)
def test_no_page_calls_it_a_bye_or_says_that_it_counts_as_won(tournament, language, never, says):
    shown = dict(texts(tournament, language))
    for page, text in shown.items():
        found = re.search(rf".{{0,60}}({never}).{{0,40}}", re.sub(r"<[^>]*>", " ", text))
        assert found is None, (page, found)
    assert says in shown["standings"]


def test_elsewhere_a_bye_is_called_so():
    swiss = make_tournament(entrants=5, format="swiss", format_settings={"rounds": 3})
    settle_stage(stage_id=swiss.stages.get().pk, by=DIRECTOR, now=NOW)
    shown = dict(texts(swiss, "en"))
    assert "Bye" in shown["tournament"]
    assert "A bye and a walkover count as won" in shown["standings"]

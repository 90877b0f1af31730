"""The pages of a ruling, of a penalty and of an appeal ask what becomes of what was drawn from the
result that they change."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import board_of, owner_of, sign_in
from tests.pages.match.test_match import text_of
from tests.tournaments.services.desk.test_what_rests import begin, unwind, written
from tests.tournaments.test_what_rests_on_decisions import (
    PenaltyChangedByAPanel,
    PenaltyOverturned,
    PenaltyTakenBack,
    RulingMade,
    RulingOverturned,
    RulingTakenBack,
)
from tournaments.models import Correction

pytestmark = pytest.mark.django_db

REASON = {"reason": "as we saw it"}
PAGES = {
    RulingMade: (
        "ruling",
        {
            "rule": "HAND_COUNT_END_MANY",
            "phase": "COUNTED",
            "offender": "0",
            "n": "1",
            "facts": ".",
        },
    ),
    RulingTakenBack: ("take_back_ruling", REASON),
    PenaltyTakenBack: ("take_back_penalty", REASON),
    RulingOverturned: ("appeal_decision", REASON | {"outcome": "overturned"}),
    PenaltyOverturned: ("appeal_decision", REASON | {"outcome": "overturned"}),
    PenaltyChangedByAPanel: ("appeal_decision", REASON | {"outcome": "changed", "step": "warning"}),
}


class Desk:
    """The owner at the page that changes the result of match 1."""

    def __init__(self, made):
        self.made, self.client = made, Client()
        owner = owner_of(made.tournament.club)
        sign_in(self.client, owner)
        name, self.fields = PAGES[type(made)]
        keys = {
            "ruling": lambda: [made.board.match_id],
            "take_back_ruling": lambda: [made.board.match_id, made.ruling.pk],
            "take_back_penalty": lambda: [made.penalty.pk],
            "appeal_decision": lambda: [made.appeal.pk],
        }[name]()
        event = made.tournament
        self.address = reverse(name, args=[event.club.slug, event.slug, *keys])
        if name == "appeal_decision":
            self.fields = self.fields | {"panel": [f"user:{owner.pk}"]}

    def press(self, key, **wish):
        fields = self.fields | {"key": key, "version": self.made.board.match.version} | wish
        with self.made.commits(execute=True):
            return self.client.post(self.address, fields)


@pytest.fixture
def desk(request, django_capture_on_commit_callbacks):
    return Desk(request.param(django_capture_on_commit_callbacks))


every_page = pytest.mark.parametrize("desk", PAGES, indirect=True)


@every_page
def test_it_asks_shows_what_rests_on_it_and_does_what_is_chosen(desk):
    before = written(desk.made.tournament)
    asked = desk.press("a")
    assert asked.status_code in (200, 409)
    text = text_of(asked)
    assert "Round 2" in text
    html = asked.content.decode()
    assert 'value="redraw"' in html
    assert 'value="keep"' in html
    assert 'value="void"' not in html
    assert written(desk.made.tournament) == before
    assert desk.press("b", choice="redraw").status_code == 302
    made = Correction.objects.latest("pk")
    assert made.choice == "redraw"
    unwind(desk.made.commits, made)
    assert written(desk.made.tournament) == before


@every_page
def test_what_is_played_is_void_when_the_word_is_typed(desk):
    begin(desk.made.commits, board_of(desk.made.tournament, 2, 1))
    asked = desk.press("a")
    html, text = asked.content.decode(), text_of(asked)
    assert 'value="void"' in html
    assert 'value="redraw"' not in html
    for player in board_of(desk.made.tournament, 2, 1).match.seats.all():
        assert player.player.name in text
    refused = desk.press("b", choice="void", confirm="no")
    assert refused.status_code == 409
    assert "Type Round 1 of 3" in text_of(refused)
    assert desk.press("c", choice="void", confirm="Round 1 of 3").status_code == 302
    assert Correction.objects.latest("pk").choice == "void"

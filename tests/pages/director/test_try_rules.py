"""The door to a table at which rules are tried: from the wizard, from an event, from nowhere."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.engine.gin.rules import rules_from
from games.models import Match
from pages.parts import single_rules
from players.models import Club
from tests.builders import make_club, make_tournament, make_user, owner_of, sign_in
from tests.reading import said_by
from tests.trials import Trial, member_of
from tournaments.models import Tournament
from tournaments.services.events.trials import MOST_AT_ONCE
from web.page import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def teacher(club: Club) -> Client:
    client = Client()
    sign_in(client, member_of(club))
    return client


def address(club: Club, **asked: object) -> str:
    query = f"?{urlencode(asked)}" if asked else ""
    return reverse("try_rules", args=[club.slug]) + query


def told(answer: HttpResponse) -> str:
    return " | ".join(unescape(text) for text in said_by(answer.content.decode()))


def chosen(**changed: object) -> dict[str, object]:
    """What the wizard's form of rules sends: the rules of the house but for these."""
    typed = single_rules.typed(rules_from("club"))
    knobs = {f"{single_rules.PREFIX}{name}": value for name, value in changed.items()}
    return {"rules": "club", "knobs_of": "club", "name": "Night", "step": 2, **typed, **knobs}


def open_table(client: Client, at: str) -> HttpResponse:
    return client.post(at, {"act": "open", "key": new_key()})


def test_rules_as_they_were_typed_are_shown_and_dealt(club: Club, teacher: Client) -> None:
    at = address(club, **chosen(gin_bonus=33))
    assert "33" in told(teacher.get(at))
    answer = open_table(teacher, at)
    assert answer.status_code == 302
    assert Match.objects.get().rules["gin_bonus"] == 33
    assert "First seat" in told(teacher.get(answer["Location"]))


def test_those_of_an_event_are(club: Club, teacher: Client) -> None:
    event = make_tournament(club, entrants=2, rules={"preset": "club", "gin_bonus": 44})
    rules = teacher.get(reverse("event_rules", args=[club.slug, event.slug])).content.decode()
    (link,) = re.findall(r'href="([^"]*/rules/try/[^"]*)"', rules)
    assert event.name in told(teacher.get(link))
    open_table(teacher, link)
    assert Match.objects.latest("pk").rules["gin_bonus"] == 44


def test_without_any_they_are_those_of_the_house(club: Club, teacher: Client) -> None:
    assert open_table(teacher, address(club)).status_code == 302


def test_an_event_that_is_not_there_is_refused(club: Club, teacher: Client) -> None:
    draft = make_tournament(club, start=False)
    for slug in ("no-such", draft.slug, Trial(club).event.slug):
        assert teacher.get(address(club, event=slug)).status_code == 404


def test_rules_that_cannot_be_say_what_is_wrong_and_open_nothing(
    club: Club, teacher: Client
) -> None:
    at = address(club, **chosen(gin_bonus="many"))
    page = teacher.get(at)
    assert "can’t be played as they are" in told(page)
    assert "Open a table" not in told(page)
    assert open_table(teacher, at).status_code == 400
    assert not Tournament.objects.exists()


def test_sent_twice_it_is_opened_once(club: Club, teacher: Client) -> None:
    key = new_key()
    answers = [teacher.post(address(club), {"act": "open", "key": key}) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Tournament.objects.count() == 1


def test_ones_open_tables_are_listed_and_closed(club: Club, teacher: Client) -> None:
    location = open_table(teacher, address(club))["Location"]
    other = Trial(club)
    page = teacher.get(address(club)).content.decode()
    assert location in page
    assert other.page not in page
    (act,) = re.findall(r'value="(close:\d+)"', page)
    answer = teacher.post(address(club), {"act": act, "key": new_key()}, follow=True)
    assert "The table is closed." in told(answer)
    assert teacher.get(location).status_code == 404
    assert Tournament.objects.get() == other.event


def test_with_as_many_as_one_may_have_it_says_what_to_do(club: Club) -> None:
    user, client = member_of(club), Client()
    for _ in range(MOST_AT_ONCE):
        Trial(club, user)
    sign_in(client, user)
    assert "Close one of them first." in told(client.get(address(club)))
    answer = open_table(client, address(club))
    assert answer.status_code == 409
    assert "Close one of them first." in told(answer)


def test_who_belongs_to_the_club_may(club: Club) -> None:
    event = make_tournament(club, entrants=2)
    rules = reverse("event_rules", args=[club.slug, event.slug])
    client = Client()
    assert client.get(address(club))["Location"].startswith(reverse("sign_in"))
    assert "Try these rules" not in told(client.get(rules))
    sign_in(client, make_user())
    assert client.get(address(club)).status_code == 403
    assert open_table(client, address(club)).status_code == 403
    assert "Try these rules" not in told(client.get(rules))
    sign_in(client, owner_of(club))
    assert client.get(address(club)).status_code == 200


def test_the_wizard_leads_there_from_its_rules_alone(club: Club) -> None:
    client = Client()
    sign_in(client, owner_of(club))
    steps = {
        step: client.get(f"{reverse('new', args=[club.slug])}?step={step}&seen=1&name=N&rules=club")
        for step in (1, 2)
    }
    button = f'formaction="{address(club)}" formtarget="_blank"'
    assert button in steps[2].content.decode()
    assert button not in steps[1].content.decode()

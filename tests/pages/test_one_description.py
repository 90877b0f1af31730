"""One description of rules, in two lengths: the event's page, the wizard, paper, cards, the API."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.rule_words import rule_words
from games.engine.gin.rules import Rules, rules_from
from players.models import Club
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, owner_of, sign_in
from tests.pages.director.test_rooms import FIRST
from tournaments.models import Tournament
from tournaments.services.events import setup
from tournaments.services.stages.plans import StagePlan, set_stages

pytestmark = pytest.mark.django_db

KNOBS = {
    "preset": "bicycle",
    "gin_bonus": 30,
    "big_gin_bonus": 40,
    "dealer_policy": "loser",
    "match_type": "points",
    "match_n": 400,
    "points_by": "gross",
}
RULES = rules_from(KNOBS)
SHORT = "Gin 30 · Big gin 40 · Undercut 10"
LENGTH = "Games to 100 points: each brings both players their whole totals"
HOUSE = "Next dealer: The loser of a hand deals the next of the game."


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.fixture
def event(club: Club) -> Tournament:
    made = make_tournament(club, start=False, rules=KNOBS)
    setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    return made


def page(client: Client, event: Tournament, name: str, language: str = "en") -> str:
    address = reverse(name, args=[event.club.slug, event.slug])
    html = client.get(address, headers={"Accept-Language": language}).content.decode()
    words = unescape(re.sub(r"<[^>]+>", " ", html)).replace("\N{NO-BREAK SPACE}", " ")
    return " ".join(words.split())


def sentences(rules: Rules) -> list[str]:
    return [str(one) for chapter in rule_words(rules) for one in chapter.sentences]


@pytest.mark.parametrize("name", ["event_rules", "print_rules"])
def test_in_full(owner: Client, event: Tournament, name: str) -> None:
    told = page(owner, event, name)
    for sentence in sentences(RULES):
        assert sentence in told
    assert HOUSE in told  # in what they differ from the set that they are most like


@pytest.mark.parametrize("name", ["print_rules", "print_cards"])
def test_in_short(owner: Client, event: Tournament, name: str) -> None:
    told = page(owner, event, name)
    assert LENGTH in told
    assert SHORT in told


@pytest.mark.parametrize("name", ["event_rules", "print_rules", "print_cards"])
def test_in_german(owner: Client, event: Tournament, name: str) -> None:
    told = page(owner, event, name, "de")
    assert "Gin scores" not in told
    assert ("Gin bringt 30" in told) or ("Gin 30" in told)


def test_where_stages_have_rules_of_their_own_no_card_tells_one_for_all(
    owner: Client, event: Tournament
) -> None:
    stages = [StagePlan("single_elimination", rules={"gin_bonus": 25})]
    set_stages(tournament_id=event.pk, stages=stages, by=DIRECTOR, now=NOW)
    assert "Undercut 10" not in page(owner, event, "print_cards")
    told = page(owner, event, "print_rules")
    assert LENGTH not in told
    assert "In this stage: Gin scores 25" in told


def test_the_wizard_tells_each_rule_set_in_short(owner: Client, club: Club) -> None:
    address = reverse("new", args=[club.slug])
    html = owner.get(address, FIRST | {"seen": "1", "step": "2"}).content.decode()
    told = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\xa0", " ").split())
    assert "Gin 20 · No big gin · Undercut 10" in told


def test_the_api_tells_both(owner: Client, event: Tournament) -> None:
    answer = owner.get(f"/api/v1/tournaments/{event.pk}/rules/").json()
    assert answer["rule_set"]["code"] == "bicycle"
    assert set(answer["rule_set"]["differs"]) == {"gin_bonus", "big_gin_bonus", "dealer_policy"}
    assert answer["rules"]["gin_bonus"] == 30
    assert answer["match"].startswith(LENGTH)
    assert {"Gin 30", "Big gin 40", "Undercut 10"} <= set(answer["short"])
    told = [one for chapter in answer["chapters"] for one in chapter["sentences"]]
    assert told == sentences(RULES)
    address = f"/api/v1/tournaments/{event.pk}/rules/"
    german = owner.get(address, headers={"Accept-Language": "de"}).json()
    assert german["chapters"][0]["title"] == "Das Spiel"


def test_the_rules_of_a_draft_are_the_clubs(client: Client, event: Tournament) -> None:
    assert client.get(f"/api/v1/tournaments/{event.pk}/rules/").status_code == 404

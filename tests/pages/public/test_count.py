"""Count a hand: the page and the call that judge a showdown from its cards."""

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.engine.cards import typed_cards
from kernel.text import Refusal

KNOCKER = "7S 7H 7D JS QS KS 2C 3C 4C 5D"
DEFENDER = "KH KD KC 9H 8H TS 5S 4D 2D AC"


def page(client: Client, **query: str) -> str:
    response = client.get("/count/", query)
    assert response.status_code == 200
    return response.content.decode()


def test_both_hands_are_judged_and_the_sum_is_shown(client: Client) -> None:
    text = page(client, knocker=KNOCKER, defender=DEFENDER)
    assert "Knock: 23 to the knocker" in text
    assert "28 − 5" in text
    assert "laid off on JS QS KS" in text
    assert "10 of spades" in text


def test_one_hand_is_counted_by_itself(client: Client) -> None:
    text = page(client, knocker=KNOCKER)
    assert "10 cards, deadwood <b>5</b>" in text
    assert "outcome" not in text


def test_another_rule_set_gives_other_points(client: Client) -> None:
    gin = "7S 7H 7D JS QS KS 2C 3C 4C 5C"
    defender = DEFENDER.replace("5S", "6S")
    club = page(client, knocker=gin, defender=defender)
    pagat = page(client, knocker=gin, defender=defender, rules="pagat")
    assert "Gin: " in club
    assert "Gin: " in pagat
    assert club.split("Gin: ")[1][:3] != pagat.split("Gin: ")[1][:3]


def test_a_run_round_the_corner_is_written_in_its_order(client: Client) -> None:
    html = client.get("/count/", {"rules": "round-the-corner", "knocker": "AS 2S KS 7H 7D 7C"}).text
    cards = re.findall(r'<span class="vh">([^<]+)</span>', html[html.index('id="counted"') :])
    assert cards[:6] == [
        "7 of hearts",
        "7 of diamonds",
        "7 of clubs",
        "king of spades",
        "ace of spades",
        "2 of spades",
    ]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"knocker": "7S 7S", "defender": ""}, "twice"),
        ({"knocker": "7X", "defender": ""}, "A card is a rank"),
        ({"knocker": KNOCKER, "defender": KNOCKER}, "Both players can&#x27;t hold"),
        ({"knocker": DEFENDER, "defender": KNOCKER}, "knock"),
        ({"knocker": KNOCKER, "defender": "KH"}, "ten cards"),
    ],
)
def test_what_cannot_be_is_said_and_kept(client: Client, query: dict, sentence: str) -> None:
    text = page(client, **query)
    assert sentence in text
    assert f'value="{query["knocker"]}"' in text


def test_a_turned_card_is_asked_for_where_it_sets_the_limit(client: Client) -> None:
    query = {"knocker": KNOCKER, "defender": DEFENDER, "rules": "oklahoma"}
    assert "say which it was" in page(client, **query)
    assert "Knock: " in page(client, **query, turned="8h")
    assert "less than the defender" not in page(client, **query, turned="2h")


def test_htmx_gets_the_result_alone(client: Client) -> None:
    response = client.get(
        "/count/", {"knocker": KNOCKER, "defender": DEFENDER}, headers={"HX-Request": "true"}
    )
    assert "Knock: 23" in response.content.decode()
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("text", ["10d 7s", "TD,7S", "10♦7♠", " td;7s "])
def test_cards_may_be_typed_in_many_ways(text: str) -> None:
    assert str(typed_cards(text)) == "7STD"


def test_half_a_card_is_none() -> None:
    with pytest.raises(Refusal):
        typed_cards("7S T")


class TestApi:
    """`POST adjudications/`, without a token."""

    def post(self, body: object):
        return APIClient().post("/api/v1/adjudications/", body, format="json")

    def question(self, **more: object) -> dict[str, object]:
        return {
            "rules": "club",
            "knocker": {"cards": KNOCKER.split()},
            "defender": {"cards": DEFENDER.split()},
            **more,
        }

    pytestmark = pytest.mark.django_db

    def test_a_showdown_is_judged(self) -> None:
        answer = self.post(self.question())
        assert answer.status_code == 200
        assert answer.data["result"] == "knock"
        assert (answer.data["winner"], answer.data["points"]) == ("knocker", 23)
        assert answer.data["defender"]["layoffs"][0] == {"card": "TS", "onto": ["JS", "QS", "KS"]}

    def test_with_what_was_ruled_on_it(self) -> None:
        few = {"id": "HAND_COUNT_END_FEW", "offender": "knocker", "choice": None}
        cards = KNOCKER.split()[:9]
        answer = self.post(self.question(knocker={"cards": cards}, irregularities=[few]))
        assert answer.status_code == 200
        # nine melded cards are a knock with ten: TS and AC are laid off on it
        assert (answer.data["result"], answer.data["points"]) == ("knock", 39 - 10 - 1 - 10)

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"rules": "nobody's"}, "unknown_rules"),
            ({"rules": {"target": -1}}, "bad_rules"),
            ({"knocker": {"cards": ["7X"]}}, "bad_card"),
            ({"knocker": {"cards": KNOCKER.split()[:9]}}, "wrong_count"),
            ({"knocker": {"cards": KNOCKER.split(), "claim": "gin"}}, "not_gin"),
            ({"defender": {"cards": KNOCKER.split()}}, "duplicate_card"),
            ({"irregularities": [{"id": "X"}]}, "unknown_irregularity"),
            ({"cards": []}, "unknown_field"),
        ],
    )
    def test_what_cannot_be_is_refused(self, more: dict, code: str) -> None:
        answer = self.post(self.question(**more))
        assert (answer.status_code, answer.data["error"]["code"]) == (400, code)

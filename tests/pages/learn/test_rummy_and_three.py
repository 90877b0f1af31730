"""Rummy, Battle Royal and Jersey for beginners: what the pages say is what the engine counts."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.cards import parse_card
from games.engine.rummy.melds import extended
from pages.learn.royal import JERSEY, ROYAL, counts, entries
from pages.learn.royal import forms as royal_forms
from pages.learn.royal import pictures as royal_pictures
from pages.learn.royal_positions import royal_positions
from pages.learn.rummy import (
    BASIC,
    KNOCK,
    OTHERS,
    RUN,
    count_of,
    fits,
    house_rules,
    knocked,
    pictures,
    rummy_meld,
)
from pages.learn.rummy import entries as rummy_entries
from pages.learn.rummy_positions import rummy_positions

PAGES = ("learn_rummy", "learn_rummy_try", "learn_royal", "learn_royal_try")
POSITIONS = {"learn_rummy_try": rummy_positions, "learn_royal_try": royal_positions}
RIGHT = [
    ("learn_rummy_try", 1, "4H"),
    ("learn_rummy_try", 2, "KS"),
    ("learn_rummy_try", 3, "13"),
    ("learn_royal_try", 1, "KD"),
    ("learn_royal_try", 2, "second"),
    ("learn_royal_try", 3, "19"),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_the_game_is_chosen_first(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"Accept-Language": language})
    assert answer.status_code == 200
    for other in ("learn", "learn_rummy", "learn_royal", "glossary"):
        assert f'href="{reverse(other)}"' in answer.text
    assert answer.text.count('aria-current="page"') == 1
    assert f'href="{reverse("learn_score")}"' not in answer.text


@pytest.mark.parametrize("name", ["learn", "glossary"])
def test_every_game_is_found_from_gin(client: Client, name: str) -> None:
    text = client.get(reverse(name)).text
    assert f'href="{reverse("learn_rummy")}"' in text
    assert f'href="{reverse("learn_royal")}"' in text


@pytest.mark.parametrize(("name", "number", "right"), RIGHT)
def test_the_answer_is_that_of_the_engine(
    client: Client, name: str, number: int, right: str
) -> None:
    position = POSITIONS[name]()[number - 1]
    assert position.right == right
    for choice in position.choices:
        address = f"{reverse(name)}?at={number}&say={choice.code}"
        page = client.get(address, headers={"Accept-Language": "en"}).text
        assert ("Not quite" in page) == (choice.code != right)
        assert page.count("that is it") == 1


def test_what_is_said_to_fit_fits() -> None:
    assert fits("7H", RUN)
    assert not fits("8H", RUN)
    seven, eight = (parse_card(card).index for card in ("7H", "8H"))
    longer = extended(rummy_meld(RUN), seven, "low")
    assert longer is not None
    assert extended(longer, eight, "low") is not None


def test_the_counts_of_rummy_are_added_by_hand() -> None:
    assert list(map(count_of, OTHERS)) == [10 + 10 + 4, 8 + 1]
    assert knocked() == (12, 9, 30)
    assert rummy_entries(BASIC, "out", 0, (0, 24, 9)) == (0, 24, 9)
    assert rummy_entries(KNOCK, "knock", 0, knocked()) == (13, 0, 21)
    said = " ".join(str(one) for form in house_rules() for one in form.sentences)
    assert "48 and 18 in place of 24 and 9" in said
    assert "gets 34, 10 of it from you" in said
    assert "counts 15" in said
    assert "24 and 9" in " ".join(str(one) for picture in pictures() for one in picture.sentences)


def test_the_counts_of_three_are_those_of_the_rulebook() -> None:
    """Rulebook 3.3, 23: gin against 51 and 40 brings 91, a knocker who is undercut loses 20."""
    assert counts() == (6, 48, 44)
    assert entries(ROYAL, "knock", (4, 20, 31)) == (47, 0, 0)
    said = " ".join(str(one) for picture in royal_pictures() for one in picture.sentences)
    assert "Against 20 and 31 it brings 91" in said
    assert "scores 23, and you lose 20" in said
    assert entries(JERSEY, "knock", (8, 5, 20)) == (12, 23, 0)
    assert "incomplete sources" in str(royal_forms()[0].sentences[0])

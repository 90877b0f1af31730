"""Points, other forms, positions, advice: what they say is what the engine counts."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.engine.cards import DECK
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts, score_hand
from games.engine.gin.scoring.showdown import Spread, judge
from games.engine.melds.least import least_after_discard, least_deadwood
from pages.learn import positions as cards
from pages.learn.advice import all_advice, completing
from pages.learn.laid import CLUB, bits, cards_of
from pages.learn.positions import positions
from pages.learn.score import example_game, shutout_bonus
from pages.learn.variants import CORNER, DOUBLED, DOUBLING, OKLAHOMA, forms, series
from tests.builders import make_user

PAGES = ("learn", "learn_score", "learn_try", "learn_strategy", "learn_variants", "glossary")
NAMES = [position.title for position in positions()]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_each_page_leads_to_all_others(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    for other in PAGES:
        assert f'href="{reverse(other)}"' in answer.text
    assert answer.text.count('aria-current="page"') == 1


def test_the_deck_is_whole_and_small() -> None:
    deck = settings.BASE_DIR / "static" / "img" / "cards.svg"
    assert deck.stat().st_size < 60_000
    drawn = set(re.findall(r'<symbol id="([^"]+)"', deck.read_text()))
    assert {f"c-{str(card).lower()}" for card in DECK} | {"c-back"} <= drawn
    assert {f"l-{str(card).lower()}" for card in DECK} <= drawn


# The score ----------------------------------------------------------------------------------------


def test_the_game_is_that_of_the_rulebook() -> None:
    """GV01 of rulebook 3.3: 24 + 40 + 36 = 100 against 27, three boxes against one, net 223."""
    rows, game = example_game()
    assert [(row.score.winner, row.score.points) for row in rows] == [
        (0, 24),
        (1, 27),
        (0, 40),
        (0, 36),
    ]
    assert [row.totals for row in rows] == [(24, 0), (24, 27), (64, 27), (100, 27)]
    assert (game.finished, game.winner, game.totals, game.net) == (True, 0, (275, 52), 223)
    assert shutout_bonus() == 100


def test_its_figures_stand_on_the_page(client: Client) -> None:
    page = client.get(reverse("learn_score"), headers={"Accept-Language": "en"}).text
    for words in ("275 − 52 = 223", "3 × 25, 1 × 25", "32 − 8", "best of 5 games", "first wins 3"):
        assert words in page


# Other forms --------------------------------------------------------------------------------------


def sentences(code: str) -> str:
    (form,) = (form for form in forms() if form.code == code)
    return " ".join(str(sentence) for sentence in form.sentences)


def test_oklahoma_is_the_engines() -> None:
    assert "7 or less" in sentences("oklahoma")
    assert "(21 − 6) × 2 = 30" in sentences("oklahoma")
    assert (OKLAHOMA.oklahoma_ace, OKLAHOMA.target) == ("gin_only", 150)


def test_doubling_says_what_the_doubler_gets_and_that_boxes_stay() -> None:
    said = sentences("doubling")
    assert "(10 + 18) × 2 = 56" in said
    assert "10 × 2 = 20" in said
    assert "(21 − 6) × 4 = 60" in said
    assert score_hand(DOUBLING, DOUBLED).boxes == 1
    before = HandCounts.of("refused", 0, 12, 30, factor=1)
    assert score_hand(DOUBLING, before).points == 28


def test_the_hollywood_series_is_that_of_the_rulebook(client: Client) -> None:
    """HW01 of rulebook 3.3."""
    score = series()
    assert [column.points for column in score.columns] == [(119, 20), (144, 31), (126, 0)]
    assert [column.net for column in score.columns] == [274, 288, 401]
    assert score.net == 963
    assert score.columns[2].shutout
    page = client.get(reverse("learn_variants"), headers={"Accept-Language": "en"}).text
    for words in ("119–20", "144–31", "126–0", "963"):
        assert words in page


def test_round_the_corner_lays_off_on_gin() -> None:
    assert "counts 15" in sentences("round-the-corner")
    assert (CORNER.discards_open, CORNER.target) == (True, 125)
    gin, off = "AS2S3S4H4D4C7H8H9HTH", "KSQSJS5S6S7SJHQHKHTS"
    tie = judge(CORNER, Spread(bits(gin)), Spread(bits(off))).score
    assert (tie.kind, tie.winner) == ("tie", None)


# Positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "right"), [(1, "knock"), (2, "QC"), (3, "four"), (4, "defender"), (5, "both")]
)
def test_the_answer_is_that_of_the_engine(client: Client, number: int, right: str) -> None:
    position = positions()[number - 1]
    assert position.right == right
    assert right in {choice.code for choice in position.choices}
    for choice in position.choices:
        address = f"{reverse('learn_try')}?at={number}&say={choice.code}"
        page = client.get(address, headers={"Accept-Language": "en"}).text
        assert ("Not quite" in page) == (choice.code != right)
        assert page.count("that is it") == 1


def test_an_open_question_gives_nothing_away(client: Client) -> None:
    for number in range(1, 6):
        page = client.get(f"{reverse('learn_try')}?at={number}").text
        assert "that is it" not in page
        assert 'id="verdict"' not in page


@pytest.mark.parametrize("query", ["at=0", "at=6", "at=x", "at=", "say=knock&at=²", "say=nothing"])
def test_what_nobody_asks_is_the_first_position(client: Client, query: str) -> None:
    answer = client.get(f"{reverse('learn_try')}?{query}")
    assert answer.status_code == 200
    assert positions()[0].title in answer.text


def test_the_first_position_may_knock_and_has_no_gin() -> None:
    assert least_after_discard(bits(cards.ELEVEN)) == 2 <= int(CLUB.knock_limit)


def test_no_throw_is_better_than_the_right_one() -> None:
    held = bits(cards.TO_THROW)
    left = [least_deadwood(held ^ 1 << card.index) for card in cards_of(cards.TO_THROW)]
    assert min(left) == least_deadwood(held ^ bits("QC")) == 28


@pytest.mark.parametrize(
    ("knocker", "defender", "least"),
    [(cards.KNOCKED, cards.LAYING_OFF, 25), (cards.BREAKING_KNOCKER, cards.BREAKING, 30)],
)
def test_nothing_leaves_less_than_the_best_choice(knocker: str, defender: str, least: int) -> None:
    judged = judge(CLUB, Spread(bits(knocker)), Spread(bits(defender)))
    assert judged.answer.count == least


def test_level_is_an_undercut_by_these_rules_and_not_by_all() -> None:
    spreads = Spread(bits(cards.LEVEL_KNOCKER)), Spread(bits(cards.LEVEL_DEFENDER))
    assert judge(CLUB, *spreads).score.points == CLUB.undercut_bonus
    assert judge(Rules(tie_rule="no_score"), *spreads).score.winner is None


# Advice -------------------------------------------------------------------------------------------


def test_advice_is_counted_and_names_its_sources() -> None:
    assert (completing("4H5H"), completing("4H6H")) == (2, 1)
    assert all(re.fullmatch(r"S[0-4]([,;] S[0-4])*", one.sources) for one in all_advice())
    assert "in 11 of" in " ".join(str(one.sentence) for one in all_advice())


# How they are kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_who_has_the_page_gets_none(client: Client, name: str) -> None:
    german = {"Accept-Language": "de"}
    first = client.get(reverse(name), headers=german)
    again = client.get(reverse(name), headers=german)
    assert again.content == first.content
    assert getattr(again, "is_kept_copy", False)
    has = german | {"If-None-Match": first["ETag"]}
    assert client.get(reverse(name), headers=has).status_code == 304
    english = {"Accept-Language": "en", "If-None-Match": first["ETag"]}
    assert '<html lang="en"' in client.get(reverse(name), headers=english).text


@pytest.mark.django_db
def test_who_has_signed_in_gets_a_page_of_their_own(client: Client) -> None:
    client.get(reverse("learn"))
    user = make_user()
    client.force_login(user)
    answer = client.get(reverse("learn"))
    assert user.name in answer.text
    assert "ETag" not in answer
    assert user.name not in Client().get(reverse("learn")).text


def test_an_answer_is_never_kept_for_the_question(client: Client) -> None:
    client.get(f"{reverse('learn_try')}?at=1&say=knock")
    assert "that is it" not in client.get(reverse("learn_try")).text

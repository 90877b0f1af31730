"""The words in both languages, each in both directions; whatever leads to one finds it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from games.engine.gin.rule_words import rule_words
from games.engine.gin.rules import PLAYABLE_RULE_SETS, RuleSet
from kernel.text import Text
from pages.parts.glossary import TERMS, Term, terms_in
from tests.builders import make_tournament

CODES = [term.code for term in TERMS]


def page(client: Client, name: str = "glossary", language: str = "en") -> str:
    return unescape(client.get(reverse(name), headers={"Accept-Language": language}).text)


def test_each_word_is_there_once() -> None:
    assert len(set(CODES)) == len(CODES)
    english = [word for term in TERMS for word in (term.english, *term.english_also)]
    german = [word for term in TERMS for word in (term.german, *term.german_also)]
    assert len({word.casefold() for word in english}) == len(english)
    assert len(set(german)) == len(german)


@pytest.mark.parametrize(
    "word", ["schneider", "blitz", "going down", "spread", "count", "deadwood", "box"]
)
def test_words_that_a_beginner_hears_are_among_them(word: str) -> None:
    assert any(word in (term.english, *term.english_also) for term in TERMS)


@pytest.mark.parametrize("word", ["Luschen", "Talon", "Box", "Schneider", "Unterbieten", "Auslage"])
def test_words_that_a_german_beginner_hears_are_among_them(word: str) -> None:
    assert any(word in (term.german, *term.german_also) for term in TERMS)


@pytest.mark.parametrize(
    ("code", "english"),
    [
        ("knocker", "Knocker"),
        ("defender", "Defender"),
        ("upcard", "Upcard"),
        ("game-bonus", "Game bonus"),
        ("shutout", "Shutout"),
        ("net", "Net"),
        ("game", "Game"),
        ("hand", "Hand"),
        ("discard-pile", "Discard pile"),
    ],
)
def test_it_is_called_as_everywhere_else(code: str, english: str) -> None:
    (term,) = (term for term in TERMS if term.code == code)
    with override("de"):
        assert gettext(english) == term.german


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_direction_is_whole(client: Client, language: str) -> None:
    text = page(client, language=language)
    for term in TERMS:
        assert f'<div id="{term.code}">' in text
        for word, to, there in directions(term):
            row = f'<span lang="{there}">{word}</span> <a href="#{term.code}"'
            assert row in text, (word, to)
    both = [text.index('id="from-en"'), text.index('id="from-de"')]
    assert (both == sorted(both)) == (language == "en")


def directions(term: Term) -> list[tuple[str, str, str]]:
    english, german = (term.english, *term.english_also), (term.german, *term.german_also)
    return [
        *((word, term.german, "en") for word in english),
        *((word, term.english, "de") for word in german),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_stand_in_the_order_of_the_readers_alphabet(
    client: Client, language: str
) -> None:
    text = page(client, language=language)
    shown = re.findall(r"<dt>(.+?) <span", text)
    assert len(shown) == len(TERMS)
    folded = [word.casefold().translate(str.maketrans("äöü", "aou")) for word in shown]
    assert folded == sorted(folded)


@pytest.mark.parametrize("term", [term for term in TERMS if term.page], ids=lambda term: term.code)
def test_where_a_word_is_explained_is_such_a_place(client: Client, term: Term) -> None:
    assert f'id="{term.anchor}"' in page(client, term.page)


@pytest.mark.parametrize("rule_set", PLAYABLE_RULE_SETS, ids=lambda one: one.code)
def test_every_part_of_the_rules_names_words(rule_set: RuleSet) -> None:
    for chapter in rule_words(rule_set.rules):
        found = terms_in(chapter.sentences)
        assert found
        said = " ".join(map(str, chapter.sentences)).casefold()
        assert all(any(sign.casefold() in said for sign in term.signs) for term in found)


def test_no_stem_finds_a_word_within_another() -> None:
    assert terms_in([Text("x", "The beginning of a sweatbox.")]) == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_of_an_event_lead_to_words_that_are_there(client: Client, language: str) -> None:
    tournament = make_tournament()
    address = reverse("event_rules", args=[tournament.club.slug, tournament.slug])
    text = client.get(address, headers={"Accept-Language": language}).text
    leads = re.findall(rf'href="{reverse("glossary")}#([\w-]+)"', text)
    assert {"knock", "undercut", "gin", "box"} <= set(leads) <= set(CODES)
    assert f'href="{reverse("learn")}"' in text


@pytest.mark.django_db
def test_a_beginner_finds_it_in_the_page_and_at_its_foot(client: Client) -> None:
    club = make_tournament().club
    for address in (reverse("home"), reverse("count"), reverse("club", args=[club.slug])):
        assert client.get(address).text.count(f'href="{reverse("learn")}"') == 2
